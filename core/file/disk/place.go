package disk

import (
	"path"
	"path/filepath"

	"docuquest/core/file"
)

// A place is a file or directory: a folder and the path in it with slashes,
// which is "" for the folder itself.
type place struct {
	folder folder
	rel    string
}

func (p place) uri() file.URI  { return p.folder.uri(p.rel) }
func (p place) native() string { return p.folder.join(p.rel) }
func (p place) name() string   { return path.Base(p.rel) }

// child gives the place of an entry of a directory.
func (p place) child(name string) place {
	if p.rel != "" {
		name = p.rel + "/" + name
	}
	return place{p.folder, name}
}

// parent gives the directory of a place that is not the folder itself.
func (p place) parent() place {
	dir := path.Dir(p.rel)
	if dir == "." {
		dir = ""
	}
	return place{p.folder, dir}
}

// inRoot gives the name of the place for an os.Root of the folder.
func (p place) inRoot() string {
	if p.rel == "" {
		return "."
	}
	return filepath.FromSlash(p.rel)
}
