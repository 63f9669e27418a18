package store

import (
	"errors"
	"os"
	"syscall"
)

// sharingViolation is what the system says of a file that another has opened alone.
const sharingViolation syscall.Errno = 32

// tryLock opens the file of a path, which is made where there is none, so that nobody else
// can, until it is closed or the process ends, however that happens. It is nil where
// somebody else has it opened, be it in this process or another.
func tryLock(path string) (*os.File, error) {
	name, err := syscall.UTF16PtrFromString(path)
	if err != nil {
		return nil, &os.PathError{Op: "lock", Path: path, Err: err}
	}
	const shared = 0 // with nobody
	handle, err := syscall.CreateFile(name, syscall.GENERIC_READ|syscall.GENERIC_WRITE, shared, nil, syscall.OPEN_ALWAYS, syscall.FILE_ATTRIBUTE_NORMAL, 0)
	switch {
	case errors.Is(err, sharingViolation):
		return nil, nil
	case err != nil:
		return nil, &os.PathError{Op: "lock", Path: path, Err: err}
	}
	return os.NewFile(uintptr(handle), path), nil
}
