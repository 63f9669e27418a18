package structured_test

import (
	"encoding/json"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"docuquest/core/document"
	"docuquest/core/document/documenttest"
	"docuquest/core/document/structured"
	"docuquest/core/language/text"
)

const testdata = "../../../testdata"

// read parses one of the documents that the whole product is tried on.
func read(tb testing.TB, name string) *document.Document {
	tb.Helper()
	content, err := os.ReadFile(filepath.Join(testdata, "structured", name))
	if err != nil {
		tb.Fatal(err)
	}
	return parse(tb, documenttest.File(name, string(content)))
}

// The documents have the shape of sections and nothing else: all that is in
// them is in a paragraph, a cell or a block of code below a title.
func TestWrittenDocuments(t *testing.T) {
	for name, want := range map[string]map[document.Kind]int{
		"guide.json":    {document.Section: 8, document.Paragraph: 7, document.Code: 3, document.Table: 2, document.Row: 7, document.Cell: 21},
		"handbook.json": {document.Section: 115, document.Paragraph: 115, document.Code: 10, document.Table: 11, document.Row: 60, document.Cell: 189},
	} {
		d := read(t, name)
		got := map[document.Kind]int{}
		count(d.Blocks, got)
		for kind, n := range want {
			if got[kind] != n {
				t.Errorf("%s has %d of the kind %v, want %d", name, got[kind], kind, n)
			}
		}
		if len(got) != len(want) || len(d.Problems) > 0 {
			t.Errorf("%s has blocks %v and problems %v", name, got, d.Problems)
		}
	}
}

func count(blocks []document.Block, into map[document.Kind]int) {
	for _, b := range blocks {
		into[b.Kind]++
		count(b.Children, into)
	}
}

// Each quote that a question wants stands once in its document, inside of one
// row or of one block without children.
func TestQuotesOfQuestions(t *testing.T) {
	for _, name := range []string{"guide", "handbook"} {
		d := read(t, name+".json")
		for _, q := range questions(t, name+".jsonl") {
			if q.Refuse != (len(q.Want) == 0) {
				t.Errorf("%q wants %d quotes and a refusal: %v", q.Question, len(q.Want), q.Refuse)
			}
			for _, want := range q.Want {
				at := strings.Index(d.Text, want.Quote)
				if at < 0 || strings.LastIndex(d.Text, want.Quote) != at || want.Path != d.Path {
					t.Errorf("%q: %s does not hold once %q", q.Question, d.Path, want.Quote)
				} else if !isHeld(d.Blocks, text.Span{Start: at, End: at + len(want.Quote)}) {
					t.Errorf("%q: no block holds %q", q.Question, want.Quote)
				}
			}
		}
	}
}

type question struct {
	Question string
	Want     []struct{ Path, Quote string }
	Refuse   bool
}

func questions(t *testing.T, name string) []question {
	t.Helper()
	f, err := os.Open(filepath.Join(testdata, "questions", name))
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	var all []question
	for decoder := json.NewDecoder(f); ; {
		var q question
		if err := decoder.Decode(&q); err == io.EOF {
			return all
		} else if err != nil {
			t.Fatal(err)
		}
		all = append(all, q)
	}
}

// isHeld reports whether a row or a block without children holds a span.
func isHeld(blocks []document.Block, span text.Span) bool {
	for _, b := range blocks {
		if span.Start < b.Span.Start || b.Span.End < span.End {
			continue
		}
		return b.Kind == document.Row || len(b.Children) == 0 || isHeld(b.Children, span)
	}
	return false
}

func BenchmarkParse(b *testing.B) {
	written := "[" + strings.Repeat(read(b, "handbook.json").Text+",", 30) + "]"
	for name, content := range map[string]string{
		"a.json":  written,
		"a.jsonl": strings.Repeat("{\"event\": \"stop\", \"at\": {\"host\": \"a1\", \"pid\": 7}}\n", 20_000),
		"a.yaml":  strings.Repeat("# comment\nserver:\n  host: example.org\n  ports:\n    - 80\n    - 443\n", 10_000),
		"a.toml":  strings.Repeat("# comment\n[server]\nhost = \"example.org\"\nports = [80, 443]\n", 10_000),
		"a.csv":   strings.Repeat("2024-05-01,\"Harbour, north\",17.25,open\n", 20_000),
	} {
		f := documenttest.File(name, content)
		parser := structured.Parsers()[f.Language]
		b.Run(f.Language, func(b *testing.B) {
			b.SetBytes(int64(len(content)))
			b.ReportAllocs()
			for b.Loop() {
				parser.Parse(f)
			}
		})
	}
}
