package lsp

import (
	"context"
	"testing"
	"testing/synctest"
	"time"

	"go.lsp.dev/jsonrpc2"

	"docuquest/core/answer/replies"
	"docuquest/core/file"
	"docuquest/core/language/text"
)

// A slowEditor has one open file, and takes its time with an edit that it is asked for.
type slowEditor struct {
	jsonrpc2.Conn
	content string
	becomes string        // with the edit
	takes   time.Duration // until it makes the edit and says so; 0 makes it at once and never says so
	asked   int
}

// Call asks for the edit.
func (e *slowEditor) Call(ctx context.Context, _ string, _, result any) (jsonrpc2.ID, error) {
	e.asked++
	if e.takes == 0 {
		e.content = e.becomes
		<-ctx.Done()
		return jsonrpc2.ID{}, ctx.Err()
	}
	select {
	case <-ctx.Done():
		return jsonrpc2.ID{}, ctx.Err()
	case <-time.After(e.takes):
		e.content = e.becomes
		*result.(*jsonrpc2.RawMessage) = jsonrpc2.RawMessage(`{"applied":true}`)
		return jsonrpc2.ID{}, nil
	}
}

// A slowBuffer is the agent that knows the file.
type slowBuffer struct {
	agentAPI
	editor *slowEditor
}

func (b slowBuffer) Read(_ context.Context, u file.URI) (file.File, error) {
	return file.File{Identity: file.Identity{URI: u}, Content: b.editor.content, Language: "markdown", Open: true}, nil
}

// A person may look at a dialog before an edit is made, and an editor may never say that it
// was: the edit is asked for once, and what stands in the text then decides. Time is the
// test's own, and goes on when everybody waits.
func TestInsertAwaitsAPerson(t *testing.T) {
	const asked, answered = "?? Do ducks swim\n", "?? Do ducks swim\n\n> !! They do.\n"
	for _, test := range []struct {
		name   string
		editor slowEditor
		want   string // the error
	}{
		{"a person who looks first", slowEditor{becomes: answered, takes: 20 * time.Second}, ""},
		{"an edit without a word", slowEditor{becomes: answered}, ""},
		{"another edit without a word", slowEditor{becomes: asked + "\n> !! Old.\n"}, "the editor did not reply"},
		{"neither edit nor word", slowEditor{becomes: asked}, "the editor did not reply"},
		{"a question that is gone", slowEditor{becomes: "Mine.\n"}, "the editor did not reply"},
	} {
		synctest.Test(t, func(t *testing.T) {
			e := &test.editor
			e.content = asked
			s := &server{client: &client{conn: e}, agent: slowBuffer{editor: e}}
			q, _ := questionAt(file.File{Content: asked, Language: "markdown"}, text.Range{}, text.UTF8)
			got := ""
			if err := s.insert(t.Context(), "file:///w/a.md", q, &replies.Answer{Markdown: "They do."}); err != nil {
				got = err.Error()
			}
			if got != test.want || e.asked != 1 {
				t.Errorf("%s: %q, and the edit was asked for %d times", test.name, got, e.asked)
			}
		})
	}
}
