package answer_test

import (
	"strings"
	"testing"

	"docuquest/core/answer"
	"docuquest/core/document"
	"docuquest/core/search/question"
)

// What a model reads has the whole entry that answers, with the line that introduces it, wherever
// the passage was cut; where room is short, before passages that were found first.
func TestAddEntries(t *testing.T) {
	const asked = "What is the default of the lamp timeout?"
	settings := parse("settings.md", "# Lamps\n\nThe lamp timeout has these values:\n\n- the least is 5 seconds\n- the greatest is 1 hour\n- the default is 120 seconds\n")
	other := parse("other.md", "# Timeouts\n\n"+strings.Repeat("A timeout of a lamp is no default of a lamp. ", 40)+"\n")
	found := search(asked, []*document.Document{settings, other})
	for i := range found.Hits {
		if c := &found.Hits[i].Chunk; found.Hits[i].Document == settings { // cut in front of the default
			c.Span.End = c.Span.Start + strings.Index(c.Span.Of(settings.Text), "- the default")
			c.Text = c.Span.Of(settings.Text)
			c.Parts = nil
		}
	}
	before := answer.Pack(found.Hits, 0).Text
	if strings.Contains(before, "120 seconds") {
		t.Fatalf("the passages have the default already:\n%s", before)
	}
	if err := answer.AddEntries(t.Context(), question.Of(asked), found); err != nil {
		t.Fatal(err)
	}
	const want = "settings.md > Lamps\nThe lamp timeout has these values:\n\n- the least is 5 seconds\n- the greatest is 1 hour\n- the default is 120 seconds"
	for _, budget := range []int{0, 120} {
		if got := answer.Pack(found.Hits, budget).Text; !strings.Contains(got, want) {
			t.Errorf("with room for %d tokens, not in the passages: %s\n%s", budget, want, got)
		}
	}
	hits := len(found.Hits)
	if err := answer.AddEntries(t.Context(), question.Of(asked), found); err != nil || len(found.Hits) != hits {
		t.Errorf("an entry that a passage has is added again: %d hits, %v", len(found.Hits), err)
	}
}
