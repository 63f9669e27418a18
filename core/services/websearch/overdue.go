package websearch

import "context"

// Overdue gives an error words for people where it says nothing but that a deadline has
// passed: words tell which one. Any other error stays as it is, and nil is nil. To
// errors.Is it remains context.DeadlineExceeded.
func Overdue(err error, words string) error {
	if err == nil || err.Error() != context.DeadlineExceeded.Error() {
		return err
	}
	return overdue(words)
}

// overdue is a deadline that has passed.
type overdue string

func (o overdue) Error() string { return string(o) }

// Is reports that it is a deadline that has passed.
func (overdue) Is(target error) bool { return target == context.DeadlineExceeded }
