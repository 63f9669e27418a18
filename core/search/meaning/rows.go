package meaning

import (
	"crypto/sha256"
	"encoding/binary"

	"docuquest/core/search/vector"
)

// rows are the vectors of one file's passages in the form in which they are kept, all
// numbers little-endian:
//
//	"DQV1", uint32 dimensions, uint32 rows
//	for each row 8 bytes that distinguish its text from others
//	for each row as many half-precision numbers as there are dimensions
//
// Half precision moves a cosine by less than a thousandth, and halves what is kept and
// what a question has to read. The zero value has no rows.
type rows struct {
	dimensions int
	marks      []byte
	values     []byte
}

const (
	rowsMagic  = "DQV1"
	rowsHeader = 12
	markSize   = 8
	halfSize   = 2
)

// decodeRows reads what rowsMaker wrote, and keeps raw. It is false for anything else.
func decodeRows(raw []byte) (rows, bool) {
	if len(raw) < rowsHeader || string(raw[:len(rowsMagic)]) != rowsMagic {
		return rows{}, false
	}
	dimensions := int64(binary.LittleEndian.Uint32(raw[4:]))
	count := int64(binary.LittleEndian.Uint32(raw[8:]))
	raw = raw[rowsHeader:]
	// Both are below 2^32: dividing first keeps the product in its bounds.
	size := markSize + halfSize*dimensions
	if count > int64(len(raw))/size || count*size != int64(len(raw)) || count > 0 && dimensions == 0 {
		return rows{}, false
	}
	return rows{int(dimensions), raw[:count*markSize], raw[count*markSize:]}, true
}

// count is how many rows there are.
func (r rows) count() int { return len(r.marks) / markSize }

// best is the greatest dot product of v and a row, a cosine since both are of length 1.
// It is false without rows, and where v has other dimensions.
func (r rows) best(v []float32) (best float64, ok bool) {
	if r.count() == 0 || r.dimensions != len(v) {
		return 0, false
	}
	best = -1
	row := make([]float32, r.dimensions)
	for values := r.values; len(values) > 0; values = values[halfSize*r.dimensions:] {
		for i := range row {
			row[i] = vector.Half(binary.LittleEndian.Uint16(values[halfSize*i:])).Float32()
		}
		if c := float64(vector.Dot(v, row)); best < c { // which is false for what is no number
			best = c
		}
	}
	return min(best, 1), true
}

// rowsMaker puts rows together.
type rowsMaker struct {
	marks   []mark
	vectors [][]byte // by the numbers of marks, as they are kept; nil for those that are not there yet
}

// A mark distinguishes one text from others.
type mark [markSize]byte

// startRows begins the rows of texts with the vectors that old rows have of them, and
// gives the numbers of those that these lack.
func startRows(texts []string, old rows) (rowsMaker, []int) {
	known := map[mark]int{}
	for i := range old.count() {
		known[mark(old.marks[i*markSize:])] = i
	}
	m := rowsMaker{make([]mark, len(texts)), make([][]byte, len(texts))}
	var absent []int
	for i, t := range texts {
		sum := sha256.Sum256([]byte(t))
		m.marks[i] = mark(sum[:markSize])
		at, ok := known[m.marks[i]]
		if !ok {
			absent = append(absent, i)
			continue
		}
		size := halfSize * old.dimensions
		m.vectors[i] = old.values[at*size : (at+1)*size]
	}
	return m, absent
}

// fit reports whether vectors are as long as those that are there.
func (m rowsMaker) fit(vectors [][]float32) bool {
	for _, v := range m.vectors {
		if v != nil && len(vectors) > 0 {
			return len(v) == halfSize*len(vectors[0])
		}
	}
	return true
}

// encode returns the rows as they are kept. It panics if a vector lacks.
func (m rowsMaker) encode() []byte {
	size := 0
	if len(m.vectors) > 0 {
		size = len(m.vectors[0])
	}
	raw := make([]byte, 0, rowsHeader+len(m.marks)*(markSize+size))
	raw = append(raw, rowsMagic...)
	raw = binary.LittleEndian.AppendUint32(raw, uint32(size/halfSize))
	raw = binary.LittleEndian.AppendUint32(raw, uint32(len(m.marks)))
	for _, mark := range m.marks {
		raw = append(raw, mark[:]...)
	}
	for _, v := range m.vectors {
		if v == nil || len(v) != size {
			panic("meaning: vectors of one file that lack or differ in length")
		}
		raw = append(raw, v...)
	}
	return raw
}

// halves returns a vector as it is kept.
func halves(v []float32) []byte {
	raw := make([]byte, 0, halfSize*len(v))
	for _, x := range v {
		raw = binary.LittleEndian.AppendUint16(raw, uint16(vector.NewHalf(x)))
	}
	return raw
}
