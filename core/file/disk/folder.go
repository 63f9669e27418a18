package disk

import (
	"errors"
	"fmt"
	"os"
	"path"
	"path/filepath"
	"strings"

	"docuquest/core/file"
)

// A folder is a workspace folder. It is immutable.
type folder struct {
	native string // absolute path as the system writes it, clean
	slash  string // the same as URI.Path returns it, without a slash at its end
	name   string // begins the paths of files when the Disk has several folders
}

// errTooBroad is the error of opening a folder that is no project.
var errTooBroad = errors.New("this is not a project folder: open a folder inside it")

// checkFolder returns the workspace folder of a path, or an error when the path
// may not be one.
func checkFolder(name string, o Options) (folder, error) {
	if !filepath.IsAbs(name) {
		return folder{}, fmt.Errorf("folder %q: the path is not absolute", name)
	}
	native := filepath.Clean(name)
	if strings.HasPrefix(filepath.VolumeName(native), `\\`) {
		return folder{}, fmt.Errorf("folder %q: shares on other machines cannot be opened", name)
	}
	info, err := os.Stat(native)
	if err != nil {
		return folder{}, fmt.Errorf("folder %q: %w", name, err)
	}
	if !info.IsDir() {
		return folder{}, fmt.Errorf("folder %q: not a directory", name)
	}
	if !o.AnyFolder {
		broad := []string{filepath.VolumeName(native) + string(filepath.Separator)}
		if home, err := os.UserHomeDir(); err == nil {
			broad = append(broad, home)
		}
		for _, b := range broad {
			// The same directory may have several names.
			if other, err := os.Stat(b); err == nil && os.SameFile(info, other) {
				return folder{}, fmt.Errorf("folder %q: %w", name, errTooBroad)
			}
		}
	}
	slash := strings.TrimSuffix(file.FromPath(native).Path(), "/")
	return folder{native: native, slash: slash, name: path.Base(slash)}, nil
}

// folders is a set of workspace folders, immutable. Their names are unique.
type folders []folder

// locate returns the folder that contains a path with slashes and the path
// inside it, which is "" for the folder itself. Of folders inside folders it
// returns the innermost one.
func (fs folders) locate(slash string) (f folder, rel string, ok bool) {
	for _, candidate := range fs {
		rest, inside := strings.CutPrefix(slash, candidate.slash)
		if !inside || rest != "" && rest[0] != '/' || ok && len(candidate.slash) < len(f.slash) {
			continue
		}
		f, rel, ok = candidate, strings.TrimPrefix(rest, "/"), true
	}
	return f, rel, ok
}

// outside returns the reason to leave out a file outside all folders.
func (fs folders) outside() file.Reason {
	if len(fs) == 0 {
		return Outside
	}
	var names []string
	for _, f := range fs {
		names = append(names, f.native)
	}
	return file.Reason(fmt.Sprintf("%s (%s)", Outside, strings.Join(names, ", ")))
}

// display returns File.Path for a path inside a folder, and the folder's name
// for the folder itself.
func (fs folders) display(f folder, rel string) string {
	if len(fs) > 1 || rel == "" {
		return path.Join(f.name, rel)
	}
	return rel
}

// A place is a file or directory: a folder and the path in it with slashes,
// which is "" for the folder itself.
type place struct {
	folder folder
	rel    string
}

func (p place) uri() file.URI { return file.FromPath(p.folder.slash + "/" + p.rel) }

// native returns the path as the system writes it.
func (p place) native() string { return filepath.Join(p.folder.native, filepath.FromSlash(p.rel)) }

func (p place) name() string { return path.Base(p.rel) }

// child returns the place of an entry of a directory.
func (p place) child(name string) place {
	if p.rel != "" {
		name = p.rel + "/" + name
	}
	return place{p.folder, name}
}

// parent returns the directory of a place that is not the folder itself.
func (p place) parent() place {
	dir := path.Dir(p.rel)
	if dir == "." {
		dir = ""
	}
	return place{p.folder, dir}
}

// inRoot returns the name of the place for an os.Root of the folder.
func (p place) inRoot() string {
	if p.rel == "" {
		return "."
	}
	return filepath.FromSlash(p.rel)
}
