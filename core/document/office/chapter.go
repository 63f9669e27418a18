package office

import (
	"strings"
	"unicode"

	"golang.org/x/net/html"

	"docuquest/core/document"
)

// A chapter is a page of a book while it is read. It reports headings, paragraphs,
// items, rows and code apart, and nothing else.
type chapter struct {
	writer *writer
	tags   *html.Tokenizer

	text      strings.Builder // of the paragraph that is open
	needSpace bool            // white space came, which is written in front of what follows
	level     int             // of the heading that is open
	code      int             // elements in which every space counts
	lists     int             // that are open in one another
	isNewItem bool            // the item that is open has no text yet
	tables    int
	cells     []*lines // of the row that is open
	skipped   string   // the element that is left out, with how many of its name are open
	skips     int
}

// read reads the whole chapter.
func (c *chapter) read() {
	for {
		switch c.tags.Next() {
		case html.ErrorToken:
			c.flush()
			c.endRow()
			c.writer.closeAll()
			return
		case html.TextToken:
			if c.skips == 0 {
				c.write(string(c.tags.Text()))
			}
		case html.StartTagToken:
			name, _ := c.tags.TagName()
			c.open(string(name))
		case html.SelfClosingTagToken:
			c.tags.NextIsNotRawText()
			name, _ := c.tags.TagName()
			c.openWhole(string(name))
		case html.EndTagToken:
			name, _ := c.tags.TagName()
			c.close(string(name))
		}
	}
}

// write adds text to the paragraph that is open.
func (c *chapter) write(s string) {
	if c.code > 0 {
		c.text.WriteString(s)
		return
	}
	c.needSpace = c.needSpace || s != strings.TrimLeftFunc(s, unicode.IsSpace)
	endsWord := s != strings.TrimRightFunc(s, unicode.IsSpace)
	for word := range strings.FieldsSeq(s) {
		if c.needSpace && c.text.Len() > 0 {
			c.text.WriteByte(' ')
		}
		c.text.WriteString(word)
		c.needSpace = true
	}
	if s != "" {
		c.needSpace = endsWord
	}
}

// openWhole reads an element that is closed in its own tag.
func (c *chapter) openWhole(name string) {
	if c.skips > 0 {
		return
	}
	switch name {
	case "br":
		c.text.WriteByte('\n')
		c.needSpace = false
	case "img":
		alternative := ""
		for more := true; more && alternative == ""; {
			var key, value []byte
			if key, value, more = c.tags.TagAttr(); string(key) == "alt" {
				alternative, more = string(value), false
			}
		}
		c.write(" " + alternative + " ")
	case "hr":
		c.flush()
	}
}

// open begins an element. The content of some is not for readers.
func (c *chapter) open(name string) {
	if c.skips > 0 {
		if name == c.skipped {
			c.skips++
		}
		return
	}
	if isVoid(name) {
		c.openWhole(name)
		return
	}
	if !isInline(name) {
		c.flush()
	}
	switch name {
	case "head", "script", "style", "template", "title", "iframe", "noscript", "annotation", "annotation-xml":
		c.skipped, c.skips = name, 1
	case "h1", "h2", "h3", "h4", "h5", "h6":
		c.level = int(name[1] - '0')
	case "pre":
		c.code++
	case "ul", "ol", "dl":
		c.lists++
	case "li", "dt", "dd":
		c.isNewItem = true
	case "table":
		c.tables++
	case "tr":
		if c.tables == 1 {
			c.endRow()
		}
	case "td", "th":
		if c.tables == 1 {
			c.cells = appendCell(c.cells)
		}
	}
}

// close ends an element.
func (c *chapter) close(name string) {
	if c.skips > 0 {
		if name == c.skipped {
			c.skips--
		}
		return
	}
	if isInline(name) || isVoid(name) {
		return
	}
	c.flush()
	switch name {
	case "h1", "h2", "h3", "h4", "h5", "h6":
		c.level = 0
	case "pre":
		c.code = max(c.code-1, 0)
	case "ul", "ol", "dl":
		if c.lists = max(c.lists-1, 0); c.lists == 0 && c.tables == 0 {
			c.writer.closeAll()
		}
	case "li":
		c.isNewItem = false
	case "table":
		if c.tables == 1 {
			c.endRow()
			c.writer.closeTable()
		}
		c.tables = max(c.tables-1, 0)
	case "tr":
		if c.tables == 1 {
			c.endRow()
		}
	}
}

func (c *chapter) endRow() {
	if len(c.cells) > 0 {
		c.writer.row(c.cells)
	}
	c.cells = nil
}

// flush ends the paragraph that is open.
func (c *chapter) flush() {
	s := c.text.String()
	c.text.Reset()
	c.needSpace = false
	if strings.TrimSpace(s) == "" {
		return
	}
	switch n := len(c.cells); {
	case c.tables > 0 && n > 0:
		c.cells[n-1].add(s)
	case c.level > 0:
		c.writer.heading(c.level, s)
	case c.code > 0:
		c.writer.block(document.Block{Kind: document.Code}, s)
	case c.lists > 0 && c.isNewItem:
		c.writer.item(c.lists-1, s)
		c.isNewItem = false
	case c.lists > 0:
		c.writer.goOn(s)
	default:
		c.writer.paragraph(s)
	}
}

func isVoid(name string) bool {
	switch name {
	case "br", "img", "hr":
		return true
	}
	return false
}

// isInline reports whether an element is a part of a line: all that are not known
// to be more.
func isInline(name string) bool {
	switch name {
	case "address", "article", "aside", "blockquote", "body", "caption", "center", "dd", "div", "dl", "dt",
		"figcaption", "figure", "footer", "h1", "h2", "h3", "h4", "h5", "h6", "header", "html", "li", "main",
		"nav", "ol", "p", "pre", "section", "table", "tbody", "td", "tfoot", "th", "thead", "tr", "ul":
		return false
	}
	return true
}
