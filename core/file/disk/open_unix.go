//go:build unix

package disk

import (
	"os"
	"syscall"
)

// readFlags open a file for reading without waiting for a writer, should it
// turn out to be a named pipe.
const readFlags = os.O_RDONLY | syscall.O_NONBLOCK
