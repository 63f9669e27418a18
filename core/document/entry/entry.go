// Package entry finds what an author wrote as one thing: a paragraph, a list with the line
// that introduces it, steps with the commands between them, a term with its description, a
// key of a configuration with its comment, a small table or a row of a larger one, a
// declaration with its comment. Entries are the evidence that answers show.
//
// A chunk is cut for search: it has a size, and a title in front. An entry is cut for a
// reader: it has an author. The room knows no question.
package entry

import (
	"slices"
	"strings"
	"unicode/utf8"

	"docuquest/core/document"
	"docuquest/core/file"
	"docuquest/core/language/text"
)

// An Entry is a stretch of a document that says one thing. Its slices are shared and never
// written.
type Entry struct {
	Kind   Kind
	Span   text.Span // of Document.Text; from the start of its first line where nothing else is on that
	Titles []string  // of the sections and definitions around it, outermost first
	Intro  text.Span // the line that introduces a list that is too long for one entry
	Header text.Span // of a table; inside Span where the table is one entry
}

// Context returns what belongs to the entry and is elsewhere, in the order of the text.
func (e Entry) Context() []text.Span {
	var context []text.Span
	for _, span := range []text.Span{e.Intro, e.Header} {
		if !span.Empty() && span.Start < e.Span.Start {
			context = append(context, span)
		}
	}
	return context
}

// Kind says what an entry is.
type Kind uint8

// The kinds of entries.
const (
	Prose       Kind = iota + 1 // paragraphs and lists, with what they introduce
	Table                       // a small table, one row of a larger one, or front matter: its lines are records
	Program                     // a piece of a program, or of its comments
	Declaration                 // a definition of a program, or the head of a long one, with its comment
)

// String is the lower-case name of a kind.
func (k Kind) String() string {
	names := [...]string{"unknown", "prose", "table", "program", "declaration"}
	if int(k) < len(names) {
		return names[k]
	}
	return names[0]
}

// The limits of an entry. What is longer is cut at its parts.
const (
	mostLines = 16
	mostBytes = 1600
	mostRows  = 16 // of a table, and twice the bytes
	// mostText is the length of a document in bytes above which nobody wrote it for readers:
	// data, or a book in one file. It has no entries.
	mostText = 1 << 20
	// leastWords is the number of words below which a paragraph only names what follows it.
	leastWords = 12
)

// Of returns the entries of a document, in the order of the text; none of one that has more
// than 1 MiB of text. They do not overlap, and together they have all that the blocks of the
// document have but headings. The slice is the caller's.
func Of(d *document.Document) []Entry {
	if mostText < len(d.Text) {
		return nil
	}
	s := splitter{text: d.Text, isProgram: file.IsCode(d.Language)}
	if isPage := func(b document.Block) bool { return b.Kind == document.Page }; len(d.Blocks) > 0 && isPage(d.Blocks[0]) {
		s.pages(d.Blocks)
	} else {
		s.blocks(d.Blocks, nil)
	}
	s.flush()
	return s.entries
}

// At returns the entry of a document that has an offset; false if none has it.
func At(d *document.Document, offset int) (Entry, bool) {
	all := Of(d)
	i, _ := slices.BinarySearchFunc(all, offset, func(e Entry, offset int) int { return e.Span.End - offset - 1 })
	if i < len(all) && all[i].Span.Start <= offset {
		return all[i], true
	}
	return Entry{}, false
}

// A splitter collects the entries of one document. It holds the last one, which may grow.
type splitter struct {
	text      string
	isProgram bool // what is read is no text for people
	entries   []Entry
	held      Entry // its Kind is 0 if there is none
}

// blocks adds the entries of blocks of one level.
func (s *splitter) blocks(blocks []document.Block, titles []string) {
	for _, b := range blocks {
		inner := titles
		if b.Title != "" {
			inner = append(slices.Clip(titles), b.Title)
		}
		switch b.Kind {
		case document.Section:
			s.flush()
			if len(b.Children) == 1 && b.Children[0].Kind == document.Heading {
				s.add(Entry{Kind: Prose, Span: b.Children[0].Span, Titles: inner}) // it says what its heading says
			} else {
				s.blocks(b.Children, inner)
			}
			s.flush()
		case document.Definition:
			s.flush()
			s.definition(b, titles, inner)
			s.flush()
		case document.Page:
			s.blocks(b.Children, titles)
		case document.Table:
			s.table(b, titles)
		case document.Heading, document.Break:
			s.flush()
		case document.Code:
			kind := Prose // an example in a text
			if s.isProgram {
				kind = Program
			}
			s.add(Entry{Kind: kind, Span: b.Span, Titles: titles})
		default:
			whole := Entry{Kind: Prose, Span: b.Span, Titles: titles}
			if b.Kind == document.FrontMatter {
				whole.Kind = Table
			}
			switch {
			case len(b.Children) == 0 || s.fits(b.Span):
				s.add(whole)
			case b.Kind == document.List:
				s.items(b, titles)
			default:
				s.blocks(b.Children, titles)
			}
		}
	}
}

// add joins an entry with the one before it where they belong together, and cuts one that is
// too long.
func (s *splitter) add(e Entry) {
	if s.held.Kind > 0 && s.joins(e) {
		s.held.Span.End = e.Span.End
		return
	}
	s.flush()
	if !s.fits(e.Span) {
		s.cut(e)
	} else {
		s.held = e
	}
}

// flush ends the entry that is held.
func (s *splitter) flush() {
	if s.held.Kind > 0 {
		s.end(s.held)
	}
	s.held = Entry{}
}

// end adds an entry that does not grow any more.
func (s *splitter) end(e Entry) {
	e.Span = e.Span.Trim(s.text)
	if said := e.Span.Of(s.text); said == "" || !strings.Contains(said, "\n") && (strings.HasPrefix(said, ".. _") || strings.HasPrefix(said, ".. code-block::")) {
		return // a label, or the mark of an example that is longer than an entry
	}
	line := strings.LastIndexByte(s.text[:e.Span.Start], '\n') + 1
	if strings.TrimSpace(s.text[line:e.Span.Start]) == "" {
		e.Span.Start = line
	}
	s.entries = append(s.entries, e)
}

// joins reports whether an entry belongs to the one that is held: it is introduced by that,
// is indented below it, is a further item of it, or shows an example of it.
func (s *splitter) joins(e Entry) bool {
	before := s.held
	if !slices.Equal(before.Titles, e.Titles) || !s.fits(text.Span{Start: before.Span.Start, End: e.Span.End}) {
		return false
	}
	said := strings.TrimSpace(before.Span.Of(s.text))
	switch {
	case s.introduces(before.Span):
		return true
	case s.isProgram:
		return before.Kind == Program && len(e.Titles) > 0 // the paragraphs of one body
	case IsItem(e.Span.Of(s.text)) && IsItem(said), s.indent(e.Span.Start) > s.indent(before.Span.Start):
		return true
	}
	isExample := strings.HasPrefix(e.Span.Of(s.text), "```") || strings.HasPrefix(e.Span.Of(s.text), "~~~")
	last, _ := utf8.DecodeLastRuneInString(said)
	isSentence := strings.ContainsRune(".!?。！？)", last)
	return isExample || !isSentence && len(strings.Fields(said)) < leastWords && !IsItem(said)
}

// introduces reports whether a stretch ends with a colon.
func (s *splitter) introduces(span text.Span) bool {
	said := strings.TrimRight(span.Of(s.text), " \t\r\n*_")
	return strings.HasSuffix(said, ":") || strings.HasSuffix(said, "：")
}

// indent returns the width of the white space in front of the line of an offset.
func (s *splitter) indent(offset int) int {
	const tab = 8
	width := 0
	for _, r := range s.text[strings.LastIndexByte(s.text[:offset], '\n')+1:] {
		switch r {
		case ' ':
			width++
		case '\t':
			width += tab - width%tab
		default:
			return width
		}
	}
	return width
}

// IsItem reports whether a paragraph of plain text, or a line, is an item of a list.
func IsItem(s string) bool {
	const mostDigits = 3
	marker, _, ok := strings.Cut(strings.TrimLeft(s, " \t"), " ")
	switch marker {
	case "-", "*", "+", "•", "#.":
		return ok
	}
	digits := strings.TrimRight(marker, ".)")
	return ok && 0 < len(digits) && len(digits) <= mostDigits && digits != marker && strings.Trim(digits, "0123456789") == ""
}

func (s *splitter) fits(span text.Span) bool {
	return span.Len() <= mostBytes && strings.Count(span.Of(s.text), "\n") < mostLines
}

// items adds the items of a list that is too long for one entry, as many at a time as fit,
// each time with the line that introduces the list.
func (s *splitter) items(list document.Block, titles []string) {
	e := Entry{Kind: Prose, Titles: titles}
	if s.held.Kind > 0 && s.introduces(s.held.Span) {
		e.Intro = s.held.Span
	}
	s.flush()
	for _, item := range list.Children {
		switch grown := (text.Span{Start: s.held.Span.Start, End: item.Span.End}); {
		case s.held.Kind > 0 && s.fits(grown):
			s.held.Span = grown
		default:
			s.flush()
			e.Span = item.Span
			s.add(e)
		}
	}
	s.flush()
}

// table adds a table that fits, with the line that introduces it, or else each row with the
// header.
func (s *splitter) table(b document.Block, titles []string) {
	if len(b.Children) == 0 {
		s.add(Entry{Kind: Prose, Span: b.Span, Titles: titles})
		return
	}
	header, rows := b.Header()
	if len(b.Children) <= mostRows && b.Span.Len() <= 2*mostBytes {
		whole := Entry{Kind: Table, Span: b.Span, Titles: titles, Header: header.Span}
		if s.held.Kind > 0 && s.introduces(s.held.Span) && slices.Equal(s.held.Titles, titles) {
			whole.Span.Start = s.held.Span.Start
			s.held = Entry{}
		}
		s.flush()
		s.end(whole)
		return
	}
	s.flush()
	for _, row := range rows {
		s.end(Entry{Kind: Table, Span: row.Span, Titles: titles, Header: header.Span})
	}
}

// definition adds a definition of a program: whole, or else its head with its comment, what
// is defined in it, and the rest of its body.
func (s *splitter) definition(b document.Block, titles, inner []string) {
	if s.fits(b.Span) && len(b.Children) == 0 {
		s.end(Entry{Kind: Declaration, Span: b.Span, Titles: titles})
		return
	}
	at := b.Span.Start
	if b.Code != nil && at < b.Code.Signature.End {
		head := Entry{Kind: Declaration, Span: text.Span{Start: at, End: max(b.Code.Signature.End, b.Code.Doc.End)}, Titles: titles}
		if at = head.Span.End; s.fits(head.Span) {
			s.end(head)
		} else {
			s.cut(head)
		}
	}
	body := func(end int) {
		for _, p := range paragraphsIn(s.text, text.Span{Start: at, End: max(at, end)}) {
			s.add(Entry{Kind: Program, Span: p, Titles: inner})
		}
		s.flush()
	}
	for _, child := range b.Children {
		if at <= child.Span.Start {
			body(child.Span.Start)
			s.blocks([]document.Block{child}, inner)
			s.flush()
			at = child.Span.End
		}
	}
	body(b.Span.End)
}
