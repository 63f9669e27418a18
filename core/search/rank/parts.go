package rank

import "slices"

// A Part is what one signal adds to the score of a candidate.
type Part struct {
	Signal string  // "body", or one of Signals
	Value  float64 // of the candidate, as Candidate describes it
	// Whole is the value that counts as 1. For Near and Heading it is the best among the
	// candidates; for the body, Pairs and Title, too, but the greatest sum of these three
	// counts as 1. Any other signal counts as it is: Whole is 1. It is 0 where no
	// candidate has the signal.
	Whole  float64
	Weight float64 // beside the body, which weighs 1
	// Usual says that the candidate has no vector, and that Value is the one that others
	// of its score mostly have.
	Usual bool
}

// Adds is what the part adds to the score.
func (p Part) Adds() float64 { return p.Weight * share(p.Value, p.Whole) }

// Parts takes the scores of Combine apart: for each candidate what every signal adds,
// always all of them and in the same order. What the parts of a candidate add is its
// score. The slices are the caller's.
func Parts(cs []Candidate, w Weights) [][]Part {
	f := newFormula(cs, w)
	all := make([][]Part, len(cs))
	for i, c := range cs {
		parts := f.parts(c)
		all[i] = parts[:]
	}
	return all
}

// A formula scores the candidates of one question.
type formula struct {
	weights   Weights
	best      Candidate // the best of each signal that is compared with its best
	strongest float64   // sum of body, pairs and title that any candidate has
	usual     line      // cosines of those that have vectors, by their scores without them
}

// allParts is how many parts a score has.
const allParts = 10

func newFormula(cs []Candidate, w Weights) formula {
	f := formula{weights: w, strongest: 1}
	best, strongest := &f.best, 0.0
	for _, c := range cs {
		best.Body, best.Title = max(best.Body, c.Body), max(best.Title, c.Title)
		best.Pairs, best.Near = max(best.Pairs, c.Pairs), max(best.Near, c.Near)
		best.Heading = max(best.Heading, c.Heading)
	}
	for _, c := range cs {
		parts := f.wordParts(c)
		strongest = max(strongest, sum(parts[:]))
	}
	f.strongest = strongest
	if w.Vector == 0 || !slices.ContainsFunc(cs, func(c Candidate) bool { return c.HasVector }) {
		return f
	}
	scores := make([]float64, len(cs))
	for i, c := range cs {
		parts := f.parts(c)
		scores[i] = sum(parts[:allParts-1])
	}
	f.usual = usualCosines(scores, cs)
	return f
}

// wordParts are the terms of the formula that are scaled together.
func (f *formula) wordParts(c Candidate) [3]Part {
	return [...]Part{
		{Signal: "body", Value: c.Body, Whole: f.strongest * f.best.Body, Weight: 1},
		{Signal: "pairs", Value: c.Pairs, Whole: f.strongest * f.best.Pairs, Weight: f.weights.Pairs},
		{Signal: "title", Value: c.Title, Whole: f.strongest * f.best.Title, Weight: f.weights.Title},
	}
}

// parts are all terms of the formula for one candidate, the vector last: what is usual
// for it depends on the others.
func (f *formula) parts(c Candidate) [allParts]Part {
	w, best, words := &f.weights, &f.best, f.wordParts(c)
	parts := [allParts]Part{
		words[0], words[1], words[2],
		{Signal: "near", Value: c.Near, Whole: best.Near, Weight: w.Near},
		{Signal: "heading", Value: c.Heading, Whole: best.Heading, Weight: w.Heading},
		{Signal: "titleshare", Value: c.TitleShare, Whole: 1, Weight: w.TitleShare},
		{Signal: "verbatim", Value: c.Verbatim, Whole: 1, Weight: w.Verbatim},
		{Signal: "cosine", Value: c.Cosine, Whole: 1, Weight: w.Cosine},
		{Signal: "soft", Value: c.Soft, Whole: 1, Weight: w.Soft},
	}
	parts[allParts-1] = f.vectorPart(c, parts[:allParts-1])
	return parts
}

// sum is what parts add together.
func sum(parts []Part) float64 {
	var all float64
	for i := range parts {
		all += parts[i].Adds()
	}
	return all
}
