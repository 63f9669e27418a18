package structured_test

import (
	"path/filepath"
	"testing"

	"golang.org/x/tools/txtar"

	"docuquest/core/document"
	"docuquest/core/document/documenttest"
	"docuquest/core/document/structured"
)

// fuzz runs the parser for a language on any text. The seeds are the golden
// files of the language and more.
func fuzz(f *testing.F, name string, seeds ...string) {
	archives, err := filepath.Glob("testdata/*.txt")
	if err != nil {
		f.Fatal(err)
	}
	for _, archive := range archives {
		a, err := txtar.ParseFile(archive)
		if err != nil {
			f.Fatal(err)
		}
		if filepath.Ext(a.Files[0].Name) == filepath.Ext(name) {
			f.Add(string(a.Files[0].Data))
		}
	}
	for _, seed := range seeds {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, content string) { parse(t, documenttest.File(name, content)) })
}

func FuzzJSON(f *testing.F) {
	fuzz(f, "a.json", "// c\n{\"title\": \"a\\ud83d\", \"content\": [\"\\u0000\", /* x */], \"table\": {\"headers\": [1], \"rows\": [[null], 2]}}",
		`{"title":"","sections":[{"title":"b","code_block":{"code":"c","language":"d"}},3]}`, "[[],{}]/**/ 1 {\"\":{\"\":1}}")
}

func FuzzJSONLines(f *testing.F) { fuzz(f, "a.jsonl", "{\"a\":1}\r\n[\n\n// x\n1 2") }

func FuzzYAML(f *testing.F) {
	fuzz(f, "a.yaml", "- - a: &x 1\n    b: *x\n# c\n- ? d\n  : e\n", "%YAML 1.2\n---\na:\u2028b: c\n...\n", "--- !t\n- \n-\n\ta", "a:\r  - b\r  -\r#c\rd: |\r  # e\r")
}

func FuzzTOML(f *testing.F) {
	fuzz(f, "a.toml", "a.'b'.\"c\" = [[1], {x = '''y''''}]\r\n[[t]]\n[[t.u]]\n# c\n[t.u.v] # d\n", "[a]\n[a.b]\n[[a.b.c]]\n[a.b.d]\n")
}

func FuzzDelimited(f *testing.F) {
	fuzz(f, "a.csv", "a;b\r\n \"c\"\"d\" ;\"e\rf\";\n\n\"g\"h;\"i", "\t\t\n a|b|\"\"\"\"\n", "\"\",\"\"\n,\n")
}

// Whatever a file is, the places of its records lie in it.
func FuzzRecords(f *testing.F) {
	for _, seed := range []string{
		"---\na: [b, {c: 'd'}]\n# e\nf: |\n  g\n---\n", "+++\na = {b = [1, '''c''']}\n[[d.e]]\nf = true\n+++\n", "A: b\n  c\nD:\n\n", "=\n:a: b\n", "#+A: b",
		`{"a": {"b": [[1, null], {"c": "\u00e4"}]}}`, "- a: &x 1\n- a: *x\n---\nb: {c: [d,\n e]}\n",
	} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, content string) {
		for _, language := range []string{"markdown", "json", "yaml", "toml"} {
			all := structured.Records{}.Records(&document.Document{Language: language, Text: content})
			for _, r := range append(all.Items, all.Whole) {
				for _, field := range r.Fields {
					if s := field.Span; s.Start < 0 || s.End < s.Start || len(content) < s.End {
						t.Fatalf("%s: %q lies at %v of %d", language, field.Key, s, len(content))
					}
					for _, v := range field.Values {
						if s := v.Span; s.Start < 0 || s.End < s.Start || len(content) < s.End {
							t.Fatalf("%s: %q of %q lies at %v of %d", language, v.Text, field.Key, s, len(content))
						}
					}
				}
			}
		}
	})
}
