package analysis

import (
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestFigures(t *testing.T) {
	for _, test := range []struct {
		text string
		want []string
	}{
		{"On January 5th, 2024 we had 1,234 of them.", []string{"2024-01-05", "2024-01", "1234"}},
		{"since v1.26.0 or go1.25", []string{"1.26.0", "1.26", "1.25"}},
		{"7 of 2024", nil},
	} {
		var got []string
		for f := range Figures(test.text) {
			if f.Kind != Figure || f.Field() != FieldFigure || f.Stop || !MayBeFigure(f.Text) {
				t.Errorf("%q: %+v", test.text, f)
			}
			got = append(got, f.Text)
		}
		if diff := cmp.Diff(test.want, got); diff != "" {
			t.Errorf("%q (-want +got):\n%s", test.text, diff)
		}
		for range Figures(test.text) {
			break // an end at any of them is heeded
		}
		n := 0
		for range Figures(test.text) {
			if n++; n == 2 {
				break
			}
		}
	}
}

func TestMayBeFigure(t *testing.T) {
	for form, want := range map[string]bool{
		"2024-01-05": true, "1.26": true, "1234": true, "": false, "7": false, "go1": false, "5th": false, "gold": false,
	} {
		if got := MayBeFigure(form); got != want {
			t.Errorf("MayBeFigure(%q) = %v", form, got)
		}
	}
}
