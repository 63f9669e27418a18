package office

import (
	"cmp"
	"fmt"
	"path"
	"slices"
	"strings"

	"docuquest/core/document"
	"docuquest/core/file"
	"docuquest/core/language/text"
)

// Docx reads the documents of Word and of all that write the same format. Its
// zero value is ready to use, by any number of goroutines at once.
type Docx struct{}

// Parse reads the body of f and the notes that it refers to: what a reader sees
// when all tracked changes are accepted. Page headers and comments are left out.
// The title is that of the document's properties, else the paragraph in the
// style of a title, else the first heading of the highest rank.
func (Docx) Parse(f file.File) *document.Document {
	d := newDocument(f)
	a, err := openArchive(f.Content)
	if err != nil {
		complain(d, "cannot be read as a Word document: "+err.Error())
		return d
	}
	main := mainPart(a)
	content, err := a.read(main)
	if content == "" {
		complain(d, "cannot be read as a Word document: "+firstOf(err, errMissing).Error())
		return d
	}
	b := body{styles: readStyles(a, path.Join(path.Dir(main), "styles.xml"))}
	err = firstOf(err, (&story{listener: &b, references: &b.references}).walk(content))
	b.endRow()
	b.writer.closeAll() // the notes belong to no section
	b.writer.notes, b.writer.inNote = len(b.writer.flat), true
	err = firstOf(err, b.writeNotes(a, path.Dir(main)))
	if err != nil {
		complain(d, "only a part of it could be read: "+err.Error())
	}
	var properties struct {
		Title string `xml:"title"`
	}
	if a.unmarshal("docProps/core.xml", &properties) == nil {
		d.Title = text.OneLine(properties.Title)
	}
	d.Title = cmp.Or(d.Title, b.title)
	b.writer.finish(d)
	return d
}

func firstOf(errs ...error) error {
	for _, err := range errs {
		if err != nil {
			return err
		}
	}
	return nil
}

// mainPart finds the part that has the text.
func mainPart(a *archive) string {
	var relations struct {
		Relationship []struct {
			Type   string `xml:"Type,attr"`
			Target string `xml:"Target,attr"`
		}
	}
	if a.unmarshal("_rels/.rels", &relations) == nil {
		for _, r := range relations.Relationship {
			if strings.HasSuffix(r.Type, "/officeDocument") {
				return strings.TrimPrefix(path.Clean(r.Target), "/")
			}
		}
	}
	return "word/document.xml"
}

// A body writes the paragraphs and the tables of a document's main part.
type body struct {
	writer     writer
	styles     styles
	references references
	title      string // the first paragraph in the style of a title
	tables     int    // that are open in one another
	cells      []*lines
}

func (b *body) isFull() bool { return b.writer.isFull() }

func (b *body) enter(name string, _ attributes) {
	switch name {
	case "tbl":
		b.tables++
	case "tc":
		if b.tables == 1 {
			b.cells = appendCell(b.cells)
		}
	}
}

func (b *body) leave(name string) {
	switch name {
	case "tbl":
		if b.tables = max(b.tables-1, 0); b.tables == 0 {
			b.endRow()
			b.writer.closeTable()
		}
	case "tr":
		if b.tables == 1 {
			b.endRow()
		}
	}
}

func (b *body) endRow() {
	if len(b.cells) > 0 {
		b.writer.row(b.cells)
	}
	b.cells = nil
}

// paragraph reads a paragraph of the text, or of the cell that is open. A
// table in a cell is read as lines of the cell.
func (b *body) paragraph(p *paragraph) {
	s := p.text.String()
	if b.tables > 0 {
		if n := len(b.cells); n > 0 {
			b.cells[n-1].add(s)
		}
		return
	}
	style := b.styles.of(p)
	if style.isTitle && b.title == "" {
		b.title = text.OneLine(s)
	}
	switch {
	case style.heading > 0:
		b.writer.heading(style.heading, s)
	case style.isItem:
		b.writer.item(style.depth, s)
	default:
		b.writer.paragraph(s)
	}
}

// writeNotes adds the notes that the text refers to, in the order in which it
// does.
func (b *body) writeNotes(a *archive, folder string) error {
	texts := map[reference]*lines{}
	var failed error
	for _, kind := range []string{"footnote", "endnote"} {
		if !slices.ContainsFunc(b.references.order, func(r reference) bool { return r.kind == kind }) {
			continue
		}
		content, err := a.read(path.Join(folder, kind+"s.xml"))
		n := notes{kind: kind, texts: texts}
		failed = firstOf(failed, err, (&story{listener: &n}).walk(content))
	}
	for i, r := range b.references.order {
		if note := texts[r]; note != nil && note.text.Len() > 0 {
			b.writer.paragraph(marker(i+1) + " " + note.text.String())
		}
	}
	return failed
}

// A reference names a note.
type reference struct{ kind, id string }

// references numbers the notes of a document as the text refers to them.
type references struct {
	order  []reference
	number map[reference]int
}

// mark returns what stands for a reference in the text.
func (r *references) mark(to reference) string {
	if r.number[to] == 0 {
		if r.number == nil {
			r.number = map[reference]int{}
		}
		r.order = append(r.order, to)
		r.number[to] = len(r.order)
	}
	return marker(r.number[to])
}

// marker is how a note is marked, as in Markdown: [1] would look like a citation.
func marker(number int) string { return fmt.Sprintf("[^%d]", number) }

// notes gathers the texts of notes of one kind.
type notes struct {
	kind  string
	texts map[reference]*lines
	open  *lines // nil outside of a note
}

func (n *notes) isFull() bool { return maxBlocks <= len(n.texts) }

func (n *notes) enter(name string, a attributes) {
	if name == n.kind {
		n.open = &lines{}
		n.texts[reference{kind: n.kind, id: a.get("id")}] = n.open
	}
}

func (n *notes) leave(name string) {
	if name == n.kind {
		n.open = nil
	}
}

func (n *notes) paragraph(p *paragraph) {
	if n.open != nil {
		n.open.add(p.text.String())
	}
}
