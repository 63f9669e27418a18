package pdf

import (
	"context"
	"errors"
	"fmt"
	"io"
	"sync"
	"time"

	"github.com/klippa-app/go-pdfium"
	"github.com/klippa-app/go-pdfium/webassembly"
	"github.com/tetratelabs/wazero"
)

const (
	// memoryPages is the memory that one instance may have: 256 MiB, in pages
	// of 64 KiB.
	memoryPages = 4096
	// together is how many documents are read at once. It bounds the memory, and
	// leaves processors to whoever is typing meanwhile.
	together = 2
)

// An engine is the compiled sandbox and what is handed out of it.
type engine struct {
	folder string // for compiled code; "" is none

	begin   sync.Once
	started chan struct{} // closed when the three below are set
	pool    pdfium.Pool   // nil if the start failed, or was never wanted
	cache   wazero.CompilationCache
	failure error

	turns  chan struct{}   // holds one value for each document being read
	living context.Context // ends with close
	end    context.CancelFunc
	close  func() error // stop, the first time
}

func newEngine(folder string) *engine {
	e := &engine{folder: folder, started: make(chan struct{}), turns: make(chan struct{}, together)}
	e.living, e.end = context.WithCancel(context.Background())
	e.close = sync.OnceValue(e.stop)
	return e
}

// turn runs do when the sandbox stands and fewer than so many documents are being
// read. Its context ends with ctx, with the engine, and when its time is over.
// Panics in do become errors.
func (e *engine) turn(ctx context.Context, limit time.Duration, do func(*turn) error) error {
	if err := e.start(ctx); err != nil {
		return err
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
	t := &turn{pool: e.pool, ctx: ctx, began: time.Now(), allowed: limit, most: mostTimeouts * limit}
	t.clock = time.AfterFunc(t.allowed, func() { cancel(slowness{time.Since(t.began)}) })
	defer t.clock.Stop()
	if err := contain(t, do); err == nil || ctx.Err() == nil {
		return err
	}
	return context.Cause(ctx)
}

// contain gives a panic in do as an error.
func contain(t *turn, do func(*turn) error) (err error) {
	defer func() {
		if p := recover(); p != nil {
			err = fmt.Errorf("%w: %v", errBroke, p)
		}
	}()
	return do(t)
}

// start waits for the sandbox, and has it started first if nobody did. It is not
// stopped with ctx, for others will want it.
func (e *engine) start(ctx context.Context) error {
	e.begin.Do(func() { go e.compile() })
	select {
	case <-e.started:
		return e.failure
	case <-ctx.Done():
		return ctx.Err()
	case <-e.living.Done():
		return errClosed
	}
}

// compile starts the sandbox, without the folder for compiled code if it does not
// start with it: the folder may be on a full disk, or hold a damaged file.
func (e *engine) compile() {
	defer close(e.started)
	if e.folder != "" {
		cache, err := wazero.NewCompilationCacheWithDir(e.folder)
		if err == nil {
			e.cache = cache
			if e.pool, err = newPool(runtimeConfig().WithCompilationCache(cache)); err == nil {
				return
			}
		}
	}
	if e.pool, e.failure = newPool(runtimeConfig()); e.failure != nil {
		e.failure = fmt.Errorf("%w: %w", errNoStart, e.failure)
	}
}

// runtimeConfig asks for the memory limit, and for code that looks at each turn of
// a loop whether its context has ended. That makes the reading of ordinary files
// two to three times slower, and is the only way to stop one that would never end.
func runtimeConfig() wazero.RuntimeConfig {
	return wazero.NewRuntimeConfig().WithMemoryLimitPages(memoryPages).WithCloseOnContextDone(true)
}

// newPool starts a sandbox that can reach nothing. The defaults of the library
// would give it the standard streams and the whole file system.
func newPool(config wazero.RuntimeConfig) (pool pdfium.Pool, err error) {
	defer func() {
		if p := recover(); p != nil {
			pool, err = nil, fmt.Errorf("panic: %v", p)
		}
	}()
	return webassembly.Init(webassembly.Config{
		MaxTotal:      together,
		FSConfig:      wazero.NewFSConfig(),
		Stdout:        io.Discard,
		Stderr:        io.Discard,
		RuntimeConfig: config,
	})
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
	if e.pool != nil {
		errs = append(errs, e.pool.Close())
	}
	if e.cache != nil {
		errs = append(errs, e.cache.Close(context.Background()))
	}
	return errors.Join(errs...)
}
