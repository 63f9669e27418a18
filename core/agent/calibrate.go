package agent

import (
	"cmp"
	"context"
	"sync"
	"sync/atomic"
	"time"

	"docuquest/core/agent/view"
	"docuquest/core/search/embed"
	"docuquest/core/search/meaning"
	"docuquest/core/search/retrieve"
)

// calibrated is the confidence below which the workspace does not answer a question. It is
// found in the background, since that takes seconds in a large workspace. Like the weights
// of words, it follows the workspace at a distance.
type calibrated struct {
	ctx    context.Context // ends with the agent
	cancel context.CancelFunc

	mu      sync.Mutex    // guards all below
	floor   float64       // 0 where none was found yet
	entries int           // of the library when it was searched for
	known   bool          // it was searched for
	done    chan struct{} // closed when nothing searches for it
}

// floor gives the confidence for a question. In a session that lasts no question waits for
// it: the floor from before counts, at first the default one.
func (a *Agent) floor(ctx context.Context) float64 {
	if a.isLoaded() {
		calibrating := a.calibrate()
		if !a.state.isWatched() {
			a.awaitFloor(ctx, calibrating)
		}
	}
	c := &a.calibrated
	c.mu.Lock()
	defer c.mu.Unlock()
	return cmp.Or(c.floor, retrieve.DefaultFloor)
}

// awaitFloor waits for the end of a calibration as long as Options.FloorPatience has it.
func (a *Agent) awaitFloor(ctx context.Context, calibrating <-chan struct{}) {
	var late <-chan time.Time
	if patience := a.options.FloorPatience; patience > 0 {
		late = time.After(patience)
	}
	select {
	case <-calibrating:
	case <-late:
	case <-ctx.Done():
	}
}

// calibrate finds the floor in the background, unless it is known for a workspace of
// about this size. The channel is closed when nothing does.
func (a *Agent) calibrate() (calibrating <-chan struct{}) {
	c := &a.calibrated
	c.mu.Lock()
	defer c.mu.Unlock()
	entries := a.library.Snapshot().Len()
	select {
	case <-c.done:
	default:
		return c.done
	}
	if c.known && view.IsAbout(entries, c.entries) {
		return c.done
	}
	ctx, cancel := c.ctx, func() {}
	if patience := a.options.FloorPatience; patience > 0 && !a.state.isWatched() {
		ctx, cancel = context.WithTimeout(c.ctx, patience) // the question does not wait longer, and may be the only one
	}
	done := make(chan struct{})
	c.done, c.entries, c.known = done, entries, true
	go func() {
		defer close(done)
		defer view.Contain(a.log, "calibrating")
		defer cancel()
		floor, err := a.retriever().Calibrate(ctx)
		if err != nil {
			return // the next workspace of another size has another try
		}
		c.mu.Lock()
		defer c.mu.Unlock()
		c.floor = floor
	}()
	return done
}

// meant is the weights of words in this workspace. They follow the workspace
// at a distance: what is rare in 1000 files is rare in 1010.
type meant struct {
	making sync.Mutex // held while weights are made: who asks for them waits, once the files are read
	made   atomic.Pointer[weighed]
}

// weighed are weights, and of how many entries they were made.
type weighed struct {
	weights *meaning.Weights
	entries int
}

// meaning gives the weights for a question, nil without a lexicon and before the
// workspace was read for the first time.
func (a *Agent) meaning() *meaning.Weights {
	if a.isLoaded() {
		a.weigh()
	}
	if made := a.meant.made.Load(); made != nil {
		return made.weights
	}
	return nil
}

// weigh makes the weights, unless they are those of a workspace of about this size.
func (a *Agent) weigh() {
	lexicon := a.lexicon()
	if lexicon == nil {
		return
	}
	a.meant.making.Lock()
	defer a.meant.making.Unlock()
	entries := a.library.Snapshot().Len()
	if made := a.meant.made.Load(); made == nil || !view.IsAbout(entries, made.entries) {
		a.meant.made.Store(&weighed{retrieve.Weigh(a.library, lexicon), entries})
	}
}

// lexicon returns the vectors, nil for none. Reading them takes some milliseconds, which
// the start of an editor does not wait for.
func (a *Agent) lexicon() embed.Lexicon {
	if a.options.Lexicon == nil {
		return nil
	}
	return a.options.Lexicon()
}

// isLoaded reports whether the files are there and no walk is under way, which
// would make weights of this moment old in the next.
func (a *Agent) isLoaded() bool {
	a.state.mu.Lock()
	defer a.state.mu.Unlock()
	return a.state.loaded && !a.state.loading
}
