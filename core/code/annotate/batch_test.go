package annotate

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"testing"

	"golang.org/x/tools/txtar"

	"docuquest/core/document"
	"docuquest/core/document/code"
	"docuquest/core/document/documenttest"
	"docuquest/core/document/markdown"
	"docuquest/core/document/plain"
)

// readers are those of the languages that models are asked about here.
func readers() document.Parsers {
	byLanguage := map[string]document.Parser{"markdown": markdown.New()}
	programs := code.New(code.Options{})
	for _, language := range programs.Languages() {
		byLanguage[language] = programs
	}
	return document.Parsers{ByLanguage: byLanguage, Fallback: plain.Parser{}}
}

// What a model is shown of a file. The file "wanted" names the pieces that notes are
// wanted of, in place of all; "fill" says how many words stand for FILL, which are shown
// as FILL again.
func TestPrompts(t *testing.T) {
	parsers := readers()
	documenttest.GoldenArchives(t, "testdata/prompts/*.txt", func(t *testing.T, files []txtar.File) string {
		last := files[len(files)-1]
		var names []string
		filling := "FILL"
		for _, f := range files[:len(files)-1] {
			switch f.Name {
			case "wanted":
				names = strings.Split(strings.TrimSpace(string(f.Data)), "\n")
			case "fill":
				words, err := strconv.Atoi(strings.TrimSpace(string(f.Data)))
				if err != nil {
					t.Fatal(err)
				}
				filling = strings.TrimSpace(strings.Repeat("stone and ruby ", words))
			}
		}
		content := strings.ReplaceAll(string(last.Data), "FILL", filling)
		o := outlineOf(parsers.Parse(documenttest.File(last.Name, content)))
		var shown strings.Builder
		for _, b := range o.batches(wantedOf(o, names)) {
			r := b.request("{count} of {path} ({language})\n{documents}\n")
			s := r.Sources[0]
			fmt.Fprintf(&shown, "== %s:%d-%d, lines %d, about %d tokens\n%s", s.Path, s.Start, s.End, s.Lines, requestTokens(r), r.Messages[0].Text)
		}
		return strings.ReplaceAll(shown.String(), filling, "FILL")
	})
}

// wantedOf are the nodes whose names begin so, all for no names.
func wantedOf(o *outline, names []string) []int {
	var wanted []int
	for i := range o.nodes {
		begins := func(name string) bool { return strings.HasPrefix(o.name(i), name) }
		if names == nil || slices.ContainsFunc(names, begins) {
			wanted = append(wanted, i)
		}
	}
	return wanted
}

// However a file is parted, each wanted node is in one batch, no batch has too much, and
// the text of each node is shown once.
func TestBatchesHoldAll(t *testing.T) {
	var b strings.Builder
	for i := range 70 {
		fmt.Fprintf(&b, "class C%d:\n    def m%d(self):\n        return \"marker%d %s\"\n\n", i, i, i, strings.Repeat("word ", i*10))
	}
	o := outlineOf(readers().Parse(documenttest.File("many.py", b.String())))
	all := wantedOf(o, nil)
	batches := o.batches(all)
	var got []int
	var shown strings.Builder
	for _, batch := range batches {
		got = append(got, batch.wanted...)
		text := batch.text()
		shown.WriteString(text)
		if len(batch.wanted) > batchChunks || len(batch.wanted) > 1 && tokensIn(len(text)) > 2*batchTokens {
			t.Errorf("a batch of %d nodes has %d tokens", len(batch.wanted), tokensIn(len(text)))
		}
	}
	if !slices.Equal(got, all) || len(batches) < 5 {
		t.Errorf("%d nodes in %d batches, want %d", len(got), len(batches), len(all))
	}
	for i := range 70 {
		if n := strings.Count(shown.String(), fmt.Sprintf("marker%d ", i)); n != 1 {
			t.Errorf("marker%d is shown %d times", i, n)
		}
	}
}

// A piece that is far too large by itself is shown up to some point.
func TestLargePiece(t *testing.T) {
	o := outlineOf(readers().Parse(documenttest.File("large.txt", strings.Repeat("stone ", 10_000))))
	text := o.batches([]int{0})[0].text()
	if len(text) > longestOwn+100 || !strings.HasSuffix(text, "…") {
		t.Errorf("%d bytes end with %q", len(text), text[len(text)-20:])
	}
}
