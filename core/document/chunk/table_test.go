package chunk_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"docuquest/core/document"
	"docuquest/core/document/chunk"
	"docuquest/core/document/documenttest"
)

// The same document has the same chunks, byte for byte, whether it comes as JSON
// or as Markdown.
func TestTitledChunks(t *testing.T) {
	want := []string{
		"Title: System Guide,Network\n\nUse the panel.",
		"# Code Block for: System Guide,Network,IPv4\n\nconfig.set_ip('192.168.1.1')",
		"Title: System Guide,Security\n\nIt must be on.",
		"# Table for: System Guide,Security\n" + `[{"Setting": "Firewall", "Default": "Off", "Recommended": "On"}]`,
		"# Table for: System Guide,Security\n" + `[{"Setting": "Encryption", "Default": "AES-128", "Recommended": "AES-256"}]`,
	}
	asJSON := `⟦section System Guide|«{"title": "»System Guide«", "sections": [{»
⟦section Network|«"title": "»Network«", "content": "»¶⟦paragraph|Use the panel.⟧«", "subsections": [»
⟦section IPv4|«{"title": "»IPv4«", "code_block": "»¶⟦code|config.set_ip('192.168.1.1')⟧⟧⟧
⟦section Security|«"title": "»Security«", "content": "»¶⟦paragraph|It must be on.⟧«", "table": {"headers": »
⟦table|⟦row|«["»⟦cell|Setting⟧«", "»¶⟦cell|Default⟧«", "»¶⟦cell|Recommended⟧«"]»⟧«, "rows": [»
⟦row|«["»⟦cell|Firewall⟧«", "»¶⟦cell|Off⟧«", "»¶⟦cell|On⟧«"]»⟧
⟦row|«["»⟦cell|Encryption⟧«", "»¶⟦cell|AES-128⟧«", "»¶⟦cell|AES-256⟧«"]»⟧⟧⟧⟧`
	asMarkdown := `# System Guide

## Network

Use the panel.

### IPv4

` + "```py\nconfig.set_ip('192.168.1.1')\n```" + `

## Security

It must be on.

| Setting | Default | Recommended |
|---|---|---|
| Firewall | Off | On |
| Encryption | AES-128 | AES-256 |
`
	for name, d := range map[string]*document.Document{
		"JSON":     parseMarked(t, documenttest.File("a.json", asJSON)),
		"Markdown": parsers.Parse(documenttest.File("a.md", asMarkdown)),
	} {
		chunks := chunk.Split(d, chunk.Options{})
		checkSplit(t, d, chunks, chunk.Options{})
		var got []string
		for _, c := range chunks {
			if c.Content() != "# System Guide" { // a heading of Markdown that no text follows
				got = append(got, c.WithTitles())
			}
		}
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("%s (-want +got)\n%s", name, diff)
		}
	}
}

// As many rows as asked for share a list, or as many as have room.
func TestRowsPerChunk(t *testing.T) {
	table := "| n |\n|---|\n| 1 |\n| 2 |\n| " + strings.Repeat("3", 40) + " |\n| 4 |\n| 5 |\n"
	long := `{"n": "` + strings.Repeat("3", 40) + `"}`
	for _, test := range []struct {
		rows int
		want []string
	}{
		{0, []string{`[{"n": "1"}]`, `[{"n": "2"}]`, "[" + long + "]", `[{"n": "4"}]`, `[{"n": "5"}]`}},
		{2, []string{`[{"n": "1"}, {"n": "2"}]`, "[" + long + `, {"n": "4"}]`, `[{"n": "5"}]`}},
		{9, []string{`[{"n": "1"}, {"n": "2"}, ` + long + `, {"n": "4"}, {"n": "5"}]`}},
		{chunk.FitRows, []string{`[{"n": "1"}, {"n": "2"}]`, "[" + long + "]", `[{"n": "4"}, {"n": "5"}]`}},
	} {
		var got []string
		for _, c := range split(t, documenttest.File("a.md", table), chunk.Options{Size: 24, RowsPerChunk: test.rows}) {
			got = append(got, c.Text)
		}
		if diff := cmp.Diff(test.want, got); diff != "" {
			t.Errorf("%d rows (-want +got)\n%s", test.rows, diff)
		}
	}
}

// Columns have one name each, in the order of the header.
func TestColumns(t *testing.T) {
	for header, want := range map[string]string{
		"a|a|a":         `"a" "a (2)" "a (3)"`,
		"a|a (2)|a":     `"a" "a (2)" "a (3)"`,
		"a|a|a (2)":     `"a" "a (2)" "a (2) (2)"`,
		"|Column 1|":    `"Column 1" "Column 1 (2)" "Column 3"`,
		`é|"|\`:         `"é" "\"" "\\"`,
		"a\u2028|<&>|/": "\"a\u2028\" \"<&>\" \"/\"",
	} {
		d := delimited([]string{strings.ReplaceAll(header, "|", ","), "x,x,x"})
		documenttest.Check(t, d)
		keys := strings.NewReplacer(`[{`, ``, `: "x", `, ` `, `: "x"}]`, ``)
		if got := keys.Replace(chunk.Split(d, chunk.Options{})[0].Text); got != want {
			t.Errorf("%q gives %s, want %s", header, got, want)
		}
	}
}

// A list or an object in a cell is written as all of the row is, and a number as
// it stands.
func TestNestedCells(t *testing.T) {
	d := parseMarked(t, documenttest.File("a.json", "⟦table|⟦row|⟦cell|k⟧ ⟦cell|n⟧⟧\n⟦row|"+
		"⟦cell|[1,\n2,{\"a\":\"\\u00e9:,\\\"\"}]⟧ ⟦cell|1.50⟧⟧⟧"))
	want := `[{"k": [1, 2, {"a": "é:,\""}], "n": 1.50}]`
	if got := chunk.Split(d, chunk.Options{})[0].Text; got != want {
		t.Errorf("got %s, want %s", got, want)
	}
}

// Control characters are escaped as JSON demands, and each escape comes from its
// character.
func TestEscapes(t *testing.T) {
	d := parseMarked(t, documenttest.File("a.csv", "⟦table|⟦row|⟦cell|k⟧⟧\n⟦row|⟦cell|a\x00\b\f\n\r\t\x1f\x7fé\"\\⟧⟧⟧"))
	chunks := chunk.Split(d, chunk.Options{})
	checkSplit(t, d, chunks, chunk.Options{})
	if got, want := chunks[0].Text, "[{\"k\": \"a\\u0000\\b\\f\\n\\r\\t\\u001f\x7fé\\\"\\\\\"}]"; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
}

// A header that would fill the memory if each row repeated it is not repeated,
// and the rows stand as they are.
func TestLongHeader(t *testing.T) {
	header := "|" + strings.Repeat("h", documenttest.HostileSize/4) + "|\n|-|\n"
	content := header + strings.Repeat("|é|\n", 20_000)
	d := parsers.Parse(documenttest.File("a.md", content))
	chunks := chunk.Split(d, chunk.Options{})
	checkSplit(t, d, chunks, chunk.Options{})
	if last := chunks[len(chunks)-1]; last.Text != "|é|" {
		t.Errorf("the last row is %q", documenttest.Excerpt(last.Text))
	}
}

// A quote from a row, as a model writes it, leads to the row in the file.
func TestQuoteOfRow(t *testing.T) {
	const content = "| Setting | Default |\n|---|---|\n| Cipher | AES-\"128\" |\n"
	c := split(t, documenttest.File("a.md", content), chunk.Options{})[0]
	for quote, want := range map[string]string{
		`{"Setting": "Cipher", "Default": "AES-\"128\""}`: `Cipher | AES-"128"`,
		`"Default": "AES-`: `AES-`,
		`Cipher`:           `Cipher`,
		`Setting`:          `Setting`,
	} {
		at := strings.Index(c.Text, quote)
		source, ok := c.Source(span(at, at+len(quote)))
		if got := source.Of(content); at < 0 || !ok || got != want {
			t.Errorf("%s in %s comes from %q, %v, want %q", quote, c.Text, got, ok, want)
		}
	}
}

// Tables of many cells are cut in a time that grows with their length.
func TestHostileTables(t *testing.T) {
	many := documenttest.HostileSize / 32
	for about, table := range map[string][]string{
		"many rows":      append([]string{"h"}, slicesOf("x", many)...),
		"a wide header":  {strings.Repeat("h,", many), "x", "y"},
		"a wide row":     append([]string{"h", strings.Repeat("x,", many)}, slicesOf("y", many)...),
		"the same names": {strings.Repeat("a,", many), strings.Repeat("x,", many)},
	} {
		t.Run(about, func(t *testing.T) {
			d := delimited(table)
			checkSplit(t, d, chunk.Split(d, chunk.Options{}), chunk.Options{})
			checkSplit(t, d, chunk.Split(d, chunk.Options{RowsPerChunk: chunk.FitRows}), chunk.Options{RowsPerChunk: chunk.FitRows})
		})
	}
}

func slicesOf(s string, n int) []string {
	return strings.Split(strings.TrimSuffix(strings.Repeat(s+"\n", n), "\n"), "\n")
}

// delimited is a table of lines whose cells have a comma between them.
func delimited(lines []string) *document.Document {
	var m maker
	m.begin(document.Table, "")
	for i, line := range lines {
		if i > 0 {
			m.write("\n")
		}
		m.begin(document.Row, "")
		for j, cell := range strings.Split(line, ",") {
			if j > 0 {
				m.write(",")
			}
			m.begin(document.Cell, "")
			m.write(cell)
			m.end()
		}
		m.end()
	}
	m.end()
	return m.document("", documenttest.File("a.csv", fmt.Sprint(len(lines))))
}
