package entry

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"docuquest/core/document"
	"docuquest/core/language/lexicon"
	"docuquest/core/language/text"
)

// A page of a PDF has lines and gaps between them, and no marks of what is a heading, a table or
// a footer. What they are is seen by their form: a row has a gap and a figure behind it, the lines
// above it have years and units alone, and a line that recurs on many pages is no part of what
// the author wrote there.

const (
	// cellGap is what parsers write between two cells that are next to one another.
	cellGap = "  "
	// mostCaption is how many short lines above a table belong to it.
	mostCaption = 8
	// longestShort is the number of words up to which a line may be a heading or the caption of a table.
	longestShort = 14
	// longestName is the number of words up to which a cell may be the name of a column.
	longestName = 7
	// leastRecurring is the number of pages from which a line at their edge is a header or a footer.
	leastRecurring = 4
	// atEdge is how many lines at the top and at the bottom of a page may be headers and footers.
	atEdge = 3
)

// A lineKind is what a line of a page is by its form.
type lineKind uint8

const (
	proseLine lineKind = iota
	shortLine          // a heading, a caption, or what a group of rows is called
	headLine           // cells with years, dates, units or names of columns, and no figures
	rowLine            // cells with figures
	noLine             // a header or a footer of the page
)

// A pageLine is a line of a page with what it is.
type pageLine struct {
	span text.Span
	kind lineKind
}

// pages adds the entries of pages that follow one another. A heading stays above the text of the
// next pages until another one comes.
func (s *splitter) pages(pages []document.Block) {
	recurs := s.recurring(pages)
	var above []string
	for _, page := range pages {
		s.flush()
		p := pageReader{splitter: s, above: above}
		number := 0
		total := 0
		for _, b := range page.Children {
			total += strings.Count(b.Span.Of(s.text), "\n")
		}
		for _, b := range page.Children {
			var lines []pageLine
			for _, span := range linesIn(s.text, b.Span) {
				number++
				l := pageLine{span.Trim(s.text), kindOfLine(span.Of(s.text))}
				if isEdge := number <= atEdge || total-atEdge < number; isEdge && recurs[withoutDigits(l.span.Of(s.text))] || l.span.Empty() {
					l.kind = noLine
				}
				if l.kind != noLine {
					lines = append(lines, l)
				}
			}
			p.paragraph(lines)
		}
		p.endTable()
		p.flush()
		if len(p.short) > 0 { // nothing is below them
			p.end(Entry{Kind: Prose, Span: text.Span{Start: p.short[0].span.Start, End: p.short[len(p.short)-1].span.End}, Titles: p.above})
		}
		above = p.above
	}
	s.flush()
}

// recurring returns the lines at the edges of pages that are on several of them, without digits.
func (s *splitter) recurring(pages []document.Block) map[string]bool {
	counts := map[string]int{}
	for _, page := range pages {
		lines := linesIn(s.text, page.Span)
		lines = slices.DeleteFunc(lines, func(l text.Span) bool { return l.Trim(s.text).Empty() })
		seen := map[string]bool{}
		for i, l := range lines {
			if key := withoutDigits(l.Trim(s.text).Of(s.text)); (i < atEdge || len(lines)-atEdge <= i) && !seen[key] {
				seen[key] = true
				counts[key]++
			}
		}
	}
	recurs := map[string]bool{}
	for line, n := range counts {
		recurs[line] = leastRecurring <= n
	}
	return recurs
}

// withoutDigits returns a line with one sign in the place of each number.
func withoutDigits(line string) string {
	var b strings.Builder
	before := false
	for _, r := range line {
		isDigit := unicode.IsDigit(r)
		switch {
		case !isDigit:
			b.WriteRune(r)
		case !before:
			b.WriteByte('#')
		}
		before = isDigit
	}
	return b.String()
}

// kindOfLine returns what a line is by its form alone.
func kindOfLine(line string) lineKind {
	cells := Cells(line)
	if len(cells) == 0 {
		return noLine
	}
	if !strings.ContainsFunc(line, func(r rune) bool { return unicode.IsLetter(r) || unicode.IsDigit(r) }) {
		return noLine // it is drawn
	}
	if len(cells) == 1 {
		last, _ := utf8.DecodeLastRuneInString(cells[0])
		first, _ := utf8.DecodeRuneInString(cells[0])
		switch {
		case isFigure(cells[0]) && !isYear(cells[0]):
			return noLine // the number of the page
		case longestShort < len(strings.Fields(cells[0])), strings.ContainsRune(".;,。；", last) && !isDated(cells[0]),
			unicode.IsLower(first), IsItem(cells[0]):
			return proseLine
		}
		return shortLine
	}
	for i, c := range cells {
		if isFigure(c) && !isYear(c) && (i > 0 || len(cells) > 2) {
			return rowLine
		}
	}
	for _, c := range cells {
		if longestName < len(strings.Fields(c)) {
			return proseLine
		}
	}
	return headLine
}

// Cells returns the cells of a line of a page: what is between its gaps, without signs of
// currencies that stand alone.
func Cells(line string) []string {
	var cells []string
	for c := range strings.SplitSeq(strings.TrimSpace(line), cellGap) {
		if c = strings.TrimSpace(c); strings.Trim(c, "$€£¥%") != "" {
			cells = append(cells, c)
		}
	}
	return cells
}

// IsLabel reports whether a line is the beginning of what the row on the next line is called, which has the cells
// of both.
func IsLabel(line, next string) bool {
	first, _ := utf8.DecodeRuneInString(strings.TrimSpace(next))
	return unicode.IsLower(first) && len(Cells(line)) == 1 && len(Cells(next)) > 1 && kindOfLine(next) == rowLine
}

// isFigure reports whether a cell is an amount, a share, or the dash in the place of one.
func isFigure(cell string) bool {
	bare := strings.Trim(cell, "$€£¥%() *+")
	switch bare {
	case "-", "—", "–", "−":
		return true
	case "":
		return false
	}
	bare = strings.TrimLeft(bare, "-—–−$€£¥ ")
	digits := 0
	for _, r := range bare {
		switch {
		case unicode.IsDigit(r):
			digits++
		case !strings.ContainsRune(".,()%$€£¥ x", r):
			return false
		}
	}
	return digits > 0
}

// isYear reports whether a cell is a year.
func isYear(cell string) bool {
	bare := strings.TrimSpace(cell)
	return len(bare) == 4 && (strings.HasPrefix(bare, "19") || strings.HasPrefix(bare, "20")) && strings.Trim(bare, "0123456789") == ""
}

// isDated reports whether a line names a month, as "Year Ended December 31," does.
func isDated(line string) bool {
	months := lexicon.Any("months")
	for w := range text.Words(line) {
		if months.Has(w.Span.Of(line)) {
			return true
		}
	}
	return false
}

// startsWord reports whether a line begins with a word or a number, as a heading does: a note begins with the
// mark of it, and a remark on units with a bracket.
func startsWord(line string) bool {
	first, _ := utf8.DecodeRuneInString(line)
	return unicode.IsLetter(first) || unicode.IsDigit(first)
}

// A pageReader goes through the paragraphs of one page.
type pageReader struct {
	*splitter
	above    []string   // the headings of the section, which may have begun on a page before
	isHere   bool       // they are on this page
	captions []string   // of the last table
	short    []pageLine // what may be headings, or the caption of a table that follows
	table    []pageLine // the table up to here, with short and head lines
}

// paragraph adds a paragraph of the page.
func (p *pageReader) paragraph(lines []pageLine) {
	is := func(kind lineKind) bool {
		return slices.ContainsFunc(lines, func(l pageLine) bool { return l.kind == kind })
	}
	switch {
	case len(lines) == 0:
	case is(rowLine), is(headLine) && !is(proseLine):
		for i := range lines {
			if lines[i].kind == proseLine { // what a row is called, in two lines
				lines[i].kind = shortLine
			}
		}
		if len(p.table) == 0 {
			p.short = p.headings(max(0, len(p.short)-mostCaption))
		}
		p.table = append(append(p.table, p.short...), lines...)
		p.short = nil
	case !is(proseLine) && len(lines) <= 2:
		p.short = append(p.short, lines...)
	default:
		p.endTable()
		p.headings(len(p.short))
		p.add(Entry{Kind: Prose, Span: text.Span{Start: lines[0].span.Start, End: lines[len(lines)-1].span.End}, Titles: p.above})
	}
}

// headings takes some of the short lines for headings of what follows: one or two are that, and of
// more the last, below an entry that has the others. It returns the other lines.
func (p *pageReader) headings(most int) (rest []pageLine) {
	const leastLines = 3 // that are no headings one below the other
	lines, rest := p.short[:most], p.short[most:]
	p.short = nil
	if len(lines) == 0 {
		return rest
	}
	p.flush()
	isHeading := func(l pageLine) bool { return startsWord(l.span.Of(p.text)) && !isDated(l.span.Of(p.text)) }
	first := 0
	if len(lines) >= leastLines || !isHeading(lines[0]) {
		first = len(lines) - 1
	}
	if !isHeading(lines[len(lines)-1]) {
		first = len(lines)
	}
	if first > 0 {
		p.end(Entry{Kind: Prose, Span: text.Span{Start: lines[0].span.Start, End: lines[first-1].span.End}, Titles: p.above})
	}
	if first < len(lines) {
		p.above, p.isHere = nil, true
		for _, l := range lines[first:] {
			p.above = append(p.above, text.OneLine(l.span.Of(p.text)))
		}
	}
	return rest
}

// endTable adds the tables that were read. A line with names of columns behind rows begins
// another one, and short lines behind the last row are of what follows.
func (p *pageReader) endTable() {
	lines := p.table
	p.table = nil
	var intro text.Span
	if p.held.Kind > 0 && p.introduces(p.held.Span) {
		intro = p.held.Span
	}
	for len(lines) > 0 {
		end, rows := 0, 0
		for end < len(lines) {
			next := end // the next line that is no label
			for next < len(lines) && lines[next].kind == shortLine {
				next++
			}
			if next == len(lines) || rows > 0 && lines[next].kind == headLine {
				break
			}
			if lines[next].kind == rowLine {
				rows++
			}
			end = next + 1
		}
		if end == 0 {
			break
		}
		p.flush()
		if rows > 0 {
			p.columns(lines[:end], intro)
		} else { // two columns of words
			p.add(Entry{Kind: Prose, Span: text.Span{Start: lines[0].span.Start, End: lines[end-1].span.End}, Titles: p.above})
			p.flush()
		}
		lines, intro = lines[end:], text.Span{}
	}
	p.short = append(lines, p.short...)
}

// columns adds a table: whole where it is small, or else each row below its captions, with the
// line that its group of rows is called by and the names of the columns.
func (p *pageReader) columns(lines []pageLine, intro text.Span) {
	first := slices.IndexFunc(lines, func(l pageLine) bool { return l.kind == rowLine })
	names := first // the lines up to the last with names of columns
	for names > 0 && lines[names-1].kind == shortLine {
		names--
	}
	if names == 0 {
		names = first
	}
	var captions []string
	header := text.Span{}
	for _, l := range lines[:names] {
		said := text.OneLine(l.span.Of(p.text))
		if isCaption := l.kind == shortLine && header.Empty() && !isDated(said) && startsWord(said); isCaption {
			captions = append(captions, said)
			continue
		}
		if header.Empty() {
			header.Start = l.span.Start
		}
		header.End = l.span.End
	}
	if len(captions) == 0 {
		captions = p.captions // two tables below one title
	}
	p.captions = captions
	titles := captions
	if p.isHere || len(captions) == 0 {
		titles = append(slices.Clip(p.above), captions...)
	}
	whole := text.Span{Start: lines[0].span.Start, End: lines[len(lines)-1].span.End}
	if len(lines) <= mostRows && whole.Len() <= 2*mostBytes {
		p.end(Entry{Kind: Table, Span: whole, Titles: titles, Header: header, Intro: intro})
		return
	}
	group, start := "", -1
	for _, l := range lines[names:] {
		said := text.OneLine(l.span.Of(p.text))
		if l.kind == shortLine {
			if start < 0 {
				start = l.span.Start
			}
			group = strings.TrimSuffix(said, ":")
			continue
		}
		row := Entry{Kind: Table, Span: l.span, Titles: titles, Header: header, Intro: intro}
		if start >= 0 {
			row.Span.Start = start
		}
		if letter, _ := utf8.DecodeRuneInString(said); start >= 0 && unicode.IsLower(letter) {
			group = "" // the line above is a part of what the row is called
		}
		if group != "" {
			row.Titles = append(slices.Clip(titles), group)
		}
		p.end(row)
		if start = -1; strings.Contains(strings.ToLower(said), strings.ToLower(group)) {
			group = "" // "Total assets" ends the group "Assets"
		}
	}
}
