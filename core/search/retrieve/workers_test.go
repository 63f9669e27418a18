package retrieve

import (
	"context"
	"fmt"
	"strings"
	"testing"

	"docuquest/core/file"
	"docuquest/core/search/question"
)

// faulty is a workspace whose files cannot be read without a fault.
type faulty struct{}

func (faulty) Read(context.Context, file.URI) (file.File, error) { panic("a fault") }

// A fault in a goroutine of a question reaches whoever asked it, and ends no process.
func TestWorkerPanics(t *testing.T) {
	r, _ := newRetriever(cave)
	r.Source = faulty{}
	defer func() {
		said := fmt.Sprint(recover())
		if !strings.HasPrefix(said, "a fault") || !strings.Contains(said, "faulty.Read") {
			t.Errorf("the panic says %q", said)
		}
	}()
	_, err := r.Find(t.Context(), Query{Question: question.Of("cave"), Limit: 1, Passages: 1})
	t.Errorf("ended with %v", err)
}
