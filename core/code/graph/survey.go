package graph

import (
	"cmp"
	"fmt"
	"io/fs"
	"slices"
	"strings"
)

// A Survey is what a folder of a workspace consists of, and who in it depends on whom.
// Whoever asked for it owns it.
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

// A Need is another room that one cannot be without.
type Need struct {
	Room       int // in the rooms of the survey
	References int // calls and mentions of it, and imports
}

// An Outside is a folder outside of the one that was asked for.
type Outside struct {
	Folder     string
	References int
	Entry      File // the one to begin with; without facts where there are tests alone
}

const (
	mostRanked  = 5
	mostOutside = 12
)

// Survey looks at a folder, "" for all. What tests call and import does not count. The
// error says that the folder holds no program.
func (g *Graph) Survey(folder string) (*Survey, error) {
	folder = strings.Trim(folder, "/")
	v := surveying{Graph: g, Survey: &Survey{Folder: folder}, roomOf: make([]int, len(g.files))}
	v.part(v.divide())
	if v.Size.Files == 0 {
		return nil, fmt.Errorf("there is no program in the folder %q: %w", folder, fs.ErrNotExist)
	}
	v.needs()
	for i, files := range v.filesOfRooms() {
		v.rank(&v.Rooms[i], files)
	}
	return v.Survey, nil
}

// A surveying is one look at a folder.
type surveying struct {
	*Graph
	*Survey
	roomOf []int // of each file; noRoom for those outside
}

const noRoom = -1

func sizeOf(s source) Size {
	size := Size{Files: 1, Lines: s.Facts.Lines, Definitions: len(s.Facts.Definitions) - 1}
	if s.test {
		size.Tests = 1
	}
	return size
}

func (s *Size) add(other Size) {
	s.Files += other.Files
	s.Lines += other.Lines
	s.Definitions += other.Definitions
	s.Tests += other.Tests
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
		if s := &v.files[i]; !s.test {
			v.references(s, func(to *source) { count(s, to) })
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

// references gives the file that each import of a file leads to, if it leads to one room,
// and each of its references that is sure.
func (v *surveying) references(s *source, to func(*source)) {
	for _, t := range v.imports[s.index] {
		if len(t.files) > 0 && (v.roomOf[s.index] == noRoom || v.inOneRoom(t.files)) {
			to(&v.files[t.files[0]])
		}
	}
	for id := v.first[s.index]; id < v.first[s.index+1]; id++ {
		for _, l := range v.callees.from(id) {
			if l.among == 1 && l.flags&isGuess == 0 {
				to(v.fileOf(l.to))
			}
		}
	}
}

// inOneRoom says whether files are. The import of a folder whose files are rooms says
// nothing of any of them.
func (v *surveying) inOneRoom(files []int) bool {
	return !slices.ContainsFunc(files, func(i int) bool { return v.roomOf[i] != v.roomOf[files[0]] })
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

// filesOfRooms are the numbers of the files of each room.
func (v *surveying) filesOfRooms() [][]int {
	all := make([][]int, len(v.Rooms))
	for i, room := range v.roomOf {
		if room != noRoom {
			all[room] = append(all[room], i)
		}
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
			v.rankOne(r, id)
		}
	}
	for _, list := range []*[]Ranked{&r.Types, &r.Functions} {
		slices.SortFunc(*list, func(a, b Ranked) int {
			return cmp.Or(cmp.Compare(b.Callers, a.Callers), cmp.Compare(a.ID, b.ID))
		})
		*list = slices.Clone((*list)[:min(mostRanked, len(*list))])
	}
}

// entry is the file to begin with of some, the zero File where all are tests.
func (v *surveying) entry(files []int) File {
	best := -1
	for _, i := range files {
		s := &v.files[i]
		if !s.test && s.Facts.Module == "" && (best < 0 || isBetterEntry(s, &v.files[best])) {
			best = i
		}
	}
	if best < 0 {
		return File{}
	}
	return v.files[best].File
}

func (v *surveying) rankOne(r *Room, id ID) {
	n := 0
	for _, l := range v.callers.from(id) {
		if l.among == 1 && l.to != id && !v.fileOf(l.to).test {
			n++
		}
	}
	if n == 0 {
		return
	}
	switch kind := v.definition(id).Kind; {
	case kind.IsType():
		r.Types = append(r.Types, Ranked{id, n})
	case kind.IsFunction():
		r.Functions = append(r.Functions, Ranked{id, n})
	}
}

// isBetterEntry says whether one file is a better beginning than another one of its room:
// one higher up, one that tells what the folder is for, or the longest.
func isBetterEntry(a, b *source) bool {
	return cmp.Or(
		cmp.Compare(parts(a.Path), parts(b.Path)),
		cmp.Compare(entryRank(a), entryRank(b)),
		cmp.Compare(b.Facts.Lines, a.Facts.Lines),
		cmp.Compare(a.Path, b.Path),
	) < 0
}

// entryRank orders files by what their names say, and in Go by whose comment is that of the
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
