package ground_test

import (
	"strings"
	"testing"

	"docuquest/core/answer/ground"
)

// BenchmarkInventedQuotes is the dearest answer: ten quotes that stand nowhere,
// looked for by likeness in all passages.
func BenchmarkInventedQuotes(b *testing.B) {
	texts := search(b, "gold\nfound")
	texts.Hits = texts.Hits[:20]
	invented := claim("It was so.")
	for i := range 10 {
		quote := strings.Repeat("the crown of the seventh queen was found below the stair, ", 5) + string(rune('a'+i))
		invented.Quotes = append(invented.Quotes, claim("", quote).Quotes...)
	}
	for b.Loop() {
		ground.Check(report(invented), texts)
	}
}
