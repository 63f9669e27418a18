package main

import (
	"os"

	"golang.org/x/sys/windows"
)

// dropTyped forgets what was typed at a console and not read yet; at anything else it does
// nothing.
func dropTyped(console *os.File) {
	_ = windows.FlushConsoleInputBuffer(windows.Handle(console.Fd()))
}
