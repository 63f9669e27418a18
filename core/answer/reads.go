package answer

import "docuquest/core/search/retrieve"

// ReadsWhole reports whether a writer is given the complete texts of the documents in
// place of passages.
func ReadsWhole(w Writer) bool {
	_, isClassic := w.(Classic)
	return isClassic
}

// Reads are the numbers of the hits that a writer is given, in their order: those that
// there is room for in the prompt of [Generative], none where it [ReadsWhole] documents,
// and all of them for any other.
func Reads(w Writer, hits []retrieve.Hit) []int {
	if ReadsWhole(w) {
		return nil
	}
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
