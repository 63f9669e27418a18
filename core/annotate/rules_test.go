package annotate

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"docuquest/core/document"
	"docuquest/core/embed/static"
	"docuquest/core/notes"
	"docuquest/core/thesaurus"
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
		{"rust", "use std::io::{self, Read};\npub use crate::a::B;\nextern crate serde;", "std::io crate::a::B serde"},
		{"shellscript", "source lib.sh", "lib.sh"},
		{"swift", "import Foundation", "Foundation"},
		{"typescript", "import type { A } from './a';", "./a"},
		{"zig", `const std = @import("std");`, "std"},
		{"go", "import \"fmt\"\nimport \"fmt\"", "fmt"},
		{"cobol", "import x", ""},
	} {
		if got := strings.Join(importsOf(test.program, test.language), " "); got != test.want {
			t.Errorf("%s %q: %q, want %q", test.language, test.program, got, test.want)
		}
	}
}

// What is called is told by how it is written; definitions and the words of languages are
// no calls.
func TestCalls(t *testing.T) {
	for _, test := range []struct{ program, want string }{
		{"os.Open(name)", "os.Open"},
		{"vec::new() this->close() self.read() a.b.c.d()", "vec.new close read c.d"},
		{"if (x) while(y) return(z)", ""},
		{"func Open(name) def close(self): fn read()", ""},
		{"undefined(x)", "undefined"},
		{"f(g(h))", ""},
		{"run(stop(now))", "run stop"},
		{"(x) 1(y) [0](z)", ""},
		{"größe(x) $make(y)", "größe $make"},
		{"a" + strings.Repeat("b", 100) + "(", strings.Repeat("b", longestName)},
	} {
		var names []string
		for _, c := range callsIn(test.program) {
			names = append(names, c.name)
		}
		if got := strings.Join(names, " "); got != test.want {
			t.Errorf("%q: %q, want %q", test.program, got, test.want)
		}
	}
}

// The head comment of a program is the first that tells of it.
func TestHeadComment(t *testing.T) {
	for _, test := range []struct{ program, want string }{
		{"// Package a sorts.\npackage a", "Package a sorts."},
		{"// Copyright 2020\n\n//go:build linux\n\n// Package a sorts.\n// It is fast.\npackage a", "Package a sorts.\nIt is fast."},
		{"/*\n * Copyright\n */\n/**\n * Sorts.\n */\nint x;", "Sorts."},
		{"/* Sorts. */ int x;", "Sorts. */ int x;"},
		{"#!/bin/sh\n# Sorts lines.\nsort", "Sorts lines."},
		{"\"\"\"Sorts.\n\nFast.\"\"\"\nimport os", "Sorts.\n\nFast."},
		{"'''Sorts.'''\n", "Sorts."},
		{"package a\n\n// Sorts.\nclass A", "Sorts."},
		{"import a\n// Sorts.\n", ""},
		{"#include <a.h>\n// Sorts.\n", ""},
		{"<?php\n// Sorts.\n", "Sorts."},
		{"// Copyright, all of it.", ""},
		{"/* never closed", "never closed"},
		{"-- Sorts.\nlocal x", "Sorts."},
		{"", ""},
	} {
		if got := headComment(test.program); got != test.want {
			t.Errorf("%q: %q, want %q", test.program, got, test.want)
		}
	}
}

func TestUnmarked(t *testing.T) {
	for _, test := range []struct{ comment, want string }{
		{"// Opens.\n//\n// Twice.", "Opens.\n\nTwice."},
		{"/** Opens.\n * @param name the name\n * More. */", "Opens."},
		{"/// Opens.\n//! Really.", "Opens.\nReally."},
		{"\"\"\"Opens.\n\n    Args:\n        name: it\n    \"\"\"", "Opens."},
		{"// eslint-disable\n// Opens.", "Opens."},
		{"* a list\n** not one", "a list\n** not one"},
	} {
		if got := unmarked(test.comment); got != test.want {
			t.Errorf("%q: %q, want %q", test.comment, got, test.want)
		}
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
			"calls read open file phone call telephone call call calling reading reads clear outdoors opened opening data file single file files", "readAll open_file",
		}},
		{"?", [notes.Kinds]string{notes.Summaries: "?"}},
	} {
		q := plainRules().Ask(test.question)
		var got [notes.Kinds]string
		for k, ask := range q.Of {
			got[k] = ask.Text
			if says := len(wordsOf(ask.Text)) > 0; says != (ask.Vector != nil) {
				t.Errorf("%q: a vector for %v: %v", test.question, notes.Kind(k), !says)
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
