package markdown

import (
	"strings"

	"github.com/yuin/goldmark/ast"
	"github.com/yuin/goldmark/parser"
	gtext "github.com/yuin/goldmark/text"
	"github.com/yuin/goldmark/util"

	"docuquest/core/language/text"
)

// maxRendered is the longest heading, in bytes, whose marks are read: the
// reader of links and emphasis is quadratic.
const maxRendered = 256

// titles renders headings as a reader sees them.
type titles struct {
	inline      parser.Parser
	definitions parser.Context // knows the labels of links
}

// render returns the text of a heading without its marks, on one line. A very
// long heading keeps the marks of its links and emphasis.
func (t titles) render(s string, heading *ast.Heading) string {
	var lines strings.Builder
	for i := range heading.Lines().Len() {
		line := heading.Lines().At(i)
		lines.WriteString(s[line.Start:line.Stop])
		lines.WriteByte(' ')
	}
	raw := text.OneLine(lines.String())
	if at := strings.LastIndex(raw, "{#"); at >= 0 && strings.IndexByte(raw[at:], '}') == len(raw)-at-1 {
		raw = strings.TrimRight(raw[:at], " ") // without an anchor such as {#install}
	}
	if maxRendered < len(raw) || !strings.ContainsAny(raw, "\\`*_[]<>&!~") {
		return raw
	}
	source := []byte(raw)
	pc := knowing{parser.NewContext(), t.definitions}
	root := t.inline.Parse(gtext.NewReader(source), parser.WithContext(pc))
	var out strings.Builder
	renderInline(&out, source, root)
	return text.OneLine(out.String())
}

// knowing is a context that takes links from another one.
type knowing struct {
	parser.Context
	definitions parser.Context
}

func (k knowing) Reference(label string) (parser.Reference, bool) {
	return k.definitions.Reference(label)
}

// renderInline writes the text below a node. Its depth is bounded by the length
// of the heading.
func renderInline(out *strings.Builder, source []byte, parent ast.Node) {
	for n := parent.FirstChild(); n != nil; n = n.NextSibling() {
		switch n := n.(type) {
		case *ast.Text:
			value := n.Segment.Value(source)
			if n.Parent().Kind() != ast.KindCodeSpan { // escapes and entities mean nothing in code
				value = util.ResolveEntityNames(util.ResolveNumericReferences(util.UnescapePunctuations(value)))
			}
			out.Write(value)
		case *ast.AutoLink:
			out.Write(n.Label(source))
		case *ast.RawHTML:
			if tag := strings.ToLower(string(n.Segments.Value(source))); strings.HasPrefix(tag, "<br") {
				out.WriteByte(' ')
			}
		default:
			renderInline(out, source, n)
		}
	}
}
