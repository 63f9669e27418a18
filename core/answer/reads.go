package answer

import "docuquest/core/retrieve"

// Reads are the numbers of the hits that a writer is given, in their order: those that
// there is room for in the prompt of [Generative], and all of them for any other.
func Reads(w Writer, hits []retrieve.Hit) []int {
	g, isLimited := w.(Generative)
	numbers := make([]int, 0, len(hits))
	if !isLimited {
		for i := range hits {
			numbers = append(numbers, i)
		}
		return numbers
	}
	for _, p := range pack(hits, g.Budget) {
		numbers = append(numbers, p.hit)
	}
	return numbers
}
