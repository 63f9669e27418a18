package annotate_test

import (
	"fmt"
	"strings"
	"testing"

	"golang.org/x/tools/txtar"

	"docuquest/core/code/annotate"
	"docuquest/core/code/notes"
	"docuquest/core/document"
	"docuquest/core/document/code"
	"docuquest/core/document/documenttest"
	"docuquest/core/document/markdown"
	"docuquest/core/document/plain"
	"docuquest/core/language/thesaurus"
	"docuquest/core/search/embed/static"
)

// parsers are those of the languages that are annotated here.
func parsers() document.Parsers {
	byLanguage := map[string]document.Parser{"markdown": markdown.New()}
	programs := code.New(code.Options{})
	for _, language := range programs.Languages() {
		byLanguage[language] = programs
	}
	return document.Parsers{ByLanguage: byLanguage, Fallback: plain.Parser{}}
}

// common are words that half of all files hold; all others stand in one of a thousand.
var common = map[string]bool{"get": true, "set": true, "string": true, "return": true, "func": true, "def": true, "function": true, "class": true, "public": true, "self": true, "int": true, "new": true, "err": true, "error": true, "nil": true, "import": true, "package": true, "len": true, "append": true}

func rules() *annotate.Rules {
	return annotate.NewRules(annotate.Workspace{
		Documents: 1000,
		Holding: func(form string) int {
			if common[form] {
				return 500
			}
			return 1
		},
		Lexicon: static.BuiltIn(),
		Weight:  func(piece int) float64 { return 1 },
		Nouns:   thesaurus.Lookup,
	})
}

// The notes of every node of a file's tree, by the rules of its language.
func TestNotes(t *testing.T) {
	r, p := rules(), parsers()
	documenttest.GoldenArchives(t, "testdata/*.txt", func(t *testing.T, files []txtar.File) string {
		var b strings.Builder
		for _, f := range files {
			for _, n := range r.Annotate(p.Parse(documenttest.File(f.Name, string(f.Data)))) {
				b.WriteString(describe(n))
			}
		}
		return b.String()
	})
}

// describe writes a noted chunk: what it is, and a line for each kind of notes.
func describe(n notes.Noted) string {
	var b strings.Builder
	fmt.Fprintf(&b, "%s %s %s [%d:%d]\n", n.Path, n.Info, strings.Join(n.Titles, " > "), n.Span.Start, n.Span.End)
	for k := range notes.Kind(notes.Kinds) {
		var texts []string
		for _, note := range n.Notes {
			if note.Kind == k {
				texts = append(texts, note.Text)
			}
		}
		fmt.Fprintf(&b, "    %v: %s\n", k, strings.Join(texts, " | "))
	}
	return b.String()
}
