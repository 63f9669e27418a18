package replies

import (
	"strings"
	"testing"

	"docuquest/core/document/entry"
	"docuquest/core/language/text"
)

// itemsIn returns the list whose items are the paragraphs of a text behind the first.
func itemsIn(s string) entry.List {
	var list entry.List
	at := 0
	for i, p := range strings.Split(s, "\n\n") {
		span := text.Span{Start: at, End: at + len(p)}
		if i == 0 {
			list.Intro = span
		} else {
			list.Items = append(list.Items, span)
		}
		at = span.End + len("\n\n")
	}
	return list
}

// All items of a list that is asked for have a place: whole if they are few lines, or else their
// first sentences, and of a long list the terms.
func TestListShown(t *testing.T) {
	long := " It has a second sentence, and a third one follows it, which nobody has to read who only wants to know what there is in the shed."
	for _, c := range []struct{ name, s, want string }{
		{"whole", "Saws:\n\n- rip\n\n- tenon\n\n- fret", "Saws:\n\n- rip\n\n- tenon\n\n- fret"},
		{
			"sentences", "Saws:" + strings.Repeat("\n\n- The saw cuts."+long, 5),
			"Saws:\n" + strings.Repeat("\n- The saw cuts.", 5),
		},
		{
			"terms", "Saws:" + strings.Repeat("\n\n- rip: along the grain.", 13),
			"Saws:\n\nrip" + strings.Repeat(", rip", 12),
		},
		{
			"sentences without terms", "Saws:" + strings.Repeat("\n\n- Some of them cut along the grain.", 13),
			"Saws:\n" + strings.Repeat("\n- Some of them cut along the grain.", 12) + "\n…",
		},
		{
			"rows", "Codes:" + strings.Repeat("\n\n| 10 | a file could\n|    | not be read |", 7),
			"Codes:\n" + strings.Repeat("\n- 10 | a file could not be read", 7),
		},
	} {
		if got := listShown(c.s, itemsIn(c.s)); got != c.want {
			t.Errorf("%s:\n%s\nwant:\n%s", c.name, got, c.want)
		}
	}
}
