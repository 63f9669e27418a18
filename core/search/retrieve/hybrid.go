package retrieve

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"time"

	"docuquest/core/file"
	"docuquest/core/search/meaning"
)

// Vectors compare a question with the passages of files by vectors of their whole texts,
// which a service makes. *meaning.Passages does.
type Vectors interface {
	// Question makes the vector of a question, and gives what compares it with a file
	// by the vectors that there are: the best cosine of any passage, false for a file
	// without. It ends early when ctx does; any number of goroutines may compare.
	Question(ctx context.Context, input string) (compare func(file.File) (cosine float64, ok bool), err error)
}

// patience is how long a question waits for its own vector unless the Retriever says
// otherwise. Words alone find most of what can be found, and at once.
const patience = 2 * time.Second

var errLate = errors.New("its service took too long")

// A hybrid is a question that waits for its vector, while its words are searched for.
type hybrid struct {
	start time.Time
	ready chan struct{} // closed when all below is set

	compare func(file.File) (cosine float64, ok bool)
	err     error
}

// askVectors asks for the vector of a question; nil where none is compared.
func (r *Retriever) askVectors(ctx context.Context, q Query) *hybrid {
	if r.Vectors == nil || r.Source == nil || q.Mode == Boolean {
		return nil
	}
	h := &hybrid{start: time.Now(), ready: make(chan struct{})}
	ctx, cancel := context.WithTimeout(ctx, cmp.Or(r.Patience, patience))
	go func() {
		defer cancel()
		defer close(h.ready)
		h.compare, h.err = r.Vectors.Question(ctx, q.asked().Text)
	}()
	return h
}

// await gives what compares the question with files, nil where words alone decide; a
// step says why they do.
func (h *hybrid) await(result *Result) func(file.File) (cosine float64, ok bool) {
	if h == nil {
		return nil
	}
	<-h.ready
	if errors.Is(h.err, context.DeadlineExceeded) {
		h.err = errLate
	}
	if h.err != nil {
		result.Steps.Add("vectors", h.start, "words alone decide: %v", h.err)
		if !errors.Is(h.err, meaning.ErrNoVectors) { // they were not made yet, and nothing has failed
			result.Failed = append(result.Failed, fmt.Sprintf("Words alone decided, since the question got no vector: %v", h.err))
		}
		return nil
	}
	result.Steps.Add("vectors", h.start, "the question has its vector")
	return h.compare
}
