package fault_test

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"testing"

	"docuquest/core/agent/fault"
)

// The kind of an error is found through what wraps it; the outermost kind counts.
func TestKindOf(t *testing.T) {
	for _, c := range []struct {
		err  error
		want fault.Kind
		text string
	}{
		{errors.New("broken"), fault.Other, "broken"},
		{fault.New(fault.Invalid, "limit is %d", 7), fault.Invalid, "limit is 7"},
		{fmt.Errorf("ask: %w", fault.New(fault.Busy, "later")), fault.Busy, "ask: later"},
		{fault.Of(fault.Refused, fault.New(fault.Busy, "no")), fault.Refused, "no"},
		{fmt.Errorf("ask: %w", context.Canceled), fault.Stopped, "ask: context canceled"},
		{fmt.Errorf("a: %w", fs.ErrNotExist), fault.NotFound, "a: file does not exist"},
	} {
		if got := fault.KindOf(c.err); got != c.want || c.err.Error() != c.text {
			t.Errorf("%v has the kind %d, want %d and %q", c.err, got, c.want, c.text)
		}
	}
	if err := fault.Of(fault.Invalid, nil); err != nil {
		t.Errorf("no error becomes %v", err)
	}
}
