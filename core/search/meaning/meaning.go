// Package meaning says how near a text comes to what a question means, by the vectors
// of the pieces that words are made of.
//
// A text is looked at in windows of 128 pieces; each but the first begins with the
// first 16 pieces of title and text, which mostly say what all of it is about. Of each
// window there are two numbers, and the best window decides each of them:
//
//   - the cosine of question and window, both the sum of the vectors of their pieces,
//     each times its weight;
//   - the soft match: which share of the question's weight the window holds, where a
//     piece that is not there counts as much as the nearest one that is.
//
// A piece weighs more the fewer documents of the workspace hold it, so the same text
// means another thing in another workspace. Nothing can be computed beforehand but the
// weights, and nothing has to be kept: the windows of the few candidates of a question
// are made when it is asked.
//
// Passages are the other way: vectors that an embedder makes of whole passages, before
// any question, and that are kept by the content of the file.
package meaning

import (
	"math"
	"sync"
	"sync/atomic"

	"docuquest/core/search/embed"
	"docuquest/core/search/vector"
)

// Weights say how much each piece of a lexicon says in a workspace. They are immutable
// and may be used by any number of goroutines.
type Weights struct {
	lexicon embed.Lexicon
	of      []weight  // by piece
	idle    sync.Pool // of *compared
}

// A weight is how much a piece says, and the square of the length of its vector times
// that. Both are 0 for one that says nothing.
type weight struct{ weight, square float32 }

// NewWeights makes the weights for a workspace of so many documents, of which holding
// gives how many hold a piece. It asks for every piece that says something once.
func NewWeights(l embed.Lexicon, documents int, holding func(piece int) int) *Weights {
	w := &Weights{lexicon: l, of: make([]weight, l.Len())}
	for id := range w.of {
		if l.Speaks(id) {
			// Never negative, and greatest for a piece that no document has.
			n, df := float64(documents), float64(min(holding(id), documents))
			rare := float32(math.Log(1 + (n-df+0.5)/(df+0.5)))
			length := rare * l.Length(id)
			w.of[id] = weight{rare, length * length}
		}
	}
	return w
}

// Of is the weight of a piece.
func (w *Weights) Of(piece int) float64 { return float64(w.of[piece].weight) }

// A Question is what texts are compared with. It is immutable and may be used by any
// number of goroutines.
type Question struct {
	weights *Weights
	vector  []float32 // of length 1; all zeros if the question says nothing
	pieces  []float32 // the weights of its distinct pieces
	total   float64   // of pieces

	relations []relation // by piece of the lexicon
	lists     [][]hit    // the first one is empty
}

// A relation is what a piece of the lexicon is to a question.
type relation struct {
	// product is that of the vectors of the piece and the question, as the bits of a
	// float32. It is made when it is first asked for, by any goroutine: all would make
	// the same. 0 is none yet.
	product atomic.Uint32
	// hits is which of lists has what the piece means in the question: itself, or
	// pieces that it is like. 0 is none.
	hits int32
}

// A hit says that a piece of a text matches a piece of the question.
type hit struct {
	asked  int     // the place in Question.pieces
	cosine float32 // 1 for the piece itself
}

// Question takes a question apart. With code, it is read as a program is.
func (w *Weights) Question(s string, code bool) *Question {
	q := &Question{
		weights:   w,
		vector:    make([]float32, w.lexicon.Dimensions()),
		relations: make([]relation, w.lexicon.Len()),
		lists:     [][]hit{nil},
	}
	var terms []embed.Term
	seen := map[int]bool{}
	for p := range w.lexicon.Pieces(s, code) {
		weight := w.of[p.ID].weight
		if weight == 0 {
			continue
		}
		terms = append(terms, embed.Term{ID: p.ID, Weight: weight})
		if !seen[p.ID] {
			seen[p.ID] = true
			asked := len(q.pieces)
			q.pieces = append(q.pieces, weight)
			q.total += float64(weight)
			q.hit(p.ID, hit{asked, 1})
			for _, n := range w.lexicon.Near(p.ID) {
				q.hit(n.ID, hit{asked, n.Cosine})
			}
		}
	}
	w.lexicon.Add(q.vector, terms)
	vector.Unit(q.vector)
	return q
}

// Alone takes a single word apart as the question was, by the same weights.
func (q *Question) Alone(word string) *Question { return q.weights.Question(word, false) }

func (q *Question) hit(id int, h hit) {
	at := &q.relations[id].hits
	if *at == 0 {
		*at = int32(len(q.lists))
		q.lists = append(q.lists, nil)
	}
	q.lists[*at] = append(q.lists[*at], h)
}

// Score compares a document with the question: its title and its text, which are
// behind one another, and whether both are read as a program is. The licence at the
// head of a program is left out.
//
// Cosine is -1 to 1, soft 0 to 1; both are 0 where there is nothing to compare. No more
// is read than the first 256 KiB of a text.
func (q *Question) Score(title, text string, code bool) (cosine, soft float64) {
	d := q.weights.compared()
	defer q.weights.idle.Put(d)
	if code {
		text = withoutLicence(text)
	}
	d.cut(title, text, code)
	d.weigh(q)
	return d.cosine(q), d.soft()
}

// Soft returns the soft match alone of a short text and the title above it, as Score does, for a
// fraction of the price.
func (q *Question) Soft(title, text string, code bool) float64 {
	d := q.weights.compared()
	defer q.weights.idle.Put(d)
	d.cut(title, text, code)
	d.weigh(q)
	return d.soft()
}

// product is the dot product of a piece and the question's vector.
func (q *Question) product(id int32) float32 {
	kept := &q.relations[id].product
	if bits := kept.Load(); bits != 0 {
		return math.Float32frombits(bits)
	}
	p := q.weights.lexicon.Dot(int(id), q.vector)
	kept.Store(math.Float32bits(p))
	return p
}
