package rank_test

import (
	"strings"
	"testing"

	"docuquest/core/language/analysis"
	"docuquest/core/search/rank"
)

// A word that tells to answer is not looked for; the same word for a thing is.
func TestInstruction(t *testing.T) {
	for question, want := range map[string]string{
		"List all sites found before 1900":     "sites found 1900",
		"Name every site":                      "every site",
		"Please tell me who led the dig":       "led dig",
		"please explain":                       "please explain",
		"describe the weir, list the mills":    "weir list mills",
		"list sort in Go":                      "list sort go",
		"Name of the ship":                     "name ship",
		"What is the name of the ship?":        "name ship",
		"show":                                 "show",
		"show all":                             "show",
		"list_all":                             "list_all list_all",
		"search --list-all files":              "search list files",
		"--list-all files":                     "list files",
		"list.all() files":                     "list files",
		"list in the sidebar":                  "list sidebar",
		"name and default":                     "name default",
		"tell me more":                         "tell",
		"explain this":                         "explain",
		"Show how the list is sorted by names": "list sorted names",
	} {
		var got []string
		for _, term := range rank.Analyse(question, analysis.NewAnalyzer()).Terms {
			got = append(got, term.Text)
		}
		if strings.Join(got, " ") != want {
			t.Errorf("%q looks for %q, want %q", question, got, want)
		}
	}
}
