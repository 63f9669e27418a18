package document

import (
	"sort"

	"docuquest/core/language/text"
)

// A Reading is what a text full of marks says to a reader: HTML without its
// tags, the strings of a JSON file without their escapes. It is made once by a
// parser and never written after.
type Reading struct {
	// Text is what is read, searched and shown.
	Text string
	// Parts say where Text comes from. They are in the order of Text and in that
	// of the document, and do not overlap in either. Text between two parts
	// does not occur in the document: line ends that a tag stood for, for example.
	Parts []Part
}

// A Part says that Made in the reading comes from Source in Document.Text. Where
// both are of one length they are the same bytes; else the part is only known as
// a whole, as "&amp;" is.
type Part struct {
	Made, Source text.Span
}

// Of returns the span of the reading that was made from a span of the document:
// from the first part that begins in it to the last that ends in it, cut to it
// where a part is the same bytes. It is empty if nothing in the span can be read.
func (r *Reading) Of(source text.Span) text.Span {
	first := sort.Search(len(r.Parts), func(i int) bool { return source.Start < r.Parts[i].Source.End })
	behind := sort.Search(len(r.Parts), func(i int) bool { return source.End <= r.Parts[i].Source.Start })
	if behind <= first {
		return text.Span{}
	}
	made := text.Span{Start: r.Parts[first].Made.Start, End: r.Parts[behind-1].Made.End}
	if p := r.Parts[first]; p.same() && p.Source.Start < source.Start {
		made.Start += source.Start - p.Source.Start
	}
	if p := r.Parts[behind-1]; p.same() && source.End < p.Source.End {
		made.End -= p.Source.End - source.End
	}
	return made
}

// Source returns the span of the document that a span of the reading comes from,
// from its first to its last part. It is false where the span touches no part.
func (r *Reading) Source(made text.Span) (text.Span, bool) {
	first := sort.Search(len(r.Parts), func(i int) bool { return made.Start < r.Parts[i].Made.End })
	behind := sort.Search(len(r.Parts), func(i int) bool { return made.End <= r.Parts[i].Made.Start })
	if behind <= first {
		return text.Span{}, false
	}
	source := text.Span{Start: r.Parts[first].Source.Start, End: r.Parts[behind-1].Source.End}
	if p := r.Parts[first]; p.same() && p.Made.Start < made.Start {
		source.Start += made.Start - p.Made.Start
	}
	if p := r.Parts[behind-1]; p.same() && made.End < p.Made.End {
		source.End -= p.Made.End - made.End
	}
	return source, true
}

func (p Part) same() bool { return p.Made.Len() == p.Source.Len() }

// Readable is what the document says to a reader: its Reading, or its Text where
// it has none.
func (d *Document) Readable() string {
	if d.Reading != nil {
		return d.Reading.Text
	}
	return d.Text
}

// Read returns what a span of the document says to a reader.
func (d *Document) Read(span text.Span) string {
	if d.Reading != nil {
		return d.Reading.Of(span).Of(d.Reading.Text)
	}
	return span.Of(d.Text)
}

// AsRead is the document as a reader has it: its Text is the reading, its blocks
// are spans of that, and Origin is the document itself, where places in the file
// are found again by [Document.InFile]. A document that reads unchanged is
// returned as it is. Blocks in which there is nothing to read are left out.
func (d *Document) AsRead() *Document {
	if d.Reading == nil {
		return d
	}
	read := *d
	read.Text, read.Reading, read.Origin = d.Reading.Text, nil, d
	read.Blocks = d.Reading.blocks(d.Blocks)
	return &read
}

func (r *Reading) blocks(blocks []Block) []Block {
	var read []Block
	for _, b := range blocks {
		b.Span = r.Of(b.Span)
		if b.Span.Empty() && b.Kind != Cell {
			continue
		}
		b.Children = r.blocks(b.Children)
		if b.Code != nil {
			b.Code = &Symbol{Doc: r.Of(b.Code.Doc), Signature: r.Of(b.Code.Signature)}
		}
		read = append(read, b)
	}
	return read
}

// InFile returns the document that parsers made of the file, and the place in its
// Text of a span of d's. It is false for a span that does not occur there.
func (d *Document) InFile(span text.Span) (*Document, text.Span, bool) {
	if d.Origin == nil {
		return d, span, true
	}
	source, ok := d.Origin.Reading.Source(span)
	return d.Origin, source, ok
}

// A ReadingMaker puts a reading together from left to right. The zero value is
// ready.
type ReadingMaker struct {
	made  []byte
	parts []Part
}

// Copy adds bytes of the document as they are.
func (m *ReadingMaker) Copy(source text.Span, of string) { m.Add(source.Of(of), source) }

// Add adds text that replaces a span of the document.
func (m *ReadingMaker) Add(made string, source text.Span) {
	if made == "" {
		return
	}
	p := Part{Made: text.Span{Start: len(m.made), End: len(m.made) + len(made)}, Source: source}
	m.made = append(m.made, made...)
	if n := len(m.parts); n > 0 && m.parts[n-1].same() && p.same() &&
		m.parts[n-1].Made.End == p.Made.Start && m.parts[n-1].Source.End == p.Source.Start {
		m.parts[n-1].Made.End, m.parts[n-1].Source.End = p.Made.End, p.Source.End
		return
	}
	m.parts = append(m.parts, p)
}

// Gap adds text that does not occur in the document.
func (m *ReadingMaker) Gap(made string) { m.made = append(m.made, made...) }

// Len is how much was made so far.
func (m *ReadingMaker) Len() int { return len(m.made) }

// Reading returns what was put together.
func (m *ReadingMaker) Reading() *Reading {
	return &Reading{Text: string(m.made), Parts: m.parts}
}
