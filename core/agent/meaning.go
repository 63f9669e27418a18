package agent

import (
	"sync"
	"sync/atomic"

	"docuquest/core/agent/view"
	"docuquest/core/search/embed"
	"docuquest/core/search/meaning"
	"docuquest/core/search/retrieve"
)

// meant is what vectors say in this workspace. Their weights follow the workspace
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

// weigh makes the weights, where there are none for a workspace of about this size.
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

// lexicon has the vectors, nil for none. Reading them takes some milliseconds, which
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
