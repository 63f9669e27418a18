package lsp_test

import (
	"maps"
	"strings"
	"testing"

	"docuquest/core/code/codemap"
	"docuquest/core/document"
	"docuquest/core/document/code"
	"docuquest/core/store"
	"docuquest/lsp/lsptest"
)

// programs read what a workspace of programs holds.
func programs() map[string]document.Parser {
	parser := code.New(code.Options{})
	all := map[string]document.Parser{}
	for _, language := range parser.Languages() {
		all[language] = parser
	}
	return all
}

const wells = `
-- go.mod --
module wells
-- dig/dig.go --
// Package dig digs.
package dig

import "wells/rope"

// Deep goes down.
func Deep(n int) { rope.Let(n); rope.Let(1) }

func once() { Deep(1) }
-- rope/rope.go --
package rope

func Let(n int) {}
-- notes.md --
# Wells

The rope is let down twice.
`

// A map is drawn for the workspace, for a folder, and for the folder of a file. It is a
// document that the editor opens, by its address or as a file.
func TestMap(t *testing.T) {
	for _, knowsOurs := range []bool{true, false} {
		e := lsptest.Start(t, lsptest.Options{Files: wells, Parsers: programs(), Texts: store.NewTexts(t.TempDir()), Documents: knowsOurs})
		for _, c := range []struct {
			argument any
			ours     string
			says     []string
		}{
			{nil, "docuquest:/map/top.md", []string{"# Map of the workspace", "r0 --> r1", e.URI("rope/rope.go") + "#L3", "Package dig digs."}},
			{map[string]any{"folder": "dig"}, "docuquest:/map/top/dig.md", []string{"# Map of dig", "outside of the folder: [rope](" + e.URI("rope/rope.go")}},
			{map[string]any{"uri": e.URI("rope/rope.go")}, "docuquest:/map/top/rope.md", []string{"# Map of rope", "by: [dig](" + e.URI("dig/dig.go")}},
			{map[string]any{"uri": e.URI(".")}, "docuquest:/map/top.md", []string{"# Map of the workspace"}},
		} {
			argument := map[string]any{"show": true}
			if given, ok := c.argument.(map[string]any); ok {
				maps.Copy(argument, given)
			}
			var reply struct {
				codemap.Map
				Document string
			}
			if err := e.Command("docuquest.map", argument, &reply); err != nil {
				t.Fatal(err)
			}
			checkShown(t, e, reply.Document, c.ours, c.says...)
			if knowsOurs && reply.Document != c.ours {
				t.Errorf("the address is %s, not %s", reply.Document, c.ours)
			}
		}
	}
}

// Where the argument is a file, the reply says what that imports and who imports it.
func TestMapTellsImports(t *testing.T) {
	e := lsptest.Start(t, lsptest.Options{Files: wells, Parsers: programs(), Documents: true})
	for _, c := range []struct {
		argument            map[string]any
		imports, importedBy string
	}{
		{map[string]any{"uri": e.URI("dig/dig.go")}, "rope", ""},
		{map[string]any{"uri": e.URI("rope/rope.go")}, "", "dig/dig.go"},
		{map[string]any{"folder": "rope"}, "", ""},
	} {
		var reply struct{ Imports codemap.Imports }
		if err := e.Command("docuquest.map", c.argument, &reply); err != nil {
			t.Fatal(err)
		}
		imports, by := pathsOf(reply.Imports.Imports), pathsOf(reply.Imports.ImportedBy)
		if imports != c.imports || by != c.importedBy {
			t.Errorf("%v imports %q and is imported by %q", c.argument, imports, by)
		}
	}
}

func pathsOf(links []codemap.ImportLink) string {
	var all []string
	for _, l := range links {
		all = append(all, l.Path)
	}
	return strings.Join(all, " ")
}

// What cannot be drawn says why.
func TestMapErrors(t *testing.T) {
	e := lsptest.Start(t, lsptest.Options{Files: wells, Parsers: programs(), Documents: true})
	for _, c := range []struct {
		argument any
		want     string
	}{
		{"nowhere", `no program in the folder "nowhere"`},
		{map[string]any{"folder": "dig", "uri": e.URI("dig")}, "not both"},
		{"dig/dig.go", `"dig/dig.go" is a file: name its folder, "dig"`},
		{map[string]any{"folder": 1}, "folder cannot be a number"},
		{map[string]any{"uri": "https://example.org"}, "uri"},
		{map[string]any{"uri": "file:///dig"}, "docuquest.map: uri: /dig lies in no folder of the workspace"},
	} {
		if err := e.Command("docuquest.map", c.argument, nil); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%v gives %v, not %q", c.argument, err, c.want)
		}
	}
	for _, address := range []string{"docuquest:/map/elsewhere.md", "docuquest:/map/topdig.md", "docuquest:/map/top/%zz.md"} {
		if text, err := e.DocumentText(address); err == nil {
			t.Errorf("%s has the text %q", address, text)
		}
	}
}
