package lsp

import (
	"strings"
	"testing"

	"docuquest/core/file"
	"docuquest/core/language/text"
)

// What is too long for a question is not read, be it a selection or items inside
// items; what is short is asked.
func TestInquiryIsBounded(t *testing.T) {
	for _, c := range []struct {
		name, content string
		length        int // of the selection
		want          string
	}{
		{"a selection", "The gold ring", 13, "The gold ring"},
		{"one of a long line", "The gold ring of " + strings.Repeat("Troy", 50_000), 13, "The gold ring"},
		{"a long one", "The " + strings.Repeat("gold", 50_000), 200_004, ""},
		{"no selection in a long line", "?? Where was gold found " + strings.Repeat(" ", 100_000), 0, "Where was gold found"},
		{"items inside items", strings.Repeat("- ", 30) + "?? Where was gold found", 0, "Where was gold found"},
	} {
		r := text.Range{End: text.Position{Character: c.length}}
		q, ok := questionAt(file.File{Content: c.content, Language: "markdown"}, r, text.UTF8)
		if q.question != c.want || ok != (c.want != "") {
			t.Errorf("%s: %v, %.60q, want %q", c.name, ok, q.question, c.want)
		}
	}
}

// The same is found again at the place that is nearest, and at none that has become
// another question.
func TestInquiryIsFoundAgain(t *testing.T) {
	for _, c := range []struct {
		name, said string
		at         int
		content    string
		want       int // -1 if it is not found
	}{
		{"where it was", "?? gold", 3, "ab\n?? gold\n?? gold", 3},
		{"behind", "?? gold", 0, "ab\n?? gold\n?? gold", 3},
		{"before", "?? gold", 40, "?? gold\n?? gold\nab", 8},
		{"the nearest", "?? gold", 9, "?? gold\n\n\n?? gold", 10},
		{"grown", "?? gold", 8, "?? gold\n?? gold ring\n", 0},
		{"gone", "?? gold", 8, "?? golden ring\n", -1},
		{"nothing said", "", 0, "?? gold", -1},
		{"at the end of a comment", "?? gold", 2, "/* ?? gold */", 3},
		{"in a text that was cut", "?? gold", 4000, "?? gold", 0},
	} {
		q := placedQuestion{said: c.said, where: text.Span{Start: c.at, End: c.at + len(c.said)}}
		where, ok := q.in(c.content)
		if ok != (c.want >= 0) || ok && where.Start != c.want {
			t.Errorf("%s: %v, %v, want %d", c.name, where, ok, c.want)
		}
	}
}

// A long selection of one letter is found again at once, however often it stands there.
func TestInquiryOverlapsItself(t *testing.T) {
	said := strings.Repeat("a", longestSelection)
	q := placedQuestion{said: said, where: text.Span{Start: 300_000, End: 300_000 + len(said)}, selected: true}
	if where, ok := q.in(strings.Repeat("a", 4<<20)); !ok || where != q.where {
		t.Errorf("%v, %v", where, ok)
	}
}
