package research

import (
	"testing"

	"docuquest/core/answer"
	"docuquest/core/services/llm/llmtest"
)

// Whatever a model replies, reading it does not panic, and what is taken fits the limits.
func FuzzReplies(f *testing.F) {
	for _, seed := range []string{
		`{"queries": ["a"], "slots": [{"type": "date", "asked": "when"}]}`, "```json\n{\"slots\": [1, null, {}]", "[", "{{", `{"queries": {"query": "x"}}`,
		`{"filled": [{"slot": 1, "passage": "99999999999999999999", "quote": "The ring."}]}`, `[[[{"queries":"q"}]]]`, "\xff",
	} {
		f.Add(seed)
	}
	found, err := over(map[string]string{"a.txt": "The ring was found in the well in 1931."}).Find(f.Context(), run{question: "Where was the ring?"}.query())
	if err != nil {
		f.Fatal(err)
	}
	f.Fuzz(func(t *testing.T, reply string) {
		_, slots := readPlan(reply)
		if mostSlots < len(slots) {
			t.Errorf("%d slots", len(slots))
		}
		e := &expedition{Researcher: &Researcher{Model: llmtest.NewModel(nil)}, pool: &pool{scores: map[string]float64{}}, report: Report{Found: found, Slots: []Slot{{Asked: "where"}}}}
		for _, object := range answer.Objects(reply) {
			e.take(object, answer.Pack(found.Hits, 0))
		}
		if mostWanted < len(e.next) {
			t.Errorf("%d queries", len(e.next))
		}
		checkQuotes(t, &e.report)
	})
}
