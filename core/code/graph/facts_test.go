package graph_test

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"docuquest/core/code/graph"
	"docuquest/core/document"
	"docuquest/core/document/code"
	"docuquest/core/file"
)

// Each case is a program and what it imports: the path, the name under which that is known,
// and which part of it.
var importCases = []struct{ language, program, want string }{
	{"go", "package a\n\nimport \"a/b\"\nimport (\n\tc \"x.org/d-e/v2\"\n\t_ \"f\"\n\t. \"g\" // import \"no\"\n\t\"gopkg.in/yaml.v3\"\n)\n\nvar s = `import \"no\"`\nfunc f() {}\n", "a/b b; x.org/d-e/v2 c; f _; g ; gopkg.in/yaml.v3 yaml"},
	{"python", "\"\"\"import no\"\"\"\nimport a.b, c as d\nfrom . import e\nfrom ..f.g import (h,\n    i as j,\n)\nfrom k import *\ndef l():\n    from m import n  # import no\n", "a/b b; c d; ./ e of e; ../f/g h of h; ../f/g j of i; k ; m n of n"},
	{"typescript", "import a, { b as c, type D } from './e';\nimport * as f from \"g\"\nimport type { H } from 'h';\nimport 'i';\nexport * from './j';\nexport { k as l } from './k';\nexport const m = 1;\nconst n = `import 'no'`;\n", "./e a of default; ./e c of b; ./e type of type; ./e D of D; g f; h H of H; i ; ./j ; ./k l of k"},
	{"javascript", "const a = require('./a');\nconst { b, c: d } = require('e')\nlet f = g('h');\n", "./a a; e b of b; e d of c"},
	{"java", "package a;\nimport b.c.D;\nimport static b.E.f;\nimport g.h.*;\n// import no.No;\n", "b/c/D D of D; b/E/f f of f; g/h "},
	{"kotlin", "import a.b.C as D\nimport e.f.*\n", "a/b/C D of C; e/f "},
	{"rust", "mod m;\npub mod n; // mod no;\nmod o {\n\tuse p::q;\n}\n", "./m m; ./n n; p/q q of q"},
	{"rust", "use crate::a::{b, c::D as E, f::*, self};\npub(crate) use g::h;\nuse super::i;\n", "a/b b of b; a/c/D E of D; a/f ; a a; g/h h of h; i i of i"},
	{"c", "#include <a/b.h>\n  # include \"c.h\"\n#define include\n", "a/b.h ; c.h "},
	{"csharp", "using System;\nusing A.B;\nusing var x = f();\nusing (var y = g()) {}\n", "System ; A/B "},
	{"php", "<?php\nuse A\\B\\C;\nuse A\\D as E;\n", "A/B/C C of C; A/D E of D"},
	{"ruby", "require_relative 'a/b'\nrequire 'c'\n", "./a/b ; c "},
	{"lua", "local a = require('b.c')\nlocal d = 1\n", "b/c a"},
	{"dart", "import 'package:a/b.dart';\n", "package:a/b.dart "},
	{"haskell", "import qualified Data.List as L -- of \"lists\"\n", "Data.List "},
}

func TestImports(t *testing.T) {
	for _, c := range importCases {
		var got []string
		for _, i := range read(c.language, c.program).Imports {
			said := i.Path + " " + i.Name
			if i.Of != "" {
				said += " of " + i.Of
			}
			got = append(got, said)
		}
		if d := cmp.Diff(c.want, strings.Join(got, "; ")); d != "" {
			t.Errorf("%s imports (-want +got):\n%s", c.language, d)
		}
	}
}

// What a file says of itself at its beginning.
var openingCases = []struct{ language, program, want string }{
	{"go", "// Copyright 2020 Somebody.\n// Licensed.\n\n//go:build unix\n\n// Package a does b.  It also\n// does c.\npackage a\n", "Package a does b."},
	{"go", "package a\n\n// F is no beginning.\nfunc F() {}\n", ""},
	{"python", "#!/usr/bin/env python\n# -*- coding: utf-8 -*-\n\"\"\"Draws wells.\n\nAnd more.\n\"\"\"\n", "Draws wells."},
	{"python", "# SPDX-License-Identifier: MIT\nx = 1\n", ""},
	{"typescript", "/**\n * Shapes of all kinds,\n * in the plane\n *\n * @module shapes\n */\nimport 'a';\n", "Shapes of all kinds, in the plane"},
	{"rust", "//! A crate. Of course.\n", "A crate."},
	{"lua", "--[[ Tables for all. ]]\n", "Tables for all."},
	{"go", "// " + strings.Repeat("ä", 300) + "\npackage a\n", strings.Repeat("ä", 100) + "…"},
	{"c", "", ""},
}

func TestOpening(t *testing.T) {
	for _, c := range openingCases {
		if d := cmp.Diff(c.want, read(c.language, c.program).Opening); d != "" {
			t.Errorf("%s %.40q opens (-want +got):\n%s", c.language, c.program, d)
		}
	}
}

func read(language, program string) *graph.Facts { return graph.Read(parse(language, program)) }

var parser = code.New(code.Options{})

func parse(language, program string) *document.Document {
	return parser.Parse(file.File{Path: "a", Language: language, Content: program})
}

// Whatever a file holds, its facts fit together, and its sites stand in it.
func FuzzRead(f *testing.F) {
	for _, c := range importCases {
		f.Add(c.language, c.program)
	}
	f.Add("go", "package a\n\ntype T struct{ x *b.C }\n\nfunc (t *T) F(n int) { t.x.G(); H[int](1); new(T).F(2); var y = &T{}; y.F(`}`)}")
	f.Add("python", "class A(B):\n    def f(self):\n        self.g('''(''')\n        h(i(1))(2)")
	f.Add("typescript", "class A { b = `x${c(`${d()}`)}`; e(): F { return this.g?.h!.i<J>(k) } }")
	f.Add("rust", "impl<'a> A for B<'a> { fn c(&'a self) -> char { '\\''; d!(e) } }")
	f.Add("lua", "--[[ a ]] local b = [[c(]] d:e(f)")
	f.Add("haskell", "{- a\n")
	f.Fuzz(func(t *testing.T, language, program string) {
		d := parse(language, program)
		facts := graph.Read(d)
		checkFacts(t, d, facts)
		for _, s := range graph.Sites(d) {
			if said := s.Span.Of(d.Text); said != s.Name.Value() {
				t.Errorf("the site of %q says %q", s.Name.Value(), said)
			}
		}
		g := newGraph(t, []graph.File{{URI: "file:///a", Path: "a", Facts: facts}})
		for id := range graph.ID(g.Len()) {
			for _, e := range g.Callees(id) {
				if int(e.ID) >= g.Len() || e.Among < 1 {
					t.Errorf("an edge of %d is %+v", id, e)
				}
			}
		}
	})
}

// checkFacts says what does not fit together.
func checkFacts(t *testing.T, d *document.Document, facts *graph.Facts) {
	t.Helper()
	if len(facts.Definitions) == 0 || facts.Definitions[0].Kind != graph.FileKind || int(facts.Definitions[0].End) != len(d.Text) {
		t.Fatalf("the file is %+v", facts.Definitions)
	}
	for i, one := range facts.Definitions {
		holder := facts.Definitions[one.Inside]
		if int(one.Inside) > i || one.Start < holder.Start || holder.End < one.End || one.End < one.Start {
			t.Errorf("definition %d is %+v in %+v", i, one, holder)
		}
		if span := graph.NameSpan(d.Text, one); !span.Empty() && span.Of(d.Text) != one.Name.Value() {
			t.Errorf("the name of %+v stands at %v", one, span)
		}
	}
	for _, r := range facts.References {
		if int(r.In) >= len(facts.Definitions) {
			t.Errorf("a reference stands in definition %d of %d", r.In, len(facts.Definitions))
		}
	}
}
