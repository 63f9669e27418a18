package codemap

import (
	"cmp"
	"fmt"
	"net/url"
	"slices"
	"strings"

	"docuquest/core/answer/render"
	"docuquest/core/answer/replies"
	"docuquest/core/file"
)

// How much of a map its document shows. Programs get all of it as JSON.
const (
	shownRooms    = 60 // in the table
	describedMost = 40 // with their main definitions
	shownNeeds    = 6  // of each room
	shownCircle   = 20 // rooms of each circle
	shownTooLarge = 10 // files that are too large
)

// A LineLink gives the target of a link to a line, counted from 0, of a file.
type LineLink func(u file.URI, path string, line int) string

// LinkByURI is the LineLink of documents in editors.
func LinkByURI(u file.URI, _ string, line int) string { return replies.LineURI(u, line) }

// LinkByPath is the LineLink of a document that lies at the top of the workspace.
func LinkByPath(_ file.URI, path string, line int) string {
	escaped := (&url.URL{Path: path}).String()
	escaped = strings.NewReplacer("&", "%26", "(", "%28", ")", "%29", "*", "%2A", "~", "%7E").Replace(escaped)
	return fmt.Sprintf("%s#L%d", escaped, line+1)
}

// Document is a map as Markdown that may be rendered anywhere, with a drawing for Mermaid.
// Its only links are those that link gives, to the files and definitions of the map.
func (m *Map) Document(link LineLink) string {
	d := mapPage{Map: m, lines: link, links: map[string]bool{}, entries: map[string]*MapPlace{}}
	for _, r := range m.Rooms {
		d.entries[r.Path] = r.Entry
	}
	d.Paragraph("# Map of %s", nameText(cmp.Or(m.Folder, "the workspace")))
	size := fmt.Sprintf("%s, %s and %s", counted(m.Files, "file"), counted(m.Lines, "line"), counted(m.Definitions, "definition"))
	if !m.ByFile {
		size += " in " + counted(len(m.Rooms), m.roomWord())
	}
	d.Text("%s.", size)
	d.drawing()
	d.rooms()
	for _, side := range []struct {
		said  string
		needs []MapNeed
	}{{"It needs, outside of the folder: %s.", m.Needs}, {"It is needed, outside of the folder, by: %s.", m.NeededBy}} {
		if len(side.needs) > 0 {
			names := replies.Each(side.needs, func(n MapNeed) string { return d.link(cmp.Or(n.Room, "(top)"), n.Entry) })
			d.Paragraph(side.said, strings.Join(names, ", "))
		}
	}
	d.mains()
	d.Text("What a name means was found without checking types, by what can be seen: imports, folders, and the types that variables are declared with. Who needs whom is counted by imports and by the calls and mentions that are sure: one that may mean several definitions, or that its name alone speaks for, is not counted, and one through a variable that holds a function is not seen. Tests count as files; what they call and import does not.")
	if m.Unclear > 0 {
		d.Text("In the whole workspace %s left out even where calls are listed, since each may mean more than eight definitions.", countedAre(m.Unclear, "call"))
	}
	if len(m.LeftOut) > 0 {
		d.Paragraph("Not read, since too large: %s.", some(m.LeftOut, shownTooLarge, func(f replies.SkippedFile) string { return nameText(f.Path) }))
	}
	return render.Markdown(d.String(), func(to string) bool { return d.links[to] })
}

// counted is a number with commas and its noun.
func counted(n int, noun string) string {
	if n == 1 {
		return "1 " + noun
	}
	return grouped(n) + " " + noun + "s"
}

// countedAre is a number with its noun as the subject of a sentence.
func countedAre(n int, noun string) string {
	if n == 1 {
		return counted(n, noun) + " is"
	}
	return counted(n, noun) + " are"
}

// roomWord is what the rooms are: files, folders or some of each.
func (m *Map) roomWord() string {
	isFile := func(r MapRoom) bool { return r.IsFile }
	switch {
	case m.ByFile:
		return "file"
	case slices.ContainsFunc(m.Rooms, isFile):
		return "room"
	}
	return "folder"
}

// A mapPage is the document of a map in the making.
type mapPage struct {
	replies.Page
	*Map
	lines   LineLink
	links   map[string]bool
	entries map[string]*MapPlace // of the rooms
}

// nameText is Markdown for the name of a file, a folder or a definition.
func nameText(name string) string { return cmp.Or(render.Plain(name), "(no name)") }

// link is Markdown for a name that is a link to a place; for one without a place the name.
func (d *mapPage) link(name string, p *MapPlace) string {
	if p == nil {
		return nameText(name)
	}
	to := d.lines(p.URI, p.Path, p.Line)
	d.links[to] = true
	return "[" + nameText(name) + "](" + to + ")"
}

// roomLink is a link to the file to begin with in a room.
func (d *mapPage) roomLink(path string) string { return d.link(d.shortName(path), d.entries[path]) }

func (d *mapPage) drawing() {
	if d.Drawing == "" {
		return
	}
	d.Paragraph("```mermaid\n%s\n```", d.Drawing)
	said := "An arrow leads from what needs to what it needs."
	if d.implied > 0 {
		said += fmt.Sprintf(" %s not drawn since others imply them.", countedAre(d.implied, "arrow"))
	}
	if d.weak > 0 {
		said += fmt.Sprintf(" %s not drawn.", countedAre(d.weak, "weaker arrow"))
	}
	if d.hidden > 0 {
		said += fmt.Sprintf(" %s not drawn.", countedAre(d.hidden, "smaller "+d.roomWord()))
	}
	d.Text("%s", said)
}

// rooms is the table of all of them, by their paths.
func (d *mapPage) rooms() {
	shown := d.largest(shownRooms)
	var rows [][]string
	for _, r := range shown {
		rows = append(rows, []string{
			d.roomLink(r.Path), grouped(r.Files), grouped(r.Lines), grouped(r.Definitions), some(r.Needs, shownNeeds, func(n MapNeed) string { return d.roomLink(n.Room) }), grouped(r.NeededBy),
		})
	}
	d.Table([]string{"Room", "Files", "Lines", "Definitions", "Needs", "Needed by"}, rows)
	if more := len(d.Rooms) - len(shown); more > 0 {
		d.Text("And %s.", counted(more, "smaller "+d.roomWord()))
	}
	for _, circle := range d.Circles {
		d.Paragraph("These need one another: %s.", some(circle, shownCircle, d.roomLink))
	}
}

// largest are the rooms with the most lines, in the order of the map.
func (d *mapPage) largest(most int) []MapRoom {
	all := slices.Clone(d.Rooms)
	slices.SortStableFunc(all, func(a, b MapRoom) int { return cmp.Compare(b.Lines, a.Lines) })
	all = all[:min(most, len(all))]
	slices.SortFunc(all, func(a, b MapRoom) int { return cmp.Compare(a.Path, b.Path) })
	return all
}

// some are the first of a list, with how many more there are.
func some[T any](all []T, most int, name func(T) string) string {
	names := replies.Each(all[:min(most, len(all))], name)
	if more := len(all) - len(names); more > 0 {
		names = append(names, grouped(more)+" more")
	}
	return strings.Join(names, ", ")
}

// mains shows of each room what it is about and what is most used of it.
func (d *mapPage) mains() {
	for _, r := range d.largest(describedMost) {
		if r.About == "" && len(r.Types)+len(r.Functions) == 0 {
			continue
		}
		d.Paragraph("## %s", d.roomLink(r.Path))
		if r.About != "" {
			d.Text("%s", r.About)
		}
		for _, one := range slices.Concat(r.Types, r.Functions) {
			fmt.Fprintf(d, "- %s, %s: used by %s\n", d.link(one.Name, &one.MapPlace), one.Kind, grouped(one.Callers))
		}
		d.WriteByte('\n')
	}
}
