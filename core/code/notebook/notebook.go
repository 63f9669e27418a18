// Package notebook makes notes on the files of a workspace and looks questions up in them.
//
// Rules make notes in the background, from the first question on that wants them. A model
// writes notes where a person asks for that; see [Notebook.Annotate].
package notebook

import (
	"context"
	"log/slog"
	"runtime"
	"runtime/debug"
	"slices"
	"sync"
	"time"

	"docuquest/core/agent/view"
	"docuquest/core/answer/sent"
	"docuquest/core/code/annotate"
	"docuquest/core/code/notes"
	"docuquest/core/file"
	"docuquest/core/index"
	"docuquest/core/language/thesaurus"
)

// Options are what a notebook works with.
type Options struct {
	View    func() *view.View                   // the workspace as it is now
	Present func(u file.URI) (file.File, error) // reads a file that is searched
	Disk    Disk                                // reads files as they are saved
	Log     *slog.Logger

	// ModelNotes are what a model noted about a chunk, nil for one that it has not noted;
	// they replace the notes that rules make of these kinds. A nil function has none. It may be
	// called by several goroutines at once.
	ModelNotes func(notes.Chunk) []notes.Note
	Patience   time.Duration // how long a question waits until all files are noted; 0 is 2 s
	Prompt     string        // has a model make the query for the notes

	Annotate       AnnotateOptions // has a model write notes
	AnnotatePrompt string
	Sent           sent.Recorder
	// Answering returns what is closed when no question is being answered any more; nil where
	// none is.
	Answering func() <-chan struct{}
}

// A Disk reads files past the open buffers.
type Disk interface {
	file.Source
	Holds(u file.URI) (bool, error)
	IgnoredBy(u file.URI) string
}

// notesPatience is how long a question waits for the files to be noted unless the options
// have another time. What is noted by then leads to most of the files.
const notesPatience = 2 * time.Second

// mostNotes is the usual limit of distinct notes: half a gigabyte, which is what some ten
// thousand programs have.
const mostNotes = 500_000

// A Notebook makes the notes on the files of the workspace by rules, in the background, from
// the first question on that wants them; until then it costs nothing. It follows what the
// files contain: notes on a text that has changed are replaced, and lead to nothing meanwhile.
type Notebook struct {
	Options
	woken chan struct{} // has one
	room  int           // for distinct notes
	runs  annotating    // has a model write notes
	stop  context.CancelFunc
	ended sync.WaitGroup

	mu     sync.Mutex // guards all below
	begun  bool
	closed bool
	noted  *noted        // nil before the first file, and where there are no vectors
	rested chan struct{} // closed while nothing is left to note
}

// noted is the notes of a workspace, as the rules make them in one of about so many files.
type noted struct {
	rules   *annotate.Rules
	index   *notes.Index
	entries int // of the library when the rules were made
	room    int // for distinct notes

	mu      sync.Mutex             // guards all below
	known   map[file.URI]file.Hash // of what each file contained when it was noted
	changed map[file.URI]bool      // other notes have come since its making began
	brief   map[file.URI]bool      // see fit
}

// New returns a notebook without notes.
func New(o Options) *Notebook {
	return &Notebook{Options: o, woken: make(chan struct{}, 1), rested: make(chan struct{}), room: mostNotes}
}

// Wake records that files may have changed. It never waits.
func (n *Notebook) Wake() {
	n.mu.Lock()
	defer n.mu.Unlock()
	if !n.begun {
		return
	}
	if isClosed(n.rested) {
		n.rested = make(chan struct{})
	}
	select {
	case n.woken <- struct{}{}:
	default: // it is known already
	}
}

// Close ends what is being made, and waits for that.
func (n *Notebook) Close() {
	n.runs.mu.Lock()
	n.runs.closed = true
	n.runs.mu.Unlock()
	n.Stop()
	n.mu.Lock()
	n.closed = true
	stop := n.stop
	n.mu.Unlock()
	if stop != nil {
		stop()
		n.ended.Wait()
	}
}

// follow notes files whenever some have changed.
func (n *Notebook) follow(ctx context.Context) {
	for {
		select {
		case <-n.woken:
		case <-ctx.Done():
			return
		}
		if !n.View().Complete {
			continue // the end of a walk wakes it again
		}
		n.fill(ctx)
		n.mu.Lock()
		if len(n.woken) == 0 && !isClosed(n.rested) {
			close(n.rested)
		}
		n.mu.Unlock()
	}
}

func isClosed(c chan struct{}) bool {
	select {
	case <-c:
		return true
	default:
		return false
	}
}

// fill notes the files that have changed, and forgets the files that are gone.
func (n *Notebook) fill(ctx context.Context) {
	defer view.Contain(n.Log, "making notes")
	v := n.View()
	snap := v.Snapshot
	noted, _ := n.now()
	if noted == nil || !view.IsAbout(snap.Len(), noted.entries) { // rules are of a workspace of about one size
		noted = n.newNoted(v)
		n.mu.Lock()
		n.noted = noted
		n.mu.Unlock()
	}
	if noted == nil {
		return
	}
	next := make(chan *index.Entry)
	var workers sync.WaitGroup
	for range runtime.GOMAXPROCS(0) {
		workers.Go(func() {
			for e := range next {
				n.note(v.Parser, noted, e)
			}
		})
	}
	missing := noted.missing(snap)
	for _, e := range missing {
		if ctx.Err() != nil {
			break
		}
		next <- e
	}
	close(next)
	workers.Wait()
	if len(missing) >= manyFiles {
		debug.FreeOSMemory() // most of what reading took is garbage now
	}
}

// manyFiles leave much garbage behind when they are read.
const manyFiles = 1000

// newNoted begins the notes of a workspace; nil without vectors.
func (n *Notebook) newNoted(v *view.View) *noted {
	weights := v.Weights()
	if weights == nil {
		return nil
	}
	w := annotate.Workspace{Lexicon: v.Lexicon(), Weight: weights.Of, Nouns: thesaurus.Lookup}
	w.Documents, w.Holding = annotate.Counts(v.Library)
	rules := annotate.NewRules(w)
	return &noted{
		rules: rules, index: notes.New(w.Lexicon.Dimensions(), rules.Vector),
		entries: v.Snapshot.Len(), room: n.room,
		known: map[file.URI]file.Hash{}, changed: map[file.URI]bool{}, brief: map[file.URI]bool{},
	}
}

// missing returns the entries without notes on what they contain now, and the files that were
// noted in brief once there is room for more. Files that are gone are forgotten.
func (n *noted) missing(snap *index.Snapshot) []*index.Entry {
	n.mu.Lock()
	defer n.mu.Unlock()
	there := make(map[file.URI]bool, snap.Len())
	for e := range snap.All {
		there[e.URI] = true
	}
	for u := range n.known {
		if !there[u] {
			n.index.Remove(u)
			delete(n.known, u)
			delete(n.changed, u)
			delete(n.brief, u)
		}
	}
	hasRoom := n.index.Sizes().Distinct() < n.room-n.room/10
	var missing []*index.Entry
	for e := range snap.All {
		if hash, known := n.known[e.URI]; !known || hash != e.Hash || hasRoom && n.brief[e.URI] {
			missing = append(missing, e)
		}
	}
	return missing
}

// fit returns the notes on a file that there is room for: all, or the notes on the file
// itself where the room is taken, or nothing where that much is taken and half of it again.
// A file that is noted in full keeps its place as long as there is any.
func (n *noted) fit(u file.URI, all []notes.Noted) []notes.Noted {
	taken := n.index.Sizes().Distinct()
	n.mu.Lock()
	defer n.mu.Unlock()
	_, isNoted := n.known[u]
	fits := all
	switch {
	case taken >= n.room+n.room/2:
		fits = nil
	case taken >= n.room && (n.brief[u] || !isNoted):
		fits = all[:min(1, len(all))]
	}
	delete(n.brief, u)
	if len(fits) < len(all) {
		n.brief[u] = true
	}
	return fits
}

// note notes one file. One that cannot be read, or has changed by now, is left to
// the next time: its change wakes us again. A fault of ours costs that file alone.
func (n *Notebook) note(p *view.Parser, to *noted, e *index.Entry) {
	defer view.Contain(n.Log, "making notes on "+e.Path)
	f, err := n.Present(e.URI)
	if err != nil || f.Hash != e.Hash {
		to.mu.Lock()
		defer to.mu.Unlock()
		to.index.Remove(e.URI)
		delete(to.known, e.URI) // its text may come back
		delete(to.brief, e.URI)
		return
	}
	to.mu.Lock()
	delete(to.changed, e.URI) // a model's notes until now are in what follows
	to.mu.Unlock()
	defer to.learn(e)
	to.index.Put(e.URI, to.fit(e.URI, n.notesOn(p, f, to.rules)))
}

// notesOn returns the notes on a file, nil after a fault: notes on its earlier text are not
// true of it any more.
func (n *Notebook) notesOn(p *view.Parser, f file.File, rules *annotate.Rules) []notes.Noted {
	defer view.Contain(n.Log, "making notes on "+f.Path)
	all := rules.Annotate(p.ParseOnce(f))
	for i := range all {
		all[i].Notes = n.noteByModel(all[i])
	}
	return all
}

// learn records that the notes on a file are made. Where others have come meanwhile, they
// will be made again.
func (n *noted) learn(e *index.Entry) {
	n.mu.Lock()
	defer n.mu.Unlock()
	n.known[e.URI] = e.Hash
	if n.changed[e.URI] {
		n.known[e.URI] = file.Hash{} // the hash of no text
	}
}

// len is how many files are noted. A file that will be noted again does not count.
func (n *noted) len() int {
	if n == nil {
		return 0
	}
	n.mu.Lock()
	defer n.mu.Unlock()
	count := 0
	for _, hash := range n.known {
		if hash != (file.Hash{}) {
			count++
		}
	}
	return count
}

// noteByModel returns the notes on a chunk: a model's, and the rules' of the kinds that
// it did not note.
func (n *Notebook) noteByModel(c notes.Noted) []notes.Note {
	if n.ModelNotes == nil {
		return c.Notes
	}
	given := slices.Clone(n.ModelNotes(c.Chunk))
	var kinds [notes.Kinds]bool
	for _, note := range given {
		kinds[note.Kind] = true
	}
	for _, note := range c.Notes {
		if !kinds[note.Kind] {
			given = append(given, note)
		}
	}
	return given
}

// Changed records that [Options.ModelNotes] gives other notes on some files than it did.
func (n *Notebook) Changed(uris ...file.URI) {
	n.mu.Lock()
	noted := n.noted
	n.mu.Unlock()
	if noted == nil {
		return
	}
	noted.mu.Lock()
	for _, u := range uris {
		if _, isKnown := noted.known[u]; isKnown {
			noted.known[u] = file.Hash{}
		}
		noted.changed[u] = true
	}
	noted.mu.Unlock()
	n.Wake()
}

// await waits until all files are noted, or for so long as patience or ctx last, and returns
// what is noted then: nil where nothing is. The first call begins to note files. notify is called
// with how many files are noted while it waits.
func (n *Notebook) await(ctx context.Context, patience time.Duration, notify func(files int)) (now *noted, complete bool) {
	n.mu.Lock()
	if !n.begun && !n.closed {
		n.begun = true
		var making context.Context
		making, n.stop = context.WithCancel(context.Background())
		n.woken <- struct{}{}
		n.ended.Go(func() { n.follow(making) })
	}
	n.mu.Unlock()
	ctx, cancel := context.WithTimeout(ctx, patience)
	defer cancel()
	tick := time.NewTicker(notifyEvery)
	defer tick.Stop()
	for {
		now, rested := n.now()
		select {
		case <-rested:
			now, _ = n.now()
			return now, true
		case <-ctx.Done():
			return now, false
		case <-tick.C:
			notify(now.len())
		}
	}
}

// notifyEvery is how often a person is shown how many files are noted.
const notifyEvery = 200 * time.Millisecond

// now is what is noted at this moment, and what is closed once nothing is left to note.
func (n *Notebook) now() (*noted, <-chan struct{}) {
	n.mu.Lock()
	defer n.mu.Unlock()
	return n.noted, n.rested
}
