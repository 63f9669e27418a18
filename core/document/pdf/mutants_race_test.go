//go:build race

package pdf_test

// mutants is less than without the race detector, see there.
const mutants = 40
