package question_test

import (
	"fmt"
	"strings"
	"testing"
	"unicode"
	"unicode/utf8"

	"github.com/google/go-cmp/cmp"

	"docuquest/core/document/documenttest"
	"docuquest/core/file"
	"docuquest/core/search/question"
)

// Each golden has questions, one a line, and what String returns for each.
func TestRead(t *testing.T) {
	documenttest.Golden(t, "testdata/read/*.txtar", func(_ *testing.T, f file.File) string {
		var b strings.Builder
		for typed := range strings.Lines(f.Content) {
			b.WriteString(question.Parse(strings.TrimSpace(typed)).String() + "\n")
		}
		return b.String()
	})
}

// A question that goes on with another one counts the subject of that, if it has one.
func TestFileQueryOn(t *testing.T) {
	for _, c := range []struct{ earlier, typed, inherited, want string }{
		{"What is jade?", "And how many files mention it?", "jade", "count all=jade"},
		{"What is jade?", "How many files mention gold?", "", "-"},                             // needs no earlier one
		{"Where was the gold ring found?", "And how many files mention it?", "gold ring", "-"}, // which of the two?
		{"How many files mention the gold ring?", "And which documents mention it?", "gold ring", "list all=gold ring"},
		{"How many files mention jade or gold?", "And which files mention it?", "jade gold", "-"},
	} {
		got := "-"
		if q := question.Of(c.typed).FileQueryOn(question.Of(c.earlier), strings.Fields(c.inherited)); q != nil {
			got = q.String()
		}
		same(t, c.earlier+" "+c.typed, c.want, got)
	}
}

// Names are runs of words with capitals, and words that only programs have.
func TestNamesIn(t *testing.T) {
	for text, want := range map[string][]string{
		"The Duchess of Kent met Ann Bee. She left.": {"Duchess of Kent", "Ann Bee"},
		"It calls readFile, max_size and open().":    {"readFile", "max_size"},
		"In 1931 the Boeing 747 of Air Line 2 flew":  {"Boeing 747 of Air Line 2"},
		"nothing here":     nil,
		"Oslo, Rome; Lima": {"Oslo", "Rome", "Lima"},
		"玉灯 Ann 玉":         {"Ann"},
		"The And Of":       nil,
		"World War II ended; the Peace of Ryswick did not": {"World War II", "Peace of Ryswick"},
	} {
		same(t, text, want, question.NamesIn(text))
	}
}

// A word that only asks for an answer is not searched for; the same word for a thing is.
func TestInstruction(t *testing.T) {
	for typed, want := range map[string]string{
		"List all sites found before 1900":     "all sites found before 1900",
		"Name every site":                      "every site",
		"Please tell me who led the dig":       "me who led the dig",
		"please explain":                       "please explain",
		"describe the weir, list the mills":    "the weir, list the mills",
		"list sort in Go":                      "list sort in Go",
		"Name of the ship":                     "Name of the ship",
		"What is the name of the ship?":        "What is the name of the ship?",
		"show":                                 "show",
		"show all":                             "show all",
		"list_all":                             "list_all",
		"search --list-all files":              "search --list-all files",
		"--list-all files":                     "--list-all files",
		"list.all() files":                     "list.all() files",
		"list in the sidebar":                  "list in the sidebar",
		"name and default":                     "name and default",
		"tell me more":                         "tell me more",
		"explain this":                         "explain this",
		"Show how the list is sorted by names": "how the list is sorted by names",
	} {
		same(t, typed, want, strings.TrimSpace(question.Parse(typed).Sought))
	}
}

// A quotation ends within a length: no text takes the square of its own.
func TestLongQuotations(t *testing.T) {
	const longest = 4 << 10
	for filler, want := range map[int]int{longest - 50: 0, longest + 50: 1} {
		f := question.Parse("“" + strings.Repeat("a", filler) + " in:docs ”").Filter
		same(t, fmt.Sprintf("filters behind %d bytes in quotes", filler), want, f.Len())
	}
}

// Whatever is typed: filters are taken out and nothing else changes, words are at their
// places, and what is read can be printed.
func FuzzParse(f *testing.F) {
	for _, seed := range []string{
		"", "Who and when?", "and or, which which", "Is A or B older than C and D?", "\xff\xfe", "玉灯在哪里", "And who found it?", "what about",
		"Which is taller, Tokyo 東京都市圏 or Osaka 大阪府市圏?", "How many files mention jade?", "list all files, 'a", "…,;?", "\xff, I mean\x00",
		"Which files mention \"a\" and `b` but not c, d or e?", "in how many", "how often does the word", "“recieve” «parsel` parsel",
		"in:docs a", `-type:"x y",z`, "`in:a` in:b", "a in:\"", "file:// in:a,,b", "«in:a» type:é",
	} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, typed string) {
		q := question.Parse(typed)
		if q.Filter.Len() == 0 && q.Text != strings.TrimSpace(typed) || !isSubsequence(q.Text, typed) {
			t.Errorf("%q became %q", typed, q.Text)
		}
		q.Filter.Admits(typed, "go")
		for _, s := range q.Filter.Strings() {
			if strings.TrimFunc(s, unicode.IsSpace) == "" {
				t.Errorf("%q has an empty filter", typed)
			}
		}
		for _, w := range q.Words {
			if w.Span.Of(q.Text) != w.Typed {
				t.Errorf("%q: the word %q is not at its place", typed, w.Typed)
			}
		}
		if len(q.Parts) == 0 || utf8.ValidString(typed) && !utf8.ValidString(q.String()) {
			t.Errorf("%q: %d parts, %q", typed, len(q.Parts), q.String())
		}
		if q.Collection == nil {
			return
		}
		for _, w := range q.Collection.Wordings() {
			if len(question.WordsIn(w.Text)) == 0 {
				t.Errorf("%q: the wording %q has no word", typed, w.Text)
			}
		}
	})
}

// isSubsequence reports whether a can be made of b by leaving bytes out.
func isSubsequence(a, b string) bool {
	for i := 0; i < len(a); i++ {
		at := strings.IndexByte(b, a[i])
		if at < 0 {
			return false
		}
		b = b[at+1:]
	}
	return true
}

func same(t *testing.T, what string, want, got any) {
	t.Helper()
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("%s (-want +got):\n%s", what, diff)
	}
}

func BenchmarkParse(b *testing.B) {
	for b.Loop() {
		question.Parse("Who built the north bridge at Amarro, and in which year was it opened? in:docs")
	}
}
