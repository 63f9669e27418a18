package retrieve

import (
	"fmt"
	"math"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"

	"docuquest/core/code/notes"
	"docuquest/core/file"
	"docuquest/core/index"
	"docuquest/core/language/text"
	"docuquest/core/search/question"
)

// led is an exploration that found chunks, each of all of a file, with falling scores.
func led(s shelf, names ...string) *Exploration {
	x := &Exploration{}
	for i, name := range names {
		f := s[file.FromPath("/"+name)]
		x.Found.Chunks = append(x.Found.Chunks, notes.Scored{
			Noted: &notes.Noted{Chunk: notes.Chunk{Identity: f.Identity, Path: f.Path, Info: "file", Span: text.Span{End: len(f.Content)}}},
			Score: 30 / float64(1+i),
		})
	}
	return x
}

// harbour are texts of which words tell the first two hardly apart, and of which others
// hold no word of the question.
var harbour = map[string]string{
	"a.txt": "The old ship is in the harbour.\n\nRopes and sails.",
	"b.txt": "The old ship is in the harbour.\n\nRopes or sails.",
	"c.txt": "A vessel that nobody names.",
	"d.txt": "Bread is baked at night.",
}

// Notes have a say where words leave it open, and lead to files that hold none of the
// words, whose passages are hits behind those that were asked for. The classic rule knows
// no notes.
func TestNotes(t *testing.T) {
	for _, test := range []struct {
		name  string
		query Query
		led   []string
		want  []string
	}{
		{"none", Query{}, nil, []string{"a.txt", "b.txt"}},
		{"one of two that words do not tell apart", Query{}, []string{"b.txt"}, []string{"b.txt", "a.txt"}},
		{"a file without a word of the question", Query{}, []string{"c.txt"}, []string{"a.txt", "b.txt", "c.txt"}},
		{"it is read besides those that are asked for", Query{Limit: 1}, []string{"c.txt"}, []string{"a.txt", "c.txt"}},
		{"a filter", Query{Within: func(e *index.Entry) bool { return e.Path != "c.txt" }}, []string{"c.txt", "d.txt"}, []string{"a.txt", "b.txt", "d.txt"}},
		{"the classic rule", Query{Mode: Boolean}, []string{"b.txt", "c.txt"}, []string{"a.txt", "b.txt"}},
	} {
		r, s := newRetriever(harbour)
		q := test.query
		q.Question, q.Notes, q.Explain = question.Of("old ship"), led(s, test.led...), true
		result := find(t, r, q)
		var got []string
		for _, d := range result.Documents {
			got = append(got, d.Path)
		}
		if diff := cmp.Diff(test.want, got); diff != "" {
			t.Errorf("%s (-want +got):\n%s", test.name, diff)
		}
		for _, p := range result.Trace.Passages {
			if sum := p.OfDocument + p.OfPassage + p.OfNotes; math.Abs(sum-p.Score) > 1e-9 {
				t.Errorf("%s: a passage of %s scores %v and is made of %v", test.name, p.Document.Path, p.Score, sum)
			}
		}
	}
}

// Notes on what a file said before lead nowhere.
func TestStaleNotes(t *testing.T) {
	r, s := newRetriever(harbour)
	x := led(s, "c.txt")
	moved := fileOf("c.txt", "Another text.")
	s[moved.URI] = moved
	r.Library.Put(r.Parsers.Parse(moved))
	result := find(t, r, Query{Question: question.Of("old ship"), Notes: x})
	for _, d := range result.Documents {
		if d.Path == "c.txt" {
			t.Error("notes on an old text led to the new one")
		}
	}
}

// A passage is led to by the best chunk that it has a part of, and told of by the smallest.
func TestLeadTo(t *testing.T) {
	chunk := func(name string, start, end int, score float64) Lead {
		return Lead{&notes.Noted{Chunk: notes.Chunk{Path: name, Span: text.Span{Start: start, End: end}}}, score}
	}
	chunks := []Lead{chunk("file", 0, 100, 1), chunk("method", 20, 40, .5), chunk("class", 10, 60, .2)}
	for _, test := range []struct {
		place text.Span
		name  string
		score float64
	}{
		{text.Span{Start: 25, End: 30}, "method", 1},
		{text.Span{Start: 35, End: 50}, "method", 1},
		{text.Span{Start: 40, End: 50}, "class", 1},
		{text.Span{Start: 60, End: 70}, "file", 1},
		{text.Span{Start: 100, End: 120}, "", 0},
	} {
		got := leadTo(test.place, chunks)
		if got == nil {
			got = &Lead{Noted: &notes.Noted{}}
		}
		if got.Path != test.name || got.Score != test.score {
			t.Errorf("%v: %s, %v; want %s, %v", test.place, got.Path, got.Score, test.name, test.score)
		}
	}
}

// No more files are read besides than there may be, where the question says how many chunks
// are the best and where it does not, and those that are asked for stay in front.
func TestLedFiles(t *testing.T) {
	texts := map[string]string{"asked.txt": "An old ship."}
	var names []string
	for i := range mostLedFiles + 5 {
		name := fmt.Sprintf("led%d.txt", i)
		texts[name] = "Nothing of the kind, number " + name
		names = append(names, name)
	}
	r, s := newRetriever(texts)
	for _, test := range []struct{ best, found, want int }{
		{0, len(names), ledFiles},
		{0, 3, 3},
		{5, 5, 5},
		{20, 20, 20},
		{300, len(names), mostLedFiles},
	} {
		x := led(s, names[:test.found]...)
		x.Query.Best = test.best
		result := find(t, r, Query{Question: question.Of("ship"), Limit: 1, Passages: 100, Notes: x})
		if len(result.Documents) != 1+test.want || result.Documents[0].Path != "asked.txt" {
			t.Errorf("%+v: %d documents, the first is %s", test, len(result.Documents), result.Documents[0].Path)
		}
		if !slices.Equal(result.Ranked, []string{"asked.txt"}) {
			t.Errorf("%+v: ranked are %q", test, result.Ranked)
		}
	}
}

// Gains are what the hits add that are noted about a chunk, the greatest first.
func TestGains(t *testing.T) {
	x := &Exploration{}
	x.Query.Of[notes.Tags].Weight, x.Query.Of[notes.Keywords].Weight = 2, 1
	x.Found.Hits[notes.Keywords] = []notes.Hit{{Text: "sail", Cosine: .5, IDF: 3}, {Text: "rope", Cosine: .4, IDF: 3}}
	x.Found.Hits[notes.Tags] = []notes.Hit{{Text: "sea", Cosine: .5, IDF: 4}}
	c := notes.Scored{Noted: &notes.Noted{Notes: []notes.Note{{Kind: notes.Tags, Text: "sea"}, {Kind: notes.Keywords, Text: "sail"}, {Kind: notes.Tags, Text: "rope"}}}}
	want := []Gain{
		{notes.Hit{Text: "sea", Cosine: .5, IDF: 4}, notes.Tags, 4},
		{notes.Hit{Text: "sail", Cosine: .5, IDF: 3}, notes.Keywords, 1.5},
	}
	if diff := cmp.Diff(want, x.Gains(c)); diff != "" {
		t.Errorf("gains (-want +got):\n%s", diff)
	}
}
