package graph

import (
	"cmp"
	"fmt"
	"io/fs"
	"slices"
	"strings"

	"docuquest/core/document"
	"docuquest/core/language/text"
)

// A Survey is what a folder of a workspace consists of, and who in it depends on whom.
// The caller owns it.
type Survey struct {
	Folder string // "" for the whole workspace
	Size
	Rooms []Room // by their paths
	// Needs and NeededBy are folders outside of this one, the strongest first.
	Needs, NeededBy []Outside
}

// A Size is how much of a program there is.
type Size struct {
	Files, Lines, Definitions int
	Tests                     int // of the files
}

// A Room is a folder with all below it but what is a room itself, or one file.
type Room struct {
	Path   string
	IsFile bool
	Size
	Entry     File     // the one to begin with; without facts where all files are tests
	Types     []Ranked // those that most is written with, at most mostRanked
	Functions []Ranked // those that most calls, at most mostRanked
	Needs     []Need   // other rooms, the strongest first
	NeededBy  int      // how many rooms need it
}

// A Ranked definition is one with the number of definitions that call or mention it, those
// of tests left out.
type Ranked struct {
	ID      ID
	Callers int
}

// A Need is another room that one depends on.
type Need struct {
	Room       int // in the rooms of the survey
	References int // calls and mentions of it, and imports
}

// An Outside is a folder outside of the one that is surveyed.
type Outside struct {
	Folder     string
	References int
	Entry      File // the one to begin with; without facts where all files are tests
}

const (
	mostRanked  = 5
	mostOutside = 12

	mostFileRooms   = 120 // how many files of a folder are rooms in its place, the largest of them
	fewestFileRooms = 4   // fewer are worth no more than the folder, unless they are all its files
)

// Survey surveys a folder, "" for all. What tests call and import does not count. The
// error reports a folder without a program.
func (g *Graph) Survey(folder string) (*Survey, error) {
	v := surveying{Graph: g, Survey: &Survey{Folder: strings.Trim(folder, "/")}, roomOf: make([]int, len(g.files))}
	files := v.divide()
	if v.Size.Files == 0 {
		return nil, fmt.Errorf("there is no program in the folder %q: %w", v.Folder, fs.ErrNotExist)
	}
	v.needs()
	for i, files := range files {
		v.rank(&v.Rooms[i], files)
	}
	return v.Survey, nil
}

// A surveying is one survey of a folder.
type surveying struct {
	*Graph
	*Survey
	roomOf []int // of each file; noRoom for those outside
}

const noRoom = -1

func (s *Size) add(f source) {
	s.Files++
	s.Lines += f.Facts.Lines
	s.Definitions += len(f.Facts.Definitions) - 1
	if f.test {
		s.Tests++
	}
}

// divide makes the rooms, and returns the files of each: the folders in the surveyed one and, in
// place of one that is most of its code, those in that, and so on. One that is most of it by the
// files right in it gives way to its files.
func (v *surveying) divide() [][]int {
	var files []int
	for i, s := range v.files {
		v.roomOf[i] = noRoom
		if isBelow(s.folder, v.Folder) && s.Facts.Module == "" {
			files = append(files, i)
			v.Size.add(s)
		}
	}
	// All files are most of a program in any case, even where they are empty.
	isMost := func(part Size) bool { return 2*part.Lines > v.Lines || part.Files == v.Files }
	open := v.Folder // the innermost folder that gave way; all around it did too
	inOpen := slices.Clone(files)
	for found := true; found; {
		sizes := map[string]*Size{} // of the folders right in it
		for _, i := range inOpen {
			if s := v.files[i]; s.folder != open {
				name := nextFolder(s.folder, open)
				if sizes[name] == nil {
					sizes[name] = &Size{}
				}
				sizes[name].add(s)
			}
		}
		found = false
		for name, size := range sizes {
			if isMost(*size) {
				open, found = name, true
				break
			}
		}
		inOpen = slices.DeleteFunc(inOpen, func(i int) bool { return found && !isBelow(v.files[i].folder, open) })
	}
	inOpen = slices.DeleteFunc(inOpen, func(i int) bool { return v.files[i].folder != open })
	byFile := map[int]bool{} // the files right in it that are rooms
	var size Size
	for _, i := range inOpen {
		size.add(v.files[i])
	}
	if isMost(size) && (len(inOpen) >= fewestFileRooms || len(inOpen) == v.Files) {
		slices.SortStableFunc(inOpen, func(a, b int) int { return cmp.Compare(v.files[b].Facts.Lines, v.files[a].Facts.Lines) })
		for _, i := range inOpen[:min(len(inOpen), mostFileRooms)] {
			byFile[i] = true
		}
	}
	rooms := map[string]*Room{}
	nameOf := func(i int) string {
		s := v.files[i]
		switch {
		case byFile[i]:
			return s.Path
		case isBelow(open, s.folder):
			return s.folder
		}
		name := v.Folder
		for isBelow(open, name) {
			name = nextFolder(s.folder, name)
		}
		return name
	}
	for _, i := range files {
		name := nameOf(i)
		if rooms[name] == nil {
			rooms[name] = &Room{Path: name, IsFile: name == v.files[i].Path}
		}
		rooms[name].add(v.files[i])
	}
	number := map[string]int{}
	for _, r := range rooms {
		v.Rooms = append(v.Rooms, *r)
	}
	slices.SortFunc(v.Rooms, func(a, b Room) int { return cmp.Compare(a.Path, b.Path) })
	for i, r := range v.Rooms {
		number[r.Path] = i
	}
	filesOf := make([][]int, len(v.Rooms))
	for _, i := range files {
		room := number[nameOf(i)]
		v.roomOf[i] = room
		filesOf[room] = append(filesOf[room], i)
	}
	return filesOf
}

// nextFolder is the folder right in another one that a path below that leads through.
func nextFolder(below, folder string) string {
	at := 0
	if folder != "" {
		at = len(folder) + 1
	}
	if next := strings.IndexByte(below[at:], '/'); next >= 0 {
		return below[:at+next]
	}
	return below
}

// A flow is how much one room refers to another one.
type flow struct{ from, to int }

// needs finds out which rooms need which, and what is needed from outside.
func (v *surveying) needs() {
	flows := map[flow]int{}
	out, in := map[string]int{}, map[string]int{}
	count := func(from, to *source) {
		a, b := v.roomOf[from.index], v.roomOf[to.index]
		switch {
		case a == b:
		case a == noRoom:
			in[from.folder]++
		case b == noRoom:
			out[to.folder]++
		default:
			flows[flow{a, b}]++
		}
	}
	for i := range v.files {
		s := &v.files[i]
		if s.test {
			continue
		}
		for _, t := range v.imports[i] {
			// The import of a folder whose files are rooms is of none of them.
			inOneRoom := !slices.ContainsFunc(t.files, func(f int) bool { return v.roomOf[f] != v.roomOf[t.files[0]] })
			if len(t.files) > 0 && (v.roomOf[i] == noRoom || inOneRoom) {
				count(s, &v.files[t.files[0]])
			}
		}
		for id := v.first[i]; id < v.first[i+1]; id++ {
			for _, l := range v.callees.from(id) {
				if l.among == 1 && l.flags&isGuess == 0 {
					count(s, v.fileOf(l.to))
				}
			}
		}
	}
	for f, n := range flows {
		v.Rooms[f.from].Needs = append(v.Rooms[f.from].Needs, Need{f.to, n})
		v.Rooms[f.to].NeededBy++
	}
	for _, r := range v.Rooms {
		slices.SortFunc(r.Needs, func(a, b Need) int {
			return cmp.Or(cmp.Compare(b.References, a.References), cmp.Compare(a.Room, b.Room))
		})
	}
	v.Survey.Needs, v.NeededBy = v.strongest(out), v.strongest(in)
}

func (v *surveying) strongest(counts map[string]int) []Outside {
	var all []Outside
	for folder, n := range counts {
		all = append(all, Outside{Folder: folder, References: n})
	}
	slices.SortFunc(all, func(a, b Outside) int {
		return cmp.Or(cmp.Compare(b.References, a.References), cmp.Compare(a.Folder, b.Folder))
	})
	all = all[:min(len(all), mostOutside)]
	for i := range all {
		all[i].Entry = v.entry(v.places.in[all[i].Folder])
	}
	return all
}

// rank finds the main definitions of a room, and the file to begin with.
func (v *surveying) rank(r *Room, files []int) {
	r.Entry = v.entry(files)
	for _, i := range files {
		if v.files[i].test {
			continue
		}
		for id := v.first[i] + 1; id < v.first[i+1]; id++ {
			n := 0
			for _, l := range v.callers.from(id) {
				if l.among == 1 && l.to != id && !v.fileOf(l.to).test {
					n++
				}
			}
			switch kind := v.definition(id).Kind; {
			case n == 0:
			case kind.IsType():
				r.Types = append(r.Types, Ranked{id, n})
			case kind.IsFunction():
				r.Functions = append(r.Functions, Ranked{id, n})
			}
		}
	}
	for _, list := range []*[]Ranked{&r.Types, &r.Functions} {
		slices.SortFunc(*list, func(a, b Ranked) int {
			return cmp.Or(cmp.Compare(b.Callers, a.Callers), cmp.Compare(a.ID, b.ID))
		})
		*list = slices.Clone((*list)[:min(mostRanked, len(*list))])
	}
}

// entry is the file to begin with of some, the zero File where all are tests: one higher up, one
// that describes the folder, or the longest.
func (v *surveying) entry(files []int) File {
	best := -1
	for _, i := range files {
		s := &v.files[i]
		if s.test || s.Facts.Module != "" {
			continue
		}
		isBetter := best < 0
		if !isBetter {
			was := &v.files[best]
			isBetter = cmp.Or(
				cmp.Compare(parts(s.Path), parts(was.Path)), cmp.Compare(entryRank(s), entryRank(was)),
				cmp.Compare(was.Facts.Lines, s.Facts.Lines), cmp.Compare(s.Path, was.Path),
			) < 0
		}
		if isBetter {
			best = i
		}
	}
	if best < 0 {
		return File{}
	}
	return v.files[best].File
}

// entryRank orders files by their names, and in Go by whose comment is that of the
// package.
func entryRank(s *source) int {
	stem := withoutEnding(lastElement(s.Path))
	opening := s.Facts.Opening
	switch {
	case strings.HasPrefix(opening, "Package "+lastElement(s.folder)+" "), strings.HasPrefix(opening, "Command "):
		return 0
	case strings.HasPrefix(opening, "Package "), standsFor(s.Path) != "" && s.Facts.Language != "go", stem == "lib", stem == "package-info":
		return 1
	case stem == "main", stem == lastElement(s.folder), stem == "doc":
		return 2
	}
	return 3
}

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

// Dependences are the imports of a file, or of the files right in a folder, by its
// path, and the imports of other files that lead there; each that a file has several times
// once, in the order of the paths. It is false where nothing of the graph is there.
func (g *Graph) Dependences(path string) (from, to []Dependence, ok bool) {
	path = strings.Trim(path, "/")
	wanted := map[int]bool{}
	for i, s := range g.files {
		if s.Facts.Module == "" && (s.Path == path || s.folder == path) {
			wanted[i] = true
		}
	}
	leads := func(t target) bool { return slices.ContainsFunc(t.files, func(f int) bool { return wanted[f] }) }
	from = g.dependences(func(s source, _ Import, t target) bool { return wanted[s.index] && !leads(t) })
	to = g.dependences(func(s source, _ Import, t target) bool { return !wanted[s.index] && leads(t) })
	return from, to, len(wanted) > 0
}

// Importing are the imports of something by its name or its path: of a folder, a file, what is
// defined in one, or a library; each file once.
func (g *Graph) Importing(name string) []Dependence {
	return g.dependences(func(s source, one Import, t target) bool {
		leads := t.whole && isAt(t.folder, name) || slices.ContainsFunc(t.files, func(f int) bool {
			return !t.whole && (isAt(g.files[f].Path, name) || isAt(withoutEnding(g.files[f].Path), name))
		})
		return leads || one.Of == name || isAt(one.Path, name) || isAt(strings.TrimLeft(one.Path, "./"), name)
	})
}

// ImportedBy are the imports of a file, or of the files right in a folder, by its name or path.
func (g *Graph) ImportedBy(name string) []Dependence {
	return g.dependences(func(s source, _ Import, _ target) bool {
		return isAt(s.Path, name) || isAt(withoutEnding(s.Path), name) || isAt(s.folder, name)
	})
}

// dependences are the imports that are wanted, each that a file has several times once.
func (g *Graph) dependences(wanted func(source, Import, target) bool) []Dependence {
	var all []Dependence
	for i, s := range g.files {
		known := map[string]bool{}
		for at, one := range s.Facts.Imports {
			t := g.imports[i][at]
			if known[one.Path] || !wanted(s, one, t) {
				continue
			}
			known[one.Path] = true
			d := Dependence{By: s.File, Said: one.Path, Folder: t.folder, Whole: t.whole}
			for _, f := range t.files {
				d.To = append(d.To, g.files[f].File)
			}
			all = append(all, d)
		}
	}
	return all
}

// isAt reports whether a path is that of a name, or ends with it. The parts of a name may have
// dots or colons between them.
func isAt(path, name string) bool {
	name = strings.Trim(name, "./")
	for _, as := range []string{name, strings.NewReplacer("::", "/", ".", "/").Replace(name)} {
		if as != "" && (path == as || strings.HasSuffix(path, "/"+as)) {
			return true
		}
	}
	return false
}

// ImportSpan returns the line of a program that imports something, which it says with slashes
// between its parts; empty where no line does.
func ImportSpan(d *document.Document, said string) text.Span {
	dialect := dialectOf(d.Language)
	last := lastElement(strings.Trim(said, "./"))
	start := 0
	for line := range strings.Lines(d.Text) {
		span := text.Span{Start: start, End: start + len(line)}.Trim(d.Text)
		start += len(line)
		first, _, _ := strings.Cut(strings.TrimLeft(line, " \t#"), " ")
		isImport := slices.Contains(dialect.ImportWords, strings.TrimRight(first, "(\r\n")) || dialect.Imports == "include" && strings.HasPrefix(first, "include")
		isListed := dialect.Imports == "go" && strings.HasSuffix(span.Of(d.Text), said+`"`)
		if at := strings.Index(line, last); at >= 0 && (isImport && !isNameByte((line + " ")[at+len(last)]) || isListed) {
			return span
		}
	}
	return text.Span{}
}
