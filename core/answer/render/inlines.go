package render

import (
	"strings"

	"github.com/yuin/goldmark/ast"
	extast "github.com/yuin/goldmark/extension/ast"
	"github.com/yuin/goldmark/parser"
	gtext "github.com/yuin/goldmark/text"
)

// runs parses the text of a block.
func (b *builder) runs(text string) []run {
	if !isCheap(text) {
		return settled([]run{{text: decoded(text)}})
	}
	c := collector{source: []byte(text), links: b.links}
	c.children(b.inlines.Parse(gtext.NewReader(c.source), parser.WithContext(b.context)), look{})
	runs := settled(c.runs)
	if !isCheap(inline(runs, lineContext)) {
		// It would be read as text the next time, so it is text from the start.
		return settled([]run{{text: joined(runs)}})
	}
	return runs
}

// isCheap reports whether a text is parsed in good time. The parser looks for the end of
// what each mark opens through all that follows, so that the time grows with the
// number of marks times the length. No paragraph that somebody would read comes near.
func isCheap(text string) bool {
	const most = 1 << 20
	marks := 0
	for i := 0; i < len(text); i++ {
		switch text[i] {
		case '\\':
			i++
		case '[', ']', '*', '_', '~', '`', '<', '!':
			marks++
		}
	}
	return marks*len(text) <= most
}

// A look is what a run takes from the nodes around it.
type look struct {
	style style
	link  string
}

// A collector takes the text out of inline nodes.
type collector struct {
	source []byte
	links  func(destination string) bool // may be nil
	runs   []run
}

// children collects the text of the nodes below one.
func (c *collector) children(parent ast.Node, l look) {
	for n := parent.FirstChild(); n != nil; n = n.NextSibling() {
		switch n := n.(type) {
		case *ast.Text: // with the line break behind it
			c.add(decoded(string(n.Segment.Value(c.source))), l)
			switch {
			case l.link == "" && n.HardLineBreak():
				c.add("\n", look{l.style | broken, ""})
			case n.SoftLineBreak() || n.HardLineBreak():
				c.add("\n", l)
			}
		case *ast.CodeSpan: // which knows no escapes
			var code strings.Builder
			for child := n.FirstChild(); child != nil; child = child.NextSibling() {
				if t, ok := child.(*ast.Text); ok {
					code.Write(t.Segment.Value(c.source))
				}
			}
			c.add(strings.ReplaceAll(code.String(), "\n", " "), look{l.style | verbatim, l.link})
		case *ast.Emphasis:
			emphasis := bold
			if n.Level == 1 {
				emphasis = italic
			}
			c.children(n, look{l.style | emphasis, l.link})
		case *extast.Strikethrough:
			c.children(n, look{l.style | struck, l.link})
		case *ast.Link:
			c.link(n, l)
		case *ast.AutoLink:
			c.add(asText(string(n.Label(c.source))), look{l.style, c.allowed(string(n.URL(c.source)))})
		default: // an image, whose children are its alternative text, or the paragraph
			c.children(n, l)
		}
	}
}

// link adds a link that is allowed as one run, and of any other the text. The look of a
// link is that of the text around it, but code stays code where it is all there is.
func (c *collector) link(n *ast.Link, l look) {
	destination := c.allowed(decoded(string(n.Destination)))
	if destination == "" {
		c.children(n, l)
		return
	}
	inside := collector{source: c.source}
	inside.children(n, look{link: destination})
	inside.runs = merged(inside.runs)
	text := joined(inside.runs)
	if len(inside.runs) == 1 && inside.runs[0].style&verbatim != 0 {
		text, l.style = inside.runs[0].text, l.style|verbatim
	}
	c.add(strings.Join(strings.Fields(text), " "), look{l.style, destination})
}

// plainDestination is what the destination of a link may be made of, so that all
// programs agree on where it ends.
const plainDestination = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-._~:/?#@!$&'+,;=%"

// allowed is the destination of a link, "" if the link must not be.
func (c *collector) allowed(destination string) string {
	if c.links == nil || strings.Trim(destination, plainDestination) != "" || !c.links(destination) {
		return ""
	}
	if i := strings.IndexByte(destination, '&'); 0 <= i && strings.IndexByte(destination[i:], ';') > 0 {
		return "" // it may be the name of a character
	}
	return destination
}

func (c *collector) add(text string, l look) {
	if text != "" {
		c.runs = append(c.runs, run{text, l.style, l.link})
	}
}
