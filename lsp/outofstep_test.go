package lsp_test

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"docuquest/lsp/lsptest"
)

// Where what an editor sends does not fit together one message says so, answers and searches
// say it, and nothing is inserted in that text, until the text itself comes: with a save, a
// change of the whole text, or another didOpen.
func TestOutOfStep(t *testing.T) {
	type at = lsptest.Position
	changed := func(version int, r *lsptest.Range, length int, text string) string {
		if r == nil {
			return fmt.Sprintf(`{"textDocument":{"uri":"URI","version":%d},"contentChanges":[{"text":%q}]}`, version, text)
		}
		return fmt.Sprintf(`{"textDocument":{"uri":"URI","version":%d},"contentChanges":[{"range":{"start":{"line":0,"character":%d},"end":{"line":0,"character":%d}},"rangeLength":%d,"text":%q}]}`,
			version, r.Start.Character, r.End.Character, length, text)
	}
	first, two := &lsptest.Range{}, &lsptest.Range{End: at{Character: 2}}
	for name, test := range map[string]struct {
		changes []string
		why     string // "" for nothing to tell
		text    string // that the session has then
	}{
		"in step":                 {[]string{changed(2, first, 0, "a"), changed(3, two, 2, "b")}, "", "bruby\n"},
		"a gap":                   {[]string{changed(2, first, 0, "a"), changed(9, first, 0, "b")}, "", "ba ruby\n"},
		"an older version":        {[]string{changed(5, first, 0, "a"), changed(3, first, 0, "b")}, "version 3 came after version 5", "a ruby\n"},
		"a repeated version":      {[]string{changed(2, first, 0, "a"), changed(2, first, 0, "b")}, "version 2 came twice", "ba ruby\n"},
		"no counting":             {[]string{changed(1, first, 0, "a"), changed(1, first, 0, "b")}, "", "ba ruby\n"},
		"a wrong length":          {[]string{changed(2, two, 9, "a")}, "an edit replaced", "auby\n"},
		"told once":               {[]string{changed(2, two, 9, "a"), changed(2, two, 7, "b"), changed(1, first, 0, "c")}, "an edit replaced", "bby\n"},
		"another way of counting": {[]string{changed(2, nil, 0, "é ruby\n"), changed(3, two, 3, "b")}, "", "bruby\n"},
		"the whole text":          {[]string{changed(5, first, 0, "a"), changed(3, first, 0, "b"), changed(6, nil, 0, "ruby\n")}, "version 3 came after version 5", "ruby\n"},
	} {
		t.Run(name, func(t *testing.T) {
			e := lsptest.Start(t, lsptest.Options{Files: "-- a.txt --\n ruby\n", Encodings: []string{"utf-16"}})
			e.Open("a.txt")
			for _, params := range test.changes {
				e.Notify("textDocument/didChange", json.RawMessage(strings.ReplaceAll(params, "URI", e.URI("a.txt"))))
			}
			healed := name == "the whole text"
			checkStep(t, e, test.text, test.why != "" && !healed)
			told := messages(e)
			if test.why == "" && told != nil || test.why != "" && (len(told) != 1 || !strings.Contains(told[0], test.why) || !strings.Contains(told[0], "Save the file")) {
				t.Errorf("told %q, want %q once", told, test.why)
			}
			e.Notify("textDocument/didSave", map[string]any{"textDocument": map[string]any{"uri": e.URI("a.txt")}, "text": "a pearl\n"})
			checkStep(t, e, "a pearl\n", false)
		})
	}
}

// checkStep compares the text that a session has of a.txt, and whether it says that the editor
// may have another.
func checkStep(t *testing.T, e *lsptest.Editor, text string, out bool) {
	t.Helper()
	var has struct {
		Text string `json:"text"`
	}
	if err := e.Call("docuquest/text", map[string]any{"uri": e.URI("a.txt")}, &has); err != nil || has.Text != text {
		t.Errorf("%v: the session has %q, not %q", err, has.Text, text)
	}
	var found struct {
		OutOfStep []string `json:"outOfStep"`
	}
	if err := e.Command("docuquest.search", "ruby", &found); err != nil || (len(found.OutOfStep) == 1) != out {
		t.Errorf("search: %+v, out of step is %v", found, out)
	}
	answer, err := e.Ask("What is a ruby?")
	if err != nil || (len(answer.Indexed.OutOfStep) == 1) != out || strings.Contains(fmt.Sprint(answer.Remarks()), "save it") != out {
		t.Errorf("answer: %v, %+v, %q", err, answer.Indexed, answer.Remarks())
	}
	here := map[string]any{"uri": e.URI("a.txt"), "range": lsptest.Range{End: lsptest.Position{Character: 3}}}
	if err := e.Command("docuquest.answerHere", here, nil); strings.Contains(fmt.Sprint(err), "save it, and ask again") != out {
		t.Errorf("an insertion: %v", err)
	}
}
