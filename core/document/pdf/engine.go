package pdf

import (
	"context"
	"errors"
	"fmt"
	"runtime/debug"
	"sync"
	"time"
	_ "unsafe" // for go:linkname

	_ "github.com/klippa-app/go-pdfium/webassembly" // holds pdfiumCode
	"github.com/klippa-app/go-pdfium/webassembly/imports"
	"github.com/tetratelabs/wazero"
	"github.com/tetratelabs/wazero/imports/wasi_snapshot_preview1"
)

const (
	// memoryPages is the memory that one instance may have: 224 MiB, in pages
	// of 64 KiB.
	memoryPages = 3584
	pageBits    = 16
	// together is how many documents are read at once. It bounds the memory, and
	// leaves processors to whoever is typing meanwhile.
	together = 2
)

// An engine is the compiled sandbox and what is handed out of it.
type engine struct {
	folder    string              // for compiled code; "" is none
	preparing func() (end func()) // as Options.Preparing; nil for nobody

	begin   sync.Once
	started chan struct{}  // closed when the four below are set
	runtime wazero.Runtime // nil if the start failed, or was never wanted
	pdfium  wazero.CompiledModule
	cache   wazero.CompilationCache
	failure error

	turns  chan struct{}   // has one value for each document being read
	living context.Context // ends with close
	end    context.CancelFunc
	close  func() error // stop, the first time
}

// turn runs do when the sandbox is ready and fewer than so many documents are being
// read. Its context ends with ctx, with the engine, and when its time is over: after
// limit, which pages that were read make longer, up to most. Panics in do become errors.
func (e *engine) turn(ctx context.Context, limit, most time.Duration, do func(*turn) error) error {
	e.begin.Do(func() { go e.compile() }) // it does not stop with ctx, for others will want it
	select {
	case <-e.started:
	case <-ctx.Done():
		return ctx.Err()
	case <-e.living.Done():
		return errClosed
	}
	if e.failure != nil {
		return e.failure
	}
	select {
	case e.turns <- struct{}{}:
		defer func() { <-e.turns }()
	case <-ctx.Done():
		return ctx.Err()
	case <-e.living.Done():
		return errClosed
	}
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	defer context.AfterFunc(e.living, func() { cancel(errClosed) })()
	t := &turn{engine: e, ctx: ctx, began: time.Now(), allowed: limit, most: most}
	t.clock = time.AfterFunc(t.allowed, func() { cancel(slowness{time.Since(t.began)}) })
	defer t.clock.Stop()
	err := func() (err error) {
		defer func() {
			if p := recover(); p != nil {
				err = fmt.Errorf("%w: %v", errBroke, p)
			}
		}()
		return do(t)
	}()
	if err == nil || ctx.Err() == nil {
		return err
	}
	return context.Cause(ctx)
}

// compile makes the sandbox ready, without the folder for compiled code if that does
// not work with it: the folder may be on a full disk, or hold a damaged file.
func (e *engine) compile() {
	defer close(e.started)
	defer debug.FreeOSMemory() // the compiler leaves 250 MiB behind
	if e.preparing != nil {
		defer e.preparing()()
	}
	if e.folder != "" {
		cache, err := wazero.NewCompilationCacheWithDir(e.folder)
		if err == nil {
			e.cache = cache
			if err = e.load(runtimeConfig().WithCompilationCache(cache)); err == nil {
				return
			}
		}
	}
	if err := e.load(runtimeConfig()); err != nil {
		e.failure = fmt.Errorf("%w: %w", errNoStart, err)
	}
}

// runtimeConfig asks for the memory limit, and for code that looks at each turn of
// a loop whether its context has ended. That makes the reading of ordinary files
// two to three times slower, and is the only way to stop one that would never end.
func runtimeConfig() wazero.RuntimeConfig {
	return wazero.NewRuntimeConfig().WithMemoryLimitPages(memoryPages).WithCloseOnContextDone(true)
}

// pdfiumCode is PDFium as the library carries it. The library's own pool of instances
// cannot be used: it has no way to say where their memory comes from.
//
//go:linkname pdfiumCode github.com/klippa-app/go-pdfium/webassembly.pdfiumWasm
var pdfiumCode []byte

// load compiles PDFium with what it imports.
func (e *engine) load(config wazero.RuntimeConfig) (err error) {
	ctx := context.Background()
	runtime := wazero.NewRuntimeWithConfig(ctx, config)
	defer func() {
		if p := recover(); p != nil {
			err = fmt.Errorf("panic: %v", p)
		}
		if err != nil {
			_ = runtime.Close(ctx)
		}
	}()
	if _, err := wasi_snapshot_preview1.Instantiate(ctx, runtime); err != nil {
		return err
	}
	compiled, err := runtime.CompileModule(ctx, pdfiumCode)
	if err != nil {
		return err
	}
	if _, err := imports.Instantiate(ctx, runtime, compiled); err != nil {
		return err
	}
	e.runtime, e.pdfium = runtime, compiled
	return nil
}

// stop ends what is being read and waits for it. It does not wait for a start that
// is under way, which cannot be stopped: what that makes goes when it is made.
func (e *engine) stop() error {
	e.end()
	for range together {
		e.turns <- struct{}{}
	}
	e.begin.Do(func() { close(e.started) })
	select {
	case <-e.started:
		return e.free()
	default:
		go func() { <-e.started; e.free() }()
		return nil
	}
}

func (e *engine) free() error {
	var errs []error
	if e.runtime != nil {
		errs = append(errs, e.runtime.Close(context.Background()))
	}
	if e.cache != nil {
		errs = append(errs, e.cache.Close(context.Background()))
	}
	return errors.Join(errs...)
}
