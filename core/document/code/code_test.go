package code_test

import (
	"fmt"
	"strings"
	"sync"
	"testing"

	"github.com/google/go-cmp/cmp"

	"docuquest/core/document"
	"docuquest/core/document/code"
	"docuquest/core/document/documenttest"
	"docuquest/core/file"
)

// parse reads a file and checks what holds for every program.
func parse(tb testing.TB, p *code.Parser, f file.File) *document.Document {
	tb.Helper()
	d := p.Parse(f)
	documenttest.Check(tb, d)
	documenttest.CheckCovered(tb, d)
	return d
}

// outlined reads a file as one that is too long for a grammar.
func outlined(tb testing.TB, f file.File) *document.Document {
	tb.Helper()
	d := parse(tb, code.New(code.Options{SizeLimit: 1}), f)
	d.Problems = nil
	return d
}

// render writes the tree of a document, and what documents each definition.
func render(d *document.Document) string {
	var out strings.Builder
	out.WriteString(documenttest.Outline(d))
	walk(d.Blocks, func(b document.Block) {
		if b.Code != nil && !b.Code.Doc.Empty() {
			fmt.Fprintf(&out, "doc of %s: %s\n", b.Title, documenttest.Excerpt(b.Code.Doc.Of(d.Text)))
		}
	})
	return out.String()
}

func walk(blocks []document.Block, visit func(document.Block)) {
	for _, b := range blocks {
		visit(b)
		walk(b.Children, visit)
	}
}

// titles gives the names of all definitions of a document.
func titles(d *document.Document) []string {
	var list []string
	walk(d.Blocks, func(b document.Block) {
		if b.Kind == document.Definition {
			list = append(list, b.Info+" "+b.Title)
		}
	})
	return list
}

// What go/parser reads is the same in all builds.
func TestGo(t *testing.T) {
	documenttest.Golden(t, "testdata/go/*.txt", func(t *testing.T, f file.File) string {
		return render(parse(t, code.New(code.Options{}), f))
	})
}

// What the outline sees of a language does not depend on whether the build has
// a grammar for it: a file that is too long for any shows it.
func TestOutline(t *testing.T) {
	documenttest.Golden(t, "testdata/outline/*.txt", func(t *testing.T, f file.File) string {
		return render(outlined(t, f))
	})
}

// A line of a language defines what it should, and nothing else.
func TestOutlineHeaders(t *testing.T) {
	for _, test := range []struct{ name, content, want string }{
		{"a.h", "struct a *f(void);", "function f"},
		{"a.h", "struct a;\nenum b x;", ""},
		{"a.h", "extern \"C\" int f(int x);", "function f"},
		{"a.hpp", "class A;\nfriend class B;", ""},
		{"a.c", "x = f(1);\nreturn f(2);\nif (x) {\n}\nelse if (f(x)) {\n}", ""},
		{"a.cs", "public enum class A { }", "enum A"},
		{"a.dart", "class A {\n  A.named(int x) {\n  }\n}", "class A, method named"},
		{"a.f90", "subroutine f(x)\n  x = 1\nend subroutine f\n\npure function g(x)\nend function", "function f, function g"},
		{"a.fs", "module A\n\nlet f x =\n    x + 1", "module A, function f"},
		{"a.go", "func (s *Set[T]) Add(x T) {\n}\nfunc (a) b() {}\nfunc()", "method Set.Add, method a.b"},
		{"a.groovy", "def f(x) {\n}\ntask t {\n}", "function f, function t"},
		{"a.hs", "data A = B | C\nclass A b where\n  f :: b", "type A, class A"},
		{"a.jl", "mutable struct A\n  x\nend\nfunction f(x)\nend", "struct A, function f"},
		{"a.js", "const a = c => d;\nx === (a) => b;\nif (a) {\n}", "function a"},
		{"a.js", "({ class: 'x', function: f })", ""},
		{"a.kt", "companion object {\n}\nfun <T : A<B>> List<T>.f() = 1\nfun interface I", "object object, function List.f, interface I"},
		{"a.lisp", "(defun f-x (a)\n  (g a))\n\n(defmacro m () nil)", "function f-x, macro m"},
		{"a.clj", "(defn- f [x]\n  x)", "function f"},
		{"a.ml", "let rec f x =\n  x\nmodule M = struct\nend", "function f, module M"},
		{"a.nim", "proc f*(x: int): int =\n  x", "function f"},
		{"a.pas", "procedure F(x: Integer);\nvar y: Integer;\nbegin\n  y := 1;\nend;", "function F"},
		{"a.pl", "package A::B;\n\nsub f {\n  # }\n  1;\n}", "module A::B, function f"},
		{"a.php", "<?php\nfunction &f() {\n}\nfunction g() {}", "function g"},
		{"a.ps1", "Function Get-Thing($x) {\n}\nclass A {\n}", "function Get-Thing, class A"},
		{"a.py", "type = 3\nclass_ = 1\nasync def f(): pass\ndef open(x): pass", "function f, function open"},
		{"a.rb", "class << self\n  def a\n  end\nend\nclass A; end", "method a, class A"},
		{"a.rs", "pub(in a::b) unsafe extern \"C\" fn f<'a>() {}\nimpl<T> A<T> where T: B {}\nmod m;", "function f, impl A<T>, module m"},
		{"a.scala", "case class A(x: Int)\nobject B extends A {\n  def f[T](x: T): T = x\n}", "class A, object B, method f"},
		{"a.scss", "@mixin m($x) {\n  a: b;\n}\n@include m(1);", "mixin m"},
		{"a.sh", "f () {\n  x\n}\ng() ( y )\nif [ x ]; then (y) fi\nh 1 (2)", "function f"},
		{"a.sql", "create table if not exists \"a\".\"b\" (\n);\nalter table c;\ndrop table d;", "table a.b"},
		{"a.sql", "CREATE TABLE a (\n  b int\n)\nGO\nCREATE VIEW c AS\nSELECT 1\nGO", "table a, view c"},
		{"a.swift", "subscript(i: Int) -> Int { 1 }\ninit?(x: Int) {}\nlet a = f(1)", "method subscript, method init"},
		{"a.tcl", "proc ::a::f {x} {\n  puts $x\n}", "function a::f"},
		{"a.ts", "export default class extends A {\n}\nexport const f = async (x: T): Promise<U> => {\n}", "function f"},
		{"a.vb", "Public Class A\n  Private Sub F(x As Integer)\n  End Sub\nEnd Class", "class A, method F"},
		{"a.vim", "function! a#f(x)\n  return 1\nendfunction", "function a#f"},
		{"a.zig", "pub fn f(x: u8) u8 {\n}\ntest \"adds two\" {\n}", "function f, function adds two"},
		{"a.mk", "define m\nx\nendef", "macro m"},
		{"a.cmake", "FUNCTION(f x)\nendfunction()", ""},
		{"a.css", "a { b: c }", ""},
	} {
		got := strings.Join(titles(outlined(t, documenttest.File(test.name, test.content))), ", ")
		if got != test.want {
			t.Errorf("%s: %q defines %q, want %q", test.name, test.content, got, test.want)
		}
	}
}

// The parser knows all programming languages and nothing else.
func TestLanguages(t *testing.T) {
	known := map[string]bool{}
	for _, language := range code.New(code.Options{}).Languages() {
		known[language] = true
		if !file.IsCode(language) {
			t.Errorf("%s is no programming language", language)
		}
	}
	for _, name := range strings.Fields(programs) {
		if language := file.LanguageOf(name); !known[language] {
			t.Errorf("%s (%q) is not known", name, language)
		}
	}
}

// programs are names of files of all programming languages.
const programs = `a.asm a.bash a.bat a.c a.cc a.cjs a.clj a.cmake a.cs a.css a.cu a.dart dockerfile a.ex a.erl a.f90 a.fs
	a.go go.mod a.gradle a.h a.hs a.java a.jl a.js a.jsx a.kt a.less a.lisp a.lua makefile a.m a.ml a.mm a.nim a.nix a.pas
	a.php a.pl a.proto a.ps1 a.py a.r a.rb a.rs a.s a.scala a.scss a.sh a.sql a.svelte a.swift a.tcl a.tf a.ts a.tsx a.vb
	a.vim a.vue a.zig`

// Broken programs give what can be read.
func TestBroken(t *testing.T) {
	for _, test := range []struct{ name, content, want string }{
		{"a.go", "package a\n\nfunc f() {\n\tx := \n}\n\nfunc g() {\n}\n", "function f, function g"},
		{"a.go", "func f() {\n", "function f"},
		{"a.go", "package a\n\n)))\n\nfunc f() {\n}\n\n}}}\n\nfunc g() {\n}\n", "function f, function g"},
		{"a.py", "def f(:\n    pass\n\ndef g():\n    pass\n", "function f, function g"},
		{"a.py", "class A:\n    def f(self):\n        x = [\n\n    def g(self):\n        pass\n", "class A, method f, method g"},
		{"a.js", "function f() {\n  if (x {\n}\n\nfunction g() {\n}\n", "function f, function g"},
		{"a.java", "class A {\n  void f() {\n    x(\n  }\n\n  void g() {\n  }\n", "class A, method f, method g"},
	} {
		got := strings.Join(titles(parse(t, code.New(code.Options{}), documenttest.File(test.name, test.content))), ", ")
		if got != test.want {
			t.Errorf("%s: %q defines %q, want %q", test.name, test.content, got, test.want)
		}
	}
}

// Line ends do not change what a program defines.
func TestLineEnds(t *testing.T) {
	for name, content := range map[string]string{
		"a.go":   "package a\n\n// Doc.\nfunc f() {\n\tx := `\n\n`\n}\n\n/*\nDoc.\n*/\nvar x = `\n` // end\n",
		"a.py":   "# Doc.\n@a\nclass A:\n    '''\n    Doc.\n    '''\n\n    def f(self):\n        pass\n",
		"a.rs":   "/// Doc.\n#[a]\nfn f() {\n}\n\nstruct A; // end\n",
		"a.kt":   "/**\n * Doc.\n */\n@A\nclass B {\n    fun f() {\n    }\n}\n",
		"a.java": "// Doc.\n@A(\n  b\n)\nclass B {\n\n  void f() {\n  }\n}\n",
	} {
		p := code.New(code.Options{})
		want := texts(parse(t, p, documenttest.File(name, content)))
		got := texts(parse(t, p, documenttest.File(name, strings.ReplaceAll(content, "\n", "\r\n"))))
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("%s (-LF +CRLF)\n%s", name, diff)
		}
	}
}

// texts gives what each definition and its parts say, with line ends as \n.
func texts(d *document.Document) []string {
	var list []string
	walk(d.Blocks, func(b document.Block) {
		said := b.Title + "|" + b.Span.Of(d.Text)
		if b.Code != nil {
			said += "|" + b.Code.Doc.Of(d.Text) + "|" + b.Code.Signature.Of(d.Text)
		}
		list = append(list, strings.ReplaceAll(said, "\r\n", "\n"))
	})
	return list
}

// A file that is too long for go/parser says so, and is read by the outline.
func TestSizeLimit(t *testing.T) {
	d := parse(t, code.New(code.Options{SizeLimit: 20}), documenttest.File("a.go", "package a\n\nfunc f() {\n}\n"))
	if len(d.Problems) != 1 || strings.Join(titles(d), ", ") != "function f" {
		t.Errorf("problems %v, definitions %v", d.Problems, titles(d))
	}
	if d := parse(t, code.New(code.Options{SizeLimit: 20}), documenttest.File("a.go", "package a\nfunc f(){}")); len(d.Problems) != 0 {
		t.Errorf("problems %v at the limit, want none", d.Problems)
	}
}

// A language that the parser does not know is blocks of code, and so is no text.
func TestUnknownLanguage(t *testing.T) {
	d := parse(t, code.New(code.Options{}), documenttest.File("a.unknown", "def f():\n\n  x"))
	if len(titles(d)) != 0 || len(d.Blocks) != 2 {
		t.Errorf("blocks %v, want two of code", d.Blocks)
	}
	if d := parse(t, code.New(code.Options{}), documenttest.File("a.py", "")); len(d.Blocks) != 0 {
		t.Errorf("blocks %v of nothing", d.Blocks)
	}
}

// One parser serves many goroutines.
func TestConcurrent(t *testing.T) {
	p := code.New(code.Options{})
	f := documenttest.File("a.py", "class A:\n    def f(self):\n        pass\n")
	want := titles(p.Parse(f))
	var group sync.WaitGroup
	for range 8 {
		group.Go(func() {
			if diff := cmp.Diff(want, titles(p.Parse(f))); diff != "" {
				t.Error(diff)
			}
		})
	}
	group.Wait()
}
