package disk

import (
	"errors"
	"io/fs"
	"slices"

	"docuquest/core/file"
)

// findings are what dirty paths turned out to be.
type findings struct {
	trees map[place]bool
	files map[place][]string // names by directory
	// missing are trees that were there.
	missing []file.URI
	// moved are paths of directories that had a watch and are not what they
	// were.
	moved map[string]bool
}

// examine looks what is at each dirty path now.
func (s *session) examine(w *walk, paths map[string]cause) findings {
	found := findings{trees: map[place]bool{}, files: map[place][]string{}, moved: map[string]bool{}}
	for native, c := range paths {
		folder, rel, ok := w.folders.locate(file.FromPath(native).Path())
		if !ok {
			continue
		}
		s.examineOne(w, place{folder, rel}, c, &found)
	}
	return found
}

func (s *session) examineOne(w *walk, at place, c cause, found *findings) {
	_, wasWatched := s.watched[at.native()]
	kind, err := w.kindOf(at)
	isDir := err == nil && kind.IsDir()
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

// kindOf gives the type of what is at a place, without following links.
func (b *rulebook) kindOf(at place) (fs.FileMode, error) {
	root, err := b.root(at.folder)
	if err != nil {
		return 0, err
	}
	info, err := root.Lstat(at.inRoot())
	if err != nil {
		return 0, err
	}
	return info.Mode().Type(), nil
}

// start lets a walk look at what was found, at nothing twice.
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

// insideTree says whether a place is one of the trees or lies in one.
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
