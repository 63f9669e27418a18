package pdf

import (
	"context"
	"fmt"
	"time"

	"github.com/tetratelabs/wazero"
	"github.com/tetratelabs/wazero/api"
	"github.com/tetratelabs/wazero/experimental"
)

// A turn is the time in which one document is read. It belongs to one goroutine.
type turn struct {
	engine *engine
	ctx    context.Context // its end stops the sandbox, wherever it is
	clock  *time.Timer     // ends ctx

	began         time.Time
	allowed, most time.Duration // from when it began
}

const (
	// pageTime is what each page that was read adds to the time of a document:
	// five times what an ordinary page takes. A book is so read to its end, and a
	// file on which the reader gets nowhere is given up soon.
	pageTime = 250 * time.Millisecond
	// mostTimeouts bounds all that, as a multiple of Options.Timeout.
	mostTimeouts = 12
)

// pageDone gives the document the time for another page.
func (t *turn) pageDone() {
	t.allowed = min(t.allowed+pageTime, t.most)
	if t.clock.Stop() {
		t.clock.Reset(t.allowed - time.Since(t.began))
	}
}

// open gives content to a fresh instance, calls read with the open document, and drops the
// instance, whatever has become of it. The instance can reach nothing but its memory: it
// has no files, no standard streams, and a clock and a source of chance that are made up.
func (t *turn) open(content string, read func(*openDocument) error) error {
	all, err := mapMemory(memoryPages << pageBits)
	if err != nil {
		return fmt.Errorf("%w: %w", errNoStart, err)
	}
	m := &memory{all}
	defer func() { // its instance has ended
		_ = unmapMemory(m.all) // fails only for what was not mapped
		m.all = nil
	}()
	config := wazero.NewModuleConfig().WithName("").WithStartFunctions("_initialize")
	module, err := t.engine.runtime.InstantiateModule(experimental.WithMemoryAllocator(t.ctx, m), t.engine.pdfium, config)
	if err != nil {
		return fmt.Errorf("%w: %w", errNoStart, err)
	}
	defer module.Close(context.Background())
	s := &sandbox{ctx: t.ctx, module: module, functions: map[string]api.Function{}, stack: make([]uint64, 12)}
	s.call("FPDF_InitLibrary")
	s.results = s.allocate(resultBytes)
	b, err := s.open(content)
	if err != nil {
		return err
	}
	return read(b)
}
