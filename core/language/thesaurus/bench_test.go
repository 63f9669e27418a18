package thesaurus

import "testing"

func BenchmarkDecode(b *testing.B) {
	b.ReportAllocs()
	for b.Loop() {
		if _, err := Decode(wordNetData); err != nil {
			b.Fatal(err)
		}
	}
}

// BenchmarkLookup has a word of a question, the widest noun of all, and one that is not known.
func BenchmarkLookup(b *testing.B) {
	for _, noun := range []string{"gems", "weapon", "genus", "recommended"} {
		b.Run(noun, func(b *testing.B) {
			b.ReportAllocs()
			Lookup(noun)
			for b.Loop() {
				Lookup(noun)
			}
		})
	}
}

func BenchmarkNoun(b *testing.B) {
	b.ReportAllocs()
	Noun("gems")
	for b.Loop() {
		Noun("gems")
	}
}
