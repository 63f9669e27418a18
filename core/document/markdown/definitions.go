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

// isFootnote says whether a line begins the text of a footnote.
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
	line = strings.TrimSpace(line)
	if len(line) == 0 || line[0] != '[' {
		return "", false
	}
	end := strings.IndexByte(line, ']')
	if end < 0 || end+1 == len(line) || line[end+1] != ':' {
		return "", false
	}
	label = strings.TrimSpace(line[1:end])
	if len(label) == 0 || label[0] == '^' || strings.IndexByte(label, '[') >= 0 {
		return "", false
	}
	return label, isDestination(strings.TrimSpace(line[end+2:]))
}

// isDestination says whether s is an address, alone or with a quoted title.
func isDestination(s string) bool {
	if len(s) == 0 {
		return false
	}
	end := strings.IndexAny(s, " \t")
	if s[0] == '<' {
		end = strings.IndexByte(s, '>') + 1
		if end == 0 {
			return false
		}
	}
	if end < 0 {
		return true
	}
	return isLinkTitle(strings.TrimSpace(s[end:]))
}

func isLinkTitle(s string) bool {
	if len(s) == 0 {
		return true
	}
	last := s[len(s)-1]
	switch s[0] {
	case '"', '\'':
		return len(s) > 1 && last == s[0]
	case '(':
		return last == ')'
	}
	return false
}
