package markdown

import (
	"strings"

	"github.com/yuin/goldmark/ast"
	"github.com/yuin/goldmark/parser"
	gtext "github.com/yuin/goldmark/text"
)

// definitionReader takes the link definitions at the head of a paragraph out of
// it, so that a rule below them does not make a heading of them. They become a
// paragraph of their own, and headings can name their labels. A definition is
// read on one line; its title on the line below stays in the paragraph.
type definitionReader struct{}

func (definitionReader) Transform(node *ast.Paragraph, _ gtext.Reader, pc parser.Context) {
	lines, s := node.Lines(), sightingsOf(pc).text
	count := 0
	for count < lines.Len() {
		line := lines.At(count)
		label, ok := definedLabel(s[line.Start:line.Stop])
		if !ok {
			break
		}
		pc.AddReference(parser.NewReference([]byte(label), nil, nil))
		count++
	}
	if count == 0 {
		return
	}
	definitions := ast.NewTextBlock()
	definitions.Lines().AppendAll(lines.Sliced(0, count))
	node.Parent().InsertBefore(node.Parent(), node, definitions)
	lines.SetSliced(count, lines.Len())
	if lines.Len() == 0 {
		node.Parent().RemoveChild(node.Parent(), node)
	}
}

// footnoteReader makes each footnote, "[^1]: text" with the lines below it, a
// paragraph of its own.
type footnoteReader struct{}

func (footnoteReader) Transform(node *ast.Paragraph, _ gtext.Reader, pc parser.Context) {
	lines, s := node.Lines(), sightingsOf(pc).text
	end := lines.Len() // of what is no footnote yet
	for i := end - 1; i >= 0; i-- {
		if line := lines.At(i); !isFootnote(s[line.Start:line.Stop]) {
			continue
		}
		note := ast.NewTextBlock()
		note.Lines().AppendAll(lines.Sliced(i, end))
		node.Parent().InsertAfter(node.Parent(), node, note)
		end = i
	}
	lines.SetSliced(0, end)
	if end == 0 {
		node.Parent().RemoveChild(node.Parent(), node)
	}
}

// isFootnote reports whether a line begins the text of a footnote.
func isFootnote(line string) bool {
	label, ok := strings.CutPrefix(strings.TrimLeft(line, " "), "[^")
	if !ok {
		return false
	}
	end := strings.IndexAny(label, "] \t[")
	return end > 0 && strings.HasPrefix(label[end:], "]:")
}

// definedLabel reads "[label]: destination" with or without a title.
func definedLabel(line string) (label string, ok bool) {
	inside, ok := strings.CutPrefix(strings.TrimSpace(line), "[")
	label, destination, closed := strings.Cut(inside, "]")
	destination, isDefined := strings.CutPrefix(destination, ":")
	label, destination = strings.TrimSpace(label), strings.TrimSpace(destination)
	if !ok || !closed || !isDefined || label == "" || label[0] == '^' || strings.Contains(label, "[") || destination == "" {
		return "", false
	}
	end := strings.IndexAny(destination, " \t")
	if destination[0] == '<' {
		if end = strings.IndexByte(destination, '>') + 1; end == 0 {
			return "", false
		}
	}
	if end < 0 {
		return label, true
	}
	title := strings.TrimSpace(destination[end:])
	if title == "" {
		return label, true
	}
	switch first, last := title[0], title[len(title)-1]; first {
	case '"', '\'':
		return label, len(title) > 1 && last == first
	case '(':
		return label, last == ')'
	}
	return "", false
}
