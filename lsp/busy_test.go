package lsp_test

import (
	"encoding/json"
	"fmt"
	"strings"
	"sync/atomic"
	"testing"

	"docuquest/lsp"
	"docuquest/lsp/lsptest"
)

// How many requests are taken, and how many of them are worked on at once.
const (
	unanswered = 1024
	workedOn   = 48
)

// Of a flood of requests that take long some are worked on, many wait, and the others are
// refused at once. Those that wait can be cancelled, and the others are answered in the end.
func TestRequestsBeyondTheLimit(t *testing.T) {
	const beyond = 100
	open := make(chan struct{})
	begun := make(chan struct{}, unanswered+beyond)
	var now, most atomic.Int64
	f := &fake{meanwhile: func() {
		n := now.Add(1)
		for last := most.Load(); last < n && !most.CompareAndSwap(last, n); last = most.Load() {
		}
		begun <- struct{}{}
		<-open
		now.Add(-1)
	}}
	e := f.start(t, lsptest.Options{})
	e.OpenText("a.txt", "word")
	var taken []*lsptest.Reply
	for range unanswered {
		taken = append(taken, e.Go("textDocument/hover", e.At("a.txt", 0, 1)))
	}
	for range beyond {
		if _, err := e.Hover("a.txt", 0, 1); err == nil || !strings.Contains(err.Error(), "DocuQuest is busy") {
			t.Fatalf("a request beyond the limit: %v", err)
		}
	}
	for range workedOn {
		<-begun
	}
	for _, waiting := range taken[unanswered-beyond:] {
		e.Cancel(waiting)
		checkCancelled(t, waiting)
	}
	close(open)
	for _, r := range taken[:unanswered-beyond] {
		if _, err := r.Raw(); err != nil {
			t.Fatal(err)
		}
	}
	if most.Load() != workedOn {
		t.Errorf("%d requests were worked on at once", most.Load())
	}
}

// Of a flood of questions four are answered at once and some wait, with room left for what
// is quick. The others are refused.
func TestQuestionsBeyondTheLimit(t *testing.T) {
	const waiting = 32
	f := newFlood(t, atOnce+waiting)
	if _, err := f.editor.Ask("why?"); err == nil || !strings.Contains(err.Error(), "DocuQuest is busy") {
		t.Errorf("one question too many: %v", err)
	}
	f.editor.OpenText("a.txt", "a word")
	if got := f.editor.HoverText("a.txt", 0, 3); got == "" {
		t.Error("a hover finds nothing")
	}
	close(f.open)
	for _, r := range f.asked {
		if _, err := r.Raw(); err != nil {
			t.Error(err)
		}
	}
}

// While a client does not read, its requests are refused: what it gets is small, and when it
// reads again all is as before.
func TestClientThatReadsLater(t *testing.T) {
	f := &fake{bulk: 9 << 20}
	w := lsptest.Dial(t, f.serve, lsp.Options{})
	if err := w.Write(frame(hello)); err != nil {
		t.Fatal(err)
	}
	if _, err := w.Read(); err != nil {
		t.Fatal(err)
	}
	search := func(id int) {
		if err := w.Send(map[string]any{"jsonrpc": "2.0", "id": id, "method": "workspace/executeCommand", "params": map[string]any{
			"command": "docuquest.search", "arguments": []any{"word"},
		}}); err != nil {
			t.Fatal(err)
		}
	}
	search(1)
	if err := w.Await(); err != nil { // the reply is on its way and is not read
		t.Fatal(err)
	}
	for id := 2; id <= 6; id++ {
		search(id)
	}
	if err := w.Write(frame(`{"jsonrpc":"2.0","method":"$/cancelRequest","params":{"id":99}}`)); err != nil { // it is read when the last search was refused
		t.Fatal(err)
	}
	for id := 1; id <= 6; id++ {
		m, err := w.Read()
		refused := m.Error != nil && strings.Contains(m.Error.Message, "DocuQuest is busy")
		if err != nil || string(m.ID) != fmt.Sprint(id) || refused != (id > 1) {
			t.Errorf("%d: %v, %s, %v", id, err, m.ID, m.Error)
		}
	}
	search(7)
	if m, err := w.Read(); err != nil || m.Error != nil || !json.Valid(m.Result) {
		t.Errorf("when it reads again: %v, %v", err, m.Error)
	}
}
