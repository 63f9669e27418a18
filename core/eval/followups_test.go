package eval

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// A pair tells of a question that goes on with another by what it got in three ways, and
// one of a new subject by what it left alone.
func TestFollowed(t *testing.T) {
	jade := followup{First: "Where was jade found?", Then: "And who found it?", Full: "Who found jade?", Want: []want{{Path: "a"}}}
	wool := followup{First: "Where was jade found?", Then: "Who sold wool?", Want: []want{{Path: "b"}}}
	var s Set
	s.addFollowed([]followed{
		{followup: jade, inConversation: []string{"a", "b"}, alone: []string{"c"}, full: []string{"a"}, carried: []string{"jade"}},
		{followup: jade, inConversation: []string{"b", "a"}, full: []string{"a"}},
		{followup: wool, inConversation: []string{"b"}, alone: []string{"b"}, full: []string{"b"}},
		{followup: wool, inConversation: nil, alone: []string{"b"}, full: []string{"b"}, carried: []string{"jade"}},
	})
	got := map[string]float64{}
	for _, f := range s.Figures {
		got[f.Name] = f.Value
	}
	want := map[string]float64{
		"followup_same@1": 0.5, "followup_want@1": 0.5, "followup_want@1_in_full": 1, "followup_want@1_alone": 0,
		"followup_taken": 0.5, "new_untouched": 0.5, "new_same@1": 0.5,
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("figures (-want +got):\n%s", diff)
	}
	if p := s.Placings[1]; p.Question != jade.name() || !cmp.Equal(p.Documents, []int{2}) {
		t.Errorf("placed at %+v", p)
	}
}

// A pair that says too little is refused.
func TestCheckPairs(t *testing.T) {
	here := []want{{Path: "followups_test.go"}}
	for _, c := range []struct {
		pair followup
		want string
	}{
		{followup{First: "a", Then: "b", Want: here}, ""},
		{followup{Then: "b", Want: here}, "needs both questions"},
		{followup{First: "a", Want: here}, "needs both questions"},
		{followup{First: "a", Then: "b"}, "must want something"},
		{followup{First: "a", Then: "b", Want: []want{{Path: "none.txt"}}}, "none.txt"},
	} {
		asked, err := questionsOf([]followup{c.pair})
		if err == nil {
			err = checkFiles(asked, ".")
		}
		if (err == nil) != (c.want == "") || err != nil && !strings.Contains(err.Error(), c.want) {
			t.Errorf("%+v: %v", c.pair, err)
		}
	}
}
