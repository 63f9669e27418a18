package pdf

import (
	"errors"
	"fmt"
	"strings"

	"docuquest/core/document"
	"docuquest/core/language/text"
)

// An extraction is a document while its pages are read. It outlives the instances
// that read them: one may break on a page, and another go on behind it.
type extraction struct {
	limits   limits
	pageDone func() // is told of each page that was read
	document document.Document
	text     strings.Builder

	opened  bool
	pages   int // of the file
	done    int // pages that were read or given up
	retries int
	empty   pageSet // pages without text
	damaged pageSet
	passing bool   // another try may give the pages of skipped
	skipped string // why pages from the one after done on are missing or cut, "" if none are
}

// read reads the pages that are not done yet. It may be called again after a
// failure, with the same file in another instance.
func (x *extraction) read(b *book) error {
	if !x.opened {
		x.opened, x.pages = true, b.pages
		x.document.Title = sensibleTitle(b.title())
	}
	for x.done < min(x.pages, x.limits.pages) {
		switch err := b.page(x.done+1, x.readPage); {
		case errors.Is(err, errNoPage):
			x.damaged.add(x.done + 1)
		case errors.Is(err, errFull):
			x.skipped = "there is more text than is kept of one file"
			return nil
		case err != nil:
			return err
		}
		x.done++
		x.pageDone()
	}
	if x.done < x.pages {
		x.skipped = fmt.Sprintf("only the first %d pages are read", x.limits.pages)
	}
	return nil
}

// readPage appends one page to the document.
func (x *extraction) readPage(p *sheet) error {
	words, err := p.words(x.limits.text - x.text.Len())
	if err != nil && !errors.Is(err, errFull) {
		return err
	}
	number := x.done + 1
	found := arrange(words, p.size)
	if len(found) == 0 {
		x.empty.add(number)
		return err
	}
	page := document.Block{Kind: document.Page, Box: rect{0, 0, p.size.w, p.size.h}.box(number, p.size)}
	for _, paragraph := range found {
		page.Children = append(page.Children, document.Block{
			Kind: document.Paragraph, Span: x.append(paragraph.text), Box: paragraph.box.box(number, p.size),
		})
	}
	page.Span = text.Span{Start: page.Children[0].Span.Start, End: page.Children[len(page.Children)-1].Span.End}
	x.document.Blocks = append(x.document.Blocks, page)
	return err
}

// append adds the text of a block to that of the document.
func (x *extraction) append(block string) text.Span {
	start := x.text.Len()
	x.text.WriteString(block)
	end := x.text.Len()
	x.text.WriteByte(' ')
	return text.Span{Start: start, End: end}
}

// skipPage gives up the page on which an instance broke. It is false if it broke
// before the first page, or has done so too often to go on.
func (x *extraction) skipPage() bool {
	const most = 3
	if !x.opened || x.pages <= x.done || x.retries == most {
		return false
	}
	x.retries++
	x.damaged.add(x.done + 1)
	x.done++
	return true
}

// failed notes why reading ended, if it did before the end.
func (x *extraction) failed(err error) {
	switch {
	case err == nil:
	case !x.opened:
		x.problem(document.Problem{Message: inWords(err), Passing: passing(err)})
	default:
		x.skipped, x.passing = "the file "+inWords(err), passing(err)
	}
}

// finish gives the document with its problems, to be called once.
func (x *extraction) finish() *document.Document {
	d := &x.document
	d.Text = x.text.String()
	x.problem(document.Problem{Message: x.damaged.say("is damaged", "are damaged")})
	x.problem(document.Problem{Message: x.empty.say("has no text (a scan?)", "have no text (scans?)")})
	if x.skipped != "" {
		rest := pageSet{{x.done + 1, x.pages}}
		message := rest.say("was left out or cut: ", "were left out or cut: ") + x.skipped
		x.problem(document.Problem{Message: message, Passing: x.passing})
	}
	return d
}

// problem adds a problem that says something.
func (x *extraction) problem(p document.Problem) {
	if p.Message != "" {
		x.document.Problems = append(x.document.Problems, p)
	}
}
