package replies

import (
	"fmt"
	"strings"
	"testing"

	"docuquest/core/answer/render"
	"docuquest/core/file"
	"docuquest/core/language/text"
)

// The document of an answer with very many sources shows the first of them and says how
// many it does not, whatever their quotes hold; what stands behind them is there.
func TestLongDocument(t *testing.T) {
	for _, c := range []struct {
		name, quote string
		number      int
		whole       bool
	}{
		{"few", "Jade.", 3, true},
		{"many", strings.Repeat("The jade was found. ", 20), 1000, false},
		{"many with marks", strings.Repeat("*_[]()<>&#!|~`:@.-+\\$^ www.x.y http://z ", 8), 1000, false},
		{"many lines", strings.Repeat("- 1. jade\n", 20), 1000, false},
		{"one that is very long", strings.Repeat("Ä jade. ", 20_000), 1, false},
	} {
		t.Run(c.name, func(t *testing.T) {
			r := &Answer{Question: "Where?", Markdown: "There. [1]", Unsupported: []string{"Nowhere."}}
			for i := range c.number {
				r.Citations = append(r.Citations, Citation{Number: i + 1, URI: file.FromPath(fmt.Sprintf("/%d.txt", i)), Path: fmt.Sprintf("%d.txt", i), Quote: c.quote})
			}
			document := DocumentOf(r)
			shown := strings.Count(document, "](file:")
			lacks := text.Counted(c.number-shown, "source is", "sources are") + " not shown."
			if c.whole != (shown == c.number) || strings.Contains(document, lacks) == c.whole {
				t.Errorf("%d of %d sources are shown, and not %q", shown, c.number, lacks)
			}
			if n := len(document); n >= render.MaxCharacters || !strings.HasSuffix(document, "## Without support in your files\n\n- Nowhere.") {
				t.Errorf("%d bytes that end in %q", n, document[max(0, n-200):])
			}
		})
	}
}

// The sources of an answer show each entry once.
func TestOncePerEntry(t *testing.T) {
	shown := OncePerEntry([]Citation{
		{URI: "a", Entry: "One. Two.", Context: []Context{{Text: "Numbers"}}},
		{URI: "a", Entry: "One. Two.", Context: []Context{{Text: "Numbers"}}},
		{URI: "b", Entry: "One. Two."},
	})
	if shown[0].Entry == "" || shown[1].Entry != "" || shown[1].Context != nil || shown[2].Entry == "" {
		t.Errorf("%+v", shown)
	}
}
