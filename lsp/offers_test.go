package lsp_test

import (
	"encoding/json"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"go.lsp.dev/protocol"

	"docuquest/core/agent"
	"docuquest/core/document"
	"docuquest/core/file"
	"docuquest/lsp/lsptest"
)

// winches are a program and prose that say the same words.
const winches = `
-- winch.py --
"""A winch lets ropes down."""

def lower(rope):
    # ?? How deep is the shaft
    # It goes where depths.md:3 says. Is it deep?
    return lower(rope - 1)
-- depths.md --
# How to lower it

The shaft is nine ells deep, and the lower end of the rope is of hemp.
-- ropes.txt --
To lower a rope of hemp takes a winch of oak, see depths.md:3 for more.
`

// What an editor is given beside a server of the language: nothing but questions and
// citations in programs, and in other texts everything, unless the user says otherwise.
func TestOffers(t *testing.T) {
	const everything = "hover definition references symbols"
	for _, test := range []struct {
		name   string
		offers agent.Offers
		wishes map[string]any
		want   map[string]string // by file, what is given of the word lower
	}{
		{"by default", agent.Offers{}, nil, map[string]string{
			"winch.py": "", "depths.md": everything, "ropes.txt": "hover definition references",
		}},
		{"one program", agent.Offers{Languages: "prose python"}, nil, map[string]string{
			"winch.py": "definition references symbols calls", "depths.md": everything,
		}},
		{"all words", agent.Offers{HoverWords: "all"}, nil, map[string]string{
			"winch.py": "hover", "depths.md": everything,
		}},
		{"no words", agent.Offers{HoverWords: "off", Languages: "all"}, nil, map[string]string{
			"winch.py": "definition references symbols calls", "depths.md": "definition references symbols",
		}},
		{"one language", agent.Offers{Languages: "plaintext"}, nil, map[string]string{
			"winch.py": "", "depths.md": "", "ropes.txt": "hover definition references",
		}},
		{"nothing", agent.Offers{Languages: "off"}, nil, map[string]string{"winch.py": "", "depths.md": ""}},
		{"an editor that outlines Markdown", agent.Offers{}, map[string]any{"outlined": []string{"markdown"}}, map[string]string{
			"depths.md": "hover definition references",
		}},
		{"and a user who wants both", agent.Offers{Symbols: "prose"}, map[string]any{"outlined": []string{"markdown"}}, map[string]string{
			"depths.md": everything, "winch.py": "",
		}},
		{"no call hierarchy", agent.Offers{Languages: "all", CallHierarchy: "off"}, nil, map[string]string{
			"winch.py": "definition references symbols",
		}},
		{"symbols alone", agent.Offers{Languages: "off", Symbols: "python"}, nil, map[string]string{"winch.py": "symbols", "depths.md": ""}},
	} {
		t.Run(test.name, func(t *testing.T) {
			e := lsptest.Start(t, lsptest.Options{Files: winches, Parsers: programs(), Offers: test.offers, Wishes: test.wishes})
			checkGiven(t, e, test.want)
		})
		t.Run(test.name+", by a changed setting", func(t *testing.T) {
			e := lsptest.Start(t, lsptest.Options{Files: winches, Parsers: programs(), Wishes: test.wishes, Configure: byField})
			prefer(e, agent.Preferences{Offers: test.offers})
			checkGiven(t, e, test.want)
		})
	}
}

// checkGiven compares what is given of the word lower, by file. Questions have hovers everywhere.
func checkGiven(t *testing.T, e *lsptest.Editor, want map[string]string) {
	t.Helper()
	got := map[string]string{}
	for path := range want {
		got[path] = givenAt(t, e, path, "lower")
	}
	if d := cmp.Diff(want, got); d != "" {
		t.Errorf("is given (-want +got):\n%s", d)
	}
	e.Open("winch.py")
	question := e.Find("winch.py", "deep is the")
	checkHover(t, e, "winch.py", question.Line, question.Character, "depths.md:3")
}

// givenAt says what is given at a word of a file.
func givenAt(t *testing.T, e *lsptest.Editor, path, word string) string {
	t.Helper()
	e.Open(path)
	defer e.Close(path)
	at := e.Find(path, word)
	definition, err := e.Definition(path, at.Line, at.Character)
	if err != nil {
		t.Fatal(err)
	}
	references, err := e.References(path, at.Line, at.Character)
	if err != nil {
		t.Fatal(err)
	}
	symbols, err := e.Symbols(path)
	if err != nil {
		t.Fatal(err)
	}
	var given []string
	for _, one := range []struct {
		is   bool
		name string
	}{
		{e.HoverText(path, at.Line, at.Character) != "", "hover"},
		{definition != nil, "definition"},
		{len(references) > 0, "references"},
		{len(symbols) > 0, "symbols"},
		{len(preparedAt(t, e, e.URI(path), at.Line, at.Character)) > 0, "calls"},
	} {
		if one.is {
			given = append(given, one.name)
		}
	}
	return strings.Join(given, " ")
}

// A citation leads to its place wherever it is written; the question mark of a comment asks
// nothing.
func TestCitationsAnywhere(t *testing.T) {
	e := lsptest.Start(t, lsptest.Options{Files: winches, Parsers: programs()})
	for _, path := range []string{"winch.py", "ropes.txt"} {
		e.Open(path)
		at := e.Find(path, "depths.md")
		l, err := e.Definition(path, at.Line, at.Character+2)
		if err != nil || l == nil || string(l.URI) != e.URI("depths.md") || l.Range.Start.Line != 2 {
			t.Errorf("from %s: %+v, %v", path, l, err)
		}
	}
	at := e.Find("winch.py", "?\n    return")
	checkHover(t, e, "winch.py", at.Line, at.Character, "")
}

// A citation of a PDF leads to what was taken out of it, and not to the bytes of the file.
func TestCitationOfExtracted(t *testing.T) {
	const cites = "See in/report.pdf:3 and [a page](in/report.pdf#page=2), or [a line](docuquest:/text/in/report.pdf?p=2#L2).\n"
	e := lsptest.Start(t, lsptest.Options{
		Files: paged + "-- notes.txt --\n" + cites, Documents: true, Parsers: map[string]document.Parser{"pdf": pager{}},
	})
	e.Open("notes.txt")
	for written, want := range map[string]string{
		"report.pdf:3":       "docuquest:/text/in/report.pdf.txt 2:0-2:0",
		"in/report.pdf#":     "docuquest:/text/in/report.pdf#p%3D2 0:0-0:0",
		"docuquest:/text/in": "docuquest:/text/in/report.pdf#p%3D2 1:0-1:0",
	} {
		at := e.Find("notes.txt", written)
		l, err := e.Definition("notes.txt", at.Line, at.Character+1)
		if err != nil || l == nil || showLocation(*l) != want {
			t.Errorf("%s leads to %+v, %v, not to %s", written, l, err, want)
		}
	}
}

// Where the client lets it, what is given by language is registered for these languages, and
// for the documents of our scheme.
func TestRegistersByLanguage(t *testing.T) {
	methods := []string{"textDocument/documentSymbol", "textDocument/prepareCallHierarchy", "textDocument/references"}
	for _, registers := range [][]string{nil, {"references"}, {"references", "documentSymbol", "callHierarchy"}} {
		e := lsptest.Start(t, lsptest.Options{
			Files: winches, Registers: registers, Wishes: map[string]any{"outlined": []string{"markdown"}},
		})
		var static struct {
			ReferencesProvider, CallHierarchyProvider bool
			DocumentSymbolProvider                    *struct{ Label string }
			HoverProvider, DefinitionProvider         bool
		}
		if err := json.Unmarshal(e.Capabilities, &static); err != nil {
			t.Fatal(err)
		}
		want := methods
		switch len(registers) {
		case 0:
			want = nil
		case 1:
			want = methods[2:]
		}
		got := registrations(t, e, len(want))
		for i, method := range methods {
			selector, registered := got[method]
			isStatic := []bool{static.DocumentSymbolProvider != nil, static.CallHierarchyProvider, static.ReferencesProvider}[i]
			if registered != slices.Contains(want, method) || registered == isStatic {
				t.Errorf("%v: %s is registered: %v, and static: %v", registers, method, registered, isStatic)
			}
			if !registered {
				continue
			}
			for _, name := range []string{"docuquest:", "plaintext", "csv"} {
				if !slices.Contains(selector, name) {
					t.Errorf("%s is not registered for %s", method, name)
				}
			}
			if slices.Contains(selector, "python") || slices.Contains(selector, "markdown") == (method == methods[0]) {
				t.Errorf("%s is registered for %q", method, selector)
			}
		}
		if !static.HoverProvider || !static.DefinitionProvider {
			t.Errorf("%v: questions and citations may be anywhere", registers)
		}
	}
}

// registrations are the languages and schemes of what the server registers besides file
// events, once it has registered so many methods.
func registrations(t *testing.T, e *lsptest.Editor, methods int) map[string][]string {
	t.Helper()
	all := map[string][]string{}
	e.Await(func(story []lsptest.Message) bool {
		clear(all)
		for _, m := range story {
			if m.Method == protocol.MethodClientRegisterCapability {
				addRegistrations(t, m.Params, all)
			}
		}
		_, files := all[protocol.MethodWorkspaceDidChangeWatchedFiles]
		return files && len(all) == methods+1
	})
	return all
}

func addRegistrations(t *testing.T, params json.RawMessage, to map[string][]string) {
	t.Helper()
	var p struct {
		Registrations []struct {
			Method          string
			RegisterOptions struct {
				DocumentSelector []struct{ Language, Scheme string }
			}
		}
	}
	if err := json.Unmarshal(params, &p); err != nil {
		t.Error(err)
	}
	for _, r := range p.Registrations {
		if _, twice := to[r.Method]; twice {
			t.Errorf("%s is registered twice", r.Method)
		}
		to[r.Method] = []string{}
		for _, f := range r.RegisterOptions.DocumentSelector {
			if f.Language == "" {
				f.Language = f.Scheme + ":"
			}
			to[r.Method] = append(to[r.Method], f.Language)
		}
	}
}

// What is known of programs fits what is left to their servers.
func TestProgramsAreNoProse(t *testing.T) {
	for language := range programs() {
		if file.IsProse(language) {
			t.Errorf("%s is read as a program and taken for prose", language)
		}
	}
}
