package main

import (
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"docuquest/core/answer/ground"
	"docuquest/core/document"
	"docuquest/core/document/plain"
	"docuquest/core/eval"
	"docuquest/core/file"
)

// drawn is a sentence of a small pool that was drawn, for kinds that change it.
func drawn(t *testing.T, text string) drawing {
	t.Helper()
	p := &pool{}
	p.add(paperOf("a.txt", "It is about a wall. "+text), []string{text})
	p.add(paperOf("b.txt", "Rain fell upon the harbour of Tidewell for 40 days."), []string{"Rain fell upon the harbour of Tidewell for 40 days."})
	if len(p.papers) != 2 {
		t.Fatalf("%q is no sentence that statements are made of", text)
	}
	return drawing{rand.New(rand.NewPCG(1, 1)), p, sentence{p.papers[0], text, 0}}
}

func paperOf(name, content string) *document.Document {
	return plain.Parser{}.Parse(file.File{Path: name, Content: content})
}

// TestKinds says of each kind what may come of a sentence: of several draws each must
// be one of the wanted statements, and "" stands for a sentence that does not allow it.
func TestKinds(t *testing.T) {
	for _, c := range []struct {
		kind, sentence string
		want           []string
	}{
		{"a part of a sentence", "The wall of the old fort stood for 12 years, and it fell in 1912.", []string{"The wall of the old fort stood for 12 years"}},
		{"without what leads to it", "In the spring of 1912, the wall of the old fort fell into the sea.", []string{"The wall of the old fort fell into the sea."}},
		{"without what leads to it", "Without any warning, the wall of the old fort fell into the sea.", nil},
		{"contractions", "The wall of the old fort did not fall into the sea.", []string{"The wall of the old fort didn't fall into the sea."}},
		{"numbers in another form", "The wall of the old fort cost 12,500 crowns in all.", []string{"The wall of the old fort cost 12500 crowns in all."}},
		{"numbers in another form", "The wall of the old fort had seven gates to the sea.", []string{"The wall of the old fort had 7 gates to the sea."}},
		{"units in another form", "The wall of the old fort was 12 km long in all.", []string{"The wall of the old fort was 12 kilometres long in all."}},
		{"dates in another form", "The wall of the old fort fell on 3 March 1912.", []string{
			"The wall of the old fort fell on 3 March 1912.", "The wall of the old fort fell on March 3, 1912.", "The wall of the old fort fell on 1912-03-03.",
			"The wall of the old fort fell on 3 Mar. 1912.", "The wall of the old fort fell on the 3th of March 1912.",
		}},
		{"another unit", "The wall of the old fort stood for 12 acres of land.", []string{"The wall of the old fort stood for 12 hectares of land."}},
		{"turned negation", "The wall of the old fort never fell into the sea.", []string{"The wall of the old fort always fell into the sea."}},
		{"another name", "The wall of the fort was built by Astrop in those days.", []string{"The wall of the fort was built by Tidewell in those days."}},
		{"another name", "The wall of the old fort was built in those days.", nil},
		{"turned comparison", "The wall of the fort was older than the tower.", []string{"The wall of the fort was younger than the tower."}},
		{"quote of another document", "The wall of the fort was older than the tower.", []string{"The wall of the fort was older than the tower."}},
	} {
		for _, k := range kinds {
			if k.name == c.kind {
				checkKind(t, k, drawn(t, c.sentence), c.want)
			}
		}
	}
}

func checkKind(t *testing.T, k kind, d drawing, want []string) {
	t.Helper()
	made := 0
	for range 200 {
		one, ok := k.make(d)
		if !ok {
			continue
		}
		made++
		found := false
		for _, w := range want {
			found = found || one.statement == w
		}
		if !found {
			t.Fatalf("%s: %q becomes %q, want one of %q", k.name, d.text, one.statement, want)
		}
	}
	if (made > 0) != (len(want) > 0) {
		t.Errorf("%s: %q gives %d statements, want one of %q", k.name, d.text, made, want)
	}
}

// TestNumbersAreSpoiled: another number is none that the sentence has, in digits or
// in words.
func TestNumbersAreSpoiled(t *testing.T) {
	d := drawn(t, "The wall of 2 forts had seven gates, 12 towers, 1,200 steps and 2.5 roofs.")
	number := spoiledKinds[slices.IndexFunc(spoiledKinds, func(k kind) bool { return k.name == "another number" })]
	for range 500 {
		one, ok := number.make(d)
		if !ok {
			continue
		}
		was, is := strings.Fields(d.text), strings.Fields(one.statement)
		for i := range was {
			if was[i] != is[i] && saysNumber(d.text, strings.TrimRight(is[i], ",.")) {
				t.Fatalf("%q becomes %q", d.text, one.statement)
			}
		}
	}
}

// TestTrialsAreChecked: a true statement is supported, and a quote of nobody gives
// none.
func TestTrialsAreChecked(t *testing.T) {
	d := drawn(t, "The wall of the old fort was 12 km long in all.")
	for quote, want := range map[string]ground.Verdict{d.text: ground.Supported, "Nobody wrote this sentence anywhere.": ground.Unsupported} {
		if got := (trial{d.text, quote, []*paper{d.paper}}).check(); got.Verdict != want {
			t.Errorf("with the quote %q it is %s, want %s", quote, got.Verdict, want)
		}
	}
}

// TestGrounding measures a small collection twice by one seed, and once by another.
func TestGrounding(t *testing.T) {
	folder := t.TempDir()
	archive := map[string]string{
		"corpus.jsonl": `{"id": "1", "title": "Wall", "text": "The wall of the old fort was 12 km long before 3 May 1912. It was higher than the tower of Halrun, and did not fall."}
{"id": "2", "title": "Rain", "text": "Rain fell upon the harbour of Tidewell for 40 days in those years. The boats of Velmora were larger than those of others."}`,
		"sents.jsonl": `{"id": "1", "sents": ["The wall of the old fort was 12 km long before 3 May 1912.", "It was higher than the tower of Halrun, and did not fall."]}
{"id": "2", "sents": ["Rain fell upon the harbour of Tidewell for 40 days in those years.", "The boats of Velmora were larger than those of others.", "This stands nowhere, so that it is left out."]}`,
	}
	for name, content := range archive {
		if err := os.WriteFile(filepath.Join(folder, name), []byte(content), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	first, second, third := groundingOf(t, folder, 1), groundingOf(t, folder, 1), groundingOf(t, folder, 2)
	if diff := cmp.Diff(first, second); diff != "" {
		t.Errorf("two runs of one seed differ:\n%s", diff)
	}
	if cmp.Diff(first, third) == "" {
		t.Error("two runs of different seeds are the same")
	}
	if len(first.Kinds) != len(kinds) {
		t.Errorf("there are %d kinds, want %d", len(first.Kinds), len(kinds))
	}
	var b strings.Builder
	if err := first.WriteTables(&b, eval.Markdown); err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{"seed 1\n", "| as it stands | 10 | 1.0000 | 10 | 0 | 0 |", "| invented quote | 10 | 1.0000 | 0 | 0 | 10 |"} {
		if !strings.Contains(b.String(), want) {
			t.Errorf("%q does not stand in\n%s", want, b.String())
		}
	}
}

func groundingOf(t *testing.T, folder string, seed uint64) GroundingReport {
	t.Helper()
	parsers := document.Parsers{Fallback: plain.Parser{}}
	report, err := Grounding(t.Context(), []string{folder}, GroundingOptions{Parsers: parsers, Seed: seed, Count: 10 * len(kinds), Show: 2})
	if err != nil {
		t.Fatal(err)
	}
	return report
}
