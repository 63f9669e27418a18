package answer

import (
	"context"
	"slices"
	"strings"

	"docuquest/core/search/question"
	"docuquest/core/search/rank"
	"docuquest/core/search/retrieve"
)

// Extractive answers with the best sentences of the passages, each its own
// quote. It needs no model, adds no words of its own and cannot be wrong about
// what a document says, only about what was asked.
type Extractive struct{}

// Name is "extractive".
func (Extractive) Name() string { return "extractive" }

// How good a sentence must be. The floors are modest, since a question that is
// refused wrongly costs more trust than a weak answer with its quote beside it.
const (
	// leastCoverage is the share of the question's weight that the best sentence must reach
	// together with the text around it. The calibrated confidence of the result refuses what
	// the workspace does not answer at all, see retrieve.Calibrate.
	leastCoverage = 0.10
	// leastWithoutMatter is the same for a question with a name that no file contains,
	// where this name makes up leastMatter of the question's weight.
	leastWithoutMatter = 0.50
	leastMatter        = 0.30
	// mostStatements is the greatest number of sentences in an answer.
	mostStatements = 6
	// mostOfOne is the number of sentences of one document that precede those of others: the
	// document that was found first is not always the right one.
	mostOfOne = 3
	// mostListed is the same for a question that asks for several things.
	mostListed = 8
	// leastOfBest is the share of the best sentence's score below which another is no
	// answer to the same question.
	leastOfBest = 0.67
	// leastOfWorth is the share of the best entry's worth below which another is left out.
	leastOfWorth = 0.6
	// leastOfBestLine is the same for a line of a program, which means little by itself.
	leastOfBestLine = 0.85
)

// Write picks sentences in the order of Rank, without those that are much weaker than the
// best. The only error is that of ctx.
func (e Extractive) Write(ctx context.Context, q Request) (Draft, error) {
	draft := Draft{Writer: e.Name(), Form: Excerpts}
	if isEmpty(q.Found) || q.Found.IsStrange() {
		draft.Refused = true
		return draft, ctx.Err()
	}
	found, err := extract(ctx, q.Question, q.Found)
	if err != nil {
		return Draft{}, err
	}
	limits, isWeak := newLimiter(q, &draft), found.support.IsWeak(q.Bar)
	for _, s := range found.statements {
		s.Leads = s.Leads && !isWeak
		limits.add(s)
	}
	limits.flush()
	draft.Refused = len(draft.Statements) == 0
	draft.Note = limits.note()
	if !draft.Refused {
		draft.Support = &found.support
		if len(found.unanswered) > 0 {
			draft.Note = strings.TrimSpace(draft.Note + " Nothing was found for: " + strings.Join(found.unanswered, "; ") + ".")
		}
	}
	return draft, nil
}

// An extracted answer is what the texts say to a question.
type extracted struct {
	statements []Statement // the best first
	support    Support     // of the statements
	unanswered []string    // the parts of the question that have none
}

// extract returns what answers a question. Of several parts, each has its best statement first,
// and then its second.
func extract(ctx context.Context, asked *question.Question, found *retrieve.Result) (e extracted, err error) {
	if len(found.Parts) > 0 {
		return extractParts(ctx, found)
	}
	if len(found.Known) > 0 {
		for i, h := range found.Known {
			known := candidate{piece: piece{span: h.Chunk.Span}, hit: i, display: Display(h.Chunk.Text)}
			e.statements = append(e.statements, known.statement(found.Known))
		}
		e.support.Share = 1
		return e, nil
	}
	judge := newJudge(asked, found)
	candidates, err := judge.judgeEntries(ctx, found.Hits)
	if err != nil {
		return e, err
	}
	floor := judge.floor(found.Missing)
	if !slices.ContainsFunc(candidates, func(c candidate) bool { return floor <= c.coverage && c.matches }) {
		return e, nil
	}
	chosen := judge.choose(candidates)
	judge.markValues(chosen)
	for _, c := range chosen {
		e.statements = append(e.statements, c.statement(found.Hits))
	}
	e.support = judge.supportOf(chosen)
	return e, nil
}

// extractParts is extract for a question of several parts. What answers two of them is a
// statement of the first.
func extractParts(ctx context.Context, found *retrieve.Result) (all extracted, err error) {
	parts := make([]extracted, len(found.Parts))
	longest := 0
	for i, part := range found.Parts {
		p := &parts[i]
		if !part.IsStrange() {
			if *p, err = extract(ctx, part.Asked, part); err != nil {
				return all, err
			}
		}
		if len(p.statements) == 0 {
			all.unanswered = append(all.unanswered, part.Asked.Text)
		}
		for k := range p.statements {
			quote := &p.statements[k].Quotes[0]
			document := part.Evidence()[quote.Hit].Document
			quote.Hit = slices.IndexFunc(found.Hits, func(h retrieve.Hit) bool { return h.Document == document })
		}
		longest = max(longest, len(p.statements))
		all.support.add(p.support, len(parts))
	}
	for k := range longest {
		for _, p := range parts {
			if k < len(p.statements) && !slices.ContainsFunc(all.statements, func(s Statement) bool { return s.Text == p.statements[k].Text }) {
				all.statements = append(all.statements, p.statements[k])
			}
		}
	}
	all.statements = all.statements[:min(mostStatements, len(all.statements))]
	return all, nil
}

// Rank returns the sentences that Write chooses from, the best first, at most so many. They
// include the sentences that are too weak for an answer, and those of a question that Write
// refuses. The slice is the caller's. The only error is that of ctx.
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
		Quotes: []Quote{{Text: raw, Hit: c.hit, Span: c.span, IntroducesList: c.isList, Answers: c.answers}},
		Leads:  c.leads,
		Copies: c.copies,
	}
}

// choose returns the candidates that make up the answer, in its order. Where a question asks
// for several things, that is one of each document, and more of one only where there are
// few documents.
func (j *judge) choose(candidates []candidate) []candidate {
	candidates = distinct(candidates)
	isStub := func(c candidate) bool { return c.source == rank.Stub }
	if rest := slices.DeleteFunc(slices.Clone(candidates), isStub); len(rest) > 0 {
		candidates = rest // that something is elsewhere answers nothing once that was found
	}
	if !j.asked.Several {
		chosen := varied(worthwhile(candidates), max(mostOfOne, len(j.asked.LineItems)))
		return chosen[:min(mostStatements, len(chosen))]
	}
	// Who asks in which places something was found asks first for the places where it was.
	denies := func(w question.Word) bool { return j.asked.IsDenial(w.Folded) }
	chosen := varied(partition(strong(candidates), func(c candidate) bool {
		return c.isList || !slices.ContainsFunc(question.WordsIn(c.display), denies)
	}), 1)
	documents := map[string]bool{}
	for _, c := range chosen {
		documents[c.document] = true
	}
	return chosen[:min(len(chosen), max(mostStatements, min(mostListed, len(documents))))]
}

// strong returns the candidates, in their order, that match the question themselves and are
// nearly as good as the best. A sentence that does not match is evidence beside the sentences
// around it, and means little to a reader without these.
func strong(candidates []candidate) []candidate {
	kept := slices.DeleteFunc(slices.Clone(candidates), func(c candidate) bool { return !c.matches })
	best := 0.0
	for _, c := range kept {
		best = max(best, c.score)
	}
	return slices.DeleteFunc(kept, func(c candidate) bool {
		switch {
		case c.isList:
			return false
		case c.line:
			return c.score < leastOfBestLine*best
		}
		return c.score < leastOfBest*best
	})
}

// worthwhile returns the candidates, in their order, that are worth nearly as much as the best.
func worthwhile(candidates []candidate) []candidate {
	best := 0.0
	for _, c := range candidates {
		best = max(best, c.worth)
	}
	return slices.DeleteFunc(slices.Clone(candidates), func(c candidate) bool { return c.worth < leastOfWorth*best })
}

// varied moves those candidates to the end that follow so many of their own document.
func varied(candidates []candidate, most int) []candidate {
	count := map[string]int{} // by document
	return partition(candidates, func(c candidate) bool {
		count[c.document]++
		return count[c.document] <= most
	})
}

// partition returns the candidates for which isFirst is true, and behind them the others. It
// calls isFirst once for each, in order.
func partition(candidates []candidate, isFirst func(candidate) bool) []candidate {
	var front, behind []candidate
	for _, c := range candidates {
		if isFirst(c) {
			front = append(front, c)
		} else {
			behind = append(behind, c)
		}
	}
	return append(front, behind...)
}
