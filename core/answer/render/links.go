package render

import (
	"slices"
	"strings"

	"github.com/yuin/goldmark/ast"
	"github.com/yuin/goldmark/parser"
	gtext "github.com/yuin/goldmark/text"
	"github.com/yuin/goldmark/util"

	"docuquest/core/language/text"
)

// A Link is a link or an image of Markdown with an address behind its label. Its spans are
// in the text that it was found in.
type Link struct {
	Span    text.Span // from the bracket that opens the label on
	Label   text.Span
	Address text.Span // with its escapes; empty in "[label]()"
}

// Spans are the parts of a paragraph of Markdown in which its text is not prose. They are
// in the order of the text and do not overlap, but for code in the label of a link.
type Spans struct {
	Links     []Link
	Code      []text.Span // with backticks
	Addresses []text.Span // as in <https://a.example>
}

// SpansOf finds the links, the code and the addresses in a paragraph. It finds none in a
// text with so many marks that the library would take more than a moment, and none where
// a fault of the library ends the search.
func SpansOf(markdown string) (found Spans) {
	const most = 1 << 26 // marks times bytes, which take about 50 ms
	if marks := strings.Count(markdown, "[") + strings.Count(markdown, "]") + strings.Count(markdown, "`") + strings.Count(markdown, "<"); marks*len(markdown) > most {
		return Spans{}
	}
	defer func() {
		if fault := recover(); fault != nil {
			found = Spans{}
		}
	}()
	pc := parser.NewContext()
	pc.Set(spansKey, &found)
	spanParser.Parse(gtext.NewReader([]byte(markdown)), parser.WithContext(pc))
	slices.SortFunc(found.Links, func(a, b Link) int { return a.Span.Start - b.Span.Start })
	end := 0
	found.Links = slices.DeleteFunc(found.Links, func(l Link) bool { // images in the label of a link
		isInside := l.Span.Start < end
		end = max(end, l.Span.End)
		return isInside
	})
	return found
}

// WithoutAddresses returns Markdown with the label of each link in place of the link.
func WithoutAddresses(markdown string) string {
	for _, l := range slices.Backward(SpansOf(markdown).Links) {
		markdown = markdown[:l.Span.Start] + l.Label.Of(markdown) + markdown[l.Span.End:]
	}
	return markdown
}

var spansKey = parser.NewContextKey()

// spanParser reads its whole input as one paragraph.
var spanParser = parser.NewParser(
	parser.WithBlockParsers(util.Prioritized(parser.NewParagraphParser(), 100)),
	parser.WithInlineParsers(
		util.Prioritized(spanning{parser.NewCodeSpanParser()}, 100),
		util.Prioritized(spanning{parser.NewLinkParser()}, 200),
		util.Prioritized(spanning{parser.NewAutoLinkParser()}, 300),
	),
)

// spanning notes where the nodes of a parser begin and end, which the tree does not have.
type spanning struct{ parser.InlineParser }

func (p spanning) Parse(parent ast.Node, block gtext.Reader, pc parser.Context) ast.Node {
	_, before := block.PeekLine()
	node := p.InlineParser.Parse(parent, block, pc)
	found, source := pc.Get(spansKey).(*Spans), block.Source()
	_, after := block.Position()
	// At the end of a line the position is already on the next.
	whole := func(start int, last byte) text.Span {
		end := min(max(after.Start, before.Start+1), len(source))
		for end > before.Start+1 && source[end-1] != last {
			end--
		}
		return text.Span{Start: start, End: end}
	}
	switch n := node.(type) {
	case *ast.CodeSpan:
		found.Code = append(found.Code, whole(before.Start, '`'))
	case *ast.AutoLink:
		found.Addresses = append(found.Addresses, whole(before.Start, '>'))
	case *ast.Link:
		if n.Reference == nil {
			found.Links = append(found.Links, linkIn(source, whole(n.Pos(), ')'), before.Start))
		}
	case *ast.Image:
		if n.Reference == nil {
			found.Links = append(found.Links, linkIn(source, whole(n.Pos()+len("!"), ')'), before.Start))
		}
	}
	return node
}

// linkIn returns the link of a span whose label ends at an offset. The address is between
// angle brackets, or goes to white space or the end.
func linkIn(source []byte, span text.Span, labelEnd int) Link {
	l := Link{Span: span, Label: text.Span{Start: span.Start + 1, End: labelEnd}}
	inside := string(source[labelEnd+len("](") : span.End-len(")")])
	address := strings.TrimLeft(inside, " \t\r\n")
	start := span.End - len(")") - len(address)
	end := strings.IndexAny(address, " \t\r\n")
	if strings.HasPrefix(address, "<") {
		start++
		address = address[1:]
		for end = 0; end < len(address) && address[end] != '>'; end++ {
			if address[end] == '\\' {
				end++
			}
		}
	}
	if end < 0 || len(address) < end {
		end = len(address)
	}
	l.Address = text.Span{Start: start, End: start + end}
	return l
}
