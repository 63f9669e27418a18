package answer

import (
	"context"
	"slices"

	"docuquest/core/search/retrieve"
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
	// mostStatements is how many sentences make up an answer at most, and mostOrdered
	// from how many of the best they are chosen.
	mostStatements = 5
	mostOrdered    = 4 * mostStatements
	// mostOfOne is how many sentences of one document come before those of others: the
	// document that was found first is not always the right one.
	mostOfOne = 3
	// leastOfBest is the share of the best sentence's score below which another is no
	// answer to the same question.
	leastOfBest = 0.67
	// leastOfBestLine is the same for a line of a program, which says little by itself.
	leastOfBestLine = 0.85
)

// Write picks sentences in the order that Rank gives them, without those that are much
// weaker than the best. The only error is that of ctx.
func (e Extractive) Write(ctx context.Context, q Request) (Draft, error) {
	draft := Draft{Writer: e.Name(), Form: Excerpts}
	if isEmpty(q.Found) || q.Found.IsStrange() {
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
	limits := newLimiter(q, &draft)
	for _, c := range judge.choose(candidates) {
		limits.add(c.statement(q.Found.Hits))
	}
	limits.flush()
	draft.Refused = len(draft.Statements) == 0
	draft.Note = limits.note()
	return draft, nil
}

// Rank gives the sentences that Write chooses from, the best first, up to most of them:
// also those that are too weak to be shown, and those of a question that Write refuses.
// They are the caller's. The only error is that of ctx.
func (Extractive) Rank(ctx context.Context, q Request, most int) ([]Statement, error) {
	if isEmpty(q.Found) {
		return nil, ctx.Err()
	}
	judge := newJudge(q.Question, q.Found)
	candidates, err := judge.judgeAll(ctx, q.Found.Hits)
	if err != nil {
		return nil, err
	}
	var all []Statement
	for _, c := range judge.order(candidates, most) {
		all = append(all, c.statement(q.Found.Hits))
	}
	return all, nil
}

func isEmpty(found *retrieve.Result) bool { return found.Question == nil || len(found.Hits) == 0 }

func (c candidate) statement(hits []retrieve.Hit) Statement {
	raw := c.span.Of(hits[c.hit].Document.Text)
	return Statement{
		Text:   c.display,
		Quotes: []Quote{{Text: raw, Hit: c.hit, Span: c.span}},
	}
}

// answersAny says whether a sentence that holds a word of the question reaches the floor.
func answersAny(candidates []candidate, floor float64) bool {
	return slices.ContainsFunc(candidates, func(c candidate) bool { return floor <= c.coverage && c.tellsOwn })
}

// choose takes those of the candidates that make up the answer, in its order.
func (j *judge) choose(candidates []candidate) []candidate {
	if j.several {
		return j.list(candidates)
	}
	chosen := varied(strong(j.order(candidates, mostOrdered)), mostOfOne)
	return chosen[:min(mostStatements, len(chosen))]
}

// strong are the candidates, in their order, that hold a word of the question and are
// nearly as good as the best of them. What holds none is evidence beside the sentences
// around it, and tells a reader little without these.
func strong(candidates []candidate) []candidate {
	kept := slices.DeleteFunc(slices.Clone(candidates), func(c candidate) bool { return !c.tellsOwn })
	best := 0.0
	for _, c := range kept {
		best = max(best, c.score)
	}
	return slices.DeleteFunc(kept, func(c candidate) bool { return c.score < c.leastOfBest()*best })
}

func (c candidate) leastOfBest() float64 {
	if c.line {
		return leastOfBestLine
	}
	return leastOfBest
}

// varied puts those behind the others that have so many of their document in front of
// them.
func varied(candidates []candidate, most int) []candidate {
	var front, behind []candidate
	taken := map[string]int{} // by document
	for _, c := range candidates {
		if taken[c.document]++; taken[c.document] <= most {
			front = append(front, c)
		} else {
			behind = append(behind, c)
		}
	}
	return append(front, behind...)
}
