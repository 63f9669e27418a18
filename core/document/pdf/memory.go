package pdf

import (
	"github.com/tetratelabs/wazero/experimental"
)

// A memory is that of one instance. The addresses for all that it may have are reserved
// at once, outside of Go's heap: it grows without being copied, takes of the machine
// what the instance has written to and no more, and goes back at once when it is
// unmapped.
type memory struct{ all []byte }

// Allocate implements [experimental.MemoryAllocator]. One instance has one memory.
func (m *memory) Allocate(_, _ uint64) experimental.LinearMemory { return m }

// Reallocate implements [experimental.LinearMemory].
func (m *memory) Reallocate(size uint64) []byte {
	if uint64(len(m.all)) < size {
		return nil
	}
	return m.all[:size]
}

// Free implements [experimental.LinearMemory]. It does nothing: an instance that was
// cut off is freed by whoever calls it next or by nobody, so turn.open unmaps it.
func (m *memory) Free() {}
