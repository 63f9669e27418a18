package agent

import (
	"context"
	"fmt"
	"strings"
	"testing"
	"unicode/utf8"

	"docuquest/core/answer/ground"
	"docuquest/core/answer/replies"

	"github.com/google/go-cmp/cmp"

	"docuquest/core/document"
	"docuquest/core/document/plain"
	"docuquest/core/file"
	"docuquest/core/file/disk"
	"docuquest/core/language/text"
	"docuquest/core/services/llm"
	"docuquest/core/services/llm/llmtest"
	"docuquest/prompts"
)

// pager reads files of pages between form feeds, each line a block.
type pager struct{}

func (pager) Parse(f file.File) *document.Document {
	d := &document.Document{Identity: f.Identity, Path: f.Path, Language: f.Language, Extracted: true}
	for i, page := range strings.Split(f.Content, "\f") {
		box := &document.Box{Page: i + 1, Vertices: [4][2]float64{{0, 0}, {1, 0}, {1, 1}, {0, 1}}}
		b := document.Block{Kind: document.Page, Span: text.Span{Start: len(d.Text)}, Box: box}
		for k, line := range strings.Split(strings.TrimSpace(page), "\n") {
			top := float64(k) / 10
			span := text.Span{Start: len(d.Text), End: len(d.Text) + len(line) + 1}
			d.Text += line + "\n "
			b.Children = append(b.Children, document.Block{Kind: document.Paragraph, Span: span, Box: &document.Box{
				Page: i + 1, Vertices: [4][2]float64{{0.1, top}, {0.9, top}, {0.9, top + 0.1}, {0.1, top + 0.1}},
			}})
		}
		b.Span.End = len(d.Text)
		d.Blocks = append(d.Blocks, b)
	}
	return d
}

// Draw writes what it was asked for.
func (pager) Draw(_ context.Context, _ string, page int, marks []document.Mark, width int) ([]byte, error) {
	return fmt.Appendf(nil, "page %d, %d marks, %d wide", page, len(marks), width), nil
}

const dam = `The report on the dam at Örk.
It was asked for in 1931.
` + "\f" + `The wall of the dam is 112 metres high.
Its stones came from Brann.
`

// startPages is an agent over report.pdf, which pager reads.
func startPages(t *testing.T) (*Agent, file.URI) { return startPagesWith(t, dam, nil) }

func startPagesWith(t *testing.T, report string, model llm.Model) (*Agent, file.URI) {
	t.Helper()
	folder := folderOf(t, map[string]string{"docs/report.pdf": report, "notes.txt": "The dam of beavers is 2 metres high.\n"})
	d, err := disk.Open([]string{folder}, disk.Options{Accept: func(string) (bool, file.Reason) { return true, "" }})
	if err != nil {
		t.Fatal(err)
	}
	a := New(Options{
		Workspace: d, Prompts: prompts.Default(), Pages: pager{}, Model: model, TermsModel: model,
		Parsers: document.Parsers{ByLanguage: map[string]document.Parser{"pdf": pager{}}, Fallback: plain.Parser{}},
	})
	t.Cleanup(a.Close)
	return a, uriOf(folder, "docs/report.pdf")
}

// A question on one file with pages tells where on them the answer stands, and
// its citation leads to the text of that page.
func TestAskPages(t *testing.T) {
	a, report := startPages(t)
	if err := a.Include(t.Context(), report); err != nil {
		t.Fatal(err)
	}
	r, err := a.Ask(t.Context(), Request{Text: "How high is the wall of the dam?", URI: string(report)}, nil)
	if err != nil {
		t.Fatal(err)
	}
	if len(r.Citations) == 0 || r.Paged == nil {
		t.Fatalf("%+v", r)
	}
	c := r.Citations[0]
	if c.URI != "docuquest:/text/docs/report.pdf#p=2" || c.Page != 2 || c.Path != "docs/report.pdf" {
		t.Errorf("cites %s, page %d of %s", c.URI, c.Page, c.Path)
	}
	page, err := a.ExtractedText(t.Context(), c.URI)
	if err != nil {
		t.Fatal(err)
	}
	lines := text.NewLines(page)
	if got := lines.Span(c.Range.TextRange(), text.UTF8).Of(page); got != c.Quote || !strings.Contains(got, "112 metres") {
		t.Errorf("at the range stands %q, the quote is %q", got, c.Quote)
	}
	line := [][2]float64{{0.1, 0}, {0.9, 0}, {0.9, 0.1}, {0.1, 0.1}}
	want := []replies.PagedBlock{
		{Text: "The report on the dam at Örk.\n", Page: 1, Score: 1, CharEnd: 30, Vertices: line},
		{Text: "The wall of the dam is 112 metres high.\n", Page: 2, Score: 1, CharStart: 58, CharEnd: 98, Vertices: line},
	}
	if diff := cmp.Diff(want, r.Blocks); diff != "" {
		t.Errorf("blocks (-want +got):\n%s", diff)
	}
	if diff := cmp.Diff([]string{"The wall of the dam is 112 metres high.", "The report on the dam at Örk."}, r.Substrings); diff != "" {
		t.Errorf("substrings (-want +got):\n%s", diff)
	}
	full := []rune(strings.Join([]string{"The report on the dam at Örk.\n", "It was asked for in 1931.\n", want[1].Text}, " "))
	if got := string(full[want[1].CharStart:]); got != want[1].Text || utf8.RuneCountInString(got) != 40 {
		t.Errorf("at the offsets stands %q", got)
	}
}

// What a model calls substrings are its quotes, and each has its block, also where only one
// passage was read and the quote is in another.
func TestAskPagesSubstrings(t *testing.T) {
	model := llmtest.NewModel(llmtest.Script{
		"terms":      {llmtest.Say("wall")},
		"statements": {llmtest.Say(`{"answer": "The report was asked for in 1931.", "substrings": ["It was asked for in 1931."]}`)},
	})
	between := strings.Repeat("The river is long and its banks are green.\n", 60)
	a, report := startPagesWith(t, strings.Replace(dam, "\f", between+"\f", 1), model)
	if err := a.Include(t.Context(), report); err != nil {
		t.Fatal(err)
	}
	r := ask(t, a, Request{Text: "How high is the wall of the dam?", URI: string(report), Passages: 1})
	checkSame(t, "answer", "The report was asked for in 1931. [1]", r.Answer)
	checkSame(t, "substrings", []string{"It was asked for in 1931."}, r.Substrings)
	if len(r.Blocks) != 1 || r.Blocks[0].Text != "It was asked for in 1931.\n" {
		t.Errorf("blocks: %+v", r.Blocks)
	}
}

// A question on the whole workspace cites pages and tells nothing of blocks.
func TestAskBesidePages(t *testing.T) {
	a, _ := startPages(t)
	if err := a.Load(t.Context(), nil); err != nil {
		t.Fatal(err)
	}
	r, err := a.Ask(t.Context(), Request{Text: "How high is the wall of the dam?"}, nil)
	if err != nil {
		t.Fatal(err)
	}
	if r.Paged != nil || len(r.Citations) == 0 || r.Citations[0].Page != 2 {
		t.Errorf("%+v, %+v", r.Paged, r.Citations)
	}
}

// What is asked of a text or page that there is not is an error that names it.
func TestPageErrors(t *testing.T) {
	a, report := startPages(t)
	if err := a.Load(t.Context(), nil); err != nil {
		t.Fatal(err)
	}
	for u, want := range map[file.URI]string{
		replies.TextURI("docs/report.pdf", 1):           "",
		replies.TextURI("docs/report.pdf", 0):           "",
		"docuquest:/text/docs%2Freport.pdf#p=2":         "",
		"docuquest:/text/docs/report.pdf#p%3D2":         "",
		replies.TextURI("docs/report.pdf", 3):           "no text on a page 3",
		replies.TextURI("docs/report.pdf", -1) + "#p=x": "names no page",
		replies.TextURI("other.pdf", 1):                 "none of the indexed files",
		"docuquest:/answers/x.md":                       "names no text",
		"docuquest:/text/%zz":                           "names no text",
	} {
		_, err := a.ExtractedText(t.Context(), u)
		if want == "" && err != nil || want != "" && (err == nil || !strings.Contains(err.Error(), want)) {
			t.Errorf("%s: %v, want %q", u, err, want)
		}
	}
	if got, err := a.DrawPage(t.Context(), "docs/report.pdf", 2, nil, 300); err != nil || string(got) != "page 2, 0 marks, 300 wide" {
		t.Errorf("%q, %v", got, err)
	}
	if _, err := a.DrawPage(t.Context(), "notes.txt", 1, nil, 300); err == nil {
		t.Error("a page of a text was drawn")
	}
	if err := a.Include(t.Context(), uriOf(report.Path(), "none")); err == nil {
		t.Error("a file that is not there was included")
	}
}

// Rows that look alike are two hits where their headers say different things.
func TestHitsOfRows(t *testing.T) {
	a := start(t, folderOf(t, map[string]string{
		"heat.md": "| pump | heat |\n|---|---|\n| brine | 12 |\n", "mass.md": "| pump | mass |\n|---|---|\n| brine | 12 |\n",
		"copy.md": "| pump | mass |\n|---|---|\n| brine | 12 |\n",
	}), Options{})
	r, err := a.Search(t.Context(), Search{Query: "brine"})
	if err != nil {
		t.Fatal(err)
	}
	if len(r.Hits) != 2 || r.Hits[0].Copies+r.Hits[1].Copies != 1 {
		t.Errorf("%d hits: %+v", len(r.Hits), r.Hits)
	}
}

// A file that could be read in part alone is told of among those that were left
// out, with the reason.
func TestPartlyRead(t *testing.T) {
	folder := folderOf(t, map[string]string{"a.txt": "The gate is of iron.\n", "b.txt": "whole\n"})
	d, err := disk.Open([]string{folder}, disk.Options{})
	if err != nil {
		t.Fatal(err)
	}
	a := New(Options{Workspace: d, Prompts: prompts.Default(), Parsers: document.Parsers{Fallback: doubtful{}}})
	t.Cleanup(a.Close)
	if err := a.Load(t.Context(), nil); err != nil {
		t.Fatal(err)
	}
	got := a.Status().Skipped
	want := replies.Skipped{Count: 1, Reasons: map[string]int{replies.PartlyRead: 1}, First: []replies.SkippedFile{{Path: "a.txt", Reason: "partly read: page 3 has no text"}}}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

// doubtful is a parser that has a problem with files that speak of gates.
type doubtful struct{}

func (doubtful) Parse(f file.File) *document.Document {
	d := plain.Parser{}.Parse(f)
	if strings.Contains(f.Content, "gate") {
		d.Problems = []document.Problem{{Message: "page 3 has no text"}, {Message: "nor has page 4"}}
	}
	return d
}

// A quote over several blocks is looked for by its words, not by a bullet that
// stands alone.
func TestBlocksWithoutWords(t *testing.T) {
	d := pager{}.Parse(file.File{Path: "a.pdf", Content: "•\nThe wall is high.\n•\nIt is old."})
	want := []string{"The wall is high.", "It is old."}
	checked := ground.Checked{Citations: []ground.Citation{{Span: text.Span{End: len(d.Text)}}}}
	if diff := cmp.Diff(want, replies.OnPages(d, checked, nil).Substrings); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

// What runs over the end of a page is shown on the page that holds most of it.
func TestSpotOverPages(t *testing.T) {
	d := pager{}.Parse(file.File{Path: "a.pdf", Content: "One.\nTwo.\fThree, which is longer.\fFour."})
	for _, c := range []struct{ span, page, text string }{
		{"Two.\n Three, which", "docuquest:/text/a.pdf#p=2", "Three, which"},
		{"One.\n Two.\n Three", "docuquest:/text/a.pdf#p=1", "One.\n Two."},
		{"wo.\n Three, which is longer.\n Four", "docuquest:/text/a.pdf#p=2", "Three, which is longer."},
		{"One.\n ", "docuquest:/text/a.pdf#p=1", "One.\n "},
	} {
		start := strings.Index(d.Text, c.span)
		at := replies.NewLocator(text.UTF8).Locate(d, text.Span{Start: start, End: start + len(c.span)})
		if string(at.URI) != c.page || at.Text != c.text {
			t.Errorf("%q: %q on %s, want %q on %s", c.span, at.Text, at.URI, c.text, c.page)
		}
	}
}
