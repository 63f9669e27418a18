package main

import (
	"sync"

	"golang.org/x/term"
)

// A rawTerminal can be made to send each key when it is pressed, and be put back. It may
// be used by several goroutines at once.
type rawTerminal struct {
	in, out int // file descriptors

	mu   sync.Mutex
	undo func() // nil while the terminal is as it was found
}

// begin has the terminal send each key. It fails where that, or moving the cursor, is not
// to be had; the terminal then is as it was.
func (r *rawTerminal) begin() error {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.enter()
}

// end puts the terminal back. It waits until a pause is over.
func (r *rawTerminal) end() {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.leave()
}

// pause puts the terminal back while a function runs. It does nothing when the terminal
// is no longer raw: who asked for keys has gone.
func (r *rawTerminal) pause(meanwhile func()) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.undo == nil {
		return
	}
	r.leave()
	meanwhile()
	_ = r.enter() // without it, lines end with Enter as they do elsewhere
}

func (r *rawTerminal) enter() error {
	forget, err := obeyEscapes(r.out)
	if err != nil {
		return err
	}
	before, err := term.MakeRaw(r.in)
	if err != nil {
		forget()
		return err
	}
	r.undo = func() {
		_ = term.Restore(r.in, before) // a terminal that is gone needs nothing
		forget()
	}
	return nil
}

func (r *rawTerminal) leave() {
	if r.undo != nil {
		r.undo()
		r.undo = nil
	}
}
