package main

import (
	"fmt"
	"math"
	"runtime"
	"sync"
	"sync/atomic"
)

// The shape of the encoder that its tensors do not show.
const (
	layers  = 6
	heads   = 12
	epsilon = 1e-12 // of the norms

	classPiece, separatorPiece = 101, 102 // [CLS] and [SEP]

	// sequence is how many pieces the encoder sees at a time, and middle the place
	// of the one that is asked for.
	sequence, middle = 3, 1
	// batch is how many such sequences are computed together.
	batch = 32
)

// An encoder is BERT without its pooling: it makes a vector of each piece in a
// sequence.
type encoder struct {
	words     matrix // a row for each piece of the vocabulary
	positions matrix
	kind      []float32 // that of the first of two sentences
	norm      norm
	layers    []layer
}

type layer struct {
	query, key, value, output linear
	attended                  norm
	up, down                  linear
	out                       norm
}

// A norm brings a vector to mean 0 and variance 1, then to its own gain and bias.
type norm struct {
	gain, bias []float32
}

// encodeAlone gives a row for each piece of the vocabulary: what the encoder makes
// of it between [CLS] and [SEP].
func (e *encoder) encodeAlone() matrix {
	out := newMatrix(e.words.rows, e.words.columns)
	var next atomic.Int64
	var group sync.WaitGroup
	for range runtime.GOMAXPROCS(0) {
		group.Go(func() {
			for {
				first := int(next.Add(batch)) - batch
				if out.rows <= first {
					return
				}
				last := min(first+batch, out.rows)
				copy(out.data[first*out.columns:], e.encode(first, last).data)
			}
		})
	}
	group.Wait()
	return out
}

// encode does it for the pieces from first to before last.
func (e *encoder) encode(first, last int) matrix {
	all := newMatrix(sequence*(last-first), e.words.columns) // what goes into the first layer
	for piece := first; piece < last; piece++ {
		for at, id := range [sequence]int{classPiece, piece, separatorPiece} {
			row := all.row(sequence*(piece-first) + at)
			copy(row, e.words.row(id))
			add(row, e.kind)
			add(row, e.positions.row(at))
			e.norm.apply(row)
		}
	}
	for _, l := range e.layers[:layers-1] {
		all = l.apply(all, all)
	}
	asked := newMatrix(last-first, all.columns)
	for i := range asked.rows {
		copy(asked.row(i), all.row(sequence*i+middle))
	}
	return e.layers[layers-1].apply(asked, all)
}

// apply gives what the layer makes of asked: rows of all, as many of each sequence.
// The last layer is asked for one of three, which saves most of its work.
func (l *layer) apply(asked, all matrix) matrix {
	x := l.output.apply(attend(l.query.apply(asked), l.key.apply(all), l.value.apply(all)))
	for i := range x.rows {
		add(x.row(i), asked.row(i))
		l.attended.apply(x.row(i))
	}
	h := l.up.apply(x)
	for i, x := range h.data { // the activation "gelu"
		v := float64(x)
		h.data[i] = float32(0.5 * v * (1 + math.Erf(v/math.Sqrt2)))
	}
	y := l.down.apply(h)
	for i := range y.rows {
		add(y.row(i), x.row(i))
		l.out.apply(y.row(i))
	}
	return y
}

// attend mixes the values of each sequence by how well their keys answer a query,
// head by head.
func attend(query, key, value matrix) matrix {
	out := newMatrix(query.rows, query.columns)
	perSequence := query.rows * sequence / key.rows
	width := query.columns / heads
	scale := 1 / math.Sqrt(float64(width))
	for i := range query.rows {
		first := i / perSequence * sequence
		for from := 0; from < query.columns; from += width {
			to := from + width
			var weights [sequence]float32
			for at := range weights {
				weights[at] = dot(query.row(i)[from:to], key.row(first + at)[from:to])
			}
			greatest := max(weights[0], weights[1], weights[2])
			var sum float64
			for at, w := range weights { // the softmax of the products
				e := math.Exp(float64(w-greatest) * scale)
				weights[at] = float32(e)
				sum += e
			}
			for at, w := range weights {
				w = float32(float64(w) / sum)
				for k, v := range value.row(first + at)[from:to] {
					out.row(i)[from+k] += float32(w * v)
				}
			}
		}
	}
	return out
}

func (n norm) apply(v []float32) {
	var sum, squares float64
	for _, x := range v {
		sum += float64(x)
	}
	mean := sum / float64(len(v))
	for _, x := range v {
		d := float64(x) - mean
		squares += float64(d * d)
	}
	scale := 1 / math.Sqrt(squares/float64(len(v))+epsilon)
	for i, x := range v {
		v[i] = float32(float32((float64(x)-mean)*scale)*n.gain[i]) + n.bias[i]
	}
}

// A reader takes tensors out of a file and keeps the first error.
type reader struct {
	tensors tensors
	width   int // of the vectors between the layers, once it is known
	err     error
}

func newEncoder(file []byte) (*encoder, error) {
	t, err := readTensors(file)
	if err != nil {
		return nil, err
	}
	r := &reader{tensors: t}
	e := &encoder{words: r.matrix("embeddings.word_embeddings.weight")}
	r.width = e.words.columns
	if r.err == nil && (r.width == 0 || r.width%heads != 0 || e.words.rows <= separatorPiece) {
		r.err = fmt.Errorf("%d pieces of width %d do not fit this encoder", e.words.rows, r.width)
	}
	e.positions = r.rows("embeddings.position_embeddings.weight", sequence)
	kinds := r.rows("embeddings.token_type_embeddings.weight", 1)
	e.norm = r.norm("embeddings.LayerNorm")
	for i := range layers {
		name := fmt.Sprintf("encoder.layer.%d.", i)
		up := r.matrix(name + "intermediate.dense.weight").rows
		e.layers = append(e.layers, layer{
			query:    r.linear(name+"attention.self.query", r.width, r.width),
			key:      r.linear(name+"attention.self.key", r.width, r.width),
			value:    r.linear(name+"attention.self.value", r.width, r.width),
			output:   r.linear(name+"attention.output.dense", r.width, r.width),
			attended: r.norm(name + "attention.output.LayerNorm"),
			up:       r.linear(name+"intermediate.dense", r.width, up),
			down:     r.linear(name+"output.dense", up, r.width),
			out:      r.norm(name + "output.LayerNorm"),
		})
	}
	if r.err != nil {
		return nil, r.err
	}
	e.kind = kinds.row(0)
	return e, nil
}

// rows reads a matrix as wide as the encoder that has so many rows at least.
func (r *reader) rows(name string, least int) matrix {
	m := r.matrix(name)
	if r.err == nil && (m.columns != r.width || m.rows < least) {
		r.err = fmt.Errorf("%s has %d rows of %d, not %d of %d", name, m.rows, m.columns, least, r.width)
	}
	return m
}

func (r *reader) norm(name string) norm {
	return norm{r.vector(name+".weight", r.width), r.vector(name+".bias", r.width)}
}

func (r *reader) linear(name string, inputs, outputs int) linear {
	l := linear{r.matrix(name + ".weight"), r.vector(name+".bias", outputs)}
	if r.err == nil && (l.weight.columns != inputs || l.weight.rows != outputs) {
		r.err = fmt.Errorf("%s makes %d numbers of %d, not %d of %d", name, l.weight.rows, l.weight.columns, outputs, inputs)
	}
	return l
}

func (r *reader) matrix(name string) matrix {
	d, err := r.tensors.describe(name, 2)
	r.keep(err)
	if err != nil {
		return matrix{}
	}
	m := newMatrix(d.Shape[0], d.Shape[1])
	r.keep(r.tensors.fill(m.data, d, name))
	return m
}

func (r *reader) vector(name string, length int) []float32 {
	d, err := r.tensors.describe(name, 1)
	r.keep(err)
	if err != nil {
		return nil
	}
	v := make([]float32, d.Shape[0])
	r.keep(r.tensors.fill(v, d, name))
	if r.err == nil && len(v) != length {
		r.err = fmt.Errorf("%s has %d numbers, not %d", name, len(v), length)
	}
	return v
}

func (r *reader) keep(err error) {
	if r.err == nil {
		r.err = err
	}
}
