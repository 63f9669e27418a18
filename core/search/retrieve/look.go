package retrieve

import (
	"cmp"
	"context"
	"slices"
	"time"

	"docuquest/core/search/parallel"
	"docuquest/core/search/rank"
)

const (
	// considered is how many entries are read, which says more than their postings
	// and titles do.
	considered = 40
	// compared is how many of those are compared by meaning, which takes as long as the
	// reading: the best by all their words.
	compared = 30
	// looked is how much of a long text is, in bytes: of the first tenEach entries all
	// of it, of the next ones half, then a third and so on, since few of them come first.
	looked  = 128 << 10
	tenEach = 10
	// dense is how much of it its meaning is taken from, in bytes.
	dense = 12 << 10
)

// lookCloser reads entries, compares the best of them by meaning, and orders them by all
// signals. A file that cannot be read any more is left out.
func (r *Retriever) lookCloser(ctx context.Context, found []scored, q Query, result *Result) ([]scored, error) {
	start := time.Now()
	if r.Meaning != nil {
		result.asked = r.Meaning.Question(q.asked().Text, true)
	}
	compare := result.hybrid.await(result)
	average := result.Snapshot.AverageLength()

	// What is known of each, by its number in found.
	signals := make([]rank.Candidate, len(found))
	heads := make([]string, len(found))
	texts := make([]string, len(found)) // compared by meaning; nothing without vectors of pieces
	errs := make([]error, len(found))
	order := largestFirst(found)
	eachWithMatcher(ctx, len(order), result.Question, func(k int, m *rank.Matcher) {
		i := order[k]
		s := found[i]
		f, err := r.Source.Read(ctx, s.entry.URI)
		if err != nil {
			errs[i] = err
			return
		}
		content := r.Parsers.Readable(f, s.entry.Marked, looked/(1+i/tenEach))
		c := m.See(content, s.entry.Code, average)
		c.Body, c.Title, c.TitleShare = s.score, s.signals.Title, s.signals.TitleShare
		if result.asked != nil {
			texts[i] = m.Dense(content, dense)
		}
		if subject, ok := m.Subject(q.asked()); ok {
			found[i].defines, _ = m.Defines(subject, content, s.entry.Code)
		}
		if compare != nil {
			c.Vector, c.HasVector = compare(f)
		}
		signals[i], heads[i] = c, content[:min(headBytes, len(content))]
	})
	if result.asked != nil {
		// Only the best by words are compared by meaning.
		w := r.weights()
		w.Cosine, w.Soft = 0, 0
		scores := rank.Combine(signals, w)
		for i := range scores {
			scores[i] += rank.DefinesPart(found[i].defines).Adds()
		}
		top := rank.NewTop(compared, func(a, b int) int { return cmp.Or(cmp.Compare(scores[b], scores[a]), cmp.Compare(a, b)) })
		for i := range scores {
			top.Add(i)
		}
		best := top.Sorted()
		parallel.For(ctx, len(best), func() func(int) {
			return func(k int) {
				s, c := &found[best[k]], &signals[best[k]]
				s.meant = true
				c.Cosine, c.Soft = result.asked.Score(titleOf(s.entry), texts[best[k]], s.entry.Code)
			}
		})
	}
	if ctx.Err() != nil {
		return nil, ctx.Err()
	}

	var kept []scored
	var keptSignals []rank.Candidate
	var keptHeads []string
	for i, s := range found {
		if errs[i] != nil {
			result.unreadable(start, s.entry, errs[i])
			continue
		}
		kept, keptSignals, keptHeads = append(kept, s), append(keptSignals, signals[i]), append(keptHeads, heads[i])
	}
	markSources(kept, q.asked(), keptHeads)
	for i, score := range rank.Combine(keptSignals, r.weights()) {
		e := kept[i].entry
		score += kept[i].source.Part().Adds() + rank.DefinesPart(kept[i].defines).Adds()
		kept[i].signals, kept[i].rank = keptSignals[i], score+q.Context.conversation(e.URI).Adds()+result.leads.part(e.Identity).Adds()
	}
	slices.SortStableFunc(kept, byRank)
	result.tracing.looked(kept, r.weights(), q.Context, result.leads)
	result.Steps.Add("rank", start, "%d files looked at", len(kept))
	return kept[:min(q.Limit, len(kept))], nil
}

// weights are the ones to rank by.
func (r *Retriever) weights() rank.Weights {
	if r.Weights != nil {
		return *r.Weights
	}
	return rank.Simple
}

func byRank(a, b scored) int {
	return cmp.Or(cmp.Compare(b.rank, a.rank), cmp.Compare(a.entry.Path, b.entry.Path))
}
