package main

import (
	"encoding/binary"
	"math"
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
		if !isKept(piece) {
			continue
		}
		spelled = append(spelled, piece)
		// The nibbles are those for the scale as it is kept.
		scale := vector.NewHalf(scaleOf(vectors.row(i)))
		scales = binary.LittleEndian.AppendUint16(scales, uint16(scale))
		nibbles = appendNibbles(nibbles, vectors.row(i), scale.Float32())
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

// isKept leaves out the pieces that hold more than ASCII and the places that the
// vocabulary keeps free.
func isKept(piece string) bool {
	for i := range len(piece) {
		if piece[i] >= utf8.RuneSelf {
			return false
		}
	}
	return piece != "" && !strings.HasPrefix(piece, "[unused")
}

// scaleOf is the step that brings the greatest component to the greatest nibble.
func scaleOf(v []float32) float32 {
	var greatest float32
	for _, x := range v {
		greatest = max(greatest, float32(math.Abs(float64(x))))
	}
	return greatest / greatestNibble
}

func appendNibbles(dst []byte, v []float32, scale float32) []byte {
	for k := 0; k < len(v); k += 2 {
		dst = append(dst, nibble(v[k], scale)|nibble(v[k+1], scale)<<4)
	}
	return dst
}

// nibble is the nearest multiple of the scale in two's complement.
func nibble(x, scale float32) byte {
	if scale == 0 {
		return 0
	}
	n := math.RoundToEven(float64(x / scale))
	return byte(int(max(-greatestNibble, min(n, greatestNibble)))) & 0xf
}
