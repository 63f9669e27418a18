package graph

import "strings"

// A Dependence is one import of a file.
type Dependence struct {
	By   File
	Said string // what is imported, as Import.Path has it
	// To are the files that it leads to, none where that is outside of the workspace, and
	// Folder is the folder that they are all of where it names that as a whole.
	To     []File
	Folder string
	Whole  bool
}

// Dependences are the imports of a file, or of those that lie right in a folder, by its
// path, and the imports of other files that lead there; each that is said several times in
// a file once, in the order of the paths. It is false where nothing of the graph is there.
func (g *Graph) Dependences(path string) (from, to []Dependence, ok bool) {
	path = strings.Trim(path, "/")
	asked := map[int]bool{}
	for i, s := range g.files {
		if s.Facts.Module == "" && (s.Path == path || s.folder == path) {
			asked[i] = true
		}
	}
	for i, s := range g.files {
		said := map[string]bool{}
		for at, one := range s.Facts.Imports {
			t := g.imports[i][at]
			if said[one.Path] || !asked[i] && !t.leadsTo(asked) {
				continue
			}
			said[one.Path] = true
			switch d := g.dependence(s, one, t); {
			case !asked[i]:
				to = append(to, d)
			case !t.leadsTo(asked):
				from = append(from, d)
			}
		}
	}
	return from, to, len(asked) > 0
}

// leadsTo says whether a target has one of some files.
func (t target) leadsTo(files map[int]bool) bool {
	for _, i := range t.files {
		if files[i] {
			return true
		}
	}
	return false
}

func (g *Graph) dependence(s source, one Import, t target) Dependence {
	d := Dependence{By: s.File, Said: one.Path, Folder: t.folder, Whole: t.whole}
	for _, i := range t.files {
		d.To = append(d.To, g.files[i].File)
	}
	return d
}
