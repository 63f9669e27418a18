package lsp

import (
	"fmt"
	"regexp"
	"strconv"
	"strings"

	"docuquest/core/answer/replies"
	"docuquest/core/language/text"
)

// A citationMark is the [1] that is behind a statement.
type citationMark struct {
	text.Span
	number int
}

// markPattern matches the marks of citations, and what has to be stepped over to
// find them: the start of code, and characters that mean themselves.
var markPattern = regexp.MustCompile("`+" + `|\[(\d{1,4})\]|\\.`)

// citationMarks finds the marks in an answer, in their order, outside of code. An
// escaped \[1\] is none: it is the text of a file, or a number that a model made up
// for itself.
func citationMarks(markdown string) []citationMark {
	var marks []citationMark
	for at := 0; ; {
		m := markPattern.FindStringSubmatchIndex(markdown[at:])
		if m == nil {
			break
		}
		found := text.Span{Start: at + m[0], End: at + m[1]}
		at = found.End
		number, _ := strconv.Atoi(strings.Trim(found.Of(markdown), `[]\`))
		switch {
		case markdown[found.Start] == '`':
			at += text.CodeLength(markdown[at:], found.Of(markdown))
		case 0 <= m[2]:
			marks = append(marks, citationMark{found, number})
		}
	}
	return marks
}

// linked gives an answer with the marks of its citations as links to the places, of
// which target gives the addresses.
func linked(markdown string, citations []replies.Citation, target func(replies.Citation) string) string {
	cited := make(map[int]replies.Citation, len(citations))
	for _, c := range citations {
		cited[c.Number] = c
	}
	var out strings.Builder
	written := 0
	for _, m := range citationMarks(markdown) {
		if c, ok := cited[m.number]; ok {
			fmt.Fprintf(&out, `%s[\[%d\]](%s)`, markdown[written:m.Start], c.Number, target(c))
			written = m.End
		}
	}
	return out.String() + markdown[written:]
}

// lineOf is the address of the line where a citation starts.
func lineOf(c replies.Citation) string { return replies.LineURI(c.URI, c.Range.Start.Line) }
