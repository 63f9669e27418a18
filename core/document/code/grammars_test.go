//go:build cgo

package code_test

import (
	"strings"
	"testing"
	"time"

	"docuquest/core/document/code"
	"docuquest/core/document/documenttest"
	"docuquest/core/file"
)

// Grammars are there in builds with cgo alone.
func TestGrammars(t *testing.T) {
	documenttest.Golden(t, "testdata/grammar/*.txt", func(t *testing.T, f file.File) string {
		return render(parse(t, code.New(code.Options{}), f))
	})
}

// Every grammar is there: what it reads has no problem and more than the outline
// would see.
func TestEveryGrammar(t *testing.T) {
	for name, test := range map[string]struct{ content, want string }{
		"a.c":    {"int\nf()\n{\n}", "function f"},
		"a.cpp":  {"class A { A(); };", "class A, method A"},
		"a.java": {"class A { void f() {} }", "class A, method f"},
		"a.js":   {"var a = function () {}, b = () => 1", "function a, function b"},
		"a.jsx":  {"export default class A { b() { return <p/> } }", "class A, method b"},
		"a.lua":  {"x = 1 function f() end", "function f"},
		"a.py":   {"if x:\n  y\nelse:\n  async def f(): return ['long enough to be looked into']\n", "function f"},
		"a.rb":   {"class A; def f; end; end", "class A, method f"},
		"a.rs":   {"mod a { struct B; }", "module a, struct B"},
		"a.ts":   {"namespace a { type B = <c>(d: e) => f }", "namespace a, type B"},
		"a.tsx":  {"export = { a() { return <b/> }, c: <d,>(e: f) => e, g: 'h' }", "method a, function c"},
	} {
		d := parse(t, code.New(code.Options{}), documenttest.File(name, test.content))
		if got := strings.Join(titles(d), ", "); got != test.want || len(d.Problems) != 0 {
			t.Errorf("%s: %q defines %q, want %q; problems %v", name, test.content, got, test.want, d.Problems)
		}
	}
}

// A file that takes longer than it may says so, and is read by the outline.
func TestTimeLimit(t *testing.T) {
	content := strings.Repeat("def f(x):\n    return [x, (x, {x: x})]\n\n", 1000)
	d := parse(t, code.New(code.Options{TimeLimit: time.Microsecond}), documenttest.File("a.py", content))
	if len(d.Problems) != 1 || len(titles(d)) != 1000 {
		t.Errorf("problems %v and %d definitions, want one and 1000", d.Problems, len(titles(d)))
	}
}

// What lies deep in a tree is still found, up to a depth that no person writes.
func TestDeepTrees(t *testing.T) {
	for depth, want := range map[int]int{10: 1, 10_000: 0} {
		content := strings.Repeat("(", depth) + "function () { function f() { return 'long enough to be looked into' } }" + strings.Repeat(")", depth)
		d := parse(t, code.New(code.Options{}), documenttest.File("a.js", "x = "+content+";\n"))
		if got := len(titles(d)); got != want {
			t.Errorf("%d definitions in %d brackets, want %d", got, depth, want)
		}
	}
}

// BenchmarkPython reads a program of 100,000 bytes.
func BenchmarkPython(b *testing.B) {
	content := goldenInput(b, "testdata/grammar/python.txt").Content
	content = strings.Repeat(content, 100_000/len(content))
	benchmark(b, code.New(code.Options{TimeLimit: time.Minute}), []file.File{documenttest.File("a.py", content)})
}

// What makes the grammars of these languages take all memory is left to the
// outline; what people write is not.
func TestOpenAngles(t *testing.T) {
	p := code.New(code.Options{TimeLimit: time.Minute})
	for _, name := range []string{"a.java", "a.ts", "a.tsx"} {
		for _, test := range []struct {
			step    string
			refused bool
		}{
			{"a<a,\n", true},
			{"a<a<a<a<;>>>>\n", true},
			{"a<a=>\n", true},
			{"a<b<c>>();\n", false},
			{"if(a>b){}\n", false},
		} {
			d := parse(t, p, documenttest.File(name, strings.Repeat(test.step, 3000)))
			if refused := len(d.Problems) == 1 && strings.Contains(d.Problems[0].Message, "<"); refused != test.refused {
				t.Errorf("%s of %q: %v", name, test.step, d.Problems)
			}
		}
	}
}
