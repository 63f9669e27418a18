package chunk_test

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"testing"
	"unicode"
	"unicode/utf8"

	"docuquest/core/document"
	"docuquest/core/document/chunk"
	"docuquest/core/language/text"
)

// checkSplit demands all that Split promises of the chunks of a document.
func checkSplit(tb testing.TB, d *document.Document, chunks []chunk.Chunk, o chunk.Options) {
	tb.Helper()
	for i, c := range chunks {
		if i > 0 && (c.Span.Start < chunks[i-1].Span.Start || c.Span.End < chunks[i-1].Span.End) {
			tb.Fatalf("%s: chunk %v comes after %v", d.Path, c.Span, chunks[i-1].Span)
		}
		checkText(tb, d, c)
		checkSize(tb, d, c, o)
		checkParts(tb, d, c)
	}
	checkCovered(tb, d, chunks)
}

func checkText(tb testing.TB, d *document.Document, c chunk.Chunk) {
	tb.Helper()
	switch {
	case strings.TrimSpace(c.Text) == "" || strings.TrimSpace(c.Content()) == "":
		tb.Fatalf("%s: chunk %v is blank", d.Path, c.Span)
	case !utf8.ValidString(c.Text) || !utf8.ValidString(c.Content()):
		tb.Fatalf("%s: chunk %v cuts a character", d.Path, c.Span)
	case !strings.HasSuffix(c.WithTitles(), c.Content()):
		tb.Fatalf("%s: chunk %v with titles is %q, its content %q", d.Path, c.Span, c.WithTitles(), c.Content())
	case c.Original(d) != c.Span.Of(d.Text) || c.Span.Empty():
		tb.Fatalf("%s: chunk %v stands for %q", d.Path, c.Span, c.Original(d))
	case isRows(c) && !json.Valid([]byte(c.Text)):
		tb.Fatalf("%s: chunk %v is no JSON: %q", d.Path, c.Span, c.Text)
	case c.Page != 0 && !strings.HasPrefix(c.WithTitles(), c.Text):
		tb.Fatalf("%s: chunk %v on page %d has titles", d.Path, c.Span, c.Page)
	}
}

func isRows(c chunk.Chunk) bool { return c.Kind == chunk.Table && strings.HasPrefix(c.Text, "[{") }

// checkSize lets rows alone be longer than asked for: as many as one chunk must
// have.
func checkSize(tb testing.TB, d *document.Document, c chunk.Chunk, o chunk.Options) {
	tb.Helper()
	size, rows := o.Size, max(o.RowsPerChunk, 1)
	if size <= 0 {
		size = chunk.DefaultSize
	}
	n := utf8.RuneCountInString(c.Text)
	if n > size && (c.Kind != chunk.Table || rows < countRows(c)) {
		tb.Fatalf("%s: chunk %v has %d characters, more than %d", d.Path, c.Span, n, size)
	}
}

// countRows is how many rows are in a chunk of a table; 1 if it stands as it is.
func countRows(c chunk.Chunk) int {
	var rows []json.RawMessage
	if json.Unmarshal([]byte(c.Text), &rows) != nil {
		return 1
	}
	return len(rows)
}

// checkParts demands that parts come in order, that each is what its source
// says, and that nothing else is in the text but JSON, line ends, and what a
// reading adds.
func checkParts(tb testing.TB, d *document.Document, c chunk.Chunk) {
	tb.Helper()
	at, own := 0, c.Span.Start
	for _, p := range c.Parts {
		if err := brokenPart(d, c, p); err != nil {
			tb.Fatalf("%s: chunk %v: part %+v %v", d.Path, c.Span, p, err)
		}
		if p.Chunk.Start < at {
			tb.Fatalf("%s: chunk %v: part %+v begins before %d", d.Path, c.Span, p, at)
		}
		if rendered := c.Text[at:p.Chunk.Start]; d.Reading == nil && !isRows(c) && strings.Trim(rendered, "\n") != "" {
			tb.Fatalf("%s: chunk %v: %q has no source", d.Path, c.Span, rendered)
		}
		at = p.Chunk.End
		if p.Source.End <= c.Span.Start { // repeated
			continue
		}
		if p.Source.Start < own || c.Span.End < p.Source.End {
			tb.Fatalf("%s: chunk %v: part %+v is not in its order", d.Path, c.Span, p)
		}
		own = p.Source.Start
	}
	if rest := c.Text[at:]; d.Reading == nil && !isRows(c) && rest != "" {
		tb.Fatalf("%s: chunk %v: %q has no source", d.Path, c.Span, rest)
	}
}

func brokenPart(d *document.Document, c chunk.Chunk, p chunk.Part) error {
	made, source := p.Chunk.Of(c.Text), p.Source.Of(d.Text)
	if made == "" || source == "" {
		return fmt.Errorf("is empty")
	}
	if len(made) == len(source) && made != source {
		return fmt.Errorf("is %q, its source %q", made, source)
	}
	if got, ok := c.Source(p.Chunk); !ok || got != p.Source {
		return fmt.Errorf("comes from %v, %v", got, ok)
	}
	read := made
	if isRows(c) && strings.HasPrefix(made, `\`) {
		if err := json.Unmarshal([]byte(`"`+made+`"`), &read); err != nil {
			return err
		}
	}
	if made != source && !strings.Contains(d.Read(p.Source), read) {
		return fmt.Errorf("is %q, where %q is read", made, d.Read(p.Source))
	}
	return nil
}

// checkCovered demands that each letter that is read is in a chunk, or a title
// says it. Where all that may be left out is white space, so is each character.
func checkCovered(tb testing.TB, d *document.Document, chunks []chunk.Chunk) {
	tb.Helper()
	covered := make([]bool, len(d.Text))
	for _, c := range chunks {
		for _, p := range c.Parts {
			for at := p.Source.Start; at < p.Source.End; at++ {
				covered[at] = true
			}
		}
	}
	said := titlesIn(map[string]bool{d.Title: true}, d.Blocks)
	matters := func(r rune) bool { return !unicode.IsSpace(r) }
	if leavesMarks(d.Blocks) {
		matters = unicode.IsLetter
	}
	for line := range strings.SplitSeq(uncovered(d, covered), "\n") {
		if strings.ContainsFunc(line, matters) && !said[words(line)] {
			tb.Fatalf("%s: no chunk holds %q", d.Path, line)
		}
	}
}

// uncovered is what is read and in no chunk, with a line end for each stretch
// that is.
func uncovered(d *document.Document, covered []bool) string {
	reading := d.Reading
	if reading == nil {
		whole := text.Span{End: len(d.Text)}
		reading = &document.Reading{Text: d.Text, Parts: []document.Part{{Made: whole, Source: whole}}}
	}
	var out strings.Builder
	end := 0
	for _, p := range reading.Parts {
		if end < p.Made.Start {
			out.WriteByte('\n')
		}
		end = p.Made.End
		for i, r := range p.Made.Of(reading.Text) {
			at := p.Source.Start
			if p.Made.Len() == p.Source.Len() {
				at += i
			}
			if covered[at] {
				r = '\n'
			}
			out.WriteRune(r)
		}
	}
	return out.String()
}

func words(s string) string {
	return strings.TrimFunc(s, func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsNumber(r) })
}

func titlesIn(titles map[string]bool, blocks []document.Block) map[string]bool {
	for _, b := range blocks {
		if b.Kind == document.Section {
			titles[words(b.Title)] = true
		}
		titlesIn(titles, b.Children)
	}
	return titles
}

// leavesMarks reports whether a document has structure that marks may be left out
// around.
func leavesMarks(blocks []document.Block) bool {
	return slices.ContainsFunc(blocks, func(b document.Block) bool {
		headless := b.Kind == document.Section && b.Children[0].Kind != document.Heading
		return headless || b.Kind == document.Table || b.Kind == document.Definition || leavesMarks(b.Children)
	})
}
