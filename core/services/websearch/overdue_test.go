package websearch_test

import (
	"context"
	"errors"
	"fmt"
	"testing"

	"docuquest/core/services/websearch"
)

// The bare end of a deadline is said in words, and is one still; what says more stays.
func TestOverdue(t *testing.T) {
	const words = "the time was over"
	late := fmt.Errorf("no answer within 20s: %w", context.DeadlineExceeded)
	for _, c := range []struct{ err, want error }{
		{context.DeadlineExceeded, errors.New(words)},
		{errors.New(context.DeadlineExceeded.Error()), errors.New(words)},
		{late, late},
		{context.Canceled, context.Canceled},
	} {
		got := websearch.Overdue(c.err, words)
		if got.Error() != c.want.Error() || errors.Is(c.err, context.DeadlineExceeded) && !errors.Is(got, context.DeadlineExceeded) {
			t.Errorf("%v: %v, want %v", c.err, got, c.want)
		}
	}
	if got := websearch.Overdue(nil, words); got != nil {
		t.Error(got)
	}
}
