package replies

import (
	"cmp"
	"fmt"
	"net/url"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"docuquest/core/answer/render"
	"docuquest/core/language/analysis"
	"docuquest/core/language/text"
)

// MaxDocuments is how many documents an answer may be written from.
const MaxDocuments = 100

// An Interpretation is how the words of a question were understood, where that is not just as
// they were written.
type Interpretation struct {
	// Corrected are words that no file contains, or hardly any, each with the one that was
	// searched for in its place.
	Corrected []Correction `json:"corrected,omitempty"`
	// Suggested is the question with words replaced that may be slips, where that is not
	// clear enough to search for them; "" for none.
	Suggested string `json:"suggested,omitempty"`
	// Way is how the question was answered where its texts did not: "counts", "tables", "keys",
	// "code", "history" or "outline". Otherwise is then the question to be answered from the texts; "" where
	// the way was chosen. Unmet is a way that was chosen and does not answer the question.
	Way       string `json:"way,omitempty"`
	Otherwise string `json:"otherwise,omitempty"`
	Unmet     string `json:"unmet,omitempty"`
	// Filters limited the search, as they may be written in a question.
	Filters []string `json:"filters,omitempty"`
	// Nowhere is a sentence on filters that no file matches: "no file is in docs".
	Nowhere string `json:"nowhere,omitempty"`
	// Carried are the words that the question inherits from those before it.
	Carried []string `json:"carried,omitempty"`
	// Parts are the things that the question asks for, each of which was searched for by
	// itself; none where it asks for one.
	Parts []string `json:"parts,omitempty"`
	// Failed are sentences on what a service could not do: "Words alone decided, since ...".
	Failed []string `json:"failed,omitempty"`
}

// Remarks returns sentences on how the words of a question were understood, as plain text.
func (t Interpretation) Remarks() []string {
	return NonEmpty(append(t.failures(), t.searches(), t.goesOn(), t.corrections(), t.nowhere())...)
}

// failures are the sentences on services, each with its full stop.
func (t Interpretation) failures() []string {
	var all []string
	for _, f := range t.Failed {
		all = append(all, strings.TrimSuffix(f, ".")+".")
	}
	return all
}

// goesOn is a sentence on the inherited words; "" if there are none.
func (t Interpretation) goesOn() string {
	if len(t.Carried) == 0 {
		return ""
	}
	return "Taken as a question on: " + strings.Join(t.Carried, ", ") + "."
}

// searches is a sentence on the parts of the question; "" if there are none.
func (t Interpretation) searches() string {
	if len(t.Parts) == 0 {
		return ""
	}
	return fmt.Sprintf("From %s: %s.", text.Counted(len(t.Parts), "search", "searches"), strings.Join(t.Parts, "; "))
}

// corrections is a sentence on the words that were corrected; "" if none was.
func (t Interpretation) corrections() string {
	var all []string
	for _, c := range t.Corrected {
		all = append(all, fmt.Sprintf("for %q instead of %q", c.As, c.Word))
	}
	if all == nil {
		return ""
	}
	return "Searched " + strings.Join(all, ", ") + "."
}

// SuggestionMarkdown is a line of Markdown with a link that asks the suggested question; ""
// without one.
func (t Interpretation) SuggestionMarkdown() string {
	if t.Suggested == "" {
		return ""
	}
	return fmt.Sprintf("Did you mean [%s](%s)?", render.Inline(t.Suggested), QuestionURI(t.Suggested))
}

// OtherwiseMarkdown is a line of Markdown with a link that has the texts answer the question; ""
// where they do.
func (t Interpretation) OtherwiseMarkdown() string {
	if t.Otherwise == "" {
		return ""
	}
	return fmt.Sprintf("[Search the texts instead](%s)", QuestionURI(t.Otherwise))
}

// unmet is a sentence on the way that was chosen in vain; "" without one.
func (t Interpretation) unmet() string {
	if t.Unmet == "" {
		return ""
	}
	return fmt.Sprintf("The way %q does not answer this question: the texts were searched.", t.Unmet)
}

// QuestionFolder is where the documents are that answer a question when somebody opens them.
const QuestionFolder = "docuquest:/question/"

// QuestionURI is the address of the document that answers a question.
func QuestionURI(typed string) string {
	return QuestionFolder + bracketless.Replace(url.PathEscape(typed)) + ".md"
}

// bracketless escapes what ends an address in Markdown.
var bracketless = strings.NewReplacer("(", "%28", ")", "%29")

// nowhere is a sentence on the filters that no file fits; "" if there is none.
func (t Interpretation) nowhere() string {
	if t.Nowhere == "" {
		return ""
	}
	first, size := utf8.DecodeRuneInString(t.Nowhere)
	return string(unicode.ToUpper(first)) + t.Nowhere[size:] + "."
}

// A Correction is a word of a question and what it was taken for.
type Correction struct {
	Word string `json:"word"` // as it was written
	As   string `json:"as"`
}

// Remarks are sentences on how a question was understood and what else was searched for, as
// plain text. What a refusal says itself is not repeated.
func (r *Answer) Remarks() []string {
	all := append(r.failures(), r.unmet())
	if r.Stopped {
		all = append(all, "Stopped: this is what was proven until then.")
	}
	all = append(all, r.Cut(), r.searches(), r.goesOn(), r.corrections())
	if !r.Refused {
		all = append(all, r.nowhere())
		switch {
		case r.Dropped == 1:
			all = append(all, "1 statement was left out, since no file supports it.")
		case r.Dropped > 1:
			all = append(all, fmt.Sprintf("%d statements were left out, since no file supports them.", r.Dropped))
		}
		all = append(all, r.MissingWords())
		if !r.Indexed.Complete && r.Exact == nil { // a count says so itself
			all = append(all, "This answer is partial. "+StillReading(r.Indexed))
		}
		all = append(all, BeingRead(r.Indexed.Reading))
	}
	return NonEmpty(append(all, OutOfStep(r.Indexed.OutOfStep), r.AlsoLookedFor(), Rejections(r.Rejected))...)
}

// MissingWords is a sentence on the words of the question that no file contains: an answer may
// be about something else then. It is "" if there are none.
func (r *Answer) MissingWords() string {
	analyzer := analysis.NewAnalyzer()
	own := slices.DeleteFunc(slices.Clone(r.Missing), func(term string) bool {
		// An answer seldom contains the word behind "how", and short ones, which mostly ask in
		// other languages.
		onlyAsks := len(term) < 4 || strings.Contains(" "+text.Fold(r.Question), " how "+term)
		return slices.Contains(r.Added, term) || !r.Refused && (onlyAsks || r.quotesKin(analyzer.Stem(analysis.Exact(term))))
	})
	if len(own) == 0 {
		return ""
	}
	return "No file contains these words: " + strings.Join(own, ", ") + "."
}

// quotesKin reports whether a quote has a word in another form: one that begins with its
// stem, as heavier does with heavi, or that was searched for in its place and begins with
// the same letter, as sank.
func (r *Answer) quotesKin(stem string) bool {
	const least = 4 // bytes that distinguish kin from chance
	forms := []string{stem}
	for _, added := range r.Added {
		if stem != "" && strings.HasPrefix(added, stem[:1]) {
			forms = append(forms, added)
		}
	}
	return slices.ContainsFunc(r.Citations, func(c Citation) bool {
		quote := " " + text.Fold(c.Quote)
		return slices.ContainsFunc(forms, func(form string) bool { return len(form) >= least && strings.Contains(quote, " "+form) })
	})
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

// AlsoLookedFor is a sentence on the words that were added to the question's own,
// as plain text; "" if there are none.
func (r *Answer) AlsoLookedFor() string {
	const most = 5
	shown := r.Added[:min(most, len(r.Added))]
	switch more := len(r.Added) - len(shown); {
	case len(shown) == 0:
		return ""
	case more > 0:
		return fmt.Sprintf("Also looked for: %s and %d more.", strings.Join(shown, ", "), more)
	}
	return "Also looked for: " + strings.Join(shown, ", ") + "."
}

// ModelFailure is a sentence, without its full stop, on an answer that a model should have
// written and that was taken from the text, since the model could not be used; it ends with
// the reason. It is "" for every other answer.
func (r *Answer) ModelFailure() string {
	if r.Writer != Extractive {
		return ""
	}
	for _, step := range slices.Backward(r.Steps) {
		if step.Name != "write" {
			continue
		}
		if strings.HasSuffix(step.Detail, " statements by "+Extractive) {
			return "" // by choice, or since what the model said did not hold, which the answer says
		}
		return "the model could not be used, so this answer is taken from the text: " + step.Detail
	}
	return ""
}

// NonEmpty returns the sentences that are not "".
func NonEmpty(sentences ...string) []string {
	var said []string
	for _, s := range sentences {
		if s != "" {
			said = append(said, s)
		}
	}
	return said
}

// Rejections is a sentence on the passages below the threshold; "" if there are none.
func Rejections(n int) string {
	if n == 0 {
		return ""
	}
	return text.Counted(n, "passage is", "passages are") + " left out: the confidence is below the threshold."
}

// BeingRead is a sentence on files that have changed and were not searched as they are now,
// "" if there are none.
func BeingRead(files int) string {
	if files == 0 {
		return ""
	}
	return text.Counted(files, "file is", "files are") + " being read: ask again in a moment."
}

// OutOfStep is a sentence on files of which the editor may show another text, "" if there
// are none.
func OutOfStep(paths []string) string {
	if len(paths) == 0 {
		return ""
	}
	return "What the editor shows of " + strings.Join(paths, ", ") + " may be another text than the one that was searched: save it."
}

// StillReading is a sentence on how far the reading of the files is.
func StillReading(s IndexState) string {
	return fmt.Sprintf("The files are still being read, %d of %d so far: ask again in a moment.", s.Files, s.Of)
}

// SentLines returns a line for each of the hosts that were sent the most for the answer, and
// one for the rest. Each says how to see what was sent.
func (r *Answer) SentLines() []string { return SentTo(r.Sent, r.ID) }

// SentTo is SentLines for the hosts of anything with an id.
func SentTo(hosts []Sent, id string) []string {
	var lines []string
	line := func(bytes int64, to string) {
		lines = append(lines, fmt.Sprintf("Sent %s to %s: docuquest sent %s", Kilobytes(bytes), to, id))
	}
	hosts = slices.Clone(hosts)
	if len(hosts) > mostSentTo {
		slices.SortStableFunc(hosts, func(a, b Sent) int { return cmp.Compare(b.Bytes, a.Bytes) })
	}
	var rest int64
	for i, s := range hosts {
		if i < mostSentTo {
			line(s.Bytes, s.Host)
			continue
		}
		rest += s.Bytes
	}
	if further := len(hosts) - mostSentTo; further > 0 {
		line(rest, text.Counted(further, "further host"))
	}
	return lines
}

// mostSentTo is how many hosts are named at most: pages of the web are read from many.
const mostSentTo = 4
