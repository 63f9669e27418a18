package rank

import "math"

// The parameters of BM25 as Robertson and Zaragoza describe it (The
// Probabilistic Relevance Framework: BM25 and Beyond, 2009).
const (
	saturation = 1.2  // k1: how soon further occurrences stop counting
	shortening = 0.75 // b: how much long texts are held against
)

// IDF is the weight of a term that occurs in some of count texts, never
// negative. A term that occurs nowhere weighs most.
func IDF(count, holding int) float64 {
	return math.Log(1 + (float64(count)-float64(holding)+0.5)/(float64(holding)+0.5))
}

// Best is the limit that BM25 approaches for each unit of a term's mass.
const Best = saturation + 1

// BM25 of one term: times is how often it occurs in a text of length words
// where texts are average words long. The result is multiplied by the mass of
// the term.
func BM25(times, length, average float64) float64 {
	norm := saturation * (1 - shortening + shortening*length/average)
	return times * (saturation + 1) / (times + norm)
}
