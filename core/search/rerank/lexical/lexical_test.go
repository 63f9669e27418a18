package lexical_test

import (
	"context"
	"errors"
	"math"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"docuquest/core/search/question"
	"docuquest/core/search/rerank"
	"docuquest/core/search/rerank/lexical"
)

// passage is one of a kind below "A > B" or whatever titles there are.
func passage(kind rerank.Kind, titles, body string) rerank.Passage {
	p := rerank.Passage{Kind: kind, Body: body, Text: titles + "\n\n" + body, Found: 1}
	if titles != "" {
		p.Titles = strings.Split(titles, " > ")
	}
	return p
}

// order gives the places of the passages, the best first; those of equal scores stay in
// their order.
func order(t testing.TB, query string, passages []rerank.Passage) []int {
	t.Helper()
	scores, err := lexical.New(lexical.Simple).Rerank(t.Context(), question.Of(query), passages)
	if err != nil {
		t.Fatal(err)
	}
	places := make([]int, len(scores))
	for i := range places {
		places[i] = i
	}
	slices.SortStableFunc(places, func(a, b int) int {
		switch {
		case scores[b] < scores[a]:
			return -1
		case scores[a] < scores[b]:
			return 1
		}
		return 0
	})
	return places
}

// In each case the last passage is the one to read first.
func TestOrder(t *testing.T) {
	const guide = "System Configuration Guide > Security"
	row := passage(rerank.Table, guide, `[{"Setting": "Encryption", "Default": "AES-128", "Recommended": "AES-256"}]`)
	announcement := passage(rerank.Text, guide, "Security settings must be configured according to...")
	for _, c := range []struct {
		name, query string
		passages    []rerank.Passage
	}{
		{"a row whose headers are asked for comes before what announces it", "What are the recommended security settings?", []rerank.Passage{announcement, row}},
		{"a table is one though it does not say so", "Is there a table summarizing security configurations?", []rerank.Passage{announcement, row}},
		{"code shows how something is done", "How do I fix an address?", []rerank.Passage{
			passage(rerank.Text, "Network", "A fixed address is set by a script."),
			passage(rerank.Code, "Network", "net.fix(address)"),
		}},
		{"an example is code", "an example of a fixed address", []rerank.Passage{
			passage(rerank.Text, "Network", "A fixed address is an address for good."),
			passage(rerank.Code, "Network", "fixed(address)"),
		}},
		{"a word that tells passages apart counts more than one that all hold", "pump repair valve", []rerank.Passage{
			passage(rerank.Text, "", "The pump, the pump and the pump."),
			passage(rerank.Text, "", "The valve of the pump."),
		}},
		{"words stand near each other", "red stone", []rerank.Passage{
			passage(rerank.Text, "", "The wall is red where the sun of a late evening in the long autumn falls on a stone."),
			passage(rerank.Text, "", "The sun of a late evening in the long autumn falls on the wall where a red stone is."),
		}},
		{"the very form counts", "painted walls", []rerank.Passage{
			passage(rerank.Text, "", "They paint a wall."),
			passage(rerank.Text, "", "Nobody painted these walls."),
		}},
		{"titles are read too", "backup at night", []rerank.Passage{
			passage(rerank.Text, "Updates", "It is done each night."),
			passage(rerank.Text, "Backups", "It is done each night."),
		}},
		{"parts of names in code are read", "set address", []rerank.Passage{
			passage(rerank.Code, "", "getRoute()"),
			passage(rerank.Code, "", "setAddress()"),
		}},
		{"a passage that was found better comes first where nothing else tells", "pump", []rerank.Passage{
			{Kind: rerank.Text, Body: "a pump", Found: 0.5},
			{Kind: rerank.Text, Body: "a pump", Found: 1},
		}},
		{"a passage that was found far better stays before one that covers more", "the pump", []rerank.Passage{
			{Kind: rerank.Text, Body: "pump", Found: 0.1},
			{Kind: rerank.Text, Body: "other", Found: 1},
		}},
	} {
		t.Run(c.name, func(t *testing.T) {
			if got := order(t, c.query, c.passages); got[0] != len(c.passages)-1 {
				t.Errorf("the order is %v, want %d first", got, len(c.passages)-1)
			}
		})
	}
}

// A question that says nothing leaves the order.
func TestNothingAsked(t *testing.T) {
	passages := []rerank.Passage{passage(rerank.Text, "", "what is it"), passage(rerank.Table, "", `[{"a": "b"}]`), passage(rerank.Code, "", "it()")}
	for _, query := range []string{"", "what is it?", "???"} {
		if diff := cmp.Diff([]int{0, 1, 2}, order(t, query, passages)); diff != "" {
			t.Errorf("%q (-want +got):\n%s", query, diff)
		}
	}
	if got := order(t, "pump", nil); len(got) != 0 {
		t.Errorf("of nothing comes %v", got)
	}
}

func TestCancelled(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	scores, err := lexical.New(lexical.Simple).Rerank(ctx, question.Of("pump"), []rerank.Passage{passage(rerank.Text, "", "pump")})
	if !errors.Is(err, context.Canceled) || scores != nil {
		t.Errorf("scores %v, error %v", scores, err)
	}
}

// Whatever is asked of whatever passages, each gets a finite score in the range that the
// weights allow.
func FuzzRerank(f *testing.F) {
	f.Add("Is there a table?", "A", "table [1]", `[{"a": 1}]`)
	f.Add("how to getUserName_2", "", "", "func getUserName_2()")
	f.Add("\xff é 地図", "\x00", "地図 \xff", "[{]")
	f.Fuzz(func(t *testing.T, query, title, first, second string) {
		passages := []rerank.Passage{
			{Kind: rerank.Text, Titles: []string{title}, Body: first, Found: 1},
			{Kind: rerank.Table, Body: second},
			{Kind: rerank.Code, Titles: []string{title}, Body: second},
		}
		scores, err := lexical.New(lexical.Simple).Rerank(t.Context(), question.Of(query), passages)
		if err != nil || len(scores) != len(passages) {
			t.Fatalf("scores %v, error %v", scores, err)
		}
		w := lexical.Simple
		most := w.Found + w.Coverage + w.Near + w.Exact + w.Kind
		for _, s := range scores {
			if math.IsNaN(s) || s < 0 || most+1e-9 < s {
				t.Fatalf("a score of %v", s)
			}
		}
	})
}

// BenchmarkRerank is one call for 20 passages of 1000 characters.
func BenchmarkRerank(b *testing.B) {
	passages := make([]rerank.Passage, 20)
	for i := range passages {
		passages[i] = passage(rerank.Text, "Handbook > Pumps", strings.Repeat("The pump lifts water by at most six metres through hoses. ", 17))
	}
	r := lexical.New(lexical.Simple)
	for b.Loop() {
		if _, err := r.Rerank(b.Context(), question.Of("How far does the feed pump lift the water?"), passages); err != nil {
			b.Fatal(err)
		}
	}
}
