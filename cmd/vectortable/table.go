package main

import (
	"encoding/binary"
	"math"
	"slices"
	"strings"
	"unicode/utf8"

	"docuquest/core/search/vector"
)

// greatestNibble is the greatest number that 4 bits hold on both sides of zero.
const greatestNibble = 7

// encodeTable writes the vectors of the pieces that a text can hold, as core/search/embed/static
// reads them.
func encodeTable(vectors matrix, vocabulary []string) []byte {
	var spelled []string
	var scales, nibbles []byte
	for i, piece := range vocabulary {
		isASCII := strings.IndexFunc(piece, func(r rune) bool { return r >= utf8.RuneSelf }) < 0
		if piece == "" || !isASCII || strings.HasPrefix(piece, "[unused") { // a place kept free
			continue
		}
		spelled = append(spelled, piece)
		// The nibbles are those for the scale as it is kept.
		scale := vector.NewHalf(scaleOf(vectors.row(i)))
		scales = binary.LittleEndian.AppendUint16(scales, uint16(scale))
		for v := range slices.Chunk(vectors.row(i), 2) {
			nibbles = append(nibbles, nibble(v[0], scale.Float32())|nibble(v[1], scale.Float32())<<4)
		}
	}
	words := strings.Join(spelled, "\n")
	file := []byte("SVE1")
	file = binary.LittleEndian.AppendUint32(file, uint32(len(spelled)))
	file = binary.LittleEndian.AppendUint32(file, uint32(vectors.columns))
	file = binary.LittleEndian.AppendUint32(file, uint32(len(words)))
	file = append(file, words...)
	file = append(file, scales...)
	return append(file, nibbles...)
}

// scaleOf is the step that brings the greatest component to the greatest nibble.
func scaleOf(v []float32) float32 {
	var greatest float32
	for _, x := range v {
		greatest = max(greatest, float32(math.Abs(float64(x))))
	}
	return greatest / greatestNibble
}

// nibble is the nearest multiple of the scale in two's complement.
func nibble(x, scale float32) byte {
	if scale == 0 {
		return 0
	}
	n := math.RoundToEven(float64(x / scale))
	return byte(int(max(-greatestNibble, min(n, greatestNibble)))) & 0xf
}
