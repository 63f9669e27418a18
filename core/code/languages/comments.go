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
	toolMarks = []string{
		"go:", "+build", "eslint", "@ts-", "-*-", "nolint", "lint:", "pylint:", "noinspection", "!/",
		"frozen_string_literal", "coding:",
	}
)

// Uncommented returns the text of a comment, or of a string that documents a body, line by line
// without its marks: up to the first line about a parameter and the like, and without lines for
// tools.
func (l *Language) Uncommented(comment string) string {
	marks := append([]Marks(nil), l.Block...)
	if l.Docstrings {
		marks = append(marks, l.Long...)
		comment = strings.TrimLeft(comment, "rRuU")
	}
	for _, mark := range l.Line {
		marks = append(marks, Marks{Open: mark})
	}
	var out strings.Builder
	for line := range strings.Lines(comment) {
		line = strings.TrimSpace(line)
		for _, m := range marks {
			if m.Close != "" {
				line = strings.TrimSuffix(line, m.Close)
			}
		}
		for _, m := range marks {
			if rest, ok := strings.CutPrefix(line, m.Open); ok { // "///", "/**", "##" and "--|" are marks, too
				line = strings.TrimLeft(rest, m.Open[len(m.Open)-1:]+"!|")
				break
			}
		}
		line = strings.TrimSpace(line)
		if rest, ok := strings.CutPrefix(line, "*"); ok && len(l.Block) > 0 && (rest == "" || rest[0] == ' ') {
			line = strings.TrimSpace(rest)
		}
		begins := func(mark string) bool { return strings.HasPrefix(line, mark) }
		if slices.ContainsFunc(fieldMarks, begins) {
			break
		}
		if !slices.ContainsFunc(toolMarks, begins) {
			out.WriteString(line + "\n")
		}
	}
	return strings.TrimSpace(out.String())
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
