package retrieve

import (
	"cmp"
	"context"
	"errors"
	"io/fs"
	"slices"
	"time"

	"docuquest/core/index"
	"docuquest/core/search/rank"
)

// readDifferent reads the best documents and chooses their passages. Where documents
// only repeat better ones, the next ones take their places.
func (r *Retriever) readDifferent(ctx context.Context, found []scored, q Query, result *Result) error {
	rest := found
	for missing := q.Limit; ; {
		next := rest[:min(missing, len(rest))]
		rest = rest[len(next):]
		if err := r.read(ctx, next, found, result); err != nil {
			return err
		}
		wide := q // so many passages that there are some to choose from
		if r.reranks(q) || q.Threshold > 0 {
			wide.Passages = max(wide.Passages, reranked)
		}
		if q.Notes != nil {
			wide.Passages = max(wide.Passages, exploredPassages)
		}
		repeating := r.choosePassages(wide, result)
		missing = q.Limit - (len(found) - len(rest) - len(repeating))
		if q.Mode == Boolean { // the classic rule says which documents are read
			return nil
		}
		if missing < 1 || len(rest) == 0 {
			result.Documents = slices.DeleteFunc(result.Documents, func(d Document) bool {
				return repeating[d.Document] && !slices.ContainsFunc(result.Hits, func(h Hit) bool { return h.Document == d.Document })
			})
			return nil
		}
	}
}

// best are the best entries in their order.
func (r *Retriever) best(ctx context.Context, q Query, result *Result) ([]scored, error) {
	if q.Mode == Boolean || r.Source == nil {
		return r.candidates(ctx, q, result), nil
	}
	wide := q
	wide.Limit = max(q.Limit, weighed)
	found := r.addLed(r.candidates(ctx, wide, result), wide, result)
	markSources(found, q.asked(), nil)
	short := r.shortlist(ctx, found, result.Question, max(q.Limit, considered))
	if len(q.asked().Subject()) > 0 {
		short = withTexts(found, len(short))
	}
	if result.leads != nil {
		for _, s := range found[len(short):] {
			if result.leads.chunks[s.entry.Identity] != nil {
				short = append(slices.Clip(short), s)
			}
		}
	}
	result.tracing.weighed(found)
	return r.lookCloser(ctx, short, q, result)
}

// candidates are the best entries of a planned question.
func (r *Retriever) candidates(ctx context.Context, q Query, result *Result) []scored {
	found, snap := r.Library.Collect(result.Question.Stems())
	result.tracing.forms = found
	result.Snapshot = snap
	lists := make([][]index.Posting, len(found))
	for i, l := range found {
		lists[i] = l.Merged()
	}
	weigh(result, lists)
	result.tracing.lists = lists
	q.Within = result.tracing.counting(q.Within)
	if q.Mode == Boolean {
		return r.matchGroups(q, result)
	}
	if lists = r.expand(ctx, result, lists); len(lists) > len(found) {
		weigh(result, lists)
		result.tracing.lists = lists
	}
	return rankEntries(result.Question, lists, snap, q)
}

// weigh gives each term its weight in this workspace, and notes the terms that
// occur nowhere.
func weigh(result *Result, lists [][]index.Posting) {
	n := result.Snapshot.Len()
	written := writtenOtherwise(result.Question, lists)
	for i := range result.Question.Terms {
		t := &result.Question.Terms[i]
		t.IDF = rank.IDF(n, max(len(lists[i]), written[i]))
		if len(lists[i]) == 0 && !t.CodeOnly && written[i] == 0 && !result.carried[t.Stem] && !slices.Contains(result.Missing, t.Text) {
			result.Missing = append(result.Missing, t.Text)
		}
	}
}

// writtenOtherwise returns how many entries have the numbers, versions and dates that words are parts
// of, by their terms. None of these words is missing: where 2024-01-05 occurs, January does. A word
// weighs no more than what it is a part of: no file may have the word FY2017, and many the year.
func writtenOtherwise(q *rank.Query, lists [][]index.Posting) map[int]int {
	written := map[int]int{}
	for figure, words := range q.Figures() {
		for _, w := range words {
			written[w] = max(written[w], len(lists[figure]))
		}
	}
	return written
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
	result.LeftOut = max(0, len(entries)-q.Limit)
	for _, e := range entries[:min(q.Limit, len(entries))] {
		found = append(found, scored{entry: e, score: 1, matched: true})
	}
	return found
}

// read fetches and parses entries as they are now, with their passages; found are the
// best of all. A file that is gone since it was indexed is left out, and a step reports it.
func (r *Retriever) read(ctx context.Context, entries, found []scored, result *Result) error {
	start := time.Now()
	documents, errs := make([]Document, len(entries)), make([]error, len(entries))
	order := largestFirst(entries)
	eachWithMatcher(ctx, len(order), result.Question, func(k int, m *rank.Matcher) {
		i := order[k]
		s := entries[i]
		f, err := r.Source.Read(ctx, s.entry.URI)
		if err != nil {
			errs[i] = err
			return
		}
		d := Document{
			Document: r.Parsers.Parse(f).AsRead(),
			Score:    s.score, Confidence: s.confidence(result.Question), Signals: s.signals, Source: s.source,
		}
		if best := bestScore(result.Question); best > 0 {
			d.share = found[0].score / best
		}
		if found[0].rank > 0 {
			d.share *= s.rank / found[0].rank
		}
		d.passages = result.leads.lift(r.passagesOf(d, m, result))
		documents[i] = d
	})
	if ctx.Err() != nil {
		return ctx.Err()
	}
	for i, d := range documents {
		if errs[i] != nil {
			result.unreadable(start, entries[i].entry, errs[i])
			continue
		}
		result.Documents = append(result.Documents, d)
	}
	result.Steps.Add("read", start, "%d documents", len(result.Documents))
	return nil
}

// unreadable notes that an entry could not be read.
func (r *Result) unreadable(start time.Time, e *index.Entry, err error) {
	r.Steps.Add("read", start, "%s: %s", e.Path, whyUnreadable(err))
	r.tracing.lost = append(r.tracing.lost, LostFile{e.Path, whyUnreadable(err)})
}

func whyUnreadable(err error) string {
	if errors.Is(err, fs.ErrNotExist) {
		return "is gone"
	}
	return err.Error()
}
