//go:build !race

package pdf_test

// mutants is how many broken files are tried. Under the race detector, which is
// there for other faults and makes each ten times slower, it is less.
const mutants = 300
