// Package chunk cuts a document into the passages that are searched, shown and
// cited: sections and paragraphs with the titles on the way to them.
//
// A chunk never invents text. Its Parts say which bytes of the document its
// text was made from, so that a quote found in a chunk can be cited in the file.
package chunk

import "docuquest/core/text"

// A Chunk is one passage of a document.
type Chunk struct {
	Kind   Kind
	Titles []string  // the headings on the way to it, outermost first; shared, never written
	Span   text.Span // the bytes of the document that it covers
	Text   string    // as it is searched and shown to a model: for prose the document's own bytes
	Parts  []Part    // how Text maps to the document, in the order of Text; gaps are rendered, not quoted
}

// A Part says that Text[Chunk.Start:Chunk.End] was made from the document's
// bytes Source.
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
	Table                 // a table or rows of one
)

// String is the lower-case name of a kind.
func (k Kind) String() string {
	names := [...]string{"unknown", "prose", "code", "table"}
	if int(k) < len(names) {
		return names[k]
	}
	return names[0]
}

// Source gives the bytes of the document that a span of Text was made from. It
// is false if s is not inside Text, or if its bytes do not follow one another in
// the document: where it crosses from one Part to another that stands elsewhere,
// or touches text that no Part accounts for. A span of a Part whose text is not
// the document's own bytes, and so has another length, gives the whole Part.
func (c Chunk) Source(s text.Span) (text.Span, bool) {
	if s.Start < 0 || s.End < s.Start || len(c.Text) < s.End {
		return text.Span{}, false
	}
	for i, p := range c.Parts {
		if p.Chunk.Contains(s.Start) || s.Start == s.End && s.Start == p.Chunk.End {
			end, ok := sourceEnd(c.Parts[i:], s.End)
			return text.Span{Start: p.sourceStart(s.Start), End: end}, ok
		}
	}
	return text.Span{}, false
}

// sourceEnd follows parts from the first on, as long as each stands right behind
// the one before, to the part that holds the end of a span.
func sourceEnd(parts []Part, end int) (int, bool) {
	for i, p := range parts {
		if i > 0 && !p.follows(parts[i-1]) {
			return 0, false
		}
		if end <= p.Chunk.End {
			return p.sourceEnd(end), true
		}
	}
	return 0, false
}

func (p Part) follows(before Part) bool {
	return before.Chunk.End == p.Chunk.Start && before.Source.End == p.Source.Start
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
