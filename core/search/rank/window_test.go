package rank_test

import (
	"strings"
	"testing"

	"docuquest/core/language/analysis"
	"docuquest/core/search/question"
	"docuquest/core/search/rank"
)

// The window begins at a word of the question, in whatever form, and holds as many of
// its words as any other.
func TestWindow(t *testing.T) {
	filler := strings.Repeat("Nothing happens there. ", 20)
	for _, c := range []struct{ question, text, want string }{
		{"tanager", filler + "A tanager was seen. " + filler, "tanager was"},
		{"tanagers at rivers", filler + "A river. " + filler + "The tanager of the river. " + filler, "tanager of"},
		{"tanager", "Tanager " + filler + "tanager.", "Tanager"},
		{"tanager", filler, ""},
	} {
		q := rank.Analyse(question.Of(c.question), analysis.NewAnalyzer())
		for i := range q.Terms {
			q.Terms[i].IDF = 1
		}
		m := q.Matcher()
		at, ok := m.Window(c.text, false, 200)
		if ok != (c.want != "") || !strings.HasPrefix(c.text[at:], c.want) {
			t.Errorf("%s: it begins with %.20q (%v), want %q", c.question, c.text[at:], ok, c.want)
		}
		m.Done()
	}
}
