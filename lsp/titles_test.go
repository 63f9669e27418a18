package lsp_test

import (
	"net/url"
	"strings"
	"testing"

	"docuquest/lsp/lsptest"
)

// A client that names documents by the ends of their addresses has the question there, or
// what else the document is of. Such an address and the one without lead to one document.
func TestTitles(t *testing.T) {
	e := lsptest.Start(t, lsptest.Options{Files: ruins + wells, Parsers: programs(), Wishes: map[string]any{"documents": true, "titles": true}})
	const question = `When was the temple/"shrine" of Ashkeld dug out?`
	reply, err := e.Ask(map[string]any{"question": question, "show": true})
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		command  string
		argument map[string]any
		title    string
	}{
		{"docuquest.explain", map[string]any{"answer": reply.ID, "show": true}, `Why: When was the temple "shrine" of Ashkeld dug out?`},
		{"docuquest.whyNot", map[string]any{"answer": reply.ID, "uri": e.URI("none.md"), "show": true}, "Why not none.md"},
		{"docuquest.map", map[string]any{"show": true}, "Map of the workspace"},
		{"docuquest.history", map[string]any{"like": question, "show": true}, `Asked before: When was the temple "shrine" of Ashkeld dug out?`},
		{"docuquest.ask", map[string]any{"question": question, "show": true}, `When was the temple "shrine" of Ashkeld dug out?`},
	} {
		before := len(shown(e))
		if err := e.Command(c.command, c.argument, nil); err != nil {
			t.Errorf("%s: %v", c.command, err)
			continue
		}
		e.Await(func(story []lsptest.Message) bool { return len(shownIn(story)) > before })
		address := shown(e)[before]
		name, _ := url.PathUnescape(address[strings.LastIndexByte(address, '/')+1:])
		if name != c.title+".md" {
			t.Errorf("%s shows %q, want the title %q", c.command, name, c.title)
		}
		titled, err := e.DocumentText(address)
		plain, err2 := e.DocumentText(address[:strings.LastIndexByte(address, '/')] + ".md")
		if err != nil || err2 != nil || titled != plain || !strings.HasPrefix(titled, "# ") {
			t.Errorf("%s: %q, %v and %q, %v", address, titled, err, plain, err2)
		}
	}
}
