package meaning

import (
	"cmp"
	"math"
	"slices"

	"docuquest/core/search/embed"
	"docuquest/core/search/vector"
)

const (
	windowSize = 128
	leadSize   = 16 // the pieces at the head of a document that each window begins with
	readMost   = 256 << 10
)

// allowance is by how much the cosine of a window may exceed its estimate. Vectors that
// have nothing to do with one another have cosines around 0 whose sum is, for the
// pieces of a window in 256 dimensions, a tenth of the sum of their squares; two
// standard deviations below are allowed for.
const allowance = 1.15

// A compared document is cut and looked at here. It is kept for the next one, since a question
// has many candidates.
type compared struct {
	cutter  embed.Cutter
	pieces  []int32
	windows []window
	best    []float32 // of one window: the best cosine for each piece of the question
	terms   []embed.Term
	sum     []float32
}

// A window is the lead and the pieces from start to before end, or for the first one
// these alone.
type window struct {
	start, end int
	soft       float64

	// estimate is about what the cosine would be if no two pieces were alike. Pieces
	// that are alike make the window's vector longer, so the cosine is mostly smaller.
	estimate float64
}

// compared lends what a document is compared in, to be given back to w.idle.
func (w *Weights) compared() *compared {
	if d, ok := w.idle.Get().(*compared); ok {
		return d
	}
	return &compared{cutter: w.lexicon.Cutter()}
}

// cut makes the pieces of title and text.
func (d *compared) cut(title, text string, code bool) {
	d.pieces = d.cutter.Append(d.pieces[:0], title, code)
	d.pieces = d.cutter.Append(d.pieces, text[:min(len(text), readMost)], code)
	d.windows = d.windows[:0]
	for start := 0; start < len(d.pieces); {
		w := window{start: start, end: min(start+windowSize, len(d.pieces))}
		if start > 0 {
			w.end = min(start+windowSize-leadSize, len(d.pieces))
		}
		d.windows = append(d.windows, w)
		start = w.end
	}
}

// stretches are the one or two runs of pieces that a window is made of.
func (d *compared) stretches(w window) [2][]int32 {
	if w.start == 0 {
		return [2][]int32{nil, d.pieces[:w.end]}
	}
	return [2][]int32{d.pieces[:leadSize], d.pieces[w.start:w.end]}
}

// weigh gives each window its soft match and the estimate of its cosine.
func (d *compared) weigh(q *Question) {
	d.best = slices.Grow(d.best[:0], len(q.pieces))[:len(q.pieces)]
	for i := range d.windows {
		w := &d.windows[i]
		clear(d.best)
		var product, squares float32
		for _, pieces := range d.stretches(*w) {
			for _, id := range pieces {
				w := q.weights.of[id]
				if w.weight == 0 {
					continue
				}
				product += w.weight * q.product(id)
				squares += w.square
				if at := q.relations[id].hits; at != 0 {
					for _, h := range q.lists[at] {
						d.best[h.asked] = max(d.best[h.asked], h.cosine)
					}
				}
			}
		}
		w.soft = 0
		for asked, m := range d.best { // the share of the question's weight in the window
			w.soft += float64(m) * float64(q.pieces[asked]) / q.total
		}
		if squares > 0 {
			w.estimate = float64(product) / math.Sqrt(float64(squares))
		}
	}
}

// soft is the best soft match.
func (d *compared) soft() (best float64) {
	for _, w := range d.windows {
		best = max(best, w.soft)
	}
	return best
}

// cosine is the best of all windows. They are looked at by falling estimate, until
// none can be better: mostly after the first two or three. Where nothing fits, and all
// are below zero, the estimates say nothing, and all are looked at.
func (d *compared) cosine(q *Question) float64 {
	slices.SortFunc(d.windows, func(a, b window) int { return cmp.Compare(b.estimate, a.estimate) })
	best, found := -1.0, false
	for _, w := range d.windows {
		if 0 < best && w.estimate*allowance < best {
			break
		}
		if d.pool(q, w) {
			best, found = max(best, float64(vector.Dot(q.vector, d.sum))), true
		}
	}
	if !found {
		return 0
	}
	return best
}

// pool makes the vector of a window, of length 1, and reports whether it has one.
func (d *compared) pool(q *Question, w window) bool {
	d.terms = d.terms[:0]
	for _, pieces := range d.stretches(w) {
		for _, id := range pieces {
			if weight := q.weights.of[id].weight; weight != 0 {
				d.terms = append(d.terms, embed.Term{ID: int(id), Weight: weight})
			}
		}
	}
	d.sum = slices.Grow(d.sum[:0], len(q.vector))[:len(q.vector)]
	clear(d.sum)
	q.weights.lexicon.Add(d.sum, d.terms)
	return vector.Unit(d.sum)
}
