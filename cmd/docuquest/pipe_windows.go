package main

import (
	"errors"
	"syscall"
)

// isBrokenPipe reports whether a write failed because its reader is gone.
func isBrokenPipe(err error) bool {
	const noData = syscall.Errno(232) // ERROR_NO_DATA: the pipe is being closed
	return errors.Is(err, syscall.ERROR_BROKEN_PIPE) || errors.Is(err, noData)
}
