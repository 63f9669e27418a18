package disk

import (
	"errors"
	"io/fs"
	"slices"

	"docuquest/core/file"
)

// findings are what is at the dirty paths.
type findings struct {
	trees map[place]bool
	files map[place][]string // names by directory
	// missing are trees that existed before.
	missing []file.URI
	// moved are paths of directories that had a watch and are now something
	// else.
	moved map[string]bool
}

// examine finds out what is at each dirty path now.
func (s *session) examine(w *walk, paths map[string]cause) findings {
	found := findings{trees: map[place]bool{}, files: map[place][]string{}, moved: map[string]bool{}}
	for native, c := range paths {
		folder, rel, ok := w.folders.locate(file.FromPath(native).Path())
		if !ok {
			continue
		}
		at := place{folder, rel}
		var info fs.FileInfo
		root, err := w.root(folder)
		if err == nil {
			info, err = root.Lstat(at.inRoot())
		}
		isDir := err == nil && info.IsDir()
		_, wasWatched := s.watched[at.native()]
		if wasWatched && (!isDir || c&created != 0) {
			found.moved[at.native()] = true
		}
		switch {
		case isDir && wasWatched && c&(created|touched) == 0:
			// Its entries have events of their own.
		case isDir || at.rel == "":
			found.trees[at] = true
		case at.name() == gitIgnoreName || at.name() == ownIgnoreName:
			found.trees[at.parent()] = true
		default:
			found.files[at.parent()] = append(found.files[at.parent()], at.name())
			if wasWatched || c&touched != 0 && errors.Is(err, fs.ErrNotExist) {
				found.missing = append(found.missing, at.uri())
			}
		}
	}
	return found
}

// start adds what was found to a walk, nothing twice.
func (f *findings) start(w *walk) {
	for at := range f.trees {
		if at.rel == "" || !f.insideTree(at.parent()) {
			w.startTree(at)
		}
	}
	for at, names := range f.files {
		if !f.insideTree(at) {
			slices.Sort(names)
			w.startFiles(at, slices.Compact(names))
		}
	}
	for _, u := range f.missing {
		w.scope.addTree(u)
	}
}

// insideTree reports whether a place is one of the trees or lies in one.
func (f *findings) insideTree(at place) bool {
	for ; ; at = at.parent() {
		if f.trees[at] {
			return true
		}
		if at.rel == "" {
			return false
		}
	}
}
