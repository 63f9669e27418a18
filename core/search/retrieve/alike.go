package retrieve

// Alike is the share of the question that a sentence and the titles above it hold, by
// vectors of pieces: a word that is not there counts as much as the nearest one that is.
// It is 0 to 1, and 0 where there are no such vectors. Any number of goroutines may ask.
func (r *Result) Alike(titles, sentence string, code bool) float64 {
	if r.asked == nil {
		return 0
	}
	return r.asked.Soft(titles, sentence, code)
}
