package lsp_test

import (
	"context"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"docuquest/core/agent"
	"docuquest/core/answer/replies"
	"docuquest/core/file"
	"docuquest/core/language/text"
	"docuquest/core/services/llm/llmtest"
	"docuquest/lsp"
	"docuquest/lsp/lsptest"
)

// duckAnswer is one with a link into another folder, one into the file itself, one to
// a page of a PDF that is not there, and text that would end a comment.
func duckAnswer(q agent.Request) *replies.Answer {
	at := func(line int) replies.Range {
		return replies.Range{Start: replies.Position{Line: line}, End: replies.Position{Line: line}}
	}
	return &replies.Answer{
		ID: "x", Question: q.Text, Writer: "extractive", Encoding: q.Encoding.String(),
		Markdown: "- **Ducks**: They swim \\[1\\] in a_pond */ here. [1] [2]\n- They fly. [3]",
		Citations: []replies.Citation{
			{Number: 1, URI: "file:///w/birds/the%20duck.md", Path: "birds/the duck.md", Range: at(4)},
			{Number: 2, URI: "docuquest:/text/report.pdf#p=12", Path: "report.pdf", Page: 12},
			{Number: 3, URI: file.FromPath("/w/notes/a.md"), Path: "notes/a.md", Range: at(0)},
		},
	}
}

const (
	linkedSwim = `**Ducks**: They swim \[1\] in a_pond */ here. [\[1\]](../birds/the%20duck.md#L5) [\[2\]](docuquest:/text/report.pdf?p=12#L1)`
	linkedFly  = `They fly. [\[3\]](a.md#L1)`
)

// Each case is a text with the place that is pointed at, marked by ‸, or the selection
// between two of them; and the text with the answer in it, or a part of the error.
var hereCases = []struct{ name, path, text, want string }{
	{
		"a marked line", "w/notes/a.md", "?? Do du‸cks swim\nMore.\n",
		"?? Do ducks swim\n\n> !! " + linkedSwim + "\n>\n> !! " + linkedFly + "\n\nMore.\n",
	},
	{
		"the end of a file", "w/notes/a.md", "?? Do du‸cks swim",
		"?? Do ducks swim\n\n> !! " + linkedSwim + "\n>\n> !! " + linkedFly,
	},
	{
		"a quoted line", "w/notes/a.md", "> ? Do du‸cks swim\n> More.\n",
		"> ? Do ducks swim\n>\n> !! " + linkedSwim + "\n>\n> !! " + linkedFly + "\n>\n> More.\n",
	},
	{
		"an item of an item", "w/notes/a.md", "\t1. - ?? Do du‸cks swim\n",
		"\t1. - ?? Do ducks swim\n\n\t     > !! " + linkedSwim + "\n\t     >\n\t     > !! " + linkedFly + "\n",
	},
	{
		"asked again, with what people wrote around it", "w/notes/a.md",
		"Mine.\n?? Do du‸cks swim\n\n> !! Old.\n>\n> !! Older.\n>\n> Mine too.\n\n> !! Not below a question.\n",
		"Mine.\n?? Do ducks swim\n\n> !! " + linkedSwim + "\n>\n> !! " + linkedFly + "\n>\n> Mine too.\n\n> !! Not below a question.\n",
	},
	{
		"an answer that somebody made their own", "w/notes/a.md", "?? Do du‸cks swim\n\n> Old.\n",
		"?? Do ducks swim\n\n> !! " + linkedSwim + "\n>\n> !! " + linkedFly + "\n\n> Old.\n",
	},
	{
		"a sentence", "w/notes/a.md", "All birds. Do ducks swim‸? They\ndo.\n",
		"All birds. Do ducks swim? They\n\n> !! " + linkedSwim + "\n>\n> !! " + linkedFly + "\n\ndo.\n",
	},
	{
		"a selection", "w/notes/a.md", "# Ducks\n\n‸Ducks swim.\nSome fly.‸\n",
		"# Ducks\n\nDucks swim.\nSome fly.\n\n> !! " + linkedSwim + "\n>\n> !! " + linkedFly + "\n",
	},
	{
		"plain text with other line ends", "w/notes/a.txt", "- ?? Do du‸cks swim\r\nMore.\r\n",
		"- ?? Do ducks swim\r\n  !! Ducks: They swim [1] in a_pond */ here. [1] [2]\r\n  !! They fly. [3]\r\n" +
			"  !! [1] birds/the duck.md:5\r\n  !! [2] report.pdf, page 12\r\n  !! [3] notes/a.md:1\r\nMore.\r\n",
	},
	{
		"a comment", "w/a.go", "\t/// ?? Do du‸cks swim\n\t// Swim swims.\n",
		"\t/// ?? Do ducks swim\n" + comment("\t/// ", "") + "\n\t// Swim swims.\n",
	},
	{
		"a comment asked again", "w/a.py", "  # ?? Do du‸cks swim\n  # !! Old.\n  #\n  # !! Older.\n  # Mine.\n",
		"  # ?? Do ducks swim\n" + comment("  # ", "") + "\n  # Mine.\n",
	},
	{
		"a comment behind code", "w/a.sql", "  SELECT 1; -- ?? Do du‸cks swim\n",
		"  SELECT 1; -- ?? Do ducks swim\n" + comment("  -- ", "") + "\n",
	},
	{
		"a block comment", "w/a.c", "/* ?? Do du‸cks swim */\nint x;\n",
		"/* ?? Do ducks swim */\n" + comment("/* ", " */") + "\nint x;\n",
	},
	{
		"within a block comment", "w/a.c", "/*\n * ?? Do du‸cks swim\n */\n",
		"/*\n * ?? Do ducks swim\n" + comment(" * ", "") + "\n */\n",
	},
	{
		"the start of a block comment", "w/a.c", "/* ?? Do du‸cks swim\n */\n",
		"/* ?? Do ducks swim\n" + comment(" * ", "") + "\n */\n",
	},
	{
		"the end of a block comment", "w/a.c", "/*\n * ?? Do du‸cks swim */\n",
		"/*\n * ?? Do ducks swim */\n" + comment("/* ", " */") + "\n",
	},
	{
		"selected code", "w/a.lua", "  ‸duck = pond or sky‸\n",
		"  duck = pond or sky\n" + comment("  -- ", "") + "\n",
	},
	{"no question", "w/notes/a.md", "Du‸cks.", "there is no question here"},
	{"one selected character", "w/notes/a.md", "?‸D‸ucks", "there is no question here"},
	{"selected data", "w/a.json", "‸{\"duck\": \"pond\"}‸", "no answer can be inserted here"},
	{"selected code without comments of a line", "w/a.css", "‸duck { pond: sky }‸", "no answer can be inserted here"},
}

// comment is the answer in comments of code.
func comment(before, behind string) string {
	swim := "Ducks: They swim [1] in a_pond */ here. [1] [2]"
	if strings.Contains(before, "*") {
		swim = strings.ReplaceAll(swim, "*/", "* /")
	}
	lines := []string{swim, "They fly. [3]", "[1] birds/the duck.md:5", "[2] report.pdf, page 12", "[3] notes/a.md:1"}
	for i := range lines {
		lines[i] = before + "!! " + lines[i] + behind
	}
	return strings.Join(lines, "\n")
}

func TestAnswerHere(t *testing.T) {
	for _, behavior := range []lsptest.Behavior{lsptest.Modern, lsptest.Plain} {
		for _, c := range hereCases {
			t.Run(c.name, func(t *testing.T) { checkHere(t, behavior, c.path, c.text, c.want) })
		}
	}
}

// checkHere asks for an answer at the marks of a text, and compares the text that the
// editor has then. Asked once more, nothing changes.
func checkHere(t *testing.T, behavior lsptest.Behavior, path, marked, want string) {
	t.Helper()
	f := &fake{ask: func(_ context.Context, q agent.Request, _ func(agent.Stage)) (*replies.Answer, error) {
		return duckAnswer(q), nil
	}}
	e := f.start(t, lsptest.Options{Behavior: behavior, Encodings: []string{"utf-16"}})
	argument := open(e, path, marked)
	for range 2 {
		var reply struct{ Applied bool }
		err := e.Command("docuquest.answerHere", argument, &reply)
		if err != nil {
			if !strings.Contains(err.Error(), want) {
				t.Errorf("%v", err)
			}
			return
		}
		if diff := cmp.Diff(want, e.Content(path)); diff != "" || !reply.Applied {
			t.Fatalf("applied: %v (-want +got):\n%s", reply.Applied, diff)
		}
	}
}

// open opens a text with a mark, or two around a selection, and gives the place as an
// argument.
func open(e *lsptest.Editor, path, marked string) map[string]any {
	parts := strings.Split(marked, "‸")
	e.OpenText(path, strings.Join(parts, ""))
	whole := lsptest.NewText(e.Content(path), e.Encoding)
	start := whole.Position(lsptest.NewText(parts[0], e.Encoding).Len())
	if len(parts) < 3 {
		return map[string]any{"uri": e.URI(path), "position": start}
	}
	end := whole.Position(lsptest.NewText(parts[0]+parts[1], e.Encoding).Len())
	return map[string]any{"uri": e.URI(path), "range": lsptest.Range{Start: start, End: end}}
}

// What a person types while the answer is written, or while it is inserted, decides
// where it goes, or that it does not.
func TestAnswerHereMeanwhile(t *testing.T) {
	const text = "?? Do ducks swim\n"
	const answered = "\n\n> !! They do. [\\[1\\]](b.md#L1)\n"
	at := func(line int) lsptest.Range {
		return lsptest.Range{Start: lsptest.Position{Line: line}, End: lsptest.Position{Line: line}}
	}
	above := lsptest.Edit{Range: &lsptest.Range{}, Text: "🦆\n"}
	for _, c := range []struct {
		name   string
		typed  lsptest.Edit
		want   string
		reason string
	}{
		{"a line above", above, "🦆\n?? Do ducks swim" + answered, ""},
		{"another question of that start", lsptest.Edit{Text: "?? Do ducks swim well\n?? Do ducks swim\n"}, "?? Do ducks swim well\n?? Do ducks swim" + answered, ""},
		{"the same question", lsptest.Edit{Text: "x\n?? Do ducks swim\ny\n?? Do ducks swim\n"}, "x\n?? Do ducks swim" + answered + "\ny\n?? Do ducks swim\n", ""},
		{"below it", lsptest.Edit{Range: ptr(at(1)), Text: "Mine."}, "?? Do ducks swim" + answered + "\nMine.", ""},
		{"another question", lsptest.Edit{Text: "?? Do ducks fly\n"}, "?? Do ducks fly\n", "the question is not there any more"},
		{"a longer question", lsptest.Edit{Text: "?? Do ducks swim in ponds\n"}, "?? Do ducks swim in ponds\n", "the question is not there any more"},
	} {
		t.Run(c.name+" while it is written", func(t *testing.T) {
			var e *lsptest.Editor
			f := &fake{ask: func(_ context.Context, q agent.Request, _ func(agent.Stage)) (*replies.Answer, error) {
				e.Edit("w/a.md", c.typed)
				if _, err := e.Hover("none.md", 0, 0); err != nil { // comes after the edit
					t.Error(err)
				}
				return shortAnswer(q), nil
			}}
			e = f.start(t, lsptest.Options{})
			checkMeanwhile(t, e, text, c.want, c.reason)
		})
		t.Run(c.name+" while it is inserted", func(t *testing.T) {
			typed := false
			f := &fake{ask: func(_ context.Context, q agent.Request, _ func(agent.Stage)) (*replies.Answer, error) {
				return shortAnswer(q), nil
			}}
			e := f.start(t, lsptest.Options{BeforeEdit: func(e *lsptest.Editor) {
				if !typed {
					e.Edit("w/a.md", c.typed)
				}
				typed = true
			}})
			checkMeanwhile(t, e, text, c.want, c.reason)
		})
	}
}

func ptr[T any](v T) *T { return &v }

func shortAnswer(q agent.Request) *replies.Answer {
	return &replies.Answer{
		ID: "x", Question: q.Text, Markdown: "They do. [1]", Encoding: q.Encoding.String(),
		Citations: []replies.Citation{{Number: 1, URI: "file:///w/b.md", Path: "b.md"}},
	}
}

func checkMeanwhile(t *testing.T, e *lsptest.Editor, text, want, reason string) {
	t.Helper()
	e.OpenText("w/a.md", text)
	var reply struct {
		Applied bool
		Why     string
	}
	if err := e.Command("docuquest.answerHere", map[string]any{"uri": e.URI("w/a.md"), "position": lsptest.Position{}}, &reply); err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(want, e.Content("w/a.md")); diff != "" || reply.Applied != (reason == "") || reply.Why != reason {
		t.Errorf("%+v (-want +got):\n%s", reply, diff)
	}
	if reason != "" {
		e.AwaitMethod("window/showMessage")
	}
}

// A refusal is inserted with links to what is near, relative to the file.
func TestAnswerHereRefusal(t *testing.T) {
	f := &fake{ask: func(_ context.Context, q agent.Request, _ func(agent.Stage)) (*replies.Answer, error) {
		return &replies.Answer{
			ID: "x", Question: q.Text, Refused: true, Encoding: q.Encoding.String(),
			Markdown: "Not in your files.\n\nNearest:\n\n- [birds/duck.md:1](file:///w/birds/duck.md#L1): They \\[do\\].\n",
			Nearest:  []replies.Passage{{URI: "file:///w/birds/duck.md", Path: "birds/duck.md"}},
		}, nil
	}}
	for path, want := range map[string]string{
		"w/notes/a.md": "?? Do ducks swim\n\n> !! Not in your files.\n>\n> !! Nearest:\n>\n> !! [birds/duck.md:1](../birds/duck.md#L1): They \\[do\\].\n",
		"w/a.py":       "# ?? Do ducks swim\n# !! Not in your files.\n# !! Nearest:\n# !! birds/duck.md:1: They [do].\n",
	} {
		e := f.start(t, lsptest.Options{})
		question, _, _ := strings.Cut(want, "\n")
		if err := e.Command("docuquest.answerHere", open(e, path, "‸"+question+"\n"), nil); err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(want, e.Content(path)); diff != "" {
			t.Errorf("%s (-want +got):\n%s", path, diff)
		}
	}
}

// A text that is no longer the one of which a place was given is left alone.
func TestAnswerHereOldVersion(t *testing.T) {
	e := (&fake{}).start(t, lsptest.Options{})
	argument := open(e, "w/a.md", "‸?? Do ducks swim\n")
	argument["version"] = 1
	e.Edit("w/a.md", lsptest.Edit{Text: "?? Do ducks fly\n"})
	if err := e.Command("docuquest.answerHere", argument, nil); err == nil || !strings.Contains(err.Error(), "ask again") {
		t.Errorf("%v", err)
	}
}

// An editor that will not make the edit is told of the answer all the same, once, and
// is shown it.
func TestAnswerHereRefusedByEditor(t *testing.T) {
	f := &fake{ask: func(_ context.Context, q agent.Request, _ func(agent.Stage)) (*replies.Answer, error) {
		return shortAnswer(q), nil
	}}
	e := f.start(t, lsptest.Options{Documents: true, BeforeEdit: func(e *lsptest.Editor) { e.Forget("w/a.md") }})
	var reply struct{ Why string }
	if err := e.Command("docuquest.answerHere", open(e, "w/a.md", "‸?? Do ducks swim\n"), &reply); err != nil || reply.Why != "not open" {
		t.Errorf("%+v, %v", reply, err)
	}
	e.AwaitMethod("window/showDocument")
	if got := shown(e); len(got) != 1 || got[0] != "docuquest:/answers/x.md" {
		t.Errorf("shown: %q", got)
	}
}

// With the real agent: what was inserted is no evidence when it is asked again, and a
// refusal is inserted as one.
func TestAnswerHereFromFiles(t *testing.T) {
	e := lsptest.Start(t, lsptest.Options{Files: ruins})
	e.OpenText("notes.md", "?? When was the temple of Ashkeld dug out?\n")
	at := map[string]any{"uri": e.URI("notes.md"), "position": lsptest.Position{}}
	for range 2 {
		if err := e.Command("docuquest.answerHere", at, nil); err != nil {
			t.Fatal(err)
		}
		if got := e.Content("notes.md"); !strings.Contains(got, `The temple of Ashkeld was dug out in 1931. [\[1\]](temple.md#L3)`) || strings.Count(got, "!!") != 2 {
			t.Errorf("%s", got)
		}
	}
	e.Edit("notes.md", lsptest.Edit{Text: "?? Who invented the zeppelin\n"})
	if err := e.Command("docuquest.answerHere", at, nil); err != nil {
		t.Fatal(err)
	}
	if got := e.Content("notes.md"); !strings.Contains(got, "> !! Not in your files") {
		t.Errorf("a refusal:\n%s", got)
	}
}

// A question that is stopped leaves the text alone.
func TestAnswerHereStopped(t *testing.T) {
	gate := llmtest.NewGate()
	model := llmtest.NewModel(llmtest.Script{"terms": {{Text: "temple", Before: gate}}})
	e := lsptest.Start(t, lsptest.Options{Files: ruins, Model: model})
	const text = "?? When was the temple dug out?\n"
	e.OpenText("notes.md", text)
	asked := e.Go("workspace/executeCommand", map[string]any{"command": "docuquest.answerHere", "arguments": []any{
		map[string]any{"uri": e.URI("notes.md"), "position": lsptest.Position{}},
	}})
	<-gate.Arrived()
	e.Cancel(asked)
	if _, err := asked.Raw(); err == nil {
		t.Error("a cancelled question was answered")
	}
	if got := e.Content("notes.md"); got != text {
		t.Errorf("the text became %q", got)
	}
}

// Whatever a file holds, an answer takes nothing away from it but an earlier answer, and
// asked again it is replaced.
func FuzzInsert(f *testing.F) {
	for _, seed := range []string{"?? a b", "> ? a b\n> c", "- ?? a b\r\n\r\n> !! c", "// ?? a b\n// !! c\n// d", "/* ?? a b */", "a b?\n!! c\n\n\n\n!! d", "a b?\n!! c\n\v\n\n!!", "0 0 //!"} {
		f.Add(seed, 0, 0)
		f.Add(seed, 3, len(seed))
	}
	f.Fuzz(func(t *testing.T, content string, start, end int) {
		lines := text.NewLines(content)
		at := lines.Range(text.Span{Start: clamp(start, content), End: clamp(end, content)}, text.UTF8)
		for _, language := range []string{"markdown", "plaintext", "go", "c", "css"} {
			once, ok := lsp.InsertBelow(file.File{Content: content, Language: language}, at, []string{"One */ \\", "Two"})
			if !ok {
				continue
			}
			if diff := cmp.Diff(own(content), own(once)); diff != "" {
				t.Fatalf("%s: the text has changed (-was +is):\n%s", language, diff)
			}
			again, ok := lsp.InsertBelow(file.File{Content: once, Language: language}, at, []string{"One */ \\", "Two"})
			if !ok || again != once {
				t.Fatalf("%s: once %q, and again %v %q", language, once, ok, again)
			}
		}
	})
}

func clamp(at int, content string) int { return max(0, min(at, len(content))) }

// own are the lines that no answer has made: those that say something without its mark.
func own(content string) (kept []string) {
	for _, line := range strings.FieldsFunc(content, func(r rune) bool { return r == '\n' || r == '\r' }) {
		if !text.MarkedAnswer(line) && strings.Trim(line, " \t>") != "" {
			kept = append(kept, line)
		}
	}
	return kept
}

// What looks like the mark of a comment in another language is none: an answer below
// a selected line of a program is a comment of its own language.
func TestCommentsOfTheLanguage(t *testing.T) {
	for path, c := range map[string]struct{ content, want string }{
		"a.go":  {"total := ruby % temple\n", "// !!"},
		"a.sh":  {"git log --oneline ruby temple\n", "# !!"},
		"a.c":   {"#define RUBY temple\n", "// !!"},
		"b.sql": {"select ruby -- of the temple\n", "-- !!"},
	} {
		e := lsptest.Start(t, lsptest.Options{Files: ruins})
		e.OpenText(path, c.content)
		ask := map[string]any{"uri": e.URI(path), "range": lsptest.Range{End: lsptest.Position{Character: len(c.content) - 1}}}
		var reply struct{ Applied bool }
		if err := e.Command("docuquest.answerHere", ask, &reply); err != nil || !reply.Applied {
			t.Errorf("%s: %+v, %v", path, reply, err)
			continue
		}
		if _, below, _ := strings.Cut(e.Content(path), "\n"); !strings.HasPrefix(below, c.want) {
			t.Errorf("%s: below stands %q", path, below)
		}
	}
}
