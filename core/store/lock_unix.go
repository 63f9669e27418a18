//go:build !windows

package store

import (
	"errors"
	"os"
	"syscall"
)

// tryLock locks the file of a path, which is made where there is none, until it is closed
// or the process ends, however that happens. It is nil where somebody else has it locked,
// be it in this process or another.
func tryLock(path string) (*os.File, error) {
	f, err := os.OpenFile(path, os.O_CREATE|os.O_RDWR, 0o600)
	if err != nil {
		return nil, err
	}
	if err = syscall.Flock(int(f.Fd()), syscall.LOCK_EX|syscall.LOCK_NB); err == nil {
		return f, nil
	}
	closing := f.Close()
	if errors.Is(err, syscall.EWOULDBLOCK) {
		return nil, closing
	}
	return nil, errors.Join(&os.PathError{Op: "lock", Path: path, Err: err}, closing)
}
