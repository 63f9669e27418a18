package question

import (
	"slices"
	"strings"

	"docuquest/core/language/text"
)

// readOverview notes whether the question asks for all there is on one thing: "Tell me about wells",
// "Summarize the minutes", "What is PEP 8 about?", or a single word. Sought is that thing then.
func (q *Question) readOverview() {
	phrases := q.words.Section("overviews")
	at, end := 0, len(q.Words)
	take := func(key string) bool {
		n := phraseLength(phrases.Words(key), func(i int) string {
			if at+i >= end {
				return ""
			}
			return q.Words[at+i].Folded
		})
		at += n
		return n > 0
	}
	for take("polite") {
	}
	switch {
	case take("open"):
	case end > at+1 && phrases.Has(q.Words[end-1].Folded) && take("what"):
		if end--; phrases.Keys(q.Words[end].Folded)[0] != "about" {
			return
		}
	case end == 1 && q.Words[0].IsContent() && q.Words[0].Prose && !q.asks(q.Words[0].Folded):
	default:
		return
	}
	for closed := true; closed; {
		closed = false
		for _, phrase := range phrases.Words("close") {
			words := strings.Fields(phrase)
			start := at
			if at = end - len(words); start < at && phraseLength([]string{phrase}, func(i int) string { return q.Words[at+i].Folded }) > 0 {
				end, closed = at, true
			}
			at = start
		}
	}
	for at < end && take("article") {
	}
	asksMore := slices.ContainsFunc(q.Words[at:end], func(w Word) bool { return q.asks(w.Folded) || w.Comma })
	if at < end && !asksMore {
		for i := range q.Words {
			q.Words[i].Filler = q.Words[i].Filler || i < at || end <= i
		}
		q.Sought = q.Text[q.Words[at].Span.Start:q.Words[end-1].Span.End]
		q.overview = true
	}
}

// Subjects returns the names that a file or a section may have that tells what the question asks
// for, and whether it asks about all files, of which one at the top tells.
func (q *Question) Subjects() (names []string, whole bool) {
	subject := strings.Join(wordsOf(q.Sought), " ")
	if !q.overview {
		subject = strings.Join(ContentWords(q.Sought), " ")
	}
	phrases := q.words.Section("overviews")
	for _, w := range phrases.Words("whole") {
		if text.Fold(w) == subject {
			return phrases.Words("entrance"), true
		}
	}
	const longest = 4 // digits of a number in the name of a file
	names = []string{subject}
	for digits := 2; digits <= longest; digits++ {
		words := strings.Fields(subject)
		for i, w := range words {
			if strings.Trim(w, "0123456789") == "" && len(w) < digits {
				words[i] = strings.Repeat("0", digits-len(w)) + w
			}
		}
		if padded := strings.Join(words, " "); padded != names[len(names)-1] {
			names = append(names, padded)
		}
	}
	return names, false
}
