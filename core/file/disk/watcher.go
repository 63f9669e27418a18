package disk

import (
	"errors"
	"fmt"
	"runtime"
	"syscall"

	"github.com/fsnotify/fsnotify"
)

// A watcher reports events for the entries of single directories. It is the part
// of fsnotify that Watch needs, so that tests can lose events and use up limits.
type watcher interface {
	Add(directory string) error
	Remove(directory string) error
	// Events and Errors are closed by Close.
	Events() <-chan fsnotify.Event
	Errors() <-chan error
	Close() error
}

// fsNotify is the watcher of the system.
type fsNotify struct{ *fsnotify.Watcher }

func (w fsNotify) Events() <-chan fsnotify.Event { return w.Watcher.Events }
func (w fsNotify) Errors() <-chan error          { return w.Watcher.Errors }

// explain turns an error of a failing watcher into one that a user can act on.
func explain(err error, t timing) error {
	advice := ""
	switch {
	case runtime.GOOS == "linux" && errors.Is(err, syscall.ENOSPC):
		advice = " (raise the limit: sudo sysctl fs.inotify.max_user_watches=524288)"
	case runtime.GOOS == "linux" && errors.Is(err, syscall.EMFILE):
		advice = " (raise the limit: sudo sysctl fs.inotify.max_user_instances=512)"
	case errors.Is(err, syscall.EMFILE), errors.Is(err, syscall.ENFILE):
		advice = " (raise the limit of open files: ulimit -n)"
	}
	return fmt.Errorf("the folders cannot be watched; they are looked through every %v instead%s: %w", t.poll, advice, err)
}
