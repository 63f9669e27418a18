package render

import (
	"strings"

	"github.com/yuin/goldmark/ast"
	extast "github.com/yuin/goldmark/extension/ast"
	"github.com/yuin/goldmark/parser"
	gtext "github.com/yuin/goldmark/text"
)

// blocksOf parses a visible text. A fault of the parser costs the structure of the text
// and nothing else.
func blocksOf(p parser.Parser, md string, links func(string) bool) (blocks []block) {
	defer func() {
		if fault := recover(); fault != nil {
			blocks = nil
			for _, part := range strings.Split(md, "\n\n") { // paragraphs in which nothing has a meaning
				if runs := settled([]run{{text: part}}); len(runs) > 0 {
					blocks = append(blocks, block{kind: paragraph, runs: runs})
				}
			}
		}
	}()
	b := builder{
		source:  []byte(md),
		context: parser.NewContext(),
		inlines: newInlineParser(),
		links:   links,
	}
	root := p.Parse(gtext.NewReader(b.source), parser.WithContext(b.context))
	return b.children(root)
}

// A builder makes our tree of the parser's. It leaves out what shows nothing, such as
// an empty item.
type builder struct {
	source  []byte
	context parser.Context // which knows the definitions of links
	inlines parser.Parser
	links   func(destination string) bool // may be nil
}

// children are the blocks below a node.
func (b *builder) children(parent ast.Node) []block {
	var blocks []block
	for n := parent.FirstChild(); n != nil; n = n.NextSibling() {
		if made, ok := b.block(n); ok {
			blocks = append(blocks, made)
		}
	}
	return blocks
}

// block makes one block. There is none if it would show nothing.
func (b *builder) block(n ast.Node) (made block, ok bool) {
	switch n := n.(type) {
	case *ast.Paragraph, *ast.TextBlock:
		made = block{kind: paragraph, runs: b.runs(b.lines(n))}
		return made, len(made.runs) > 0
	case *ast.Heading:
		made = block{kind: heading, level: n.Level, runs: onOneLine(b.runs(b.lines(n)))}
		return made, len(made.runs) > 0
	case *ast.ThematicBreak:
		return block{kind: rule}, true
	case *ast.Blockquote:
		made = block{kind: quote, blocks: b.children(n)}
		return made, len(made.blocks) > 0
	case *ast.List:
		made = block{kind: bullets, blocks: b.children(n)}
		if n.IsOrdered() {
			made.kind, made.level = numbers, n.Start
		}
		return made, len(made.blocks) > 0
	case *ast.ListItem:
		made = block{kind: item, blocks: b.children(n)}
		return made, len(made.blocks) > 0
	case *ast.CodeBlock:
		return listingOf("", b.lines(n))
	case *ast.FencedCodeBlock:
		return listingOf(string(n.Language(b.source)), b.lines(n))
	case *extast.Table:
		return b.table(n)
	}
	return block{}, false
}

// lines is the text of a block without the marks of the blocks around it.
func (b *builder) lines(n ast.Node) string {
	var text strings.Builder
	for i := range n.Lines().Len() {
		line := n.Lines().At(i)
		text.Write(line.Value(b.source))
	}
	return text.String()
}

// listingOf makes a block of code. Spaces on empty lines go, and empty lines around it.
func listingOf(language, text string) (made block, ok bool) {
	var lines strings.Builder
	for line := range strings.Lines(text) {
		if line = strings.TrimSuffix(line, "\n"); strings.Trim(line, " \t") != "" {
			lines.WriteString(line)
		}
		lines.WriteByte('\n')
	}
	text = strings.Trim(lines.String(), "\n")
	if strings.Trim(language, languageCharacters) != "" {
		language = ""
	}
	return block{kind: listing, code: code{language, text}}, text != ""
}

const languageCharacters = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789+-#."

// table makes a block of a table. Its rows have as many cells as the header.
func (b *builder) table(n *extast.Table) (made block, ok bool) {
	t := table{aligned: make([]alignment, len(n.Alignments))}
	for i, a := range n.Alignments {
		t.aligned[i] = alignments[a]
	}
	shown := false
	for r := n.FirstChild(); r != nil; r = r.NextSibling() {
		row := make([][]run, 0, len(t.aligned))
		for c := r.FirstChild(); c != nil; c = c.NextSibling() {
			text := strings.ReplaceAll(b.lines(c), `\|`, "|")
			cell := b.runs(text)
			for i, r := range cell { // programs do not agree on code with an escaped bar
				if r.style&verbatim != 0 && strings.Contains(r.text, `\|`) {
					cell[i].text, cell[i].style = asText(r.text), r.style&^verbatim
				}
			}
			row = append(row, onOneLine(cell))
			shown = shown || len(row[len(row)-1]) > 0
		}
		t.rows = append(t.rows, row)
	}
	return block{kind: grid, table: t}, shown
}

var alignments = map[extast.Alignment]alignment{
	extast.AlignLeft: leftAligned, extast.AlignRight: rightAligned, extast.AlignCenter: centred,
}
