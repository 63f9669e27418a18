// Package fault is how the agent and the rooms below it report what cannot be done: a text for
// people, and a [Kind] by which a program decides. Each surface maps kinds once: lsp to codes of
// the protocol, the command line to exit codes.
package fault

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
)

// A Kind is the sort of an error. New ones are added at the end.
type Kind uint8

// The kinds of errors.
const (
	Other    Kind = iota // none of these
	Invalid              // the request makes no sense, and no other moment makes it right
	NotFound             // what it names does not exist
	Refused              // it makes sense and is not done here
	Busy                 // it can be done in a moment
	Stopped              // somebody ended it
)

// An Error is an error with its kind.
type Error struct {
	Kind Kind
	Err  error // what happened, in the user's words
}

// Error returns what happened.
func (e *Error) Error() string { return e.Err.Error() }

// Unwrap returns the error without its kind.
func (e *Error) Unwrap() error { return e.Err }

// New returns an error of a kind with a text as fmt.Errorf makes it.
func New(k Kind, format string, args ...any) error { return &Error{k, fmt.Errorf(format, args...)} }

// Of gives an error a kind; nil stays nil.
func Of(k Kind, err error) error {
	if err == nil {
		return nil
	}
	return &Error{k, err}
}

// KindOf returns the kind of an error, also of those of the standard library that say that
// something was cancelled or does not exist.
func KindOf(err error) Kind {
	var e *Error
	switch {
	case errors.As(err, &e):
		return e.Kind
	case errors.Is(err, context.Canceled):
		return Stopped
	case errors.Is(err, fs.ErrNotExist):
		return NotFound
	}
	return Other
}
