package graph

import (
	"cmp"
	"path"
	"slices"
	"strings"

	"docuquest/core/code/languages"
)

// places finds the files and folders that imports name.
type places struct {
	files    []source
	stems    map[string][]int    // files by their names without the ending; see stemOf
	folders  map[string][]string // folders with files by the last part of their path
	in       map[string][]int    // files by their folders
	packages map[string]bool     // folders that are packages of Python
	modules  []module            // the longest name first
}

// A module is where the packages of a module of Go are.
type module struct{ name, folder string }

// A target is what an import leads to: files, and the folder that they are all of where it
// names a folder. The zero target is outside of the workspace.
type target struct {
	files  []int
	folder string
	whole  bool // it is a folder
}

func newPlaces(files []source) places {
	p := places{files: files, stems: map[string][]int{}, folders: map[string][]string{}, in: map[string][]int{}, packages: map[string]bool{}}
	for i, f := range files {
		if len(p.in[f.folder]) == 0 {
			last := lastElement(f.folder)
			p.folders[last] = append(p.folders[last], f.folder)
		}
		p.in[f.folder] = append(p.in[f.folder], i)
		stem := stemOf(f.Path)
		p.stems[stem] = append(p.stems[stem], i)
		if withoutEnding(lastElement(f.Path)) == "__init__" {
			p.packages[f.folder] = true
		}
		if name := f.Facts.Module; name != "" {
			p.modules = append(p.modules, module{name, f.folder})
		}
	}
	slices.SortFunc(p.modules, func(a, b module) int {
		return cmp.Or(cmp.Compare(len(b.name), len(a.name)), cmp.Compare(len(a.folder), len(b.folder)))
	})
	return p
}

// importsOf finds what the imports of a file lead to, in their order.
func (p places) importsOf(s source) []target {
	targets := make([]target, len(s.Facts.Imports))
	if s.Imports == "named" {
		return targets
	}
	known := map[Import]target{}
	for i, one := range s.Facts.Imports {
		key := Import{Path: one.Path, Of: one.Of}
		t, ok := known[key]
		switch imported := one.Path; {
		case ok:
		case s.Name == "go":
			t = p.goPackage(s, imported)
		case strings.HasPrefix(imported, "./"), strings.HasPrefix(imported, "../"):
			folder, stem := s.folder, withoutEnding(lastElement(s.Path))
			if s.Name == "rust" && stem != "main" && stem != "lib" && standsFor(s.Path) == "" {
				folder = path.Join(folder, stem) // of the modules of a file that is not the top of the program
			}
			t = p.exactly(s, path.Join(folder, imported))
		default:
			if s.Name == "python" {
				t = p.pythonModule(s, one)
			}
			if t.files == nil {
				t = p.ending(s, imported)
			}
			if t.files == nil && one.Of != "" && path.Base(imported) == one.Of {
				t = p.ending(s, folderOf(imported)) // what it is a part of
			}
		}
		known[key], targets[i] = t, t
	}
	return targets
}

// pythonModule is what an import without a dot in front leads to where Python itself would
// search: beside the file, then in the folders above it and below "src" there, for packages
// first and then for loose files. None of these folders is a package, whose modules are
// imported by its name.
func (p places) pythonModule(s source, one Import) target {
	top, _, _ := strings.Cut(one.Path, "/")
	var packages, loose []string
	for folder, isTop := s.folder, false; !isTop; folder = folderOf(folder) {
		isTop = folder == ""
		for _, root := range [...]string{folder, path.Join(folder, "src")} {
			switch {
			case p.packages[root]:
			case root == s.folder || p.packages[path.Join(root, top)]:
				packages = append(packages, root)
			default:
				loose = append(loose, root)
			}
		}
	}
	for _, root := range append(packages, loose...) {
		t := p.exactly(s, path.Join(root, one.Path))
		// A folder that is no package is imported for a file in it.
		isMeant := !t.whole || one.Of != "" && !p.exactly(s, path.Join(root, one.Path, one.Of)).whole
		if t.files != nil && t.files[0] != s.index && isMeant {
			return t
		}
	}
	return target{}
}

// goPackage is the folder of a package: below that of its module or vendored there and,
// where no module of the workspace has it, the one whose path the import ends with.
func (p places) goPackage(s source, imported string) target {
	for _, m := range p.modules {
		below, ok := strings.CutPrefix(imported, m.name)
		switch {
		case ok && (below == "" || below[0] == '/'):
		case m.name == "std" && !strings.Contains(strings.SplitN(imported, "/", 2)[0], "."):
			below = imported
		default:
			continue
		}
		if t := p.folder(strings.Trim(m.folder+"/"+strings.TrimPrefix(below, "/"), "/"), s.family); t.files != nil {
			return t
		}
	}
	for _, m := range p.modules {
		if t := p.folder(path.Join(m.folder, "vendor", imported), s.family); t.files != nil && isBelow(s.folder, m.folder) {
			return t
		}
	}
	if len(p.modules) > 0 {
		return target{}
	}
	best := ""
	for _, folder := range p.folders[path.Base(imported)] {
		if (folder == imported || strings.HasSuffix(imported, "/"+folder) || strings.HasSuffix(folder, "/"+imported)) && len(best) < len(folder) {
			best = folder
		}
	}
	if best == "" {
		return target{}
	}
	return p.folder(best, s.family)
}

// folder is a folder as a whole, with its files of a family of languages.
func (p places) folder(folder, family string) target {
	if folder == "." {
		folder = ""
	}
	t := target{folder: folder, whole: true}
	for _, i := range p.in[folder] {
		if p.files[i].family == family {
			t.files = append(t.files, i)
		}
	}
	return t
}

// exactly is the file of a path, whose ending may be left out, or the file that stands for
// the folder there, or the folder.
func (p places) exactly(s source, at string) target {
	if at == "." {
		at = ""
	}
	for _, i := range p.stems[stemOf(at)] {
		f := p.files[i]
		if f.family == s.family && (f.Path == at || withoutEnding(f.Path) == at || withoutEnding(f.Path) == withoutEnding(at) || standsFor(f.Path) == at) {
			return target{files: []int{i}, folder: f.folder}
		}
	}
	return p.folder(at, s.family)
}

// ending is the file or the folder whose path ends with that of an import, the nearest to
// the file that imports. A path that the import ends with is as good, if it has two parts.
func (p places) ending(s source, imported string) target {
	if imported == "" {
		return target{}
	}
	isPython := s.Name == "python"
	best, bestRank := target{}, 0
	take := func(t target, name string) {
		shared := 0 // parts at the ends of both
		for a, b := name, imported; a != "" && b != "" && lastElement(withoutEnding(a)) == lastElement(withoutEnding(b)); shared++ {
			a, b = folderOf(a), folderOf(b)
		}
		if shared < parts(imported) && (shared < parts(name) || shared < 2) {
			return
		}
		above, as, bs := 0, strings.Split(t.folder, "/"), strings.Split(s.folder, "/") // parts at the beginnings of both folders
		for above < len(as) && above < len(bs) && as[above] == bs[above] {
			above++
		}
		rank := shared<<17 + above + 1
		if isPython {
			for range shared - 1 {
				name = folderOf(name)
			}
			switch {
			case p.packages[folderOf(name)]:
				return
			case p.packages[name]:
				rank += 1 << 16
			}
		}
		if bestRank < rank {
			best, bestRank = t, rank
		}
	}
	for _, i := range p.stems[stemOf(imported)] {
		if f := p.files[i]; f.family == s.family && i != s.index {
			take(target{files: []int{i}, folder: f.folder}, cmp.Or(standsFor(f.Path), withoutEnding(f.Path)))
		}
	}
	if bestRank > 0 || isPython && parts(imported) == 1 {
		return best
	}
	for _, folder := range p.folders[path.Base(imported)] {
		if t := p.folder(folder, s.family); t.files != nil {
			take(t, folder)
		}
	}
	return best
}

// standsFor is the folder that a file stands for where that is imported, "" for other
// files.
func standsFor(name string) string {
	switch withoutEnding(lastElement(name)) {
	case "index", "__init__", "mod", "init":
		return folderOf(name)
	}
	return ""
}

// stemOf is the name of a file without its ending; of one that stands for its folder it is
// that of the folder.
func stemOf(name string) string {
	if folder := standsFor(name); folder != "" {
		return lastElement(folder)
	}
	return withoutEnding(lastElement(name))
}

// withoutEnding removes the ending of a program's file: other dots in names are no endings.
func withoutEnding(name string) string {
	ending := path.Ext(name)
	if !endings[ending] {
		return name
	}
	return strings.TrimSuffix(strings.TrimSuffix(name, ending), ".d")
}

// endings are those of programs. Style sheets and queries keep theirs, so that "a.css" is not
// taken for a module a.
var endings = func() map[string]bool {
	all := map[string]bool{}
	for _, l := range languages.All() {
		switch l.Name {
		case "css", "less", "scss", "sql":
			continue
		}
		for _, ending := range l.Files {
			all[ending] = l.IsProgram && ending[0] == '.'
		}
	}
	return all
}()

func parts(name string) int { return strings.Count(name, "/") + 1 }

// folderOf is the folder of a path, "" at the top.
func folderOf(name string) string { return name[:max(0, strings.LastIndexByte(name, '/'))] }

func lastElement(name string) string { return name[strings.LastIndexByte(name, '/')+1:] }

// isBelow reports whether a folder is another one or is in it.
func isBelow(folder, top string) bool {
	return top == "" || folder == top || strings.HasPrefix(folder, top+"/")
}
