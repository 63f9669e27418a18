package text_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"docuquest/core/language/text"
)

// checkMemory compares what a Memory gives with the words themselves.
func checkMemory(t *testing.T, m *text.Memory[string], o text.Options, s string) {
	t.Helper()
	var want, got []string
	for w := range o.Words(s) {
		want = append(want, fmt.Sprintf("%d %s", w.Span.Start, w.Span.Of(s)))
	}
	m.Each(s, strings.Clone, func(start int, word string) { got = append(got, fmt.Sprintf("%d %s", start, word)) })
	if !slices.Equal(want, got) {
		t.Fatalf("%q under %+v (-words +got):\n%s", s, o, cmp.Diff(want, got))
	}
}

// However many words were met before, each is given what is known of it.
func TestMemory(t *testing.T) {
	var many strings.Builder
	for i := range 6000 {
		fmt.Fprintf(&many, "w%d internationalisation%d ", i%3000, i%2500)
	}
	for _, o := range []text.Options{{}, {Underscores: true}} {
		m := text.NewMemory[string](o)
		for _, s := range []string{
			"", "one two one", many.String(), "Go go GO max_size __",
			"sixteen_bytes_in sixteen_bytes_in_ sixteen_bytes_in_it größe 漢字", many.String(),
		} {
			checkMemory(t, m, o, s)
		}
	}
}

// A word that occurs again is not asked about again.
func TestMemoryAsksOnce(t *testing.T) {
	m := text.NewMemory[int](text.Options{})
	asked := 0
	for range 3 {
		m.Each("gold internationalisation gold", func(string) int { asked++; return asked }, func(int, int) {})
	}
	if asked != 2 {
		t.Errorf("asked %d times about two words", asked)
	}
}

func FuzzMemory(f *testing.F) {
	for _, seed := range []string{"", "größe_max 漢字 __", "x\xff\u0301y", strings.Repeat("longer_than_any_key ", 3)} {
		f.Add(seed)
	}
	m := text.NewMemory[string](text.Options{Underscores: true})
	f.Fuzz(func(t *testing.T, s string) { checkMemory(t, m, text.Options{Underscores: true}, s) })
}
