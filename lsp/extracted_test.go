package lsp_test

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"docuquest/core/answer/replies"
	"docuquest/core/document"
	"docuquest/core/file"
	"docuquest/lsp"
	"docuquest/lsp/lsptest"
)

// bridgeReport is an agent that has answered from a PDF and, when texts had no ending of
// their own, from a letter.
func bridgeReport() *fake {
	onPage := "docuquest:/text/in/the%20report%281%29.pdf#p=12"
	at := func(line, start, end int) replies.Range {
		return replies.Range{Start: replies.Position{Line: line, Character: start}, End: replies.Position{Line: line, Character: end}}
	}
	cited := []replies.Citation{
		{
			Number: 1, URI: file.URI(onPage), Path: "in/the report(1).pdf", Range: at(1, 0, 19), Quote: "It cost 3 million.", Page: 12,
			Vertices: [][2]float64{{.1, .249}, {.804, .249}, {.804, .3}, {.1, .3}},
		},
		{Number: 2, URI: "docuquest:/text/letter.docx", Path: "letter.docx", Range: at(0, 0, 9), Quote: "It is old."},
		{
			Number: 3, URI: "docuquest:/text/in/the%20report%281%29.pdf#p=13", Path: "in/the report(1).pdf", Quote: "It is old.", Page: 13,
			Vertices: [][2]float64{{0, 0}, {1, 0}, {1, 1}, {0, 1}},
		},
	}
	return &fake{
		answers: map[string]*replies.Answer{"x": {
			ID: "x", Encoding: "utf-8", Citations: cited, Document: "# What did it cost?\n\n3 million [1], it is old [2] [3].\n",
		}},
		extracted: map[file.URI]string{
			file.URI(onPage):                                  "The bridge 🏺\nIt cost 3 million.\n",
			"docuquest:/text/letter.docx":                     "It is old.\n",
			"docuquest:/text/letter.docx.txt":                 "It is old.\n",
			"docuquest:/text/in/the%20report%281%29.pdf#p=13": "It is old.\n",
			"docuquest:/text/in/the%20report%281%29.pdf.txt":  "The bridge 🏺\nIt cost 3 million.\n\nIt is old.\n",
			replies.TextURI("100% #sure? p=1.pdf", 12):        "Sure.",
		},
	}
}

// answerX is the document of the answer.
const answerX = "docuquest:/answers/x.md"

// mark is where a mark of a citation stands in the answer.
func mark(number int) (line, character int) { return 2, []int{0, 11, 26, 30}[number] }

// A citation into an extracted text leads to that text, at the quote, in an
// editor that knows documents of our scheme.
func TestGoToExtracted(t *testing.T) {
	e := bridgeReport().start(t, lsptest.Options{Documents: true})
	want := []string{
		"docuquest:/text/in/the%20report%281%29.pdf#p%3D12 1:0-1:19",
		"docuquest:/text/letter.docx.txt 0:0-0:9",
		"docuquest:/text/in/the%20report%281%29.pdf#p%3D13 0:0-0:0",
	}
	for i := range want {
		l, c := mark(i + 1)
		at, err := e.Definition(answerX, l, c)
		if err != nil || at == nil || showLocation(*at) != want[i] {
			t.Errorf("definition on [%d]: %+v, %v, not %s", i+1, at, err, want[i])
		}
	}
	l, c := mark(1)
	all, err := e.References(answerX, l, c)
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, at := range all {
		got = append(got, showLocation(at))
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("references (-want +got):\n%s", diff)
	}
}

// Hovering over such a citation shows the passage, the page and the rectangle.
func TestHoverExtracted(t *testing.T) {
	e := bridgeReport().start(t, lsptest.Options{Documents: true})
	for number, want := range []string{
		1: "[in/the report(1).pdf, page 12](docuquest:/text/in/the%20report%281%29.pdf?p=12#L2): page 12, at 10-80 % of the width, 25-30 % of the height\n\n" +
			"The bridge 🏺 **It cost 3 million.** ",
		2: "[letter.docx:1](docuquest:/text/letter.docx.txt#L1)\n\n**It is old.** ",
		3: "[in/the report(1).pdf, page 13](docuquest:/text/in/the%20report%281%29.pdf?p=13#L1): page 13, at 0-100 % of the width, 0-100 % of the height\n\n" +
			"**It is old.** ",
	} {
		if number == 0 {
			continue
		}
		l, c := mark(number)
		if diff := cmp.Diff(want, e.HoverText(answerX, l, c)); diff != "" {
			t.Errorf("[%d] (-want +got):\n%s", number, diff)
		}
	}
}

// The text of a page is served by every address that names it, as clients
// escape it and as links spell it.
func TestExtractedAddresses(t *testing.T) {
	f := bridgeReport()
	e := f.start(t, lsptest.Options{Documents: true})
	for _, test := range []struct{ address, want string }{
		{"docuquest:/text/letter.docx", "It is old.\n"},
		{"docuquest:/text/letter.docx#L5", "It is old.\n"},
		{"docuquest:/text/letter.docx.txt", "It is old.\n"},
		{"docuquest:/text/letter.docx.txt#L5", "It is old.\n"},
		{"docuquest:/text/.txt", ""},
		{"docuquest:/text/in/the%20report%281%29.pdf", f.extracted["docuquest:/text/in/the%20report%281%29.pdf.txt"]},
		{"docuquest:/text/in/the%20report%281%29.pdf#p=12", "The bridge 🏺\nIt cost 3 million.\n"},
		{"docuquest:/text/in/the report(1).pdf#p%3D12", "The bridge 🏺\nIt cost 3 million.\n"},
		{"docuquest:/text/in%2Fthe%20report%281%29.pdf?p=12", "The bridge 🏺\nIt cost 3 million.\n"},
		{"docuquest:/text/in/the%20report%281%29.pdf%3Fp%3D12#L2", "The bridge 🏺\nIt cost 3 million.\n"},
		{"docuquest:/text/in/the%20report%281%29.pdf?p%3D12#L2", "The bridge 🏺\nIt cost 3 million.\n"},
		{"docuquest:/text/in/the%20report%281%29.pdf#p=12#L2", "The bridge 🏺\nIt cost 3 million.\n"},
		{"docuquest:/text/100%25%20%23sure%3F%20p%3D1.pdf#p=12", "Sure."},
		{"docuquest:/text/", ""},
		{"docuquest:/text/gone.pdf#p=1", ""},
		{"docuquest:/text/letter.docx#p=1", ""},
		{"docuquest:/text/../../letter.docx", ""},
		{"docuquest:/text/in/the%20report%281%29.pdf#p=99999999999999", ""},
	} {
		got, err := e.DocumentText(test.address)
		if got != test.want || (err == nil) != (test.want != "") {
			t.Errorf("%s: %q, %v; want %q", test.address, got, err, test.want)
		}
		var reply struct {
			Text string `json:"text"`
		}
		if err := e.Call("docuquest/text", map[string]any{"uri": test.address}, &reply); reply.Text != test.want || (err == nil) != (test.want != "") {
			t.Errorf("docuquest/text of %s: %q, %v; want %q", test.address, reply.Text, err, test.want)
		}
	}
}

// A folder keeps texts as files, as editors need it that show files alone.
type folder struct {
	path string
	err  error
}

func (f folder) Keep(name, content string) (string, error) {
	path := filepath.Join(f.path, strings.ReplaceAll(name, " ", "-")+".txt")
	return path, errors.Join(f.err, os.WriteFile(path, []byte(content), 0o600))
}

func (folder) Name(string) (string, bool) { return "", false }

func (folder) Remove(string) error { return nil }

// An editor that knows no documents of our scheme is led to a file that holds
// the text, at the same place.
func TestExtractedFile(t *testing.T) {
	store := folder{path: t.TempDir()}
	e := bridgeReport().start(t, lsptest.Options{Texts: store})
	l, c := mark(1)
	at, err := e.Definition(answerX, l, c)
	want := filepath.Join(store.path, "the-report(1).pdf,-page-12.txt")
	if err != nil || at == nil || showLocation(*at) != string(file.FromPath(want))+" 1:0-1:19" {
		t.Fatalf("definition: %+v, %v, not in %s", at, err, want)
	}
	if content, err := os.ReadFile(want); err != nil || string(content) != "The bridge 🏺\nIt cost 3 million.\n" {
		t.Errorf("%q, %v", content, err)
	}
	all, err := e.References(answerX, l, c)
	if err != nil || len(all) != 3 {
		t.Fatalf("references: %+v, %v", all, err)
	}
	for _, at := range all {
		if !strings.HasPrefix(string(at.URI), string(file.FromPath(store.path))) {
			t.Errorf("a reference that the editor cannot open: %s", at.URI)
		}
	}
}

// A text that cannot be put into a file is an error where it alone was asked
// for, and is left out of a list. Without a folder the address stays.
func TestNoExtractedFile(t *testing.T) {
	full := folder{path: t.TempDir(), err: errors.New("the disk is full")}
	e := bridgeReport().start(t, lsptest.Options{Texts: full})
	l, c := mark(2)
	if at, err := e.Definition(answerX, l, c); err == nil || !strings.Contains(err.Error(), "letter.docx cannot be shown: the disk is full") {
		t.Errorf("definition: %+v, %v", at, err)
	}
	if all, err := e.References(answerX, l, c); err != nil || len(all) != 0 {
		t.Errorf("references: %+v, %v", all, err)
	}
	e = bridgeReport().start(t, lsptest.Options{})
	if at, err := e.Definition(answerX, l, c); err != nil || at == nil || string(at.URI) != "docuquest:/text/letter.docx.txt" {
		t.Errorf("definition: %+v, %v", at, err)
	}
}

// The words of an extracted text are as good as those of a file.
func TestWordInExtracted(t *testing.T) {
	f := bridgeReport()
	e := f.start(t, lsptest.Options{Encodings: []string{"utf-16"}})
	e.OpenText("notes.txt", "A bridge.")
	if hover := e.HoverText("docuquest:/text/in/the%20report%281%29.pdf#p=12", 0, 6); !strings.HasPrefix(hover, "**bridge** occurs at 2 places") {
		t.Errorf("hover: %q", hover)
	}
	if at, err := e.Definition("docuquest:/text/in/the%20report%281%29.pdf#p=12", 0, 6); err != nil || at == nil {
		t.Errorf("definition: %+v, %v", at, err)
	}
	if hover := e.HoverText("docuquest:/text/gone.pdf", 0, 6); hover != "" {
		t.Errorf("hover in a text that is not there: %q", hover)
	}
}

// What an editor makes of the bytes of a PDF is not taken for its text.
func TestOpenedPDF(t *testing.T) {
	f := &fake{}
	e := f.start(t, lsptest.Options{})
	for _, path := range []string{"/w/a.PDF", "/w/a.docx", "/w/a.epub", "/w/a.txt"} {
		e.OpenText(path, "%PDF-1.7")
		e.Edit(path, lsptest.Edit{Text: "%PDF-1.6"})
		var reply *struct{ Text string }
		err := e.Call("docuquest/text", map[string]any{"uri": e.URI(path)}, &reply)
		if open := reply != nil; err != nil || open != strings.HasSuffix(path, ".txt") {
			t.Errorf("%s is taken for open: %t, %v", path, open, err)
		}
	}
}

// Each case is what is asked for as the parameters of docuquest/page, and what
// is drawn, nil for a refusal.
var pageCases = []struct {
	name   string
	params map[string]any
	want   *drawing
}{
	{"by path", map[string]any{"path": "a.pdf", "page": 3}, &drawing{Path: "a.pdf", Page: 3, Width: 1200}},
	{"by the address of a page's text", map[string]any{"uri": "docuquest:/text/in/the%20report%281%29.pdf#p%3D12"}, &drawing{Path: "in/the report(1).pdf", Page: 12, Width: 1200}},
	{"another page than that of the address", map[string]any{"uri": "docuquest:/text/a.pdf#p=12", "page": 2, "width": 300}, &drawing{Path: "a.pdf", Page: 2, Width: 300}},
	{"by the file", map[string]any{"uri": "file:///w/b.pdf", "page": 1}, &drawing{Path: "in/b.pdf", Page: 1, Width: 1200}},
	{"with what an answer cites", map[string]any{"path": "in/the report(1).pdf", "page": 12, "answer": "x"}, &drawing{
		Path: "in/the report(1).pdf", Page: 12, Width: 1200,
		Marks: []document.Mark{{Box: document.Box{Page: 12, Vertices: [4][2]float64{{.1, .249}, {.804, .249}, {.804, .3}, {.1, .3}}}, Quote: "It cost 3 million."}},
	}},
	{"with an answer that cites nothing there", map[string]any{"path": "other.pdf", "page": 12, "answer": "x"}, &drawing{Path: "other.pdf", Page: 12, Width: 1200}},
	{"with an answer that is gone", map[string]any{"path": "a.pdf", "page": 1, "answer": "y"}, &drawing{Path: "a.pdf", Page: 1, Width: 1200}},

	{"no page", map[string]any{"uri": "docuquest:/text/a.pdf"}, nil},
	{"a page below the first", map[string]any{"path": "a.pdf", "page": -1}, nil},
	{"no file", map[string]any{"page": 1}, nil},
	{"a file that is gone", map[string]any{"uri": "file:///w/gone.pdf", "page": 1}, nil},
	{"another scheme", map[string]any{"uri": "http://x/a.pdf", "page": 1}, nil},
	{"a width of nothing", map[string]any{"path": "a.pdf", "page": 1, "width": -1}, nil},
	{"a width without end", map[string]any{"path": "a.pdf", "page": 1, "width": 1 << 30}, nil},
	{"what cannot be drawn", map[string]any{"path": "broken.pdf", "page": 1}, nil},
}

func TestPage(t *testing.T) {
	for _, c := range pageCases {
		t.Run(c.name, func(t *testing.T) { checkPage(t, c.params, c.want) })
	}
}

func checkPage(t *testing.T, params map[string]any, want *drawing) {
	t.Helper()
	f := bridgeReport()
	f.documents = map[file.URI]*document.Document{"file:///w/b.pdf": {Path: "in/b.pdf"}}
	var got *drawing
	f.draw = func(d drawing) ([]byte, error) {
		if d.Path == "broken.pdf" {
			return nil, errors.New("it is broken")
		}
		got = &d
		return []byte("a picture\xff"), nil
	}
	var reply struct {
		Path string `json:"path"`
		Page int    `json:"page"`
		PNG  string `json:"png"`
	}
	err := f.start(t, lsptest.Options{}).Call("docuquest/page", params, &reply)
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("drawn (-want +got):\n%s", diff)
	}
	var refused *lsptest.Error
	switch {
	case want == nil && !errors.As(err, &refused):
		t.Errorf("the error is %v", err)
	case want != nil && (err != nil || reply.PNG != "YSBwaWN0dXJl/w==" || reply.Path != want.Path || reply.Page != want.Page):
		t.Errorf("%+v, %v", reply, err)
	}
}

// FuzzExtractedAddress reads addresses of extracted texts. What names one has
// one address that names the same.
func FuzzExtractedAddress(f *testing.F) {
	for _, seed := range []string{
		"docuquest:/text/a.pdf#p=12", "docuquest:/text/a%20b/%C3%BC.docx", "docuquest:/text/a.pdf?p%3D3#L7",
		"docuquest:/text/%zz", "docuquest:/text/#p=0", "docuquest:/text/a#p=99999999999999999999", "docuquest:/answers/x.md",
	} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, address string) {
		u, ok := lsp.ExtractedAddress(address)
		if !ok {
			return
		}
		if again, ok := lsp.ExtractedAddress(string(u)); !ok || again != u {
			t.Errorf("%q names %q, and that %q", address, u, again)
		}
	})
}
