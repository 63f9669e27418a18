package replies

import (
	"fmt"
	"net/url"
	"slices"
	"strconv"
	"strings"

	"docuquest/core/answer/ground"
	"docuquest/core/document"
	"docuquest/core/file"
	"docuquest/core/language/text"
)

// Paged is what an answer has in addition when one file with pages was asked: the
// quotes, and the blocks on the pages that have them.
type Paged struct {
	Substrings []string     `json:"substrings"`
	Blocks     []PagedBlock `json:"blocks"`
}

// A PagedBlock is a block with its place on a page and in the full text, which is
// the text of all blocks, each followed by one space.
type PagedBlock struct {
	Text      string       `json:"text"`
	Page      int          `json:"page"`       // from 1
	Vertices  [][2]float64 `json:"vertices"`   // four, as in a Citation
	CharStart int          `json:"char_start"` // code points in the full text
	CharEnd   int          `json:"char_end"`   // exclusive
	// Score is 1 where the block has one of the substrings, else how like one
	// it is, at least 0.75.
	Score float64 `json:"sequence_matcher_score"`
}

// OnPages finds the quotes of an answer on the pages of the document that was asked, of
// which it had read these spans.
func OnPages(d *document.Document, c ground.Checked, read []text.Span) *Paged {
	p := &Paged{Substrings: []string{}, Blocks: []PagedBlock{}}
	for _, citation := range c.Citations {
		read = append(read, citation.Span) // which may lie in another passage than the ones that were asked for
		for _, s := range cutAtBlocks(d, citation.Span) {
			if !slices.Contains(p.Substrings, s) {
				p.Substrings = append(p.Substrings, s)
			}
		}
	}
	for _, b := range ground.Blocks(d, read, p.Substrings) {
		p.Blocks = append(p.Blocks, PagedBlock{
			Text: b.Span.Of(d.Text), Page: b.Box.Page, Vertices: b.Box.Vertices[:],
			CharStart: b.Start, CharEnd: b.End, Score: b.Score,
		})
	}
	return p
}

// cutAtBlocks returns what each block has of a span. Mere marks, like the
// bullet of a list, are left out: any number of blocks have them.
func cutAtBlocks(d *document.Document, span text.Span) []string {
	var parts []string
	for _, page := range d.Blocks {
		for _, b := range page.Children {
			part := overlap(span, b.Span)
			if part.Empty() {
				continue
			}
			if s := strings.TrimSpace(part.Of(d.Text)); text.HasLetterOrDigit(s) {
				parts = append(parts, s)
			}
		}
	}
	return parts
}

// HasPages reports whether a document has pages.
func HasPages(d *document.Document) bool {
	return len(d.Blocks) > 0 && d.Blocks[0].Kind == document.Page
}

// ParseTextURI takes a URI of TextURI apart. Editors may have escaped it anew, and those of
// earlier answers have no ending.
func ParseTextURI(u file.URI) (path string, page int, err error) {
	rest, ok := strings.CutPrefix(string(u), TextScheme)
	if !ok {
		return "", 0, fmt.Errorf("%.200q names no text of a file", u)
	}
	escaped, fragment, _ := strings.Cut(rest, "#")
	path, err = url.PathUnescape(escaped)
	if err != nil {
		return "", 0, fmt.Errorf("%.200q names no text of a file", u)
	}
	fragment, _ = url.PathUnescape(fragment)
	if number, ok := strings.CutPrefix(fragment, "p="); ok {
		if page, err = strconv.Atoi(number); err != nil || page < 1 {
			return "", 0, fmt.Errorf("%.200q names no page", u)
		}
	}
	if page == 0 {
		path = strings.TrimSuffix(path, TextEnding)
	}
	return path, page, nil
}
