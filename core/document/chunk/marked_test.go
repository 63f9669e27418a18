package chunk_test

import (
	"fmt"
	"strings"
	"testing"
	"unicode/utf8"

	"docuquest/core/document"
	"docuquest/core/document/chunk"
	"docuquest/core/document/documenttest"
	"docuquest/core/file"
	"docuquest/core/language/text"
)

// A maker puts a document together from left to right, so that the tests of this
// room need no parser of another one.
type maker struct {
	text    strings.Builder
	reading document.ReadingMaker
	reads   bool // the document has a reading: something in it is not read as it is
	open    []document.Block
	top     []document.Block
}

// write adds text that is read as it is.
func (m *maker) write(s string) { m.swap(s, s) }

// swap adds text that reads as another, or as nothing.
func (m *maker) swap(source, made string) {
	m.reads = m.reads || source != made
	span := text.Span{Start: m.text.Len(), End: m.text.Len() + len(source)}
	m.text.WriteString(source)
	m.reading.Add(made, span)
}

// gap adds text that is read and stands nowhere.
func (m *maker) gap(made string) {
	m.reads = true
	m.reading.Gap(made)
}

// begin opens a block.
func (m *maker) begin(kind document.Kind, title string) {
	b := document.Block{Kind: kind, Span: text.Span{Start: m.text.Len()}, Title: title}
	switch kind {
	case document.Section:
		b.Level = 1
	case document.Definition:
		b.Code = &document.Symbol{}
	case document.Page:
		b.Title, b.Box = "", &document.Box{}
		fmt.Sscan(title, &b.Box.Page)
	}
	m.open = append(m.open, b)
}

// end closes the block that was opened last. An empty one is none, unless it is
// a cell.
func (m *maker) end() {
	b := m.open[len(m.open)-1]
	m.open = m.open[:len(m.open)-1]
	b.Span.End = m.text.Len()
	switch {
	case b.Span.Empty() && b.Kind != document.Cell:
	case len(m.open) > 0:
		parent := &m.open[len(m.open)-1]
		parent.Children = append(parent.Children, b)
	default:
		m.top = append(m.top, b)
	}
}

// document is what was put together.
func (m *maker) document(title string, f file.File) *document.Document {
	d := &document.Document{Identity: f.Identity, Path: f.Path, Language: f.Language}
	d.Title, d.Text, d.Blocks = title, m.text.String(), m.top
	if m.reads {
		d.Reading = m.reading.Reading()
	}
	return d
}

// parseMarked reads a document whose structure is written into it:
//
//	⟦kind title|...⟧  a block; the title is that of a section or a definition, or
//	                  the number of a page
//	⟦signature|...⟧   the signature of the definition around it, no block
//	«...»             text that is not read: tags, quotes and braces
//	‹source→made›     text that reads as another
//	¶                 a line end that is read and does not stand in the file
//
// The line breaks in front of ⟦ and ⟧ after a backslash are left out.
func parseMarked(tb testing.TB, f file.File) *document.Document {
	tb.Helper()
	var m maker
	var signature int
	hidden := false
	rest := strings.ReplaceAll(f.Content, "\\\n", "")
	for rest != "" {
		r, size := utf8.DecodeRuneInString(rest)
		rest = rest[size:]
		switch r {
		case '⟦':
			var mark string
			mark, rest, _ = strings.Cut(rest, "|")
			kind, title, _ := strings.Cut(mark, " ")
			if kind == "signature" {
				signature = m.text.Len()
			}
			m.begin(kindNamed(tb, kind), title)
		case '⟧':
			if top := m.open[len(m.open)-1]; top.Kind == 0 {
				m.open = m.open[:len(m.open)-1]
				m.open[len(m.open)-1].Code.Signature = text.Span{Start: signature, End: m.text.Len()}
				continue
			}
			m.end()
		case '«', '»':
			hidden = r == '«'
		case '‹':
			var swapped string
			swapped, rest, _ = strings.Cut(rest, "›")
			source, made, _ := strings.Cut(swapped, "→")
			m.swap(source, made)
		case '¶':
			m.gap("\n")
		default:
			if hidden {
				m.swap(string(r), "")
			} else {
				m.write(string(r))
			}
		}
	}
	d := m.document("", f)
	documenttest.Check(tb, d)
	return d
}

// kindNamed is 0 for a signature.
func kindNamed(tb testing.TB, name string) document.Kind {
	tb.Helper()
	for kind := document.Paragraph; kind <= document.Definition; kind++ {
		if kind.String() == name {
			return kind
		}
	}
	if name != "signature" {
		tb.Fatalf("no block is a %q", name)
	}
	return 0
}

// The golden files of marked documents hold their tree and their chunks, of at
// most 80 characters that share at most 20.
func TestMarked(t *testing.T) {
	o := chunk.Options{Size: 80, Overlap: 20}
	documenttest.Golden(t, "testdata/marked/*.txt", func(t *testing.T, f file.File) string {
		d := parseMarked(t, f)
		chunks := chunk.Split(d, o)
		checkSplit(t, d, chunks, o)
		return documenttest.Outline(d) + "\n" + outline(chunks)
	})
}
