package render

import (
	"bytes"

	"github.com/yuin/goldmark/ast"
	"github.com/yuin/goldmark/extension"
	"github.com/yuin/goldmark/parser"
	gtext "github.com/yuin/goldmark/text"
	"github.com/yuin/goldmark/util"
)

// maxNesting is how many lists and quotes may lie in one another. Deeper ones are the
// text that they were typed as. A parse takes time for each level of each line.
const maxNesting = 10

// newBlockParser finds blocks and leaves their text alone. HTML is none: where nothing
// looks for it, it is text like any other.
func newBlockParser() parser.Parser {
	return parser.NewParser(
		parser.WithBlockParsers(
			util.Prioritized(parser.NewSetextHeadingParser(), 100),
			util.Prioritized(parser.NewThematicBreakParser(), 200),
			util.Prioritized(shallow{parser.NewListParser()}, 300),
			util.Prioritized(parser.NewListItemParser(), 400),
			util.Prioritized(parser.NewCodeBlockParser(), 500),
			util.Prioritized(parser.NewATXHeadingParser(), 600),
			util.Prioritized(parser.NewFencedCodeBlockParser(), 700),
			util.Prioritized(shallow{parser.NewBlockquoteParser()}, 800),
			util.Prioritized(parser.NewParagraphParser(), 1000),
		),
		parser.WithParagraphTransformers(
			util.Prioritized(few{parser.LinkReferenceParagraphTransformer}, 100),
			util.Prioritized(filled{extension.NewTableParagraphTransformer()}, 200),
		),
	)
}

// newInlineParser reads all of its input as the text of one paragraph.
func newInlineParser() parser.Parser {
	return parser.NewParser(
		parser.WithBlockParsers(util.Prioritized(parser.NewParagraphParser(), 100)),
		parser.WithInlineParsers(
			util.Prioritized(parser.NewCodeSpanParser(), 100),
			util.Prioritized(parser.NewLinkParser(), 200),
			util.Prioritized(parser.NewAutoLinkParser(), 300),
			util.Prioritized(parser.NewEmphasisParser(), 500),
			util.Prioritized(extension.NewStrikethroughParser(), 500),
		),
	)
}

// shallow refuses lists and quotes that would lie too deep.
type shallow struct{ parser.BlockParser }

func (s shallow) Open(parent ast.Node, reader gtext.Reader, pc parser.Context) (ast.Node, parser.State) {
	depth := 0
	for n := parent; n != nil; n = n.Parent() {
		if n.Kind() == ast.KindList || n.Kind() == ast.KindBlockquote {
			depth++
		}
	}
	// Inside a list the parser of lists opens nothing, but has to be asked: it takes
	// back what its item noted down in the context.
	if parent.Kind() != ast.KindList && maxNesting <= depth {
		return nil, parser.NoChildren
	}
	return s.BlockParser.Open(parent, reader, pc)
}

// few refuses to look for definitions of links in very long paragraphs, since taking out
// each costs as much time as there are lines.
type few struct{ parser.ParagraphTransformer }

func (f few) Transform(node *ast.Paragraph, reader gtext.Reader, pc parser.Context) {
	const mostLines = 1000
	if node.Lines().Len() <= mostLines {
		f.ParagraphTransformer.Transform(node, reader, pc)
	}
}

// filled refuses tables that are mostly holes. Each row gets as many cells as there are
// columns, so that a wide head above many short rows would cost far more memory than
// it has letters.
type filled struct{ parser.ParagraphTransformer }

func (f filled) Transform(node *ast.Paragraph, reader gtext.Reader, pc parser.Context) {
	columns, size := 0, 0
	lines := node.Lines()
	for i := range lines.Len() {
		line := lines.At(i)
		value := line.Value(reader.Source())
		columns = max(columns, bytes.Count(value, []byte{'|'}))
		size += len(value)
	}
	if columns*lines.Len() <= size {
		f.ParagraphTransformer.Transform(node, reader, pc)
	}
}
