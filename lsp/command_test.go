package lsp_test

import (
	"encoding/json"
	"fmt"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"docuquest/core/answer/replies"
	"docuquest/core/file"
	"docuquest/lsp"
	"docuquest/lsp/lsptest"
)

// Each case is a command with its arguments, and the result, or the error's code
// and a part of its message.
func TestCommands(t *testing.T) {
	for _, c := range []struct {
		command string
		args    string
		want    string
	}{
		{"docuquest.ask", `["why?"]`, `{"question":"why?"`},
		{"docuquest.ask", `[{"question":"why?"}]`, `{"question":"why?"`},
		{"docuquest.ask", `[{"question":"why?","limit":5,"retrieval":"boolean","writer":"extractive","uri":"file:///a","conversation":"c","show":true}]`, `{"question":"why?","writer":"extractive"`},
		{"docuquest.ask", `[]`, `-32602 docuquest.ask needs an argument`},
		{"docuquest.ask", `[null]`, `-32602 docuquest.ask needs an argument`},
		{"docuquest.ask", `[5]`, `-32602 docuquest.ask needs an object or a string`},
		{"docuquest.ask", `["a","b"]`, `-32602 docuquest.ask takes one argument, not 2`},
		{"docuquest.ask", `["  "]`, `-32602 docuquest.ask: the question is empty`},
		{"docuquest.ask", `[{"question":5}]`, `-32602 docuquest.ask: question cannot be a number`},
		{"docuquest.ask", `[{"question":"why?","limit":"ten"}]`, `-32602 docuquest.ask: limit cannot be a string`},
		{"docuquest.ask", `[{"question":"why?","limit":101}]`, `-32602 docuquest.ask: limit is 101: it may be 1 to 100 documents`},
		{"docuquest.ask", `["` + strings.Repeat("why ", 2000) + `?"]`, `{"question":"why `},
		{"docuquest.ask", `["` + strings.Repeat("why ", 2001) + `?"]`, `-32602 docuquest.ask: the question is longer than 2000 words`},
		{"docuquest.search", `["` + strings.Repeat("why ", 2001) + `"]`, `-32602 docuquest.search: the query is longer than 2000 words`},
		{"docuquest.ask", `[{"question":"why?","in":["docs"],"types":["-pdf"]}]`, `{"question":"why?"`},
		{"docuquest.ask", `[{"question":"why?","in":"docs"}]`, `-32602 docuquest.ask: in cannot be a string`},
		{"docuquest.research", `["why?"]`, `{"question":"why?"`},
		{"docuquest.research", `[{"question":"why?","rounds":3,"show":true}]`, `{"question":"why?"`},
		{"docuquest.research", `[{"question":"why?","rounds":11}]`, `-32602 docuquest.research: rounds is 11: it may be 1 to 10`},
		{"docuquest.research", `[]`, `-32602 docuquest.research needs an argument`},
		{"docuquest.research", `[" "]`, `-32602 docuquest.research: the question is empty`},
		{"docuquest.search", `[{"query":"gold","explain":"yes"}]`, `-32602 docuquest.search: explain cannot be a string`},
		{"docuquest.search", `[{"query":"gold","types":7}]`, `-32602 docuquest.search: types cannot be a number`},
		{"docuquest.ask", `[{"question":"why?","k":7,"rerank":"off","threshold":0.5}]`, `{"question":"why?"`},
		{"docuquest.ask", `[{"question":"why?","k":1001}]`, `-32602 docuquest.ask: k is 1001: it may be 1 to 1000 passages`},
		{"docuquest.ask", `[{"question":"why?","rerank":"no"}]`, `-32602 docuquest.ask: rerank "no" is not known: it is on or off`},
		{"docuquest.ask", `[{"question":"why?","notes":"hits=5,tags=0"}]`, `{"question":"why?"`},
		{"docuquest.ask", `[{"question":"why?","notes":"yes"}]`, `-32602 docuquest.ask: notes is on, off, or numbers`},
		{"docuquest.search", `[{"query":"gold","notes":"on"}]`, `{"query":"gold"`},
		{"docuquest.search", `[{"query":"gold","notes":"hits=0"}]`, `-32602 docuquest.search: notes is on, off, or numbers`},
		{"docuquest.ask", `[{"question":"why?","rerank":true}]`, `-32602 docuquest.ask: rerank cannot be a bool`},
		{"docuquest.ask", `[{"question":"why?","threshold":1.1}]`, `-32602 docuquest.ask: threshold is 1.1: it may be 0 to 1`},
		{"docuquest.search", `[{"query":"gold","k":3,"rerank":"on","threshold":1}]`, `{"query":"gold"`},
		{"docuquest.search", `[{"query":"gold","k":1001}]`, `-32602 docuquest.search: limit`},
		{"docuquest.search", `[{"query":"gold","rerank":"no"}]`, `-32602 docuquest.search: rerank "no" is not known: it is on or off`},
		{"docuquest.search", `[{"query":"gold","threshold":-0.1}]`, `-32602 docuquest.search: threshold is -0.1: it may be 0 to 1`},
		{"docuquest.ask", `[{"question":"why?","retrieval":"best"}]`, `-32602 docuquest.ask: retrieval "best" is not known: it is ranked or boolean`},
		{"docuquest.ask", `[{"question":"why?","writer":"me"}]`, `-32602 docuquest.ask: writer "me" is not known: it is extractive, generative or classic`},
		{"docuquest.ask", `[{"question":"why?","uri":"untitled:1"}]`, `-32602 docuquest.ask: uri:`},
		{"docuquest.answerHere", `[]`, `-32602 docuquest.answerHere needs an argument`},
		{"docuquest.answerHere", `["file:///a.md"]`, `-32602 docuquest.answerHere needs a uri, and a position or a range`},
		{"docuquest.answerHere", `[{"uri":"untitled:1","position":{"line":0,"character":0}}]`, `-32602 docuquest.answerHere: uri:`},
		{"docuquest.answerHere", `[{"uri":"file:///gone.md","position":{"line":0,"character":0}}]`, `-32803 no such file`},
		{"docuquest.answerHere", `[{"uri":"file:///a.md","position":7}]`, `-32602 docuquest.answerHere: position cannot be a number`},
		{"docuquest.search", `["gold"]`, `{"query":"gold"`},
		{"docuquest.search", `[{"query":"gold","limit":1001}]`, `-32602 docuquest.search: limit`},
		{"docuquest.search", `[""]`, `-32602 docuquest.search: the query is empty`},
		{"docuquest.status", `[]`, `{"version":"fake"`},
		{"docuquest.status", `[{}]`, `{"version":"fake"`},
		{"docuquest.reindex", `[]`, `{"files":7}`},
		{"docuquest.stop", `[]`, `{"stopped":1}`},
		{"docuquest.stop", `[{"answer":"abc"}]`, `{"stopped":1}`},
		{"docuquest.stop", `["abc"]`, `{"stopped":1}`},
		{"docuquest.stop", `[[]]`, `-32602 docuquest.stop needs an object or a string`},
		{"docuquest.forget", `["abc"]`, `{"forgotten":1}`},
		{"docuquest.forget", `[{"all":true}]`, `{"forgotten":1}`},
		{"docuquest.forget", `[{"conversation":"zzz"}]`, `{}`},
		{"docuquest.forget", `[]`, `-32602 docuquest.forget needs an argument`},
		{"docuquest.forget", `[{}]`, `-32602 docuquest.forget: what is to be forgotten?`},
		{"docuquest.forget", `[{"answer":"abc","all":true}]`, `-32602 docuquest.forget: what is to be forgotten?`},
		{"docuquest.history", `[{"limit":1001}]`, `-32602 docuquest.history: limit is a number of questions from 1 to 1000`},
		{"docuquest.history", `[{"limit":"x"}]`, `-32602 docuquest.history: limit cannot be a string`},
		{"docuquest.fly", `[]`, `-32602 there is no command "docuquest.fly"`},
	} {
		t.Run(c.command+c.args[:min(100, len(c.args))], func(t *testing.T) {
			e := (&fake{}).start(t, lsptest.Options{})
			raw, err := e.Go("workspace/executeCommand", map[string]any{"command": c.command, "arguments": json.RawMessage(c.args)}).Raw()
			got := shortened(t, raw)
			if refused, ok := err.(*lsptest.Error); ok { //nolint:errorlint // a reply's error is never wrapped
				got = fmt.Sprintf("%d %s", refused.Code, refused.Message)
			}
			if !strings.HasPrefix(got, c.want) || strings.Contains(got, "\n") {
				t.Errorf("got %s, want %s", got, c.want)
			}
		})
	}
}

// The questions whose answers are kept are listed, as many as the client wants, of its folders or of all.
func TestHistory(t *testing.T) {
	for _, c := range []struct {
		argument any
		want     string
	}{{nil, "History 100, all false"}, {map[string]any{"limit": 3, "all": true}, "History 3, all true"}} {
		f := &fake{}
		var past []replies.PastQuestion
		if err := f.start(t, lsptest.Options{}).Command("docuquest.history", c.argument, &past); err != nil {
			t.Fatal(err)
		}
		if len(past) != 1 || past[0].ID != "abc" || past[0].Path != "/abc.md" {
			t.Errorf("%v: %+v", c.argument, past)
		}
		if diff := cmp.Diff([]string{c.want}, intersection(f.noted(), []string{c.want})); diff != "" {
			t.Errorf("%v (-want +got):\n%s", c.argument, diff)
		}
	}
}

// shortened is a result with nothing but its first, known members that say
// something.
func shortened(t *testing.T, raw json.RawMessage) string {
	t.Helper()
	if raw == nil {
		return ""
	}
	var members map[string]any
	if err := json.Unmarshal(raw, &members); err != nil {
		t.Fatal(err)
	}
	var said []string
	for _, name := range []string{"question", "query", "version", "files", "stopped", "forgotten", "writer"} {
		if v, ok := members[name]; ok && v != "" && v != 0.0 {
			value, _ := json.Marshal(v)
			said = append(said, fmt.Sprintf("%q:%s", name, value))
		}
	}
	return "{" + strings.Join(said, ",") + "}"
}

// The encoding of positions that is chosen for each offer.
func TestEncodings(t *testing.T) {
	for _, c := range []struct {
		offered []string
		want    string
	}{
		{[]string{"utf-16", "utf-8"}, "utf-8"},
		{[]string{"utf-32", "utf-16"}, "utf-16"},
		{[]string{"utf-32"}, "utf-32"},
		{[]string{"utf-7"}, "utf-16"},
		{[]string{}, "utf-16"},
	} {
		if e := (&fake{}).start(t, lsptest.Options{Encodings: c.offered}); e.Encoding != c.want {
			t.Errorf("of %v %s was chosen, not %s", c.offered, e.Encoding, c.want)
		}
	}
}

// The folders that the agent is made of, for each way to name them.
func TestFolders(t *testing.T) {
	dir := t.TempDir()
	uri := string(file.FromPath(dir))
	for _, c := range []struct {
		name   string
		params map[string]any
		want   []string
	}{
		{"folders", map[string]any{"workspaceFolders": []any{
			map[string]any{"uri": uri, "name": "a"}, map[string]any{"uri": "vscode-remote://x/y", "name": "b"},
		}, "rootUri": "file:///other"}, []string{dir}},
		{"a root", map[string]any{"rootUri": uri}, []string{dir}},
		{"a root beside an empty list", map[string]any{"rootUri": uri, "workspaceFolders": []any{}}, []string{dir}},
		{"a root by its path", map[string]any{"rootUri": nil, "rootPath": dir}, []string{dir}},
		{"no folder", map[string]any{"rootUri": nil, "workspaceFolders": nil}, nil},
		{"a path that is not absolute", map[string]any{"rootUri": nil, "rootPath": "a/b"}, nil},
	} {
		t.Run(c.name, func(t *testing.T) {
			f := &fake{}
			w := lsptest.Dial(t, f.serve, lsp.Options{})
			c.params["processId"], c.params["capabilities"] = nil, map[string]any{}
			c.params["initializationOptions"] = map[string]any{"a": 1}
			if err := w.Send(map[string]any{"jsonrpc": "2.0", "id": 1, "method": "initialize", "params": c.params}); err != nil {
				t.Fatal(err)
			}
			if m, err := w.Read(); err != nil || m.Error != nil {
				t.Fatal(m.Error, err)
			}
			if diff := cmp.Diff(c.want, f.folders); diff != "" {
				t.Errorf("folders (-want +got):\n%s", diff)
			}
			if string(f.options) != `{"a":1}` {
				t.Errorf("options: %s", f.options)
			}
		})
	}
}

// What the client tells of files and folders reaches the agent, in its order and
// by canonical URIs.
func TestNotifications(t *testing.T) {
	f := &fake{gate: make(chan struct{})}
	e := f.start(t, lsptest.Options{Behavior: lsptest.Plain})
	e.OpenText("/w/a(1).md", "word")
	document := func(uri string) map[string]any {
		return map[string]any{"textDocument": map[string]any{"uri": uri}}
	}
	e.Notify("textDocument/didSave", document("file:///w/a(1).md"))
	e.Notify("textDocument/didSave", document("file:///w/not%20open.md"))
	e.Notify("textDocument/didClose", document("file:///w/./a%281%29.md"))
	e.Notify("workspace/didChangeWatchedFiles", map[string]any{"changes": []any{
		map[string]any{"uri": "file:///w/b", "type": 1}, map[string]any{"uri": "git:/w/c", "type": 2}, map[string]any{"uri": "file:///w/d", "type": 3},
	}})
	e.Notify("workspace/didChangeWorkspaceFolders", map[string]any{"event": map[string]any{
		"added": []any{map[string]any{"uri": "file:///x", "name": "x"}}, "removed": []any{map[string]any{"uri": "file:///w", "name": "w"}},
	}})
	if err := e.Command("docuquest.stop", nil, nil); err != nil { // all before it was heard
		t.Fatal(err)
	}
	close(f.gate) // folders wait for the first reading
	if code, err := e.Shutdown(); code != 0 || err != nil {
		t.Fatal(code, err)
	}
	var got []string
	for _, call := range f.noted() {
		if call != "Watch" { // it runs beside the rest
			got = append(got, filepath.ToSlash(call))
		}
	}
	inTurn := []string{"Load", "RemoveFolder /w", "AddFolder /x"}
	atOnce := []string{"Save /w/a(1).md", "Touch /w/not open.md", "CloseBuffer /w/a(1).md", "Touch /w/b", "Touch /w/d", "Stop ", "Stop "}
	for _, want := range [][]string{inTurn, atOnce} {
		if diff := cmp.Diff(want, intersection(got, want)); diff != "" {
			t.Errorf("calls (-want +got):\n%s", diff)
		}
	}
}

// What was typed before a question is searched by it: the library is settled
// first, on the reader.
func TestSettlesFirst(t *testing.T) {
	for _, c := range []struct{ command, want string }{
		{"docuquest.ask", "Ask word"}, {"docuquest.search", "Search word"}, {"docuquest.status", "Status"},
	} {
		f := &fake{}
		e := f.start(t, lsptest.Options{Behavior: lsptest.Plain})
		if err := e.Command(c.command, "word", nil); err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff([]string{"Settle", c.want}, intersection(f.noted(), []string{"Settle", c.want})); diff != "" {
			t.Errorf("%s (-want +got):\n%s", c.command, diff)
		}
	}
}

// intersection gives those of all that are wanted, in their order.
func intersection(all, wanted []string) []string {
	var out []string
	for _, a := range all {
		for _, w := range wanted {
			if a == w {
				out = append(out, a)
				break
			}
		}
	}
	return out
}

// The server asks for file events where it can, and says what it does.
func TestCapabilities(t *testing.T) {
	e := (&fake{}).start(t, lsptest.Options{})
	e.AwaitMethod("client/registerCapability")
	want := `{"positionEncoding":"utf-8",` +
		`"textDocumentSync":{"openClose":true,"change":2,"save":{"includeText":true}},` +
		`"hoverProvider":true,"definitionProvider":true,"referencesProvider":true,"documentSymbolProvider":{"label":"DocuQuest"},` +
		`"codeActionProvider":{"codeActionKinds":["quickfix","refactor"]},` +
		`"executeCommandProvider":{"workDoneProgress":true,"commands":["docuquest.annotate","docuquest.answerHere","docuquest.ask","docuquest.explain","docuquest.forget","docuquest.history","docuquest.map","docuquest.openPage","docuquest.reindex","docuquest.research","docuquest.search","docuquest.status","docuquest.stop","docuquest.whyNot"]},` +
		`"callHierarchyProvider":true,` +
		`"diagnosticProvider":{"interFileDependencies":true,"workspaceDiagnostics":false},` +
		`"workspace":{"workspaceFolders":{"supported":true,"changeNotifications":true},` +
		`"fileOperations":{"didRename":{"filters":[{"scheme":"file","pattern":{"glob":"**/*"}}]},"willRename":{"filters":[{"scheme":"file","pattern":{"glob":"**/*"}}]}},` +
		`"textDocumentContent":{"schemes":["docuquest"]}}}`
	if diff := cmp.Diff(want, string(e.Capabilities)); diff != "" {
		t.Errorf("capabilities (-want +got):\n%s", diff)
	}
}
