package eval

import (
	"context"
	"encoding/json"
	"maps"
	"slices"
)

// measureRefusal measures how often a question is refused that documents answer,
// and, if the collection has questions without an answer, how often one of
// these is, and how well the confidence separates the two kinds.
func (c *corpus) measureRefusal(ctx context.Context, answered []finding, all []labelled, s *Set) error {
	others := slices.DeleteFunc(slices.Clone(all), func(q labelled) bool { // those that are marked as unanswerable stay
		var said struct{ Answerable json.RawMessage }
		return q.decode(&said) != nil || string(said.Answerable) != "false"
	})
	unanswered, err := AskAll(others, func(q labelled) (finding, error) { return c.find(ctx, q) })
	if err != nil {
		return err
	}
	addRefusals(s, answered, unanswered)
	for _, f := range slices.Concat(answered, unanswered) {
		p := Placing{Question: f.ID, Refused: f.refused}
		for _, name := range slices.Sorted(maps.Keys(f.grades)) {
			p.Documents = append(p.Documents, firstRank(f.ranked, func(path string) bool { return path == name }))
		}
		s.Placings = append(s.Placings, p)
	}
	return nil
}

// addRefusals adds the figures of the verdicts on questions that the files answer
// and on questions that they do not.
//
// refuse_auc is the area under the curve of a floor below the confidence: how
// often it is greater in a question that the files answer than in one that they
// do not. It shows what the best floor could reach; wrongly_refused and
// rightly_refused show what the present one does.
func addRefusals[Q judgedQuestion](s *Set, answered, unanswered []Q) {
	refusal := func(q Q) float64 { return one(q.judged().refused) }
	s.add("wrongly_refused", scores(answered, refusal))
	s.add("rightly_refused", scores(unanswered, refusal))
	if len(answered) > 0 && len(unanswered) > 0 {
		confidence := func(q Q) float64 { return q.judged().confidence }
		auc := separation(values(answered, confidence), values(unanswered, confidence))
		s.Figures = append(s.Figures, Figure{Name: "refuse_auc", Value: auc, Questions: len(answered) + len(unanswered)})
	}
}

// A judgedQuestion is one with a verdict.
type judgedQuestion interface {
	name() string
	judged() verdict
}

// A verdict is what the product thinks of its own answer to a question.
type verdict struct {
	confidence float64 // from 0 to 1
	refused    bool    // it said that the files have no answer
}

func (v verdict) judged() verdict { return v }
