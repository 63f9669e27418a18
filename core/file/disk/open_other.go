//go:build !unix

package disk

import "os"

// readFlags open a file for reading.
const readFlags = os.O_RDONLY
