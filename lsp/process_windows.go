package lsp

import (
	"errors"
	"syscall"
)

// processAlive reports whether a process with this id exists, also one that
// belongs to another user.
func processAlive(pid int) bool {
	h, err := syscall.OpenProcess(syscall.SYNCHRONIZE, false, uint32(pid))
	if err != nil {
		return errors.Is(err, syscall.ERROR_ACCESS_DENIED)
	}
	defer syscall.CloseHandle(h) //nolint:errcheck // nothing can be done about it
	state, err := syscall.WaitForSingleObject(h, 0)
	return err != nil || state == syscall.WAIT_TIMEOUT
}
