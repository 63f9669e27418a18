package agent

import (
	"sync"

	"docuquest/core/embed"
	"docuquest/core/meaning"
	"docuquest/core/retrieve"
)

// meant is what vectors say in this workspace. Their weights follow the workspace
// at a distance: what is rare in 1000 files is rare in 1010.
type meant struct {
	mu      sync.Mutex // held while weights are made, too: who asks for them waits
	weights *meaning.Weights
	entries int // of the library when the weights were made
}

// meaning gives the weights for a question, nil without a lexicon and before the
// workspace was read for the first time.
func (a *Agent) meaning() *meaning.Weights {
	lexicon := a.lexicon()
	if lexicon == nil {
		return nil
	}
	m := &a.meant
	m.mu.Lock()
	defer m.mu.Unlock()
	if entries := a.library.Snapshot().Len(); !m.fits(entries) && a.isLoaded() {
		m.weights, m.entries = retrieve.Weigh(a.library, lexicon), entries
	}
	return m.weights
}

// lexicon has the vectors, nil for none. Reading them takes some milliseconds, which
// the start of an editor does not wait for.
func (a *Agent) lexicon() embed.Lexicon {
	if a.options.Lexicon == nil {
		return nil
	}
	return a.options.Lexicon()
}

// fits reports whether the weights are good for so many entries.
func (m *meant) fits(entries int) bool {
	return m.weights != nil && isAbout(entries, m.entries)
}

// isAbout reports whether a number of entries is at most a tenth more or less than one
// that was counted before.
func isAbout(entries, before int) bool {
	return 10*max(entries-before, before-entries) <= before
}

// isLoaded reports whether the files are there and no walk is under way, which
// would make weights of this moment old in the next.
func (a *Agent) isLoaded() bool {
	a.state.mu.Lock()
	defer a.state.mu.Unlock()
	return a.state.loaded && !a.state.loading
}
