package structured_test

import (
	"encoding/json"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"docuquest/core/document"
	"docuquest/core/document/documenttest"
	"docuquest/core/document/structured"
	"docuquest/core/file"
)

// parse reads a file by the parser for its language and checks what holds for
// every document of the language.
func parse(tb testing.TB, f file.File) *document.Document {
	tb.Helper()
	parser, ok := structured.Parsers()[f.Language]
	if !ok {
		tb.Fatalf("no parser for %q", f.Language)
	}
	d := parser.Parse(f)
	documenttest.Check(tb, d)
	switch f.Language {
	case "yaml", "toml":
		documenttest.CheckCovered(tb, d)
	case "csv", "tsv":
		checkCells(tb, d)
	case "json":
		checkStrings(tb, d)
	}
	return d
}

// checkStrings fails tb where a string of a file of JSON is not read. The
// language of code is told by its block.
func checkStrings(tb testing.TB, d *document.Document) {
	tb.Helper()
	var value any
	if d.Reading == nil || json.Unmarshal([]byte(d.Text), &value) != nil || len(d.Problems) > 0 {
		return
	}
	for values := []any{value}; len(values) > 0; {
		last := values[len(values)-1]
		values = values[:len(values)-1]
		switch last := last.(type) {
		case string:
			if strings.TrimSpace(last) != "" && !strings.Contains(d.Reading.Text, last) {
				tb.Fatalf("%s: not read: %s", d.Path, documenttest.Excerpt(last))
			}
		case []any:
			values = append(values, last...)
		case map[string]any:
			for key, value := range last {
				if key != "language" {
					values = append(values, value)
				}
			}
		}
	}
}

// checkCells fails tb where the text outside of all cells and paragraphs is more
// than quotes, one delimiter and white space.
func checkCells(tb testing.TB, d *document.Document) {
	tb.Helper()
	var between strings.Builder
	at := 0
	skip := func(b document.Block) {
		between.WriteString(d.Text[at:b.Span.Start])
		at = b.Span.End
	}
	for _, block := range d.Blocks {
		if block.Kind != document.Table {
			skip(block)
		}
		for _, row := range block.Children {
			for _, cell := range row.Children {
				skip(cell)
			}
		}
	}
	between.WriteString(d.Text[at:])
	if rest := strings.Join(strings.Fields(between.String()), ""); strings.Trim(rest, `",`) != "" &&
		strings.Trim(rest, `";`) != "" && strings.Trim(rest, `"|`) != "" {
		tb.Fatalf("%s: between the cells stands %s", d.Path, documenttest.Excerpt(rest))
	}
}

// The outline of a document, and below it what it reads as if it has a reading.
func TestGolden(t *testing.T) {
	documenttest.Golden(t, "testdata/*.txt", func(t *testing.T, f file.File) string {
		d := parse(t, f)
		got := documenttest.Outline(d)
		if d.Reading != nil {
			got += fmt.Sprintf("\nreads as\n%s", d.Reading.Text)
		}
		return got
	})
}

// A file calls itself by a title, else by a name, at the top alone.
func TestTitles(t *testing.T) {
	for _, test := range []struct{ about, name, content, want string }{
		{"a name", "a.json", `{"name": "b"}`, "b"},
		{"a title goes before it", "a.json", `{"name": "b", "title": "c\u0064"}`, "cd"},
		{"no number", "a.json", `{"title": {"x": 1}}`, ""},
		{"not further down", "a.json", `{"a": {"title": "b"}}`, ""},
		{"not in a list", "a.json", `[{"title": "b"}, {"title": "c"}]`, ""},
		{"a section's", "a.json", `{"title": "b", "sections": []}`, "b"},
		{"below a comment too", "a.jsonc", "// x\n{\"title\": \"b\", \"content\": \"c\"}", "b"},
		{"YAML", "a.yaml", "x: 1\ntitle: 'it''s'\n", "it's"},
		{"YAML in several documents", "a.yaml", "title: a\n---\ntitle: b\n", ""},
		{"TOML", "a.toml", "name = \"\"\"\na\\u0062\"\"\"\n[x]\ntitle = 'c'\n", "ab"},
		{"a table has none", "a.csv", "title,b\n", ""},
	} {
		if got := parse(t, documenttest.File(test.name, test.content)).Title; got != test.want {
			t.Errorf("%s: title of %q = %q, want %q", test.about, test.content, got, test.want)
		}
	}
}

// What a string of JSON says, escape by escape.
func TestEscapes(t *testing.T) {
	for in, want := range map[string]string{
		`\"\\\/\b\f\n\r\t`:   "\"\\/\b\f\n\r\t",
		`a\u0041b`:           "aAb",
		`\u00e9\u20AC`:       "é€",
		`\ud83d\ude00`:       "😀",
		`\ud83dx`:            "\ufffdx",
		`\ud83d\u0041`:       "\ufffdA",
		`\ude00\ud83d`:       "\ufffd\ufffd",
		`\ud83d\ud83d\ude00`: "\ufffd😀",
		`no escape: é 😀 <&>`: "no escape: é 😀 <&>",
	} {
		d := parse(t, documenttest.File("a.json", `["`+in+`"]`))
		if diff := cmp.Diff([]string{want}, paragraphs(d)); diff != "" {
			t.Errorf("%s (-want +got)\n%s", in, diff)
		}
	}
}

// paragraphs are the top paragraphs of a document as they read.
func paragraphs(d *document.Document) []string {
	var says []string
	for _, b := range d.Blocks {
		if b.Kind == document.Paragraph {
			says = append(says, d.Read(b.Span))
		}
	}
	return says
}

// The delimiter of a table is found by its rows.
func TestDelimiters(t *testing.T) {
	for _, test := range []struct {
		about, name, content string
		header               []string
	}{
		{"a comma", "a.csv", "a,b\n1,2\n", []string{"a", "b"}},
		{"a semicolon, and commas in numbers", "a.csv", "a;b\n1,5;2\n3;4\n", []string{"a", "b"}},
		{"a tab", "a.csv", "a\tb c\n1\t2, 3\n", []string{"a", "b c"}},
		{"a bar", "a.csv", "a|b\n1|2\n", []string{"a", "b"}},
		{"one column has none", "a.csv", "a\nb\n", []string{"a"}},
		{"quotes hide it", "a.csv", "\"a;b\",c\n\"1;2\",3\n", []string{"a;b", "c"}},
		{"in a .tsv only a tab", "a.tsv", "a,b\tc\n1,2\t3\n", []string{"a,b", "c"}},
		{"CRLF", "a.csv", "a,b\r\n1,2\r\n", []string{"a", "b"}},
		{"a byte order mark", "a.csv", "\ufeff\"a\",b\n", []string{"a", "b"}},
	} {
		d := parse(t, documenttest.File(test.name, test.content))
		if diff := cmp.Diff(test.header, cells(d, 0)); diff != "" {
			t.Errorf("%s: %q (-want +got)\n%s", test.about, test.content, diff)
		}
	}
}

// cells are the cells of a row of the table that a document is.
func cells(d *document.Document, row int) []string {
	var says []string
	for _, cell := range d.Blocks[0].Children[row].Children {
		says = append(says, d.Read(cell.Span))
	}
	return says
}

// A byte order mark in an open buffer is no part of what is read.
func TestOpenBuffer(t *testing.T) {
	for name, content := range map[string]string{
		"a.json": `"x"`, "a.yaml": "x", "a.toml": "x = 1", "a.csv": "x", "a.jsonl": `"x"`,
	} {
		f := documenttest.File(name, "\ufeff"+content)
		f.Open = true
		d := structured.Parsers()[f.Language].Parse(f)
		documenttest.Check(t, d)
		if len(d.Problems) > 0 || len(d.Blocks) != 1 || !strings.HasPrefix(d.Read(d.Blocks[0].Span), "x") {
			t.Errorf("%s is read as\n%s", name, documenttest.Outline(d))
		}
	}
}

// One file tells so many problems one by one, and then how many there are more.
func TestManyProblems(t *testing.T) {
	d := parse(t, documenttest.File("a.json", "{"+strings.Repeat(`"a":1,`, 30)+"}"))
	if n := len(d.Problems); n != 21 || d.Problems[20].Message != "and 9 more problems" {
		t.Errorf("%d problems, the last %+v", n, d.Problems[n-1])
	}
}

// Real files keep every promise, whatever their authors wrote: those of the Go
// distribution that runs this test.
func TestRealFiles(t *testing.T) {
	count := 0
	err := filepath.WalkDir(documenttest.GoRoot(t), func(name string, entry fs.DirEntry, err error) error {
		if err != nil || !entry.Type().IsRegular() || structured.Parsers()[file.LanguageOf(name)] == nil {
			return err
		}
		content, err := os.ReadFile(name)
		if err != nil {
			return err
		}
		count++
		parse(t, documenttest.File(name, string(content)))
		return nil
	})
	if err != nil || count == 0 {
		t.Fatalf("%d files, error %v", count, err)
	}
}
