package agent

import (
	"fmt"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"docuquest/core/language/analysis"
	"docuquest/core/language/text"
)

// Taken is how the words of a question were taken, where that is not just as they
// were written.
type Taken struct {
	// Corrected are words that stand nowhere, each with the one that was searched
	// for in its place.
	Corrected []Correction `json:"corrected,omitempty"`
	// Filters limited the search, as they may be written in a question.
	Filters []string `json:"filters,omitempty"`
	// Nowhere says what the filters name and no file is: "no file is in docs".
	Nowhere string `json:"nowhere,omitempty"`
	// Carried are the words that the question takes over from those before it.
	Carried []string `json:"carried,omitempty"`
	// Failed says what a service could not do: "Words alone decided, since ...".
	Failed []string `json:"failed,omitempty"`
}

// A Correction is a word of a question and what it was taken for.
type Correction struct {
	Word string `json:"word"` // as it was written
	As   string `json:"as"`
}

// Remarks are sentences on how a query was taken, as plain text.
func (r *SearchReply) Remarks() []string {
	return withoutEmpty(append(r.failures(), r.corrections(), r.nowhere(), rejections(r.Rejected), beingRead(r.Reading), outOfStep(r.OutOfStep))...)
}

// Remarks are sentences on how a question was taken and what else was looked for, as
// plain text. What a refusal says itself is not repeated.
func (r *Answer) Remarks() []string {
	all := append(r.failures(), r.stopped(), r.Cut(), r.goesOn(), r.corrections())
	if !r.Refused {
		all = append(all, r.nowhere(), r.dropped(), r.missing(), r.partial(), beingRead(r.Indexed.Reading))
	}
	return withoutEmpty(append(all, outOfStep(r.Indexed.OutOfStep), r.AlsoLookedFor(), rejections(r.Rejected))...)
}

// missing is a sentence on the words of the question that no file holds: an answer may
// speak of something else then. It is "" if there are none.
func (r *Answer) missing() string {
	analyzer := analysis.NewAnalyzer()
	own := slices.DeleteFunc(slices.Clone(r.Missing), func(term string) bool {
		return slices.Contains(r.Added, term) || !r.Refused && (r.onlyAsks(term) || r.quotesKin(analyzer.Stem(analysis.Exact(term))))
	})
	if len(own) == 0 {
		return ""
	}
	return "These words stand nowhere: " + strings.Join(own, ", ") + "."
}

// onlyAsks reports whether an answer to a question seldom holds a word: that behind "how",
// and short ones, which are mostly such as ask in other languages.
func (r *Answer) onlyAsks(term string) bool {
	const least = 4 // bytes
	return len(term) < least || strings.Contains(" "+text.Fold(r.Question), " how "+term)
}

// quotesKin reports whether a quote has a word in another form: one that begins with its
// stem, as heavier does with heavi, or that was looked for in its place and begins alike,
// as began.
func (r *Answer) quotesKin(stem string) bool {
	const least, alike = 4, 2 // bytes that tell kin from chance
	forms := []string{stem}
	for _, added := range r.Added {
		if len(stem) >= alike && strings.HasPrefix(added, stem[:alike]) {
			forms = append(forms, added)
		}
	}
	return slices.ContainsFunc(r.Citations, func(c Citation) bool {
		quote := " " + text.Fold(c.Quote)
		return slices.ContainsFunc(forms, func(form string) bool { return len(form) >= least && strings.Contains(quote, " "+form) })
	})
}

// stopped is a sentence on an answer that was not written to its end.
func (r *Answer) stopped() string {
	if !r.Stopped {
		return ""
	}
	return "Stopped: this is what was proven until then."
}

// Cut is a sentence on the documents that match by the boolean rule and were not read; "" if
// all were.
func (r *Answer) Cut() string {
	if r.LeftOut == 0 {
		return ""
	}
	return fmt.Sprintf("%d documents match; the limit of %d, in order of their names, leaves %d out. Ask more narrowly, or raise the limit (up to %d).",
		len(r.Documents)+r.LeftOut, len(r.Documents), r.LeftOut, MaxDocuments)
}

// partial is a sentence on an answer that is not from all files; "" for one that is.
func (r *Answer) partial() string {
	if r.Indexed.Complete || r.Exact != nil { // a count says so itself
		return ""
	}
	return "This answer is partial. " + stillReading(r.Indexed)
}

// dropped is a sentence on the statements that a setting had left out.
func (r *Answer) dropped() string {
	switch r.Dropped {
	case 0:
		return ""
	case 1:
		return "1 statement was left out, since no file holds it."
	}
	return fmt.Sprintf("%d statements were left out, since no file holds them.", r.Dropped)
}

// failures are the sentences on services, each with its full stop.
func (t Taken) failures() []string {
	var all []string
	for _, f := range t.Failed {
		all = append(all, strings.TrimSuffix(f, ".")+".")
	}
	return all
}

// goesOn is a sentence on the words that were taken over; "" if none were.
func (t Taken) goesOn() string {
	if len(t.Carried) == 0 {
		return ""
	}
	return "Taken as a question on: " + strings.Join(t.Carried, ", ") + "."
}

// corrections is a sentence on the words that were corrected; "" if none was.
func (t Taken) corrections() string {
	var all []string
	for _, c := range t.Corrected {
		all = append(all, fmt.Sprintf("for %q instead of %q", c.As, c.Word))
	}
	if all == nil {
		return ""
	}
	return "Searched " + strings.Join(all, ", ") + "."
}

// nowhere is a sentence on the filters that no file fits; "" if there is none.
func (t Taken) nowhere() string {
	if t.Nowhere == "" {
		return ""
	}
	first, size := utf8.DecodeRuneInString(t.Nowhere)
	return string(unicode.ToUpper(first)) + t.Nowhere[size:] + "."
}

func withoutEmpty(sentences ...string) []string {
	var said []string
	for _, s := range sentences {
		if s != "" {
			said = append(said, s)
		}
	}
	return said
}
