package file

import (
	"slices"
	"strings"
	"testing"
)

// A choice of languages is prose unless it says otherwise, and its last word counts.
func TestLanguages(t *testing.T) {
	for _, test := range []struct{ choice, has, hasNot string }{
		{"", "markdown plaintext csv json html", "python go vue sql elm"},
		{"prose", "markdown plaintext restructuredtext", "python elm"},
		{"all", "markdown python elm", ""},
		{"off", "", "markdown python elm"},
		{"-json", "markdown yaml", "json python"},
		{"prose python, elm", "markdown python elm", "go"},
		{"markdown", "markdown", "plaintext python"},
		{"all -prose", "python elm", "markdown"},
		{"python off go", "go", "python markdown"},
		{"prose -markdown markdown", "markdown", "go"},
	} {
		for language := range strings.FieldsSeq(test.has) {
			if !Languages(test.choice).Has(language) {
				t.Errorf("%q leaves out %s", test.choice, language)
			}
		}
		for language := range strings.FieldsSeq(test.hasNot) {
			if Languages(test.choice).Has(language) {
				t.Errorf("%q has %s", test.choice, language)
			}
		}
	}
	if !Languages("").Has("") {
		t.Error("a text of no known language is prose")
	}
}

// What is listed is what is chosen.
func TestLanguagesNamed(t *testing.T) {
	for choice, want := range map[string]string{
		"markdown elm go -go": "elm markdown",
		"off":                 "",
		"csv, -json":          "csv",
	} {
		if got := strings.Join(Languages(choice).Named(), " "); got != want {
			t.Errorf("%q lists %q, want %q", choice, got, want)
		}
	}
	prose := Languages("").Named()
	if !slices.Contains(prose, "markdown") || slices.Contains(prose, "python") || slices.Contains(prose, "prose") {
		t.Errorf("prose lists %q", prose)
	}
}
