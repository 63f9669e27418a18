package retrieve

import (
	"fmt"
	"math"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"docuquest/core/language/thesaurus"
	"docuquest/core/search/embed/static"
	"docuquest/core/search/question"
)

// explained asks a question and wants its trace.
func explained(t *testing.T, r *Retriever, q Query) (*Result, *Trace) {
	t.Helper()
	q.Explain = true
	result := find(t, r, q)
	if result.Trace == nil {
		t.Fatalf("%q has no trace", q.Question.Text)
	}
	return result, result.Trace
}

// treasury holds words in many ways: in titles, side by side, as parts of names, and as
// kinds of what is asked for.
var treasury = map[string]string{
	"ruby.md":    "# The ruby ring\n\nA ruby ring of 1931 was found.\n\n## Rings\n\nThe ring lay in the cave.",
	"agate.md":   "# Stones\n\nAn agate, a ruby and lapis lazuli lay beside it.\n\nNothing else.",
	"cave.txt":   "The cave is deep. The cave is dark. The ring lay in the cave since 1931.",
	"gate.go":    "package cave\n\n// openCave opens the ring.\nfunc openCave(ring int) {}\n",
	"other.txt":  "Nothing of this is told here.",
	"second.txt": "The cave is deep. The cave is dark. The ring lay in the cave since 1931.",
}

const near = 1e-9

// Of more files than are compared by meaning the trace tells which were.
func TestTraceMeant(t *testing.T) {
	files := map[string]string{}
	for i := range considered {
		files[fmt.Sprintf("f%02d.txt", i)] = "The ruby lay in the cave." + strings.Repeat(" Of other things it speaks.", i)
	}
	r, _ := newRetriever(files)
	r.Meaning = Weigh(r.Library, static.BuiltIn())
	_, trace := explained(t, r, Query{Question: question.Of("ruby in the cave")})
	meant := 0
	for _, p := range trace.Course.Looked {
		if p.Meant {
			meant++
		}
		if trace.Course.Files[p.Path] == "" {
			t.Errorf("%s is no file", p.Path)
		}
	}
	if len(trace.Course.Looked) != considered || meant != compared {
		t.Errorf("%d of %d files are compared by meaning", meant, len(trace.Course.Looked))
	}
}

// What the parts of a document's score add is its score, by which it was ranked, and what
// its terms add is the BM25 of its body.
func TestTraceAddsUp(t *testing.T) {
	r, s := newRetriever(treasury)
	r.Nouns, r.Meaning = kinds, Weigh(r.Library, static.BuiltIn())
	withVectors(t, r, s, "cave.txt")
	for _, asked := range []string{"Which gems lay in the cave?", "openCave ring", "ring 1931", "The Ruby Ring", "zeppelin ring"} {
		result, trace := explained(t, r, Query{Question: question.Of(asked)})
		if len(trace.Documents) == 0 {
			t.Errorf("%s: no document is explained", asked)
		}
		before := math.Inf(1)
		for i, d := range trace.Documents {
			score, body := 0.0, 0.0
			for _, p := range d.Parts {
				score += p.Adds()
			}
			for _, p := range d.Body {
				body += p.Score
			}
			if math.Abs(score-d.Score) > near || d.Score > before || d.Score <= 0 {
				t.Errorf("%s: %s scores %v behind %v, its parts add %v", asked, d.Path, d.Score, before, score)
			}
			if math.Abs(body-result.Documents[i].Signals.Body) > near || math.Abs(body-d.Parts[0].Value) > near {
				t.Errorf("%s: the body of %s is %v, its terms add %v", asked, d.Path, d.Parts[0].Value, body)
			}
			before = d.Score
		}
		for i, p := range trace.Passages {
			if found := p.OfDocument + p.OfPassage; math.Abs(found-p.Score) > near { // nobody reranked
				t.Errorf("%s: passage %d scores %v, its parts add %v", asked, i, p.Score, found)
			}
		}
	}
}

// A word that was added counts no more than a share of the word that it stands for, and
// one that is near by its vector says so.
func TestTraceCounts(t *testing.T) {
	r, _ := newRetriever(map[string]string{"a.txt": "The ship sank.", "b.txt": "The tower stands.", "c.txt": "ship"})
	r.Lexicon = static.BuiltIn()
	_, trace := explained(t, r, Query{Question: question.Of("vessel")})
	if len(trace.Terms) < 2 {
		t.Fatalf("only %d terms", len(trace.Terms))
	}
	own, ship := trace.Terms[0], trace.Terms[1]
	same(t, "what counts of the question's own", own.Weight*own.IDF, own.Counts)
	if ship.Text != "ships" || ship.Origin != FromVectors || ship.For != "vessel" {
		t.Errorf("the first that was added is %+v", ship)
	}
	same(t, "what counts of the added one", addedShare*ship.Mass(), ship.Counts)
}

// A trace changes nothing of what is found, and is made for those alone who want it.
func TestTraceChangesNothing(t *testing.T) {
	for _, mode := range []Mode{Ranked, Boolean} {
		r, _ := newRetriever(treasury)
		r.Nouns = kinds
		query := Query{Question: question.Of("cave ring"), Mode: mode}
		plain := find(t, r, query)
		if plain.Trace != nil {
			t.Errorf("%v: there is a trace that nobody asked for", mode)
		}
		result, _ := explained(t, r, query)
		options := cmp.Options{cmpopts.IgnoreUnexported(Document{}), cmpopts.IgnoreFields(Hit{}, "Document")}
		if diff := cmp.Diff(plain.Hits, result.Hits, options); diff != "" {
			t.Errorf("%v (-without +with a trace):\n%s", mode, diff)
		}
		same(t, "documents", paths(plain), paths(result))
		same(t, "steps", len(plain.Steps), len(result.Steps))
	}
}

// kinds is a small thesaurus.
func kinds(noun string) [][]thesaurus.Word {
	return map[string][][]thesaurus.Word{
		"gems":  {{{Text: "jewel", Depth: 0}, {Text: "ruby", Depth: 1}, {Text: "lapis lazuli", Depth: 1}, {Text: "agate", Depth: 2}, {Text: "am", Depth: 1}, {Text: "the", Depth: 1}}},
		"metal": {{{Text: "iron", Depth: 1}}},
	}[noun]
}
