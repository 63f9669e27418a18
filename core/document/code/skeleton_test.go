package code

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"docuquest/core/document/documenttest"
)

// What is left of a program: all but what stands between the outermost braces, however
// braces hide in strings and comments.
func TestSkeleton(t *testing.T) {
	for program, want := range map[string]string{
		"":                                      "",
		"package p":                             "package p",
		"func f() { g() }\n":                    "func f() {}\n",
		"type t struct{ a int }":                "type t struct{}",
		"var v = []t{{1}, {2}}; var w = t{3}":   "var v = []t{}; var w = t{}",
		"func f() { if a { b() } } func g() {}": "func f() {} func g() {}",
		"func f() { s := \"}\"; r := '}'; q := '\\''; p := \"\\\"}\" }": "func f() {}",
		"func f() { s := `\n}` /* } */ // }\n}\nvar x = a / b":          "func f() {}\nvar x = a / b",
		"var s = \"{\" // {\n/* { */ const c = '{'":                     "var s = \"{\" // {\n/* { */ const c = '{'",
		"func f() {":           "no match",
		"}":                    "no match",
		"func f() { s := `}":   "no match",
		"func f() { s := \"\\": "no match",
	} {
		s, ok := newSkeleton(program)
		got := string(s.source)
		if !ok {
			got = "no match"
		}
		if got != want {
			t.Errorf("%q: %q, want %q", program, got, want)
		}
		for at := range s.source {
			if ok && program[s.offset(at)] != s.source[at] {
				t.Errorf("%q: byte %d of the skeleton is not byte %d", program, at, s.offset(at))
			}
		}
	}
}

// A body that is no Go costs nothing around it.
func TestSkeletonOfBrokenBody(t *testing.T) {
	found, _ := readGo("package p\nfunc f() { if if else }\nfunc g() { h(]) }\n")
	if found.broken || len(found.definitions) != 2 {
		t.Errorf("%+v", found)
	}
}

// FuzzSkeleton reads a program whole and by its skeleton: both define the same.
func FuzzSkeleton(f *testing.F) {
	names, err := filepath.Glob(filepath.Join(documenttest.GoRoot(f), "src", "go", "ast", "*.go"))
	if err != nil || len(names) == 0 {
		f.Fatalf("%d files, error %v", len(names), err)
	}
	for _, name := range names {
		content, err := os.ReadFile(name)
		if err != nil {
			f.Fatal(err)
		}
		f.Add(string(content))
	}
	f.Add("package p; type t[P interface{ ~int }] struct{ f func(struct{}) }; func (*t[P]) m() interface{ n() } { return nil }")
	f.Add("package p; var a, b = func() {}, map[string]struct{}{\"}\": {}}; const (c = '}'; d = `{`)")
	f.Fuzz(func(t *testing.T, s string) {
		whole := readDeclarations(s, skeleton{source: []byte(s)})
		if whole.broken || strings.Contains(s, "//line ") || strings.Contains(s, "/*line ") {
			return
		}
		bones, ok := newSkeleton(s)
		if !ok {
			t.Fatalf("no skeleton of %q", s)
		}
		if diff := cmp.Diff(whole, readDeclarations(s, bones), cmp.AllowUnexported(result{}, definition{})); diff != "" {
			t.Errorf("%q (-whole +skeleton):\n%s", s, diff)
		}
	})
}
