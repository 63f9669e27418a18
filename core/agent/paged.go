package agent

import (
	"context"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"unicode"

	"docuquest/core/answer/ground"
	"docuquest/core/document"
	"docuquest/core/file"
	"docuquest/core/language/text"
	"docuquest/core/search/retrieve"
)

// Paged is what an answer tells besides when one file with pages was asked: the
// quotes, and the blocks on the pages that hold them.
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
	// Score is 1 where the block holds one of the substrings, else how like one
	// it is, at least 0.75.
	Score float64 `json:"sequence_matcher_score"`
}

// defaultPagedPassages is how many passages of a single file with pages are read.
const defaultPagedPassages = 5

// paged gives the document that a question is limited to, if it has pages.
func (a *asking) paged(ctx context.Context) *document.Document {
	u, err := file.ParseURI(a.question.URI)
	if a.question.URI == "" || err != nil {
		return nil
	}
	d, err := a.Document(ctx, u)
	if err != nil || !hasPages(d) {
		return nil
	}
	return d
}

func hasPages(d *document.Document) bool {
	return len(d.Blocks) > 0 && d.Blocks[0].Kind == document.Page
}

// onPages finds the quotes of an answer on the pages of the document that was
// asked.
func onPages(d *document.Document, c ground.Checked, found *retrieve.Result) *Paged {
	p := &Paged{Substrings: []string{}, Blocks: []PagedBlock{}}
	var read []text.Span
	for _, h := range found.Hits {
		read = append(read, h.Chunk.Span)
	}
	for _, citation := range c.Citations {
		read = append(read, citation.Span) // which may lie in another passage than those that were asked for
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

// cutAtBlocks gives what each block holds of a span. Mere marks, such as the
// bullet of a list, are left out: any number of blocks hold them.
func cutAtBlocks(d *document.Document, span text.Span) []string {
	var parts []string
	for _, page := range d.Blocks {
		for _, b := range page.Children {
			part := overlap(span, b.Span)
			if part.Empty() {
				continue
			}
			if s := strings.TrimSpace(part.Of(d.Text)); says(s) {
				parts = append(parts, s)
			}
		}
	}
	return parts
}

// says reports whether a text has a letter or a digit.
func says(s string) bool {
	return strings.ContainsFunc(s, func(r rune) bool { return unicode.IsLetter(r) || unicode.IsNumber(r) })
}

// A PageDrawer draws pages of files that have them. It may be used by several
// goroutines at once.
type PageDrawer interface {
	// Draw gives a page, from 1, of a file's content as PNG, so many pixels wide,
	// with places on it marked.
	Draw(ctx context.Context, content string, page int, marks []document.Mark, width int) ([]byte, error)
}

// DrawPage draws a page, from 1, of the file at path as PNG, so many pixels wide,
// with places on it marked. Errors: no such file or page, or a file of a kind
// that has no pages.
func (a *Agent) DrawPage(ctx context.Context, path string, page int, marks []document.Mark, width int) ([]byte, error) {
	f, err := a.byPath(ctx, path)
	if err != nil {
		return nil, err
	}
	if a.options.Pages == nil || f.Language != "pdf" {
		return nil, fmt.Errorf("%s has no pages that can be drawn", path)
	}
	return a.options.Pages.Draw(ctx, f.Content, page, marks, width)
}

// ExtractedText is the text that a URI of [TextURI] names: what was taken out of
// a file, or out of one of its pages. Errors are those of Extracted.
func (a *Agent) ExtractedText(ctx context.Context, u file.URI) (string, error) {
	d, span, err := a.Extracted(ctx, u)
	if err != nil {
		return "", err
	}
	return span.Of(d.Text), nil
}

// Extracted is the document that a URI of [TextURI] names, and which part of its
// text: all of it, or that of one page. Errors: the URI names none, the file is not
// known or cannot be read, or it has no such page.
func (a *Agent) Extracted(ctx context.Context, u file.URI) (*document.Document, text.Span, error) {
	path, page, err := parseTextURI(u)
	if err != nil {
		return nil, text.Span{}, err
	}
	f, err := a.byPath(ctx, path)
	if err != nil {
		return nil, text.Span{}, err
	}
	d := a.reader.Parse(f)
	if page == 0 {
		return d, text.Span{End: len(d.Text)}, nil
	}
	for _, b := range d.Blocks {
		if b.Kind == document.Page && b.Box.Page == page {
			return d, b.Span, nil
		}
	}
	return nil, text.Span{}, fmt.Errorf("%s has no text on a page %d", path, page)
}

// parseTextURI takes a URI of TextURI apart. Editors may have escaped it anew, and those of
// earlier answers have no ending.
func parseTextURI(u file.URI) (path string, page int, err error) {
	rest, ok := strings.CutPrefix(string(u), TextScheme)
	if !ok {
		return "", 0, fmt.Errorf("%.200q names no text of a file", u)
	}
	escaped, fragment, _ := strings.Cut(rest, "#")
	path, err = pathUnescape(escaped)
	if err != nil {
		return "", 0, fmt.Errorf("%.200q names no text of a file", u)
	}
	fragment, _ = pathUnescape(fragment)
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
