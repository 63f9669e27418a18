// Package embed has the interfaces of vectors of meaning: an [Embedder] makes one of a whole
// text, a [Lexicon] has one for each piece of a vocabulary. What implements them decides what
// leaves the machine.
package embed

import (
	"context"
	"iter"
)

// An Embedder makes vectors of texts. It may be used by any number of goroutines.
type Embedder interface {
	// Name names the model and whatever else decides what its vectors are. Vectors of
	// different names are never compared.
	Name() string

	// Dimensions is the length of each vector, 0 as long as it is not known.
	Dimensions() int

	// Embed returns one vector of length 1 for each text, in their order; they are the
	// caller's. With an error it returns none. It ends early when ctx does.
	Embed(ctx context.Context, texts []string) ([][]float32, error)
}

// A Lexicon has vectors for the pieces that words are made of. It is immutable and
// may be used by any number of goroutines. Pieces are numbered from 0; methods panic
// on a number that is not below Len.
type Lexicon interface {
	// Len returns how many pieces it has.
	Len() int

	// Dimensions is the length of each vector.
	Dimensions() int

	// Pieces cuts a text, in order. In code, identifiers are cut into their parts
	// first. What has no piece of its own may be missing or come as one that does not
	// speak.
	Pieces(text string, code bool) iter.Seq[Piece]

	// Cutter returns one that cuts as Pieces does.
	Cutter() Cutter

	// Piece returns a piece as it is written: "##" precedes one inside of a word.
	Piece(id int) string

	// IsWord reports whether a piece is a word by itself, or the beginning of one.
	IsWord(id int) bool

	// Speaks reports whether a piece has a meaning: signs and stop words have none.
	Speaks(id int) bool

	// Vector is the vector of a piece, of any length; the caller's.
	Vector(id int) []float32

	// Length is the Euclidean length of a piece's vector.
	Length(id int) float32

	// Dot is the dot product of a piece's vector and v, which has as many elements as
	// there are dimensions.
	Dot(id int, v []float32) float32

	// Add adds the vectors of pieces, each times its weight, to sum, which has as many
	// elements as there are dimensions. Weights are finite and not negative. It may be
	// off by a thousandth of the greatest addend for each of them.
	Add(sum []float32, terms []Term)

	// Near returns the pieces with similar vectors, of a cosine of at least .5, the
	// nearest first and without the piece itself. The slice is the caller's.
	Near(id int) []Neighbour
}

// A Cutter cuts one text after another into the pieces of a lexicon, where their places
// do not matter. It belongs to one goroutine at a time.
type Cutter interface {
	// Append appends the numbers of the pieces of a text to ids, in order, and returns
	// the extended slice.
	Append(ids []int32, text string, code bool) []int32
}

// A Piece is a piece at its place in a text: the bytes from Start to End.
type Piece struct {
	ID         int
	Start, End int
}

// A Term is a piece with its weight.
type Term struct {
	ID     int
	Weight float32
}

// A Neighbour is a piece with a vector similar to that of another, and their cosine: .5 to 1.
type Neighbour struct {
	ID     int
	Cosine float32
}
