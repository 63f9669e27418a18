package ground

import (
	"net/url"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"unicode"

	"docuquest/core/document"
	"docuquest/core/language/text"
)

// A Cited is a place in a Markdown text that names a file: a link, or a path with a
// line as in notes/a.md:12, a.md:12:3 and a.md:12-20. Whether there is such a file is
// for others to say.
type Cited struct {
	Span text.Span // all of it: "[a](a.md#L12)" or "a.md:12"
	// Target is the address of a link or the path, without escapes; what stands behind
	// a # is left out.
	Target string
	IsLink bool
	// First and Last are lines from 1, equal where one is named, and 0 where none is:
	// such a link cites nothing, but it has to follow a file that is renamed.
	First, Last int
	Page        int // from 1, 0 for none; of a link such as a.pdf#page=3

	// Quote is what the file is said to hold there, as plain text: the quotation below,
	// or words between quotation marks beside it; "" for none. QuoteSpan is where it
	// stands, with its marks.
	Quote     string
	QuoteSpan text.Span

	// Question is the one below which an answer was inserted that cites, and Number
	// that of the citation; "" and 0 elsewhere.
	Question string
	Number   int

	// Addresses are where the path stands, and Numerals the lines or the page, as
	// "12-20", "L12-L20" or "page=3". A link that shows what it leads to says both twice.
	Addresses, Numerals []CitedPart
}

// A CitedPart is a piece of a citation.
type CitedPart struct {
	Span   text.Span
	InLink bool // in the address of a link, where other characters are escaped
}

// Citations finds what a Markdown document cites, in the order of its text: links
// without a line included, blocks of code left out. The slice is the caller's.
func Citations(d *document.Document) []Cited {
	c := &citer{text: d.Text}
	c.blocks(d.Blocks)
	slices.SortStableFunc(c.found, func(a, b Cited) int { return a.Span.Start - b.Span.Start })
	return c.found
}

// A citer goes through a document.
type citer struct {
	text  string
	found []Cited
	code  []text.Span // inside of paragraphs
}

// blocks reads neighbouring blocks. A quotation that follows a paragraph is what its
// last citation quotes, unless it cites by itself.
func (c *citer) blocks(all []document.Block) {
	for i, b := range all {
		switch b.Kind {
		case document.Code, document.HTML, document.FrontMatter, document.Break:
		case document.Paragraph, document.Heading, document.Row:
			from := len(c.found)
			c.unit(b.Span)
			if i+1 < len(all) && all[i+1].Kind == document.Quote {
				c.quoted(c.found[from:], all[i+1].Span)
			}
		default:
			c.blocks(b.Children)
		}
	}
}

// unit reads a paragraph, a heading or a row of a table.
func (c *citer) unit(span text.Span) {
	from := len(c.found)
	rest := c.links(span)
	c.paths(rest, span.Start)
	found := c.found[from:]
	slices.SortStableFunc(found, func(a, b Cited) int { return a.Span.Start - b.Span.Start })
	if c.inserted(found) {
		return
	}
	c.strings(found, rest, span.Start)
}

// quoted gives a quotation to the last of some citations.
func (c *citer) quoted(found []Cited, span text.Span) {
	last := lastOfLine(found)
	said := quotation(span.Of(c.text))
	if last == nil || last.Question != "" || said == "" || text.MarkedAnswer(span.Of(c.text)) || c.cites(span) {
		return
	}
	last.Quote, last.QuoteSpan = said, span
}

// lastOfLine is the last citation of a line or a page, nil for none.
func lastOfLine(found []Cited) *Cited {
	for i := range slices.Backward(found) {
		if found[i].Cites() {
			return &found[i]
		}
	}
	return nil
}

// Cites reports whether a line or a page is named, and not the file alone.
func (c Cited) Cites() bool { return c.First > 0 || c.Page > 0 }

// cites reports whether a stretch of the text holds a citation.
func (c *citer) cites(span text.Span) bool {
	inner := &citer{text: c.text}
	inner.paths(inner.links(span), span.Start)
	return lastOfLine(inner.found) != nil
}

// quotation is the plain text of a block quotation.
func quotation(block string) string {
	var lines []string
	for line := range strings.Lines(block) {
		line = strings.TrimSpace(line)
		line, _ = strings.CutPrefix(line, ">")
		lines = append(lines, strings.TrimSpace(line))
	}
	return strings.TrimSpace(readable(strings.Join(lines, "\n")))
}

// readable is Markdown without escapes, of which there are none in code.
func readable(markdown string) string {
	var b strings.Builder
	rest := markdown
	for {
		m := escapeOrCode.FindStringIndex(rest)
		if m == nil {
			return b.String() + rest
		}
		mark := rest[m[0]:m[1]]
		b.WriteString(rest[:m[0]])
		rest = rest[m[1]:]
		if mark[0] == '\\' {
			b.WriteString(mark[1:])
			continue
		}
		code := text.CodeLength(rest, mark)
		b.WriteString(mark + rest[:code])
		rest = rest[code:]
	}
}

var escapeOrCode = regexp.MustCompile(escapedMark.String() + "|`+")

// escapedMark matches a character of Markdown that stands for itself.
var escapedMark = regexp.MustCompile("\\\\([!-/:-@\\[-`{-~])")

func unescaped(markdown string) string { return escapedMark.ReplaceAllString(markdown, "$1") }

// inlineMark matches the start of what may hold a citation, and what has to be stepped
// over to find it: escapes, code and addresses in angle brackets.
var inlineMark = regexp.MustCompile("\\\\.|`+|\\[|<[A-Za-z][A-Za-z0-9+.-]*:[^<>\\s]*>")

// links takes the links of a span. What is left of the text comes back with spaces in
// their place.
func (c *citer) links(span text.Span) string {
	rest := []byte(span.Of(c.text))
	for at := 0; at < len(rest); {
		m := inlineMark.FindIndex(rest[at:])
		if m == nil {
			break
		}
		mark := text.Span{Start: at + m[0], End: at + m[1]}
		at = mark.End
		switch said := mark.Of(string(rest)); said[0] {
		case '`':
			at += text.CodeLength(string(rest[at:]), said)
			c.code = append(c.code, text.Span{Start: mark.Start, End: at}.Shift(span.Start))
		case '<':
			blank(rest[mark.Start:mark.End])
		case '[':
			if link, ok := linkAt(span.Of(c.text), mark.Start); ok {
				c.addLink(link, span.Start)
				at = link.all.End
				blank(rest[mark.Start:at])
			}
		}
	}
	return string(rest)
}

func blank(b []byte) {
	for i := range b {
		if b[i] != '\n' {
			b[i] = ' '
		}
	}
}

// A link is one of Markdown, with offsets in the text that it was found in.
type link struct {
	all, label, address text.Span
	labelText           string
	addressText         string
}

// linkTail matches what follows the label of a link.
var linkTail = regexp.MustCompile(`^\((?:<([^<>\n]*)>|((?:[^\s()\\]|\\.|\([^\s()]*\))*))(?:\s+(?:"[^"]*"|'[^']*'|\([^()]*\)))?\s*\)`)

// linkAt reads the link whose label opens at an offset.
func linkAt(s string, open int) (link, bool) {
	end, ok := labelEnd(s, open)
	if !ok {
		return link{}, false
	}
	m := linkTail.FindStringSubmatchIndex(s[end:])
	if m == nil {
		return link{}, false
	}
	l := link{all: text.Span{Start: open, End: end + m[1]}, label: text.Span{Start: open + 1, End: end - 1}}
	for _, group := range []int{2, 4} {
		if m[group] >= 0 {
			l.address = text.Span{Start: end + m[group], End: end + m[group+1]}
		}
	}
	l.labelText, l.addressText = l.label.Of(s), l.address.Of(s)
	return l, l.addressText != ""
}

// labelEnd is the offset behind the bracket that closes a label.
func labelEnd(s string, open int) (int, bool) {
	depth := 0
	for at := open; at < len(s); at++ {
		switch s[at] {
		case '\\':
			at++
		case '`':
			run := len(s[at:]) - len(strings.TrimLeft(s[at:], "`"))
			at += run - 1
			at += text.CodeLength(s[at+1:], s[at+1-run:at+1])
		case '[':
			depth++
		case ']':
			if depth--; depth == 0 {
				return at + 1, true
			}
		}
	}
	return 0, false
}

var (
	lineFragment = regexp.MustCompile(`^L(\d{1,7})(?:C\d+)?(?:-L?(\d{1,7})(?:C\d+)?)?$`)
	pageFragment = regexp.MustCompile(`^page=(\d{1,7})$`)
	labelNumber  = regexp.MustCompile(`^\\?\[(\d{1,4})\\?\]$`)
)

// addLink takes a link whose offsets count from base.
func (c *citer) addLink(l link, base int) {
	target, fragment, _ := strings.Cut(l.addressText, "#")
	whole := unescaped(target)
	if plain, err := url.PathUnescape(whole); err == nil && !strings.Contains(whole, ":/") {
		whole = plain
	}
	found := Cited{Span: l.all.Shift(base), Target: whole, IsLink: true}
	address := text.Span{Start: l.address.Start, End: l.address.Start + len(target)}.Shift(base)
	found.Addresses = []CitedPart{{address, true}}
	if m := lineFragment.FindStringSubmatch(fragment); m != nil {
		found.setLines(m[1], m[2])
		found.Numerals = []CitedPart{{text.Span{Start: address.End + 1, End: l.address.End + base}, true}}
	} else if m := pageFragment.FindStringSubmatch(fragment); m != nil {
		found.Page, _ = strconv.Atoi(m[1])
		found.Numerals = []CitedPart{{text.Span{Start: address.End + 1, End: l.address.End + base}, true}}
	}
	if m := labelNumber.FindStringSubmatch(l.labelText); m != nil {
		found.Number, _ = strconv.Atoi(m[1])
	}
	found.addLabel(l, base)
	c.found = append(c.found, found)
}

// addLabel takes the path and the lines that a link shows, if they are those that it
// leads to.
func (f *Cited) addLabel(l link, base int) {
	m := pathLine.FindStringSubmatchIndex(l.labelText)
	if m == nil || m[0] != 0 || m[1] != len(l.labelText) {
		return
	}
	p := pathOf(l.labelText, m)
	if p.first != f.First || p.last != f.Last || !strings.HasSuffix(f.Target, lastPart(p.target)) && !strings.HasSuffix(f.Target, url.PathEscape(lastPart(p.target))) {
		return
	}
	f.Addresses = append(f.Addresses, CitedPart{Span: p.path.Shift(l.label.Start + base)})
	f.Numerals = append(f.Numerals, CitedPart{Span: p.lines.Shift(l.label.Start + base)})
}

func lastPart(path string) string { return path[strings.LastIndexByte(path, '/')+1:] }

func (f *Cited) setLines(first, last string) {
	f.First, _ = strconv.Atoi(first)
	f.Last, _ = strconv.Atoi(last)
	f.Last = max(f.First, f.Last)
}

// pathLine matches a path with a line, as compilers and people write it.
var pathLine = regexp.MustCompile(`((?:[^\s"'` + "`" + `<>()\[\]{}|*,;:“”„«»\\]|\\.)+):(\d{1,7})(?:-(\d{1,7})|:\d{1,7})?`)

// moreNumbers matches what makes a line and a column something else.
var moreNumbers = regexp.MustCompile(`^[:-]\d`)

// A pathAt is a match of pathLine.
type pathAt struct {
	target      string
	path, lines text.Span
	first, last int
}

// pathOf reads a match of pathLine in s.
func pathOf(s string, m []int) pathAt {
	var lines Cited
	lines.setLines(s[m[4]:m[5]], "")
	if m[6] >= 0 {
		lines.setLines(s[m[4]:m[5]], s[m[6]:m[7]])
	}
	return pathAt{
		target: unescaped(s[m[2]:m[3]]),
		path:   text.Span{Start: m[2], End: m[3]},
		lines:  text.Span{Start: m[4], End: m[1]},
		first:  lines.First, last: lines.Last,
	}
}

// paths takes the paths with lines of what is left of a text without its links.
func (c *citer) paths(rest string, base int) {
	for _, m := range pathLine.FindAllStringSubmatchIndex(rest, -1) {
		p := pathOf(rest, m)
		goesOn := insideWord(rest, m[1]) || moreNumbers.MatchString(rest[m[1]:])
		isAddress := m[0] > 0 && rest[m[0]-1] == ':'
		if goesOn || isAddress || p.first == 0 || !strings.ContainsFunc(p.target, unicode.IsLetter) {
			continue
		}
		c.found = append(c.found, Cited{
			Span: text.Span{Start: m[0], End: m[1]}.Shift(base), Target: p.target, First: p.first, Last: p.last,
			Addresses: []CitedPart{{Span: p.path.Shift(base)}}, Numerals: []CitedPart{{Span: p.lines.Shift(base)}},
		})
	}
}

// inserted gives citations of an inserted answer their question, and reports whether
// they are of one.
func (c *citer) inserted(found []Cited) bool {
	isAny := false
	for i := range found {
		line := lineAt(c.text, found[i].Span.Start)
		if text.MarkedAnswer(line.Of(c.text)) {
			isAny = true
			found[i].Question = questionAbove(c.text, line.Start)
		}
	}
	return isAny
}

// lineAt is the line that holds an offset.
func lineAt(s string, at int) text.Span {
	line := text.Span{Start: strings.LastIndexByte(s[:at], '\n') + 1, End: len(s)}
	if end := strings.IndexByte(s[at:], '\n'); end >= 0 {
		line.End = at + end
	}
	return line
}

// questionAbove is the question whose answer stands at the start of a line: only
// answers and empty lines may stand between the two.
func questionAbove(s string, start int) string {
	for start > 0 {
		line := lineAt(s, start-1)
		said := line.Of(s)
		if question := text.MarkedQuestion(said); question != "" {
			return question
		}
		if strings.Trim(said, " \t\r>") != "" && !text.MarkedAnswer(said) {
			return ""
		}
		start = line.Start
	}
	return ""
}

// quotedString matches words between quotation marks.
var quotedString = regexp.MustCompile(`"[^"\s][^"]*[^"\s]"|“[^”]+”|„[^“”]+[“”]|«[^»]+»`)

// strings gives citations the strings beside them, in their order: the last one in
// front of each that no citation before it has, or else the first one between it and
// the next citation, unless that stands behind it in parentheses.
func (c *citer) strings(found []Cited, rest string, base int) {
	found = slices.DeleteFunc(slices.Clone(found), func(f Cited) bool { return !f.Cites() })
	free := c.freeStrings(found, rest, base)
	taken := 0 // up to this offset
	for i, f := range found {
		limit := base + len(rest)
		if i+1 < len(found) {
			limit = found[i+1].Span.Start
		}
		own := -1
		for n, span := range free {
			if taken > span.Start || limit < span.End {
				continue
			}
			isBefore := span.End <= f.Span.Start
			isNext := i+1 < len(found) && strings.Contains(c.text[span.End:limit], "(")
			if isBefore || own < 0 && !isNext {
				own = n
			}
		}
		if own >= 0 {
			taken = free[own].End
			c.giveString(f.Span, free[own])
		}
	}
}

// freeStrings are the quoted strings of a text that are no code, hold no citation and
// have two words or more: a single one is named as often as quoted.
func (c *citer) freeStrings(found []Cited, rest string, base int) (free []text.Span) {
	for _, m := range quotedString.FindAllStringIndex(rest, -1) {
		span := text.Span{Start: base + m[0], End: base + m[1]}
		overlaps := func(other text.Span) bool { return span.Start < other.End && other.Start < span.End }
		if hasWordsIn(span.Of(c.text), 2) && !slices.ContainsFunc(c.code, overlaps) &&
			!slices.ContainsFunc(found, func(f Cited) bool { return overlaps(f.Span) }) {
			free = append(free, span)
		}
	}
	return free
}

// giveString makes a string the quote of the citation at a span.
func (c *citer) giveString(at, span text.Span) {
	i := slices.IndexFunc(c.found, func(f Cited) bool { return f.Span == at })
	c.found[i].QuoteSpan = span
	c.found[i].Quote = readable(strings.Trim(span.Of(c.text), `"“”„«»`))
}

// hasWordsIn reports whether a string has so many words.
func hasWordsIn(s string, least int) bool {
	n := 0
	for range text.Words(s) {
		n++
	}
	return least <= n
}
