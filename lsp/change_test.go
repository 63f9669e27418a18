package lsp

import (
	"context"
	"log/slog"
	"testing"
	"unicode/utf8"

	"docuquest/core/file"
	"docuquest/core/language/text"
)

// keeper is an agent that keeps buffers and nothing else.
type keeper struct {
	agentAPI
	buffers map[file.URI]string
}

func (k *keeper) Open(u file.URI, _ string, _ int32, content string) { k.buffers[u] = content }

func (k *keeper) OutOfStep(file.URI) string { return "" }

func (k *keeper) Edit(u file.URI, _ int32, edits []text.Edit, e text.Encoding) error {
	k.buffers[u] = text.Apply(k.buffers[u], edits, e)
	return nil
}

// Whatever a didChange holds, it neither panics nor makes a text that is not
// UTF-8.
func FuzzDidChange(f *testing.F) {
	for _, seed := range []string{
		``, `null`, `{}`, `[]`, `{"textDocument":null,"contentChanges":null}`,
		`{"textDocument":{"uri":"file:///a","version":2},"contentChanges":[{"text":"x"}]}`,
		`{"textDocument":{"uri":"file:///a","version":2},"contentChanges":[{"range":{"start":{"line":0,"character":1},"end":{"line":0,"character":2}},"rangeLength":9,"text":"é"}]}`,
		`{"textDocument":{"uri":"file:///a","version":2},"contentChanges":[{"range":{"start":{"line":4294967295,"character":4294967295},"end":{"line":0,"character":0}},"text":"\ud83d"}]}`,
		`{"textDocument":{"uri":"file:///a","version":2},"contentChanges":[{"range":null,"text":"x"},{"text":5}]}`,
		`{"textDocument":{"uri":"git:/a","version":2.5},"contentChanges":[{}]}`,
	} {
		f.Add(seed, uint8(0))
		f.Add(seed, uint8(1))
	}
	f.Fuzz(func(t *testing.T, params string, encoding uint8) {
		k := &keeper{buffers: map[file.URI]string{"file:///a": "a😀b\r\ncé\n"}}
		s := &server{agent: k, log: slog.New(slog.DiscardHandler), encoding: text.Encoding(encoding % 3)}
		_ = notification(s.didChange)(context.Background(), []byte(params)) // an error is logged and no more
		for u, content := range k.buffers {
			if !utf8.ValidString(content) {
				t.Fatalf("%s became %q", u, content)
			}
		}
	})
}
