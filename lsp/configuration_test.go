package lsp_test

import (
	"context"
	"slices"
	"testing"

	"docuquest/core/agent"
	"docuquest/lsp/lsptest"
)

// A changed setting counts from the next question on, and no file is read again for it. What
// is not allowed changes nothing, and neither do settings that could send something.
func TestChangedConfiguration(t *testing.T) {
	var retrieval, writer []string
	f := &fake{}
	f.ask = func(_ context.Context, q agent.Question, _ func(agent.Stage)) (*agent.Answer, error) {
		retrieval, writer = append(retrieval, q.Retrieval), append(writer, q.Writer)
		return &agent.Answer{ID: q.ID, Question: q.Text}, nil
	}
	e := f.start(t, lsptest.Options{})
	for _, settings := range []any{
		nil,
		map[string]any{"docuquest": map[string]any{"retrieval": "boolean", "writer": "generative"}},
		map[string]any{"docuquest": map[string]any{"retrieval": "bolean"}},
		map[string]any{"docuquest": "boolean"},
		map[string]any{"docuquest": map[string]any{"hover_words": "off"}},
	} {
		if settings != nil {
			e.Notify("workspace/didChangeConfiguration", map[string]any{"settings": settings})
		}
		if err := e.Command("docuquest.ask", "Where is the ring?", nil); err != nil {
			t.Fatal(err)
		}
	}
	if want := []string{"", "boolean", "boolean", "boolean", ""}; !slices.Equal(retrieval, want) {
		t.Errorf("retrieval %q, want %q", retrieval, want)
	}
	if want := make([]string, 5); !slices.Equal(writer, want) {
		t.Errorf("writer %q", writer)
	}
	loads := slices.DeleteFunc(f.noted(), func(call string) bool { return call != "Load" && call != "Reindex" })
	if len(loads) > 1 {
		t.Errorf("files were read by %q", loads)
	}
}
