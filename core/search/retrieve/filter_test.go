package retrieve

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"unicode"

	"docuquest/core/file"
	"docuquest/core/index"
)

// What is taken out of a question, and what is left of it.
func TestFilters(t *testing.T) {
	for _, test := range []struct{ question, words, filters string }{
		{"in:docs When is the review?", "When is the review?", "in:docs"},
		{"When is in:docs the review?", "When is the review?", "in:docs"},
		{"When is the review in:docs?", "When is the review?", "in:docs"},
		{"When is the review in:docs.", "When is the review.", "in:docs"},
		{"review in:./docs/old", "review", "in:./docs/old"},
		{`in:"my notes" review`, "review", `in:"my notes"`},
		{"review -in:vendor -TYPE:Code", "review", "-in:vendor -type:Code"},
		{"review type:pdf,.md,c++ in:a,b", "review", "type:pdf type:.md type:c++ in:a in:b"},
		{"review in:a, please", "review, please", "in:a"},
		{`in:"a, b",c review`, "review", `in:"a, b" in:c`},
		{"file:report.pdf file:*_test.go -file:old review", "review", "file:report.pdf file:*_test.go -file:old"},
		{"one\n in:docs\ntwo", "one\ntwo", "in:docs"},
		{"in:docs type:pdf", "", "in:docs type:pdf"},

		{"in: docs", "in: docs", ""},
		{"type:", "type:", ""},
		{"in:?", "in:?", ""},
		{`in:"my notes`, `in:"my notes`, ""},
		{`in:"" a`, `in:"" a`, ""},
		{"http://in.example/type:pdf", "http://in.example/type:pdf", ""},
		{"file:///etc/hosts", "file:///etc/hosts", ""},
		{"origin:main", "origin:main", ""},
		{"main:in:docs", "main:in:docs", ""},
		{"what is `type:foo in:x` here", "what is `type:foo in:x` here", ""},
		{`what is "the type:foo" here`, `what is "the type:foo" here`, ""},
		{"what is “the type:foo” here", "what is “the type:foo” here", ""},
		{`a "quote that stays open type:md`, `a "quote that stays open`, "type:md"},
		{`{"type":"x"} {type:x} type:[]int`, `{"type":"x"} {type:x} type:[]int`, ""},
		{"type:map[string]int", "type:map[string]int", ""},
		{"", "", ""},
	} {
		words, f := Filters(test.question)
		same(t, test.question+": words", test.words, words)
		same(t, test.question+": filters", test.filters, strings.Join(f.Strings(), " "))
	}
}

// What stands in quotes ends within a length: no text takes the square of its own.
func TestLongQuotes(t *testing.T) {
	for filler, want := range map[int]int{longestQuote - 50: 0, longestQuote + 50: 1} {
		_, f := Filters("“" + strings.Repeat("a", filler) + " in:docs ”")
		same(t, fmt.Sprintf("filters behind %d bytes in quotes", filler), want, f.Len())
	}
}

// Which of a workspace's files a question is about.
func TestAdmits(t *testing.T) {
	all := []string{
		"README.md", "LICENSE", "core/search/rank/bm25.go", "core/search/rank/bm25_test.go", "docs/Guide.PDF",
		"docs/old/guide.html", "my notes/table.csv", "tools/core/main.py", "tools/core/settings.yaml", "vendor/x/core.js",
		"app/[id]/page[1].css", "app/i/page1.css",
	}
	for _, test := range []struct{ filter, want string }{
		{"in:core", "core/search/rank/bm25.go core/search/rank/bm25_test.go tools/core/main.py tools/core/settings.yaml"},
		{"in:/core", "core/search/rank/bm25.go core/search/rank/bm25_test.go"},
		{"in:./core/", "core/search/rank/bm25.go core/search/rank/bm25_test.go"},
		{"in:cor", ""},
		{"in:/ file:license", "LICENSE"},
		{`in:CORE\Search\Rank`, "core/search/rank/bm25.go core/search/rank/bm25_test.go"},
		{"in:core/search/rank/bm25.go", "core/search/rank/bm25.go"},
		{"in:docs -in:docs/old", "docs/Guide.PDF"},
		{`in:"my notes" in:vendor`, "my notes/table.csv vendor/x/core.js"},
		{"in:d*", "docs/Guide.PDF docs/old/guide.html"},
		{"in:[", ""},
		{"in:app/[id]", "app/[id]/page[1].css"},
		{"in:[*] file:page[1]", "app/[id]/page[1].css"},
		{"file:page[?].css", "app/[id]/page[1].css"},
		{"in:core/search/rank/bm25.go/deeper", ""},
		{"type:pdf", "docs/Guide.PDF"},
		{"type:.GO -file:*_test.go", "core/search/rank/bm25.go"},
		{"type:markdown", "README.md"},
		{"type:*.md", "README.md"},
		{"type:code in:core", "core/search/rank/bm25.go core/search/rank/bm25_test.go tools/core/main.py"},
		{"type:docs", "README.md LICENSE docs/Guide.PDF docs/old/guide.html"},
		{"type:data,table", "my notes/table.csv tools/core/settings.yaml"},
		{"-type:code -type:docs", "my notes/table.csv tools/core/settings.yaml"},
		{"type:xyz", ""},
		{"file:guide", "docs/Guide.PDF docs/old/guide.html"},
		{"file:guide.html", "docs/old/guide.html"},
		{"file:docs/guide", "docs/Guide.PDF"},
		{"file:license", "LICENSE"},
		{"file:bm25*", "core/search/rank/bm25.go core/search/rank/bm25_test.go"},
		{"file:/", ""},
	} {
		_, f := Filters(test.filter)
		var got []string
		for _, p := range all {
			if f.Admits(&index.Entry{Path: p, Language: file.LanguageOf(p)}) {
				got = append(got, p)
			}
		}
		same(t, test.filter, test.want, strings.Join(got, " "))
	}
}

// What no file is, is said.
func TestReach(t *testing.T) {
	r, _ := newRetriever(map[string]string{"docs/a.md": "a", "docs/b.txt": "b", "c.go": "package c"})
	for _, test := range []struct {
		filter  string
		files   int
		nowhere string
	}{
		{"in:docs", 2, ""},
		{"", 3, ""},
		{"in:dcos", 0, "no file is in dcos"},
		{"in:dcos type:pdf", 0, "no file is in dcos, none is of type pdf"},
		{"in:docs in:notes", 2, "no file is in notes"},
		{"in:docs type:go,py", 0, "no file is of type py"},
		{"in:docs type:go", 0, "no file is in docs and of type go"},
		{"type:md type:txt -in:docs", 0, "no file is of type md or of type txt and not in docs"},
		{"-in:vendor", 3, ""},
		{"file:x", 0, "no file is named x"},
	} {
		_, f := Filters(test.filter)
		same(t, test.filter, Reach{test.files, test.nowhere}, f.Reach(r.Library.Snapshot()))
	}
}

// Flags and editors name folders and types in lists.
func TestNewFilter(t *testing.T) {
	for _, test := range []struct {
		in, types []string
		want      string
	}{
		{nil, nil, ""},
		{[]string{"docs", "-docs/old"}, []string{"pdf,md", "-code"}, "in:docs -in:docs/old type:pdf type:md -type:code"},
		{[]string{"my notes, b"}, nil, `in:"my notes" in:b`},
		{[]string{""}, nil, "in needs folders, such as docs or core/search/rank"},
		{nil, []string{"pdf,"}, "type needs types of files, such as pdf, md or code"},
		{[]string{"-"}, nil, "in needs folders, such as docs or core/search/rank"},
	} {
		f, err := NewFilter(test.in, test.types)
		got := strings.Join(f.Strings(), " ")
		if err != nil {
			got = err.Error()
		}
		same(t, strings.Join(slices.Concat(test.in, test.types), "|"), test.want, got)
	}
}

// A filter decides which files are found, in both modes.
func TestFindWithin(t *testing.T) {
	r, _ := newRetriever(map[string]string{"docs/a.md": "a gold ring", "b.txt": "gold ring gold"})
	_, f := Filters("in:docs")
	for _, mode := range []Mode{Ranked, Boolean} {
		same(t, mode.String(), []string{"docs/a.md"}, paths(find(t, r, Query{Text: "gold ring", Mode: mode, Within: f.Admits})))
	}
}

// Taking filters out invents nothing, and changes nothing where there are none.
func FuzzFilters(f *testing.F) {
	for _, seed := range []string{"in:docs a", `-type:"x y",z`, "`in:a` in:b", "a in:\"", "file:// in:a,,b", "«in:a» type:é"} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, question string) {
		words, filter := Filters(question)
		if filter.Len() == 0 && words != strings.TrimSpace(question) {
			t.Errorf("%q became %q without a filter", question, words)
		}
		if !isSubsequence(words, question) {
			t.Errorf("%q became %q", question, words)
		}
		filter.Admits(&index.Entry{Path: question, Language: "go"})
		for _, s := range filter.Strings() {
			if strings.TrimFunc(s, unicode.IsSpace) == "" {
				t.Errorf("%q has an empty filter", question)
			}
		}
	})
}

// isSubsequence reports whether a can be made of b by leaving bytes out.
func isSubsequence(a, b string) bool {
	for i := 0; i < len(a); i++ {
		at := strings.IndexByte(b, a[i])
		if at < 0 {
			return false
		}
		b = b[at+1:]
	}
	return true
}
