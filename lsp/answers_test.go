package lsp_test

import (
	"context"
	"encoding/json"
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"docuquest/core/agent"
	"docuquest/core/answer/replies"
	"docuquest/core/file"
	"docuquest/core/services/llm/llmtest"
	"docuquest/core/store"
	"docuquest/lsp/lsptest"
)

// An askReply is the part of the reply that the tests look at.
type askReply struct {
	ID        string
	Document  string
	Citations []struct {
		URI   string
		Range lsptest.Range
	}
}

func askShown(t *testing.T, e *lsptest.Editor, question string) askReply {
	t.Helper()
	var reply askReply
	if err := e.Command("docuquest.ask", map[string]any{"question": question, "show": true}, &reply); err != nil {
		t.Fatal(err)
	}
	if len(reply.Citations) == 0 {
		t.Fatalf("no citations: %+v", reply)
	}
	return reply
}

// find gives the first place of a text in a document.
func find(t *testing.T, document, text string) (line, character int) {
	t.Helper()
	at := strings.Index(document, text)
	if at < 0 {
		t.Fatalf("there is no %q in:\n%s", text, document)
	}
	before := document[:at]
	return strings.Count(before, "\n"), at - strings.LastIndexByte(before, '\n') - 1
}

// shown are the addresses that the server opened in the editor.
func shown(e *lsptest.Editor) []string { return shownIn(e.Story()) }

func shownIn(story []lsptest.Message) []string {
	var all []string
	for _, m := range story {
		if m.Method == "window/showDocument" {
			var p struct{ URI string }
			_ = json.Unmarshal(m.Params, &p)
			all = append(all, p.URI)
		}
	}
	return all
}

// In an answer's document definition jumps to the quote, hover previews it, and
// references list all evidence; also in a later session, and when the file has
// changed meanwhile.
func TestAnswerDocument(t *testing.T) {
	state := t.TempDir()
	e := lsptest.Start(t, lsptest.Options{Files: ruins, State: state, Documents: true})
	reply := askShown(t, e, "When was the temple dug out?")
	e.AwaitMethod("window/showDocument")
	if diff := cmp.Diff([]string{reply.Document}, shown(e)); diff != "" {
		t.Errorf("shown (-want +got):\n%s", diff)
	}
	checkAnswerDocument(t, e, reply, 2)
	if code, err := e.Shutdown(); code != 0 || err != nil {
		t.Errorf("the session ended with %d, %v", code, err)
	}

	later := lsptest.Start(t, lsptest.Options{Files: ruins, State: state, Documents: true, Encodings: []string{"utf-16"}})
	// The files of this session have another address; what it opens at the old
	// one is what the answer cites, moved by a line.
	old := strings.TrimPrefix(reply.Citations[0].URI, "file://")
	later.OpenText(old, "😀\n\n# The temple\n\nSome say: The temple of Ashkeld was dug out in 1931. Its altar held a ruby.\n")
	checkAnswerDocument(t, later, reply, 4)
}

func checkAnswerDocument(t *testing.T, e *lsptest.Editor, reply askReply, line int) {
	t.Helper()
	document, err := e.DocumentText(reply.Document)
	if err != nil {
		t.Fatal(err)
	}
	l, c := find(t, document, "[1]")
	at, err := e.Definition(reply.Document, l, c+1)
	if err != nil || at == nil || string(at.URI) != reply.Citations[0].URI || int(at.Range.Start.Line) != line {
		t.Errorf("definition: %+v, %v, want line %d of %s", at, err, line, reply.Citations[0].URI)
	}
	if hover := e.HoverText(reply.Document, l, c+1); !strings.Contains(hover, "**The temple of Ashkeld was dug out in 1931.**") {
		t.Errorf("hover: %s", hover)
	}
	if all, err := e.References(reply.Document, l, c+1); err != nil || len(all) != len(reply.Citations) {
		t.Errorf("references: %+v, %v", all, err)
	}
	l, c = find(t, document, "1. [temple.md")
	if at, err := e.Definition(reply.Document, l, c+6); err != nil || at == nil {
		t.Errorf("definition on a source: %+v, %v", at, err)
	}
	l, _ = find(t, document, "# When")
	if at, err := e.Definition(reply.Document, l, 4); err != nil || at != nil {
		t.Errorf("definition beside a citation: %+v, %v", at, err)
	}
}

// A quote that its file does not hold any more is said to be gone.
func TestEvidenceIsGone(t *testing.T) {
	e := lsptest.Start(t, lsptest.Options{Files: ruins, Documents: true})
	reply := askShown(t, e, "When was the temple dug out?")
	document, err := e.DocumentText(reply.Document)
	if err != nil {
		t.Fatal(err)
	}
	e.Open("temple.md")
	e.Edit("temple.md", lsptest.Edit{Text: "# The temple\n\nIt is gone.\n"})
	l, c := find(t, document, "[1]")
	if hover := e.HoverText(reply.Document, l, c+1); !strings.Contains(hover, "The file has changed") {
		t.Errorf("hover: %s", hover)
	}
}

// An editor that knows no documents of a scheme is shown the file that says the
// same, and the same keys work in it.
func TestAnswerFile(t *testing.T) {
	state := t.TempDir()
	e := lsptest.Start(t, lsptest.Options{Files: ruins, State: state})
	reply := askShown(t, e, "When was the temple dug out?")
	e.AwaitMethod("window/showDocument")
	name := filepath.Join(state, reply.ID+".md")
	if diff := cmp.Diff([]string{string(file.FromPath(filepath.ToSlash(name)))}, shown(e)); diff != "" {
		t.Errorf("shown (-want +got):\n%s", diff)
	}
	content, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	e.OpenText(name, "A line of my own.\n"+string(content))
	l, c := find(t, string(content), "[1]")
	at, err := e.Definition(name, l+1, c+1)
	if err != nil || at == nil || at.Range.Start.Line != 2 {
		t.Errorf("definition: %+v, %v", at, err)
	}
}

// A client with glue of its own hears each state of an answer, the last one
// marked; what is asked without show opens nothing.
func TestGrowingAnswer(t *testing.T) {
	gate := llmtest.NewGate()
	model := llmtest.NewModel(llmtest.Script{
		"terms":      {llmtest.Say("temple")},
		"statements": {{Text: `{"statements":[{"text":"It was dug out in 1931.","quotes":["The temple of Ashkeld was dug out in 1931."]}]}`, Before: gate}},
	})
	wishes := map[string]any{"answers": true, "documents": true, "status": true}
	e := lsptest.Start(t, lsptest.Options{Files: ruins, Model: model, Wishes: wishes})
	asked := e.Go("workspace/executeCommand", map[string]any{
		"command": "docuquest.ask", "arguments": []any{"When was the temple dug out?"},
	})
	<-gate.Arrived()
	e.AwaitMethod("docuquest/answer")
	growing := answerStates(e)
	if len(growing) == 0 || growing[len(growing)-1].Done {
		t.Fatalf("before the model has spoken: %+v", growing)
	}
	if text, err := e.DocumentText(growing[0].URI); err != nil || !strings.Contains(text, "…") {
		t.Errorf("the document in the making: %q, %v", text, err)
	}
	gate.Open()
	if _, err := asked.Raw(); err != nil {
		t.Fatal(err)
	}
	states := answerStates(e)
	last := states[len(states)-1]
	if !last.Done || !strings.Contains(last.Text, "It was dug out in 1931. [1]") {
		t.Errorf("the last state: %+v", last)
	}
	if opened := shown(e); len(opened) > 0 {
		t.Errorf("opened %q", opened)
	}
	e.AwaitMethod("docuquest/status")
}

// What the text answers while the model has not replied is shown in the document, and
// the model's answer takes its place; the reply to the request is the latter alone.
func TestAnswerMeanwhile(t *testing.T) {
	const note = "The model has not replied yet, so this answer is taken from the text."
	seen := make(chan struct{})
	f := &fake{ask: func(_ context.Context, q agent.Request, progress func(agent.Stage)) (*replies.Answer, error) {
		early := shortAnswer(q)
		early.Document = "# " + q.Text + "\n\nIt is of jade, says the text. [1]\n\n## Sources\n\n1. [a.md:1](file:///a.md#L1)\n"
		progress(agent.Stage{Name: "write", Message: "Waiting for the model", Meanwhile: early})
		<-seen
		progress(agent.Stage{Name: "check", Message: "Checking 1 statement"})
		late := shortAnswer(q)
		late.Document = "# " + q.Text + "\n\nThey do. [1]\n"
		return late, nil
	}}
	e := f.start(t, lsptest.Options{Wishes: map[string]any{"answers": true}})
	asked := e.Go("workspace/executeCommand", map[string]any{"command": "docuquest.ask", "arguments": []any{"What is it of?"}})
	e.Await(func(story []lsptest.Message) bool {
		return slices.ContainsFunc(story, func(m lsptest.Message) bool { return strings.Contains(string(m.Params), note) })
	})
	close(seen)
	reply, err := asked.Raw()
	if err != nil || strings.Contains(string(reply), "says the text") {
		t.Errorf("the reply: %s, %v", reply, err)
	}
	states := answerStates(e)
	for i, state := range states {
		isEarly := strings.Contains(state.Text, note) && strings.Contains(state.Text, "It is of jade, says the text. [1]\n\n## Sources\n\n1. [a.md:1]")
		if want := 0 < i && i < len(states)-1; isEarly != want || strings.Count(state.Text, "# What is it of?") != 1 {
			t.Errorf("state %d of %d shows the text's answer: %v\n%s", i, len(states), isEarly, state.Text)
		}
	}
}

// Who stops a question because the text has answered it keeps that answer before their eyes.
func TestStoppedMeanwhile(t *testing.T) {
	f := &fake{ask: func(ctx context.Context, q agent.Request, progress func(agent.Stage)) (*replies.Answer, error) {
		early := shortAnswer(q)
		early.Document = "# " + q.Text + "\n\nIt is of jade, says the text. [1]\n"
		progress(agent.Stage{Name: "write", Message: "Waiting for the model", Meanwhile: early})
		<-ctx.Done()
		return nil, ctx.Err()
	}}
	e := f.start(t, lsptest.Options{Wishes: map[string]any{"answers": true}})
	asked := e.Go("workspace/executeCommand", map[string]any{"command": "docuquest.ask", "arguments": []any{"What is it of?"}})
	e.Await(func(story []lsptest.Message) bool {
		return slices.ContainsFunc(story, func(m lsptest.Message) bool { return strings.Contains(string(m.Params), "says the text") })
	})
	e.Cancel(asked)
	checkCancelled(t, asked)
	states := answerStates(e)
	last := states[len(states)-1]
	if !last.Done || !strings.Contains(last.Text, "It is of jade, says the text. [1]\n\nStopped.\n") || strings.Contains(last.Text, "Waiting") {
		t.Errorf("the last state is %+v", last)
	}
}

type answerState struct {
	ID, URI, Text string
	Done          bool
}

func answerStates(e *lsptest.Editor) []answerState { return answerStatesIn(e.Story()) }

func answerStatesIn(story []lsptest.Message) []answerState {
	var states []answerState
	for _, m := range story {
		if m.Method == "docuquest/answer" {
			var s answerState
			_ = json.Unmarshal(m.Params, &s)
			states = append(states, s)
		}
	}
	return states
}

// What was answered while files were being read is asked again when they are, in the document
// that is open: the same one, which is opened once.
func TestPartialAnswerIsAskedAgain(t *testing.T) {
	f := &fake{answers: map[string]*replies.Answer{}, gate: make(chan struct{})}
	asked := 0
	f.ask = func(_ context.Context, q agent.Request, _ func(agent.Stage)) (*replies.Answer, error) {
		asked++
		a := &replies.Answer{ID: q.ID, Question: q.Text, Markdown: "Partial.", Document: "# Partial\n", Conversation: "talk"}
		if asked > 1 {
			a.Markdown, a.Document, a.Indexed.Complete = q.Conversation, "# Whole, in "+q.Conversation+"\n", true
		}
		f.answers[q.ID] = a
		return a, nil
	}
	e := f.start(t, lsptest.Options{Wishes: map[string]any{"answers": true, "documents": true}})
	var reply askReply
	if err := e.Command("docuquest.ask", map[string]any{"question": "Where is the ring?", "show": true}, &reply); err != nil {
		t.Fatal(err)
	}
	close(f.gate)
	e.Await(func(story []lsptest.Message) bool {
		states := answerStatesIn(story)
		return states[len(states)-1].Done && states[len(states)-1].Text != "# Partial\n"
	})
	states := answerStates(e)
	if last := states[len(states)-1]; last.URI != reply.Document || last.Text != "# Whole, in talk\n" {
		t.Errorf("the last state is %+v", last)
	}
	e.AwaitMethod("window/showDocument")
	if opened := shown(e); len(opened) != 1 {
		t.Errorf("opened %q", opened)
	}
}

// A question that is stopped leaves a document that says so.
func TestStoppedAnswer(t *testing.T) {
	gate := llmtest.NewGate()
	model := llmtest.NewModel(llmtest.Script{"terms": {{Text: "temple", Before: gate}}})
	e := lsptest.Start(t, lsptest.Options{Files: ruins, Model: model, Wishes: map[string]any{"answers": true}})
	asked := e.Go("workspace/executeCommand", map[string]any{
		"command": "docuquest.ask", "arguments": []any{map[string]any{"question": "When was it dug out?", "show": true}},
	})
	<-gate.Arrived()
	e.Cancel(asked)
	if _, err := asked.Raw(); err == nil {
		t.Error("a cancelled question was answered")
	}
	states := answerStates(e)
	if last := states[len(states)-1]; !last.Done || !strings.Contains(last.Text, "Stopped.") {
		t.Errorf("%+v", last)
	}
}

func TestNoSuchDocument(t *testing.T) {
	e := lsptest.Start(t, lsptest.Options{Files: ruins, State: t.TempDir()})
	for _, uri := range []string{"docuquest:/answers/none.md", "docuquest:/answers/../../x.md", "docuquest:/answers/.md", "docuquest:/other/x.md", e.URI("tomb.txt"), ""} {
		var fault *lsptest.Error
		if _, err := e.DocumentText(uri); !errors.As(err, &fault) {
			t.Errorf("%q: %v", uri, err)
		}
		if l, err := e.Definition("docuquest:/answers/none.md", 0, 0); l != nil || err != nil {
			t.Errorf("definition in a document that is not there: %v, %v", l, err)
		}
	}
}

// What the server takes an open document to hold can be asked.
func TestText(t *testing.T) {
	e := lsptest.Start(t, lsptest.Options{Files: ruins})
	e.Open("tomb.txt")
	e.Edit("tomb.txt", lsptest.Edit{Text: "Zażółć 😀\r\n"})
	var got struct {
		Text    string `json:"text"`
		Version int    `json:"version"`
	}
	if err := e.Call("docuquest/text", map[string]any{"uri": e.URI("tomb.txt")}, &got); err != nil || got.Text != e.Content("tomb.txt") || got.Version != 2 {
		t.Errorf("%+v, %v", got, err)
	}
}

// A number in brackets that a model made up, or that stands in a file, is no
// citation of ours; the sources below the answer are.
func TestEscapedMarks(t *testing.T) {
	model := llmtest.NewModel(llmtest.Script{
		"terms":     {llmtest.Say("temple")},
		"summarize": {llmtest.Say("It says: \"The temple of Ashkeld was dug out in 1931.\" [1]")},
	})
	e := lsptest.Start(t, lsptest.Options{Files: ruins, Documents: true, Model: model})
	var reply askReply
	ask := map[string]any{"question": "When was the temple dug out?", "retrieval": "boolean", "writer": "classic"}
	if err := e.Command("docuquest.ask", ask, &reply); err != nil || len(reply.Citations) == 0 {
		t.Fatalf("%+v, %v", reply, err)
	}
	document, err := e.DocumentText(reply.Document)
	if err != nil {
		t.Fatal(err)
	}
	l, c := find(t, document, `\[1\]`)
	if at, err := e.Definition(reply.Document, l, c+2); err != nil || at != nil {
		t.Errorf("definition on a number that a model made up: %+v, %v in\n%s", at, err, document)
	}
	l, _ = find(t, document, "1. [temple.md")
	if at, err := e.Definition(reply.Document, l, 2); err != nil || at == nil {
		t.Errorf("definition on a source: %+v, %v in\n%s", at, err, document)
	}

	e.OpenText("notes.txt", "The lamp was lit by priests, says the book [1].\n")
	reply = askShown(t, e, "Who lit the lamp?")
	if document, err = e.DocumentText(reply.Document); err != nil {
		t.Fatal(err)
	}
	l, c = find(t, document, `\[1\]`)
	if at, err := e.Definition(reply.Document, l, c+2); err != nil || at != nil {
		t.Errorf("definition on the text of a file: %+v, %v in\n%s", at, err, document)
	}
}

// An answer that cannot be kept is not shown as a file that is not there.
func TestAnswerCannotBeKept(t *testing.T) {
	blocked := filepath.Join(t.TempDir(), "file")
	if err := os.WriteFile(blocked, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	e := lsptest.Start(t, lsptest.Options{Files: ruins, State: filepath.Join(blocked, "answers")})
	askShown(t, e, "When was the temple dug out?")
	e.AwaitMethod("window/showMessage")
	if opened := shown(e); len(opened) > 0 {
		t.Errorf("opened %q", opened)
	}
}

// An editor that opens nothing when asked to tells where to find what was asked for, and so
// does one for which no file holds it.
func TestNothingIsOpened(t *testing.T) {
	state, texts := t.TempDir(), t.TempDir()
	for _, test := range []struct {
		name    string
		editor  lsptest.Options
		command string
		want    string
	}{
		{"an answer", lsptest.Options{Behavior: lsptest.Plain, State: state}, "docuquest.ask", state},
		{"a map", lsptest.Options{Behavior: lsptest.Plain, Texts: store.NewTexts(texts)}, "docuquest.map", texts},
		{"a map of our scheme", lsptest.Options{Behavior: lsptest.Plain, Documents: true}, "docuquest.map", "docuquest:/map/top.md"},
		{"an answer without a file", lsptest.Options{}, "docuquest.ask", "answers are not kept"},
	} {
		test.editor.Files, test.editor.Parsers = wells, programs()
		e := lsptest.Start(t, test.editor)
		argument := map[string]any{"show": true}
		if test.command == "docuquest.ask" {
			argument["question"] = "How is the rope let down?"
		}
		if err := e.Command(test.command, argument, nil); err != nil {
			t.Fatal(err)
		}
		if _, err := e.Shutdown(); err != nil {
			t.Fatal(err)
		}
		if told := messages(e); len(told) != 1 || !strings.Contains(told[0], test.want) || len(shown(e)) != 0 {
			t.Errorf("%s: told %q, not %s", test.name, told, test.want)
		}
	}
}
