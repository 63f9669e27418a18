package eval

import (
	"context"
	"slices"

	"docuquest/core/answer"
	"docuquest/core/code/notes"
	"docuquest/core/search/retrieve"
)

// A prompted question is one with what a model would be shown for it with notes, in both
// orders in which it may stand. Without a model nobody knows which one it answers from
// better; what can be told is where the wanted file stands, and how often what follows in
// the prompt follows from the same file.
type prompted struct {
	hits   []retrieve.Hit
	orders [2][]int // by answer.Order, the numbers of hits
}

// prompt finds what a model would be shown.
func (a *annotated) prompt(ctx context.Context, question string) (prompted, error) {
	found, err := a.finder.Find(ctx, retrieve.Query{
		Text: question, Limit: depth, Passages: notes.DefaultBest, Notes: a.explore(question),
	})
	if err != nil {
		return prompted{}, err
	}
	p := prompted{hits: found.Hits}
	for _, o := range []answer.Order{answer.ByScore, answer.ByPlace} {
		p.orders[o] = o.Shown(found.Hits, answer.DefaultBudget)
	}
	return p, nil
}

// first is one divided by the place of the first passage of a wanted file, 0 where none is
// shown.
func (p prompted) first(o answer.Order, q fileQuestion) float64 {
	at := slices.IndexFunc(p.orders[o], func(hit int) bool {
		return slices.ContainsFunc(q.Want, func(w want) bool { return isWanted(w.Path, p.hits[hit].Document.Path) })
	})
	if at < 0 {
		return 0
	}
	return 1 / float64(1+at)
}

// together is the share of the passages behind the first one that follow another of the
// same file.
func (p prompted) together(o answer.Order) float64 {
	same, shown := 0, p.orders[o]
	for i := 1; i < len(shown); i++ {
		if p.hits[shown[i]].Document == p.hits[shown[i-1]].Document {
			same++
		}
	}
	return share(same, len(shown)-1)
}

// addPrompted adds the figures of both orders.
func (s *Set) addPrompted(questions []fileQuestion, all []prompted) {
	figure := func(name string, of func(prompted, fileQuestion) float64) {
		var scores []Score
		for i, q := range questions {
			scores = append(scores, Score{q.Question, of(all[i], q)})
		}
		s.add(name, scores)
	}
	figure("prompt_holds", func(p prompted, q fileQuestion) float64 {
		if p.first(answer.ByScore, q) > 0 {
			return 1
		}
		return 0
	})
	for _, order := range []struct {
		name string
		answer.Order
	}{{"score", answer.ByScore}, {"place", answer.ByPlace}} {
		figure("prompt_mrr_by_"+order.name, func(p prompted, q fileQuestion) float64 { return p.first(order.Order, q) })
		figure("prompt_together_by_"+order.name, func(p prompted, _ fileQuestion) float64 { return p.together(order.Order) })
	}
}
