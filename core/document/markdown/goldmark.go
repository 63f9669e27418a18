package markdown

import (
	"bytes"
	"strings"

	"github.com/yuin/goldmark/ast"
	"github.com/yuin/goldmark/extension"
	"github.com/yuin/goldmark/parser"
	gtext "github.com/yuin/goldmark/text"
	"github.com/yuin/goldmark/util"

	"docuquest/core/language/text"
)

// maxNesting is how many lists and quotes may lie in one another. The time and
// the memory of a parse grow with the depth, times the length of the file.
const maxNesting = 10

// New makes a parser.
func New() *Parser {
	return &Parser{
		blocks: parser.NewParser(
			parser.WithBlockParsers(
				util.Prioritized(placing{parser.NewSetextHeadingParser()}, 100),
				util.Prioritized(placing{parser.NewThematicBreakParser()}, 200),
				util.Prioritized(nesting{placing{parser.NewListParser()}}, 300),
				util.Prioritized(placing{parser.NewListItemParser()}, 400),
				util.Prioritized(placing{parser.NewCodeBlockParser()}, 500),
				util.Prioritized(placing{parser.NewATXHeadingParser()}, 600),
				util.Prioritized(placing{parser.NewFencedCodeBlockParser()}, 700),
				util.Prioritized(nesting{placing{parser.NewBlockquoteParser()}}, 800),
				util.Prioritized(rawHTML{placing{parser.NewHTMLBlockParser()}}, 900),
				util.Prioritized(placing{parser.NewParagraphParser()}, 1000),
			),
			parser.WithParagraphTransformers(
				util.Prioritized(definitionReader{}, 100),
				util.Prioritized(footnoteReader{}, 150),
				util.Prioritized(tableReader{}, 200),
			),
		),
		inline: parser.NewParser(
			parser.WithBlockParsers(util.Prioritized(parser.NewParagraphParser(), 100)),
			parser.WithInlineParsers(parser.DefaultInlineParsers()...),
			parser.WithInlineParsers(util.Prioritized(extension.NewStrikethroughParser(), 500)),
		),
	}
}

// sightings is what the block parsers note down during one parse, and the text
// they read: strings are cut without a copy, and have the offsets of the canvas.
type sightings struct {
	text    string
	starts  map[ast.Node]int // where blocks begin for which Node.Pos is wrong
	tooDeep bool             // a list or a quote was refused
	deepest int              // where the first one was
}

var sightingsKey = parser.NewContextKey()

func sightingsOf(pc parser.Context) *sightings { return pc.Get(sightingsKey).(*sightings) }

// placing notes where a block begins if goldmark will get it wrong: after a tab
// that an item or a quote cut in two, Node.Pos counts the rest of the tab as if
// each of its columns were a byte.
type placing struct{ parser.BlockParser }

func (p placing) Open(parent ast.Node, reader gtext.Reader, pc parser.Context) (ast.Node, parser.State) {
	_, line := reader.PeekLine()
	offset := pc.BlockOffset()
	node, state := p.BlockParser.Open(parent, reader, pc)
	if node != nil && line.Padding > 0 {
		sightingsOf(pc).starts[node] = line.Start + max(offset-line.Padding, 0)
	}
	return node, state
}

// nesting refuses a list or a quote that would lie too deep.
type nesting struct{ placing }

func (n nesting) Open(parent ast.Node, reader gtext.Reader, pc parser.Context) (ast.Node, parser.State) {
	depth := 0
	for node := parent; node != nil; node = node.Parent() {
		if kind := node.Kind(); kind == ast.KindList || kind == ast.KindBlockquote {
			depth++
		}
	}
	// Below a list the list parser opens nothing, but must be asked: it
	// clears a mark that its item left in the context.
	if parent.Kind() != ast.KindList && maxNesting <= depth {
		if seen := sightingsOf(pc); !seen.tooDeep {
			_, line := reader.PeekLine()
			seen.tooDeep, seen.deepest = true, line.Start
		}
		return nil, parser.NoChildren
	}
	return n.placing.Open(parent, reader, pc)
}

// canvas returns the copy of a text that goldmark reads. Every byte has the offset that
// it has in the text, but
//
//   - the front matter, the first front bytes, is blank;
//   - all lines end with \n: goldmark knows no lone \r, and takes "-\r\n" for
//     a paragraph where "-\n" is an empty item;
//   - a run of blank lines becomes two, the second as long as all the
//     others: goldmark keeps a record for each blank line of each open block,
//     1.5 GB for a megabyte of them at the end of a deep list.
func canvas(s string, front int) []byte {
	c := []byte(s)
	for i := range c[:front] {
		c[i] = ' '
	}
	if front > 0 {
		c[front-1] = '\n'
	}
	for at := 0; ; {
		n := bytes.IndexByte(c[at:], '\r')
		if n < 0 {
			break
		}
		at += n
		c[at] = '\n'
		if at+1 < len(c) && c[at+1] == '\n' {
			c[at] = ' '
		}
	}
	blank := 0 // lines above
	for at := 0; at < len(c); {
		end := len(c)
		if n := bytes.IndexByte(c[at:], '\n'); n >= 0 {
			end = at + n + 1
		}
		if len(bytes.TrimLeft(c[at:end], " \t\n")) > 0 {
			blank = 0
		} else if blank++; blank > 2 {
			c[at-1] = ' '
		}
		at = end
	}
	return c
}

// rawHTML looks at a line before the library does, which tries eight regular
// expressions on it: they are what makes "<a" times 350,000 take a second.
type rawHTML struct{ placing }

// Open asks the library only about a line that can be the first of a block of HTML: a
// declaration, one of CommonMark's kinds 1 and 6, or any other tag if the line ends with
// it, which does not end a paragraph.
func (r rawHTML) Open(parent ast.Node, reader gtext.Reader, pc parser.Context) (ast.Node, parser.State) {
	source, _ := reader.PeekLine()
	line := strings.TrimSpace(string(source))
	rest := strings.TrimPrefix(line, "<")
	if !strings.HasPrefix(rest, "!") && !strings.HasPrefix(rest, "?") {
		rest = strings.TrimLeft(strings.TrimPrefix(rest, "/"), " ")
		end := 0
		for end < len(rest) && ('0' <= rest[end] && rest[end] <= '9' || 'a' <= rest[end]|0x20 && rest[end]|0x20 <= 'z') {
			end++
		}
		isBlock := end <= len("blockquote") && blockTags[strings.ToLower(rest[:end])]
		if !isBlock && (ast.IsParagraph(pc.LastOpenedBlock().Node) || !strings.HasSuffix(line, ">")) {
			return nil, parser.NoChildren
		}
	}
	return r.placing.Open(parent, reader, pc)
}

var blockTags = text.WordSet(`script pre style textarea
	address article aside base basefont blockquote body caption center col colgroup dd details dialog dir div dl dt
	fieldset figcaption figure footer form frame frameset h1 h2 h3 h4 h5 h6 head header hr html iframe legend li link
	main menu menuitem meta nav noframes ol optgroup option p param search section summary table tbody td tfoot th
	thead title tr track ul`)
