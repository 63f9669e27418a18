package document_test

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"docuquest/core/document"
	"docuquest/core/document/documenttest"
	"docuquest/core/file"
	"docuquest/core/language/text"
)

// Each kind has a name of its own; a value that is no kind is unknown.
func TestKindNames(t *testing.T) {
	kinds := map[document.Kind]string{
		0: "unknown", document.Paragraph: "paragraph", document.Section: "section", document.Heading: "heading",
		document.List: "list", document.Item: "item", document.Quote: "quote", document.Code: "code",
		document.Table: "table", document.Row: "row", document.Cell: "cell", document.HTML: "html",
		document.FrontMatter: "front matter", document.Break: "break", document.Page: "page",
		document.Definition: "definition", document.Definition + 1: "unknown", 255: "unknown",
	}
	for kind, want := range kinds {
		if got := kind.String(); got != want {
			t.Errorf("Kind(%d).String() = %q, want %q", kind, got, want)
		}
	}
}

// The byte order mark belongs to the file and not to its text.
func TestNewDecodes(t *testing.T) {
	f := documenttest.File("notes/a.txt", "\ufeffGrüße")
	d := document.New(f)
	want := &document.Document{Identity: f.Identity, Path: "notes/a.txt", Language: "plaintext", Text: "Grüße"}
	if diff := cmp.Diff(want, d); diff != "" {
		t.Error(diff)
	}
}

// A file that is no text leaves an empty document that says why.
func TestNewUndecodable(t *testing.T) {
	d := document.New(documenttest.File("a.txt", "\x00\x01\x02\xff\xfe\x00\x80\x81"))
	if d.Text != "" || len(d.Problems) != 1 {
		t.Errorf("text %q, problems %v, want no text and one problem", d.Text, d.Problems)
	}
	documenttest.Check(t, d)
}

// A language goes to its parser, all others to the fallback.
func TestParsersChoose(t *testing.T) {
	parsers := document.Parsers{
		ByLanguage: map[string]document.Parser{"markdown": titled("markdown parser")},
		Fallback:   titled("fallback"),
	}
	for name, want := range map[string]string{"a.md": "markdown parser", "a.txt": "fallback", "a": "fallback"} {
		if got := parsers.Parse(documenttest.File(name, "")).Title; got != want {
			t.Errorf("%s went to the %s, want the %s", name, got, want)
		}
	}
}

// titled is a parser that says which one it is.
type titled string

func (p titled) Parse(file.File) *document.Document {
	return &document.Document{Title: string(p)}
}

func TestParagraphs(t *testing.T) {
	for _, test := range []struct {
		about, text string
		want        []text.Span
	}{
		{"nothing holds no paragraph", "", nil},
		{"nor does white space", " \n\t\r\n\n", nil},
		{"lines stay together", "a\nb\n", []text.Span{{Start: 0, End: 3}}},
		{"a blank line separates", "a\n\nb", []text.Span{{Start: 0, End: 1}, {Start: 3, End: 4}}},
		{"so does one of white space", "a\n \t\u00a0\nb", []text.Span{{Start: 0, End: 1}, {Start: 7, End: 8}}},
		{"in files of Windows too", "a\r\n\r\nb\r\n", []text.Span{{Start: 0, End: 1}, {Start: 5, End: 6}}},
		{"and in those of old Macintoshes", "a\rb\r\rc", []text.Span{{Start: 0, End: 3}, {Start: 5, End: 6}}},
		{"no indentation", "\n   a\n   b  ", []text.Span{{Start: 4, End: 10}}},
		{"characters stay whole", "é\n\nü", []text.Span{{Start: 0, End: 2}, {Start: 4, End: 6}}},
	} {
		var got []text.Span
		for _, b := range document.Paragraphs(test.text, document.Paragraph) {
			got = append(got, b.Span)
		}
		if diff := cmp.Diff(test.want, got); diff != "" {
			t.Errorf("%s: %q (-want +got)\n%s", test.about, test.text, diff)
		}
	}
}

// Code keeps the indentation of its first line.
func TestParagraphsOfCode(t *testing.T) {
	want := []document.Block{
		{Kind: document.Code, Span: text.Span{Start: 1, End: 4}},
		{Kind: document.Code, Span: text.Span{Start: 6, End: 8}},
	}
	if diff := cmp.Diff(want, document.Paragraphs("\n\tx:\n\n\ty\n", document.Code)); diff != "" {
		t.Error(diff)
	}
}
