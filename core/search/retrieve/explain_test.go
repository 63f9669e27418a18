package retrieve

import (
	"fmt"
	"math"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"docuquest/core/file"
	"docuquest/core/index"
	"docuquest/core/search/embed/static"
	"docuquest/core/search/rerank"
	"docuquest/core/services/llm/llmtest"
)

// explained asks a question and wants its trace.
func explained(t *testing.T, r *Retriever, q Query) (*Result, *Trace) {
	t.Helper()
	q.Explain = true
	result := find(t, r, q)
	if result.Trace == nil {
		t.Fatalf("%q has no trace", q.Text)
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
	_, trace := explained(t, r, Query{Text: "ruby in the cave"})
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
	for _, question := range []string{"Which gems lay in the cave?", "openCave ring", "ring 1931", "The Ruby Ring", "zeppelin ring"} {
		result, trace := explained(t, r, Query{Text: question})
		if len(trace.Documents) == 0 {
			t.Errorf("%s: no document is explained", question)
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
				t.Errorf("%s: %s scores %v behind %v, its parts add %v", question, d.Path, d.Score, before, score)
			}
			if math.Abs(body-result.Documents[i].Signals.Body) > near || math.Abs(body-d.Parts[0].Value) > near {
				t.Errorf("%s: the body of %s is %v, its terms add %v", question, d.Path, d.Parts[0].Value, body)
			}
			before = d.Score
		}
		for i, p := range trace.Passages {
			if found := p.OfDocument + p.OfPassage; math.Abs(found-p.Score) > near { // nobody reranked
				t.Errorf("%s: passage %d scores %v, its parts add %v", question, i, p.Score, found)
			}
		}
	}
}

// Each term says where it is from, what it stands for, and who holds it.
func TestTraceTerms(t *testing.T) {
	for _, test := range []struct {
		name, question, model string
		want                  []string
	}{
		{"the question's own, and what stands nowhere", "caves zeppelin", "", []string{
			"caves cave: question, 4 [cave4 cave*1]", "zeppelin zeppelin: question, 0 []",
		}},
		{"a part of a name", "openCave", "", []string{
			"opencave opencav: question, 1 [opencave1]", "opencave open: question, 1 [open*1 opens1]", "opencave cave: question, 4 [cave4 cave*1]",
		}},
		{"a figure", "in 1931", "", []string{"1931 1931: question, 3 [19313]"}},
		{"a model's", "cave", "- ring cave\n- dark", []string{
			"cave cave: question, 4 [cave4 cave*1]", "ring ring: model, 4 [ring4 rings1]", "dark dark: model, 2 [dark2]",
		}},
		{"for a word that hardly any file holds", "gems", "", []string{
			"gems gem: question, 0 []", "ruby rubi: thesaurus for gems, 2 [ruby2]",
			"lapis lapi: thesaurus for gems, 1 [lapis1]", "lazuli lazuli: thesaurus for gems, 1 [lazuli1]", "agate agat: thesaurus for gems, 1 [agate1]",
		}},
	} {
		t.Run(test.name, func(t *testing.T) {
			r, _ := newRetriever(treasury)
			r.Nouns = kinds
			if test.model != "" {
				r.Terms = llmtest.NewModel(llmtest.Script{"terms": {llmtest.Say(test.model)}})
			}
			_, trace := explained(t, r, Query{Text: test.question})
			var got []string
			for _, term := range trace.Terms {
				got = append(got, termLine(term))
			}
			same(t, "terms", test.want, got)
		})
	}
}

// termLine writes a term as the test of terms does; a star marks a part of a name.
func termLine(t TracedTerm) string {
	var forms []string
	for _, f := range t.Forms {
		mark := ""
		if f.Part {
			mark = "*"
		}
		forms = append(forms, fmt.Sprintf("%s%s%d", f.Text, mark, f.Holding))
	}
	origin := string(t.Origin)
	if t.For != "" {
		origin += " for " + t.For
	}
	return fmt.Sprintf("%s %s: %s, %d [%s]", t.Text, t.Stem, origin, t.Holding, strings.Join(forms, " "))
}

// A word that was added counts no more than a share of the word that it stands for, and
// one that is near by its vector says so.
func TestTraceCounts(t *testing.T) {
	r, _ := newRetriever(map[string]string{"a.txt": "The ship sank.", "b.txt": "The tower stands.", "c.txt": "ship"})
	r.Lexicon = static.BuiltIn()
	_, trace := explained(t, r, Query{Text: "vessel"})
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

// At each stage some files and passages are left, and those that could not be read are
// named.
func TestTraceStages(t *testing.T) {
	for _, test := range []struct {
		name  string
		query Query
		gone  string
		files FileCounts
		lost  []LostFile
		count PassageCounts
	}{
		{
			"copies are folded",
			Query{Text: "cave ring"},
			"",
			FileCounts{Indexed: 6, Holding: 4, Admitted: 4, Weighed: 4, Looked: 4, Read: 4, Kept: 3},
			nil,
			PassageCounts{Read: 5, Offered: 5, Chosen: 4, Kept: 4},
		},
		{
			"a filter",
			Query{Text: "cave ring", Within: func(e *index.Entry) bool { return e.Code }},
			"",
			FileCounts{Indexed: 6, Holding: 4, Admitted: 1, Weighed: 1, Looked: 1, Read: 1, Kept: 1},
			nil,
			PassageCounts{Read: 1, Offered: 1, Chosen: 1, Kept: 1},
		},
		{
			"a file that is gone",
			Query{Text: "cave ring"},
			"cave.txt",
			FileCounts{Indexed: 6, Holding: 4, Admitted: 4, Weighed: 4, Looked: 3, Read: 3, Kept: 3},
			[]LostFile{{"cave.txt", "is gone"}},
			PassageCounts{Read: 4, Offered: 4, Chosen: 4, Kept: 4},
		},
		{
			"the classic rule",
			Query{Text: "cave ring", Mode: Boolean},
			"",
			FileCounts{Indexed: 6, Holding: 4, Admitted: 4, Read: 4, Kept: 4},
			nil,
			PassageCounts{Read: 5, Offered: 5, Chosen: 4, Kept: 4},
		},
		{"nothing", Query{Text: "zeppelin"}, "", FileCounts{Indexed: 6}, nil, PassageCounts{}},
	} {
		t.Run(test.name, func(t *testing.T) {
			r, s := newRetriever(treasury)
			delete(s, file.FromPath("/"+test.gone))
			_, trace := explained(t, r, test.query)
			same(t, "files", test.files, trace.Files)
			same(t, "lost", test.lost, trace.Lost)
			same(t, "passages", test.count, trace.Counts)
		})
	}
}

// A passage says what the reranker made of it, and why it was left out.
func TestTracePassages(t *testing.T) {
	ends := func(p rerank.Passage) float64 { return float64(len(p.Text)) } // the longest first
	for _, test := range []struct {
		name   string
		reader *reader // nil for none
		query  Query
		want   []string
	}{
		{"nobody reranks", nil, Query{}, []string{"1 from 1 a.txt kept", "2 from 2 b.txt kept", "3 from 3 c.txt kept"}},
		{"a reranker, and a limit", &reader{score: ends}, Query{Passages: 2}, []string{
			"1 from 3 c.txt said 49: kept", "2 from 2 b.txt said 27: kept", "3 from 1 a.txt said 17: beyond the limit",
		}},
		{"one that fails", &reader{score: ends, drops: 1}, Query{Passages: 2}, []string{
			"1 from 1 a.txt kept", "2 from 2 b.txt kept", "3 from 3 c.txt beyond the limit",
		}},
	} {
		t.Run(test.name, func(t *testing.T) {
			r, _ := newRetriever(three)
			if test.reader != nil {
				r.Reranker = test.reader
			}
			test.query.Text = "amber"
			_, trace := explained(t, r, test.query)
			var got []string
			for _, p := range trace.Passages {
				said := ""
				if p.Said != nil {
					said = fmt.Sprintf("said %v: ", *p.Said)
				}
				got = append(got, fmt.Sprintf("%d from %d %s %s%s", p.Rank, p.Found, p.Document.Path, said, p.Fate))
			}
			same(t, "passages", test.want, got)
		})
	}
}

// Passages that the threshold rejects are told with what they were worth.
func TestTraceRejected(t *testing.T) {
	r, _ := newRetriever(map[string]string{"a.txt": "amber ruby", "b.txt": "amber alone"})
	result, trace := explained(t, r, Query{Text: "amber ruby", Threshold: 0.9})
	if len(result.Hits) != 1 || len(trace.Passages) != 2 {
		t.Fatalf("%d hits of %d passages", len(result.Hits), len(trace.Passages))
	}
	p := trace.Passages[1]
	if p.Document.Path != "b.txt" || p.Fate != BelowThreshold || p.OfDocument <= 0 || p.Confidence >= 0.9 {
		t.Errorf("the second passage is of %s, %s, with %v of its document", p.Document.Path, p.Fate, p.OfDocument)
	}
}

// A trace changes nothing of what is found, and is made for those alone who want it.
func TestTraceChangesNothing(t *testing.T) {
	for _, mode := range []Mode{Ranked, Boolean} {
		r, _ := newRetriever(treasury)
		r.Nouns = kinds
		query := Query{Text: "cave ring", Mode: mode}
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
