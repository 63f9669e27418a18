package agent

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"strings"
	"sync/atomic"
	"testing"

	"github.com/google/go-cmp/cmp"

	"docuquest/core/answer/replies"
	"docuquest/core/code/codemap"
	"docuquest/core/document"
	programs "docuquest/core/document/code"
	"docuquest/core/document/plain"
	"docuquest/core/file"
	"docuquest/core/file/disk"
	"docuquest/core/language/text"
)

// A countingParser counts the programs that it reads.
type countingParser struct {
	*programs.Parser
	read *atomic.Int64
}

func (c countingParser) Parse(f file.File) *document.Document {
	c.read.Add(1)
	return c.Parser.Parse(f)
}

// startCoding makes an agent over a folder of programs in Go. read counts the programs
// that are parsed.
func startCoding(t *testing.T, folder string) (a *Agent, read *atomic.Int64) {
	t.Helper()
	d, err := disk.Open([]string{folder}, disk.Options{})
	if err != nil {
		t.Fatal(err)
	}
	read = &atomic.Int64{}
	parser := countingParser{programs.New(programs.Options{}), read}
	a = New(Options{Workspace: d, Parsers: document.Parsers{
		ByLanguage: map[string]document.Parser{"go": parser, "go.mod": parser}, Fallback: plain.Parser{},
	}})
	t.Cleanup(a.Close)
	return a, read
}

var wells = map[string]string{
	"go.mod":       "module wells\n",
	"dig/dig.go":   "package dig\n\nimport \"wells/rope\"\n\nfunc Deep() { rope.Let() }\n",
	"dig/copy.go":  "package dig\n\nfunc same() {}\n",
	"rope/copy.go": "package dig\n\nfunc same() {}\n",
	"rope/rope.go": "package rope\n\nfunc Let() {}\n",
	"notes.txt":    "Deep() calls nothing here.\n",
}

// The code base is kept until a file changes, and then only what has changed is read. Files
// with one content share their facts.
func TestCodeBaseIsKept(t *testing.T) {
	folder := folderOf(t, wells)
	a, read := startCoding(t, folder)
	if err := a.Load(t.Context(), nil); err != nil {
		t.Fatal(err)
	}
	codeBaseOf(t, a)
	codeBaseOf(t, a)
	if read.Load() != 4 {
		t.Errorf("nothing changed: %d read", read.Load())
	}
	u := file.URI(uriIn(folder, "rope/rope.go"))
	a.Open(u, "go", 1, wells["rope/rope.go"])
	if err := a.Edit(u, 2, []text.Edit{{Text: "package rope\n\nfunc Let() { Let() }\n"}}, text.UTF16); err != nil {
		t.Fatal(err)
	}
	calls, err := codeBaseOf(t, a).CallsNamed(t.Context(), "rope.let", text.UTF16)
	if err != nil || len(calls.Definitions) != 1 {
		t.Fatalf("%v, %+v", err, calls)
	}
	if got := callersOf(calls.Definitions[0]); got != "dig/dig.go:5 Deep, rope/rope.go:3 Let" {
		t.Errorf("Let is called by %s", got)
	}
	a.CloseBuffer(u)
	calls, err = codeBaseOf(t, a).CallsNamed(t.Context(), "rope.let", text.UTF16)
	if err != nil || len(calls.Definitions) != 1 || len(calls.Definitions[0].Callers) != 1 || read.Load() > 10 {
		t.Errorf("the file is closed: %v, %+v, %d read", err, calls, read.Load())
	}
}

// codeBaseOf is the code base that an agent has now.
func codeBaseOf(t *testing.T, a *Agent) *codemap.CodeBase {
	t.Helper()
	c, err := a.CodeBase(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	return c
}

func callersOf(c codemap.Calls) string {
	var all []string
	for _, one := range c.Callers {
		all = append(all, fmt.Sprintf("%s:%d %s", one.Path, one.At[0].Start.Line+1, one.Name))
	}
	return strings.Join(all, ", ")
}

// A request that is given up keeps what it has read.
func TestCodeBaseGivenUp(t *testing.T) {
	const files = 60
	programs := map[string]string{}
	for i := range files {
		programs[fmt.Sprintf("d%d/a.go", i)] = fmt.Sprintf("package d\n\nfunc F%d() {}\n", i)
	}
	a, read := startCoding(t, folderOf(t, programs))
	if err := a.Load(t.Context(), nil); err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	a.options.Parsers.ByLanguage["go"] = stopping{a.options.Parsers.ByLanguage["go"], cancel}
	before := read.Load()
	if _, err := a.CodeBase(ctx); !errors.Is(err, context.Canceled) {
		t.Fatalf("it is given up with %v", err)
	}
	if _, err := a.CodeBase(t.Context()); err != nil {
		t.Fatal(err)
	}
	if n := read.Load() - before; n != files {
		t.Errorf("%d files were read %d times", files, n)
	}
}

// A stopping parser gives a request up as soon as it reads anything.
type stopping struct {
	document.Parser
	stop context.CancelFunc
}

func (s stopping) Parse(f file.File) *document.Document {
	s.stop()
	return s.Parser.Parse(f)
}

// Files with one content are read once.
func TestCopiesAreReadOnce(t *testing.T) {
	programs := map[string]string{}
	for i := range 20 {
		programs[fmt.Sprintf("d%d/a.go", i)] = "package d\n\nfunc F() {}\n"
	}
	a, read := startCoding(t, folderOf(t, programs))
	if _, err := a.ReadCodeBase(t.Context(), nil); err != nil {
		t.Fatal(err)
	}
	if n := read.Load(); n != 1 {
		t.Errorf("20 copies are read %d times", n)
	}
}

// A program that is too large is left out, and the map says so.
func TestMapSaysWhatIsLeftOut(t *testing.T) {
	folder := folderOf(t, map[string]string{
		"a/small.go": "package a\n", "a/big*.go": "package a\n" + strings.Repeat("// x\n", 1000), "b/b.go": "package b\n",
	})
	d, err := disk.Open([]string{folder}, disk.Options{MaxBytes: 1000})
	if err != nil {
		t.Fatal(err)
	}
	a := New(Options{Workspace: d, Parsers: document.Parsers{Fallback: plain.Parser{}}})
	t.Cleanup(a.Close)
	c, err := a.ReadCodeBase(t.Context(), nil)
	if err != nil {
		t.Fatal(err)
	}
	for _, test := range []struct {
		folder string
		says   bool
	}{{"", true}, {"a", true}, {"b", false}} {
		m, err := c.Map(test.folder)
		if err != nil {
			t.Fatal(err)
		}
		if got := strings.Contains(m.Document(codemap.LinkByPath), `too large: a/big\*.go.`); got != test.says || (len(m.LeftOut) == 1) != test.says {
			t.Errorf("the map of %q says it: %v, %v", test.folder, got, m.LeftOut)
		}
	}
}

// What a command reads past the library is what a session has of it.
func TestReadCodeBase(t *testing.T) {
	folder := folderOf(t, wells)
	a, _ := startCoding(t, folder)
	fresh, err := a.ReadCodeBase(t.Context(), nil)
	if err != nil {
		t.Fatal(err)
	}
	if err := a.Load(t.Context(), nil); err != nil {
		t.Fatal(err)
	}
	kept := codeBaseOf(t, a)
	for _, name := range []string{"", "dig"} {
		one, err := fresh.Map(name)
		if err != nil {
			t.Fatal(err)
		}
		two, err := kept.Map(name)
		if err != nil {
			t.Fatal(err)
		}
		if d := cmp.Diff(one.Document(codemap.LinkByPath), two.Document(codemap.LinkByPath)); d != "" {
			t.Errorf("the map of %q differs:\n%s", name, d)
		}
	}
	if _, err := kept.Map("nowhere"); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("no program gives %v", err)
	}
}

// The folder of a file, of a folder, and of the workspace. What lies in none of its folders
// has none, whatever its path is like.
func TestFolderOf(t *testing.T) {
	folder := folderOf(t, wells)
	a, _ := startCoding(t, folder)
	c, err := a.ReadCodeBase(t.Context(), nil)
	if err != nil {
		t.Fatal(err)
	}
	for u, want := range map[string]string{
		uriIn(folder, "dig/dig.go"): "dig",
		uriIn(folder, "dig"):        "dig",
		uriIn(folder, ""):           "",
		"file:///dig":               "/dig lies in no folder of the workspace",
	} {
		got, err := c.FolderOf(file.URI(strings.TrimSuffix(u, "/")))
		if err != nil {
			got = err.Error()
		}
		if got != want {
			t.Errorf("%s is %q, not %q", u, got, want)
		}
	}
}

// Who has a server of the language can do without our calls.
func TestShowsCalls(t *testing.T) {
	for setting, want := range map[string]bool{"": true, "on": true, "off": false} {
		if got := (Offers{CallHierarchy: setting}).ShowsCalls(); got != want {
			t.Errorf("%q shows calls: %v", setting, got)
		}
	}
}

// What stands at a place: a name that is called or defined, and for CallsAt else what is
// around it. A file that is no program has nothing.
func TestCallsAt(t *testing.T) {
	folder := folderOf(t, wells)
	a, _ := startCoding(t, folder)
	c, err := a.ReadCodeBase(t.Context(), nil)
	if err != nil {
		t.Fatal(err)
	}
	for _, test := range []struct {
		name               string
		line, character    int
		callables, calling string
	}{
		{"dig/dig.go", 4, 19, "Let", "Let"},
		{"dig/dig.go", 4, 5, "Deep", "Deep"},
		{"dig/dig.go", 4, 9, "Deep", "Deep"},
		{"dig/dig.go", 4, 12, "", "Deep"},
		{"dig/dig.go", 0, 3, "", "dig.go"},
		{"notes.txt", 0, 1, "", ""},
	} {
		at := replies.Position{Line: test.line, Character: test.character}
		f, err := a.Read(t.Context(), file.URI(uriIn(folder, test.name)))
		if err != nil {
			t.Fatal(err)
		}
		callables, err := c.Callables(t.Context(), f, at, text.UTF16)
		if err != nil {
			t.Fatal(err)
		}
		calls, err := c.CallsAt(t.Context(), file.URI(uriIn(folder, test.name)), at, text.UTF16)
		if err != nil {
			t.Fatal(err)
		}
		names := strings.Join(replies.Each(callables, func(c codemap.Callable) string { return c.Name }), " ")
		calling := calledNames(calls)
		if names != test.callables || calling != test.calling {
			t.Errorf("%s:%d:%d names %q and calls of %q", test.name, test.line, test.character, names, calling)
		}
	}
	if _, err := c.CallsAt(t.Context(), file.URI(uriIn(folder, "gone.go")), replies.Position{}, text.UTF16); err == nil {
		t.Error("a file that is not there is no error")
	}
}

// What was pointed at is meant, and not what stands there now: at a name that is defined or
// called, with lines put in above it, below another definition, or without what calls it.
func TestCallablesAfterEdits(t *testing.T) {
	const before = "package dig\n\nfunc deep() { let() }\n\nfunc let() {}\n\nfunc once() { deep() }\n"
	for name, after := range map[string]string{
		"as it was":        before,
		"two lines above":  "// Package dig digs.\n// It is deep.\n" + before,
		"another one":      "package dig\n\nfunc other() { once() }\n\n" + strings.TrimPrefix(before, "package dig\n\n"),
		"without a caller": "package dig\n\nfunc once() { deep() }\n\nfunc let() {}\n\nfunc deep() {}\n",
	} {
		folder := folderOf(t, map[string]string{"dig.go": before})
		a, _ := startCoding(t, folder)
		u := file.URI(uriIn(folder, "dig.go"))
		a.Open(u, "go", 1, before)
		pointedAt, _ := a.Buffer(u)
		a.Open(u, "go", 2, after)
		c, err := a.CodeBase(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		for at, want := range map[replies.Position]string{{Line: 2, Character: 6}: "deep", {Line: 2, Character: 14}: "let", {Line: 4, Character: 5}: "let", {Line: 6, Character: 15}: "deep", {Line: 6, Character: 0}: ""} {
			found, err := c.Callables(t.Context(), pointedAt, at, text.UTF16)
			if err != nil {
				t.Fatal(err)
			}
			if got := strings.Join(replies.Each(found, func(c codemap.Callable) string { return c.Name }), " "); got != want {
				t.Errorf("%s: %v names %q, not %q", name, at, got, want)
			}
			for _, one := range found {
				line := strings.Split(before, "\n")[one.Select.Start.Line]
				if said := line[one.Select.Start.Character:one.Select.End.Character]; said != want {
					t.Errorf("%s: %v is the place of %q, not of %q", name, at, said, want)
				}
			}
		}
	}
}

func calledNames(all *codemap.CallList) string {
	return strings.Join(replies.Each(all.Definitions, func(c codemap.Calls) string { return c.Name }), " ")
}

// A line gives each thing that it calls once, and one that is not there is an error in
// words that help.
func TestCallsInLine(t *testing.T) {
	folder := folderOf(t, map[string]string{
		"a.go": "package a\n\nfunc a() {}\n\nfunc b() {}\n\nfunc c() {\n\ta(); b(); a()\n}\n",
	})
	a, _ := startCoding(t, folder)
	c, err := a.ReadCodeBase(t.Context(), nil)
	if err != nil {
		t.Fatal(err)
	}
	u := file.URI(uriIn(folder, "a.go"))
	for line, want := range map[int]string{2: "a", 7: "a b", 8: "c", 3: "a.go", 9: "a.go"} {
		calls, err := c.CallsInLine(t.Context(), u, line, text.UTF16)
		if err != nil || calledNames(calls) != want {
			t.Errorf("line %d: %v, %+v, not %s", line, err, calls, want)
		}
	}
	const want = "there is no line 1000 in a.go: it has 9 lines"
	if _, err := c.CallsInLine(t.Context(), u, 999, text.UTF16); err == nil || err.Error() != want {
		t.Errorf("a line behind the file gives %v", err)
	}
	if _, err := c.CallsAt(t.Context(), u, replies.Position{Line: 999}, text.UTF16); err == nil || err.Error() != want {
		t.Errorf("a place behind the file gives %v", err)
	}
}

// Of a name that very many have, the first are looked up and the rest counted.
func TestCallsOfCommonName(t *testing.T) {
	files := map[string]string{}
	for i := range 20 + 3 {
		files[fmt.Sprintf("p%02d/a.go", i)] = fmt.Sprintf("package p\n\nfunc Run() {} // %d\n", i)
	}
	a, _ := startCoding(t, folderOf(t, files))
	c, err := a.ReadCodeBase(t.Context(), nil)
	if err != nil {
		t.Fatal(err)
	}
	calls, err := c.CallsNamed(t.Context(), "Run", text.UTF16)
	if err != nil || len(calls.Definitions) != 20 || calls.More != 3 {
		t.Errorf("%v: %d definitions and %d more", err, len(calls.Definitions), calls.More)
	}
}

// A definition is found again after its file has changed: where it stood, or else by its
// name, the nearest one of that name.
func TestCallsOfChangedFile(t *testing.T) {
	const before = "package a\n\nfunc b() {}\n\nfunc c() { b() }\n"
	folder := folderOf(t, map[string]string{"a.go": before})
	a, _ := startCoding(t, folder)
	if err := a.Load(t.Context(), nil); err != nil {
		t.Fatal(err)
	}
	u := file.URI(uriIn(folder, "a.go"))
	b := codemap.Callable{Name: "b", Kind: "function", URI: u, Select: replies.Range{Start: replies.Position{Line: 2, Character: 5}, End: replies.Position{Line: 2, Character: 6}}}
	a.Open(u, "go", 1, before)
	for i, c := range []struct{ says, want string }{
		{before, "2 c"},
		{"package a\n\nfunc c() { b() }\n\nfunc b() {}\n", "4 c"},
		{"package a\n\nfunc x() {}\n\nfunc b() {}\n\nfunc d() { b() }\n\ntype T struct{}\n\nfunc (T) b() {}\n", "4 d"},
		{"package a\n\nfunc x() {}\n", ""},
	} {
		if err := a.Edit(u, int32(i+2), []text.Edit{{Text: c.says}}, text.UTF16); err != nil {
			t.Fatal(err)
		}
		calls, err := codeBaseOf(t, a).CallsOf(t.Context(), b, text.UTF16)
		got := ""
		if calls != nil {
			got = fmt.Sprint(calls.Select.Start.Line)
			for _, caller := range calls.Callers {
				got += " " + caller.Name
			}
		}
		if err != nil || got != c.want {
			t.Errorf("in %q: %v, b is %q, not %q", c.says, err, got, c.want)
		}
	}
}

// What a file imports and who imports it is told by paths.
func TestImports(t *testing.T) {
	folder := folderOf(t, wells)
	a, _ := startCoding(t, folder)
	c, err := a.ReadCodeBase(t.Context(), nil)
	if err != nil {
		t.Fatal(err)
	}
	all, err := c.Imports("rope")
	want := &codemap.Imports{
		Path: "rope", Imports: []codemap.ImportLink{}, Outside: []string{},
		ImportedBy: []codemap.ImportLink{{Path: "dig/dig.go", URI: file.URI(uriIn(folder, "dig/dig.go")), Said: "wells/rope"}},
	}
	if d := cmp.Diff(want, all); err != nil || d != "" {
		t.Errorf("%v (-want +got):\n%s", err, d)
	}
	if _, err := c.Imports("nowhere"); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("no program gives %v", err)
	}
}

// Names of files mean nothing in a map, neither to Mermaid nor to Markdown, and links lead
// to them all the same.
func TestMapIsHarmless(t *testing.T) {
	folder := folderOf(t, map[string]string{
		"a]; click r0 (x)/one.go": "// Package one ![x](http://a) <b>.\npackage one\n\nfunc F() { F() }\n\nfunc g() { F() }\n",
		"b`#/two.go":              "package two\n",
	})
	a, _ := startCoding(t, folder)
	c, err := a.ReadCodeBase(t.Context(), nil)
	if err != nil {
		t.Fatal(err)
	}
	m, err := c.Map("")
	if err != nil {
		t.Fatal(err)
	}
	if want := "r0[\"a#93;#59; click r0 #40;x#41;<br/>1 file, 6 lines\"]"; !strings.Contains(m.Drawing, want) {
		t.Errorf("drawn as\n%s", m.Drawing)
	}
	document := m.Document(codemap.LinkByPath)
	for _, want := range []string{"(a%5D;%20click%20r0%20%28x%29/one.go#L4)", "(b%60%23/two.go#L1)"} {
		if !strings.Contains(document, want) {
			t.Errorf("there is no link %s in\n%s", want, document)
		}
	}
	if got := codemap.LinkByPath("", "a:b.go", 1); got != "./a:b.go#L2" {
		t.Errorf("a name like a scheme is linked by %s", got)
	}
	if strings.Contains(document, "![x]") || strings.Contains(document, "<b>.") && !strings.Contains(document, `\<b>.`) {
		t.Errorf("the document is\n%s", document)
	}
}

// Each name is shown as it is, on one line, and its link leads there.
func TestMapShowsNames(t *testing.T) {
	const program = "package one\n\nfunc F() { F() }\n\nfunc g() { F() }\n"
	files := map[string]string{}
	for _, name := range []string{"__init__", "a&lt;b", "c*d*e", "~~s~~", "new\nline", "rtl\u202etxt", "t`i`ck[1](2)", `back\_slash`} {
		files[name+"/x.go"] = program
	}
	a, _ := startCoding(t, folderOf(t, files))
	c, err := a.ReadCodeBase(t.Context(), nil)
	if err != nil {
		t.Fatal(err)
	}
	m, err := c.Map("")
	if err != nil {
		t.Fatal(err)
	}
	document := m.Document(codemap.LinkByPath)
	for _, want := range []string{
		`[\_\_init\_\_](__init__/x.go#L1)`, `[a\&lt;b](a%26lt;b/x.go#L1)`, `[c\*d\*e](c%2Ad%2Ae/x.go#L1)`, `[\~\~s\~\~](%7E%7Es%7E%7E/x.go#L1)`,
		"[new line](new%0Aline/x.go#L1)", "[rtltxt](rtl%E2%80%AEtxt/x.go#L1)", "[t\\`i\\`ck\\[1\\](2)](t%60i%60ck%5B1%5D%282%29/x.go#L1)",
		`[back\\\_slash](back%5C_slash/x.go#L1)`,
	} {
		if !strings.Contains(document, want) {
			t.Errorf("there is no %s", want)
		}
	}
	if t.Failed() {
		t.Logf("the map is\n%s", document)
	}
	if strings.Contains(document, "\u202e") {
		t.Error("the map holds a mark that turns the direction of text")
	}
}
