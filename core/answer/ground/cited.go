package ground

import (
	"net/url"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"unicode"

	"docuquest/core/answer/render"
	"docuquest/core/document"
	"docuquest/core/language/text"
)

// A Cited is a place in a Markdown text that names a file: a link, or a path with a
// line as in notes/a.md:12, a.md:12:3 and a.md:12-20. Whether there is such a file is
// for others to say.
type Cited struct {
	Span text.Span // all of it: "[a](a.md#L12)" or "a.md:12"
	// Target is the address of a link or the path, without escapes; what is behind
	// a # is left out.
	Target string
	IsLink bool
	// First and Last are lines from 1, equal where one is named, and 0 where none is:
	// such a link cites nothing, but it has to follow a file that is renamed.
	First, Last int
	Page        int // from 1, 0 for none; of a link such as a.pdf#page=3

	// Quote is what the file is said to contain there, as plain text: the quotation below,
	// or words between quotation marks beside it; "" for none. QuoteSpan is where it
	// is, with its marks.
	Quote     string
	QuoteSpan text.Span

	// Question is the one below which an answer was inserted that cites, and Number
	// that of the citation; "" and 0 elsewhere.
	Question string
	Number   int

	// Addresses are where the path is, and Numerals the lines or the page, as
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
	isInserted := false
	for i := range found { // those of an inserted answer have its question
		if line := lineAt(c.text, found[i].Span.Start); text.MarkedAnswer(line.Of(c.text)) {
			isInserted = true
			found[i].Question = questionAbove(c.text, line.Start)
		}
	}
	if !isInserted {
		c.strings(found, rest, span.Start)
	}
}

// quoted gives a quotation to the last of some citations.
func (c *citer) quoted(found []Cited, span text.Span) {
	var lines []string
	for line := range strings.Lines(span.Of(c.text)) {
		lines = append(lines, strings.TrimSpace(strings.TrimPrefix(strings.TrimSpace(line), ">")))
	}
	said := strings.TrimSpace(render.Unescaped(strings.Join(lines, "\n")))
	inner := &citer{text: c.text} // finds the citations in the quotation itself
	inner.paths(inner.links(span), span.Start)
	last := lastOfLine(found)
	if last == nil || last.Question != "" || said == "" || text.MarkedAnswer(span.Of(c.text)) || lastOfLine(inner.found) != nil {
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

// links takes the links of a span. What is left of the text comes back with spaces in
// their place.
func (c *citer) links(span text.Span) string {
	source := span.Of(c.text)
	rest, found := []byte(source), render.SpansOf(source)
	for _, code := range found.Code {
		c.code = append(c.code, code.Shift(span.Start))
	}
	for _, address := range found.Addresses {
		blank(rest[address.Start:address.End])
	}
	for _, l := range found.Links {
		if !l.Address.Empty() {
			c.addLink(l, source, span.Start)
			blank(rest[l.Span.Start:l.Span.End])
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

var (
	lineFragment = regexp.MustCompile(`^L(\d{1,7})(?:C\d+)?(?:-L?(\d{1,7})(?:C\d+)?)?$`)
	pageFragment = regexp.MustCompile(`^page=(\d{1,7})$`)
	labelNumber  = regexp.MustCompile(`^\\?\[(\d{1,4})\\?\]$`)
)

// addLink takes a link of a text that begins at base.
func (c *citer) addLink(l render.Link, source string, base int) {
	target, fragment, _ := strings.Cut(l.Address.Of(source), "#")
	label := l.Label.Of(source)
	whole := render.UnescapedAddress(target)
	if plain, err := url.PathUnescape(whole); err == nil && !strings.Contains(whole, ":/") {
		whole = plain
	}
	found := Cited{Span: l.Span.Shift(base), Target: whole, IsLink: true}
	address := text.Span{Start: l.Address.Start, End: l.Address.Start + len(target)}.Shift(base)
	found.Addresses = []CitedPart{{address, true}}
	if m := lineFragment.FindStringSubmatch(fragment); m != nil {
		found.setLines(m[1], m[2])
		found.Numerals = []CitedPart{{text.Span{Start: address.End + 1, End: l.Address.End + base}, true}}
	} else if m := pageFragment.FindStringSubmatch(fragment); m != nil {
		found.Page, _ = strconv.Atoi(m[1])
		found.Numerals = []CitedPart{{text.Span{Start: address.End + 1, End: l.Address.End + base}, true}}
	}
	if m := labelNumber.FindStringSubmatch(label); m != nil {
		found.Number, _ = strconv.Atoi(m[1])
	}
	// The path and the lines that it shows are a part of it, if it leads to them.
	if m := pathLine.FindStringSubmatchIndex(label); m != nil && m[0] == 0 && m[1] == len(label) {
		p := pathOf(label, m)
		name := p.target[strings.LastIndexByte(p.target, '/')+1:]
		leadsThere := strings.HasSuffix(found.Target, name) || strings.HasSuffix(found.Target, url.PathEscape(name))
		if p.first == found.First && p.last == found.Last && leadsThere {
			found.Addresses = append(found.Addresses, CitedPart{Span: p.path.Shift(l.Label.Start + base)})
			found.Numerals = append(found.Numerals, CitedPart{Span: p.lines.Shift(l.Label.Start + base)})
		}
	}
	c.found = append(c.found, found)
}

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
		target: render.UnescapedAddress(s[m[2]:m[3]]),
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

// lineAt is the line that contains an offset.
func lineAt(s string, at int) text.Span {
	line := text.Span{Start: strings.LastIndexByte(s[:at], '\n') + 1, End: len(s)}
	if end := strings.IndexByte(s[at:], '\n'); end >= 0 {
		line.End = at + end
	}
	return line
}

// questionAbove is the question whose answer is at the start of a line: only
// answers and empty lines may be between the two.
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
// the next citation, unless that is behind it in parentheses.
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
			i := slices.IndexFunc(c.found, func(o Cited) bool { return o.Span == f.Span })
			c.found[i].QuoteSpan = free[own]
			c.found[i].Quote = render.Unescaped(strings.Trim(free[own].Of(c.text), `"“”„«»`))
		}
	}
}

// freeStrings are the quoted strings of a text that are no code, contain no citation and
// have two words or more: a single one is named as often as quoted.
func (c *citer) freeStrings(found []Cited, rest string, base int) (free []text.Span) {
	for _, m := range quotedString.FindAllStringIndex(rest, -1) {
		span := text.Span{Start: base + m[0], End: base + m[1]}
		overlaps := func(other text.Span) bool { return span.Start < other.End && other.Start < span.End }
		words := 0
		for range text.Words(span.Of(c.text)) {
			words++
		}
		if words > 1 && !slices.ContainsFunc(c.code, overlaps) &&
			!slices.ContainsFunc(found, func(f Cited) bool { return overlaps(f.Span) }) {
			free = append(free, span)
		}
	}
	return free
}
