package agent

import (
	"errors"
	"fmt"
	"io/fs"
	"strings"
	"sync/atomic"
	"testing"

	"github.com/google/go-cmp/cmp"

	"docuquest/core/document"
	programs "docuquest/core/document/code"
	"docuquest/core/document/plain"
	"docuquest/core/file"
	"docuquest/core/file/disk"
	"docuquest/core/text"
)

// A counting parser counts the programs that it reads.
type counting struct {
	*programs.Parser
	read *atomic.Int64
}

func (c counting) Parse(f file.File) *document.Document {
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
	parser := counting{programs.New(programs.Options{}), read}
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
	codeBase := func() *CodeBase {
		c, err := a.CodeBase(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		return c
	}
	first := codeBase()
	if codeBase() != first || read.Load() != 5 {
		t.Errorf("nothing changed: the same %v, %d read", codeBase() == first, read.Load())
	}
	u := file.URI(uriIn(folder, "rope/rope.go"))
	a.Open(u, "go", 1, wells["rope/rope.go"])
	if err := a.Edit(u, 2, []text.Edit{{Text: "package rope\n\nfunc Let() { Let() }\n"}}, text.UTF16); err != nil {
		t.Fatal(err)
	}
	calls, err := codeBase().CallsNamed(t.Context(), "rope.let", text.UTF16)
	if err != nil || len(calls) != 1 {
		t.Fatalf("%v, %+v", err, calls)
	}
	if got := callersOf(calls[0]); got != "dig/dig.go:5 Deep, rope/rope.go:3 Let" {
		t.Errorf("Let is called by %s", got)
	}
	a.CloseBuffer(u)
	if got := codeBase(); got == first || read.Load() > 10 {
		t.Errorf("the file is closed: the same %v, %d read", got == first, read.Load())
	}
}

func callersOf(c Calls) string {
	var all []string
	for _, one := range c.Callers {
		all = append(all, fmt.Sprintf("%s:%d %s", one.Path, one.At[0].Start.Line+1, one.Name))
	}
	return strings.Join(all, ", ")
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
	kept, err := a.CodeBase(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{"", "dig"} {
		one, err := fresh.Map(name)
		if err != nil {
			t.Fatal(err)
		}
		two, err := kept.Map(name)
		if err != nil {
			t.Fatal(err)
		}
		if d := cmp.Diff(one.Document(LinkByPath), two.Document(LinkByPath)); d != "" {
			t.Errorf("the map of %q differs:\n%s", name, d)
		}
	}
	if _, err := kept.Map("nowhere"); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("no program gives %v", err)
	}
}

// Who has a server of the language can do without our calls.
func TestShowsCalls(t *testing.T) {
	for setting, want := range map[string]bool{"": true, "on": true, "off": false} {
		if got := (&Agent{options: Options{CallHierarchy: setting}}).ShowsCalls(); got != want {
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
		at := Position{test.line, test.character}
		callables, err := c.Callables(t.Context(), file.URI(uriIn(folder, test.name)), at, text.UTF16)
		if err != nil {
			t.Fatal(err)
		}
		calls, err := c.CallsAt(t.Context(), file.URI(uriIn(folder, test.name)), at, text.UTF16)
		if err != nil {
			t.Fatal(err)
		}
		names := strings.Join(each(callables, func(c Callable) string { return c.Name }), " ")
		calling := strings.Join(each(calls, func(c Calls) string { return c.Name }), " ")
		if names != test.callables || calling != test.calling {
			t.Errorf("%s:%d:%d names %q and calls of %q", test.name, test.line, test.character, names, calling)
		}
	}
	if _, err := c.CallsAt(t.Context(), file.URI(uriIn(folder, "gone.go")), Position{}, text.UTF16); err == nil {
		t.Error("a file that is not there is no error")
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
	if got := mermaidText("\"|\n&x"); got != "#34;#124; #38;x" {
		t.Errorf("marks are written as %s", got)
	}
	document := m.Document(LinkByPath)
	for _, want := range []string{"(a%5D;%20click%20r0%20%28x%29/one.go#L4)", "(b%60%23/two.go#L1)"} {
		if !strings.Contains(document, want) {
			t.Errorf("there is no link %s in\n%s", want, document)
		}
	}
	if got := LinkByPath("", "a:b.go", 1); got != "./a:b.go#L2" {
		t.Errorf("a name like a scheme is linked by %s", got)
	}
	if strings.Contains(document, "![x]") || strings.Contains(document, "<b>.") && !strings.Contains(document, `\<b>.`) {
		t.Errorf("the document is\n%s", document)
	}
}
