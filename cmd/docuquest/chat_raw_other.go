//go:build !windows

package main

import (
	"os"
	"os/signal"
	"syscall"
	"time"
)

// obeyEscapes has a terminal move its cursor as escape sequences say, which all do.
func obeyEscapes(int) (undo func(), err error) { return func() {}, nil }

// stopJob stops the program and those that the shell started with it, as a terminal does
// at Ctrl-Z, and returns when they go on. Where no shell could let them go on, the system
// does not stop them, and it returns soon.
func stopJob() {
	const soon = 100 * time.Millisecond // which does not go by while the program is stopped
	goesOn := make(chan os.Signal, 1)
	signal.Notify(goesOn, syscall.SIGCONT)
	defer signal.Stop(goesOn)
	if syscall.Kill(0, syscall.SIGTSTP) != nil {
		return
	}
	select {
	case <-goesOn:
	case <-time.After(soon):
	}
}
