package lsp_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"docuquest/core/answer/replies"
	"docuquest/core/document"
	"docuquest/core/file"
	"docuquest/core/language/text"
	"docuquest/lsp/lsptest"
)

// A pager reads files whose pages end with a form feed, as if the text had been
// taken out of them: one line is one block. It draws a page by writing its marks.
type pager struct{}

func (pager) Parse(f file.File) *document.Document {
	d := document.New(f)
	d.Text, d.Extracted = strings.ReplaceAll(d.Text, "\f", "\n"), true
	at := 0
	for number, content := range strings.Split(f.Content, "\f") {
		page := document.Block{Kind: document.Page, Span: text.Span{Start: at, End: at + len(content)}, Box: &document.Box{Page: number + 1}}
		for line := range strings.Lines(content) {
			top := float64(at-page.Span.Start) / 100
			page.Children = append(page.Children, document.Block{
				Kind: document.Paragraph, Span: text.Span{Start: at, End: at + len(strings.TrimRight(line, "\n"))},
				Box: &document.Box{Page: number + 1, Vertices: [4][2]float64{{.1, top}, {.9, top}, {.9, top + .1}, {.1, top + .1}}},
			})
			at += len(line)
		}
		at++ // the form feed
		d.Blocks = append(d.Blocks, page)
	}
	return d
}

func (pager) Draw(_ context.Context, content string, page int, marks []document.Mark, width int) ([]byte, error) {
	if pages := strings.Count(content, "\f") + 1; page > pages {
		return nil, errors.New("there is no such page")
	}
	return fmt.Appendf(nil, "page %d, %d wide, %v", page, width, marks), nil
}

// paged is a workspace with a file that has two pages.
const paged = "-- in/report.pdf --\nThe bridge 🏺 of Ashkeld.\nNobody crosses it.\n\fIts wood is old.\nThe bridge was built in 1931.\n"

// From a question to the page: the citation's text is that of its page, in any
// encoding of positions, and the page is drawn with what the answer cites marked.
func TestPages(t *testing.T) {
	for _, encoding := range []string{"utf-8", "utf-16", "utf-32"} {
		t.Run(encoding, func(t *testing.T) { checkPages(t, encoding) })
	}
}

func checkPages(t *testing.T, encoding string) {
	e := lsptest.Start(t, lsptest.Options{
		Files: paged, Documents: true, Encodings: []string{encoding},
		Parsers: map[string]document.Parser{"pdf": pager{}}, Pages: pager{},
	})
	var reply struct {
		ID, Document string
		Citations    []replies.Citation
	}
	if err := e.Command("docuquest.ask", map[string]any{"question": "When was the bridge built?", "show": true}, &reply); err != nil || len(reply.Citations) == 0 {
		t.Fatalf("%+v, %v", reply, err)
	}
	cited := reply.Citations[0]
	if cited.URI != "docuquest:/text/in/report.pdf#p=2" || cited.Page != 2 {
		t.Errorf("cited is %+v", cited)
	}
	where := lsptest.Range{Start: lsptest.Position(cited.Range.Start), End: lsptest.Position(cited.Range.End)}
	page, err := e.DocumentText(string(cited.URI))
	if err != nil || lsptest.NewText(page, encoding).Slice(where) != cited.Quote || !strings.Contains(cited.Quote, "1931") {
		t.Errorf("%q is not in its place in %q, %v", cited.Quote, page, err)
	}
	document, err := e.DocumentText(reply.Document)
	if err != nil {
		t.Fatal(err)
	}
	l, c := find(t, document, "[1]")
	at, err := e.Definition(reply.Document, l, c+1)
	if err != nil || at == nil || !strings.HasSuffix(string(at.URI), "#p%3D2") || rangeOf(at.Range) != where {
		t.Errorf("definition: %+v, %v, not %+v", at, err, cited)
	}
	if hover := e.HoverText(reply.Document, l, c+1); !strings.Contains(hover, "page 2, at 10-90 % of the width, 17-27 % of the height") {
		t.Errorf("hover: %s", hover)
	}
	var picture struct {
		PNG []byte `json:"png"`
	}
	if err := e.Call("docuquest/page", map[string]any{"uri": cited.URI, "answer": reply.ID, "width": 300}, &picture); err != nil ||
		!bytes.Equal(picture.PNG, []byte("page 2, 300 wide, [{{2 [[0.1 0.17] [0.9 0.17] [0.9 0.27] [0.1 0.27]]} The bridge was built in 1931.}]")) {
		t.Errorf("drawn is %s, %v", picture.PNG, err)
	}
}

// A word of a page is found from there and from elsewhere, and the structure of
// the file is its pages.
func TestWordsOfPages(t *testing.T) {
	e := lsptest.Start(t, lsptest.Options{
		Files: paged + "-- notes.txt --\nA bridge.\n", Documents: true, Parsers: map[string]document.Parser{"pdf": pager{}},
	})
	const first = "docuquest:/text/in/report.pdf#p=1"
	hover := e.HoverText(first, 0, 6)
	for _, part := range []string{"**bridge** occurs at 3 places in 2 documents", "[in/report.pdf, page 2](docuquest:/text/in/report.pdf?p=2#L2)", "[notes.txt:1](file://"} {
		if !strings.Contains(hover, part) {
			t.Errorf("the hover lacks %q:\n%s", part, hover)
		}
	}
	if strings.Contains(hover, "page 1") {
		t.Errorf("the hover names the place that is pointed at:\n%s", hover)
	}
	e.Open("notes.txt")
	places, err := e.References("notes.txt", 0, 3)
	var got []string
	for _, place := range places {
		got = append(got, strings.TrimPrefix(showLocation(place), e.URI("")))
	}
	want := []string{"/notes.txt 0:2-0:8", "docuquest:/text/in/report.pdf#p%3D1 0:4-0:10", "docuquest:/text/in/report.pdf#p%3D2 1:4-1:10"}
	if diff := cmp.Diff(want, got); err != nil || diff != "" {
		t.Errorf("references: %v (-want +got):\n%s", err, diff)
	}
	tree, err := e.Symbols("in/report.pdf")
	if err != nil || len(tree) != 2 || tree[1].Name != "Page 2" || tree[1].Range.Start.Line != 3 {
		t.Errorf("symbols: %+v, %v", tree, err)
	}
}
