package annotate

import (
	"context"
	"encoding/hex"
	"slices"

	"docuquest/core/document"
	"docuquest/core/file"
)

// A survey is what is known of the files before anything is asked.
type survey struct {
	Estimate
	judge   *judge
	chunks  map[file.Hash]bool
	texts   map[string][]Source // where each text is, by its hash; in the order of the files
	orphans map[string]bool     // texts whose notes were made in a file that is gone, by their hashes
	late    []inspected         // files with orphans, of which it is not known yet what they lack
	named   map[file.URI]bool   // the files that were read, and records named before they were reconciled
}

// An inspected file is one with the nodes that lack notes.
type inspected struct {
	*outline
	missing []int
}

// survey finds out what there is, and what that lacks. The errors are those of ctx.
func (w *Writer) survey(ctx context.Context, j Job) (*survey, error) {
	s := &survey{
		judge:  &judge{j, map[file.URI]file.Hash{}, map[file.URI]bool{}},
		chunks: map[file.Hash]bool{}, texts: map[string][]Source{}, orphans: map[string]bool{}, named: map[file.URI]bool{},
	}
	s.Priced = w.Price != Price{}
	written := w.modelNotes()
	isOrphan := func(r record) bool { // the file is gone that it was made in
		_, isLost := s.judge.origin(r.MadeIn)
		if isLost = isLost && s.judge.In(r.MadeIn.URI); isLost {
			s.orphans[r.Content] = true
		}
		return isLost
	}
	for d := range j.Files {
		if err := ctx.Err(); err != nil {
			return s, err
		}
		if !isWhole(d) {
			continue
		}
		s.judge.read[d.URI] = d.Hash
		o := outlineOf(d)
		if o == nil {
			continue
		}
		s.Files++
		for _, c := range o.chunks {
			content := c.Content.String()
			s.texts[content] = append(s.texts[content], sourceOf(c))
		}
		before := len(s.orphans)
		found := inspected{o, written.missing(o, s.chunks, isOrphan)}
		if len(s.orphans) > before {
			s.late = append(s.late, found)
		} else {
			s.enter(found, w.Prompt)
		}
	}
	if err := s.enterLate(ctx, w); err != nil {
		return s, err
	}
	s.Chunks = len(s.chunks)
	s.Cost, s.Largest = w.priced(s.Cost), w.priced(s.Largest)
	return s, ctx.Err()
}

// enter adds what a file lacks to what is expected.
func (s *survey) enter(f inspected, prompt string) {
	s.Left += len(f.missing)
	for _, b := range f.batches(f.missing) {
		r := b.request(prompt)
		s.Cost = s.Cost.plus(b.expected(r))
		s.Largest = Cost{Calls: 1, TokensIn: max(s.Largest.TokensIn, requestTokens(r)), TokensOut: max(s.Largest.TokensOut, int64(r.MaxTokens))}
	}
}

// enterLate adds what files with orphans lack, now that it is known which texts are in
// new files: these keep their notes.
func (s *survey) enterLate(ctx context.Context, w *Writer) error {
	if len(s.late) == 0 {
		return nil
	}
	for _, raw := range w.Store.All() {
		if err := ctx.Err(); err != nil {
			return err
		}
		if r, err := decodeRecord(raw); err == nil {
			s.name(r)
		}
	}
	for _, f := range s.late {
		f.missing = slices.DeleteFunc(f.missing, func(i int) bool {
			content := f.chunks[i].Content.String()
			_, found := s.heir(content)
			return found && s.orphans[content]
		})
		s.enter(f, w.Prompt)
	}
	s.late = nil // they have the texts of their files
	return nil
}

// isWhole reports whether a document has the pieces that its file has each time. One that
// took too long has others: with these, notes that were paid for would be removed, and others
// made that nobody finds again.
func isWhole(d *document.Document) bool {
	return !slices.ContainsFunc(d.Problems, func(p document.Problem) bool { return p.Passing || p.Makeshift })
}

// name remembers which of the files that were read a record names.
func (s *survey) name(r record) {
	uris := []file.URI{r.MadeIn.URI}
	for _, from := range r.Sources {
		uris = append(uris, from.URI)
	}
	for _, u := range uris {
		if _, read := s.judge.read[u]; read {
			s.named[u] = true
		}
	}
}

// heir finds a new file that contains a text, one that no record named so far, as there is where
// a file was renamed and edited, or divided. A file that was known before
// inherits nothing that was made in another.
func (s *survey) heir(content string) (o Origin, found bool) {
	for _, at := range s.texts[content] {
		if !s.named[at.URI] {
			return Origin{at.URI, s.judge.read[at.URI].String()}, true
		}
	}
	return Origin{}, false
}

// A change is what becomes of a record.
type change struct {
	key      string
	was, now record
	isAstray bool // the file is gone that it was made in
	inherits bool // a new file inherits it
}

// reconcile updates a store by what there is, each record with one write at most: texts that
// moved keep their notes, texts that are gone lose them, and so do those whose notes were made
// in a file that is gone, unless they are in a new one. It returns how many texts are gone. Where
// no file was read, nothing is known to be gone.
func (s *survey) reconcile(ctx context.Context, store Store) (removed int, err error) {
	if len(s.judge.read) == 0 {
		return 0, nil
	}
	all, err := s.changes(ctx, store)
	if err != nil {
		return 0, err
	}
	for _, c := range all {
		if err := ctx.Err(); err != nil && !c.inherits {
			return removed, err
		}
		var err error
		switch {
		case len(c.now.Sources) == 0:
			removed++
			err = store.Drop(c.key)
		case c.isAstray && !c.inherits && s.judge.In(c.was.MadeIn.URI):
			// A record goes with the file of the job that it was made in: what else was there
			// may be in its notes, wherever else the text is.
			if s.judge.Noted != nil {
				for _, at := range c.now.Sources {
					s.judge.Noted(at.URI)
				}
			}
			err = store.Drop(c.key)
		case c.isDifferent():
			err = put(store, c.key, c.now)
		}
		if err != nil {
			return removed, err
		}
	}
	return removed, ctx.Err()
}

func (c change) isDifferent() bool {
	return c.now.MadeIn != c.was.MadeIn || !slices.EqualFunc(c.now.Sources, c.was.Sources, Source.equal)
}

// changes are those of a store, first those by which new files inherit: a file that another
// record names is new no more, should this be interrupted.
func (s *survey) changes(ctx context.Context, store Store) ([]change, error) {
	var all []change
	for key, raw := range store.All() {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		r, err := decodeRecord(raw)
		if err != nil {
			continue // nobody knows what it is about, so that only Delete removes it
		}
		s.name(r)
		c := change{key: key, was: r, now: r}
		c.now.Sources = slices.DeleteFunc(slices.Clone(r.Sources), func(from Source) bool {
			_, read := s.judge.read[from.URI]
			return read || s.judge.In(from.URI) && s.judge.isGone(from.URI)
		})
		c.now.Sources = append(c.now.Sources, s.texts[r.Content]...)
		c.now.MadeIn, c.isAstray = s.judge.origin(r.MadeIn)
		if c.isAstray || c.isDifferent() || len(c.now.Sources) == 0 {
			all = append(all, c)
		}
	}
	var heirs, others []change
	for _, c := range all { // by now it is known which files are new
		if heir, found := s.heir(c.was.Content); c.isAstray && found {
			c.now.MadeIn, c.inherits = heir, true
			heirs = append(heirs, c)
		} else {
			others = append(others, c)
		}
	}
	return append(heirs, others...), nil
}

// A judge finds out for one run what has become of files. One goroutine uses it.
type judge struct {
	Job
	read map[file.URI]file.Hash // the texts of the files that were read
	gone map[file.URI]bool      // what was found out about others
}

// isGone reports whether a file does not exist any more.
func (j *judge) isGone(u file.URI) bool {
	if _, read := j.read[u]; read || j.Gone == nil || u == "" {
		return false
	}
	gone, known := j.gone[u]
	if !known {
		gone = j.Gone(u)
		j.gone[u] = gone
	}
	return gone
}

// origin follows the file that notes were made in: to its new name, and to its present text.
// isAstray is true where it does not exist any more.
func (j *judge) origin(o Origin) (now Origin, isAstray bool) {
	if j.isGone(o.URI) {
		var h file.Hash
		if n, err := hex.Decode(h[:], []byte(o.Hash)); j.Renamed != nil && err == nil && n == len(h) {
			if u, found := j.Renamed(h); found {
				return Origin{u, o.Hash}, false
			}
		}
		return o, true
	}
	if hash, read := j.read[o.URI]; read {
		o.Hash = hash.String()
	}
	return o, false
}
