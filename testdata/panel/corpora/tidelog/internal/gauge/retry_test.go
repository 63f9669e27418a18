package gauge

import (
	"context"
	"errors"
	"testing"
)

type silent struct{ asked int }

func (s *silent) Read(context.Context) (Reading, error) {
	s.asked++
	return Reading{}, ErrSilent
}

func TestReadPatientlyGivesUp(t *testing.T) {
	s := &silent{}
	if _, err := ReadPatiently(t.Context(), s); !errors.Is(err, ErrSilent) || s.asked != maxTries {
		t.Errorf("%v after %d tries", err, s.asked)
	}
}
