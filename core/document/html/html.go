// Package html reads web pages: what a browser would show of them as text, in
// sections by their headings, and in these paragraphs, lists, tables, quotes
// and code.
//
// The text of such a document is the file, tags and all, and its Reading is
// what a person reads, each piece with the bytes of the file that it comes from
// (pen.go). The span of a block reaches from the first such byte to the last,
// so that it is the same whether its tags are closed, left open or crossed.
//
// The tags come from the tokenizer of golang.org/x/net/html. Its tree builder
// is not used: it knows no offsets, it moves text about, and it is quadratic on
// tags that a stranger can write in a minute. The tree made here (tree.go) has
// the blocks of a document and nothing else, nests to a depth that no person
// writes, and mends badly nested tags by closing what lies in between.
//
// Navigation, side notes, footers and the banner of a site are read as well,
// but their headings make no sections.
package html

import (
	"fmt"
	"io"
	"strings"

	"golang.org/x/net/html"

	"docuquest/core/document"
	"docuquest/core/file"
	"docuquest/core/language/text"
)

// A Parser reads HTML, and XHTML. Its zero value is ready to use, by any number
// of goroutines at once.
type Parser struct{}

// maxTitle is the longest title of a page in bytes. A longer one is a tag that
// was never closed.
const maxTitle = 1000

// Parse reads f. The title is that of the page's head, else the first heading
// of the highest rank.
func (Parser) Parse(f file.File) *document.Document {
	d := document.New(f)
	p := newPage(d.Text)
	p.read()
	flat := p.tree.finish()

	d.Reading = p.pen.reading.Reading()
	for i, b := range flat {
		if b.Level > 0 {
			flat[i].Title = oneLine(d.Read(b.Span))
		}
	}
	d.Blocks = document.Nest(flat)
	d.Title = p.title
	if d.Title == "" || maxTitle < len(d.Title) {
		d.Title = document.HighestTitle(flat)
	}
	if p.tree.tooDeep {
		d.Problems = append(d.Problems, document.Problem{
			Span:    text.Span{Start: p.tree.deepest, End: p.tree.deepest},
			Message: fmt.Sprintf("elements nested deeper than %d levels are read as plain text", maxDepth),
		})
	}
	return d
}

func oneLine(s string) string { return strings.Join(strings.Fields(s), " ") }

// A page is a file while it is read.
type page struct {
	source string
	isXML  bool // <p/> is a whole element, which it is not in HTML
	tags   *html.Tokenizer
	tree   tree
	pen    pen
	title  string
	skip   skip
}

// A skip is the element whose content is left out; its name is empty outside of
// one. Elements of the same name may lie in it.
type skip struct {
	name  string
	depth int
}

func newPage(source string) *page {
	p := &page{
		source: source,
		isXML:  strings.HasPrefix(source, "<?xml"),
		tags:   html.NewTokenizer(strings.NewReader(source)),
	}
	p.pen.source, p.pen.tree = source, &p.tree
	p.tree.start(strings.Contains(source, "<main"))
	return p
}

// read takes in all tokens. The lengths of their raw text add up to the
// offsets, even where a tag is never closed.
func (p *page) read() {
	for at := 0; ; {
		kind := p.tags.Next()
		span := text.Span{Start: at, End: at + len(p.tags.Raw())}
		at = span.End
		switch kind {
		case html.TextToken:
			p.text(span)
		case html.StartTagToken, html.SelfClosingTagToken:
			p.startTag(span, kind == html.SelfClosingTagToken && p.isXML)
		case html.EndTagToken:
			name, _ := p.tags.TagName()
			p.endTag(string(name))
		case html.ErrorToken:
			if p.tags.Err() == io.EOF || span.Empty() {
				return
			}
		}
	}
}

func (p *page) text(span text.Span) {
	switch {
	case p.skip.name == "title" && p.title == "" && p.pen.reading.Len() == 0: // later ones name pictures
		p.title = oneLine(html.UnescapeString(span.Of(p.source)))
	case p.skip.name != "":
	case p.tree.top().kind == document.Code:
		p.pen.verbatim(span)
	default:
		p.pen.flow(span)
	}
}

// startTag opens an element; one that isWhole is closed at once.
func (p *page) startTag(span text.Span, isWhole bool) {
	b, _ := p.tags.TagName()
	name := string(b)
	role := roles[name]
	if isWhole {
		p.tags.NextIsNotRawText()
	}
	switch {
	case p.skip.name == name && !isWhole:
		p.skip.depth++
	case p.skip.name != "":
	case role == skipped:
		if !isWhole {
			p.skip = skip{name: name, depth: 1}
		}
	default:
		p.open(name, role, span)
		if isWhole && role != line && role != image {
			p.endTag(name)
		}
	}
}

func (p *page) endTag(name string) {
	switch {
	case p.skip.name == "":
		p.close(name, roles[name])
	case p.skip.name == name:
		if p.skip.depth--; p.skip.depth == 0 {
			p.skip = skip{}
		}
	}
}
