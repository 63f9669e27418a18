package lsp_test

import (
	"context"
	"encoding/json"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"docuquest/core/agent"
	"docuquest/core/document"
	"docuquest/core/document/plain"
	"docuquest/core/file"
	"docuquest/core/file/disk"
	"docuquest/lsp"
	"docuquest/lsp/lsptest"
	"docuquest/prompts"
)

// A blocking workspace never ends to read one file, as a network drive that is gone does
// and as a parser of a long document did, until it is let go.
type blocking struct {
	*disk.Disk
	name  string
	begun chan struct{} // an element when somebody reads it
	ends  chan struct{}
}

func (b blocking) Read(ctx context.Context, u file.URI) (file.File, error) {
	if strings.HasSuffix(string(u), b.name) {
		select {
		case b.begun <- struct{}{}:
		default:
		}
		<-b.ends
	}
	return b.Disk.Read(ctx, u)
}

// serve is a session whose agent has the workspace.
func (b blocking) serve(ctx context.Context, o lsp.Options) (int, error) {
	o.NewAgent = func(_ context.Context, folders []string, _ json.RawMessage) (_ *agent.Agent, _ lsp.Notices, err error) {
		b.Disk, err = disk.Open(folders, disk.Options{})
		return agent.New(agent.Options{
			Workspace: b, Parsers: document.Parsers{Fallback: plain.Parser{}}, Prompts: prompts.Default(),
		}), lsp.Notices{}, err
	}
	return lsp.Serve(ctx, o)
}

// While a file that has changed cannot be read, the message after each request is handled
// before that read returns, and the request can be cancelled.
func TestBlockedFileHoldsUpNoMessage(t *testing.T) {
	const at, here = `"position":{"line":0,"character":4}`, `"textDocument":{"uri":"a.txt"}`
	for _, test := range []struct{ method, params string }{
		{"textDocument/hover", `{` + here + `,` + at + `}`},
		{"textDocument/hover", `{"textDocument":{"uri":"ask.txt"},` + at + `}`},
		{"textDocument/definition", `{` + here + `,` + at + `}`},
		{"textDocument/references", `{` + here + `,` + at + `,"context":{"includeDeclaration":true}}`},
		{"textDocument/documentSymbol", `{` + here + `}`},
		{"textDocument/diagnostic", `{` + here + `}`},
		{"textDocument/codeAction", `{` + here + `,"range":{"start":{"line":0,"character":4},"end":{"line":0,"character":4}},"context":{"diagnostics":[]}}`},
		{"textDocument/prepareCallHierarchy", `{` + here + `,` + at + `}`},
		{"callHierarchy/incomingCalls", `{"item":{"name":"a","kind":12,"uri":"a.txt","range":{"start":{"line":0,"character":0},"end":{"line":0,"character":1}},"selectionRange":{"start":{"line":0,"character":0},"end":{"line":0,"character":1}}}}`},
		{"callHierarchy/outgoingCalls", `{"item":{"name":"a","kind":12,"uri":"a.txt","range":{"start":{"line":0,"character":0},"end":{"line":0,"character":1}},"selectionRange":{"start":{"line":0,"character":0},"end":{"line":0,"character":1}}}}`},
		{"workspace/willRenameFiles", `{"files":[{"oldUri":"a.txt","newUri":"c.txt"}]}`},
		{"workspace/executeCommand", `{"command":"docuquest.ask","arguments":["Where is the ruby?"]}`},
		{"workspace/executeCommand", `{"command":"docuquest.answerHere","arguments":[{"uri":"ask.txt",` + at + `}]}`},
		{"workspace/executeCommand", `{"command":"docuquest.search","arguments":["ruby"]}`},
		{"workspace/executeCommand", `{"command":"docuquest.status"}`},
		{"workspace/executeCommand", `{"command":"docuquest.map"}`},
		{"workspace/executeCommand", `{"command":"docuquest.history","arguments":["Where is the ruby?"]}`},
		{"workspace/executeCommand", `{"command":"docuquest.whyNot","arguments":[{"uri":"slow.txt","question":"Where is the ruby?"}]}`},
	} {
		b := blocking{name: "slow.txt", begun: make(chan struct{}, 1), ends: make(chan struct{})}
		e := lsptest.Start(t, lsptest.Options{
			Files:  "-- a.txt --\nthe ruby\n-- b.txt --\na ruby\n-- ask.txt --\n?? where is the ruby\n",
			Server: b.serve,
		})
		e.Open("a.txt")
		e.Open("ask.txt")
		slow := filepath.Join(e.Dir(), "slow.txt")
		if err := os.WriteFile(slow, []byte("a ruby, too\n"), 0o644); err != nil {
			t.Fatal(err)
		}
		changed := map[string]any{"changes": []any{map[string]any{"uri": e.URI("slow.txt"), "type": 1}}}
		e.Notify("workspace/didChangeWatchedFiles", changed)
		params := test.params
		for _, name := range []string{"a.txt", "ask.txt", "slow.txt", "c.txt"} {
			params = strings.ReplaceAll(params, `"`+name+`"`, `"`+e.URI(name)+`"`)
		}
		asked := e.Go(test.method, json.RawMessage(params))
		e.OpenText("slow.txt", "a ruby is typed here\n")
		e.Save("slow.txt")
		e.Close("slow.txt")
		if err := e.Command("docuquest.stop", nil, nil); err != nil { // waits for its reply
			t.Errorf("%s %s: %v", test.method, params, err)
		}
		e.Cancel(asked)
		if _, err := asked.Raw(); err != nil && !strings.Contains(err.Error(), "-32800") {
			t.Errorf("%s %s: %v", test.method, params, err)
		}
		<-b.begun // and it was read all the while
		close(b.ends)
		if _, err := e.Shutdown(); err != nil && !errors.Is(err, context.Canceled) {
			t.Error(err)
		}
	}
}
