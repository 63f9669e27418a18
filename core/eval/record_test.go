package eval

import (
	"bytes"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
)

// A record holds what each question got, also where two have one name, and comes
// back as it was written.
func TestRecord(t *testing.T) {
	report := Report{Sets: []Set{{
		Name: "stones", Queries: 3, LeftOut: 1, Elapsed: 1500 * time.Millisecond,
		Documents: []Figure{meanOf("ndcg@10", []Score{{"jade", 1}, {"opal", 0.5}, {"jade", 0}})},
		Figures:   []Figure{meanOf("row_r@10", []Score{{"jade", 0.25}}), {Name: "refuse_auc", Value: 0.75, Questions: 4}},
	}}}
	want := Record{
		Settings: Settings{Version: "1.2", Commit: "abc+changes", Without: []string{"cosine"}},
		Sets: []RecordedSet{{
			Name: "stones", Seconds: 1.5, LeftOut: 1,
			Figures: []RecordedFigure{{"ndcg@10", 0.5, 3}, {"row_r@10", 0.25, 1}, {"refuse_auc", 0.75, 4}},
			Questions: map[string]map[string]float64{
				"jade":     {"ndcg@10": 1, "row_r@10": 0.25},
				"jade (2)": {"ndcg@10": 0},
				"opal":     {"ndcg@10": 0.5},
			},
		}},
	}
	record := report.Record(want.Settings)
	if diff := cmp.Diff(want, record); diff != "" {
		t.Errorf("made (-want +got):\n%s", diff)
	}
	var b bytes.Buffer
	if err := record.Write(&b); err != nil {
		t.Fatal(err)
	}
	again, err := ReadRecord(&b)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(want, again); diff != "" {
		t.Errorf("read again (-want +got):\n%s", diff)
	}
}

func TestSettings(t *testing.T) {
	for want, s := range map[string]Settings{
		"docuquest (devel)":                {Version: "(devel)"},
		"docuquest 1.2, commit abc":        {Version: "1.2", Commit: "abc"},
		"docuquest 1.2, without a, b":      {Version: "1.2", Without: []string{"a", "b"}},
		"docuquest 1.2, with v, without a": {Version: "1.2", With: []string{"v"}, Without: []string{"a"}},
	} {
		if got := s.String(); got != want {
			t.Errorf("%q, want %q", got, want)
		}
	}
}

// badRecords are texts that are no record, with words of the error that says so.
var badRecords = map[string]string{
	"":                       "this is no recorded run: EOF",
	"nDCG":                   "this is no recorded run",
	`{"sets": [{}]}`:         `its form is "", not "docuquest eval 1"`,
	`{"form": "other"}`:      `its form is "other"`,
	inForm(``):               "holds no set",
	inForm(`{}, {}`):         "twice",
	inForm(`{"name": 1}`):    "this is no recorded run",
	inForm(`{"figures": 1}`): "this is no recorded run",
	inForm(`{"name": "a", "figures": [{"name": "mrr"}, {"name": "mrr"}]}`): `set "a": mrr occurs twice`,
	inForm(`{"name": "a", "figures": [{"name": "mrr", "value": 2}]}`):      `set "a": mrr is 2: it may be 0 to 1`,
	inForm(`{"name": "a", "questions": {"q": {"mrr": -1}}}`):               `question "q": mrr is -1`,
}

// inForm is a record with sets.
func inForm(sets string) string { return `{"form": "docuquest eval 1", "sets": [` + sets + `]}` }

func TestBadRecords(t *testing.T) {
	for content, words := range badRecords {
		_, err := ReadRecord(strings.NewReader(content))
		if err == nil || !strings.Contains(err.Error(), words) {
			t.Errorf("%q gives the error %v, not of %q", content, err, words)
		}
	}
}

// Whatever is taken for a record can be compared, with itself and with others.
func FuzzReadRecord(f *testing.F) {
	for content := range badRecords {
		f.Add(content)
	}
	f.Add(inForm(`{"name": "a", "figures": [{"name": "mrr", "value": 1, "questions": 1}], "questions": {"q": {"mrr": 1}}}`))
	f.Add(inForm(`{"name": "a", "figures": [{"name": "auc", "value": 1}], "questions": {"q": null}}, {"name": "b"}`))
	other := Record{Sets: []RecordedSet{{Name: "a", Figures: []RecordedFigure{{"mrr", 0, 1}}, Questions: map[string]map[string]float64{"q": {"mrr": 0}}}}}
	f.Fuzz(func(t *testing.T, content string) {
		r, err := ReadRecord(strings.NewReader(content))
		if err != nil {
			return
		}
		for _, pair := range [][2]Record{{r, r}, {r, other}, {other, r}} {
			c, err := Compare(pair[0], pair[1])
			var b bytes.Buffer
			if err == nil && c.WriteJSON(&b) != nil {
				t.Errorf("the comparison of %q cannot be written", content)
			}
		}
	})
}
