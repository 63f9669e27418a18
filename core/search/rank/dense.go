package rank

import (
	"cmp"
	"slices"
	"strings"
	"unicode/utf8"
)

// stretch is the length of the pieces that a long text is taken apart into, in bytes:
// a few sentences, or a function.
const stretch = 1 << 10

// Dense gives what matters of the text that See read last where it is longer than so
// many bytes: its head, and the stretches that have most of the question, in the order
// of the text with a line between. What compares meanings is slow, and looks there.
func (m *Matcher) Dense(s string, most int) string {
	if len(s) <= most {
		return s
	}
	kept := m.densest(len(s), most/stretch)
	var b strings.Builder
	b.Grow(most + len(kept))
	for _, n := range kept {
		b.WriteString(s[runeStart(s, n*stretch):runeStart(s, (n+1)*stretch)])
		b.WriteByte('\n')
	}
	return b.String()
}

// densest are the numbers of the stretches to keep, the first one among them.
func (m *Matcher) densest(length, count int) []int {
	masses := make([]float64, (length+stretch-1)/stretch)
	last := map[int]int{} // by term: the stretch that it was counted in, plus one
	for _, o := range m.found {
		if n := o.start / stretch; last[o.term] != n+1 {
			last[o.term] = n + 1
			masses[n] += m.question.Terms[o.term].Mass()
		}
	}
	top := NewTop(count-1, func(a, b int) int { return cmp.Or(cmp.Compare(masses[b], masses[a]), cmp.Compare(a, b)) })
	for n, mass := range masses {
		if n > 0 && mass > 0 {
			top.Add(n)
		}
	}
	kept := append([]int{0}, top.Sorted()...)
	slices.Sort(kept)
	return kept
}

// runeStart is the place of the first character at or behind a byte.
func runeStart(s string, at int) int {
	for at < len(s) && !utf8.RuneStart(s[at]) {
		at++
	}
	return min(at, len(s))
}
