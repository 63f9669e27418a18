package agent

import (
	"path"
	"slices"

	"docuquest/core/search/question"
)

// Paths are the paths of the indexed files, in order, as answers and filters call
// them. The caller owns the slice.
func (a *Agent) Paths() []string {
	var paths []string
	for e := range a.library.Snapshot().All {
		paths = append(paths, e.Path)
	}
	slices.Sort(paths)
	return slices.Compact(paths)
}

// FileTypes are what a filter such as type:code may name: the families of types, and
// the extensions of some paths, in order. The caller owns the slice.
func FileTypes(paths []string) []string {
	types := question.Families()
	for _, p := range paths {
		if extension := path.Ext(p); len(extension) > 1 && extension != path.Base(p) {
			types = append(types, extension[1:])
		}
	}
	slices.Sort(types)
	return slices.Compact(types)
}
