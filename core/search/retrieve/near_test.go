package retrieve

import (
	"strings"
	"testing"

	"docuquest/core/index"
	"docuquest/core/search/embed/static"
	"docuquest/core/search/question"
)

// Where no passage is found, the files come with their beginnings whose titles are
// nearest to the question; the last of these names is far from all of them.
func TestNearestByTitle(t *testing.T) {
	files := map[string]string{
		"sail.txt":   "Sailing ships\n\nThe mast is made of larch.\n",
		"wheat.txt":  "Growing wheat\n\nThe field lies fallow for a year.\n",
		"court.txt":  "Judges and lawyers\n\nThe bench sits on Mondays.\n",
		"oven.txt":   "Baking bread\n\nThe loaf rests for an hour.\n",
		"empty.txt":  "",
		"violin.txt": "Violins and cellos\n\nThe bow is of horse hair.\n",
	}
	for _, c := range []struct {
		name, question, want string
		without              string // a file that is not searched
	}{
		{name: "a word that is like a title", question: "yacht regatta", want: "sail.txt"},
		{name: "another", question: "attorney verdict", want: "court.txt"},
		{name: "only files that are searched", question: "yacht regatta", without: "sail.txt", want: "violin.txt"},
		{name: "signs mean nothing", question: "???", want: ""},
	} {
		r, _ := newRetriever(files)
		r.Meaning = Weigh(r.Library, static.BuiltIn())
		got := find(t, r, Query{Question: question.Of(c.question), Within: func(e *index.Entry) bool { return e.Path != c.without }})
		first := ""
		if len(got.Nearest) > 0 {
			h := got.Nearest[0]
			if first = h.Document.Path; !strings.HasPrefix(files[first], h.Chunk.Span.Of(h.Document.Text)[:5]) {
				t.Errorf("%s: %q is not the beginning of %s", c.name, h.Chunk.Text, first)
			}
		}
		if len(got.Hits) > 0 || first != c.want || len(got.Nearest) > nearest {
			t.Errorf("%s: %d hits, %d near, the first is %q, want none and %q", c.name, len(got.Hits), len(got.Nearest), first, c.want)
		}
	}
}
