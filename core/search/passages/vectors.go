// Package passages holds a service make the vectors of a workspace's passages, follows the files,
// and keeps what it spends within a budget. What vectors are compared with is none of its
// business.
package passages

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"log/slog"
	"slices"
	"sync"
	"time"

	"docuquest/core/agent/view"
	"docuquest/core/document"
	"docuquest/core/document/chunk"
	"docuquest/core/file"
	"docuquest/core/index"
	"docuquest/core/search/embed"
	"docuquest/core/search/meaning"
	"docuquest/core/search/retrieve"
	"docuquest/core/services/outside"
)

// VectorOptions say who makes vectors of passages, and when. The zero value has none
// made.
type Options struct {
	Embedder embed.Embedder // nil for none
	Kept     meaning.Kept   // where its vectors are kept; needed with an Embedder

	// Local says that the Embedder runs on this machine. One that does not is asked
	// nothing by a question whose author chose that the text itself answers, and so
	// that nothing is sent.
	Local bool

	// Budget is how many bytes of the files' text are sent at most as long as the
	// agent lives; 0 for as many as there are.
	Budget int64
	// Follow has vectors made in the background, after the files were read and when
	// they change. Without it MakeVectors alone makes any.
	Follow bool
	// Quiet is for how long nothing has changed before changed files get their
	// vectors; 0 is 2 s.
	Quiet time.Duration
}

// VectorState says how many files have vectors of a service.
type State struct {
	Model   string `json:"model"` // and where it runs
	Files   int    `json:"files"` // that have their vectors
	Of      int    `json:"of"`
	Refused int    `json:"refused"`           // files whose text the service rejects
	Bytes   int64  `json:"bytes"`             // of the files' text that were sent for them
	Problem string `json:"problem,omitempty"` // why no more were made
}

// defaultQuiet is longer than a pause in typing mostly is.
const defaultQuiet = 2 * time.Second

// groupPassages is about how many passages are made together. What ends in between
// loses no more than these.
const groupPassages = 64

// Vectors makes the vectors of the workspace's passages, one group of files after the
// other. The zero value, without passages, makes none.
type Vectors struct {
	options  Options
	view     func() *view.View                   // the workspace as it is now
	present  func(u file.URI) (file.File, error) // reads a file that is searched
	log      *slog.Logger
	Passages *meaning.Passages // nil without an Embedder

	woken chan struct{} // has one
	stop  context.CancelFunc
	ended sync.WaitGroup

	making sync.Mutex // held while vectors are made, so that none is made twice

	mu    sync.Mutex // guards all below
	known map[file.URI]version
	state State // without what status counts
}

// A version of a file whose vectors are kept, or are not to be asked for again.
type version struct {
	hash    file.Hash
	typed   bool // its text was an editor's, so that the next one replaces it for good
	refused bool // the service rejects its text
}

// New returns the vectors of a workspace, and follows it if the options say so. now
// returns the workspace as it is, and present reads a file of it that is searched.
func New(o Options, chunks chunk.Options, now func() *view.View, present func(u file.URI) (file.File, error), log *slog.Logger) *Vectors {
	v := &Vectors{options: o, view: now, present: present, log: log}
	if v.options.Embedder == nil {
		return v
	}
	v.Passages = &meaning.Passages{Embedder: v.options.Embedder, Kept: v.options.Kept, Chunks: chunks}
	v.known = map[file.URI]version{}
	v.state.Model = v.options.Embedder.Name()
	if !v.options.Follow {
		return v
	}
	v.woken = make(chan struct{}, 1)
	ctx, stop := context.WithCancel(context.Background())
	v.stop = stop
	v.ended.Go(func() { v.follow(ctx) })
	return v
}

// Close ends what is being made, and waits for that.
func (v *Vectors) Close() {
	if v.stop != nil {
		v.stop()
		v.ended.Wait()
	}
}

// Wake says that files may have changed. It never waits.
func (v *Vectors) Wake() {
	select {
	case v.woken <- struct{}{}:
	default: // nobody follows, or it is said already
	}
}

// follow makes vectors whenever files have changed and are quiet again.
func (v *Vectors) follow(ctx context.Context) {
	for {
		select {
		case <-v.woken:
		case <-ctx.Done():
			return
		}
		if v.awaitQuiet(ctx) && v.view().Complete { // the end of a walk wakes it again
			v.makeContained(ctx)
		}
	}
}

// awaitQuiet waits until nothing has changed for a while. It is false when ctx ended.
func (v *Vectors) awaitQuiet(ctx context.Context) bool {
	quiet := cmp.Or(v.options.Quiet, defaultQuiet)
	timer := time.NewTimer(quiet)
	defer timer.Stop()
	for {
		select {
		case <-v.woken:
			timer.Reset(quiet)
		case <-timer.C:
			return true
		case <-ctx.Done():
			return false
		}
	}
}

// makeContained makes vectors in the background, where what goes wrong is told to the
// log and by Status.
func (v *Vectors) makeContained(ctx context.Context) {
	defer view.Contain(v.log, "making vectors")
	if err := v.Make(ctx, nil); err != nil && ctx.Err() == nil {
		v.log.Warn("no more vectors are made until files change", "err", err)
	}
}

// ErrBudget says that no more may be sent.
var ErrBudget = errors.New("the budget for vectors is spent: the next run goes on, or embed_budget allows more")

// Make makes the vectors that files of the workspace lack, and tells progress, which may be
// nil, how many files have theirs. Those that were made stay when it ends early. Errors are one
// line in the user's words: no service is configured, it failed, or the budget is spent; or the
// error of ctx. A file that the service rejects is left out, and status says so.
func (v *Vectors) Make(ctx context.Context, progress func(files, of int)) error {
	if v.Passages == nil {
		return errors.New("no service for vectors is configured")
	}
	v.making.Lock()
	defer v.making.Unlock()
	missing, of := v.missing()
	v.note(nil)
	for len(missing) > 0 {
		if progress != nil {
			progress(of-len(missing), of)
		}
		g := group{Vectors: v}
		missing = g.gather(ctx, missing)
		err := g.run(ctx)
		v.note(err)
		if err = cmp.Or(ctx.Err(), err); err != nil {
			return err
		}
	}
	v.missing() // copies of what was made have their vectors, too
	return nil
}

// missing are the files without vectors of what they say now, one for all that say the
// same. Small ones come first, so that one that is beyond the budget keeps no other from
// its vectors.
func (v *Vectors) missing() (missing []*index.Entry, of int) {
	type content struct {
		language string // decides how a text is cut
		hash     file.Hash
	}
	seen := map[content]bool{}
	snap := v.view().Snapshot
	for e := range snap.All {
		said := content{e.Language, e.Hash}
		known, isKnown := v.of(e.URI)
		switch {
		case isKnown && known.hash == e.Hash: // nothing is left to do
		case v.Passages.Has(e.Language, e.Hash):
			v.learn(e.URI, version{hash: e.Hash})
		case !seen[said]:
			seen[said] = true
			missing = append(missing, e)
		}
	}
	slices.SortStableFunc(missing, func(a, b *index.Entry) int { return cmp.Compare(a.Size, b.Size) })
	return missing, snap.Len()
}

func (v *Vectors) of(u file.URI) (version, bool) {
	v.mu.Lock()
	defer v.mu.Unlock()
	known, ok := v.known[u]
	return known, ok
}

func (v *Vectors) learn(u file.URI, known version) {
	v.mu.Lock()
	defer v.mu.Unlock()
	v.known[u] = known
}

// note keeps what went wrong, for Status.
func (v *Vectors) note(err error) {
	if errors.Is(err, context.Canceled) {
		return
	}
	v.mu.Lock()
	defer v.mu.Unlock()
	v.state.Problem = ""
	if err != nil {
		v.state.Problem = err.Error()
	}
}

// spend takes bytes out of the budget, and reports whether they are in it.
func (v *Vectors) spend(bytes int) bool {
	v.mu.Lock()
	defer v.mu.Unlock()
	sent := v.state.Bytes + int64(bytes)
	if v.options.Budget > 0 && v.options.Budget < sent {
		return false
	}
	v.state.Bytes = sent
	return true
}

// Status counts the files that have vectors; nil where none are made.
func (v *Vectors) Status() *State {
	if v.Passages == nil {
		return nil
	}
	if !v.options.Follow {
		v.missing() // looks what earlier runs have kept
	}
	snap := v.view().Snapshot
	v.mu.Lock()
	defer v.mu.Unlock()
	s := v.state
	s.Of = snap.Len()
	for e := range snap.All {
		known, ok := v.known[e.URI]
		switch {
		case !ok || known.hash != e.Hash:
		case known.refused:
			s.Refused++
		default:
			s.Files++
		}
	}
	return &s
}

// Chosen is what compares a question with files, nil for nothing. local says that its author
// chose that nothing is sent.
func (v *Vectors) Chosen(local bool) retrieve.Vectors {
	if v.Passages == nil || !v.options.Local && local {
		return nil
	}
	return v.Passages
}

// A group is some files whose vectors are made together.
type group struct {
	*Vectors
	drafts []*meaning.Draft
	typed  map[file.URI]bool // those whose text is an editor's
}

// gather takes files until there are passages enough, and gives the files that are
// left. One that has gone or changed meanwhile is left to the next time.
func (g *group) gather(ctx context.Context, missing []*index.Entry) (rest []*index.Entry) {
	g.typed = map[file.URI]bool{}
	for passages := 0; len(missing) > 0 && passages < groupPassages && ctx.Err() == nil; missing = missing[1:] {
		e := missing[0]
		f, err := g.present(e.URI)
		if err != nil || f.Hash != e.Hash {
			continue
		}
		before, _ := g.of(e.URI)
		d := g.Passages.Draft(g.view().Parser.ParseOnce(f), before.hash)
		g.drafts = append(g.drafts, d)
		g.typed[e.URI] = f.Open
		passages += max(1, d.Missing()) // one that lacks none is held here, too
	}
	return missing
}

// run makes the vectors of the group. Where the service rejects it, or the budget does
// not have all of it, each file is tried by itself, so that one cannot keep the others
// from their vectors.
func (g *group) run(ctx context.Context) error {
	err := g.fill(ctx, g.drafts...)
	if !isRejected(err) && !errors.Is(err, ErrBudget) {
		return err
	}
	for _, d := range g.drafts {
		err := g.fill(ctx, d)
		if isRejected(err) {
			err = g.refuse(ctx, d.Document, err)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// refuse takes note of a file that the service rejects. It gives the reason back if
// that is none of the file: a service that rejects a single word rejects everything, as
// one does that does not know the model.
func (g *group) refuse(ctx context.Context, d *document.Document, reason error) error {
	if _, err := g.options.Embedder.Embed(ctx, []string{"word"}); err != nil {
		return reason
	}
	g.log.Warn("a file has no vectors", "path", d.Path, "err", reason)
	g.learn(d.URI, version{hash: d.Hash, typed: g.typed[d.URI], refused: true})
	return nil
}

func isRejected(err error) bool {
	var fault *outside.Error
	return errors.As(err, &fault) && fault.Kind == outside.Rejected
}

// fill makes and keeps the vectors of drafts.
func (g *group) fill(ctx context.Context, drafts ...*meaning.Draft) error {
	bytes := 0
	purpose := outside.Purpose{Name: "vectors"}
	for _, d := range drafts {
		bytes += d.Bytes()
		purpose.Ranges = append(purpose.Ranges, outside.Range{Path: d.Document.Path, End: len(d.Document.Text)})
	}
	if !g.spend(bytes) {
		return ErrBudget
	}
	if err := g.Passages.Fill(outside.WithPurpose(ctx, purpose), drafts...); err != nil {
		return err
	}
	for _, d := range drafts {
		if err := g.keep(d); err != nil {
			return err
		}
	}
	return nil
}

// keep keeps the vectors of a file, unless it says something else by now.
func (g *group) keep(made *meaning.Draft) error {
	d := made.Document
	if f, err := g.present(d.URI); err != nil || f.Hash != d.Hash {
		return nil
	}
	if err := g.Passages.Keep(made); err != nil {
		return fmt.Errorf("vectors cannot be kept: %w", err)
	}
	if before, ok := g.of(d.URI); ok && before.typed && before.hash != d.Hash {
		g.Passages.Drop(d.Language, before.hash)
	}
	g.learn(d.URI, version{hash: d.Hash, typed: g.typed[d.URI]})
	return nil
}
