package rank

import "math"

// Confidence says how likely a text is to answer a question at all, 0 to 1: body is
// the BM25 of its body as a share of the best that the question allows. It is a logistic
// model with rounded weights, and orders what it sees well; where the line runs between
// what is answered and what is not differs from one collection to the next, so it has
// to be compared with what is usual in the collection at hand.
func Confidence(body float64, c Candidate) float64 {
	return 1 / (1 + math.Exp(4.3-4*body-4*c.Cosine-c.Soft))
}
