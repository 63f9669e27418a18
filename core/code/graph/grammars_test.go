//go:build cgo

package graph_test

import "testing"

// The values and descriptions of declarations come from the grammars, which are in builds with
// cgo alone.
func TestDeclarationsOfGrammars(t *testing.T) {
	checkDeclarations(t, "testdata/declarations/grammars/*.txtar")
}
