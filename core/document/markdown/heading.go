package markdown

import (
	"strings"

	"github.com/yuin/goldmark/ast"
	"github.com/yuin/goldmark/parser"
	gtext "github.com/yuin/goldmark/text"
	"github.com/yuin/goldmark/util"
)

// maxRendered is the longest heading, in bytes, whose marks are read: the
// reader of links and emphasis is quadratic.
const maxRendered = 256

// titles renders headings as a reader sees them.
type titles struct {
	inline      parser.Parser
	definitions parser.Context // knows the labels of links
}

// render gives the text of a heading without its marks, on one line. A very
// long heading keeps the marks of its links and emphasis.
func (t titles) render(s string, heading *ast.Heading) string {
	raw := withoutAttributes(linesOf(s, heading))
	if maxRendered < len(raw) || !strings.ContainsAny(raw, "\\`*_[]<>&!~") {
		return raw
	}
	source := []byte(raw)
	pc := knowing{parser.NewContext(), t.definitions}
	root := t.inline.Parse(gtext.NewReader(source), parser.WithContext(pc))
	var out strings.Builder
	renderInline(&out, source, root)
	return oneLine(out.String())
}

// knowing is a context that takes links from another one.
type knowing struct {
	parser.Context
	definitions parser.Context
}

func (k knowing) Reference(label string) (parser.Reference, bool) {
	return k.definitions.Reference(label)
}

func linesOf(s string, heading *ast.Heading) string {
	var raw strings.Builder
	for i := range heading.Lines().Len() {
		line := heading.Lines().At(i)
		raw.WriteString(s[line.Start:line.Stop])
		raw.WriteByte(' ')
	}
	return oneLine(raw.String())
}

func oneLine(s string) string { return strings.Join(strings.Fields(s), " ") }

// withoutAttributes takes away an anchor such as {#install}.
func withoutAttributes(title string) string {
	at := strings.LastIndex(title, "{#")
	if at < 0 || strings.IndexByte(title[at:], '}') != len(title)-at-1 {
		return title
	}
	return strings.TrimRight(title[:at], " ")
}

// renderInline writes the text below a node. Its depth is bounded by the length
// of the heading.
func renderInline(out *strings.Builder, source []byte, parent ast.Node) {
	for n := parent.FirstChild(); n != nil; n = n.NextSibling() {
		switch n := n.(type) {
		case *ast.Text:
			out.Write(textOf(n, source))
		case *ast.AutoLink:
			out.Write(n.Label(source))
		case *ast.RawHTML:
			out.WriteString(spaceOf(n, source))
		default:
			renderInline(out, source, n)
		}
	}
}

// textOf resolves escapes and entities, which mean nothing inside of code.
func textOf(n *ast.Text, source []byte) []byte {
	value := n.Segment.Value(source)
	if n.Parent().Kind() == ast.KindCodeSpan {
		return value
	}
	return util.ResolveEntityNames(util.ResolveNumericReferences(util.UnescapePunctuations(value)))
}

// spaceOf gives what a tag looks like: a space for <br>, and nothing for others.
func spaceOf(n *ast.RawHTML, source []byte) string {
	tag := strings.ToLower(string(n.Segments.Value(source)))
	if strings.HasPrefix(tag, "<br") {
		return " "
	}
	return ""
}
