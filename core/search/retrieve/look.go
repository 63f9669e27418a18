package retrieve

import (
	"cmp"
	"context"
	"slices"
	"time"

	"docuquest/core/document"
	"docuquest/core/file"
	"docuquest/core/index"
	"docuquest/core/search/meaning"
	"docuquest/core/search/rank"
)

const (
	// considered is how many entries are read, which tells more than their postings
	// and titles do.
	considered = 40
	// compared is how many of those are compared by meaning, which takes as long as the
	// reading: the best by all that their words tell.
	compared = 30
	// looked is how much of a long text is, in bytes: of the first tenEach entries all
	// of it, of the next ones half, then a third and so on, since few of them come first.
	looked  = 128 << 10
	tenEach = 10
	// dense is how much of it its meaning is taken from, in bytes.
	dense = 12 << 10
)

// lookCloser reads entries and orders them by all that speaks for each. What
// cannot be read any more is left out.
func (r *Retriever) lookCloser(ctx context.Context, found []scored, q Query, result *Result) ([]scored, error) {
	start := time.Now()
	l := r.newLook(found, q, result)
	l.compare = result.hybrid.await(result)
	l.all(ctx)
	if ctx.Err() != nil {
		return nil, ctx.Err()
	}
	var kept []scored
	var signals []rank.Candidate
	for i, s := range found {
		if err := l.errs[i]; err != nil {
			result.unreadable(start, s.entry, err)
			continue
		}
		kept, signals = append(kept, s), append(signals, l.signals[i])
	}
	for i, score := range rank.Combine(signals, r.weights()) {
		kept[i].signals, kept[i].rank = signals[i], score+q.Context.conversation(kept[i].entry.URI).Adds()+result.leads.part(kept[i].entry.Identity).Adds()
	}
	result.tracing.looked(kept, signals, r.weights(), q.Context)
	result.tracing.led(kept, result.leads)
	slices.SortStableFunc(kept, byRank)
	result.tracing.placed(kept)
	result.step("rank", start, "%d files looked at", len(kept))
	return kept[:min(q.Limit, len(kept))], nil
}

// A look is a closer look at candidates.
type look struct {
	*Retriever
	question *rank.Question
	asked    *meaning.Question                         // nil without vectors of pieces
	compare  func(file.File) (cosine float64, ok bool) // nil without vectors of passages
	found    []scored
	average  float64

	// What is known of each, by its number in found.
	signals []rank.Candidate
	dense   []string // what is compared by meaning, nothing without vectors of pieces
	errs    []error
}

func (r *Retriever) newLook(found []scored, q Query, result *Result) *look {
	l := &look{
		Retriever: r, question: result.Question, found: found,
		average: result.Snapshot.AverageLength(),
		signals: make([]rank.Candidate, len(found)), dense: make([]string, len(found)), errs: make([]error, len(found)),
	}
	if r.Meaning != nil {
		l.asked = r.Meaning.Question(q.spoken(), true)
		result.asked = l.asked
	}
	return l
}

// all looks at each candidate, and once more at the best.
func (l *look) all(ctx context.Context) {
	order := largestFirst(l.found)
	spreadMatching(ctx, len(order), l.question, func(k int, m *rank.Matcher) {
		i := order[k]
		l.signals[i], l.errs[i] = l.at(ctx, i, m)
	})
	if l.asked == nil {
		return
	}
	best := l.bestByWords()
	spread(ctx, len(best), func() func(int) { return func(k int) { l.byMeaning(best[k]) } })
}

// bestByWords are the numbers of the candidates to compare by meaning.
func (l *look) bestByWords() []int {
	w := l.weights()
	w.Cosine, w.Soft = 0, 0
	scores := rank.Combine(l.signals, w)
	top := rank.NewTop(compared, func(a, b int) int { return cmp.Or(cmp.Compare(scores[b], scores[a]), cmp.Compare(a, b)) })
	for i := range scores {
		top.Add(i)
	}
	return top.Sorted()
}

// byMeaning compares a candidate with the question by meaning.
func (l *look) byMeaning(i int) {
	e, c := l.found[i].entry, &l.signals[i]
	l.found[i].meant = true
	c.Cosine, c.Soft = l.asked.Score(titleOf(e), l.dense[i], e.Code)
}

// at is what the words of one candidate tell.
func (l *look) at(ctx context.Context, i int, m *rank.Matcher) (rank.Candidate, error) {
	s := l.found[i]
	f, err := l.Source.Read(ctx, s.entry.URI)
	if err != nil {
		return rank.Candidate{}, err
	}
	said := l.said(s.entry, f, looked/(1+i/tenEach))
	c := m.See(said, s.entry.Code, l.average)
	c.Body, c.Title, c.TitleShare = s.score, s.signals.Title, s.signals.TitleShare
	if l.asked != nil {
		l.dense[i] = m.Dense(said, dense)
	}
	if l.compare != nil {
		c.Vector, c.HasVector = l.compare(f)
	}
	return c, nil
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

// said is what there is to read in a file, so many bytes of it at most. A parser is
// asked only where the text is full of marks or no text at all.
func (r *Retriever) said(e *index.Entry, f file.File, most int) string {
	var s string
	if e.Marked {
		s = r.Parsers.Parse(f).Readable()
	} else {
		s = document.New(f).Text
	}
	return s[:min(most, len(s))]
}
