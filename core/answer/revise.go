package answer

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strings"

	"docuquest/core/search/retrieve"
	"docuquest/core/services/llm"
	"docuquest/prompts"
)

// ReviseCategory is the category of requests for new versions of statements.
const ReviseCategory = "revise"

// Revise implements Reviser with one request. The model sees the passages of its first
// request once more, under the same numbers: those that the failed statements quote
// or that hold what they lack, or all of them where a statement has neither.
// The limits and Each of the request have no effect on it.
func (g Generative) Revise(ctx context.Context, q Request, failed []Failed) ([]Statement, error) {
	if len(failed) == 0 {
		return nil, ctx.Err()
	}
	shown := concerning(failed, pack(q.Found.Hits, g.Budget), q.Found.Hits)
	var claims []claim
	reply, err := listen(ctx, g.Model, g.reviseRequest(q, failed, shown), func(c claim) bool {
		if !c.half {
			claims = append(claims, c)
		}
		return true
	})
	if err != nil {
		return nil, err
	}
	if len(claims) == 0 && !reply.cut {
		return make([]Statement, len(failed)), nil // all are taken back
	}
	if reply.prose {
		claims = nil
	}
	return revised(failed, claims, shown), nil
}

func (g Generative) reviseRequest(q Request, failed []Failed, shown []passage) llm.Request {
	prompt := prompts.Render(g.RevisePrompt, map[string]string{
		"query":     q.Question,
		"documents": textOf(shown),
		"failed":    failedLines(failed, shown),
	})
	return llm.Request{
		Category: ReviseCategory,
		Messages: []llm.Message{{Role: llm.User, Text: prompt}},
		Sources:  sourcesIn(shown, q.Found.Hits),
		JSON:     true,
	}
}

// concerning are the passages that may prove the failed statements.
func concerning(failed []Failed, all []passage, hits []retrieve.Hit) []passage {
	var some []passage
	for _, f := range failed {
		before := len(some)
		for _, p := range all {
			if f.quotes(p) || f.lacksWhat(hits[p.hit]) {
				some = append(some, p)
			}
		}
		if len(some) == before {
			return all
		}
	}
	slices.SortFunc(some, func(a, b passage) int { return cmp.Compare(a.number, b.number) })
	return slices.CompactFunc(some, func(a, b passage) bool { return a.number == b.number })
}

func (f Failed) quotes(p passage) bool {
	return slices.ContainsFunc(f.Statement.Quotes, func(q Quote) bool { return q.Hit == p.hit })
}

// lacksWhat says whether a passage holds something that the statement lacks.
func (f Failed) lacksWhat(h retrieve.Hit) bool {
	passage := strings.ToLower(h.Chunk.Text)
	return slices.ContainsFunc(f.Lacks, func(lack string) bool { return strings.Contains(passage, strings.ToLower(lack)) })
}

// failedLines list the statements with their numbers from 1, their quotes and what
// these lack.
func failedLines(failed []Failed, shown []passage) string {
	var b strings.Builder
	for i, f := range failed {
		fmt.Fprintf(&b, "Statement %d: %s\n", i+1, oneSpaced(f.Statement.Text))
		for _, q := range f.Statement.Quotes {
			fmt.Fprintf(&b, "Quote%s: %s\n", ofPassage(q, shown), oneSpaced(q.Text))
		}
		if len(f.Lacks) > 0 {
			fmt.Fprintf(&b, "Not shown by its quotes: %s\n", oneSpaced(strings.Join(f.Lacks, ", ")))
		}
		b.WriteByte('\n')
	}
	return strings.TrimSpace(b.String())
}

func ofPassage(q Quote, shown []passage) string {
	for _, p := range shown {
		if p.hit == q.Hit {
			return fmt.Sprintf(" from [%d]", p.number)
		}
	}
	return ""
}

// revised puts the claims of a reply in the place of the statements whose numbers they
// have, or of all of them in order where they have none. Several claims with one number
// are one statement, and one that says nothing takes it back. A statement without
// a claim stays.
func revised(failed []Failed, claims []claim, shown []passage) []Statement {
	all := make([]Statement, len(failed))
	for i, f := range failed {
		all[i] = f.Statement
	}
	begun := make([]bool, len(failed))
	for i, c := range claims {
		at := c.revises - 1
		if c.revises == 0 && len(claims) == len(failed) {
			at = i
		}
		if at < 0 || len(failed) <= at {
			continue
		}
		if !begun[at] {
			begun[at], all[at] = true, Statement{}
		}
		s := statementOf(c, shown)
		all[at].Text = strings.TrimSpace(all[at].Text + " " + s.Text)
		all[at].Quotes = append(all[at].Quotes, s.Quotes...)
	}
	return all
}
