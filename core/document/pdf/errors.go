package pdf

import (
	"context"
	"errors"
	"fmt"
	"time"
)

// What can be wrong with a file, in words that follow its name.
var (
	errEmpty    = errors.New("is empty")
	errTooLarge = errors.New("is too large to be read as a PDF")
	errDamaged  = errors.New("is no PDF or is damaged")
	errPassword = errors.New("needs a password")
	errSecurity = errors.New("is encrypted in a way that cannot be read")
	errBroke    = errors.New("broke the reader of PDFs")
	errNoStart  = errors.New("cannot be read: the reader of PDFs did not start")
	errClosed   = errors.New("was not read: the program is stopping")
	errGivenUp  = errors.New("was given up: other PDFs here that could not be read took too long; move those away, or index again later")
)

// slowness is the error of a document that took longer than it may.
type slowness struct{ took time.Duration }

func (s slowness) Error() string {
	return fmt.Sprintf("takes too long: reading was stopped after %v", s.took.Round(time.Second/10))
}

// inWords is an error as users see it. What the sandbox says of itself is of
// no use to them.
func inWords(err error) string {
	for _, known := range []error{errNoStart, errClosed, errBroke} {
		if errors.Is(err, known) {
			return known.Error()
		}
	}
	return err.Error()
}

// passing reports whether another try may go better.
func passing(err error) bool {
	return errors.As(err, &slowness{}) || errors.Is(err, errNoStart) || errors.Is(err, errClosed) || errors.Is(err, errGivenUp) || errors.Is(err, context.Canceled)
}
