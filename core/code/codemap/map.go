package codemap

import (
	"fmt"
	"path"
	"strings"

	"docuquest/core/agent/view"
	"docuquest/core/answer/render"
	"docuquest/core/answer/replies"
	"docuquest/core/code/graph"
	"docuquest/core/file"
)

// A Map is an overview of a code base, made without a question: its rooms, which are its
// folders, and who of them depends on whom. What a name means is found as package graph
// does, by what can be seen without checking types. What tests call and import is not
// counted.
type Map struct {
	Folder string `json:"folder"` // as paths begin, "" for the whole workspace
	MapSize
	ByFile bool      `json:"byFile,omitempty"` // all rooms are files, as where the folder has no other
	Rooms  []MapRoom `json:"rooms"`            // by their paths
	// Needs and NeededBy are the folders outside of this one that it depends on and that
	// depend on it, the strongest first, at most twelve.
	Needs    []MapNeed `json:"needs"`
	NeededBy []MapNeed `json:"neededBy"`
	// Circles are rooms that depend on one another, by their paths.
	Circles [][]string `json:"circles"`
	// Unclear is how many calls of the whole workspace are counted nowhere, since each may
	// mean more than eight definitions.
	Unclear int `json:"unclear"`
	// LeftOut are programs of the folder that were found and not read since they are too
	// large.
	LeftOut []replies.SkippedFile `json:"leftOut,omitempty"`
	// Drawing is a graph of the largest rooms, for Mermaid; "" where there is nothing to
	// draw.
	Drawing string `json:"drawing"`

	implied, weak, hidden int // as in graph.Drawing
}

// A MapSize is how much of a program there is.
type MapSize struct {
	Files       int `json:"files"`
	Tests       int `json:"tests"` // of the files
	Lines       int `json:"lines"`
	Definitions int `json:"definitions"` // functions and types
}

// A MapRoom is a folder with all below it that is no room itself, or one file, as where a
// folder is most of the code by what lies right in it.
type MapRoom struct {
	Path   string `json:"path"`
	IsFile bool   `json:"isFile,omitempty"`
	MapSize
	Entry     *MapPlace       `json:"entry,omitempty"` // the file to begin with; nil where there are tests alone
	About     string          `json:"about,omitempty"` // the first sentence of its comment
	Types     []MapDefinition `json:"types"`           // the main ones, the most used first
	Functions []MapDefinition `json:"functions"`
	Needs     []MapNeed       `json:"needs"` // other rooms, the strongest first
	NeededBy  int             `json:"neededBy"`
}

// A MapPlace is a line of a file, from 0.
type MapPlace struct {
	URI  file.URI `json:"uri"`
	Path string   `json:"path"`
	Line int      `json:"line"`
}

// A MapDefinition is a definition with the number of others that call or mention it.
type MapDefinition struct {
	Name string `json:"name"`
	Kind string `json:"kind"`
	MapPlace
	Callers int `json:"callers"`
}

// A MapNeed is a room that is needed, or that needs, with how many calls, mentions and
// imports say so.
type MapNeed struct {
	Room       string `json:"room"`
	References int    `json:"references"`
	// Entry is the file to begin with in a folder outside of the map; nil for a room of the
	// map, which says so itself, and where there are tests alone.
	Entry *MapPlace `json:"entry,omitempty"`
}

// Map draws a folder of the code base, "" for all of it, by its path with slashes. The
// error is fs.ErrNotExist where that has no program; another one says of a program that it
// is no folder.
func (c *CodeBase) Map(folder string) (*Map, error) {
	s, err := c.graph.Survey(folder)
	if err != nil {
		name := strings.Trim(folder, "/")
		_, _, isProgram := c.graph.Dependences(name)
		switch in := path.Dir(name); {
		case !isProgram:
			return nil, err
		case in == ".":
			return nil, fmt.Errorf("%q is a file, right in the folder that is read: its map is drawn where no folder is named", name)
		default:
			return nil, fmt.Errorf("%q is a file: name its folder, %q", name, in)
		}
	}
	m := &Map{
		Folder: s.Folder, MapSize: newMapSize(s.Size), ByFile: true,
		Needs: replies.Each(s.Needs, newOutside), NeededBy: replies.Each(s.NeededBy, newOutside), Circles: [][]string{},
		Unclear: c.graph.Dropped(),
	}
	for _, skipped := range c.view.Report.Skipped { // by the last walk over the workspace
		isBelow := s.Folder == "" || strings.HasPrefix(skipped.Path, s.Folder+"/")
		if isBelow && skipped.Reason.Kind() == view.TooLarge && file.IsCode(file.LanguageOf(skipped.Path)) {
			m.LeftOut = append(m.LeftOut, replies.SkippedFile{Path: skipped.Path, Reason: string(skipped.Reason)})
		}
	}
	for _, r := range s.Rooms {
		room := MapRoom{
			Path: r.Path, IsFile: r.IsFile, MapSize: newMapSize(r.Size), NeededBy: r.NeededBy, Entry: newEntry(r.Entry),
			Types: replies.Each(r.Types, c.mapDefinition), Functions: replies.Each(r.Functions, c.mapDefinition),
			Needs: replies.Each(r.Needs, func(n graph.Need) MapNeed { return MapNeed{Room: s.Rooms[n.Room].Path, References: n.References} }),
		}
		if r.Entry.Facts != nil {
			room.About = r.Entry.Facts.Opening
		}
		m.Rooms = append(m.Rooms, room)
		m.ByFile = m.ByFile && r.IsFile
	}
	for _, circle := range s.Circles() {
		m.Circles = append(m.Circles, replies.Each(circle, func(i int) string { return s.Rooms[i].Path }))
	}
	m.draw(s)
	return m, nil
}

func newMapSize(s graph.Size) MapSize { return MapSize{s.Files, s.Tests, s.Lines, s.Definitions} }

func newOutside(o graph.Outside) MapNeed { return MapNeed{o.Folder, o.References, newEntry(o.Entry)} }

// newEntry is the place of a file to begin with, nil where there is none.
func newEntry(f graph.File) *MapPlace {
	if f.Facts == nil {
		return nil
	}
	return &MapPlace{f.URI, f.Path, 0}
}

func (c *CodeBase) mapDefinition(r graph.Ranked) MapDefinition {
	d := c.graph.Definition(r.ID)
	return MapDefinition{d.Title(), d.Kind.String(), MapPlace{d.URI, d.Path, int(d.Line)}, r.Callers}
}

// mostDrawn is how many rooms a person can look at in one picture.
const mostDrawn = 20

// draw makes the drawing. One room alone is none.
func (m *Map) draw(s *graph.Survey) {
	d := s.Drawing(mostDrawn)
	m.implied, m.weak, m.hidden = d.Implied, d.Weak, d.Hidden
	if len(d.Rooms) < 2 {
		return
	}
	var b strings.Builder
	b.WriteString("graph LR\n")
	for _, i := range d.Rooms {
		r := m.Rooms[i]
		size := counted(r.Lines, "line")
		if !r.IsFile {
			size = counted(r.Files, "file") + ", " + size
		}
		fmt.Fprintf(&b, "  r%d[\"%s<br/>%s\"]\n", i, mermaidText(m.shortName(r.Path)), size)
	}
	for _, a := range d.Arrows {
		fmt.Fprintf(&b, "  r%d --> r%d\n", a.From, a.To)
	}
	m.Drawing = strings.TrimSuffix(b.String(), "\n")
}

// shortName is the path of a room as seen from the folder of the map.
func (m *Map) shortName(path string) string {
	switch {
	case path == m.Folder && path == "":
		return "(top)"
	case path == m.Folder:
		return path
	}
	return strings.TrimPrefix(strings.TrimPrefix(path, m.Folder), "/")
}

// mermaidText writes a text on one line so that nothing in it means anything to Mermaid,
// nor to the Markdown that Mermaid reads in labels.
func mermaidText(s string) string {
	var b strings.Builder
	s = render.Visible(s)
	// The point of "1. Intro" and the line of "- Intro" would make a list.
	list := -1
	rest := strings.TrimLeft(s, "0123456789")
	hasNumber := len(rest) < len(s)
	if hasNumber && strings.HasPrefix(rest, ".") || !hasNumber && strings.ContainsAny(rest[:min(1, len(rest))], "-+") {
		list = len(s) - len(rest)
	}
	for i, r := range s {
		if i == list || strings.ContainsRune("\"#&;<>[]{}()|`\\*_~$", r) {
			fmt.Fprintf(&b, "#%d;", r)
		} else {
			b.WriteRune(r)
		}
	}
	return b.String()
}

// grouped is a number with commas between its thousands.
func grouped(n int) string {
	s := fmt.Sprint(n)
	for at := len(s) - 3; at > 0; at -= 3 {
		s = s[:at] + "," + s[at:]
	}
	return s
}
