package research

import (
	"context"
	"slices"
	"strings"

	"docuquest/core/analysis"
	"docuquest/core/answer"
	"docuquest/core/text"
)

// mostPlanned is how many queries the first round has at most.
const mostPlanned = 5

// mostSlots is how many facts a question may need.
const mostSlots = 8

// A Slot is one fact that an answer needs.
type Slot struct {
	Kind  Kind
	Asked string // what is asked for, in the words of the question or of a model
	// Fill is a passage that says it, with the place where it stands; nil where none was
	// found.
	Fill *Fill

	own   []string // the words of its part of the question
	about []string // further ones, of what that part leans on
}

// Filled reports whether something was found for the slot.
func (s Slot) Filled() bool { return s.Fill != nil }

// A Fill is a quote that fills a slot.
type Fill struct {
	Quote answer.Quote // in Report.Found
	Path  string       // of its document
}

// plan finds the queries of the first round and the slots, by rules and then by a model.
func (e *expedition) plan(ctx context.Context) {
	e.seeded = map[string]bool{}
	e.report.Slots = slotsOf(e.query.Text)
	e.next = plannedQueries(e.query.Text)
	if e.Model != nil {
		e.planByModel(ctx)
	}
}

// plannedQueries are the question, its parts and its names.
func plannedQueries(question string) []Query {
	all := []Query{{Text: question, Round: 1, Why: "the question"}}
	parts := partsOf(question)
	for _, p := range parts {
		if len(parts) > 1 {
			all = addQuery(all, Query{Text: p.query(), Round: 1, Why: "a part of it"})
		}
	}
	for _, name := range askedNames(question) {
		all = addQuery(all, Query{Text: name, Round: 1, Why: "a name in it", isName: true})
	}
	return all
}

// addQuery adds a query that is not there yet, if there is room.
func addQuery(all []Query, q Query) []Query {
	key := folded(q.Text)
	known := slices.ContainsFunc(all, func(other Query) bool { return folded(other.Text) == key })
	if known || strings.TrimSpace(key) == "" || mostPlanned <= len(all) {
		return all
	}
	return append(all, q)
}

// askedNames are the names in a question. A single word that begins it may be any word,
// and names that are compared are names of their own.
func askedNames(question string) []string {
	var names []string
	for _, name := range namesIn(question) {
		if isOneWord(folded(name)) && strings.HasPrefix(strings.TrimLeft(question, " \"'"), name) {
			continue
		}
		if one, other, ok := strings.Cut(name, " and "); ok && isComparison(question) {
			names = append(names, one, other)
			continue
		}
		names = append(names, name)
	}
	return names
}

// comparing are the words of questions on two things at once.
var comparing = setOf(`both same than or difference compare compared differ older younger earlier later larger
	smaller bigger taller longer shorter higher lower more less first either between versus vs`)

// isComparison reports whether a question sets things against one another.
func isComparison(question string) bool {
	return slices.ContainsFunc(plainWords(question), func(w string) bool { return comparing[w] })
}

// A part is a piece of a question that asks for one thing.
type part struct {
	text  string
	own   []string
	about []string // the words of an earlier part that it leans on
}

// query is the part as it is searched for by itself.
func (p part) query() string { return strings.TrimSpace(p.text + " " + strings.Join(p.about, " ")) }

// partsOf cuts a question before each further word that asks: "Who built it, and when was
// it sold?" has two parts. One that says nothing by itself ("When and where was he born?")
// asks about what the next part says.
func partsOf(question string) []part {
	var parts []part
	for _, piece := range cutAtAsking(question) {
		parts = append(parts, part{text: piece, own: askedWords(piece)})
	}
	for i := len(parts) - 2; i >= 0; i-- {
		if len(parts[i].own) == 0 {
			parts[i].own = parts[i+1].own
			parts[i].text += " " + strings.Join(parts[i].own, " ")
		}
	}
	for i := 1; i < len(parts); i++ {
		switch {
		case len(parts[i].own) == 0:
			parts[i].own = parts[0].own
			parts[i].text += " " + strings.Join(parts[0].own, " ")
		case leans(parts[i].text):
			parts[i].about = parts[0].own
		}
	}
	return parts
}

// cutAtAsking cuts a text where a further question begins, without the words that join it.
// What stands in front of the first one belongs to that: "In practice, how ...".
func cutAtAsking(s string) []string {
	var pieces []string
	var words []text.Span
	start := 0
	for w := range text.Words(s) {
		words = append(words, w.Span)
		if at := beginsQuestion(s, words); at > start && slices.ContainsFunc(plainWords(s[start:at]), asks) {
			pieces = append(pieces, trimmedPiece(s[start:at]))
			start = at
		}
	}
	return append(pieces, trimmedPiece(s[start:]))
}

// beginsQuestion is where a question begins that the last of some words asks, 0 if none
// does: behind "and", "or" or a mark, with no more before the word than a small one, as in
// "under whom" and "in which".
func beginsQuestion(s string, words []text.Span) (at int) {
	last := len(words) - 1
	if !asks(text.Fold(words[last].Of(s))) {
		return 0
	}
	for first := last; 0 < first && last-1 <= first; first-- {
		before := words[first-1]
		if isJoining(text.Fold(before.Of(s))) || strings.ContainsAny(s[before.End:max(before.End, words[first].Start)], ",;.?!") {
			return words[first].Start
		}
		if !leadsToAsking(text.Fold(before.Of(s))) {
			return 0
		}
	}
	return 0
}

// leadsToAsking reports whether a word may stand before one that asks: "for how much".
func leadsToAsking(word string) bool { return isOfPlace(word) || word == "with" || word == "for" }

// trimmedPiece is a piece of a question without what joins it to the next one.
func trimmedPiece(s string) string {
	s = strings.Trim(s, " ,;.?!\n\t")
	for _, word := range []string{"and", "or"} {
		if rest, ok := strings.CutSuffix(s, word); ok && (rest == "" || strings.HasSuffix(rest, " ") || strings.HasSuffix(rest, ",")) {
			s = strings.TrimRight(rest, " ,;")
		}
	}
	return s
}

func isJoining(word string) bool { return word == "and" || word == "or" }

func asks(word string) bool {
	switch word {
	case "who", "whom", "whose", "what", "when", "where", "why", "how", "which":
		return true
	}
	return false
}

// leans reports whether a part speaks of something that was named before.
func leans(s string) bool {
	return slices.ContainsFunc(plainWords(s), func(w string) bool {
		switch w {
		case "it", "its", "he", "him", "his", "she", "her", "they", "them", "their", "there", "this", "that", "these", "those":
			return true
		}
		return false
	})
}

// askedWords are the words of a part that say something, without those that ask: "which
// year", "how many".
func askedWords(s string) []string {
	words := plainWords(s)
	var all []string
	for i, w := range words {
		isKind := i > 0 && asks(words[i-1]) && (moments[w] || amounts[w])
		if !asks(w) && !isKind && !analysis.IsStop(w) && !slices.Contains(all, w) {
			all = append(all, w)
		}
	}
	return all
}

// slotsOf are the slots of a question: one for each thing that is compared, else one for
// each part.
func slotsOf(question string) []Slot {
	if slots := comparedSlots(question); len(slots) > 1 {
		return slots
	}
	var slots []Slot
	for _, p := range partsOf(question) {
		if len(slots) < mostSlots {
			slots = append(slots, Slot{Kind: kindOf(p.text), Asked: p.text, own: p.own, about: p.about})
		}
	}
	return slots
}

// comparedSlots gives a slot to each name of a question that compares names.
func comparedSlots(question string) []Slot {
	if !isComparison(question) {
		return nil
	}
	names := askedNames(question)
	var others []string
	for _, w := range askedWords(question) {
		isName := slices.ContainsFunc(names, func(n string) bool { return strings.Contains(folded(n), " "+w+" ") })
		if !isName && !comparing[w] {
			others = append(others, w)
		}
	}
	var slots []Slot
	for _, name := range names[:min(len(names), mostSlots)] {
		slots = append(slots, Slot{
			Kind: comparedKind(question), Asked: strings.TrimSpace(name + ": " + strings.Join(others, " ")),
			own: contentWords(name), about: others,
		})
	}
	return slots
}

// comparedKind is what has to be known of each thing that is compared.
func comparedKind(question string) Kind {
	words := plainWords(question)
	for _, k := range []struct {
		kind Kind
		told map[string]bool
	}{{Date, comparesDates}, {Number, comparesNumbers}, {Place, comparesPlaces}} {
		if slices.ContainsFunc(words, func(w string) bool { return k.told[w] }) {
			return k.kind
		}
	}
	return Free
}

// The words that tell by what things are compared.
var (
	comparesDates   = setOf("older younger earlier later first born founded released")
	comparesNumbers = setOf("larger smaller bigger taller longer shorter higher lower more less population")
	comparesPlaces  = setOf("country city located nationality")
)
