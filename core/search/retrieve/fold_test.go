package retrieve

import (
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"

	"docuquest/core/search/question"
)

// licence is a text that many files begin with.
const licence = `Copyright %s

Permission is hereby granted, free of charge, to any person who gets a copy of this program and of the
texts that belong to it, to deal in the program without any limits, and so to use it, to copy it, to change
it, to join it with others, to publish it and to sell copies of it, and to let those do the same whom it is
given to, as long as the lines above and these lines stand in all copies and in all larger parts of it. The
program is given as it is, and nobody promises that it is good for anything at all.
`

func BenchmarkFold(b *testing.B) {
	texts := map[string]string{}
	for i := range 50 {
		texts[fmt.Sprintf("%d.txt", i)] = fmt.Sprintf(licence, fmt.Sprint(2000+i)) + strings.Repeat(fmt.Sprintf("gold%d and permission ", i), 40)
	}
	r, _ := newRetriever(texts)
	for b.Loop() {
		if _, err := r.Find(b.Context(), Query{Question: question.Of("permission gold"), Limit: 50, Passages: 100}); err != nil {
			b.Fatal(err)
		}
	}
	b.ReportMetric(float64(len(slices.Collect(maps.Keys(texts)))), "files")
}
