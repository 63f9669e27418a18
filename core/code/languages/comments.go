package languages

import (
	"slices"
	"strings"
	"unicode/utf8"
)

// Lines of comments that describe a parameter, a result or an author, and those for tools begin so.
var (
	fieldMarks = []string{
		"@param", "@return", "@throws", "@author", "@since", "@see", ":param", ":return", ":type",
		"Args:", "Arguments:", "Parameters:", "Returns:", "Raises:",
	}
	returnMarks = []string{"@return", ":return", "Returns:"}
	toolMarks   = []string{
		"go:", "+build", "eslint", "@ts-", "-*-", "nolint", "lint:", "pylint:", "noinspection", "!/",
		"frozen_string_literal", "coding:",
	}
)

// Uncommented returns the text of a comment, or of a string that documents a body, line by line
// without its marks: up to the first line about a parameter and the like, and without lines for
// tools.
func (l *Language) Uncommented(comment string) string {
	lines := l.uncommented(comment)
	if at := slices.IndexFunc(lines, isField); at >= 0 {
		lines = lines[:at]
	}
	return strings.TrimSpace(strings.Join(lines, "\n"))
}

// Returned returns what a comment says of the result, behind a mark such as "@return"; "" for
// nothing.
func (l *Language) Returned(comment string) string {
	lines := l.uncommented(comment)
	at := slices.IndexFunc(lines, func(line string) bool {
		return slices.ContainsFunc(returnMarks, func(mark string) bool { return strings.HasPrefix(line, mark) })
	})
	if at < 0 {
		return ""
	}
	rest := lines[at+1:]
	if end := slices.IndexFunc(rest, func(line string) bool { return line == "" || isField(line) }); end >= 0 {
		rest = rest[:end]
	}
	_, first, isLong := strings.Cut(strings.TrimLeft(lines[at], ":@"), ":")
	if !isLong {
		_, first, _ = strings.Cut(lines[at], " ")
	}
	return strings.TrimSpace(first + " " + strings.Join(rest, " "))
}

func isField(line string) bool {
	return slices.ContainsFunc(fieldMarks, func(mark string) bool { return strings.HasPrefix(line, mark) })
}

// uncommented returns the lines of a comment without its marks, and without those for tools.
func (l *Language) uncommented(comment string) []string {
	marks := append([]Marks(nil), l.Block...)
	if l.Docstrings {
		marks = append(marks, l.Long...)
		comment = strings.TrimLeft(comment, "rRuU")
	}
	for _, mark := range l.Line {
		marks = append(marks, Marks{Open: mark})
	}
	var lines []string
	for line := range strings.Lines(comment) {
		line = strings.TrimSpace(line)
		for _, m := range marks {
			if m.Close != "" {
				line = strings.TrimSuffix(line, m.Close)
			}
		}
		for _, m := range marks {
			if rest, ok := strings.CutPrefix(line, m.Open); ok { // "///", "/**", "##", "#:" and "--|" are marks, too
				line = strings.TrimLeft(rest, m.Open[len(m.Open)-1:]+"!|:")
				break
			}
		}
		line = strings.TrimSpace(line)
		if rest, ok := strings.CutPrefix(line, "*"); ok && len(l.Block) > 0 && (rest == "" || rest[0] == ' ') {
			line = strings.TrimSpace(rest)
		}
		if !slices.ContainsFunc(toolMarks, func(mark string) bool { return strings.HasPrefix(line, mark) }) {
			lines = append(lines, line)
		}
	}
	return lines
}

// CharacterLength returns the length of the character between ' that a text begins with, 0 for
// none, such as the lifetime of a reference.
func (l *Language) CharacterLength(s string) int {
	longest := len(`'\u{10ffff}'`)
	if !strings.HasPrefix(s, `'\`) {
		_, size := utf8.DecodeRuneInString(s[1:])
		longest = size + len("''")
	}
	for i := 1; i < min(len(s), longest) && s[i] != '\n'; i++ {
		switch s[i] {
		case '\'':
			return i + 1
		case '\\':
			i++
		}
	}
	return 0
}
