package pdf

import (
	"regexp"
	"strings"
	"unicode"
	"unicode/utf8"
)

// sensibleTitle gives a title out of a file's metadata as one line, or "" if it is
// what a program left there and no title: the name of another file, or nothing.
func sensibleTitle(said string) string {
	const longest = 200 // characters
	said = strings.Map(func(c rune) rune {
		if unicode.IsControl(c) {
			return ' '
		}
		return c
	}, strings.ToValidUTF8(said, ""))
	title := strings.Join(strings.Fields(said), " ")
	hasLetter := strings.ContainsFunc(title, unicode.IsLetter)
	if !hasLetter || longest < utf8.RuneCountInString(title) || noTitle.MatchString(title) {
		return ""
	}
	return title
}

// noTitle matches names of files and what programs put for a missing title.
var noTitle = regexp.MustCompile(`(?i)^(untitled|no title|title|document|none|null|unknown|slide|powerpoint presentation|microsoft \w+ - .*)[ \d]*$|\.(docx?|pptx?|xlsx?|indd|qxd|pdf|tex|dvi|rtf|txt|html?|p65|fm|odt)$`)
