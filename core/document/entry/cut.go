package entry

import (
	"strings"
	"unicode/utf8"

	"docuquest/core/language/text"
)

// cut adds the parts of an entry that is too long: its paragraphs, joined as far as they
// belong together, or the rows of a table that is drawn, or else its lines.
func (s *splitter) cut(e Entry) {
	if paragraphs := paragraphsIn(s.text, e.Span); len(paragraphs) > 1 {
		isProgram := s.isProgram
		s.isProgram = isProgram && e.Kind == Program // a comment is a text for people
		for _, p := range paragraphs {
			part := e
			part.Span = p
			s.add(part)
		}
		s.flush()
		s.isProgram = isProgram
		return
	}
	lines := linesIn(s.text, e.Span)
	if header, rows := gridRows(s.text, lines); 0 < len(rows) && len(rows) <= mostRows && e.Span.Len() <= 2*mostBytes {
		e.Kind, e.Header = Table, header
		s.end(e)
		return
	} else if len(rows) > 0 {
		for _, row := range rows {
			s.end(Entry{Kind: Table, Span: row, Titles: e.Titles, Header: header})
		}
		return
	}
	part := text.Span{Start: e.Span.Start, End: e.Span.Start}
	emit := func() {
		cut := e
		cut.Span = part
		s.end(cut)
		part.Start = part.End
	}
	for _, line := range lines {
		if !s.fits(text.Span{Start: part.Start, End: line.End}) {
			emit()
		}
		for part.End = line.End; mostBytes < part.Len(); part.End = line.End { // one long line
			part.End = part.Start + sentencesWithin(part.Of(s.text), mostBytes)
			emit()
		}
	}
	emit()
}

// sentencesWithin returns the length of the sentences at the start of a text that are no
// longer than most bytes together, or else of the characters.
func sentencesWithin(s string, most int) int {
	end := 0
	for sentence := range text.Sentences(s[:min(len(s), 2*most)]) {
		if most < sentence.End {
			break
		}
		end = sentence.End
	}
	if end > 0 {
		return end
	}
	for end = most; !utf8.RuneStart(s[end]); end-- {
		continue
	}
	return end
}

// gridRows takes a table apart that is drawn with + and -, as in reStructuredText. There are
// no rows if the lines are none.
func gridRows(s string, lines []text.Span) (header text.Span, rows []text.Span) {
	isBorder := func(line text.Span) bool {
		drawn := strings.TrimSpace(line.Of(s))
		return strings.HasPrefix(drawn, "+") && strings.HasSuffix(drawn, "+") && strings.Trim(drawn, "+-=") == ""
	}
	if len(lines) < 3 || !isBorder(lines[0]) || !isBorder(lines[len(lines)-1]) {
		return header, nil
	}
	row := text.Span{}
	for _, line := range lines[1:] {
		switch {
		case !isBorder(line) && row.Empty():
			row = line
		case !isBorder(line):
			row.End = line.End
		case header.Empty():
			header, row = row, text.Span{}
		case !row.Empty():
			rows, row = append(rows, row), text.Span{}
		}
	}
	return header, rows
}

// linesIn returns the lines of a span with their ends.
func linesIn(s string, span text.Span) []text.Span {
	var lines []text.Span
	for line := range strings.Lines(span.Of(s)) {
		lines = append(lines, text.Span{Start: span.Start, End: span.Start + len(line)})
		span.Start += len(line)
	}
	return lines
}

// paragraphsIn returns the stretches of a span between blank lines and lines that have only
// the mark of a comment.
func paragraphsIn(s string, span text.Span) []text.Span {
	var all []text.Span
	isOpen := false
	for _, line := range linesIn(s, span) {
		isBlank := strings.Trim(line.Of(s), " \t\r\n*/#;-%") == ""
		switch {
		case !isBlank && isOpen:
			all[len(all)-1].End = line.End
		case !isBlank:
			all = append(all, line)
		}
		isOpen = !isBlank
	}
	return all
}
