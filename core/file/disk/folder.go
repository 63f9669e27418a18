package disk

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"runtime"
	"slices"
	"strings"

	"docuquest/core/file"
)

// A folder is a workspace folder. It is immutable.
type folder struct {
	native string // absolute path as the system writes it, clean
	slash  string // the same as URI.Path gives it, without a slash at its end
	name   string // stands in front of paths when there are several folders
}

// errTooBroad is what opening a folder gives that is no project.
var errTooBroad = errors.New("this is not a project folder: open a folder inside it")

// checkFolder makes sure that a path may be a workspace folder.
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
	if !o.AnyFolder && tooBroad(native, info) {
		return folder{}, fmt.Errorf("folder %q: %w", name, errTooBroad)
	}
	slash := strings.TrimSuffix(file.FromPath(native).Path(), "/")
	return folder{native: native, slash: slash, name: path.Base(slash)}, nil
}

// tooBroad says whether a folder is the root of a disk or the user's home, by
// whatever name.
func tooBroad(native string, info fs.FileInfo) bool {
	broad := []string{filepath.VolumeName(native) + string(filepath.Separator)}
	if home, err := os.UserHomeDir(); err == nil {
		broad = append(broad, home)
	}
	for _, name := range broad {
		if other, err := os.Stat(name); err == nil && os.SameFile(info, other) {
			return true
		}
	}
	return false
}

// folders is a set of workspace folders, immutable.
type folders []folder

// with gives the set with one folder more, in which every name is unique. A
// folder that is there already changes nothing.
func (fs folders) with(f folder) folders {
	if slices.ContainsFunc(fs, func(g folder) bool { return g.slash == f.slash }) {
		return fs
	}
	base := f.name
	for n := 2; slices.ContainsFunc(fs, func(g folder) bool { return g.name == f.name }); n++ {
		f.name = fmt.Sprintf("%s~%d", base, n)
	}
	return append(slices.Clone(fs), f)
}

// without gives the set without the folder of that path.
func (fs folders) without(slash string) folders {
	return slices.DeleteFunc(slices.Clone(fs), func(f folder) bool { return f.slash == slash })
}

// locate finds the folder that a path with slashes lies in and its path there,
// which is "" for the folder itself. With folders inside folders it is the
// innermost one.
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

// outside is the reason to leave out a file that lies in none of the folders.
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

// display gives File.Path for a path inside a folder, and the folder's name for
// the folder itself.
func (fs folders) display(f folder, rel string) string {
	if len(fs) > 1 || rel == "" {
		return path.Join(f.name, rel)
	}
	return rel
}

// uri gives the URI of a path inside the folder.
func (f folder) uri(rel string) file.URI { return file.FromPath(f.slash + "/" + rel) }

// join gives the path of the system for a path inside the folder.
func (f folder) join(rel string) string {
	return filepath.Join(f.native, filepath.FromSlash(rel))
}

// nativePath gives the path of the system for a path of a URI.
func nativePath(slash string) string {
	if runtime.GOOS != "windows" && !strings.HasPrefix(slash, "/") {
		slash = "/" + slash // A folder at the root that is named as a drive is.
	}
	return filepath.FromSlash(slash)
}
