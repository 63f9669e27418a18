package retrieve

import (
	"strings"
	"testing"

	"docuquest/core/document/chunk"
)

const handbook = `# Handbook

All of it.

## Gates

On gates.

### Iron

The first iron gate.

### Wood

The wooden gate is a unicorn.

### Stone

The stone gate.

## Towers

On towers.
`

// A hit brings along what stands beside it and what its headings begin with.
func TestAround(t *testing.T) {
	r, _ := newRetriever(map[string]string{"a.md": handbook})
	for _, test := range []struct {
		each                 int
		above, before, after string
	}{
		{0, "", "", ""},
		{1, "All of it.|On gates.", "The first iron gate.", "The stone gate."},
		{2, "All of it.", "On gates.|The first iron gate.", "The stone gate.|On towers."},
		{9, "", "All of it.|On gates.|The first iron gate.", "The stone gate.|On towers."},
	} {
		hits := find(t, r, Query{Text: "unicorn", Passages: 1, Around: test.each}).Hits
		if len(hits) != 1 {
			t.Fatalf("%d hits", len(hits))
		}
		got := hits[0].Around
		same(t, "above", test.above, contents(got.Above))
		same(t, "before", test.before, contents(got.Before))
		same(t, "after", test.after, contents(got.After))
	}
}

func contents(chunks []chunk.Chunk) string {
	var all []string
	for _, c := range chunks {
		all = append(all, strings.TrimSpace(c.Content()))
	}
	return strings.Join(all, "|")
}
