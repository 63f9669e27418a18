package eval

import (
	"math"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
)

// recorded is a set with a figure that is a mean and one that is none.
func recorded(name string, ndcg map[string]float64, auc float64) RecordedSet {
	s := RecordedSet{Name: name, Questions: map[string]map[string]float64{}}
	for question, value := range ndcg {
		s.Questions[question] = map[string]float64{"ndcg@10": value}
	}
	s.Figures = []RecordedFigure{{Name: "ndcg@10", Questions: len(ndcg)}, {Name: "refuse_auc", Value: auc, Questions: 4}}
	return s
}

// Only what both runs have is compared, and the rest is named.
func TestCompare(t *testing.T) {
	stones := recorded("stones", map[string]float64{"q1": 0.5, "q2": 1, "q3": 0, "q4": 1}, 0.5)
	again := recorded("stones", map[string]float64{"q1": 1, "q2": 0.75, "q3": 1e-12, "q5": 1}, 0.75)
	ores := recorded("ores", map[string]float64{"q1": 0.25}, 0.5)
	oresAgain := recorded("ores", map[string]float64{"q1": 0.5}, 0.5)
	oresAgain.Figures = oresAgain.Figures[:1]
	got, err := Compare(
		Record{Sets: []RecordedSet{recorded("gone", nil, 0), stones, ores}},
		Record{Sets: []RecordedSet{oresAgain, again, recorded("new", nil, 0)}})
	if err != nil {
		t.Fatal(err)
	}
	want := Comparison{
		Differences: []Difference{
			{Figure: "ndcg@10", Set: "stones", Questions: 3, A: 0.5, B: 1.75 / 3, Paired: &Paired{Up: 1, Down: 1, Same: 1}},
			{Figure: "ndcg@10", Set: "ores", Questions: 1, A: 0.25, B: 0.5, Paired: &Paired{Up: 1}},
			{Figure: "ndcg@10", Set: "macro", Questions: 4, A: 0.375, B: (1.75/3 + 0.5) / 2, Paired: &Paired{Up: 2, Down: 1, Same: 1}},
			{Figure: "refuse_auc", Set: "stones", Questions: 4, A: 0.5, B: 0.75},
		},
		LeftOut: []string{
			"gone is in A alone",
			"questions of stones that are in A alone: 1",
			"questions of stones that are in B alone: 1",
			"refuse_auc of ores is in A alone",
			"new is in B alone",
		},
	}
	ignore := cmp.Options{cmpopts.IgnoreFields(Paired{}, "Estimate"), cmpopts.EquateApprox(0, 1e-9)}
	if diff := cmp.Diff(want, got, ignore); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

func TestCompareNothing(t *testing.T) {
	for name, other := range map[string]Record{
		"no set":      {Sets: []RecordedSet{recorded("b", map[string]float64{"q": 1}, 0)}},
		"no question": {Sets: []RecordedSet{{Name: "a", Questions: map[string]map[string]float64{"p": {"ndcg@10": 1}}}}},
		"no figure":   {Sets: []RecordedSet{{Name: "a", Questions: map[string]map[string]float64{"q": {"mrr": 1}}}}},
	} {
		a := Record{Sets: []RecordedSet{recorded("a", map[string]float64{"q": 1}, 0)}}
		if _, err := Compare(a, other); err == nil || !strings.Contains(err.Error(), "in common") {
			t.Errorf("%s in common: %v", name, err)
		}
	}
}

// The interval of a mean of many questions is that of the normal distribution:
// 1.96 standard errors to both sides. For half of 400 questions gained the error
// is 0.5/20; for the mean of four such sets it is half of that.
func TestInterval(t *testing.T) {
	const questions, sets = 400, 4
	a, b := Record{}, Record{}
	for i := range sets {
		before, after := map[string]float64{}, map[string]float64{}
		for q := range questions {
			name := strings.Repeat("q", q+1)
			before[name], after[name] = 0, float64(q%2)
		}
		set := string(rune('a' + i))
		a.Sets, b.Sets = append(a.Sets, recorded(set, before, 0)), append(b.Sets, recorded(set, after, 0))
	}
	c, err := Compare(a, b)
	if err != nil {
		t.Fatal(err)
	}
	for _, d := range c.Differences {
		if d.Paired == nil {
			continue
		}
		standardError := 0.025
		if d.Set == "macro" {
			standardError /= 2
		}
		want := Estimate{Low: 0.5 - 1.96*standardError, High: 0.5 + 1.96*standardError}
		if diff := cmp.Diff(want, d.Paired.Estimate, cmpopts.EquateApprox(0, 0.1*standardError)); diff != "" {
			t.Errorf("%s (-want +got):\n%s", d.Set, diff)
		}
	}
}

// Where nothing differs, no sample is above 0; the same comparison draws the same
// samples; the samples of two sets have nothing to do with each other.
func TestResample(t *testing.T) {
	scores := []scorePair{{0, 1}, {0.5, 0.5}, {1, 0.5}, {0.25, 0.5}}
	same := estimate(resample("a", []scorePair{{1, 1}, {0.5, 0.5}}))
	if diff := cmp.Diff(Estimate{NotAbove: 1}, same); diff != "" {
		t.Errorf("no difference (-want +got):\n%s", diff)
	}
	if diff := cmp.Diff(resample("a", scores), resample("a", scores)); diff != "" {
		t.Errorf("drawn twice (-first +second):\n%s", diff)
	}
	together := 0
	one, other := resample("a", scores), resample("b", scores)
	for i := range one {
		if one[i] == other[i] {
			together++
		}
	}
	if resamples/2 < together {
		t.Errorf("%d of %d samples of two sets are the same", together, resamples)
	}
}

func TestEstimate(t *testing.T) {
	var samples []float64 // -10 to 990, in no order
	for i := range 1001 {
		samples = append(samples, float64(i*10%1001-10))
	}
	got := estimate(samples)
	want := Estimate{Low: 15, High: 965, NotAbove: 11.0 / 1001}
	if diff := cmp.Diff(want, got, cmpopts.EquateApprox(0, 1e-9)); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
	if only := estimate([]float64{-1}); only != (Estimate{-1, -1, 1}) {
		t.Errorf("one sample: %+v", only)
	}
}

// The tables of a comparison, and what stands where a figure cannot be paired.
func TestComparisonTables(t *testing.T) {
	c := Comparison{
		Differences: []Difference{
			{Figure: "mrr", Set: "stones", Questions: 9, A: 0.5, B: 0.4996, Paired: &Paired{5, 3, 1, Estimate{-0.25, 0.125, 0.75}}},
			{Figure: "refuse_auc", Set: "stones", Questions: 4, A: 0.5, B: 0.75},
		},
		LeftOut: []string{"ores is in A alone"},
	}
	const want = `| measure | set | queries | A | B | B-A | 95 % interval | up | down | same | <= 0 |
| --- | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: |
| mrr | stones | 9 | 0.500 | 0.500 | 0.000 | -0.250 to +0.125 | 5 | 3 | 1 | 0.750 |
| refuse_auc | stones | 4 | 0.500 | 0.750 | +0.250 |  |  |  |  |  |

Left out:

- ores is in A alone
`
	checkWritten(t, want, func(b *strings.Builder) error { return c.WriteTables(b, Markdown) })
	for text, f := range map[string]float64{"+0.001": 0.001, "0.000": 0.0004, "-1.000": -1} {
		if got := signed(f); got != text {
			t.Errorf("%v is printed as %s, want %s", f, got, text)
		}
	}
	if got := signed(math.Copysign(0, -1)); got != "0.000" {
		t.Errorf("-0 is printed as %s", got)
	}
}
