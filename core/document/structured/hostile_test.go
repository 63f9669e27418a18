package structured_test

import (
	"fmt"
	"strings"
	"testing"

	"docuquest/core/document"
	"docuquest/core/document/documenttest"
)

const size = documenttest.HostileSize

func fill(s string) string { return strings.Repeat(s, size/len(s)) }

// nested is a text in as many brackets as hostile input has.
func nested(opening, inner, closing string) string {
	const depth = 100_000
	return strings.Repeat(opening, depth) + inner + strings.Repeat(closing, depth)
}

// stairs is a file of keys that lie in one another, each on its own line.
func stairs(steps int) string {
	var s strings.Builder
	for i := range steps {
		s.WriteString(strings.Repeat(" ", i) + "a:\n")
	}
	return s.String()
}

// headers are tables of TOML that lie in one another.
func headers(steps int) string {
	var s strings.Builder
	for i := range steps {
		s.WriteString("[a" + strings.Repeat(".a", i) + "]\n")
	}
	return s.String()
}

// A text made to be slow must be read all the same. The times are linear: were
// one of them not, this test would run into the time limit of go test.
func TestHostile(t *testing.T) {
	for language, contents := range map[string]map[string]string{
		"json": {
			"lists": nested("[", "1", "]"), "objects": nested(`{"a":`, "1", "}"), "open": fill("["),
			"values": "[" + fill("1,") + "]", "twice": "{" + fill(`"a":1,`) + "}", "escapes": `"` + fill(`\n`) + `"`,
			"open escapes": `"` + fill(`\"`), "comments": fill("/**/") + "1", "comments inside": "[" + fill("1/**/,") + "]",
			"open comments": fill("/*"), "line comments": fill("//\n") + "1", "commas": "[" + fill(", ") + "]",
			"rows":            `{"title":"","table":{"headers":["a"],"rows":[` + fill(`["1","2"],`) + `]}}`,
			"cells":           `{"title":"","table":{"headers":["a"],"rows":[[` + fill(`"1",`) + `]]}}`,
			"sections":        `{"title":"","sections":[` + fill(`{"title":"a"},`) + `]}`,
			"bad rows":        `{"title":"","table":{"rows":[` + fill("1,") + `]}}`,
			"languages":       `{"title":"","content":""` + strings.Repeat(`,"language":""`, 240_000) + "}",
			"code":            `{"title":"","content":""` + strings.Repeat(`,"code_block":"a"`, 240_000) + "}",
			"values on lines": fill("1\n"), "objects on lines": fill("{\"a\":[]}\n"), "spaces": fill(" ") + "1",
			"raw below": "[" + fill(strings.Repeat("[", 65)+strings.Repeat("]", 65)+",") + "]",
		},
		"jsonl": {"values": fill("1\n"), "broken": fill("{\n"), "objects": fill("{\"a\":1}\n"), "one line": fill("1 ")},
		"yaml": {
			"flow": nested("[", "1", "]"), "flow objects": nested("{a: ", "1", "}"), "dashes": fill("- ") + "a",
			"items": fill("- a\n"), "keys": fill("a:\n"), "comments": "a:\n" + fill("  # b\n") + "b: 1\n",
			"comments behind": fill("a: 1 # b\n"), "stairs": stairs(size / 1000), "documents": fill("--- a bc def\n"),
			"empty documents": strings.Repeat("---\n", 200_000), "flow values": "[" + fill("1,") + "]",
			"block": "a: |\n" + fill("  # b\n") + "b: 1\n", "blank": "a: 1\n" + fill("\n") + "b: 1\n", "open": `a: "` + fill("b\n "),
			"objects in items": fill("- a: 1\n  b:\n    c: 1\n"), "dashes on lines": fill(strings.Repeat("- ", 200) + "\n"),
			"comments between": fill("# a\n\na:\n  b: 1\n"), "anchors": fill("- &a b\n"), "question marks": fill("? "),
			"laughs": "a: &a [x,x]\n" + laughs(30),
		},
		"toml": {
			"arrays": "a = " + nested("[", "1", "]"), "open": "a = " + fill("["), "tables": headers(size / 1000), "items": fill("[[a]]\n"),
			"inline": "a = " + nested("{a = ", "1", "}"), "keys": fill("a=1\n"), "dotted": "a" + fill(".a") + " = 1", "values": "a = [" + fill("1,") + "]",
			"comments": fill("# a\n") + "a = 1", "string": `a = """` + fill(`\"`), "hidden": "a = ['''x''''," + fill("["),
			"hidden by escapes": `a = ["\\",` + fill("["), "long header": "[a" + fill(".a") + "]\n" + "[a" + fill(".a") + "]\n",
		},
		"csv": {
			"cells": fill("1,2,3\n"), "one row": fill("1,"), "one column": fill("1\n"), "quotes": fill(`"`), "open quotes": fill(`"a,`),
			"three quotes": fill(`"""a,`), "four quotes": fill(`""""a,`), "doubled": `"` + fill(`""`) + `"`, "blank": fill("\n") + "a",
			"spaces": fill("a,    ,"), "carriage returns": fill("a,b\r"), "late quotes": fill("\"a\" \n"),
		},
	} {
		for name, content := range contents {
			t.Run(language+" "+name, func(t *testing.T) { parse(t, documenttest.File("a."+language, content)) })
		}
	}
}

// laughs are lists of aliases of lists of aliases.
func laughs(n int) string {
	var s strings.Builder
	for i := range n {
		before, next := 'a'+rune(i%25), 'b'+rune(i%25)
		fmt.Fprintf(&s, "%c: &%c [*%c,*%c,*%c]\n", next, next, before, before, before)
	}
	return s.String()
}

// A million cells become a table of the first rows, and paragraphs of whole
// rows of the rest. A problem says where.
func TestMillionCells(t *testing.T) {
	const rows = 100_000
	d := parse(t, documenttest.File("a.csv", strings.Repeat("1,2,3,4,5,6,7,8,9,10\n", rows)))
	if len(d.Problems) != 1 || len(d.Blocks) < 2 {
		t.Fatalf("problems %v and %d blocks, want one and several", d.Problems, len(d.Blocks))
	}
	table := d.Blocks[0]
	if n := len(table.Children); n != 25_000 {
		t.Errorf("%d rows in the table, want 25,000", n)
	}
	lines := len(table.Children)
	for _, b := range d.Blocks[1:] {
		says := d.Read(b.Span)
		lines += 1 + strings.Count(says, "\n")
		if b.Kind != document.Paragraph || !strings.HasPrefix(says, "1,2,") || !strings.HasSuffix(says, ",10") {
			t.Fatalf("%v is %q", b.Kind, says)
		}
	}
	if lines != rows {
		t.Errorf("%d rows, want %d", lines, rows)
	}
}

// Behind so many values a file of JSON is read as it is, at each level.
func TestManyValues(t *testing.T) {
	d := parse(t, documenttest.File("a.json", `{"a":[`+strings.Repeat("0,", 250_000)+`77], "b": {"c": 88}}`))
	says := strings.Join(paragraphs(d), "|")
	if len(d.Problems) != 2 || !strings.HasSuffix(says, "77\n"+`"b": {"c": 88}`) {
		t.Errorf("problems %v, text ends %q", d.Problems, says[max(0, len(says)-30):])
	}
}

// What lies too deep is read as it is, and the document says so once.
func TestTooDeep(t *testing.T) {
	for name, content := range map[string]string{
		"a.json": strings.Repeat(`{"a":`, 65) + "1" + strings.Repeat("}", 65),
		"a.yaml": stairs(65) + strings.Repeat(" ", 65) + "b: 1",
	} {
		if d := parse(t, documenttest.File(name, content)); len(d.Problems) != 1 {
			t.Errorf("%s: problems %v, want one", name, d.Problems)
		}
	}
}
