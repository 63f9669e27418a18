package lsp_test

import (
	"context"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync/atomic"
	"testing"

	"github.com/google/go-cmp/cmp"

	"docuquest/core/answer/replies"
	"docuquest/core/file"
	"docuquest/core/language/text"
	"docuquest/core/services/llm"
	"docuquest/lsp/lsptest"
)

// ruins is a small workspace.
const ruins = `
-- temple.md --
# The temple

The temple of Ashkeld was dug out in 1931. Its altar held a ruby.

## The ruby

It is as large as an egg.
-- tomb.txt --
The tomb

Nobody knows who lies in the tomb. A ruby and a lamp were found.
A ruby is a gem.
-- .gitignore --
private.txt
-- private.txt --
The ruby is under my bed.
`

// The whole way of an editor's day: hover, jump, type, save and close.
func TestDay(t *testing.T) {
	e := lsptest.Start(t, lsptest.Options{Files: ruins})
	e.Open("tomb.txt")
	checkHover(t, e, "tomb.txt", 2, 38, "**ruby** occurs at 4 places in 2 documents.", "temple.md:5", "temple.md:3", "A **ruby** is a gem.")
	checkHover(t, e, "tomb.txt", 2, 0, "")  // Nobody stands nowhere else
	checkHover(t, e, "tomb.txt", 2, 24, "") // a stop word

	// A heading that holds the word is its definition.
	if l, err := e.Definition("tomb.txt", 2, 38); err != nil || l == nil || filepath.Base(string(l.URI)) != "temple.md" || l.Range.Start.Line != 4 {
		t.Errorf("definition: %+v, %v", l, err)
	}
	if l, err := e.References("tomb.txt", 2, 38); err != nil || len(l) != 4 {
		t.Errorf("references: %+v, %v", l, err)
	}

	// What is typed is found by the next request, though it is not saved.
	e.Open("temple.md")
	e.Edit("temple.md", lsptest.Edit{Range: &lsptest.Range{Start: lsptest.Position{Line: 6}, End: lsptest.Position{Line: 6}}, Text: "A lamp too. "})
	checkHover(t, e, "tomb.txt", 2, 48, "**lamp** occurs at 2 places in 2 documents.", "A **lamp** too. It is as large as an egg.")
	e.Close("temple.md")
	checkHover(t, e, "tomb.txt", 2, 48, "") // it was not saved
	e.Open("temple.md")
	e.Edit("temple.md", lsptest.Edit{Text: "Another lamp.\n"})
	e.Save("temple.md")
	e.Close("temple.md")
	checkHover(t, e, "tomb.txt", 2, 48, "**lamp**", "Another **lamp**.")
	if code, err := e.Shutdown(); code != 0 || err != nil {
		t.Errorf("the session ended with %d, %v", code, err)
	}
}

// checkHover compares a hover with the parts that it must hold; "" for none.
func checkHover(t *testing.T, e *lsptest.Editor, path string, line, character int, parts ...string) {
	t.Helper()
	got := e.HoverText(path, line, character)
	for _, part := range parts {
		if part == "" && got != "" || !strings.Contains(got, part) {
			t.Errorf("the hover lacks %q:\n%s", part, got)
		}
	}
}

// For every citation of an answer the text at its range is its quote, in every
// encoding of positions and also in an edit that is not saved.
func TestAnswer(t *testing.T) {
	for _, encoding := range []string{"utf-8", "utf-16", "utf-32"} {
		e := lsptest.Start(t, lsptest.Options{Files: ruins, Encodings: []string{encoding}})
		e.Open("tomb.txt")
		const typed = "😀 The lamp is made of bronze."
		e.Edit("tomb.txt", lsptest.Edit{Range: &lsptest.Range{Start: lsptest.Position{Line: 2}, End: lsptest.Position{Line: 2}}, Text: typed + " "})
		a, err := e.Ask("What is the lamp made of?")
		if err != nil {
			t.Fatal(err)
		}
		if len(a.Citations) == 0 || a.Refused || a.Encoding != encoding {
			t.Fatalf("%s: %+v", encoding, a)
		}
		for _, c := range a.Citations {
			if got := quoted(t, e, c, encoding); got != c.Quote {
				t.Errorf("%s: at the range of citation %d stands %q, not %q", encoding, c.Number, got, c.Quote)
			}
		}
		if !strings.Contains(a.Answer, "bronze") {
			t.Errorf("%s: %s", encoding, a.Answer)
		}
	}
}

// quoted is the text at the range of a citation.
func quoted(t *testing.T, e *lsptest.Editor, c replies.Citation, encoding string) string {
	t.Helper()
	content := ""
	if strings.HasSuffix(string(c.URI), "/tomb.txt") {
		content = e.Content("tomb.txt")
	} else {
		raw, err := os.ReadFile(filepath.FromSlash(c.URI.Path()))
		if err != nil {
			t.Fatal(err)
		}
		content = string(raw)
	}
	unit, _ := text.ParseEncoding(encoding)
	return text.NewLines(content).Span(text.Range{
		Start: text.Position(c.Range.Start), End: text.Position(c.Range.End),
	}, unit).Of(content)
}

// A question in a text is answered by pointing at it.
func TestQuestionInText(t *testing.T) {
	e := lsptest.Start(t, lsptest.Options{Files: ruins})
	e.OpenText("notes.md", "# Notes\n\n?? When was the temple of Ashkeld dug out\n")
	checkHover(t, e, "notes.md", 2, 5, "1931", "[temple.md:3](file://")
}

// A file that the client saw change is read again; ignored ones stay out.
func TestWatchedFiles(t *testing.T) {
	e := lsptest.Start(t, lsptest.Options{Files: ruins})
	name := filepath.Join(e.Dir(), "new.txt")
	if err := os.WriteFile(name, []byte("A sapphire."), 0o644); err != nil {
		t.Fatal(err)
	}
	e.Notify("workspace/didChangeWatchedFiles", map[string]any{"changes": []any{map[string]any{"uri": e.URI("new.txt"), "type": 1}}})
	if diff := cmp.Diff([]string{"new.txt"}, paths(t, e, "sapphire")); diff != "" {
		t.Errorf("after a new file (-want +got):\n%s", diff)
	}
	if got := paths(t, e, "bed"); len(got) != 0 {
		t.Errorf("an ignored file was found: %v", got)
	}
	var reply struct{ Files int }
	if err := e.Command("docuquest.reindex", nil, &reply); err != nil || reply.Files != 4 {
		t.Errorf("reindex: %+v, %v", reply, err)
	}
}

// A folder that comes brings its files, and one that goes takes them with it.
func TestFoldersComeAndGo(t *testing.T) {
	e := lsptest.Start(t, lsptest.Options{Files: ruins})
	dir := t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, "new.txt"), []byte("A sapphire."), 0o644); err != nil {
		t.Fatal(err)
	}
	folder := []any{map[string]any{"uri": file.FromPath(dir), "name": "more"}}
	e.Notify("workspace/didChangeWorkspaceFolders", map[string]any{"event": map[string]any{"added": folder, "removed": []any{}}})
	for len(paths(t, e, "sapphire")) == 0 { // it is read in the background
	}
	e.Notify("workspace/didChangeWorkspaceFolders", map[string]any{"event": map[string]any{"added": []any{}, "removed": folder}})
	for len(paths(t, e, "sapphire")) != 0 {
	}
}

// paths are the files in which a search finds something.
func paths(t *testing.T, e *lsptest.Editor, query string) []string {
	t.Helper()
	var reply struct{ Hits []struct{ Path string } }
	if err := e.Command("docuquest.search", query, &reply); err != nil {
		t.Fatal(err)
	}
	var found []string
	for _, h := range reply.Hits {
		found = append(found, h.Path)
	}
	return found
}

// A stuck model never replies; it tells when it is asked and when its context
// has ended.
type stuck struct {
	asked chan struct{}
	ended atomic.Int32
}

func (*stuck) Name() string { return "stuck" }

func (m *stuck) Complete(ctx context.Context, _ llm.Request, _ func(string)) (llm.Reply, error) {
	m.asked <- struct{}{}
	<-ctx.Done()
	m.ended.Add(1)
	return llm.Reply{}, ctx.Err()
}

// Two questions at once are both stopped by docuquest.stop, and the model's work
// for both has ended when their replies arrive.
func TestStop(t *testing.T) {
	m := &stuck{asked: make(chan struct{})}
	e := lsptest.Start(t, lsptest.Options{Files: ruins, Model: m})
	ask := map[string]any{"command": "docuquest.ask", "arguments": []any{"What is a ruby?"}}
	first, second := e.Go("workspace/executeCommand", ask), e.Go("workspace/executeCommand", ask)
	<-m.asked
	<-m.asked
	var reply struct{ Stopped int }
	if err := e.Command("docuquest.stop", nil, &reply); err != nil || reply.Stopped != 2 {
		t.Errorf("stop: %+v, %v", reply, err)
	}
	for i, r := range []*lsptest.Reply{first, second} {
		if _, err := r.Raw(); err == nil || !strings.Contains(err.Error(), "-32800") {
			t.Errorf("question %d: %v", i, err)
		}
	}
	if n := m.ended.Load(); n != 2 {
		t.Errorf("the model's work had ended for %d of 2 questions", n)
	}
}

// While the model is slow, everything else is quick, and hovering over a
// question does not ask the model at all.
func TestSlowModel(t *testing.T) {
	m := &stuck{asked: make(chan struct{})}
	e := lsptest.Start(t, lsptest.Options{Files: ruins, Model: m})
	e.Open("tomb.txt")
	r := e.Go("workspace/executeCommand", map[string]any{"command": "docuquest.ask", "arguments": []any{"What is a ruby?"}})
	<-m.asked
	checkHover(t, e, "tomb.txt", 2, 38, "**ruby** occurs at 4 places")
	e.Cancel(r)
	if _, err := r.Raw(); err == nil || m.ended.Load() != 1 {
		t.Errorf("the reply is %v, %d contexts have ended", err, m.ended.Load())
	}
}

// A buffer that starts with a byte order mark is the text that the editor counts
// in: what is found on its first line stands where the editor has it.
func TestByteOrderMark(t *testing.T) {
	for _, encoding := range []string{"utf-8", "utf-16", "utf-32"} {
		e := lsptest.Start(t, lsptest.Options{Files: ruins, Encodings: []string{encoding}})
		e.OpenText("tomb.txt", "\ufeffAn opal, the opal of the notes.\n")
		e.Edit("tomb.txt", lsptest.Edit{Range: &lsptest.Range{
			Start: e.Find("tomb.txt", "notes"), End: e.Find("tomb.txt", "notes"),
		}, Text: "old "})
		want := []lsptest.Position{e.Find("tomb.txt", "opal,"), e.Find("tomb.txt", "opal of")}
		places, err := e.References("tomb.txt", want[1].Line, want[1].Character+1)
		if err != nil {
			t.Fatal(err)
		}
		var got []lsptest.Position
		for _, l := range places {
			got = append(got, lsptest.Position{Line: int(l.Range.Start.Line), Character: int(l.Range.Start.Character)})
		}
		slices.SortFunc(got, func(a, b lsptest.Position) int { return a.Character - b.Character })
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("%s: references (-want +got):\n%s", encoding, diff)
		}
		a, err := e.Ask("What opal is in the old notes?")
		if err != nil || len(a.Citations) == 0 {
			t.Fatalf("%s: %+v, %v", encoding, a, err)
		}
		if c := a.Citations[0]; quoted(t, e, c, encoding) != c.Quote {
			t.Errorf("%s: at the range of the citation stands %q, not %q", encoding, quoted(t, e, c, encoding), c.Quote)
		}
	}
}
