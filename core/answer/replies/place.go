package replies

import (
	"fmt"
	"net/url"
	"slices"
	"sort"
	"strconv"
	"strings"

	"docuquest/core/document"
	"docuquest/core/file"
	"docuquest/core/language/text"
	"docuquest/core/services/websearch"
)

// TextScheme begins the URI of a text that was taken out of a file, such as a
// PDF: there is no line of the file that could be shown. What follows is the
// file's path, and #p=12 for a page or else TextEnding.
const TextScheme = "docuquest:/text/"

// TextEnding makes the text of letter.docx letter.docx.txt. Editors know what to make of a
// document by how its name ends, and Neovim unpacks what ends with .docx.
const TextEnding = ".txt"

// A Locator finds locations, and makes the lines of each text once.
type Locator struct {
	Encoding text.Encoding
	lines    map[part]*text.Lines
}

// A part is a text that has lines of its own: a document's, or that of a page.
type part struct {
	document *document.Document
	page     int
}

// NewLocator makes a locator whose positions have an encoding.
func NewLocator(e text.Encoding) *Locator { return &Locator{e, map[part]*text.Lines{}} }

// Locate returns where a span of a found document is: in the file, in the text that
// was taken out of it, on one page of that, or on a page of the web. Of a span that goes on
// over the end of a page the piece is taken that is on the page which has most of it.
func (s *Locator) Locate(read *document.Document, span text.Span) Location {
	if OnWeb(read.URI) {
		return s.onWeb(read, span)
	}
	d, span, _ := read.InFile(span)
	if !d.Extracted {
		return s.in(part{document: d}, d.Text, span, Location{URI: d.URI})
	}
	page, ok := pageOf(d, span)
	if !ok {
		return s.in(part{document: d}, d.Text, span, Location{URI: TextURI(d.Path, 0)})
	}
	onPage := overlap(page.Span, span)
	if trimmed := onPage.Trim(d.Text); onPage != span && !trimmed.Empty() { // no white space where it was cut
		onPage = trimmed
	}
	span = onPage
	var boxes []document.Box // of the blocks that the span touches
	for _, b := range page.Children {
		if b.Box != nil && b.Span.Start < span.End && span.Start < b.Span.End {
			boxes = append(boxes, *b.Box)
		}
	}
	number := page.Box.Page
	return s.in(part{d, number}, page.Span.Of(d.Text), span.Shift(-page.Span.Start), Location{
		URI:      TextURI(d.Path, number),
		Page:     number,
		Vertices: around(boxes),
	})
}

// in completes a spot by what a span of a part's text says.
func (s *Locator) in(l part, whole string, span text.Span, at Location) Location {
	at.Range = NewRange(s.linesOf(l, whole).Range(span, s.Encoding))
	at.Text = span.Of(whole)
	return at
}

// Lines are the lines of a document's text.
func (s *Locator) Lines(d *document.Document) *text.Lines {
	return s.linesOf(part{document: d}, d.Text)
}

func (s *Locator) linesOf(l part, whole string) *text.Lines {
	if s.lines[l] == nil {
		s.lines[l] = text.NewLines(whole)
	}
	return s.lines[l]
}

// TextURI is the URI of a text that was taken out of the file at path, or of one
// page of it; page 0 is all of it.
func TextURI(path string, page int) file.URI {
	parts := strings.Split(path, "/")
	for i, part := range parts {
		parts[i] = url.PathEscape(part)
	}
	u := TextScheme + strings.Join(parts, "/")
	if page > 0 {
		return file.URI(u + "#p=" + strconv.Itoa(page))
	}
	return file.URI(u + TextEnding)
}

// LineURI is the target of a link to a line, counted from 0, of what the URI of a
// citation names. Editors take the fragment for the line, so the page is in the
// query there. Of a page of the web it is the URI itself.
func LineURI(u file.URI, line int) string {
	if OnWeb(u) {
		return string(u)
	}
	whole, page, paged := strings.Cut(string(u), "#")
	if paged {
		whole += "?" + page
	}
	return whole + "#L" + strconv.Itoa(line+1)
}

// pageOf is the page of an extracted text that has most of a span, the first of
// equals.
func pageOf(d *document.Document, span text.Span) (page document.Block, ok bool) {
	first := sort.Search(len(d.Blocks), func(i int) bool { return span.Start < d.Blocks[i].Span.End })
	most := 0
	for _, b := range d.Blocks[first:] {
		shared := overlap(b.Span, span).Len()
		if b.Kind != document.Page || shared <= 0 {
			break
		}
		if most < shared {
			page, most = b, shared
		}
	}
	return page, most > 0
}

// overlap is what two spans share. Its length is 0 or less where that is nothing.
func overlap(a, b text.Span) text.Span {
	return text.Span{Start: max(a.Start, b.Start), End: min(a.End, b.End)}
}

// around returns the corners of one box, or of the smallest box around several.
func around(boxes []document.Box) [][2]float64 {
	switch len(boxes) {
	case 0:
		return nil
	case 1:
		return slices.Clone(boxes[0].Vertices[:])
	}
	least, most := boxes[0].Vertices[0], boxes[0].Vertices[0]
	for _, b := range boxes {
		for _, v := range b.Vertices {
			for i := range v {
				least[i], most[i] = min(least[i], v[i]), max(most[i], v[i])
			}
		}
	}
	return [][2]float64{least, {most[0], least[1]}, most, {least[0], most[1]}}
}

// onWeb returns where a span of a page of the web is: the lines are those of its text, and
// the URI leads to the words themselves or, in a PDF, to their page.
func (s *Locator) onWeb(page *document.Document, span text.Span) Location {
	address := Linkable(string(page.URI))
	at := s.in(part{document: page}, page.Text, span, Location{})
	if block, ok := pageOf(page, span); ok {
		at.URI = file.URI(address + "#page=" + strconv.Itoa(block.Box.Page))
		return at
	}
	at.URI = file.URI(websearch.FragmentLink(address, page.Text, span.Start, span.End))
	return at
}

// Linkable encodes what of an address could end a link of Markdown, or would be read as a
// mark or an entity in one.
func Linkable(address string) string {
	var b strings.Builder
	for i := range len(address) {
		switch c := address[i]; {
		case 'a' <= c && c <= 'z', 'A' <= c && c <= 'Z', '0' <= c && c <= '9', strings.IndexByte("-._~:/?#@!$&+,=%", c) >= 0:
			b.WriteByte(c)
		default:
			fmt.Fprintf(&b, "%%%02X", c)
		}
	}
	return b.String()
}
