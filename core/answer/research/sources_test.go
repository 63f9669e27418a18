package research

import (
	"context"
	"slices"
	"strings"
	"testing"
	"time"

	"docuquest/core/document"
	"docuquest/core/search/question"
	"docuquest/core/search/retrieve"
)

// What vague queries bring counts only where no other query brings a page.
func TestElsewhereVague(t *testing.T) {
	for page, wantsVague := range map[string]bool{"bridge.md": false, "bridge@nowhere.md": true} {
		web := newPages(map[string]string{
			page:            "The north bridge was built by Ann Bee.",
			"noise@name.md": "A built bridge of the north has a name.",
		})
		r := run{question: "Who built the north bridge?", files: map[string]string{}}.researcher(t)
		r.Elsewhere = []Source{web}
		report, err := r.Run(t.Context(), retrieve.Query{Question: question.Of("Who built the north bridge?"), Limit: 10, Passages: 20})
		if err != nil {
			t.Fatal(err)
		}
		hasVague := slices.ContainsFunc(report.Found.Documents, func(d retrieve.Document) bool { return d.Path == "noise@name.md" })
		wasAsked := slices.ContainsFunc(web.asked, func(q string) bool { return strings.HasSuffix(q, " name") })
		if hasVague != wantsVague || !wasAsked {
			t.Errorf("%s: what a vague query brings counts: %t; asked %q", page, hasVague, web.asked)
		}
	}
}

// One question has a limit of queries that go, and nobody is asked to release one that no
// source takes, or when the time is over.
func TestPermitted(t *testing.T) {
	var asked []string
	r := &Researcher{Elsewhere: []Source{&pages{}}, Release: func(_ context.Context, query, _ string) bool {
		asked = append(asked, query)
		return true
	}}
	e := &expedition{Researcher: r, meter: newMeter(Limits{Time: time.Hour}), vocabulary: newVocabulary(question.Of("q"))}
	queries := []Query{{Text: strings.Repeat("é", MaxElsewhere)}, {Text: strings.Repeat("é", MaxElsewhere+1)}}
	if gone := e.permitted(t.Context(), queries); len(gone) != 1 || len(asked) != 1 || !queries[0].Elsewhere || queries[1].Elsewhere {
		t.Errorf("%d are gone, %d were asked for", len(gone), len(asked))
	}
	var many []Query
	for i := range mostElsewhere {
		many = append(many, Query{Text: strings.Repeat("q ", i+1)})
	}
	if gone := e.permitted(t.Context(), many); len(gone) != mostElsewhere-1 || many[mostElsewhere-1].Kept != "the limit of 30 queries is reached" {
		t.Errorf("%d are gone, the last is kept: %q", len(gone), many[mostElsewhere-1].Kept)
	}
	late := []Query{{Text: "late"}, {Text: "q"}}
	e.meter.end, e.sent = time.Now(), 0
	if gone := e.permitted(t.Context(), late); len(gone) != 0 || len(asked) != 1 || late[1].Kept != "the time of the question is over" {
		t.Errorf("%v are gone, %q were asked for", gone, asked)
	}
}

// A line in capitals that is longer than names are leads nowhere.
func TestLongLeads(t *testing.T) {
	doc := &document.Document{Path: "a.txt", Title: "The bridge"}
	name := strings.TrimSpace(strings.Repeat("Bee ", 20)) // of 79 bytes
	doc.Text = "It was built by " + name + ". It was sold by " + strings.ReplaceAll(name, "Bee", "Adekemi") + "."
	leads := leadsOf(question.Of("Who built it?"), question.Of("Who built it?"), []*document.Document{doc})
	if len(leads) != 1 || leads[0].name != name {
		t.Errorf("%+v", leads)
	}
}
