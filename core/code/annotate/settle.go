package annotate

import (
	"context"
	"encoding/hex"
	"slices"

	"docuquest/core/file"
)

// settle brings a store up to what is there, each record with one write at most: texts that
// moved keep their notes, those that went lose them, and so do those whose notes were made
// in a file that went, unless they stand in a new one. It gives how many texts went. Where
// no file was read, nothing is known to be gone.
func (s *survey) settle(ctx context.Context, store Store) (removed int, err error) {
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
		if len(c.now.Sources) == 0 {
			removed++
		}
		if err := s.write(store, c); err != nil {
			return removed, err
		}
	}
	return removed, ctx.Err()
}

// A change is what becomes of a record.
type change struct {
	key      string
	was, now record
	isAstray bool // the file is gone that it was made in
	inherits bool // a new file goes on with it
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
			continue // nobody knows what it is about, so that only who lists it removes it
		}
		s.name(r)
		if c := s.settled(key, r); c.isAstray || c.isDifferent() || len(c.now.Sources) == 0 {
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

// settled is what becomes of a record, as far as it is known before all were read.
func (s *survey) settled(key string, r record) change {
	c := change{key: key, was: r, now: r}
	c.now.Sources = nil
	for _, from := range r.Sources {
		if _, read := s.judge.read[from.URI]; !read && !s.judge.isGone(from.URI) {
			c.now.Sources = append(c.now.Sources, from)
		}
	}
	c.now.Sources = append(c.now.Sources, s.texts[r.Content]...)
	c.now.MadeIn, c.isAstray = s.judge.origin(r.MadeIn)
	return c
}

func (c change) isDifferent() bool {
	return c.now.MadeIn != c.was.MadeIn || !slices.EqualFunc(c.now.Sources, c.was.Sources, Source.equal)
}

// write makes a change. A record goes with the file of the job that it was made in: what
// stood there beside its text may be in its notes, wherever else the text stands.
func (s *survey) write(store Store, c change) error {
	switch {
	case len(c.now.Sources) == 0:
		return store.Drop(c.key)
	case c.isAstray && !c.inherits && s.judge.In(c.was.MadeIn.URI):
		s.tell(c.now.Sources)
		return store.Drop(c.key)
	case c.isDifferent():
		return put(store, c.key, c.now)
	}
	return nil
}

// tell tells of files whose notes are not there any more.
func (s *survey) tell(places []Source) {
	if s.judge.Noted == nil {
		return
	}
	for _, at := range places {
		s.judge.Noted(at.URI)
	}
}

// A judge tells for one run what has become of files. One goroutine uses it.
type judge struct {
	Job
	read map[file.URI]file.Hash // what the files say that were read
	gone map[file.URI]bool      // what was found out about others
}

// isGone reports whether a file of the job is not there any more.
func (j *judge) isGone(u file.URI) bool { return j.In(u) && j.isNowhere(u) }

// isNowhere is isGone of any file.
func (j *judge) isNowhere(u file.URI) bool {
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

// origin follows the file that notes were made in: to where it was renamed, and to what it
// says now. isAstray says that it is not there any more.
func (j *judge) origin(o Origin) (now Origin, isAstray bool) {
	if j.isNowhere(o.URI) {
		if u, found := j.renamed(o.Hash); found {
			return Origin{u, o.Hash}, false
		}
		return o, true
	}
	if hash, read := j.read[o.URI]; read {
		o.Hash = hash.String()
	}
	return o, false
}

// renamed finds a file that says what one said that is gone.
func (j *judge) renamed(hash string) (u file.URI, found bool) {
	var h file.Hash
	if n, err := hex.Decode(h[:], []byte(hash)); j.Renamed == nil || err != nil || n != len(h) {
		return "", false
	}
	return j.Renamed(h)
}
