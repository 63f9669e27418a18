package annotate

import (
	"fmt"
	"strings"
	"testing"
	"unicode"

	"github.com/google/go-cmp/cmp"

	"docuquest/core/code/notes"
	"docuquest/core/document"
	"docuquest/core/file"
	"docuquest/core/language/text"
	"docuquest/core/language/thesaurus"
	"docuquest/core/search/embed/static"
	"docuquest/core/search/question"
)

func TestImports(t *testing.T) {
	for _, test := range []struct{ language, program, want string }{
		{"c", "#include <stdio.h>\n  #include \"own.h\"\n#define x", "stdio.h own.h"},
		{"csharp", "using System.Text;\nusing static System.Math;\nusingThis();", "System.Text System.Math"},
		{"dart", "import 'dart:io';\nexport \"src/a.dart\";", "dart:io src/a.dart"},
		{"elixir", "  alias Garden.Bed\n  use GenServer", "Garden.Bed GenServer"},
		{"go", "import \"fmt\"\nimport (\n\tx \"net/http\"\n\n\t\"os\" // files\n)\nvar s = \"none\"", "fmt net/http os"},
		{"haskell", "import qualified Data.Map as M", "Data.Map"},
		{"java", "import static java.util.Map.of;\nimport java.util.*;", "java.util.Map.of java.util"},
		{"javascript", "import a from 'alpha'\nimport 'beta';\nimport {\n  b,\n} from \"gamma\";\nconst d = require('delta')\nexport const e = 1", "alpha beta gamma delta"},
		{"kotlin", "import kotlin.math.abs", "kotlin.math.abs"},
		{"perl", "use List::Util qw(sum);", "List::Util"},
		{"php", "use A\\B;\nrequire_once 'c.php';", `A\B c.php`},
		{"python", "import os, sys as system\nfrom a.b import c\nimportant = 1", "os sys a.b"},
		{"ruby", "require 'json'\nrequire_relative \"x/y\"", "json x/y"},
		{"rust", "use std::io::{self, Read};\npub use crate::a::B;\nextern crate serde;", "std::io std::io::Read a::B serde"},
		{"shellscript", "source lib.sh", "lib.sh"},
		{"swift", "import Foundation", "Foundation"},
		{"typescript", "import type { A } from './a';", "./a"},
		{"zig", `const std = @import("std");`, "std"},
		{"go", "import \"fmt\"\nimport \"fmt\"", "fmt"},
		{"cobol", "import x", ""},
		{"go", "import (\n\t\"fmt\" // of \"x\"\n\t// \"y\"\n\t/* \"z\" */\n)\nvar s = `\nimport \"none\"\n` + \"\\\"`\"", "fmt"},
		{"go", "/* One may\nimport \"none\" */\nimport \"fmt\" /* and \"x\" */", "fmt"},
		{"python", "\"\"\"For example:\n\nimport none\n\"\"\"\nimport os # not 'sys', sys\ns = '# '; t = 'import x'\nimport re", "os re"},
		{"javascript", "const s = `\nimport 'none'\n`\nimport 'http://a.b/c' // of 'd'\nexport const URL = 'none'\nexport { e } from 'f'", "http://a.b/c f"},
		{"java", "/** As in\nimport a.B; */\nimport c.D; // import e.F;\nString s = \"\"\"\nimport g.H;\n\"\"\";", "c.D"},
		{"haskell", "{- import A\nimport B -}\nimport C -- as 'D'", "C"},
		{"ruby", "require 'json' # and 'x'\n# require 'y'", "json"},
		{"python", numbered("import m%d\n", 100), strings.TrimSpace(numbered("m%d ", mostDependencies))},
		{"python", "import " + numbered("m%d, ", 100), strings.TrimSpace(numbered("m%d ", mostDependencies))},
		{"rust", "// never closed\nuse a::b;\n/* use c::d;\nuse e::f;", "a::b"},
	} {
		if got := strings.Join(readProgram(test.language, test.program).imports, " "); got != test.want {
			t.Errorf("%s %q: %q, want %q", test.language, test.program, got, test.want)
		}
	}
}

// readProgram reads a program for its notes.
func readProgram(language, program string) *page {
	rules := plainRules()
	return rules.read(readers().Parse(file.File{Path: "a", Language: language, Content: program}), rules.borrow())
}

// Whatever a program holds, what it imports is named once.
func FuzzImports(f *testing.F) {
	f.Add("go", "import (\n\t\"fmt\" // of \"x\"\n)\nvar s = `\nimport \"none\"\n`")
	f.Add("python", "\"\"\"\nimport none\n\"\"\"\nimport os, sys # 're'")
	f.Add("javascript", "const a = require('\\''); /* open")
	f.Add("haskell", "{-\n-} import A --")
	f.Fuzz(func(t *testing.T, language, program string) {
		seen := map[string]bool{}
		for _, name := range readProgram(language, program).imports {
			if name == "" || seen[name] {
				t.Errorf("%q of %q", name, program)
			}
			seen[name] = true
		}
		if len(seen) > mostDependencies {
			t.Errorf("%d imports", len(seen))
		}
	})
}

// numbered repeats a text with the numbers below n.
func numbered(format string, n int) string {
	var b strings.Builder
	for i := range n {
		fmt.Fprintf(&b, format, i)
	}
	return b.String()
}

// What is called is told by how it is written; definitions and the words of languages are
// no calls.
func TestCalls(t *testing.T) {
	for _, test := range []struct{ language, program, want string }{
		{"go", "os.Open(name)", "os.Open"},
		{"rust", "vec::new() self.read() a.b.c.dig()", "vec.new read dig"},
		{"cpp", "void T::f() { this->close(); }", "close"},
		{"c", "if (x) while(y) return(z)", ""},
		{"python", "def close(self): x.read()", "x.read"},
		{"go", "undefined(x)", "undefined"},
		{"go", "f(g(h))", ""},
		{"go", "run(stop(now)) // of go(x)", "run stop"},
		{"javascript", "(x) 1(y) [0](z)", ""},
		{"javascript", "größe(x) $make(y)", "größe $make"},
		{"ruby", "puts open(x), name", "open"},
		{"go", "a" + strings.Repeat("b", 100) + "(c(d))", ""},
	} {
		var names []string
		for _, c := range readProgram(test.language, test.program).calls {
			names = append(names, c.name)
		}
		if got := strings.Join(names, " "); got != test.want {
			t.Errorf("%s %q: %q, want %q", test.language, test.program, got, test.want)
		}
	}
}

// The reserved words of a language are no keywords of a program, though they are of a text,
// of another language, and as parts of names.
func TestReservedWords(t *testing.T) {
	rules := plainRules()
	for _, test := range []struct{ language, text, want string }{
		{"python", "def grow(self): return import_seeds(lambda: None)", "grow import seeds"},
		{"go", "func grow() { defer return self }", "grow self"},
		{"java", "public static void grow() { return newSeed; }", "grow new seed"},
		{"typescriptreact", "export const grow = async () => { await sow }", "grow sow"},
		{"objective-c", "typedef struct grow; void sow(nil)", "grow sow"},
		{"nim", "if water: return grow", "water grow"},
		{"markdown", "import the seeds, return the void", "import seeds return void"},
	} {
		d := &document.Document{Path: "garden", Language: test.language, Text: test.text}
		reader := rules.borrow() // the one that has read the texts above
		var forms []string
		for _, term := range rules.read(d, reader).terms {
			forms = append(forms, reader.forms[term.form].text)
		}
		rules.giveBack(reader)
		if got := strings.Join(forms, " "); got != test.want {
			t.Errorf("%s %q: %q, want %q", test.language, test.text, got, test.want)
		}
	}
}

// The notes of a file are the same whichever files were read before it: nothing that was
// counted in one is left for the next.
func TestNotesOfOneFileAlone(t *testing.T) {
	first := &document.Document{Path: "dig.go", Language: "go", Text: "func dig() { spade spade spade; deepen(hole) }"}
	then := &document.Document{Path: "sow.go", Language: "go", Text: "func sow() { seed; water(hole) }"}
	both := plainRules()
	both.Annotate(first)
	if diff := cmp.Diff(plainRules().Annotate(then), both.Annotate(then)); diff != "" {
		t.Errorf("behind another file (-alone +behind):\n%s", diff)
	}
}

// Of a file with very much in it a model is asked about the pieces alone that the rules note,
// too: what it said of others would be paid for in vain.
func TestMostNodes(t *testing.T) {
	d := &document.Document{Path: "long.md", Language: "markdown"}
	for i := range mostNodes + 10 {
		start := len(d.Text)
		d.Text += fmt.Sprintf("# Wheel%d\nThe wheel%d turns spindle%d.\n\n", i, i, i)
		d.Blocks = append(d.Blocks, document.Block{
			Kind: document.Section, Level: 1, Title: fmt.Sprintf("Wheel%d", i), Span: text.Span{Start: start, End: len(d.Text)},
		})
	}
	var noted, asked []text.Span
	for _, n := range plainRules().Annotate(d) {
		noted = append(noted, n.Span)
	}
	for _, c := range outlineOf(d).chunks {
		asked = append(asked, c.Span)
	}
	if diff := cmp.Diff(noted, asked); diff != "" || len(noted) != mostNodes {
		t.Errorf("%d pieces are noted, want %d, and these are asked about (-noted +asked):\n%s", len(noted), mostNodes, diff)
	}
}

// A reader that knows very many words is not kept.
func TestReaderForgets(t *testing.T) {
	rules := plainRules()
	reader := rules.borrow()
	reader.known = mostKnown
	rules.giveBack(reader)
	if rules.borrow() == reader {
		t.Error("it is kept")
	}
}

// plainRules know ten documents, in which each word stands once, and weigh all pieces the
// same.
func plainRules() *Rules {
	return NewRules(Workspace{
		Documents: 10, Holding: func(string) int { return 1 },
		Lexicon: static.BuiltIn(), Weight: func(int) float64 { return 1 }, Nouns: thesaurus.Lookup,
	})
}

// A question becomes a query for each table.
func TestAsk(t *testing.T) {
	for _, test := range []struct {
		question string
		want     [notes.Kinds]string
	}{
		{"Where is the garden watered?", [notes.Kinds]string{
			"Where is the garden watered?", "garden watered", "garden watered", "garden watered gardening gardens watering", "garden watered",
		}},
		{"Who calls readAll and open_file(x)?", [notes.Kinds]string{
			"Who calls readAll and open_file(x)?", "calls read open file", "calls read open file",
			"calls read open file phone call telephone call call calling reading reads opened opening files", "readAll open_file",
		}},
		{"?", [notes.Kinds]string{notes.Summaries: "?"}},
	} {
		q := plainRules().Ask(question.Of(test.question))
		var got [notes.Kinds]string
		for k, ask := range q.Of {
			got[k] = ask.Text
			if has := strings.ContainsFunc(ask.Text, unicode.IsLetter); has != (ask.Vector != nil) {
				t.Errorf("%q: a vector for %v: %v", test.question, notes.Kind(k), !has)
			}
		}
		if diff := cmp.Diff(test.want, got); diff != "" {
			t.Errorf("%q (-want +got):\n%s", test.question, diff)
		}
	}
}

// What means the same has nearly the same vector, whatever its case and its marks; the
// rest is far from it. The weights of the pieces count.
func TestVector(t *testing.T) {
	r := plainRules()
	product := func(a, b string) (sum float32) {
		x, y := r.Vector(notes.Note{Text: a}), r.Vector(notes.Note{Text: b})
		for i := range x {
			sum += x[i] * y[i]
		}
		return sum
	}
	if got := product("waterGarden", "water garden"); got < .99 {
		t.Errorf("an identifier and its words: %v", got)
	}
	if near, far := product("car", "vehicle"), product("car", "poem"); near < far+.2 {
		t.Errorf("a vehicle is as near to a car (%v) as a poem (%v)", near, far)
	}
	if v := r.Vector(notes.Note{Text: "???"}); v != nil {
		t.Errorf("a text that says nothing has the vector %v", v)
	}
}

// Whatever the text, the rules end, give spans inside of it, name each note once, and say
// the same again.
func FuzzAnnotate(f *testing.F) {
	for _, seed := range []string{"", "x", "// A.\npackage a\nfunc b() { c.d() }", "((((", "/*", "'''", "import (\n\"", "\xff(\xfe", "# Heading\n\ntext"} {
		f.Add(seed)
	}
	r := plainRules()
	f.Fuzz(func(t *testing.T, content string) {
		d := &document.Document{Path: "a/b.go", Language: "go", Text: content}
		d.Blocks = document.Paragraphs(content, document.Code)
		all := r.Annotate(d)
		for _, n := range all {
			if n.Span.Start < 0 || n.Span.End < n.Span.Start || len(content) < n.Span.End {
				t.Errorf("%q has the span %v", content, n.Span)
			}
			seen := map[notes.Note]bool{}
			for _, note := range n.Notes {
				if note.Text == "" || seen[note] {
					t.Errorf("%q: %v %q", content, note.Kind, note.Text)
				}
				seen[note] = true
			}
		}
		if diff := cmp.Diff(all, r.Annotate(d)); diff != "" {
			t.Errorf("once more (-first +second):\n%s", diff)
		}
	})
}
