package retrieve

import (
	"context"
	"encoding/json"
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"docuquest/core/file"
	"docuquest/core/search/embed/embedtest"
	"docuquest/core/search/embed/static"
	"docuquest/core/search/meaning"
	"docuquest/core/search/question"
	"docuquest/core/search/rank"
)

// withVectors gives the files of a shelf their vectors, but for some, and has a
// retriever use them.
func withVectors(t *testing.T, r *Retriever, s shelf, without ...string) *embedtest.Embedder {
	t.Helper()
	e := &embedtest.Embedder{Model: "small"}
	p := &meaning.Passages{Embedder: e, Kept: &embedtest.Kept{}}
	for _, f := range s {
		if slices.Contains(without, f.Path) {
			continue
		}
		d := p.Draft(r.Parsers.Parse(f), file.Hash{})
		if err := errors.Join(p.Fill(t.Context(), d), p.Keep(d)); err != nil {
			t.Fatal(err)
		}
	}
	r.Vectors = p
	return e
}

// onlyVectors has the order of candidates decided by vectors, where there are some.
func onlyVectors(r *Retriever) {
	r.Weights = &rank.Weights{Vector: 9}
}

// boats are texts that a question finds by one word alike.
var boats = map[string]string{
	"a.txt": "The fine was paid in silver coins.",
	"b.txt": "The fine vessel sailed over the sea.",
	"c.txt": "The fine bread was baked at night.",
}

// Vectors decide between texts that words do not tell apart. A file that has none yet
// is neither the best nor the worst for it.
func TestHybrid(t *testing.T) {
	for _, test := range []struct {
		name    string
		without []string
		want    []string
		step    string
	}{
		{"all have vectors", nil, []string{"b.txt"}, "the question has its vector"},
		{"one has none", []string{"c.txt"}, []string{"b.txt", "c.txt", "a.txt"}, "the question has its vector"},
		{"none has any", []string{"a.txt", "b.txt", "c.txt"}, []string{"a.txt"}, "words alone decide: no file has vectors yet"},
	} {
		r, s := newRetriever(boats)
		withVectors(t, r, s, test.without...)
		onlyVectors(r)
		result := find(t, r, Query{Question: question.Of("fine ship")})
		if got := paths(result); len(got) != 3 || !slices.Equal(got[:len(test.want)], test.want) {
			t.Errorf("%s: %q, want %q first", test.name, got, test.want)
		}
		if got := stepOf(result, "vectors"); got != test.step {
			t.Errorf("%s: the step says %q, want %q", test.name, got, test.step)
		}
	}
}

// stepOf is what a step of a result says, "none" where there is no such step.
func stepOf(r *Result, name string) string {
	for _, s := range r.Steps.All() {
		if s.Name == name {
			return s.Says
		}
	}
	return "none"
}

// A service that is slow or fails leaves the words, and says why; one that is not to be
// asked is not.
func TestWithoutVector(t *testing.T) {
	late := func(ctx context.Context, _ []string) error {
		<-ctx.Done()
		return ctx.Err()
	}
	fails := func(context.Context, []string) error { return errors.New("localhost cannot be reached") }
	for _, test := range []struct {
		name   string
		before func(context.Context, []string) error
		query  Query
		step   string
	}{
		{"late", late, Query{}, "words alone decide: its service took too long"},
		{"fails", fails, Query{}, "words alone decide: localhost cannot be reached"},
		{"boolean", fails, Query{Mode: Boolean}, "none"},
	} {
		r, s := newRetriever(boats)
		e := withVectors(t, r, s)
		e.Before, r.Patience = test.before, time.Nanosecond
		sent := len(e.Asked())
		test.query.Question = question.Of("fine")
		result := find(t, r, test.query)
		if got := stepOf(result, "vectors"); got != test.step {
			t.Errorf("%s: the step says %q, want %q", test.name, got, test.step)
		}
		if failed := len(result.Failed) > 0; failed != (test.step != "none") {
			t.Errorf("%s: failed: %q", test.name, result.Failed)
		}
		if got := paths(result); !slices.Equal(got, []string{"a.txt", "b.txt", "c.txt"}) {
			t.Errorf("%s: found %q", test.name, got)
		}
		if asked := len(e.Asked()) > sent; asked != (test.step != "none") {
			t.Errorf("%s: the service was asked: %v", test.name, asked)
		}
	}
}

// A file that changed is not compared by the vectors of what it said.
func TestChangedFile(t *testing.T) {
	r, s := newRetriever(boats)
	withVectors(t, r, s)
	onlyVectors(r)
	u := file.FromPath("/b.txt")
	f := s[u]
	f.Content = "The fine price of bread."
	f.Hash = file.HashOf(f.Content)
	s[u] = f
	r.Library.Put(r.Parsers.Parse(f))
	for _, d := range find(t, r, Query{Question: question.Of("fine ship")}).Documents {
		if d.Signals.HasVector != (d.Path != "b.txt") {
			t.Errorf("%s has a vector: %v", d.Path, d.Signals.HasVector)
		}
	}
}

// With vectors the files that answer are never found later than without, taken over
// all questions of a collection.
func TestNeverBelowLexical(t *testing.T) {
	r, s := newRetriever(readFolder(t, "../../../testdata/sites"))
	r.Lexicon = static.BuiltIn()
	r.Meaning = Weigh(r.Library, r.Lexicon)
	questions := readQuestions(t, "../../../testdata/questions/sites.jsonl")
	lexical := meanReciprocalRank(t, r, questions)
	withVectors(t, r, s)
	if hybrid := meanReciprocalRank(t, r, questions); hybrid < lexical || lexical < 0.5 {
		t.Errorf("the mean reciprocal rank is %.4f with vectors, %.4f without", hybrid, lexical)
	}
}

func readFolder(t *testing.T, folder string) map[string]string {
	t.Helper()
	names, err := filepath.Glob(filepath.Join(folder, "*.txt"))
	if err != nil || len(names) == 0 {
		t.Fatalf("no files in %s: %v", folder, err)
	}
	texts := map[string]string{}
	for _, name := range names {
		content, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		texts[filepath.Base(name)] = string(content)
	}
	return texts
}

// A question of a question file.
type labelled struct {
	Question string
	Want     []struct{ Path string }
}

func readQuestions(t *testing.T, name string) []labelled {
	t.Helper()
	content, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	var all []labelled
	for line := range strings.Lines(string(content)) {
		var q labelled
		if err := json.Unmarshal([]byte(line), &q); err != nil {
			t.Fatal(err)
		}
		if len(q.Want) > 0 {
			all = append(all, q)
		}
	}
	return all
}

// meanReciprocalRank is the mean of one divided by the rank of the first file that
// answers.
func meanReciprocalRank(t *testing.T, r *Retriever, questions []labelled) float64 {
	t.Helper()
	var sum float64
	for _, q := range questions {
		ranked, err := r.Rank(t.Context(), Query{Question: question.Of(q.Question), Limit: 10})
		if err != nil {
			t.Fatal(err)
		}
		for i, path := range ranked {
			if slices.ContainsFunc(q.Want, func(w struct{ Path string }) bool { return w.Path == path }) {
				sum += 1 / float64(i+1)
				break
			}
		}
	}
	return sum / float64(len(questions))
}
