package agent

import (
	"context"
	"slices"
	"sync"
	"time"

	"docuquest/core/agent/view"
	"docuquest/core/document"
	"docuquest/core/file"
)

// A backlog is the files that have changed on the disk and are not searched yet as they
// are now. They are read in the background, so that who types or points never waits for a
// disk or a parser. Documents, each of which can take a minute, have a lane of their own:
// no text waits for one.
type backlog struct {
	read func([]file.URI) // brings files into the library

	mu       sync.Mutex // guards all below
	texts    lane
	extracts lane
	since    map[file.URI]time.Time // when the files that wait or are being read came in last
	changed  chan struct{}          // closed when some are read
	closed   bool
}

// A lane is files that are read one batch after the other.
type lane struct {
	waiting map[file.URI]bool
	queue   []file.URI // the same in the order in which they came
	most    int        // of a batch
	running bool

	// patience is how long a question waits for one of them, counted from the moment at
	// which its change was noticed: only the first questions wait for a slow one.
	patience time.Duration
}

const (
	// textsAtOnce is how many texts become visible together: each time costs a copy of
	// the list of all files.
	textsAtOnce = 128
	// textPatience is long since a text is read in a millisecond, unless the disk hangs;
	// most documents need some tenths of a second.
	textPatience    = 5 * time.Second
	extractPatience = time.Second
)

func newBacklog(read func([]file.URI)) *backlog {
	return &backlog{
		read:     read,
		texts:    lane{waiting: map[file.URI]bool{}, most: textsAtOnce, patience: textPatience},
		extracts: lane{waiting: map[file.URI]bool{}, most: 1, patience: extractPatience},
		since:    map[file.URI]time.Time{},
		changed:  make(chan struct{}),
	}
}

// add has files read soon. It returns at once.
func (b *backlog) add(uris ...file.URI) {
	b.mu.Lock()
	defer b.mu.Unlock()
	for _, u := range uris {
		l := b.laneOf(u)
		b.since[u] = time.Now()
		if !l.waiting[u] {
			l.waiting[u] = true
			l.queue = append(l.queue, u)
		}
		if !l.running && !b.closed {
			l.running = true
			go b.run(l)
		}
	}
}

func (b *backlog) laneOf(u file.URI) *lane {
	if file.IsExtracted(file.LanguageOf(u.Path())) {
		return &b.extracts
	}
	return &b.texts
}

// run reads the files of a lane until it is empty.
func (b *backlog) run(l *lane) {
	for batch := b.take(l); batch != nil; batch = b.take(l) {
		b.read(batch)
		b.finish(l, batch)
	}
}

func (b *backlog) take(l *lane) []file.URI {
	b.mu.Lock()
	defer b.mu.Unlock()
	if len(l.queue) == 0 || b.closed {
		l.running = false
		return nil
	}
	n := min(l.most, len(l.queue))
	batch := slices.Clone(l.queue[:n])
	l.queue = slices.Delete(l.queue, 0, n)
	for _, u := range batch {
		delete(l.waiting, u)
	}
	return batch
}

// finish notes that files were read. One that has changed meanwhile waits again.
func (b *backlog) finish(l *lane, batch []file.URI) {
	b.mu.Lock()
	defer b.mu.Unlock()
	for _, u := range batch {
		if !l.waiting[u] {
			delete(b.since, u)
		}
	}
	close(b.changed)
	b.changed = make(chan struct{})
}

// size is how many files wait or are being read.
func (b *backlog) size() int {
	b.mu.Lock()
	defer b.mu.Unlock()
	return len(b.since)
}

// await waits until every file is read that has not been waited for long enough already.
// It ends with ctx.
func (b *backlog) await(ctx context.Context) {
	ctx, cancel := context.WithTimeout(ctx, textPatience)
	defer cancel()
	for {
		changed, left := b.young()
		if left <= 0 {
			return
		}
		timer := time.NewTimer(left)
		select {
		case <-changed:
		case <-timer.C:
		case <-ctx.Done():
		}
		timer.Stop()
		if ctx.Err() != nil {
			return
		}
	}
}

// young returns how long to wait for a file that came in lately, and what is closed when that
// may be another time.
func (b *backlog) young() (changed <-chan struct{}, left time.Duration) {
	b.mu.Lock()
	defer b.mu.Unlock()
	for u, came := range b.since {
		left = max(left, time.Until(came.Add(b.laneOf(u).patience)))
	}
	return b.changed, left
}

// has reports whether a file waits or is being read.
func (b *backlog) has(u file.URI) bool {
	b.mu.Lock()
	defer b.mu.Unlock()
	_, waits := b.since[u]
	return waits
}

// close lets no further file be read. The one that is being read goes on.
func (b *backlog) close() {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.closed = true
}

// isAtHand reports whether a question may parse a file. A document that has changed since it
// was indexed can take a minute: it is read in the background first.
func (a *Agent) isAtHand(f file.File) bool {
	if f.Open || !file.IsExtracted(f.Language) || a.parser.Has(f.Identity) || a.fingerprints([]file.URI{f.URI})[f.URI].Hash == f.Hash {
		return true
	}
	if !a.backlog.has(f.URI) { // its change was not noticed yet
		a.dirty.mark(f.URI)
	}
	return false
}

// readAgain brings files into the library as the disk has them now, and asks of the files that
// an editor has open whether they are searched.
func (a *Agent) readAgain(uris []file.URI) {
	defer view.Contain(a.log, "reading changed files")
	known := a.fingerprints(uris)
	var docs []*document.Document
	var gone []file.URI
	for _, u := range uris {
		if a.files.IsOpen(u) {
			a.hidden.look(u, a.options.Workspace)
			continue
		}
		f, err := a.options.Workspace.Read(context.Background(), u)
		switch {
		case err == nil && known[u] == (fingerprint{f.Identity, f.Path, f.Language}): // whoever follows the disk was here first
		case err == nil:
			docs = append(docs, a.parser.Skim(f))
		case isGone(err):
			gone = append(gone, u)
		default:
			a.log.Warn("a changed file cannot be read", "uri", u, "err", err)
		}
	}
	if len(docs)+len(gone) > 0 {
		a.bring(docs, gone)
	}
	for _, u := range uris {
		if a.files.IsOpen(u) { // perhaps since it was read, and then its buffer wins
			a.dirty.mark(u)
		}
	}
	a.Settle()
}

// A fingerprint is what makes a file the same to the library.
type fingerprint struct {
	file.Identity
	path, language string
}

// fingerprints returns what identifies files, as the library has them.
func (a *Agent) fingerprints(uris []file.URI) map[file.URI]fingerprint {
	known := make(map[file.URI]fingerprint, len(uris))
	for _, u := range uris {
		known[u] = fingerprint{}
	}
	for e := range a.library.Snapshot().All {
		if _, wanted := known[e.URI]; wanted {
			known[e.URI] = fingerprint{e.Identity, e.Path, e.Language}
		}
	}
	return known
}

// follow takes in what was found to have changed on the disk. Documents take long, and
// whoever watches the disk has other files to bring meanwhile.
func (a *Agent) follow(changes []file.Change) {
	var quick []file.Change
	for _, c := range changes {
		if c.Kind == file.Written && file.IsExtracted(c.File.Language) {
			a.dirty.mark(c.File.URI)
		} else {
			quick = append(quick, c)
		}
	}
	if len(quick) > 0 {
		a.apply(quick)
	}
}
