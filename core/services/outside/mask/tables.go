package mask

import (
	"regexp"
	"strings"
)

// column hides the cells below the name of a secret that is a heading of a table: of CSV
// and the like, and of Markdown.
func (s *scanner) column(start, end int) {
	mark, ok := cellMark(s.text, start, end)
	if !ok {
		return
	}
	const (
		longestLine    = 2000 // bytes of a line of headings: a longer one would be read again for each word
		longestHeading = 40
	)
	from := max(0, start-longestLine)
	from += strings.LastIndexByte(s.text[from:start], '\n') + 1
	at := lineEnd(s.text[:min(len(s.text), from+longestLine)], start)
	if from > 0 && s.text[from-1] != '\n' || at < len(s.text) && s.text[at] != '\n' {
		return
	}
	headings := cells(s.text, stretch{from, at}, mark)
	column := -1
	for i, cell := range headings {
		if cell.start == start && cell.end == end {
			column = i
		}
		heading := s.text[cell.start:cell.end]
		if heading == "" || len(heading) > longestHeading || strings.ContainsAny(heading, "=(){}[]<>:\"$%") {
			return
		}
	}
	var above stretch // the line before
	if from > 0 {
		begin := max(0, from-1-longestLine)
		above = stretch{begin + strings.LastIndexByte(s.text[begin:from-1], '\n') + 1, from - 1}
	}
	if column < 0 || len(headings) < 2 || len(headings) == len(cells(s.text, above, mark)) {
		return
	}
	if mark == '|' { // a rule is below the headings of Markdown
		begin := min(len(s.text), at+1)
		at = lineEnd(s.text, begin)
		if rule := s.text[begin:at]; !strings.Contains(rule, "--") || strings.Trim(rule, "-:| \r") != "" {
			return
		}
	}
	for at < len(s.text) {
		line := stretch{at + 1, lineEnd(s.text, at+1)}
		row := cells(s.text, line, mark)
		if len(row) != len(headings) {
			return
		}
		cell := row[column]
		if word := s.text[cell.start:cell.end]; isPassword(word) && !strings.ContainsAny(word, " \t") {
			s.found = append(s.found, cell)
		}
		at = line.end
	}
}

// cellMark returns what separates the cells of a line in which the word from start to end
// is a whole cell.
func cellMark(text string, start, end int) (byte, bool) {
	const marks, around = ",;\t|\n\r", "\"'` "
	end = skipAny(text, end, around)
	for start > 0 && strings.IndexByte(around, text[start-1]) >= 0 {
		start--
	}
	if end < len(text) && strings.IndexByte(marks, text[end]) < 0 || start > 0 && strings.IndexByte(marks, text[start-1]) < 0 {
		return 0, false
	}
	if end < len(text) && text[end] != '\n' && text[end] != '\r' {
		return text[end], true
	}
	if start > 0 && text[start-1] != '\n' {
		return text[start-1], true
	}
	return 0, false
}

// cells returns the cells of a line, without the spaces and quotes around them.
func cells(text string, line stretch, mark byte) []stretch {
	for line.start < line.end && strings.IndexByte(" \r", text[line.end-1]) >= 0 {
		line.end--
	}
	if mark == '|' { // which Markdown has at both ends, too
		line.start = skipAny(text[:line.end], line.start, " |")
		for line.start < line.end && text[line.end-1] == '|' {
			line.end--
		}
	}
	if line.start >= line.end {
		return nil
	}
	var all []stretch
	for at := line.start; ; {
		cell := stretch{at, at}
		inQuotes := text[min(len(text)-1, skipAny(text[:line.end], at, " "))] == '"'
		quotes := 0
		for cell.end < line.end && (text[cell.end] != mark || inQuotes && quotes%2 == 1) {
			if text[cell.end] == '"' {
				quotes++
			}
			cell.end++
		}
		at = cell.end + 1
		all = append(all, trimmedCell(text, cell))
		if cell.end >= line.end {
			return all
		}
	}
}

func trimmedCell(text string, cell stretch) stretch {
	for cell.start < cell.end && strings.IndexByte(" \"'`", text[cell.start]) >= 0 {
		cell.start++
	}
	for cell.start < cell.end && strings.IndexByte(" \"'`", text[cell.end-1]) >= 0 {
		cell.end--
	}
	return cell
}

// insertedRow matches the tuples of an INSERT, and the names of their columns.
var insertedRow = regexp.MustCompile(`^\(((?:'(?:[^'\\]|''|\\.)*'|[^'()])*)\)\s*,?\s*`)

// insertValues hides the values of an INSERT of SQL for the column that the word from start to
// end names.
func (s *scanner) insertValues(start, end int) {
	const reach = 400
	from := strings.LastIndexByte(s.text[max(0, start-reach):start], '(')
	if from < 0 {
		return
	}
	from += max(0, start-reach)
	names := insertedRow.FindStringSubmatchIndex(window(s.text, from))
	if names == nil || !hasPrefixFold(s.text[from+names[1]:], "VALUES") {
		return
	}
	wanted := strings.Count(s.text[from:start], ",")
	for at := skipAny(s.text, from+names[1]+len("VALUES"), " \t\r\n"); ; {
		row := insertedRow.FindStringSubmatchIndex(window(s.text, at))
		if row == nil {
			return
		}
		value := stretch{at + row[2], at + row[2]}
		column := 0
		for inString := false; value.end < at+row[3]; value.end++ {
			if c := s.text[value.end]; c == '\'' {
				inString = !inString
			} else if c == ',' && !inString {
				if column == wanted {
					break
				}
				column++
				value.start = value.end + 1
			}
		}
		if value = trimmedCell(s.text, value); column == wanted && isPassword(s.text[value.start:value.end]) {
			s.found = append(s.found, value)
		}
		at += row[1]
	}
}

func lineEnd(text string, at int) int {
	if at >= len(text) {
		return len(text)
	}
	if i := strings.IndexByte(text[at:], '\n'); i >= 0 {
		return at + i
	}
	return len(text)
}
