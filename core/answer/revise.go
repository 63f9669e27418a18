package answer

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strings"

	"docuquest/core/language/text"
	"docuquest/core/search/retrieve"
)

// ReviseCategory is the category of requests for new versions of statements.
const ReviseCategory = "revise"

// Revise implements Reviser with one request. The model sees the passages of its first
// request once more, under the same numbers: the passages that the failed statements
// quote or that contain what they lack, or all of them where a statement has neither.
// The limits and Each of the request have no effect on it.
func (g Generative) Revise(ctx context.Context, q Request, failed []Failed) ([]Statement, error) {
	if len(failed) == 0 {
		return nil, ctx.Err()
	}
	passages := concerning(failed, pack(q.Found.Hits, g.Budget), q.Found.Hits)
	request := newRequest(ReviseCategory, g.RevisePrompt, q, passages, map[string]string{"failed": failedLines(failed, passages)})
	var claims []claim
	reply, err := listen(ctx, g.Model, request, func(c claim) bool {
		if !c.half {
			claims = append(claims, c)
		}
		return true
	})
	switch {
	case err != nil:
		return nil, err
	case len(claims) == 0 && !reply.cut:
		return make([]Statement, len(failed)), nil // the model withdrew all
	case reply.prose:
		claims = nil
	}
	return revised(failed, claims, passages), nil
}

// concerning returns the passages that may prove the failed statements.
func concerning(failed []Failed, all []passage, hits []retrieve.Hit) []passage {
	var some []passage
	for _, f := range failed {
		before := len(some)
		for _, p := range all {
			content := strings.ToLower(hits[p.hit].Chunk.Text)
			isQuoted := slices.ContainsFunc(f.Statement.Quotes, func(q Quote) bool { return q.Hit == p.hit })
			if isQuoted || slices.ContainsFunc(f.Lacks, func(lack string) bool { return strings.Contains(content, strings.ToLower(lack)) }) {
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

// failedLines lists the statements with their numbers from 1, their quotes and what
// these lack.
func failedLines(failed []Failed, passages []passage) string {
	var b strings.Builder
	for i, f := range failed {
		fmt.Fprintf(&b, "Statement %d: %s\n", i+1, text.OneLine(f.Statement.Text))
		for _, q := range f.Statement.Quotes {
			from := ""
			if at := slices.IndexFunc(passages, func(p passage) bool { return p.hit == q.Hit }); at >= 0 {
				from = fmt.Sprintf(" from [%d]", passages[at].number)
			}
			fmt.Fprintf(&b, "Quote%s: %s\n", from, text.OneLine(q.Text))
		}
		if len(f.Lacks) > 0 {
			fmt.Fprintf(&b, "Not shown by its quotes: %s\n", text.OneLine(strings.Join(f.Lacks, ", ")))
		}
		b.WriteByte('\n')
	}
	return strings.TrimSpace(b.String())
}

// revised replaces the statements by the claims of a reply with their numbers, or all of them
// in order where the claims have none. Several claims with one number are one statement, and
// an empty one withdraws it. A statement without a claim stays.
func revised(failed []Failed, claims []claim, passages []passage) []Statement {
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
		s := statementOf(c, passages)
		all[at].Text = strings.TrimSpace(all[at].Text + " " + s.Text)
		all[at].Quotes = append(all[at].Quotes, s.Quotes...)
	}
	return all
}
