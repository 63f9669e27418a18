package outside

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
	const longest = 2000 // bytes of a line of headings: of a longer one it would be read again for each word
	from := max(0, start-longest)
	from += strings.LastIndexByte(s.text[from:start], '\n') + 1
	at := lineEnd(s.text[:min(len(s.text), from+longest)], start)
	if from > 0 && s.text[from-1] != '\n' || at < len(s.text) && s.text[at] != '\n' {
		return
	}
	headings := cells(s.text, stretch{from, at}, mark)
	column := -1
	for i, cell := range headings {
		if cell.start == start && cell.end == end {
			column = i
		}
		if !isHeading(s.text[cell.start:cell.end]) {
			return
		}
	}
	if column < 0 || len(headings) < 2 || len(headings) == len(cells(s.text, lineBefore(s.text, from), mark)) {
		return
	}
	if mark == '|' {
		rule := stretch{min(len(s.text), at+1), lineEnd(s.text, min(len(s.text), at+1))}
		if !isRule(s.text[rule.start:rule.end]) {
			return
		}
		at = rule.end
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

// cellMark is what separates the cells of the line that the word from start to end is a
// whole cell of.
func cellMark(text string, start, end int) (byte, bool) {
	const marks, around = ",;\t|\n\r", "\"'` "
	for end < len(text) && strings.IndexByte(around, text[end]) >= 0 {
		end++
	}
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

// cells are the cells of a line, without spaces and quotes around them.
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

// isHeading reports whether the text of a cell can be that of a heading.
func isHeading(s string) bool {
	const longest = 40
	return s != "" && len(s) <= longest && !strings.ContainsAny(s, "=(){}[]<>:\"$%")
}

// isRule reports whether a line is the rule below the headings of a table in Markdown.
func isRule(line string) bool {
	return strings.Contains(line, "--") && strings.Trim(line, "-:| \r") == ""
}

// insertedRow matches the tuples of an INSERT, and the names of their columns.
var insertedRow = regexp.MustCompile(`^\(((?:'(?:[^'\\]|''|\\.)*'|[^'()])*)\)\s*,?\s*`)

// inserted hides the values of an INSERT of SQL for the column that the word from start to
// end names.
func (s *scanner) inserted(start, end int) {
	const reach = 400
	from := strings.LastIndexByte(s.text[max(0, start-reach):start], '(')
	if from < 0 {
		return
	}
	from += max(0, start-reach)
	names := insertedRow.FindStringSubmatchIndex(window(s.text, from))
	if names == nil {
		return
	}
	at := from + names[1]
	if !hasPrefixFold(s.text[at:], "VALUES") {
		return
	}
	column := strings.Count(s.text[from:start], ",")
	for at = skipAny(s.text, at+len("VALUES"), " \t\r\n"); ; {
		row := insertedRow.FindStringSubmatchIndex(window(s.text, at))
		if row == nil {
			return
		}
		if values := tuple(s.text, stretch{at + row[2], at + row[3]}); column < len(values) {
			if value := trimmedCell(s.text, values[column]); isPassword(s.text[value.start:value.end]) {
				s.found = append(s.found, value)
			}
		}
		at += row[1]
	}
}

// tuple is the values between the brackets of an INSERT.
func tuple(text string, inside stretch) []stretch {
	var all []stretch
	value := stretch{inside.start, inside.start}
	for inString := false; value.end < inside.end; value.end++ {
		switch c := text[value.end]; {
		case c == '\'':
			inString = !inString
		case c == ',' && !inString:
			all = append(all, value)
			value = stretch{value.end + 1, value.end}
		}
	}
	return append(all, value)
}

// passLines finds the passwords in the lines of a .pgpass: host:port:database:user:password.
func passLines(text string) []stretch {
	var found []stretch
	for at := 0; at < len(text); {
		line := text[at:lineEnd(text, at)]
		if strings.Count(line, ":") == 4 {
			if m := passLine.FindStringSubmatchIndex(line); m != nil && isPassword(line[m[2]:m[3]]) {
				found = append(found, stretch{at + m[2], at + m[3]})
			}
		}
		at += len(line) + 1
	}
	return found
}

var passLine = regexp.MustCompile(`^[\w.*-]+:(?:\d{2,5}|\*):(?:\*|[\w-]*[A-Za-z][\w-]*):(?:\*|[\w-]*[A-Za-z][\w-]*):([^\s:]+)\r?$`)

// passwordHash matches the hash of a password as htpasswd, shadow and databases keep it.
var passwordHash = regexp.MustCompile(`^(?:\$(?:apr1|1|2[abxy]?|5|6|7|y|argon2(?:id|i|d)|scrypt|pbkdf2[a-z0-9-]*)\$[./A-Za-z0-9$=,+-]{20,}|\{S?SHA(?:256|512)?\}[A-Za-z0-9+/]{20,}=*)`)

// hash hides the hash of a password that begins at the place of the scanner.
func (s *scanner) hash() {
	const longest = 512
	rest := s.text[s.at:min(len(s.text), s.at+longest)]
	if m := passwordHash.FindStringIndex(rest); m != nil {
		s.hide(s.at, s.at+m[1])
		return
	}
	s.at++
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

// lineBefore is the line in front of the one that begins at a place.
func lineBefore(text string, at int) stretch {
	if at == 0 {
		return stretch{}
	}
	const longest = 2000 // bytes
	from := max(0, at-1-longest)
	return stretch{from + strings.LastIndexByte(text[from:at-1], '\n') + 1, at - 1}
}
