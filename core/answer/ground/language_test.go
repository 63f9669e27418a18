package ground_test

import (
	"strings"
	"testing"

	"docuquest/core/answer"
	"docuquest/core/answer/ground"
)

// What is said in a language that the check does not know is marked, unless a quote says
// the same; figures are compared in every language.
func TestUnchecked(t *testing.T) {
	const (
		german  = "Der Turm von Halrun ist nicht sicher, denn seine Treppe ist seit 1931 gesperrt."
		english = "The tower of Halrun is not safe, since its stairs have been closed since 1931."
	)
	for _, c := range []struct {
		why, quote, statement string
		verdict               ground.Verdict
		unchecked             bool
	}{
		{"what the quote denies", german, "Der Turm von Halrun ist sicher.", ground.Supported, true},
		{"all of the quote", german, german, ground.Supported, false},
		{"a stretch of it, with another case and end", german, "seine Treppe ist seit 1931 gesperrt!", ground.Supported, false},
		{"a part of a word", german, "Der Turm von Halrun ist nicht sich", ground.Supported, true},
		{"another figure", german, "Seine Treppe ist seit 1913 gesperrt.", ground.Unsupported, false},
		{"a translation of the quote", german, "The tower of Halrun is safe.", ground.Partly, true},
		{"a translation of the statement", english, "Der Turm von Halrun ist sicher.", ground.Partly, true},
		{"one sentence of two", english, "The tower of Halrun is not safe. Seine Treppe ist gesperrt.", ground.Partly, true},
		{"terse English", "Default maximum backoff time: 120 seconds.", "The maximum backoff is 120 seconds.", ground.Supported, false},
		{"English", english, "The tower of Halrun is not safe.", ground.Supported, false},
		{"what an English quote denies", english, "The tower of Halrun is safe.", ground.Unsupported, false},
	} {
		checker := ground.NewChecker(answer.Report, found("Halrun\n\n"+c.quote))
		got := checker.Add(claim(c.statement, c.quote))
		if got.Verdict != c.verdict || got.Unchecked != c.unchecked {
			t.Errorf("%s: %q is %s (%q), unchecked %v; want %s, %v", c.why, c.statement, got.Verdict, got.Lacks, got.Unchecked, c.verdict, c.unchecked)
		}
		if said := strings.Contains(checker.Checked().Text, "not checked"); said != c.unchecked {
			t.Errorf("%s: the answer says that it is not checked: %v\n%s", c.why, said, checker.Checked().Text)
		}
	}
	excerpts := answer.Draft{Form: answer.Excerpts, Statements: []answer.Statement{claim("Turm: nicht sicher", german)}}
	if got := ground.Check(excerpts, found(german)); len(got.Statements) != 1 || got.Statements[0].Unchecked {
		t.Errorf("an excerpt: %+v", got.Statements)
	}
}
