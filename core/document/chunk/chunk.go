// Package chunk cuts a document into the passages that are searched, shown and
// cited: sections and paragraphs with the titles on the way to them, rows of
// tables with their headers, and pieces of programs below the lines that
// enclose them.
//
// A chunk never invents text. Its Parts say which bytes of the document its
// text was made from, so that a quote found in a chunk can be cited in the file.
package chunk

import (
	"sort"
	"strings"

	"docuquest/core/document"
	"docuquest/core/language/text"
)

// A Chunk is one passage of a document.
type Chunk struct {
	Kind   Kind
	Titles []string  // the titles on the way to it, outermost first; shared, never written
	Span   text.Span // the bytes of the document that it stands for, without what it repeats

	// Text is as it is searched and shown to a model: what the bytes of Span say
	// to a reader. A piece of a program begins with the lines that enclose it,
	// and rows of a table are a JSON list with an object for each row.
	Text string
	// Parts are how Text maps to the document, in the order of Text; what lies
	// between them is rendered, not quoted. Sources inside Span are in the order
	// of the document; those in front of it are repeated: headers and enclosing
	// lines.
	Parts []Part
	// Body is the content in Text: all but the heading in front of it and the
	// fences around it. It is empty where all of Text is content.
	Body text.Span

	Page int // on which Span starts, from 1; 0 where there are no pages
}

// A Part says that Text[Chunk.Start:Chunk.End] was made from the document's
// bytes Source. Where both are of one length they are the same bytes; else the
// part is only known as a whole.
type Part struct {
	Chunk  text.Span
	Source text.Span
}

// Kind says what a chunk holds.
type Kind uint8

// The kinds of chunks.
const (
	Prose Kind = iota + 1 // paragraphs and lists of one section
	Code                  // a block of code, or a piece of a program
	Table                 // rows of a table
)

// String is the lower-case name of a kind.
func (k Kind) String() string {
	names := [...]string{"unknown", "prose", "code", "table"}
	if int(k) < len(names) {
		return names[k]
	}
	return names[0]
}

// Content is the text without the heading in front of it and the fences around
// it.
func (c Chunk) Content() string {
	if c.Body.Empty() {
		return c.Text
	}
	return c.Body.Of(c.Text)
}

// WithTitles returns the content below a line that names the titles, in the form that its
// kind asks for: "Title: A,B" and a blank line above prose, "# Code Block for:
// A,B" and a blank line above code, "# Table for: A,B" right above rows. Without
// titles it is the content alone.
func (c Chunk) WithTitles() string {
	if len(c.Titles) == 0 {
		return c.Content()
	}
	before, after := "Title: ", "\n\n"
	switch c.Kind {
	case Code:
		before = "# Code Block for: "
	case Table:
		before, after = "# Table for: ", "\n"
	}
	return before + strings.Join(c.Titles, ",") + after + c.Content()
}

// Original is the chunk as it is in d, the document that it was cut from,
// with all its marks.
func (c Chunk) Original(d *document.Document) string { return c.Span.Of(d.Text) }

// Source returns the bytes of the document that a span of Text was made from. Over
// marks that the text leaves out, such as tags and the borders of cells, it goes
// from the first to the last byte of its own that the span touches; in a table
// the repeated headers do not count.
//
// It is false if s is not inside Text or touches nothing that occurs in the
// document, and where it runs from a line that is repeated into another that is
// not its neighbour. A span of a Part whose text is not the document's own bytes,
// and so has another length, gives the whole Part.
func (c Chunk) Source(s text.Span) (text.Span, bool) {
	if s.Start < 0 || s.End < s.Start || len(c.Text) < s.End {
		return text.Span{}, false
	}
	parts := c.Parts[sort.Search(len(c.Parts), func(i int) bool {
		end := c.Parts[i].Chunk.End
		return s.Start < end || s.Start == s.End && s.Start == end
	}):]
	if len(parts) > 0 && parts[0].Chunk.Start <= s.Start {
		for i, p := range parts { // as long as each is right behind the one before
			if i > 0 && (parts[i-1].Chunk.End != p.Chunk.Start || parts[i-1].Source.End != p.Source.Start) {
				break
			}
			if s.End <= p.Chunk.End {
				return text.Span{Start: parts[0].sourceStart(s.Start), End: p.sourceEnd(s.End)}, true
			}
		}
	}
	return c.sourceOver(s, parts)
}

// sourceOver goes from the first to the last of parts that a span touches,
// whatever the document has between them. All must lie in the chunk's own
// stretch.
func (c Chunk) sourceOver(s text.Span, parts []Part) (source text.Span, ok bool) {
	for _, p := range parts {
		if s.End <= p.Chunk.Start {
			break
		}
		if p.Source.Start < c.Span.Start || c.Span.End < p.Source.End {
			if c.Kind == Table {
				continue
			}
			return text.Span{}, false
		}
		if !ok {
			source.Start = p.sourceStart(max(s.Start, p.Chunk.Start))
		}
		source.End = p.sourceEnd(min(s.End, p.Chunk.End))
		ok = true
	}
	return source, ok
}

func (p Part) isExact() bool { return p.Chunk.Len() == p.Source.Len() }

func (p Part) sourceStart(at int) int {
	if p.isExact() {
		return p.Source.Start + at - p.Chunk.Start
	}
	return p.Source.Start
}

func (p Part) sourceEnd(at int) int {
	if p.isExact() {
		return p.Source.Start + at - p.Chunk.Start
	}
	return p.Source.End
}
