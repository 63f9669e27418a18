package main

import (
	"os"

	"golang.org/x/sys/unix"
)

// dropTyped forgets what was typed at a terminal and not read yet; at anything else it does
// nothing.
func dropTyped(terminal *os.File) {
	_ = unix.IoctlSetInt(int(terminal.Fd()), unix.TCFLSH, unix.TCIFLUSH)
}
