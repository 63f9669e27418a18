// Package markdown reads CommonMark with tables: sections nested by their
// headings, and in them paragraphs, lists, quotes, code, tables and raw HTML,
// each with the exact bytes of the file that it stands for.
//
// The library goldmark finds the blocks. It is quadratic or worse on inputs
// that a stranger can write in a minute, so it gets less to do than usual:
//
//   - Inline marks are read in headings alone, and only in short ones. Nobody
//     asks for the links of a paragraph here, and they are what makes "[a]("
//     times 40,000 take ten seconds.
//   - Lists and quotes nest to a depth that no person writes (see maxNesting);
//     what lies deeper is read as text of the innermost block.
//   - Link definitions, footnotes and tables have readers of our own
//     (definitions.go, table.go), linear in what they read. The library copies the rest of a
//     paragraph for each definition, and fills each short row of a table with
//     empty cells up to the width of the header.
//   - Runs of blank lines are shortened, and line ends made alike, in the copy
//     of the text that the library sees (canvas.go).
package markdown

import (
	"fmt"

	"github.com/yuin/goldmark/parser"
	gtext "github.com/yuin/goldmark/text"

	"docuquest/core/document"
	"docuquest/core/file"
	"docuquest/core/text"
)

// A Parser reads Markdown. It may be used by any number of goroutines at once.
type Parser struct {
	blocks parser.Parser // the whole file, without inline marks
	inline parser.Parser // the text of one heading
}

// New makes a parser.
func New() *Parser {
	return &Parser{blocks: newBlockParser(), inline: newInlineParser()}
}

// Parse reads f. The title is the front matter's, else the first heading of the
// highest rank in the file. A fault of the library costs the structure of this
// one file: it is then cut into paragraphs, and a Problem says so.
func (p *Parser) Parse(f file.File) (d *document.Document) {
	d = document.New(f)
	defer func() {
		if fault := recover(); fault != nil {
			d.Title = ""
			d.Blocks = document.Paragraphs(d.Text, document.Paragraph)
			d.Problems = append(d.Problems, document.Problem{
				Message: fmt.Sprintf("read as plain text, since its Markdown could not be read: %v", fault),
			})
		}
	}()
	p.read(d)
	return d
}

// read fills in the title, the blocks and the problems of d.
func (p *Parser) read(d *document.Document) {
	front := readFrontMatter(d.Text)
	source := canvas(d.Text, front.span.End)
	pc, seen := newContext(d.Text)
	root := p.blocks.Parse(gtext.NewReader(source), parser.WithContext(pc))

	b := builder{text: d.Text, starts: seen.starts, titles: titles{inline: p.inline, definitions: pc}}
	flat := b.siblings(root, text.Span{Start: front.span.End, End: len(d.Text)})
	d.Title = front.title
	if d.Title == "" {
		d.Title = document.HighestTitle(flat)
	}
	d.Blocks = document.Nest(flat)
	if front.span.End > 0 {
		block := document.Block{Kind: document.FrontMatter, Span: trimmed(d.Text, front.span)}
		d.Blocks = append([]document.Block{block}, d.Blocks...)
	}
	if seen.tooDeep {
		d.Problems = append(d.Problems, document.Problem{
			Span:    text.Span{Start: seen.deepest, End: seen.deepest},
			Message: fmt.Sprintf("lists and quotes deeper than %d levels are read as plain text", maxNesting),
		})
	}
}
