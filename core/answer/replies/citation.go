package replies

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"docuquest/core/answer"
	"docuquest/core/answer/ground"
	"docuquest/core/answer/render"
	"docuquest/core/document"
	"docuquest/core/file"
	"docuquest/core/language/text"
)

// OncePerEntry returns citations of which only the first of each entry has it: a reader needs it once.
func OncePerEntry(cs []Citation) []Citation {
	cs, shown := slices.Clone(cs), map[[2]string]bool{}
	for i := range cs {
		entry := [2]string{string(cs[i].URI), cs[i].Entry}
		if shown[entry] {
			cs[i].Entry, cs[i].Context = "", nil
		}
		shown[entry] = true
	}
	return cs
}

// asSource is a citation as an item of the sources: a link with the quote below it.
func (c Citation) asSource() string {
	var b strings.Builder
	fmt.Fprintf(&b, "\n%d. [%s](%s)", c.Number, render.Inline(c.Place()), LineURI(c.URI, c.Range.Start.Line))
	if len(c.Titles) > 0 {
		fmt.Fprintf(&b, " in %s", render.Inline(strings.Join(c.Titles, " › ")))
	}
	if remark := c.Remark(); remark != "" {
		b.WriteString(", " + render.Inline(remark))
	}
	b.WriteString("\n\n")
	isCode := file.IsCode(file.LanguageOf(c.Path))
	quoted := func(s string) {
		for _, line := range ground.Quotation(s, isCode) {
			b.WriteString(strings.TrimRight("   > "+line, " ") + "\n")
		}
	}
	for _, context := range c.Context {
		quoted(context.Text)
	}
	quoted(cmp.Or(c.Entry, c.Quote))
	return b.String()
}

// Said is what a citation quotes on one line; of a program without the signs of a comment.
func (c Citation) Said() string {
	lines := strings.Split(c.Quote, "\n")
	if file.IsCode(file.LanguageOf(c.Path)) {
		lines = answer.WithoutComment(lines)
	}
	return text.OneLine(strings.Join(lines, " "))
}

// Place names the file of a citation, and the page or else the line, from 1; of a page of
// the web its address alone.
func (c Citation) Place() string {
	if OnWeb(c.URI) {
		return c.Path
	}
	return placeName(c.Path, c.Page, c.Range.Start.Line+1)
}

// Remark says what the file of a citation is to others, and which ones say the same: "older edition",
// "also in a.md, b.md and 3 more"; "" for most.
func (c Citation) Remark() string {
	const most = 3 // copies that are named
	also := ""
	if n := len(c.Copies); n > 0 {
		also = "also in " + strings.Join(c.Copies[:min(most, n)], ", ")
		if n > most {
			also += fmt.Sprintf(" and %d more", n-most)
		}
	}
	return strings.Join(NonEmpty(c.Edition, also), ", ")
}

// Source is a citation as a document lists it.
func (c Citation) Source() string {
	return "[" + render.Inline(c.Place()) + "](" + LineURI(c.URI, c.Range.Start.Line) + ")"
}

// A Citation is a place in a file that has a quote: the text at Range is
// Quote, byte for byte. Where the text was taken out of a file, URI names that
// text, one page of it where there are pages, and Path the file. Of a page of the web
// Path is the address, URI leads to the quote in it (see OnWeb), and Range lies in what it
// says to a reader.
type Citation struct {
	Number int      `json:"number"`
	URI    file.URI `json:"uri"`
	Path   string   `json:"path"`
	Range  Range    `json:"range"`
	Quote  string   `json:"quote"`
	Ratio  float64  `json:"ratio"` // 1 when the text there is exactly the quote
	Titles []string `json:"titles"`
	// Copies are the paths of further files that say the same. Edition says what the file is where
	// it copies others or stands for them: "older edition", "test data"; "" for most.
	Copies  []string `json:"copies,omitempty"`
	Edition string   `json:"edition,omitempty"`
	// Entry is the paragraph, list, row or declaration that the quote is in, as far as it is
	// shown; "" where that is the quote alone. Context is what belongs to it elsewhere.
	Entry   string    `json:"entry,omitempty"`
	Context []Context `json:"context,omitempty"`
	// Emphasis are the ranges in Range that answer: the value that is asked for.
	Emphasis []Range `json:"emphasis,omitempty"`
	// Page, from 1, and the corners of where the quote is on it, in shares of
	// the page, from the top left one clockwise; for a file that has pages.
	Page     int          `json:"page,omitempty"`
	Vertices [][2]float64 `json:"vertices,omitempty"`
}

// TextRange converts a range of a reply.
func (r Range) TextRange() text.Range {
	return text.Range{Start: text.Position(r.Start), End: text.Position(r.End)}
}

// A Range is two positions in the encoding that the reply names.
type Range struct {
	Start Position `json:"start"`
	End   Position `json:"end"`
}

// A Position is a line and a character in it, both from 0.
type Position struct {
	Line      int `json:"line"`
	Character int `json:"character"`
}

// NewRange converts a range.
func NewRange(r text.Range) Range {
	return Range{
		Start: Position{r.Start.Line, r.Start.Character},
		End:   Position{r.End.Line, r.End.Character},
	}
}

// NewCitations converts places to ranges in the reader's encoding.
func NewCitations(cs []ground.Citation, e text.Encoding) []Citation {
	locator := NewLocator(e)
	out := make([]Citation, 0, len(cs))
	for _, c := range cs {
		at := locator.Locate(c.Document, c.Span)
		titles := c.Titles
		if title := c.Document.Title; OnWeb(c.Document.URI) && title != "" && !slices.Contains(titles, title) {
			titles = append([]string{title}, titles...) // those of a page of the web begin with its own
		}
		entry, context := locator.entryOf(c)
		var emphasis []Range
		if !c.Answers.Empty() {
			emphasis = []Range{locator.Locate(c.Document, c.Answers).Range}
		}
		out = append(out, Citation{
			Emphasis: emphasis,
			Number:   c.Number,
			URI:      at.URI,
			Path:     c.Document.Path,
			Range:    at.Range,
			Quote:    at.Text,
			Ratio:    c.Ratio,
			Titles:   OrEmpty(titles),
			Copies:   c.Copies,
			Entry:    entry,
			Context:  context,
			Page:     at.Page,
			Vertices: at.Vertices,
		})
	}
	return out
}

// titlesAt are the headings above an offset, outermost first.
func titlesAt(blocks []document.Block, offset int) []string {
	for _, b := range blocks {
		if b.Kind == document.Section && b.Span.Contains(offset) {
			return append([]string{b.Title}, titlesAt(b.Children, offset)...)
		}
	}
	return nil
}

// OnWeb reports whether the URI of a citation is the address of a page of the web. Its
// fragment leads browsers to the quote.
func OnWeb(u file.URI) bool {
	return strings.HasPrefix(string(u), "https://") || strings.HasPrefix(string(u), "http://")
}

// A Location is a place in a text that a reader can open, and the text there.
type Location struct {
	URI      file.URI
	Range    Range
	Text     string // at the range
	Page     int    // from 1; 0 where there are no pages
	Vertices [][2]float64
}
