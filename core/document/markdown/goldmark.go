package markdown

import (
	"github.com/yuin/goldmark/ast"
	"github.com/yuin/goldmark/extension"
	"github.com/yuin/goldmark/parser"
	gtext "github.com/yuin/goldmark/text"
	"github.com/yuin/goldmark/util"
)

// maxNesting is how many lists and quotes may lie in one another. The time and
// the memory of a parse grow with the depth, times the length of the file.
const maxNesting = 10

// newBlockParser finds blocks and no inline marks.
func newBlockParser() parser.Parser {
	return parser.NewParser(
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
	)
}

// newInlineParser reads its whole input as the text of one paragraph.
func newInlineParser() parser.Parser {
	return parser.NewParser(
		parser.WithBlockParsers(util.Prioritized(parser.NewParagraphParser(), 100)),
		parser.WithInlineParsers(parser.DefaultInlineParsers()...),
		parser.WithInlineParsers(util.Prioritized(extension.NewStrikethroughParser(), 500)),
	)
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

func newContext(text string) (parser.Context, *sightings) {
	seen := &sightings{text: text, starts: map[ast.Node]int{}}
	pc := parser.NewContext()
	pc.Set(sightingsKey, seen)
	return pc, seen
}

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
	// Below a list the list parser opens nothing, but must be asked: it
	// clears a mark that its item left in the context.
	if parent.Kind() != ast.KindList && maxNesting <= depthOf(parent) {
		n.refuse(reader, pc)
		return nil, parser.NoChildren
	}
	return n.placing.Open(parent, reader, pc)
}

func (n nesting) refuse(reader gtext.Reader, pc parser.Context) {
	if seen := sightingsOf(pc); !seen.tooDeep {
		_, line := reader.PeekLine()
		seen.tooDeep, seen.deepest = true, line.Start
	}
}

func depthOf(node ast.Node) int {
	depth := 0
	for ; node != nil; node = node.Parent() {
		if kind := node.Kind(); kind == ast.KindList || kind == ast.KindBlockquote {
			depth++
		}
	}
	return depth
}
