package meaning

// Soft is the soft match alone of a short text and the title above it, as Score tells
// it, for a fraction of the price.
func (q *Question) Soft(title, text string, code bool) float64 {
	d := q.weights.compared()
	defer q.weights.idle.Put(d)
	d.cut(title, text, code)
	d.weigh(q)
	return d.soft()
}
