package pdf

import (
	"errors"
	"fmt"
	"regexp"
	"strings"
	"unicode"
	"unicode/utf8"

	"docuquest/core/document"
	"docuquest/core/language/text"
)

// An extraction is a document while its pages are read. It outlives the instances
// that read them: one may break on a page, and another go on behind it.
type extraction struct {
	limits   limits
	pageDone func() // is called for each page that was read
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
func (x *extraction) read(b *openDocument) error {
	if !x.opened {
		x.opened, x.pages = true, b.pages
		x.document.Title = b.title()
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
func (x *extraction) readPage(p *openPage) error {
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
		start := x.text.Len()
		x.text.WriteString(paragraph.text)
		page.Children = append(page.Children, document.Block{
			Kind: document.Paragraph, Span: text.Span{Start: start, End: x.text.Len()}, Box: paragraph.box.box(number, p.size),
		})
		x.text.WriteByte(' ')
	}
	page.Span = text.Span{Start: page.Children[0].Span.Start, End: page.Children[len(page.Children)-1].Span.End}
	x.document.Blocks = append(x.document.Blocks, page)
	return err
}

// problem adds a problem that says something.
func (x *extraction) problem(p document.Problem) {
	if p.Message != "" {
		x.document.Problems = append(x.document.Problems, p)
	}
}

// title returns the title in the metadata of a document as one line, or "" if it is
// what a program left there and no title: the name of another file, or nothing.
func (b *openDocument) title() string {
	const (
		most    = 2048 // bytes, with a zero unit at the end
		longest = 200  // characters
	)
	name, buffer := b.allocate(len("Title")+1), b.allocate(most)
	if b.err != nil {
		return ""
	}
	b.module.Memory().WriteString(name, "Title\x00")
	bytes := b.number("FPDF_GetMetaText", b.document, uint64(name), uint64(buffer), most)
	if bytes < 2 || most < bytes {
		return ""
	}
	title := text.OneLine(strings.Map(func(c rune) rune {
		if unicode.IsControl(c) {
			return ' '
		}
		return c
	}, strings.ToValidUTF8(string(b.runes(buffer, bytes/2-1)), "")))
	hasLetter := strings.ContainsFunc(title, unicode.IsLetter)
	if !hasLetter || longest < utf8.RuneCountInString(title) || noTitle.MatchString(title) {
		return ""
	}
	return title
}

// noTitle matches names of files and what programs put for a missing title.
var noTitle = regexp.MustCompile(`(?i)^(untitled|no title|title|document|none|null|unknown|slide|powerpoint presentation|microsoft \w+ - .*)[ \d]*$|\.(docx?|pptx?|xlsx?|indd|qxd|pdf|tex|dvi|rtf|txt|html?|p65|fm|odt)$`)

// A pageSet is page numbers that were added in their order, as ranges.
type pageSet []pageRange

type pageRange struct{ first, last int }

func (s *pageSet) add(page int) {
	if n := len(*s); n > 0 && (*s)[n-1].last == page-1 {
		(*s)[n-1].last = page
		return
	}
	*s = append(*s, pageRange{page, page})
}

// say makes a sentence about the pages: "page 3 is damaged" or "pages 2, 5-9 and
// 12 more are damaged". It says nothing about no pages.
func (s pageSet) say(one, many string) string {
	const named = 6 // ranges
	var names []string
	more := 0
	for i, r := range s {
		switch {
		case named <= i:
			more += r.last - r.first + 1
		case r.first >= r.last:
			names = append(names, fmt.Sprint(r.first))
		default:
			names = append(names, fmt.Sprintf("%d-%d", r.first, r.last))
		}
	}
	list := strings.Join(names, ", ")
	switch {
	case len(s) == 0:
		return ""
	case len(s) == 1 && s[0].first >= s[0].last:
		return fmt.Sprintf("page %s %s", list, one)
	case more > 0:
		list = fmt.Sprintf("%s and %d more", list, more)
	}
	return fmt.Sprintf("pages %s %s", list, many)
}
