//go:build !linux && !windows

package main

import (
	"os"

	"golang.org/x/sys/unix"
)

// dropTyped forgets what was typed at a terminal and not read yet; at anything else it does
// nothing.
func dropTyped(terminal *os.File) {
	const input = 1 // FREAD
	_ = unix.IoctlSetPointerInt(int(terminal.Fd()), unix.TIOCFLUSH, input)
}
