package lsp_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"slices"
	"strings"
	"sync/atomic"
	"testing"

	"github.com/google/go-cmp/cmp"

	"docuquest/core/agent"
	"docuquest/core/answer/replies"
	"docuquest/lsp"
	"docuquest/lsp/lsptest"
)

// Each case is how a session may end, and the code and error of its end.
func TestEnds(t *testing.T) {
	exit := `{"jsonrpc":"2.0","method":"exit"}`
	for _, c := range []struct {
		name string
		send string
		code int
	}{
		{"exit after shutdown", frame(hello, requestOf(1, "shutdown"), exit), 0},
		{"exit without shutdown", frame(hello, exit), 1},
		{"exit before anything", frame(exit), 1},
		{"the input ends", frame(hello), 1},
		{"the input ends before anything", "", 1},
		{"the input ends after shutdown", frame(hello, requestOf(1, "shutdown")), 0},
		{"the input ends within a header", frame(hello) + "Content-Le", 1},
		{"the input ends within a body", frame(hello) + "Content-Length: 10\r\n\r\n{", 1},
	} {
		t.Run(c.name, func(t *testing.T) {
			w := lsptest.Dial(t, (&fake{}).serve, lsp.Options{})
			go drain(w)
			_ = w.Write(c.send) // the session may close its input first
			_ = w.HangUp()
			if code, err := w.Wait(); code != c.code || err != nil {
				t.Errorf("the session ended with %d, %v; want %d", code, err, c.code)
			}
		})
	}
}

// drain reads until the session ends.
func drain(w *lsptest.Wire) {
	for {
		if _, err := w.Read(); err != nil {
			return
		}
	}
}

// A session ends with the process that the client named as its parent, though
// the input stays open.
func TestEndsWithParent(t *testing.T) {
	parent := exec.Command(os.Args[0], "-test.run=^TestMain$")
	parent.Env = append(os.Environ(), "LSP_TEST_WAIT=1")
	stdin, err := parent.StdinPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := parent.Start(); err != nil {
		t.Fatal(err)
	}
	w := lsptest.Dial(t, (&fake{}).serve, lsp.Options{})
	go drain(w)
	if err := w.Send(map[string]any{"jsonrpc": "2.0", "id": 0, "method": "initialize", "params": map[string]any{
		"processId": parent.Process.Pid, "rootUri": nil, "capabilities": map[string]any{},
	}}); err != nil {
		t.Fatal(err)
	}
	_ = stdin.Close()
	_ = parent.Wait()
	if code, err := w.Wait(); code != 1 || err != nil {
		t.Errorf("the session ended with %d, %v", code, err)
	}
}

// TestMain can also be the parent that TestEndsWithParent needs: a process that
// lives until its input ends.
func TestMain(m *testing.M) {
	if os.Getenv("LSP_TEST_WAIT") != "" {
		_, _ = os.Stdin.Read(make([]byte, 1))
		return
	}
	os.Exit(m.Run())
}

// A panic costs the one request, or the one notification, that it happened in:
// the request is answered, the client's log tells, and the next one is served.
func TestPanics(t *testing.T) {
	f := &fake{panicking: true}
	e := f.start(t, lsptest.Options{})
	e.OpenText("a.txt", "?? what is a word")
	position := e.At("a.txt", 0, 4)
	document := map[string]any{"textDocument": map[string]any{"uri": e.URI("a.txt")}}
	command := func(name string) map[string]any {
		return map[string]any{"command": name, "arguments": []any{"x"}}
	}
	for _, c := range []struct {
		method string
		params any
	}{
		{"textDocument/hover", position},
		{"textDocument/definition", position},
		{"textDocument/references", map[string]any{
			"textDocument": position["textDocument"], "position": position["position"], "context": map[string]any{"includeDeclaration": true},
		}},
		{"textDocument/documentSymbol", document},
		{"docuquest/text", map[string]any{"uri": "docuquest:/text/a.pdf"}},
		{"workspace/textDocumentContent", map[string]any{"uri": "docuquest:/text/a.pdf"}},
		{"workspace/executeCommand", command("docuquest.ask")},
		{"workspace/executeCommand", map[string]any{"command": "docuquest.answerHere", "arguments": []any{
			map[string]any{"uri": e.URI("a.txt"), "position": position["position"]},
		}}},
		{"workspace/executeCommand", command("docuquest.search")},
		{"workspace/executeCommand", command("docuquest.status")},
		{"workspace/executeCommand", command("docuquest.reindex")},
		{"workspace/executeCommand", command("docuquest.stop")},
		{"workspace/executeCommand", command("docuquest.history")},
		{"workspace/executeCommand", command("docuquest.forget")},
		{"shutdown", nil},
	} {
		var refused *lsptest.Error
		if err := e.Call(c.method, c.params, nil); !errors.As(err, &refused) || refused.Code != -32603 {
			t.Errorf("%s %v: %v", c.method, c.params, err)
		}
	}
	e.Edit("a.txt", lsptest.Edit{Text: "x"})
	e.Notify("textDocument/didSave", document)
	e.Notify("textDocument/didClose", document)
	e.Notify("workspace/didChangeWatchedFiles", map[string]any{"changes": []any{map[string]any{"uri": e.URI("a.txt"), "type": 2}}})
	e.Notify("workspace/didChangeWorkspaceFolders", map[string]any{"event": map[string]any{
		"added": []any{}, "removed": []any{map[string]any{"uri": "file:///a", "name": "a"}},
	}})
	const faults = 15 + 5 + 2 // requests, notifications, and the two tasks that initialized starts
	e.Await(func(story []lsptest.Message) bool {
		n := 0
		for _, m := range story {
			if m.Method == "window/logMessage" && strings.Contains(string(m.Params), "internal error") {
				n++
			}
		}
		return n == faults
	})
	if err := e.Call("textDocument/hover", e.At("untitled", 0, 0), nil); err == nil {
		t.Error("the fake did not panic in the end")
	}
}

// Cancelling a question ends what the agent does before its reply arrives, by
// the three ways there are: the request, its progress, and the session's end.
func TestCancel(t *testing.T) {
	for _, c := range []struct {
		name   string
		cancel func(e *lsptest.Editor, r *lsptest.Reply)
	}{
		{"the request", func(e *lsptest.Editor, r *lsptest.Reply) { e.Cancel(r) }},
		{"the progress", func(e *lsptest.Editor, _ *lsptest.Reply) {
			e.Notify("window/workDoneProgress/cancel", map[string]any{"token": "mine"})
		}},
		{"the session", func(e *lsptest.Editor, _ *lsptest.Reply) {
			_ = e.Wire().HangUp()
			<-e.Wire().Ended() // nobody reads a reply any more: the session's end is what tells
		}},
	} {
		t.Run(c.name, func(t *testing.T) {
			started := make(chan struct{})
			var over atomic.Bool
			f := &fake{ask: func(ctx context.Context, _ agent.Request, _ func(agent.Stage)) (*replies.Answer, error) {
				close(started)
				<-ctx.Done()
				over.Store(true)
				return nil, ctx.Err()
			}}
			e := f.start(t, lsptest.Options{})
			r := e.Go("workspace/executeCommand", map[string]any{
				"command": "docuquest.ask", "arguments": []any{"why?"}, "workDoneToken": "mine",
			})
			<-started
			c.cancel(e, r)
			_, err := r.Raw()
			if !over.Load() {
				t.Error("the reply came before the agent had stopped")
			}
			var refused *lsptest.Error
			if errors.As(err, &refused) && refused.Code != -32800 || err == nil {
				t.Errorf("the reply is %v", err)
			}
		})
	}
}

// The end of progress stands in front of the reply, and its stages in between.
// Without a token of the client's the server asks for one.
func TestProgress(t *testing.T) {
	for _, c := range []struct {
		name     string
		token    any
		behavior lsptest.Behavior
		want     []string
	}{
		{"the client's token", "mine", lsptest.Plain, []string{"mine begin DocuQuest: why?", "mine report Searching", "mine end "}},
		{"the client's number", 5, lsptest.Plain, []string{"5 begin DocuQuest: why?", "5 report Searching", "5 end "}},
		{"no token and no progress", nil, lsptest.Plain, nil},
	} {
		t.Run(c.name, func(t *testing.T) {
			f := &fake{ask: func(_ context.Context, _ agent.Request, progress func(agent.Stage)) (*replies.Answer, error) {
				progress(agent.Stage{Name: "search", Message: "Searching"})
				return &replies.Answer{}, nil
			}}
			e := f.start(t, lsptest.Options{Behavior: c.behavior})
			params := map[string]any{"command": "docuquest.ask", "arguments": []any{"why?"}}
			if c.token != nil {
				params["workDoneToken"] = c.token
			}
			if err := e.Call("workspace/executeCommand", params, nil); err != nil {
				t.Fatal(err)
			}
			var got []string
			for _, m := range e.Story() {
				if p := lsptest.ProgressOf(m); p.Kind != "" {
					got = append(got, strings.TrimPrefix(jsonText(p.Token)+" "+p.Kind+" "+p.Title+p.Message, ""))
				}
			}
			if diff := cmp.Diff(c.want, got); diff != "" {
				t.Errorf("progress (-want +got):\n%s", diff)
			}
		})
	}
}

// jsonText gives a value as text, strings without quotes.
func jsonText(v any) string {
	raw, _ := json.Marshal(v)
	return strings.Trim(string(raw), `"`)
}

// A question without a token is shown by a progress of the server's own, once
// the client has agreed to it.
func TestOwnProgress(t *testing.T) {
	shown := make(chan struct{})
	f := &fake{ask: func(_ context.Context, _ agent.Request, progress func(agent.Stage)) (*replies.Answer, error) {
		progress(agent.Stage{Name: "search", Message: "Searching"})
		<-shown
		return &replies.Answer{}, nil
	}}
	e := f.start(t, lsptest.Options{})
	r := e.Go("workspace/executeCommand", map[string]any{"command": "docuquest.ask", "arguments": []any{"why?"}})
	e.Await(func(story []lsptest.Message) bool {
		for _, m := range story {
			if lsptest.ProgressOf(m).Title == "DocuQuest: why?" {
				return true
			}
		}
		return false
	})
	close(shown)
	if err := r.Wait(nil); err != nil {
		t.Fatal(err)
	}
}

// A long task of the process, such as the start of what reads PDFs, is shown from its
// beginning to its end.
func TestTasks(t *testing.T) {
	var show func(string) func()
	e := lsptest.Start(t, lsptest.Options{Server: func(ctx context.Context, o lsp.Options) (int, error) {
		o.Tasks = func(given func(string) func()) { show = given }
		return (&fake{}).serve(ctx, o)
	}})
	e.OpenText("a.txt", "word")
	e.HoverText("a.txt", 0, 0) // behind initialized
	end := show("grinding")
	var token any
	e.Await(func(story []lsptest.Message) bool {
		for _, m := range story {
			if p := lsptest.ProgressOf(m); p.Title == "DocuQuest: grinding" {
				token = p.Token
			}
		}
		return token != nil
	})
	end()
	e.Await(func(story []lsptest.Message) bool {
		return slices.ContainsFunc(story, func(m lsptest.Message) bool {
			p := lsptest.ProgressOf(m)
			return p.Kind == "end" && p.Token == token
		})
	})
}

// A client that never answers the server's calls is served like any other.
func TestMuteClient(t *testing.T) {
	e := (&fake{}).start(t, lsptest.Options{Behavior: lsptest.Mute})
	e.OpenText("a.txt", "word")
	for range 100 {
		if _, err := e.Ask("why?"); err != nil {
			t.Fatal(err)
		}
		if got := e.HoverText("a.txt", 0, 0); !strings.Contains(got, "word") {
			t.Fatalf("hover: %q", got)
		}
	}
	if code, err := e.Shutdown(); code != 0 || err != nil {
		t.Errorf("the session ended with %d, %v", code, err)
	}
}

// A client that has stopped reading can still write: the session reads on until
// too many replies wait, and then ends by itself and says why.
func TestClientStopsReading(t *testing.T) {
	w := lsptest.Dial(t, (&fake{bulk: 64 << 20}).serve, lsp.Options{}) // all that may wait
	if err := w.Write(frame(hello)); err != nil {
		t.Fatal(err)
	}
	for id := range 20 {
		_ = w.Send(map[string]any{"jsonrpc": "2.0", "id": id, "method": "workspace/executeCommand", "params": map[string]any{
			"command": "docuquest.search", "arguments": []any{"word"},
		}}) // it fails when the session has closed its input
	}
	if code, err := w.Wait(); code != 1 || err == nil {
		t.Errorf("the session ended with %d, %v", code, err)
	}
}

// agentless is a server without an agent, and with notices.
func agentless(notices lsp.Notices) lsptest.Server {
	return func(ctx context.Context, o lsp.Options) (int, error) {
		o.NewAgent = func(context.Context, []string, json.RawMessage) (*agent.Agent, lsp.Notices, error) {
			return nil, notices, errors.New("the folder is your home")
		}
		return lsp.Serve(ctx, o)
	}
}

// A session whose agent cannot be made tells so once, and every question says
// why there is no answer.
func TestNoAgent(t *testing.T) {
	e := lsptest.Start(t, lsptest.Options{Server: agentless(lsp.Notices{})})
	e.AwaitMethod("window/showMessage")
	e.OpenText("a.txt", "word")
	e.Edit("a.txt", lsptest.Edit{Text: "words"})
	if got := e.HoverText("a.txt", 0, 0); got != "" {
		t.Errorf("hover: %q", got)
	}
	if _, err := e.Ask("why?"); err == nil || !strings.Contains(err.Error(), "the folder is your home") {
		t.Errorf("ask: %v", err)
	}
	if code, err := e.Shutdown(); code != 0 || err != nil {
		t.Errorf("the session ended with %d, %v", code, err)
	}
}

// What there is to tell about how the agent was made is told once, before the
// reply to initialize, also when it could not be made.
func TestNotices(t *testing.T) {
	e := lsptest.Start(t, lsptest.Options{Server: agentless(lsp.Notices{Shown: []string{"no model"}, Logged: []string{"modle", "wirter"}})})
	if _, err := e.Ask("why?"); err == nil {
		t.Error("there is an agent")
	}
	var got []string
	for _, m := range e.Story() {
		var p struct {
			Type    int
			Message string
		}
		if strings.HasPrefix(m.Method, "window/") && json.Unmarshal(m.Params, &p) == nil && p.Message != "" {
			got = append(got, fmt.Sprint(m.Method, " ", p.Type, " ", p.Message))
		}
	}
	want := []string{
		"window/logMessage 2 DocuQuest: modle", "window/logMessage 2 DocuQuest: wirter",
		"window/showMessage 3 DocuQuest: no model",
		"window/showMessage 1 DocuQuest cannot answer here: the folder is your home",
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("messages (-want +got):\n%s", diff)
	}
}
