package agent

import (
	"cmp"
	"fmt"
	"net/url"
	"slices"
	"strings"

	"docuquest/core/file"
	"docuquest/core/ground"
	"docuquest/core/render"
)

// How much of a map its document shows. Programs get all of it as JSON.
const (
	shownRooms    = 60 // in the table
	describedMost = 40 // with their main definitions
	shownNeeds    = 6  // of each room
)

// A LineLink gives the target of a link to a line, counted from 0, of a file.
type LineLink func(u file.URI, path string, line int) string

// LinkByURI is the LineLink of documents in editors.
func LinkByURI(u file.URI, _ string, line int) string { return LineURI(u, line) }

// LinkByPath is the LineLink of a document that lies at the top of the workspace.
func LinkByPath(_ file.URI, path string, line int) string {
	escaped := (&url.URL{Path: path}).String()
	escaped = strings.NewReplacer("(", "%28", ")", "%29", "*", "%2A").Replace(escaped)
	return fmt.Sprintf("%s#L%d", escaped, line+1)
}

// Document is a map as Markdown that may be rendered anywhere, with a drawing for Mermaid.
// Its only links are those that link gives, to the files and definitions of the map.
func (m *Map) Document(link LineLink) string {
	d := mapPage{Map: m, lines: link, links: map[string]bool{}}
	d.line("# Map of %s", ground.Inline(cmp.Or(m.Folder, "the workspace")))
	d.text("%s.", m.sizes())
	d.drawing()
	d.rooms()
	d.around()
	d.mains()
	d.text("%s", d.bestEffort())
	return render.Markdown(d.String(), func(to string) bool { return d.links[to] })
}

// sizes tells how much there is.
func (m *Map) sizes() string {
	said := fmt.Sprintf("%s, %s and %s", counted(m.Files, "file"), counted(m.Lines, "line"), counted(m.Definitions, "definition"))
	if !m.ByFile {
		said += " in " + counted(len(m.Rooms), m.roomWord())
	}
	return said
}

// counted is a number with commas and its noun.
func counted(n int, noun string) string {
	if n == 1 {
		return "1 " + noun
	}
	return grouped(n) + " " + noun + "s"
}

// bestEffort says how far the map can be trusted.
func (m *Map) bestEffort() string {
	said := "What a name means was found without checking types, by what can be seen: imports, folders, and the types that variables are declared with. Tests count as files; what they call and import does not."
	if m.Unclear > 0 {
		said += fmt.Sprintf(" In the whole workspace %s not counted, since each may mean many definitions.", countedAre(m.Unclear, "call"))
	}
	return said
}

// countedAre is a number with its noun as the subject of a sentence.
func countedAre(n int, noun string) string {
	if n == 1 {
		return counted(n, noun) + " is"
	}
	return counted(n, noun) + " are"
}

func (m *Map) roomWord() string {
	if m.ByFile {
		return "file"
	}
	return "folder"
}

// A mapPage is the document of a map in the making.
type mapPage struct {
	page
	*Map
	lines LineLink
	links map[string]bool
}

// link is Markdown for a link to a place.
func (d *mapPage) link(name string, p MapPlace) string {
	to := d.lines(p.URI, p.Path, p.Line)
	d.links[to] = true
	return "[" + ground.Inline(name) + "](" + to + ")"
}

func (d *mapPage) drawing() {
	if d.Drawing == "" {
		return
	}
	d.line("```mermaid\n%s\n```", d.Drawing)
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
	d.text("%s", said)
}

// rooms is the table of all of them, by their paths.
func (d *mapPage) rooms() {
	shown := d.largest(shownRooms)
	var rows [][]string
	for _, r := range shown {
		rows = append(rows, []string{
			d.roomLink(r), grouped(r.Files), grouped(r.Lines), grouped(r.Definitions), d.needsOf(r.Needs), grouped(r.NeededBy),
		})
	}
	d.table([]string{"Room", "Files", "Lines", "Definitions", "Needs", "Needed by"}, rows)
	if more := len(d.Rooms) - len(shown); more > 0 {
		d.text("And %s.", counted(more, "smaller "+d.roomWord()))
	}
	for _, circle := range d.Circles {
		d.text("These need one another: %s.", strings.Join(each(circle, d.shortName), ", "))
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

func (d *mapPage) roomLink(r MapRoom) string {
	if r.Entry == nil {
		return ground.Inline(d.shortName(r.Path))
	}
	return d.link(d.shortName(r.Path), *r.Entry)
}

func (d *mapPage) needsOf(needs []MapNeed) string {
	var names []string
	for _, n := range needs[:min(shownNeeds, len(needs))] {
		names = append(names, ground.Inline(d.shortName(n.Room)))
	}
	if more := len(needs) - len(names); more > 0 {
		names = append(names, fmt.Sprintf("%d more", more))
	}
	return strings.Join(names, ", ")
}

// around tells of what lies outside of the folder.
func (d *mapPage) around() {
	for _, side := range []struct {
		said  string
		needs []MapNeed
	}{{"It needs, outside of the folder: %s.", d.Map.Needs}, {"It is needed, outside of the folder, by: %s.", d.Map.NeededBy}} {
		if len(side.needs) > 0 {
			names := each(side.needs, func(n MapNeed) string { return cmp.Or(n.Room, "(top)") })
			d.text(side.said, strings.Join(names, ", "))
		}
	}
}

// mains tells of each room what it is about and what is most used of it.
func (d *mapPage) mains() {
	for _, r := range d.largest(describedMost) {
		if r.About == "" && len(r.Types)+len(r.Functions) == 0 {
			continue
		}
		d.line("## %s", d.roomLink(r))
		if r.About != "" {
			d.text("%s", r.About)
		}
		for _, one := range slices.Concat(r.Types, r.Functions) {
			fmt.Fprintf(d, "- %s, %s: used by %s\n", d.link(one.Name, one.MapPlace), one.Kind, grouped(one.Callers))
		}
		d.WriteByte('\n')
	}
}
