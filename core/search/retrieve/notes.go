package retrieve

import (
	"cmp"
	"slices"

	"docuquest/core/code/notes"
	"docuquest/core/file"
	"docuquest/core/index"
	"docuquest/core/language/text"
	"docuquest/core/search/rank"
)

// How notes are combined with what words find. These are round figures among many that give
// about the same: what notes add to the order of files is little, and which figures are the
// best is chance.
const (
	// notesWeight is what the best file by notes adds to its score. That of a search is
	// about 3 for a file that has all that was asked for.
	notesWeight = 0.05
	// notesShare is what the best chunk by notes adds to the score of its passages, beside
	// what their file and their own words do.
	notesShare = 0.2
	// ledFiles is how many files are read besides the ones that a question asks for, since
	// notes lead to them, and mostLedFiles how many where the question itself says how many
	// chunks are to go on. Of more than ten nothing more that is wanted has room in a prompt,
	// where no more passages go on than usual.
	ledFiles     = 10
	mostLedFiles = 30
	// exploredPassages is how many passages there are at least to choose from.
	exploredPassages = notes.DefaultBest
)

// An Exploration is what was searched for in the notes on files, and what was found. It is not
// written any more. Where the query says how many chunks are the best, the files
// of all these are read, 30 of them at most.
type Exploration struct {
	Query notes.Query
	Found notes.Found
}

// A Lead is what led to a passage besides its words: notes on the chunks of its file. None
// of them occurs in the file as such, so nothing of them may be quoted.
type Lead struct {
	*notes.Noted         // the smallest chunk that the passage lies in or has a part of
	Score        float64 // of the best such chunk, as a share of that of the best of all
}

// A Gain is what a chunk got from one of the hits.
type Gain struct {
	notes.Hit
	Kind notes.Kind
	Adds float64 // to the score of the chunk
}

// Gains are the parts of the score of a chunk that was found, the greatest first.
func (x *Exploration) Gains(c notes.Scored) []Gain {
	var all []Gain
	for k, hits := range x.Found.Hits {
		for _, h := range hits {
			if slices.Contains(c.Notes, notes.Note{Kind: notes.Kind(k), Text: h.Text}) {
				all = append(all, Gain{h, notes.Kind(k), x.Query.Of[k].Weight * h.Cosine * h.IDF})
			}
		}
	}
	slices.SortStableFunc(all, func(a, b Gain) int { return cmp.Compare(b.Adds, a.Adds) })
	return all
}

// The leads of a question are what notes say of files, by what these contained when the notes
// were made: of a file that has changed since they say nothing. Nil says nothing at all.
type leads struct {
	order  []file.Identity // of the files of the best chunks, the best first
	most   int             // of these are read besides what is asked for
	shares map[file.Identity]float64
	chunks map[file.Identity][]Lead // the best first
}

// newLeads takes an exploration apart; nil is for one of nothing, and for the classic rule,
// which knows no notes.
func newLeads(q Query) *leads {
	if q.Notes == nil || q.Mode == Boolean || len(q.Notes.Found.Chunks) == 0 {
		return nil
	}
	l := &leads{most: ledFiles, shares: map[file.Identity]float64{}, chunks: map[file.Identity][]Lead{}}
	if q.Notes.Query.Best > 0 {
		l.most = mostLedFiles
	}
	files, chunks := q.Notes.Found.Files(), q.Notes.Found.Chunks
	for _, f := range files {
		l.shares[f.Identity] = f.Score / files[0].Score
	}
	for _, c := range chunks {
		if l.chunks[c.Identity] == nil {
			l.order = append(l.order, c.Identity)
		}
		l.chunks[c.Identity] = append(l.chunks[c.Identity], Lead{c.Noted, c.Score / chunks[0].Score})
	}
	return l
}

// part is the part of a file's score that is owed to notes.
func (l *leads) part(of file.Identity) rank.Part {
	p := rank.Part{Signal: "notes", Whole: 1, Weight: notesWeight}
	if l != nil {
		p.Value = l.shares[of]
	}
	return p
}

// lift adds what notes say to the passages of one document, and puts them in order again.
func (l *leads) lift(passages []Hit) []Hit {
	if l == nil || len(passages) == 0 {
		return passages
	}
	chunks := l.chunks[passages[0].Document.Identity]
	for i := range passages {
		p := &passages[i]
		if p.Lead = leadTo(p.Chunk.Span, chunks); p.Lead != nil {
			p.Score += p.Lead.adds()
		}
	}
	slices.SortStableFunc(passages, byHitScore)
	return passages
}

// adds is what a lead adds to the score of a passage; nil adds nothing.
func (l *Lead) adds() float64 {
	if l == nil {
		return 0
	}
	return notesShare * l.Score
}

// leadTo is what leads to a place of a file, nil for nothing; the chunks are the best first.
func leadTo(place text.Span, chunks []Lead) *Lead {
	var to *Lead
	for _, c := range chunks {
		switch {
		case min(c.Span.End, place.End) <= max(c.Span.Start, place.Start):
		case to == nil:
			to = &Lead{c.Noted, c.Score}
		case c.Span.Len() < to.Span.Len():
			to.Noted = c.Noted
		}
	}
	return to
}

// ahead puts the files of the best chunks right behind the documents that a query asks
// for, which stay as they are, and has the query ask for them, too.
func (l *leads) ahead(found []scored, q Query) ([]scored, Query) {
	if l == nil || len(found) <= q.Limit {
		return found, q
	}
	ordered, rest := slices.Clone(found[:q.Limit]), slices.Clone(found[q.Limit:])
	for _, identity := range l.order {
		at := slices.IndexFunc(rest, func(s scored) bool { return s.entry.Identity == identity })
		if at >= 0 && len(ordered) < q.Limit+l.most {
			ordered = append(ordered, rest[at])
			rest = slices.Delete(rest, at, at+1)
		}
	}
	q.Limit = len(ordered)
	return append(ordered, rest...), q
}

// addLed adds the entries that notes lead to and words do not to the candidates, each
// scored by its body as they are.
func (r *Retriever) addLed(found []scored, q Query, result *Result) []scored {
	l := result.leads
	if l == nil {
		return found
	}
	known := map[file.Identity]bool{}
	for _, s := range found {
		known[s.entry.Identity] = true
	}
	var led []scored
	for e := range result.Snapshot.All {
		if l.chunks[e.Identity] != nil && !known[e.Identity] && (q.Within == nil || q.Within(e)) {
			led = append(led, scored{entry: e})
		}
	}
	if len(led) == 0 {
		return found
	}
	lists, snap := r.Library.Collect(result.Question.Stems())
	for i, list := range lists {
		t := &result.Question.Terms[i]
		postings := list.Merged()
		for k := range led {
			e := led[k].entry
			if snap.Entry(e.Number) != e || !mayHold(e, t) {
				continue
			}
			if p, holds := postingOf(e, postings); holds {
				led[k].score += orderMass(*t) * saturated(p, e, snap.AverageLength())
			}
		}
	}
	return append(found, led...)
}

// postingOf finds the posting of an entry among those of a term.
func postingOf(e *index.Entry, postings []index.Posting) (p index.Posting, holds bool) {
	at, holds := slices.BinarySearchFunc(postings, e.Number, func(p index.Posting, number uint32) int {
		return cmp.Compare(p.Entry(), number)
	})
	if !holds {
		return 0, false
	}
	return postings[at], true
}
