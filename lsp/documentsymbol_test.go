package lsp_test

import (
	"fmt"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"go.lsp.dev/protocol"

	"docuquest/core/answer/replies"
	"docuquest/core/document"
	"docuquest/core/document/markdown"
	"docuquest/core/file"
	"docuquest/core/language/text"
	"docuquest/lsp/lsptest"
)

// Each case is a document and its symbols: the kind, the name, the detail, the
// selected text, and the lines of the range from 1.
var symbolCases = []struct {
	name string
	made *document.Document
	want string
}{
	{"Markdown", markdown.New().Parse(fileOf("# The 🏺 *old* temple\n\nText.\n\n## Finds\n\n| find | 🏺 |\n|---|---|\n| ring | 1 |\n| lamp | 2 |\n\n## Fin\nSetext\n======\n")), `
String The 🏺 old temple (): # The 🏺 *old* temple, 1-12
  String Finds (): ## Finds, 5-10
    Array find | 🏺 (2 rows): | find | 🏺 |, 7-10
  String Fin (): ## Fin, 12-12
String Setext (): Setext/======, 13-14`},

	{"a program", program, `
Struct Lines (type Lines struct): Lines, 1-7
  Method Lines.Count (func (l *Lines) Count() int): Count, 5-7
Constant a, b (const a, b = 1, 2): a, b, 9-9
Constant a.b.B (const of a.b): const of a.b, 10-10
Function ünit (fn ünit()): ünit, 11-11`},

	{"pages", &document.Document{Text: "One.\nTwo.\n\nThree.", Extracted: true, Blocks: []document.Block{
		page(1, 0, 9, document.Block{Kind: document.Paragraph, Span: text.Span{Start: 0, End: 4}}),
		page(2, 11, 17, document.Block{Kind: document.Paragraph, Span: text.Span{Start: 11, End: 17}}),
	}}, `
File Page 1 (): One., 1-2
File Page 2 (): Three., 4-4`},

	{"marks, and a title behind what it is the title of", reading, `
String Löss & clay (): "L\u00f6ss &amp; clay", 1-1
  Array the layer (0 rows): "layer", 1-1`},

	{"nothing to say", &document.Document{Text: "x\u200by z", Blocks: []document.Block{
		{Kind: document.Section, Title: "\u200b \n", Span: text.Span{Start: 0, End: 1}},
		{Kind: document.Table, Span: text.Span{Start: 4, End: 5}},
		{Kind: document.Definition, Info: "whatever", Title: "z", Span: text.Span{Start: 6, End: 7}},
	}}, `
String (section) (): x, 1-1
Array (table) (): y, 1-1
Object z (): z, 1-1`},

	{"what lies in quotes and items", markdown.New().Parse(fileOf("# A\n\n> - | a |\n>   |---|\n>   | 1 |\n")), `
String A (): # A, 1-5
  Array a (1 row): | a |, 3-5`},

	{"an empty file", &document.Document{}, ""},
}

func fileOf(content string) file.File { return file.File{Content: content, Language: "markdown"} }

// program has a doc comment, a method, a name with an accent, and a definition
// whose name does not stand in its signature as one word.
var program = func() *document.Document {
	const content = "// Lines are lines.\ntype Lines struct {\n}\n\n// Count counts.\nfunc (l *Lines) Count() int {\n}\n\nconst a, b = 1, 2\nconst of a.b\nfn ünit() {}\n"
	span := func(from, to string) text.Span {
		start := strings.Index(content, from)
		return text.Span{Start: start, End: start + strings.Index(content[start:], to) + len(to)}
	}
	define := func(name, info string, whole, signature text.Span, inside ...document.Block) document.Block {
		return document.Block{Kind: document.Definition, Title: name, Info: info, Span: whole, Code: &document.Symbol{Signature: signature}, Children: inside}
	}
	return &document.Document{Text: content, Blocks: []document.Block{
		define(
			"Lines", "struct", span("// Lines", "int {\n}"), span("type", "struct"),
			define("Lines.Count", "method", span("// Count", "}"), span("func", "int")),
		),
		define("a, b", "const", span("const", "2"), span("const", "2")),
		define("a.b.B", "const", span("const of", "b"), span("const of", "b")),
		define("ünit", "function", span("fn", "}"), span("fn", "()")),
	}}
}()

// reading is a document that reads otherwise than it stands.
var reading = func() *document.Document {
	const content = `{"ö": [{"head": ["layer"]}], "title": "L\u00f6ss &amp; clay"}`
	span := func(s string) text.Span {
		start := strings.Index(content, s)
		return text.Span{Start: start, End: start + len(s)}
	}
	var m document.ReadingMaker
	m.Add("the layer", span(`"layer"`))
	table := document.Block{Kind: document.Table, Span: span(`"layer"`), Children: []document.Block{
		{Kind: document.Row, Span: span(`"layer"`), Children: []document.Block{{Kind: document.Cell, Span: span(`"layer"`)}}},
	}}
	heading := document.Block{Kind: document.Heading, Span: span(`"L\u00f6ss &amp; clay"`)}
	return &document.Document{Text: content, Reading: m.Reading(), Blocks: []document.Block{{
		Kind: document.Section, Title: "Löss & clay", Span: text.Span{End: len(content)},
		Children: []document.Block{heading, table},
	}}}
}()

func page(number, start, end int, blocks ...document.Block) document.Block {
	return document.Block{Kind: document.Page, Span: text.Span{Start: start, End: end}, Box: &document.Box{Page: number}, Children: blocks}
}

func TestDocumentSymbols(t *testing.T) {
	for _, encoding := range []string{"utf-8", "utf-16", "utf-32"} {
		for _, c := range symbolCases {
			t.Run(encoding+"/"+c.name, func(t *testing.T) { checkSymbols(t, encoding, c.made, strings.TrimPrefix(c.want, "\n")) })
		}
	}
}

// checkSymbols compares the symbols of a document, as a tree and as a list.
func checkSymbols(t *testing.T, encoding string, made *document.Document, want string) {
	t.Helper()
	f := &fake{documents: map[file.URI]*document.Document{"file:///w/a": made}}
	tree, err := f.start(t, lsptest.Options{Encodings: []string{encoding}}).Symbols("/w/a")
	if err != nil || tree == nil {
		t.Fatal(tree, err)
	}
	shown := showSymbols(t, lsptest.NewText(made.Text, encoding), tree, "")
	if diff := cmp.Diff(want, strings.TrimSuffix(shown, "\n")); diff != "" {
		t.Errorf("symbols (-want +got):\n%s", diff)
	}
	list, err := f.start(t, lsptest.Options{Encodings: []string{encoding}, Behavior: lsptest.Plain}).SymbolList("/w/a")
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(listOf(tree, ""), showList(list)); diff != "" {
		t.Errorf("the list (-want +got):\n%s", diff)
	}
}

var kindNames = map[protocol.SymbolKind]string{
	protocol.SymbolKindString: "String", protocol.SymbolKindArray: "Array", protocol.SymbolKindFile: "File", protocol.SymbolKindObject: "Object",
	protocol.SymbolKindStruct: "Struct", protocol.SymbolKindMethod: "Method", protocol.SymbolKindConstant: "Constant", protocol.SymbolKindFunction: "Function",
}

func showSymbols(t *testing.T, content *lsptest.Text, symbols []protocol.DocumentSymbol, indent string) string {
	t.Helper()
	var out strings.Builder
	for _, s := range symbols {
		detail := ""
		if s.Detail != nil {
			detail = *s.Detail
		}
		selected := strings.ReplaceAll(content.Slice(rangeOf(s.SelectionRange)), "\n", "/")
		fmt.Fprintf(&out, "%s%s %s (%s): %s, %d-%d\n", indent, kindNames[s.Kind], s.Name, detail, selected, s.Range.Start.Line+1, s.Range.End.Line+1)
		if before(s.SelectionRange.Start, s.Range.Start) || before(s.Range.End, s.SelectionRange.End) {
			t.Errorf("%s: what is selected, %v, lies outside of %v", s.Name, s.SelectionRange, s.Range)
		}
		out.WriteString(showSymbols(t, content, s.Children, indent+"  "))
	}
	return out.String()
}

func rangeOf(r protocol.Range) lsptest.Range {
	position := func(p protocol.Position) lsptest.Position {
		return lsptest.Position{Line: int(p.Line), Character: int(p.Character)}
	}
	return lsptest.Range{Start: position(r.Start), End: position(r.End)}
}

// showLocation is a place in one line.
func showLocation(l protocol.Location) string {
	r := rangeOf(l.Range)
	return fmt.Sprintf("%s %d:%d-%d:%d", l.URI, r.Start.Line, r.Start.Character, r.End.Line, r.End.Character)
}

func before(a, b protocol.Position) bool {
	return a.Line < b.Line || a.Line == b.Line && a.Character < b.Character
}

// listOf is what a list of the symbols of a tree holds.
func listOf(tree []protocol.DocumentSymbol, inside string) (lines []string) {
	for _, s := range tree {
		lines = append(lines, fmt.Sprintf("%s %s in %q, %v", kindNames[s.Kind], s.Name, inside, s.Range))
		lines = append(lines, listOf(s.Children, s.Name)...)
	}
	return lines
}

func showList(list []protocol.SymbolInformation) (lines []string) {
	for _, s := range list {
		inside := ""
		if s.ContainerName != nil {
			inside = *s.ContainerName
		}
		lines = append(lines, fmt.Sprintf("%s %s in %q, %v", kindNames[s.Kind], s.Name, inside, s.Location.Range))
	}
	return lines
}

// What is typed counts at once; what is no file has no symbols.
func TestSymbolsOfBuffer(t *testing.T) {
	e := lsptest.Start(t, lsptest.Options{Files: ruins})
	e.Open("temple.md")
	e.Edit("temple.md", lsptest.Edit{Range: &lsptest.Range{Start: lsptest.Position{Line: 4}, End: lsptest.Position{Line: 4}}, Text: "## The 🏺 altar\n\n"})
	tree, err := e.Symbols("temple.md")
	if err != nil {
		t.Fatal(err)
	}
	want := `String The temple (): # The temple, 1-9
  String The 🏺 altar (): ## The 🏺 altar, 5-5
  String The ruby (): ## The ruby, 7-9
`
	if diff := cmp.Diff(want, showSymbols(t, lsptest.NewText(e.Content("temple.md"), e.Encoding), tree, "")); diff != "" {
		t.Errorf("symbols (-want +got):\n%s", diff)
	}
	e.Close("temple.md")
	if tree, err := e.Symbols("temple.md"); err != nil || len(tree) != 1 || len(tree[0].Children) != 1 {
		t.Errorf("after the edit was dropped: %+v, %v", tree, err)
	}
	for _, path := range []string{"gone.md", "untitled:/x", "docuquest:/answers/x.md"} {
		if tree, err := e.Symbols(path); err != nil || tree != nil {
			t.Errorf("%s: %v, %v", path, tree, err)
		}
	}
}

// A file of headings alone does not flood the editor, nor does one of endless
// depth, and a title as long as the file is cut.
func TestManySymbols(t *testing.T) {
	long := strings.Repeat("é", 100_000)
	flat := &document.Document{Text: strings.Repeat("é", 20_000)}
	for i := range 20_000 {
		flat.Blocks = append(flat.Blocks, document.Block{Kind: document.Section, Title: long, Span: text.Span{Start: 2 * i, End: 2*i + 2}})
	}
	deep := &document.Document{Text: long}
	for i := range 100_000 {
		deep.Blocks = []document.Block{{Kind: document.Section, Span: text.Span{Start: 100_000 - i, End: 100_000 + i}, Children: deep.Blocks}}
	}
	wide := document.Block{Kind: document.Row}
	for range 1_000_000 {
		wide.Children = append(wide.Children, document.Block{Kind: document.Cell, Span: text.Span{End: 200_000}})
	}
	table := &document.Document{Text: long, Blocks: []document.Block{{Kind: document.Table, Children: []document.Block{wide}}}}
	for name, c := range map[string]struct {
		made *document.Document
		most int
	}{"flat": {flat, 10_000}, "deep": {deep, 100}, "wide": {table, 1}} {
		f := &fake{documents: map[file.URI]*document.Document{"file:///w/a": c.made}}
		list, err := f.start(t, lsptest.Options{Encodings: []string{"utf-16"}, Behavior: lsptest.Plain}).SymbolList("/w/a")
		if err != nil || len(list) != c.most {
			t.Errorf("%s: %d symbols, %v", name, len(list), err)
		}
		if last := list[len(list)-1]; len(last.Name) > 200 {
			t.Errorf("%s: a name of %d bytes", name, len(last.Name))
		}
	}
}

// An answer is outlined by its question, its statements and its sources, in the
// document of our scheme as in the file that stands in for it, with what the user made
// of that.
func TestSymbolsOfAnswer(t *testing.T) {
	document := "# Who \\[really\\] 🏺 **dug**?\n\n" +
		"- **Digs**: It was Ada. [1]\n- Bert\n  helped. [2]\n\nA line\nand another.\n\n```\n# no heading\n```\n\n" +
		"## Sources\n\n1. [a\\]b.md:3](file:///w/a%5Db.md#L3) in The dig\n\n   > Ada\n   > dug.\n\n2. [b.md:1](file:///w/b.md#L1)\n\n   > Bert.\n\n" +
		"## Without support in your files\n\n- Carl did.\n"
	want := `String Who [really] 🏺 dug? (): # Who \[really\] 🏺 **dug**?, 1-27
  String Digs: It was Ada. [1] (): - **Digs**: It was Ada. [1], 3-3
  String Bert (): - Bert, 4-5
  String A line (): A line, 7-12
  String Sources (): ## Sources, 14-23
    String 1. a]b.md:3 in The dig (): 1. [a\]b.md:3](file:///w/a%5Db.md#L3) in The dig, 16-19
    String 2. b.md:1 (): 2. [b.md:1](file:///w/b.md#L1), 21-23
  String Without support in your files (): ## Without support in your files, 25-27
    String Carl did. (): - Carl did., 27-27
`
	f := &fake{answers: map[string]*replies.Answer{"x": {ID: "x", Document: document}}}
	e := f.start(t, lsptest.Options{Documents: true})
	tree, err := e.Symbols("docuquest:/answers/x.md")
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(want, showSymbols(t, lsptest.NewText(document, e.Encoding), tree, "")); diff != "" {
		t.Errorf("symbols (-want +got):\n%s", diff)
	}
	state := t.TempDir()
	real := lsptest.Start(t, lsptest.Options{Files: ruins, State: state})
	name := filepath.Join(state, askShown(t, real, "When was the temple dug out?").ID+".md")
	real.OpenText(name, "# Mine\n\nOne.\n")
	if tree, err := real.Symbols(name); err != nil || len(tree) != 1 || tree[0].Name != "Mine" || len(tree[0].Children) != 1 {
		t.Errorf("an open file: %+v, %v", tree, err)
	}
	real.Close(name)
	if tree, err := real.Symbols(name); err != nil || len(tree) != 1 || !strings.HasPrefix(tree[0].Name, "When was") || len(tree[0].Children) != 3 {
		t.Errorf("a closed file: %+v, %v", tree, err)
	}
}

// The text of one page has its own positions, that of a whole file those of the file.
func TestSymbolsOfExtracted(t *testing.T) {
	const content = "Öne.\n\nTwo.\nIs it?\n"
	section := document.Block{Kind: document.Section, Title: "Is it", Span: text.Span{Start: 12, End: 18}}
	d := &document.Document{Text: content, Extracted: true, Blocks: []document.Block{page(1, 0, 5), page(2, 7, 18, section)}}
	whole, second := file.URI("docuquest:/text/a.pdf.txt"), file.URI("docuquest:/text/a.pdf#p=2")
	f := &fake{
		documents: map[file.URI]*document.Document{whole: d, second: d},
		parts:     map[file.URI]text.Span{whole: {End: len(content)}, second: {Start: 7, End: 18}},
	}
	e := f.start(t, lsptest.Options{Documents: true})
	for address, want := range map[string]string{
		string(whole):               "File Page 1 (): Öne., 1-1\nFile Page 2 (): Two., 3-4\n  String Is it (): Is it?, 4-4\n",
		string(second):              "File Page 2 (): Two., 1-2\n  String Is it (): Is it?, 2-2\n",
		"docuquest:/text/a.pdf?p=2": "File Page 2 (): Two., 1-2\n  String Is it (): Is it?, 2-2\n",
		"docuquest:/text/gone.pdf":  "",
	} {
		tree, err := e.Symbols(address)
		if err != nil {
			t.Fatal(err)
		}
		at := lsptest.NewText(content, e.Encoding)
		if strings.Contains(address, "p=2") {
			at = lsptest.NewText(content[7:18], e.Encoding)
		}
		if diff := cmp.Diff(want, showSymbols(t, at, tree, "")); diff != "" {
			t.Errorf("%s (-want +got):\n%s", address, diff)
		}
	}
}
