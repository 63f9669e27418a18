package text_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"docuquest/core/language/text"
)

// checkCutter compares a PieceCutter, whatever it met before, with Pieces.
func checkCutter(t *testing.T, w *text.WordPiece, c *text.PieceCutter, s string) {
	t.Helper()
	for _, code := range []bool{false, true} {
		want := []int32{-7}
		for number := range w.Pieces(s, code) {
			if number >= 0 {
				want = append(want, int32(number))
			}
		}
		for range 2 { // the second time from memory
			if got := c.Append([]int32{-7}, s, code); !slices.Equal(want, got) {
				t.Fatalf("%q, code %v (-pieces +got):\n%s", s, code, cmp.Diff(want, got))
			}
		}
	}
}

func TestCutter(t *testing.T) {
	var many strings.Builder // words, more than are remembered
	for i := range 12_000 {
		fmt.Fprintf(&many, "getUser%d, user%d! ", i%6000, i%5000)
	}
	for _, w := range []*text.WordPiece{text.NewWordPiece(vocabulary), text.NewWordPiece(vocabulary[2:])} {
		c := w.Cutter()
		for _, s := range []string{
			"", "The user's unaffable getUserName_s, 2024!", "café cafe\u0301 中文 the\x00user the\u00e9user",
			strings.Repeat("ab", 5) + " " + strings.Repeat("ab", 8) + " " + strings.Repeat("ab", 60), "the THE The zzz", many.String(),
		} {
			checkCutter(t, w, c, s)
		}
	}
}

func FuzzCutter(f *testing.F) {
	f.Add("The unaffable getUserName_s, 2024! caf\u00e9 \x00\xff 中文")
	w := text.NewWordPiece(vocabulary)
	c := w.Cutter()
	f.Fuzz(func(t *testing.T, s string) { checkCutter(t, w, c, s) })
}
