package settings_test

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"docuquest/core/settings"
)

// Amounts of money are decimal numbers, with or without quotes.
func TestAmount(t *testing.T) {
	for _, test := range []struct {
		toml string
		want settings.Amount
		text string // as it is printed; "" for what is refused
	}{
		{`"0.15"`, 150_000, "0.15"},
		{`0.15`, 150_000, "0.15"},
		{`3`, 3_000_000, "3"},
		{`"0.000001"`, 1, "0.000001"},
		{`1000000`, 1_000_000_000_000, "1000000"},
		{`0`, 0, "0"},
		{`-1`, 0, ""},
		{`"1e3"`, 0, ""},
		{`"0.0000001"`, 0, ""},
		{`1000001`, 0, ""},
		{`"1.2.3"`, 0, ""},
		{`"."`, 0, ""},
		{`inf`, 0, ""},
		{`true`, 0, ""},
	} {
		s, _, err := settings.Load(settings.Sources{File: []byte("annotate_money = " + test.toml)})
		switch {
		case test.text == "" && (err == nil || !strings.Contains(err.Error(), "such as 0.15")):
			t.Errorf("%s: %v", test.toml, err)
		case test.text != "" && (err != nil || s.AnnotateMoney != test.want || s.AnnotateMoney.String() != test.text):
			t.Errorf("%s: %d, %s, %v", test.toml, s.AnnotateMoney, s.AnnotateMoney, err)
		}
	}
}

// What notes may cost is not for the options of an editor, which a workspace may have
// written.
func TestBudgetIsOwn(t *testing.T) {
	options := `{"annotate_calls": 9999, "annotate_tokens": 1, "annotate_money": 1, "model_price_in": 1, "model_price_out": 1}`
	s, warnings, err := settings.Load(settings.Sources{InitializationOptions: []byte(options)})
	if err != nil || len(warnings) != 5 {
		t.Errorf("%q, %v", warnings, err)
	}
	if diff := cmp.Diff(settings.Defaults(), s, compareSecrets); diff != "" {
		t.Errorf("settings (-want +got):\n%s", diff)
	}
}
