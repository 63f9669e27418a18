package pdf_test

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"docuquest/core/document"
	"docuquest/core/document/documenttest"
	"docuquest/core/document/pdf"
	"docuquest/core/file"
)

// reader is one Reader for all tests, for its start takes seconds. The folder of
// the compiled sandbox stays, so that only the first run of all waits long. No test
// but those of the time limit depends on the speed of the machine.
var reader = pdf.New(options())

func options() pdf.Options {
	return pdf.Options{Cache: filepath.Join(os.TempDir(), "docuquest-pdf-test"), Timeout: 5 * time.Minute}
}

func TestMain(m *testing.M) {
	code := m.Run()
	if err := reader.Close(); err != nil {
		fmt.Fprintln(os.Stderr, err)
		code = 1
	}
	os.Exit(code)
}

// parse reads a PDF and checks what holds for every document and for those of
// this parser.
func parse(tb testing.TB, r *pdf.Reader, content string) *document.Document {
	tb.Helper()
	d := r.Parse(documenttest.File("a.pdf", content))
	documenttest.Check(tb, d)
	checkFullText(tb, d)
	return d
}

// checkFullText checks that the text is that of all blocks, each followed by a
// space, that pages hold boxed paragraphs alone, and that a paragraph is lines.
func checkFullText(tb testing.TB, d *document.Document) {
	tb.Helper()
	var want strings.Builder
	for _, page := range d.Blocks {
		if page.Kind != document.Page || len(page.Children) == 0 {
			tb.Fatalf("a %v with %d blocks is no page", page.Kind, len(page.Children))
		}
		for _, block := range page.Children {
			said := block.Span.Of(d.Text)
			if block.Kind != document.Paragraph || block.Box == nil || block.Box.Page != page.Box.Page || !strings.HasSuffix(said, "\n") {
				tb.Fatalf("page %d: %v %q with box %v", page.Box.Page, block.Kind, said, block.Box)
			}
			want.WriteString(said + " ")
		}
	}
	if diff := cmp.Diff(want.String(), d.Text); diff != "" {
		tb.Fatalf("the text is not that of the blocks (-blocks +text)\n%s", diff)
	}
}

func TestGolden(t *testing.T) {
	documenttest.Golden(t, "testdata/*.txt", func(t *testing.T, f file.File) string {
		return outline(parse(t, reader, pages(f.Content)))
	})
}

func TestLayoutGolden(t *testing.T) {
	documenttest.Golden(t, "testdata/layout/*.txt", func(t *testing.T, f file.File) string {
		layout, err := reader.Layout(context.Background(), pages(f.Content), 1)
		if err != nil {
			t.Fatal(err)
		}
		return layout
	})
}

// outline shows problems, and the text and the corners of each block.
func outline(d *document.Document) string {
	var out strings.Builder
	for _, p := range d.Problems {
		fmt.Fprintf(&out, "problem: %s\n", p.Message)
	}
	for _, page := range d.Blocks {
		fmt.Fprintf(&out, "page %d %s\n", page.Box.Page, corners(page.Box))
		for _, block := range page.Children {
			fmt.Fprintf(&out, "  %s\n", corners(block.Box))
			for line := range strings.Lines(block.Span.Of(d.Text)) {
				fmt.Fprintf(&out, "    %s", line)
			}
		}
	}
	return out.String()
}

func corners(box *document.Box) string {
	first, opposite := box.Vertices[0], box.Vertices[2]
	return fmt.Sprintf("%.2f,%.2f to %.2f,%.2f", first[0], first[1], opposite[0], opposite[1])
}

// hello is a page with little on it.
var hello = leaf{drawing: "BT /F1 20 Tf 100 600 Td (Hello) Tj ET"}

func TestTitle(t *testing.T) {
	for said, want := range map[string]string{
		"(Annual Report)":                    "Annual Report",
		"(  Two\\n lines )":                  "Two lines",
		"<FEFF00C400720067006500720000>":     "Ärger",
		"(Microsoft Word - report.doc)":      "",
		"(final_v2.indd)":                    "",
		"(Untitled 3)":                       "",
		"(2024-01-01)":                       "",
		"()":                                 "",
		"(" + strings.Repeat("x", 201) + ")": "",
	} {
		if got := parse(t, reader, writeTitled(said, hello)).Title; got != want {
			t.Errorf("title %s: got %q, want %q", said, got, want)
		}
	}
}

// A document is what its file is, not what stands in the text of an editor.
func TestIdentity(t *testing.T) {
	f := documenttest.File("dir/a.pdf", write(hello))
	d := reader.Parse(f)
	got := document.Document{Identity: d.Identity, Path: d.Path, Language: d.Language, Extracted: d.Extracted, Text: d.Text}
	want := document.Document{Identity: f.Identity, Path: "dir/a.pdf", Language: "pdf", Extracted: true, Text: "Hello\n "}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("(-want +got)\n%s", diff)
	}
}
