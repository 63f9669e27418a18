package retrieve

import (
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"

	"docuquest/core/document"
	"docuquest/core/document/chunk"
	"docuquest/core/language/analysis"
	"docuquest/core/language/text"
	"docuquest/core/search/rank"
)

// licence is a text that many files begin with.
const licence = `Copyright %s

Permission is hereby granted, free of charge, to any person who gets a copy of this program and of the
texts that belong to it, to deal in the program without any limits, and so to use it, to copy it, to change
it, to join it with others, to publish it and to sell copies of it, and to let those do the same whom it is
given to, as long as the lines above and these lines stand in all copies and in all larger parts of it. The
program is given as it is, and nobody promises that it is good for anything at all.
`

// What is a copy of what: each case is two passages, the better one first, and
// whether the second one is folded into it.
func TestFold(t *testing.T) {
	granted := fmt.Sprintf(licence, "2009 The Authors")
	more := "and whoever sells it has to say so to all those that buy it and to give them their money back when they ask for it"
	for _, test := range []struct {
		name, first, second string
		question            string
		folded              bool
	}{
		{"the same", granted, granted, "permission", true},
		{"a short text", "Gold and permission.", "Gold and permission.", "permission", true},
		{"another year of the copyright", granted, fmt.Sprintf(licence, "2019 Somebody Else"), "permission", true},
		{"another year that is asked for", granted, fmt.Sprintf(licence, "2019 The Authors"), "permission 2019", false},
		{"a word more", granted, strings.Replace(granted, "free of", "wholly free of", 1), "permission", true},
		{"a comment around it", granted, "// " + strings.ReplaceAll(granted, "\n", "\n// "), "permission", true},
		{"in capitals", strings.ToUpper(granted), granted, "permission", true},
		{"another number", granted + "It has 5 parts.", granted + "It has 6 parts.", "permission", false},
		{"another name", granted + "Ask Anna.", granted + "Ask Bert.", "permission", false},
		{"it denies", granted + "It may be sold.", granted + "It may not be sold.", "permission", false},
		{"it denies no more", granted + "It don't sell.", granted + "It does sell.", "permission", false},
		{"a part of the other", granted + "It has 5 parts. Ask Anna.", granted, "permission", true},
		{"more than the other", granted, granted + more, "permission", false},
		{"a few words in common", "Permission is hereby granted to dig for gold.", "Permission is hereby granted to swim in lakes.", "permission", false},
	} {
		t.Run(test.name, func(t *testing.T) {
			hits := []Hit{hitOf("a.txt", test.first), hitOf("b.txt", test.second)}
			question := rank.Analyse(test.question, analysis.NewAnalyzer())
			kept, repeating := fold(hits, 2, rank.NewMatcher(question, analysis.NewAnalyzer()))
			var copies []string
			for _, h := range kept {
				copies = append(copies, h.Copies...)
			}
			if test.folded {
				same(t, "copies", []string{"b.txt"}, copies)
				same(t, "kept", 1, len(kept))
				same(t, "repeating", true, repeating[hits[1].Document])
			} else {
				same(t, "copies", []string(nil), copies)
				same(t, "kept", 2, len(kept))
				same(t, "repeating", 0, len(repeating))
			}
		})
	}
}

// hitOf is a document as one passage.
func hitOf(path, content string) Hit {
	d := &document.Document{Path: path, Text: content}
	return Hit{Document: d, Chunk: chunk.Chunk{Kind: chunk.Prose, Span: text.Span{End: len(content)}, Text: content}}
}

// Rows that differ in one cell, or stand below other headers, say different things
// however long they are.
func TestFoldRows(t *testing.T) {
	cells := strings.Repeat("| of the very same text in all the rows of both tables here ", 12)
	table := func(header, cell string) string {
		return "# T\n\n| " + header + strings.Repeat("| c ", 12) + "|\n|" + strings.Repeat("---|", 13) + "\n| " + cell + cells + "|\n"
	}
	for _, test := range []struct {
		name, other string
		hits        int
	}{
		{"the same row", table("metal", "gold"), 1},
		{"another cell", table("metal", "gilt"), 2},
		{"another header", table("colour", "gold"), 2},
	} {
		r, _ := newRetriever(map[string]string{"a.md": table("metal", "gold"), "b.md": test.other})
		if got := len(find(t, r, Query{Text: "rows of tables"}).Hits); got != test.hits {
			t.Errorf("%s: %d hits, want %d", test.name, got, test.hits)
		}
	}
}

// Documents that only repeat others leave their places to the next ones, and are
// named as copies.
func TestFoldMakesRoom(t *testing.T) {
	texts := map[string]string{}
	for i := range 6 {
		texts[fmt.Sprintf("copy%d.txt", i)] = fmt.Sprintf(licence, fmt.Sprint(2000+i))
	}
	texts["x.txt"] = "Of permission, in a long text on many other things that are of no use to anybody who reads it."
	texts["y.txt"] = "They ask for permission, and then they go on to talk about whatever else comes to their minds."
	r, _ := newRetriever(texts)
	result := find(t, r, Query{Text: "is permission granted to any person", Limit: 3})
	same(t, "documents", []string{"copy0.txt", "x.txt", "y.txt"}, slices.Sorted(slices.Values(paths(result))))
	copies := map[string][]string{}
	for _, h := range result.Hits {
		if h.Copies != nil {
			copies[h.Document.Path] = h.Copies
		}
	}
	same(t, "copies", map[string][]string{"copy0.txt": {"copy1.txt", "copy2.txt", "copy3.txt", "copy4.txt", "copy5.txt"}}, copies)
	ranked, err := r.Rank(t.Context(), Query{Text: "is permission granted to any person", Limit: len(texts)})
	if err != nil || len(ranked) != len(texts) {
		t.Errorf("%d of %d files are ranked: %v", len(ranked), len(texts), err)
	}
}

// The same paragraph again and again in one file is one passage, and no other file
// is named for it.
func TestFoldWithinOneFile(t *testing.T) {
	r, _ := newRetriever(map[string]string{"a.md": strings.Repeat("# Gold\n\nThe gold ring.\n\n", 3)})
	result := find(t, r, Query{Text: "gold"})
	if len(result.Hits) != 1 || result.Hits[0].Copies != nil {
		t.Errorf("%d hits", len(result.Hits))
	}
	same(t, "documents", []string{"a.md"}, paths(result))
}

func BenchmarkFold(b *testing.B) {
	texts := map[string]string{}
	for i := range 50 {
		texts[fmt.Sprintf("%d.txt", i)] = fmt.Sprintf(licence, fmt.Sprint(2000+i)) + strings.Repeat(fmt.Sprintf("gold%d and permission ", i), 40)
	}
	r, _ := newRetriever(texts)
	for b.Loop() {
		if _, err := r.Find(b.Context(), Query{Text: "permission gold", Limit: 50, Passages: 100}); err != nil {
			b.Fatal(err)
		}
	}
	b.ReportMetric(float64(len(slices.Collect(maps.Keys(texts)))), "files")
}
