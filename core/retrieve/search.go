package retrieve

import (
	"cmp"
	"context"
	"errors"
	"io/fs"
	"slices"
	"time"

	"docuquest/core/index"
	"docuquest/core/rank"
)

// search finds the documents of a planned question, reads them, and chooses
// their passages.
func (r *Retriever) search(ctx context.Context, q Query, result *Result) error {
	start := time.Now()
	found, err := r.best(ctx, q, result)
	if err != nil {
		return err
	}
	result.step("search", start, "%d of %d files", len(found), result.Snapshot.Len())
	if err := r.read(ctx, found, result); err != nil {
		return err
	}
	r.choosePassages(q, result)
	return ctx.Err()
}

// best are the best entries in their order.
func (r *Retriever) best(ctx context.Context, q Query, result *Result) ([]scored, error) {
	if q.Mode == Boolean || r.Source == nil {
		return r.candidates(q, result), nil
	}
	wide := q
	wide.Limit = max(q.Limit, considered)
	return r.lookCloser(ctx, r.candidates(wide, result), q, result)
}

// candidates are the best entries of a planned question.
func (r *Retriever) candidates(q Query, result *Result) []scored {
	found, snap := r.Library.Collect(result.Question.Stems())
	result.Snapshot = snap
	lists := make([][]index.Posting, len(found))
	for i, l := range found {
		lists[i] = l.Merged()
	}
	weigh(result, lists)
	if q.Mode == Boolean {
		return r.matchGroups(q, result)
	}
	if lists = r.expand(result, lists); len(lists) > len(found) {
		weigh(result, lists)
	}
	return rankEntries(result.Question, lists, snap, q)
}

// weigh gives each term its weight in this workspace, and notes the terms that
// stand nowhere.
func weigh(result *Result, lists [][]index.Posting) {
	n := result.Snapshot.Len()
	for i := range result.Question.Terms {
		t := &result.Question.Terms[i]
		t.IDF = rank.IDF(n, len(lists[i]))
		if len(lists[i]) == 0 && !t.CodeOnly && !slices.Contains(result.Missing, t.Text) {
			result.Missing = append(result.Missing, t.Text)
		}
	}
}

// matchGroups applies the classic rule: sorted by the bytes of the path, cut to
// the limit.
func (r *Retriever) matchGroups(q Query, result *Result) []scored {
	entries, snap := r.Library.Match(result.Groups)
	result.Snapshot = snap
	if q.Within != nil {
		entries = slices.DeleteFunc(entries, func(e *index.Entry) bool { return !q.Within(e) })
	}
	slices.SortFunc(entries, func(a, b *index.Entry) int { return cmp.Compare(a.Path, b.Path) })
	found := make([]scored, 0, q.Limit)
	for _, e := range entries[:min(q.Limit, len(entries))] {
		found = append(found, scored{entry: e, score: 1})
	}
	return found
}

// read fetches and parses the found entries as they are now. A file that has
// gone since it was indexed is left out, and said so.
func (r *Retriever) read(ctx context.Context, found []scored, result *Result) error {
	start := time.Now()
	best, first := bestScore(result.Question), firstRank(found)
	for _, s := range found {
		f, err := r.Source.Read(ctx, s.entry.URI)
		if ctx.Err() != nil {
			return ctx.Err()
		}
		if err != nil {
			result.step("read", start, "%s: %s", s.entry.Path, whyUnreadable(err))
			continue
		}
		d := Document{Document: r.Parsers.Parse(f).AsRead(), Score: s.score, Confidence: 1}
		if best > 0 {
			d.Confidence = min(1, s.score/best)
			d.standing = found[0].score / best
		}
		if first > 0 {
			d.standing *= s.rank / first
		}
		result.Documents = append(result.Documents, d)
	}
	result.step("read", start, "%d documents", len(result.Documents))
	return nil
}

// firstRank is the rank of the first of the found entries, 0 where they were not
// ranked.
func firstRank(found []scored) float64 {
	if len(found) == 0 {
		return 0
	}
	return found[0].rank
}

func whyUnreadable(err error) string {
	if errors.Is(err, fs.ErrNotExist) {
		return "is gone"
	}
	return err.Error()
}
