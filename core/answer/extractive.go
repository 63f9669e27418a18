package answer

import (
	"cmp"
	"context"
	"slices"

	"docuquest/core/retrieve"
)

// Extractive answers with the best sentences of the passages, each its own
// quote. It needs no model, says nothing of its own and cannot be wrong about
// what a document says, only about what was asked.
type Extractive struct{}

// Name is "extractive".
func (Extractive) Name() string { return "extractive" }

// How good a sentence must be. The floors are modest, since a question that is
// refused wrongly costs more trust than a weak answer with its quote beside it.
const (
	// leastCoverage of the question's weight that the best sentence must reach
	// with what stands around it. What the workspace does not answer at all is told
	// by its calibrated confidence, see retrieve.Calibrate.
	leastCoverage = 0.10
	// leastWithoutMatter is the same for a question of a name that stands in no file,
	// where it makes up leastMatter of the question's weight.
	leastWithoutMatter = 0.50
	leastMatter        = 0.30
	// mostStatements is how many sentences make up an answer at most.
	mostStatements = 5
	// leastOfBest is the share of the best sentence's score below which another
	// document's sentence is no answer to the same question.
	leastOfBest = 0.6
	// leastOfBestAgain is the same for a further sentence of one document.
	leastOfBestAgain = 0.85
)

// Write picks sentences: the best one of each document first, then further ones
// that are nearly as good as the best of all. They stand in the order of their
// scores. The only error is that of ctx.
func (e Extractive) Write(ctx context.Context, q Request) (Draft, error) {
	draft := Draft{Writer: e.Name(), Form: Excerpts}
	if q.Found.Question == nil || len(q.Found.Hits) == 0 || q.Found.IsStrange() {
		draft.Refused = true
		return draft, ctx.Err()
	}
	judge := newJudge(q.Question, q.Found)
	candidates, err := judge.judgeAll(ctx, q.Found.Hits)
	if err != nil {
		return Draft{}, err
	}
	if !answersAny(candidates, judge.floor(q.Question, q.Found.Missing)) {
		candidates = nil
	}
	for _, c := range choose(candidates, mostStatements) {
		draft.Statements = append(draft.Statements, c.statement(q.Found.Hits))
	}
	draft.Refused = len(draft.Statements) == 0
	return draft, nil
}

func (c candidate) statement(hits []retrieve.Hit) Statement {
	raw := c.span.Of(hits[c.hit].Document.Text)
	return Statement{
		Text:   c.display,
		Quotes: []Quote{{Text: raw, Hit: c.hit, Span: c.span}},
	}
}

func answersAny(candidates []candidate, floor float64) bool {
	return slices.ContainsFunc(candidates, func(c candidate) bool { return floor <= c.coverage })
}

// choose takes up to limit candidates, the best first.
func choose(candidates []candidate, limit int) []candidate {
	slices.SortStableFunc(candidates, func(a, b candidate) int { return cmp.Compare(b.score, a.score) })
	candidates = distinct(candidates)
	if len(candidates) == 0 {
		return nil
	}
	first, further := firstOfEach(candidates)
	best := candidates[0].score
	chosen := atLeast(first, leastOfBest*best)
	chosen = append(chosen, atLeast(further, leastOfBestAgain*best)...)
	return chosen[:min(limit, len(chosen))]
}

// distinct keeps the first of those that read the same: copies of a file, and
// passages that overlap.
func distinct(sorted []candidate) []candidate {
	seen := make(map[string]bool, len(sorted))
	var kept []candidate
	for _, c := range sorted {
		if !seen[c.display] {
			seen[c.display] = true
			kept = append(kept, c)
		}
	}
	return kept
}

// firstOfEach parts the best candidate of each document from the others.
func firstOfEach(sorted []candidate) (first, further []candidate) {
	seen := map[string]bool{}
	for _, c := range sorted {
		if seen[c.document] {
			further = append(further, c)
			continue
		}
		seen[c.document] = true
		first = append(first, c)
	}
	return first, further
}

// atLeast is the front of sorted whose scores reach least.
func atLeast(sorted []candidate, least float64) []candidate {
	end := slices.IndexFunc(sorted, func(c candidate) bool { return c.score < least })
	if end < 0 {
		return sorted
	}
	return sorted[:end]
}
