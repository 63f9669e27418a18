package lsp_test

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"docuquest/lsp"
	"docuquest/lsp/lsptest"
)

// What a client sends first.
const hello = `{"jsonrpc":"2.0","id":0,"method":"initialize","params":{"processId":null,"rootUri":null,"capabilities":{}}}`

// frame frames each body.
func frame(bodies ...string) string {
	var out strings.Builder
	for _, b := range bodies {
		out.WriteString(lsptest.Frame(b))
	}
	return out.String()
}

// requestOf is a request without parameters, probeOf one that is answered at its
// place on the wire.
func requestOf(id int, method string) string {
	return fmt.Sprintf(`{"jsonrpc":"2.0","id":%d,"method":%q}`, id, method)
}

func probeOf(id int) string {
	return fmt.Sprintf(`{"jsonrpc":"2.0","id":%d,"method":"workspace/executeCommand","params":{"command":"docuquest.stop"}}`, id)
}

// Each case is what a client writes, byte for byte, and the replies in their
// order: the id with ok or the error's code. A session that was not shut down
// by the case is asked once more at the end, and must answer.
var wireCases = []struct {
	name string
	send string
	want []string
}{
	{"the order of a session's life", frame(probeOf(1), hello, probeOf(2), hello, requestOf(3, "shutdown"), probeOf(4), hello), []string{
		"1 -32002", "0 ok", "2 ok", "0 -32600", "3 ok", "4 -32600", "0 -32600",
	}},
	{"initialize that fails can be tried again", frame(`{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"capabilities":7}}`, hello), []string{"1 -32602", "0 ok"}},
	{"notifications before initialize are dropped", frame(`{"jsonrpc":"2.0","method":"initialized","params":{}}`, hello), []string{"0 ok"}},

	{"JSON that breaks off", frame(hello, `{"jsonrpc":"2.0"`), []string{"0 ok", "null -32700"}},
	{"JSON that is no message", frame(hello, `42`, `"hover"`, `{}`, `null`), []string{"0 ok", "null -32600", "null -32600", "null -32600", "null -32600"}},
	{"another version", frame(hello, `{"jsonrpc":"1.0","id":1,"method":"shutdown"}`), []string{"0 ok", "1 -32600"}},
	{"no version", frame(hello, `{"id":"a","method":"shutdown"}`, `{"id":7}`, `{"method":"shutdown"}`), []string{"0 ok", `"a" -32600`, "7 -32600", "null -32600"}},
	{"a reply without a version", frame(hello, `{"id":7,"result":null}`, `{"id":7,"error":{"code":1,"message":""}}`), []string{"0 ok", "null -32600", "null -32600"}},
	{"an id that is none", frame(hello, `{"jsonrpc":"2.0","id":1.5,"method":"shutdown"}`, `{"jsonrpc":"2.0","id":{},"method":"shutdown"}`), []string{"0 ok", "null -32600", "null -32600"}},
	{"nesting without end", frame(hello, strings.Repeat("[", 100_000)), []string{"0 ok", "null -32700"}},
	{"nesting with an end", frame(hello, strings.Repeat("[", 9_000)+strings.Repeat("]", 9_000)), []string{"0 ok", "[null -32700]"}},
	{"a reply to nothing", frame(hello, `{"jsonrpc":"2.0","id":77,"result":null}`), []string{"0 ok"}},

	{"a log line in front of a header", frame(hello) + "reading 40 files\n" + frame(probeOf(1)), []string{"0 ok", "null -32700", "1 ok"}},
	{"garbage without a line break in front of a header", frame(hello) + `{"a":1}` + frame(probeOf(1)), []string{"0 ok", "1 ok"}},
	{"much garbage", frame(hello) + strings.Repeat("garbage ", 100_000) + frame(probeOf(1)), []string{"0 ok", "1 ok"}},
	{"much garbage in lines", frame(hello) + strings.Repeat("garbage\n", 10_000) + frame(probeOf(1)), []string{"0 ok", "null -32700", "1 ok"}},
	{"a gigantic length", frame(hello) + "Content-Length: 1073741824\r\n\r\nx" + frame(probeOf(1)), []string{"0 ok", "null -32600", "1 ok"}},
	{"an impossible length", frame(hello) + "Content-Length: 99999999999999999999\r\n\r\n" + frame(probeOf(1)), []string{"0 ok", "null -32700", "1 ok"}},
	{"a length of nothing", frame(hello) + "Content-Length: 0\r\n\r\n" + frame(probeOf(1)), []string{"0 ok", "null -32700", "1 ok"}},
	{"a negative length", frame(hello) + "Content-Length: -5\r\n\r\n" + frame(probeOf(1)), []string{"0 ok", "null -32700", "1 ok"}},
	{"a length in words", frame(hello) + "Content-Length: five\r\n\r\n" + frame(probeOf(1)), []string{"0 ok", "null -32700", "1 ok"}},
	{"no length", frame(hello) + "Content-Type: text/plain\r\n\r\n" + frame(probeOf(1)), []string{"0 ok", "1 ok"}},
	{"more fields than the length", frame(hello) + "Content-Type: application/vscode-jsonrpc; charset=utf-8\r\n" + frame(probeOf(1)), []string{"0 ok", "1 ok"}},
	{"lines that end in a line feed alone", "content-length: " + fmt.Sprint(len(hello)) + "\n\n" + hello, []string{"0 ok"}},
	{"a length that is too short", frame(hello) + "Content-Length: 10\r\n\r\n" + probeOf(1) + frame(probeOf(2)), []string{"0 ok", "null -32700", "2 ok"}},
	{"a length that is too long", frame(hello) + "Content-Length: 150\r\n\r\n" + probeOf(1) + frame(probeOf(2), probeOf(3)), []string{"0 ok", "null -32700", "3 ok"}},

	{"unknown methods", frame(
		hello, requestOf(1, "textDocument/fly"), `{"jsonrpc":"2.0","method":"$/fly"}`, `{"jsonrpc":"2.0","method":"workspace/fly","params":[1]}`,
		`{"jsonrpc":"2.0","method":"textDocument/didFly","params":{}}`, `{"jsonrpc":"2.0","method":"$/setTrace","params":{"value":"off"}}`,
	), []string{"0 ok", "1 -32601"}},
	{"parameters that make no sense", frame(
		hello, requestOf(1, "textDocument/hover"),
		`{"jsonrpc":"2.0","id":2,"method":"textDocument/hover","params":{"textDocument":5}}`,
		`{"jsonrpc":"2.0","id":3,"method":"textDocument/references","params":[]}`,
		`{"jsonrpc":"2.0","method":"textDocument/didOpen","params":{"textDocument":"x"}}`,
		`{"jsonrpc":"2.0","method":"textDocument/didOpen"}`,
		`{"jsonrpc":"2.0","method":"textDocument/didChange","params":{"textDocument":{"uri":"file:///a","version":-1},"contentChanges":[{"range":{"start":{"line":-1,"character":0}}}]}}`,
	), []string{"0 ok", "1 -32602", "2 -32602", "3 -32602"}},
	{"documents that are no open file", frame(
		hello,
		`{"jsonrpc":"2.0","method":"textDocument/didChange","params":{"textDocument":{"uri":"file:///never/opened","version":1},"contentChanges":[]}}`,
		`{"jsonrpc":"2.0","method":"textDocument/didSave","params":{"textDocument":{"uri":"git:/a?ref"}}}`,
		`{"jsonrpc":"2.0","method":"textDocument/didClose","params":{"textDocument":{"uri":"untitled:Untitled-1"}}}`,
		`{"jsonrpc":"2.0","id":1,"method":"textDocument/hover","params":{"textDocument":{"uri":"untitled:Untitled-1"},"position":{"line":0,"character":0}}}`,
		`{"jsonrpc":"2.0","id":2,"method":"textDocument/definition","params":{"textDocument":{"uri":"file://server/share/x"},"position":{"line":0,"character":0}}}`,
		`{"jsonrpc":"2.0","id":3,"method":"textDocument/hover","params":{"textDocument":{"uri":"file:///gone"},"position":{"line":0,"character":0}}}`,
	), []string{"0 ok", "1 ok", "2 ok", "3 ok"}},
	{"cancelling what cannot be", frame(
		hello,
		`{"jsonrpc":"2.0","method":"$/cancelRequest"}`,
		`{"jsonrpc":"2.0","method":"$/cancelRequest","params":[]}`,
		`{"jsonrpc":"2.0","method":"$/cancelRequest","params":{"id":null}}`,
		`{"jsonrpc":"2.0","method":"$/cancelRequest","params":{"id":{"a":1}}}`,
		`{"jsonrpc":"2.0","method":"$/cancelRequest","params":{"id":1.5}}`,
		`{"jsonrpc":"2.0","method":"$/cancelRequest","params":{"id":99999999999}}`,
		`{"jsonrpc":"2.0","method":"$/cancelRequest","params":{"id":"no such"}}`,
	), []string{"0 ok"}},

	{"a batch", frame(hello, "["+probeOf(1)+`,{"jsonrpc":"2.0","method":"$/fly"},`+requestOf(2, "fly")+"]"), []string{"0 ok", "[1 ok, 2 -32601]"}},
	{"a batch of notifications", frame(hello, `[{"jsonrpc":"2.0","method":"$/fly"}]`), []string{"0 ok"}},
	{"an empty batch", frame(hello, `[]`), []string{"0 ok", "null -32600"}},
	{"a batch of rubbish", frame(hello, `[1,{}]`), []string{"0 ok", "[null -32700, null -32600]"}},
	{"a batch that is too large", frame(hello, "["+strings.Repeat("1,", 1<<20)+"1]"), []string{"0 ok", "null -32600"}},
}

func TestWire(t *testing.T) {
	for _, c := range wireCases {
		t.Run(c.name, func(t *testing.T) { checkWire(t, c.send, c.want) })
	}
}

// checkWire compares the replies to raw bytes, and then that the session lives. It
// asks for that when all replies are there: one that is made beside the reader may
// come after the replies to later requests.
func checkWire(t *testing.T, send string, want []string) {
	t.Helper()
	w := lsptest.Dial(t, (&fake{}).serve, lsp.Options{})
	const last = 999
	go func() { _ = w.Write(send) }()
	var got []string
	for range want {
		got = append(got, outcome(t, read(t, w)))
	}
	go func() { _ = w.Write(frame(probeOf(last))) }()
	for m := read(t, w); string(m.ID) != fmt.Sprint(last); m = read(t, w) {
		got = append(got, outcome(t, m))
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("replies (-want +got):\n%s", diff)
	}
}

func read(t *testing.T, w *lsptest.Wire) lsptest.Message {
	t.Helper()
	m, err := w.Read()
	if err != nil {
		t.Fatalf("the session ended: %v", err)
	}
	return m
}

// outcome is a reply in short.
func outcome(t *testing.T, m lsptest.Message) string {
	t.Helper()
	if m.JSONRPC == "" { // replies to a batch
		var all []lsptest.Message
		if err := json.Unmarshal(m.Result, &all); err != nil {
			t.Fatal(err)
		}
		var each []string
		for _, one := range all {
			each = append(each, outcome(t, one))
		}
		return "[" + strings.Join(each, ", ") + "]"
	}
	id := string(m.ID)
	if id == "" {
		id = "null"
	}
	if m.Error != nil {
		return fmt.Sprintf("%s %d", id, m.Error.Code)
	}
	return id + " ok"
}
