package retrieve

import (
	"context"
	"fmt"
	"strings"
	"time"

	"docuquest/core/language/analysis"
	"docuquest/core/language/text"
	"docuquest/core/search/rank"
	"docuquest/core/services/llm"
	"docuquest/prompts"
)

// The weights of a term: a word that the person chose counts double beside one
// that a model thought of.
const (
	ownWeight   = 2
	modelWeight = 1
)

// plan turns the question into groups of terms.
func (r *Retriever) plan(ctx context.Context, q Query, result *Result) error {
	analyzer := analysis.NewAnalyzer()
	result.Question = &rank.Query{}
	result.Question.Ask(q.Question, ownWeight, analyzer)
	result.tracing.own = len(result.Question.Terms)
	if q.Mode == Ranked {
		own := len(result.Question.Terms)
		result.Question.Add(strings.Join(q.Context.Words, " "), contextShare*ownWeight, analyzer)
		result.carried = map[string]bool{}
		for _, t := range result.Question.Terms[own:] {
			result.carried[t.Stem] = true
		}
	}
	result.tracing.carried = len(result.Question.Terms)
	groups, err := r.propose(ctx, q, result)
	switch {
	case ctx.Err() != nil:
		return ctx.Err()
	case err != nil && q.Mode == Boolean:
		return err
	case len(groups) == 0:
		result.Groups = ownGroups(q, result.Question)
		return nil
	}
	own := len(result.Question.Terms)
	for _, g := range groups {
		result.Groups = append(result.Groups, g.classic)
		result.Question.Add(g.line, modelWeight, analyzer)
	}
	for _, t := range result.Question.Terms[own:] {
		result.Added = append(result.Added, t.Text)
	}
	return nil
}

// propose asks the model for groups; none without a model.
func (r *Retriever) propose(ctx context.Context, q Query, result *Result) ([]group, error) {
	if r.Terms == nil {
		return nil, nil
	}
	start := time.Now()
	asked := q.Question.Text
	if q.Mode == Ranked {
		asked += q.Context.Before
	}
	prompt := prompts.Render(r.Prompt, map[string]string{"query": asked})
	reply, err := llm.Ask(ctx, r.Terms, llm.Prompt(llm.Terms, prompt), nil)
	if err != nil {
		result.Steps.Add("terms", start, "%s: %v", r.Terms.Name(), err)
		return nil, fmt.Errorf("%w: %w", ErrTerms, err)
	}
	groups := parseGroups(reply)
	result.Steps.Add("terms", start, "%d groups by %s", len(groups), r.Terms.Name())
	if len(groups) == 0 {
		return nil, fmt.Errorf("%w: its reply holds no words", ErrTerms)
	}
	return groups, nil
}

// ownGroups makes groups of the question's own words: one that asks for all of
// them where the rule is boolean, one a word where words are ranked.
func ownGroups(q Query, question *rank.Query) [][]string {
	if q.Mode == Boolean {
		var words []string
		for _, token := range text.ClassicTokens(q.Question.Text) {
			if !analysis.IsStop(token) {
				words = append(words, token)
			}
		}
		if words == nil {
			return nil
		}
		return [][]string{words}
	}
	var groups [][]string
	for _, t := range question.Terms {
		if !t.CodeOnly {
			groups = append(groups, []string{t.Text})
		}
	}
	return groups
}

// A group is one line of a model's proposal.
type group struct {
	line    string
	classic []string // its classic tokens
}

// parseGroups reads the reply to the terms prompt: each line is one group. A
// list marker at the start of a line and the fence lines of a code block are
// dropped; a line without any token is no group.
func parseGroups(reply string) []group {
	var groups []group
	for line := range strings.FieldsFuncSeq(reply, func(r rune) bool { return r == '\n' || r == '\r' }) {
		line = strings.TrimSpace(line)
		if strings.HasPrefix(line, "```") || strings.HasPrefix(line, "~~~") {
			continue
		}
		line = withoutMarker(line)
		if tokens := text.ClassicTokens(line); len(tokens) > 0 {
			groups = append(groups, group{line, tokens})
		}
	}
	return groups
}

// withoutMarker drops one list marker: "-", "*", "+", "•", "3." or "3)". A number
// of four digits is a year, and one that a digit follows is a decimal.
func withoutMarker(line string) string {
	for _, bullet := range []string{"-", "*", "+", "•"} {
		if rest, ok := strings.CutPrefix(line, bullet); ok {
			return strings.TrimSpace(rest)
		}
	}
	digits := len(line) - len(strings.TrimLeft(line, "0123456789"))
	rest := line[digits:]
	if digits == 0 || digits > 3 || rest == "" || rest[0] != '.' && rest[0] != ')' {
		return line
	}
	if rest = rest[1:]; rest != "" && '0' <= rest[0] && rest[0] <= '9' { // a number such as 3.5
		return line
	}
	return strings.TrimSpace(rest)
}
