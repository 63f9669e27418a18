package pdf

import (
	"unsafe"

	"golang.org/x/sys/windows"
)

func mapMemory(bytes int) ([]byte, error) {
	at, err := windows.VirtualAlloc(0, uintptr(bytes), windows.MEM_RESERVE|windows.MEM_COMMIT, windows.PAGE_READWRITE)
	if err != nil {
		return nil, err
	}
	// The address is no pointer into Go's heap, so the collector does not move it.
	return unsafe.Slice(*(**byte)(unsafe.Pointer(&at)), bytes), nil
}

func unmapMemory(all []byte) error {
	return windows.VirtualFree(uintptr(unsafe.Pointer(unsafe.SliceData(all))), 0, windows.MEM_RELEASE)
}
