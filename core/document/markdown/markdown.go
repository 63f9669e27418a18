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
//   - It reads only the first lines of a file that is longer than what people write
//     (see maxLines).
//   - Link definitions, footnotes and tables have readers of our own
//     (definitions.go, table.go), linear in what they read. The library copies the rest of a
//     paragraph for each definition, and fills each short row of a table with
//     empty cells up to the width of the header.
//   - Runs of blank lines are shortened, and line ends made alike, in the copy
//     of the text that the library reads.
package markdown

import (
	"cmp"
	"fmt"
	"strings"

	"github.com/yuin/goldmark/ast"
	"github.com/yuin/goldmark/parser"
	gtext "github.com/yuin/goldmark/text"

	"docuquest/core/document"
	"docuquest/core/file"
	"docuquest/core/language/text"
)

// A Parser reads Markdown. It may be used by any number of goroutines at once.
type Parser struct {
	blocks parser.Parser // the whole file, without inline marks
	inline parser.Parser // the text of one heading
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
				Message:   fmt.Sprintf("read as plain text, since its Markdown could not be read: %v", fault),
				Makeshift: true,
			})
		}
	}()
	front := readFrontMatter(d.Text)
	end := front.span.End
	for lines := 0; lines < maxLines && end < len(d.Text); lines++ {
		if n := strings.IndexByte(d.Text[end:], '\n'); n >= 0 {
			end += n + 1
		} else {
			end = len(d.Text)
		}
	}
	source := canvas(d.Text[:end], front.span.End)
	seen := &sightings{text: d.Text, starts: map[ast.Node]int{}}
	pc := parser.NewContext()
	pc.Set(sightingsKey, seen)
	root := p.blocks.Parse(gtext.NewReader(source), parser.WithContext(pc))

	b := builder{text: d.Text, starts: seen.starts, titles: titles{inline: p.inline, definitions: pc}}
	flat := b.siblings(root, text.Span{Start: front.span.End, End: end})
	flat = append(flat, paragraphsFrom(d, end)...)
	d.Title = cmp.Or(front.title, document.HighestTitle(flat))
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
	return d
}

// maxLines is how many lines are read as Markdown. What people write has not half
// as many in the largest file that is read; made of ever more blocks of a few
// bytes it would take half a second for each megabyte.
const maxLines = 50_000

// paragraphsFrom cuts the rest of a document into paragraphs, small neighbours joined,
// and reports it as a problem.
func paragraphsFrom(d *document.Document, start int) []document.Block {
	const leastSize = 1000 // bytes
	rest := trimmed(d.Text, text.Span{Start: start, End: len(d.Text)})
	if rest.Empty() {
		return nil
	}
	d.Problems = append(d.Problems, document.Problem{
		Span:    rest,
		Message: fmt.Sprintf("what follows the first %d lines is read as plain text", maxLines),
	})
	var blocks []document.Block
	for at := rest.Start; at < rest.End; {
		end := rest.End
		if from := at + leastSize; from < end {
			if blank := strings.Index(d.Text[from:end], "\n\n"); blank >= 0 {
				end = from + blank
			}
		}
		if span := trimmed(d.Text, text.Span{Start: at, End: end}); !span.Empty() {
			blocks = append(blocks, document.Block{Kind: document.Paragraph, Span: span})
		}
		at = end + 1
	}
	return blocks
}
