package retrieve

import (
	"slices"
	"testing"
)

// Dates, versions and numbers find one another however they are written, before what
// holds some of their words alone.
func TestFiguresFindOneAnother(t *testing.T) {
	texts := map[string]string{
		"iso.txt":    "The gate fell in on 2024-01-05.",
		"prose.txt":  "The gate fell in on January 5th, 2024.",
		"short.txt":  "The gate fell in on 5 Jan 2024.",
		"other.txt":  "The gate fell in on 6 February 2024, and 5 men with it.",
		"month.txt":  "The gate of January 2024, on page 5.",
		"old.txt":    "Release 1.25 mended gates.",
		"new.txt":    "Release v1.26.0 mended gates.",
		"people.txt": "There were 1,234,567 people.",
		"plain.txt":  "There were 1234567 people.",
		"few.txt":    "There were 567 frogs, 1 of them old.",
	}
	dates := []string{"iso.txt", "prose.txt", "short.txt"}
	for question, first := range map[string][]string{
		"What fell in on 2024-01-05?":          dates,
		"What fell in on 5 Jan 2024?":          dates,
		"What fell in on January 5th, 2024?":   dates,
		"What fell in on the 5.1.2024?":        dates,
		"What release is 1.26?":                {"new.txt"},
		"What release is go1.26.0?":            {"new.txt"},
		"What are 1,234,567 people called?":    {"people.txt", "plain.txt"},
		"What are 1234567 people called?":      {"people.txt", "plain.txt"},
		"What are 1\u00A0234\u00A0567 people?": {"people.txt", "plain.txt"},
	} {
		r, _ := newRetriever(texts)
		got := paths(find(t, r, Query{Text: question}))
		same(t, question, first, slices.Sorted(slices.Values(got[:min(len(first), len(got))])))
	}
}

// A fiscal year is found in all ways of writing it, before another year.
func TestFiscalYearsFindOneAnother(t *testing.T) {
	texts := map[string]string{
		"fy.txt":     "FY2023 revenue was 7 crowns.",
		"fiscal.txt": "Revenue of fiscal 2023 was 7 crowns.",
		"year.txt":   "Revenue in the fiscal year 2023 was 7 crowns.",
		"last.txt":   "Revenue in the fiscal year 2022 was 6 crowns.",
		"next.txt":   "FY2024 revenue was 8 crowns.",
	}
	for _, question := range []string{"What was the revenue in FY2023?", "Revenue of FY23", "Revenue of FY 2023", "fiscal 2023 revenue"} {
		r, _ := newRetriever(texts)
		got := paths(find(t, r, Query{Text: question}))
		same(t, question, []string{"fiscal.txt", "fy.txt", "year.txt"}, slices.Sorted(slices.Values(got[:min(3, len(got))])))
	}
}

// A word of a date that stands in another way is not missing, and a date whose words
// stand apart is.
func TestFiguresAreMissing(t *testing.T) {
	r, _ := newRetriever(map[string]string{
		"iso.txt": "It fell on 2024-01-05.", "apart.txt": "7 men, in March; nobody knew of 2023.",
		"year.txt": "It rose in fiscal 2021.",
	})
	for question, want := range map[string][]string{
		"5 January 2024":     nil,
		"January 6th, 2024":  {"january", "6th", "january 6th, 2024"},
		"on 7 March 2023":    {"7 march 2023"},
		"the 05.01.2024":     nil,
		"in FY2021":          nil,
		"in FY2022":          {"fy2022"},
		"1,234 after v1.2.3": {"1", "234", "v1", "2", "3", "1,234", "v1.2.3"},
	} {
		same(t, question, want, find(t, r, Query{Text: question}).Missing)
	}
}

// Nothing is looked for in the place of a word of a date that stands there in another
// way.
func TestFiguresAreNotExpanded(t *testing.T) {
	r, _ := newRetriever(map[string]string{"iso.txt": "It fell on 2024-01-05.", "other.txt": "In February it rose."})
	r.Nouns = func(noun string) []Kind { return map[string][]Kind{"january": {{"february", 1}}}[noun] }
	same(t, "added", []string(nil), find(t, r, Query{Text: "on January 5, 2024"}).Added)
	same(t, "added for another date", []string{"february"}, find(t, r, Query{Text: "on January 6, 2024"}).Added)
}

// A passage that writes a date in another way covers as much of the question.
func TestFiguresInPassages(t *testing.T) {
	r, _ := newRetriever(map[string]string{"iso.txt": "The gate fell in on 2024-01-05, in fiscal 2023."})
	for _, question := range []string{"The gate on 2024-01-05", "The gate on January 5, 2024", "The gate in FY2023"} {
		result := find(t, r, Query{Text: question})
		if len(result.Hits) != 1 || result.Hits[0].Confidence != 1 {
			t.Errorf("%s: %d hits", question, len(result.Hits))
		}
	}
}

// The boolean rule sees classic tokens alone.
func TestFiguresInBooleanMode(t *testing.T) {
	r, _ := newRetriever(map[string]string{"iso.txt": "2024-01-05", "prose.txt": "5 January 2024"})
	same(t, "documents", []string{"prose.txt"}, paths(find(t, r, Query{Text: "5 January 2024", Mode: Boolean})))
}
