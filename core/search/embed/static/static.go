// Package static has vectors of 27,628 word pieces in the binary itself: meaning
// without a network, a model or a download.
//
// They are what the sentence encoder all-MiniLM-L6-v2 makes of each piece by itself,
// in 256 dimensions of 4 bits. NOTICE names its authors; cmd/vectortable makes both
// files again.
//
// The vectors are never unpacked. They stay in the pages of the program file and are
// summed there, sixteen dimensions at a time: see sum.go.
package static

import (
	_ "embed"
	"encoding/binary"
	"errors"
	"fmt"
	"iter"
	"math"
	"strings"
	"sync"
	"unicode"

	"docuquest/core/language/analysis"
	"docuquest/core/language/text"
	"docuquest/core/search/embed"
	"docuquest/core/search/vector"
)

//go:embed static256_i4.bin
var tableFile string

//go:embed neighbours.bin
var neighboursFile string

// BuiltIn returns the lexicon in the binary. The first call takes a few milliseconds to
// make its tables, some 3 MB; all later ones return the same value.
func BuiltIn() *Lexicon { return builtIn() }

var builtIn = sync.OnceValue(func() *Lexicon {
	l, err := New(tableFile, neighboursFile)
	if err != nil {
		// The files are part of the program, and its tests read them.
		panic("static: " + err.Error())
	}
	return l
})

// A Lexicon is an embed.Lexicon over a packed table.
type Lexicon struct {
	dimensions int
	pieces     []string
	words      *text.WordPiece
	silent     []bool
	scales     []float32 // a vector is its nibbles times its scale
	lengths    []float32
	nibbles    string // dimensions/2 bytes for each piece
	near       neighbours
}

var _ embed.Lexicon = (*Lexicon)(nil)

// The table file, all numbers little-endian:
//
//	"SVE1", uint32 rows, uint32 dimensions, uint32 bytes of the vocabulary
//	the pieces, joined by line feeds
//	a half-precision scale for each row
//	dimensions/2 bytes for each row: two's complement nibbles, the even dimension low
const (
	tableMagic  = "SVE1"
	tableHeader = 16
	halfSize    = 2

	greatestScale = 65504 // of the numbers that a half can be
)

// New reads a table and its neighbours, as cmd/vectortable writes them, and keeps
// both strings. Without neighbours, "", no piece has any. The error is what is wrong
// with the files.
func New(table, neighbours string) (*Lexicon, error) {
	l, err := readTable(table)
	if err != nil {
		return nil, fmt.Errorf("the table: %w", err)
	}
	if l.near, err = readNeighbours(neighbours, l.Len()); err != nil {
		return nil, fmt.Errorf("the neighbours: %w", err)
	}
	return l, nil
}

func readTable(file string) (*Lexicon, error) {
	if len(file) < tableHeader || file[:len(tableMagic)] != tableMagic {
		return nil, errors.New("no header")
	}
	rows, dimensions, spelled := word(file, 4), word(file, 8), word(file, 12)
	if dimensions == 0 || dimensions%block != 0 {
		return nil, fmt.Errorf("%d dimensions are no multiple of %d", dimensions, block)
	}
	// Products of numbers below 2^32 and of the length of a row fit an int64 by far.
	if want := tableHeader + int64(spelled) + int64(rows)*(halfSize+int64(dimensions)/2); int64(len(file)) != want {
		return nil, fmt.Errorf("%d bytes where the header speaks of %d", len(file), want)
	}
	file = file[tableHeader:]
	pieces := strings.Split(file[:spelled], "\n")
	if len(pieces) != int(rows) {
		return nil, fmt.Errorf("%d pieces for %d rows", len(pieces), rows)
	}
	file = file[spelled:]
	l := &Lexicon{
		dimensions: int(dimensions),
		pieces:     pieces,
		words:      text.NewWordPiece(pieces),
		silent:     make([]bool, rows),
		scales:     make([]float32, rows),
		nibbles:    file[halfSize*rows:],
		lengths:    make([]float32, rows),
	}
	for id, p := range pieces {
		// Signs, stop words, and the names in brackets, which are no text.
		isName := len(p) > 2 && p[0] == '[' && p[len(p)-1] == ']'
		l.silent[id] = isName || analysis.IsStop(p) || !strings.ContainsFunc(p, func(r rune) bool {
			return r > unicode.MaxASCII || unicode.IsLetter(r) || unicode.IsDigit(r)
		})
		scale := vector.Half(uint16(file[halfSize*id]) | uint16(file[halfSize*id+1])<<8).Float32()
		if !(0 <= scale && scale <= greatestScale) {
			return nil, fmt.Errorf("row %d has the scale %v", id, scale)
		}
		l.scales[id] = scale
		squares, row := 0, l.row(id)
		for i := range len(row) {
			squares += int(squaresOf[row[i]])
		}
		l.lengths[id] = scale * float32(math.Sqrt(float64(squares)))
	}
	return l, nil
}

// word reads the number at an offset of a string that is long enough.
func word(s string, at int) uint32 {
	return binary.LittleEndian.Uint32([]byte(s[at : at+4]))
}

// Len returns how many pieces the table has.
func (l *Lexicon) Len() int { return len(l.pieces) }

// Dimensions returns the length of a vector.
func (l *Lexicon) Dimensions() int { return l.dimensions }

// Pieces cuts a text. What has no piece comes as [UNK], which does not speak, or not
// at all if the vocabulary lacks that.
func (l *Lexicon) Pieces(s string, code bool) iter.Seq[embed.Piece] {
	return func(yield func(embed.Piece) bool) {
		for id, span := range l.words.Pieces(s, code) {
			if id >= 0 && !yield(embed.Piece{ID: id, Start: span.Start, End: span.End}) {
				return
			}
		}
	}
}

// Cutter returns one that remembers words.
func (l *Lexicon) Cutter() embed.Cutter { return l.words.Cutter() }

// Piece returns a piece as it is written, with ## if it is inside of a word.
func (l *Lexicon) Piece(id int) string { return l.pieces[id] }

// IsWord reports whether a piece begins a word.
func (l *Lexicon) IsWord(id int) bool { return !strings.HasPrefix(l.pieces[id], "##") }

// Speaks reports whether a piece has a letter or digit and is no stop word.
func (l *Lexicon) Speaks(id int) bool { return !l.silent[id] }

// Vector returns the vector of a piece, which is the caller's.
func (l *Lexicon) Vector(id int) []float32 {
	v := make([]float32, 0, l.dimensions)
	row := l.row(id)
	for i := range len(row) {
		even, odd := numbers(row[i])
		v = append(v, even*l.scales[id], odd*l.scales[id])
	}
	return v
}

// Length returns the Euclidean length of a piece's vector.
func (l *Lexicon) Length(id int) float32 { return l.lengths[id] }

// Dot returns the dot product of a piece's vector and v.
func (l *Lexicon) Dot(id int, v []float32) float32 {
	var evens, odds float32
	row := l.row(id)
	v = v[:2*len(row)]
	for i := 0; i < len(row) && 2 <= len(v); i++ {
		even, odd := numbers(row[i])
		evens += even * v[0]
		odds += odd * v[1]
		v = v[2:]
	}
	return (evens + odds) * l.scales[id]
}

// numbers returns the two numbers of a byte. Shifting a signed byte to the left and back
// extends the sign of its low nibble.
func numbers(b byte) (even, odd float32) {
	return float32(int8(b) << 4 >> 4), float32(int8(b) >> 4)
}

// squaresOf are the sums of the squares of the two numbers of a byte.
var squaresOf = func() (sums [256]uint8) {
	for b := range sums {
		even, odd := numbers(byte(b))
		sums[b] = uint8(even*even + odd*odd)
	}
	return sums
}()

// row returns the packed vector of a piece.
func (l *Lexicon) row(id int) string {
	size := l.dimensions / 2
	return l.nibbles[id*size : (id+1)*size]
}

// Near returns the pieces with similar vectors, nearest first; the slice is the caller's.
func (l *Lexicon) Near(id int) []embed.Neighbour { return l.near.of(id) }
