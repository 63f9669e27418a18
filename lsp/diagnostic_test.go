package lsp_test

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"docuquest/lsp/lsptest"
)

// citingRuins cites the files of ruins. The ruby stands in line 7 of the temple.
const citingRuins = ruins + `
-- notes.md --
See [the temple](temple.md#L3), temple.md:5 and [nothing](none.md#L1).

From ` + "`temple.md:3`" + `:

> It is as large as an egg.

It "lies in the old tomb" (tomb.txt:3).
`

type diagnostic struct {
	Range              lsptest.Range
	Severity           int
	Code, Source       string
	Message            string
	RelatedInformation []struct {
		Location struct {
			URI   string
			Range lsptest.Range
		}
		Message string
	}
}

// pull asks for the diagnostics of a document, as lines.
func pull(t *testing.T, e *lsptest.Editor, path string) string {
	t.Helper()
	var report struct {
		Kind  string
		Items []diagnostic
	}
	request(t, e, "textDocument/diagnostic", map[string]any{"textDocument": map[string]any{"uri": e.URI(path)}}, &report)
	if report.Kind != "full" || report.Items == nil {
		t.Errorf("the report is %+v", report)
	}
	return showDiagnostics(report.Items)
}

func showDiagnostics(all []diagnostic) string {
	var lines []string
	for _, d := range all {
		line := fmt.Sprintf("%d:%d-%d:%d %d %s %s: %s", d.Range.Start.Line, d.Range.Start.Character,
			d.Range.End.Line, d.Range.End.Character, d.Severity, d.Source, d.Code, d.Message)
		for _, r := range d.RelatedInformation {
			line += fmt.Sprintf(" | %s %d:%d %s", filepath.Base(r.Location.URI), r.Location.Range.Start.Line, r.Location.Range.Start.Character, r.Message)
		}
		lines = append(lines, line)
	}
	return strings.Join(lines, "\n")
}

const citingDiagnostics = `0:48-0:69 2 DocuQuest gone: There is no none.md:1.
2:6-2:17 3 DocuQuest moved: The quote is at temple.md:7 now, not at temple.md:3. | temple.md 6:0 What is there now: It is as large as an egg.
6:27-6:37 2 DocuQuest changed: The text at tomb.txt:3 is not the quote any more, but 88 % like it. | tomb.txt 2:17 What is there now: lies in the tomb`

// Diagnostics are pulled for a Markdown file that is open, and follow what is typed in
// the file that is cited.
func TestDiagnosticsArePulled(t *testing.T) {
	e := lsptest.Start(t, lsptest.Options{Files: citingRuins})
	if got := pull(t, e, "notes.md"); got != "" {
		t.Errorf("of a file that is not open: %s", got)
	}
	e.Open("notes.md")
	if diff := cmp.Diff(citingDiagnostics, pull(t, e, "notes.md")); diff != "" {
		t.Errorf("diagnostics (-want +got):\n%s", diff)
	}
	e.Open("temple.md")
	e.Edit("temple.md", lsptest.Edit{Text: "1\n2\nIt is as large as an egg.\n4\n5\n"})
	e.AwaitMethod("workspace/diagnostic/refresh")
	want := "0:48-0:69 2 DocuQuest gone: There is no none.md:1."
	if got := pull(t, e, "notes.md"); !strings.HasPrefix(got, want) || strings.Contains(got, "moved") {
		t.Errorf("after the edit: %s", got)
	}
	if got := pull(t, e, "temple.md"); got != "" {
		t.Errorf("of a file that cites nothing: %s", got)
	}
}

// To a client that does not pull they are sent, and taken back.
func TestDiagnosticsAreSent(t *testing.T) {
	e := lsptest.Start(t, lsptest.Options{Files: citingRuins, Behavior: lsptest.Plain})
	e.Open("notes.md")
	last := func(story []lsptest.Message) (found string) {
		for _, m := range story {
			var p struct {
				URI         string
				Diagnostics []diagnostic
			}
			if m.Method == "textDocument/publishDiagnostics" && json.Unmarshal(m.Params, &p) == nil {
				found = filepath.Base(p.URI) + " " + showDiagnostics(p.Diagnostics)
			}
		}
		return found
	}
	e.Await(func(story []lsptest.Message) bool { return last(story) == "notes.md "+citingDiagnostics })
	e.Edit("notes.md", lsptest.Edit{Text: "Nothing.\n"})
	e.Await(func(story []lsptest.Message) bool { return last(story) == "notes.md " })
}

// What a client shows is not sent again, however often files change. Of a file that was
// closed it shows nothing any more.
func TestDiagnosticsAreSentOnce(t *testing.T) {
	e := lsptest.Start(t, lsptest.Options{Behavior: lsptest.Plain, Files: citingRuins + "-- z.md --\nSee [nothing](none.md#L1).\n"})
	await := func(path, what string, done func(sent []published) bool) {
		t.Log(path + ": " + what)
		e.Await(func(story []lsptest.Message) bool { return done(sentOf(story, path)) })
	}
	e.Open("notes.md")
	e.Open("z.md")
	for version := 2; version <= 4; version++ {
		e.Edit("z.md", lsptest.Edit{Range: &lsptest.Range{}, Text: "\n"})
		await("z.md", "another version", func(sent []published) bool { // which is checked after notes.md
			return len(sent) > 0 && sent[len(sent)-1].Version == version
		})
	}
	var all []published
	await("notes.md", "all that was sent", func(sent []published) bool { all = sent; return true })
	if len(all) != 1 || showDiagnostics(all[0].Diagnostics) != citingDiagnostics {
		t.Fatalf("while another file changed: %+v", all)
	}
	e.Close("notes.md")
	await("notes.md", "none any more", func(sent []published) bool { return len(sent) == 2 && len(sent[1].Diagnostics) == 0 })
	e.Open("notes.md")
	await("notes.md", "the same anew", func(sent []published) bool { return len(sent) == 3 && cmp.Equal(sent[0], sent[2]) })
	e.Close("notes.md")
	e.Open("notes.md")
	await("notes.md", "the same to a client that dropped it", func(sent []published) bool {
		return len(sent) > 3 && cmp.Equal(sent[0], sent[len(sent)-1])
	})
}

// A published is what a client is sent of a file.
type published struct {
	URI         string
	Version     int
	Diagnostics []diagnostic
}

// sentOf is all that was sent of a file.
func sentOf(story []lsptest.Message, path string) (sent []published) {
	for _, m := range story {
		var p published
		if m.Method == "textDocument/publishDiagnostics" && json.Unmarshal(m.Params, &p) == nil && filepath.Base(p.URI) == path {
			sent = append(sent, p)
		}
	}
	return sent
}

// What is offered for a citation mends it.
func TestCitationsAreMended(t *testing.T) {
	e := lsptest.Start(t, lsptest.Options{Files: citingRuins, Encodings: []string{"utf-16"}})
	e.Open("notes.md")
	for _, test := range []struct{ at, title string }{
		{"temple.md:3", "Move the citation to line 7"},
		{"tomb.txt:3", "Re-anchor to the present text"},
	} {
		where := e.Find("notes.md", test.at)
		actions := citationActions(t, e, "notes.md", where)
		if len(actions) != 1 || actions[0].Title != test.title || len(actions[0].Diagnostics) != 1 {
			t.Fatalf("%s: %+v", test.at, actions)
		}
		if applied := e.Apply(actions[0].Edit); !applied.Applied {
			t.Fatal(applied.FailureReason)
		}
	}
	if got := pull(t, e, "notes.md"); got != "0:48-0:69 2 DocuQuest gone: There is no none.md:1." {
		t.Errorf("after mending: %s\n%s", got, e.Content("notes.md"))
	}
	if actions := citationActions(t, e, "notes.md", e.Find("notes.md", "[nothing]")); len(actions) != 0 {
		t.Errorf("for a file that is gone: %+v", actions)
	}
}

type citationAction struct {
	Title       string
	Kind        string
	Diagnostics []diagnostic
	Edit        lsptest.WorkspaceEdit
	Command     struct {
		Command   string
		Arguments []struct{ Question string }
	}
}

func citationActions(t *testing.T, e *lsptest.Editor, path string, at lsptest.Position) []citationAction {
	t.Helper()
	var all []citationAction
	request(t, e, "textDocument/codeAction", map[string]any{
		"textDocument": map[string]any{"uri": e.URI(path)},
		"range":        lsptest.Range{Start: at, End: at}, "context": map[string]any{"diagnostics": []any{}},
	}, &all)
	return slices.DeleteFunc(all, func(a citationAction) bool { return len(a.Diagnostics) == 0 })
}

// The document of a kept answer is checked, and asks again; a heading's references name
// the answer that rests on its section.
func TestKeptAnswersAreChecked(t *testing.T) {
	e := lsptest.Start(t, lsptest.Options{Files: ruins, State: t.TempDir(), Documents: true})
	const question = "When was the temple of Ashkeld dug out?"
	a, err := e.Ask(question)
	if err != nil {
		t.Fatal(err)
	}
	document := "docuquest:/answers/" + a.ID + ".md"
	if got := pull(t, e, document); got != "" {
		t.Errorf("right after the answer: %s", got)
	}
	found, err := e.References("temple.md", 0, 0) // of the mark of the heading
	if err != nil || len(found) == 0 || string(found[0].URI) != document {
		t.Errorf("references of the heading: %+v, %v", found, err)
	}
	e.Open("temple.md")
	e.Edit("temple.md", lsptest.Edit{Range: &lsptest.Range{}, Text: "\n\n"})
	got := pull(t, e, document)
	if !strings.Contains(got, "moved: The quote is at temple.md:5 now, not at temple.md:3.") {
		t.Fatalf("after the edit: %s", got)
	}
	var line, character int
	if _, err := fmt.Sscanf(got, "%d:%d", &line, &character); err != nil {
		t.Fatal(err)
	}
	actions := citationActions(t, e, document, lsptest.Position{Line: line, Character: character})
	if len(actions) != 1 || actions[0].Title != "Ask again" || actions[0].Command.Command != "docuquest.ask" || actions[0].Command.Arguments[0].Question != question {
		t.Errorf("actions: %+v", actions)
	}
}

// Links and paths follow a file that is renamed, and kept answers do.
func TestRenameFiles(t *testing.T) {
	for _, behavior := range []lsptest.Behavior{lsptest.Modern, lsptest.Plain} {
		e := lsptest.Start(t, lsptest.Options{Files: citingRuins, State: t.TempDir(), Documents: true, Behavior: behavior})
		a, err := e.Ask("When was the temple of Ashkeld dug out?")
		if err != nil {
			t.Fatal(err)
		}
		e.Open("notes.md")
		renames := map[string]any{"files": []any{map[string]any{"oldUri": e.URI("temple.md"), "newUri": e.URI("old/shrine.md")}}}
		var edit lsptest.WorkspaceEdit
		request(t, e, "workspace/willRenameFiles", renames, &edit)
		if behavior == lsptest.Modern { // the version of an open file goes with its edits
			if len(edit.DocumentChanges) != 1 || *edit.DocumentChanges[0].TextDocument.Version != 1 {
				t.Errorf("the edit is %+v", edit)
			}
		}
		e.Apply(edit)
		if got := e.Content("notes.md"); strings.Contains(got, "temple.md") || strings.Count(got, "old/shrine.md") != 3 {
			t.Errorf("the text became %s", got)
		}
		if err := os.Mkdir(filepath.Join(e.Dir(), "old"), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.Rename(filepath.Join(e.Dir(), "temple.md"), filepath.Join(e.Dir(), "old", "shrine.md")); err != nil {
			t.Fatal(err)
		}
		e.Notify("workspace/didRenameFiles", renames)
		document := "docuquest:/answers/" + a.ID + ".md"
		for !strings.Contains(answerText(t, e, document), "old/shrine.md:3") { // it follows in the background
		}
		if got := pull(t, e, document); got != "" {
			t.Errorf("the answer does not follow: %s", got)
		}
	}
}

func answerText(t *testing.T, e *lsptest.Editor, document string) string {
	t.Helper()
	var reply struct{ Text string }
	request(t, e, "workspace/textDocumentContent", map[string]any{"uri": document}, &reply)
	return reply.Text
}

// request asks for something and reads the reply, whose names may have any case.
func request(t *testing.T, e *lsptest.Editor, method string, params, result any) {
	t.Helper()
	raw, err := e.Go(method, params).Raw()
	if err == nil {
		err = json.Unmarshal(raw, result)
	}
	if err != nil {
		t.Fatalf("%s: %v", method, err)
	}
}
