package agent

import (
	"context"
	"runtime"
	"runtime/debug"
	"slices"
	"sync"
	"time"

	"docuquest/core/code/annotate"
	"docuquest/core/code/notes"
	"docuquest/core/file"
	"docuquest/core/index"
	"docuquest/core/language/thesaurus"
)

// notesPatience is how long a question waits for the files to be noted unless the options
// say otherwise. What is noted by then leads to most of what there is.
const notesPatience = 2 * time.Second

// noting makes the notes on the files of the workspace by rules, in the background, from
// the first question on that wants them; until then it costs nothing. It follows what the
// files say: notes on a text that has moved on are replaced, and lead nowhere meanwhile.
type noting struct {
	agent *Agent
	woken chan struct{} // holds one
	room  int           // for distinct notes
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
	known   map[file.URI]file.Hash // of what each file said when it was noted
	changed map[file.URI]bool      // other notes have come since its making began
	brief   map[file.URI]bool      // see fit
}

// setUp makes it ready for an agent.
func (n *noting) setUp(a *Agent) {
	n.agent, n.woken, n.rested, n.room = a, make(chan struct{}, 1), make(chan struct{}), mostNotes
}

// want begins to note files, at the first call.
func (n *noting) want() {
	n.mu.Lock()
	defer n.mu.Unlock()
	if n.begun || n.closed {
		return
	}
	n.begun = true
	ctx, stop := context.WithCancel(context.Background())
	n.stop = stop
	n.woken <- struct{}{}
	n.ended.Go(func() { n.follow(ctx) })
}

// wake says that files may have changed. It never waits.
func (n *noting) wake() {
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
	default: // it is said already
	}
}

// close ends what is being made, and waits for that.
func (n *noting) close() {
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
func (n *noting) follow(ctx context.Context) {
	for {
		select {
		case <-n.woken:
		case <-ctx.Done():
			return
		}
		if n.agent.isLoaded() { // the end of a walk wakes it again
			n.fill(ctx)
			n.rest()
		}
	}
}

// rest says that nothing is left to note, unless it was woken meanwhile.
func (n *noting) rest() {
	n.mu.Lock()
	defer n.mu.Unlock()
	if len(n.woken) == 0 && !isClosed(n.rested) {
		close(n.rested)
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

// fill notes the files that have changed, and forgets those that are gone.
func (n *noting) fill(ctx context.Context) {
	defer n.agent.contain("making notes")
	snap := n.agent.library.Snapshot()
	noted := n.fitting(snap)
	if noted == nil {
		return
	}
	next := make(chan *index.Entry)
	var workers sync.WaitGroup
	for range runtime.GOMAXPROCS(0) {
		workers.Go(func() {
			for e := range next {
				n.note(noted, e)
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

// fitting gives the notes that were begun, or new ones where their rules are of a
// workspace of quite another size; nil without vectors.
func (n *noting) fitting(snap *index.Snapshot) *noted {
	n.mu.Lock()
	before := n.noted
	n.mu.Unlock()
	if before != nil && isAbout(snap.Len(), before.entries) {
		return before
	}
	made := n.agent.newNoted(snap.Len())
	n.mu.Lock()
	defer n.mu.Unlock()
	n.noted = made
	return made
}

// newNoted begins the notes of a workspace; nil without vectors.
func (a *Agent) newNoted(entries int) *noted {
	weights := a.meaning()
	if weights == nil {
		return nil
	}
	w := annotate.Workspace{Lexicon: a.lexicon(), Weight: weights.Of, Nouns: thesaurus.Lookup}
	w.Documents, w.Holding = annotate.Counts(a.library)
	rules := annotate.NewRules(w)
	return &noted{
		rules: rules, index: notes.New(w.Lexicon.Dimensions(), rules.Vector),
		entries: entries, room: a.noting.room,
		known: map[file.URI]file.Hash{}, changed: map[file.URI]bool{}, brief: map[file.URI]bool{},
	}
}

// missing are the entries without notes on what they say now, with those that were noted
// in brief once there is room for more. Files that are gone are forgotten.
func (n *noted) missing(snap *index.Snapshot) []*index.Entry {
	n.mu.Lock()
	defer n.mu.Unlock()
	n.keepOnly(snap)
	hasRoom := n.hasRoom()
	var missing []*index.Entry
	for e := range snap.All {
		if hash, known := n.known[e.URI]; !known || hash != e.Hash || hasRoom && n.brief[e.URI] {
			missing = append(missing, e)
		}
	}
	return missing
}

// keepOnly forgets the files that are gone. The caller holds mu.
func (n *noted) keepOnly(snap *index.Snapshot) {
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
}

// note notes one file. One that cannot be read, or says something else by now, is left to
// the next time: its change wakes us again. A fault of ours costs that file alone.
func (n *noting) note(to *noted, e *index.Entry) {
	defer n.agent.contain("making notes on " + e.Path)
	f, err := n.agent.present(e.URI)
	if err != nil || f.Hash != e.Hash {
		to.forget(e)
		return
	}
	to.begin(e)
	defer to.learn(e)
	to.index.Put(e.URI, to.fit(e.URI, n.notesOn(f, to.rules)))
}

// notesOn are the notes on a file, none after a fault: those on what it said before say
// nothing of it any more.
func (n *noting) notesOn(f file.File, rules *annotate.Rules) []notes.Noted {
	defer n.agent.contain("making notes on " + f.Path)
	all := rules.Annotate(n.agent.parse(f))
	for i := range all {
		all[i].Notes = n.agent.noteByModel(all[i])
	}
	return all
}

// forget takes the notes on a file away. What it said before it may say again.
func (n *noted) forget(e *index.Entry) {
	n.mu.Lock()
	defer n.mu.Unlock()
	n.index.Remove(e.URI)
	delete(n.known, e.URI)
	delete(n.brief, e.URI)
}

// begin says that the notes on a file are made, of what a model has noted by now.
func (n *noted) begin(e *index.Entry) {
	n.mu.Lock()
	defer n.mu.Unlock()
	delete(n.changed, e.URI)
}

// learn says that the notes on a file are made. Where others have come meanwhile, they
// are to be made again.
func (n *noted) learn(e *index.Entry) {
	n.mu.Lock()
	defer n.mu.Unlock()
	n.known[e.URI] = e.Hash
	if n.changed[e.URI] {
		n.known[e.URI] = file.Hash{} // the hash of no text
	}
}

// change says that a model gives other notes on files.
func (n *noted) change(uris []file.URI) {
	n.mu.Lock()
	defer n.mu.Unlock()
	for _, u := range uris {
		if _, isKnown := n.known[u]; isKnown {
			n.known[u] = file.Hash{}
		}
		n.changed[u] = true
	}
}

// len is how many files are noted. Those that are to be noted again are not.
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

// isEmpty reports whether there is no note that a query could find.
func (n *noted) isEmpty() bool { return n == nil || n.index.Sizes().Files == 0 }

// noteByModel are the notes on a chunk: those of a model, and the rules' of the kinds that
// it did not note.
func (a *Agent) noteByModel(c notes.Noted) []notes.Note {
	if a.options.ModelNotes == nil {
		return c.Notes
	}
	given := slices.Clone(a.options.ModelNotes(c.Chunk))
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

// NotesChanged says that [Options.ModelNotes] gives other notes on some files than it did.
func (a *Agent) NotesChanged(uris ...file.URI) {
	n := &a.noting
	n.mu.Lock()
	noted := n.noted
	n.mu.Unlock()
	if noted == nil {
		return
	}
	noted.change(uris)
	n.wake()
}

// await waits until all files are noted, or for so long as patience or ctx last, and gives
// what is noted then: nil where nothing is. tell is told how many files are noted while it
// waits.
func (n *noting) await(ctx context.Context, patience time.Duration, tell func(files int)) (now *noted, complete bool) {
	n.want()
	ctx, cancel := context.WithTimeout(ctx, patience)
	defer cancel()
	tick := time.NewTicker(tellEvery)
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
			tell(now.len())
		}
	}
}

// tellEvery is how often a person is told how many files are noted.
const tellEvery = 200 * time.Millisecond

// now is what is noted at this moment, and what is closed once nothing is left to note.
func (n *noting) now() (*noted, <-chan struct{}) {
	n.mu.Lock()
	defer n.mu.Unlock()
	return n.noted, n.rested
}
