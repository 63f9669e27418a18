package research

import (
	"cmp"
	"context"
	"slices"
	"strings"

	"docuquest/core/answer"
	"docuquest/core/language/analysis"
	"docuquest/core/language/text"
)

// How many queries the first round has.
const (
	mostPlanned  = 5
	leastPlanned = 3 // where the question, in English, has the words for them
)

// longestThing is how many words the name of a thing has at most that is written small:
// what follows is often the verb, as in "the north bridge opened".
const longestThing = 2

// mostSlots is how many facts a question may need.
const mostSlots = 8

// A Slot is one fact that an answer needs.
type Slot struct {
	Kind  Kind
	Asked string // what is asked for, in the words of the question or of a model
	// Fill is a passage that says it, with the place where it stands; nil where none was
	// found.
	Fill *Fill
	// Compared says that it is one of several things that are compared. What fills it
	// speaks of that thing, which is no proof that it says by what it is compared.
	Compared bool

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
	e.next = filledUp(e.next, furtherQueries(e.query.Text, len(e.Beside) > 0))
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

// filledUp adds the first of further queries to those of a question that has few parts and
// names.
func filledUp(all, further []Query) []Query {
	for _, q := range further {
		if len(all) < leastPlanned {
			all = addQuery(all, q)
		}
	}
	return all
}

// furtherQueries are those that questions are filled up with, the best first: for what a
// question speaks of, which some file may be called by, unless sources beside the workspace
// are asked, which are not called by anything; and for its words, with those that stand
// where such a thing is told and by themselves. A thing of one word is what many files are
// called by. Questions of few words, in other languages or in scripts without spaces have
// fewer than leastPlanned.
func furtherQueries(question string, beside bool) []Query {
	var all, last []Query
	for _, thing := range spokenOfIn(question) {
		q := Query{Text: thing, Round: 1, Why: "what it speaks of", isName: true}
		switch {
		case beside:
		case isOneWord(folded(thing)):
			last = append(last, q)
		default:
			all = append(all, q)
		}
	}
	told, vague := wordQueries(question)
	return slices.Concat(all, told, last, vague)
}

// wordQueries are the words of each part of a question as they were typed: by themselves
// and, in English, with those that stand where such a thing is told. Those of a script without
// spaces are cut anywhere, and make no query.
func wordQueries(question string) (told, vague []Query) {
	isEnglish := slices.ContainsFunc(plainWords(question), func(w string) bool { return englishWords[w] })
	for _, s := range slotsOf(question) {
		words := typedWords(question, s.own)
		if words == "" {
			continue
		}
		telling, isTelling := tellingWords(s.Kind)
		q := Query{Text: words + " " + telling, Round: 1, Why: "what tells a " + s.Kind.noun(), isVague: !isTelling}
		switch {
		case isEnglish && isTelling:
			told = append(told, q)
		case isEnglish:
			vague = append(vague, q)
		}
		vague = append(vague, Query{Text: words, Round: 1, Why: "its words", isVague: true})
	}
	return told, vague
}

// typedWords are folded words of a question as they stand there, "" where one is of a script
// without spaces.
func typedWords(question string, folded []string) string {
	typed := map[string]string{}
	for w := range text.Words(question) {
		if as := w.Span.Of(question); !w.Bigram && !startsUnspaced(as) {
			key := analysis.Exact(as)
			typed[key] = cmp.Or(typed[key], as)
		}
	}
	words := make([]string, len(folded))
	for i, w := range folded {
		if words[i] = typed[w]; words[i] == "" {
			return ""
		}
	}
	return strings.Join(words, " ")
}

// englishWords are those that tell a question in English, in which words like "was" and "in"
// may be of other languages, too.
var englishWords = setOf("the who whom whose what which when where why how were did does this that there from with tell define")

// spokenOfIn are the things that a question has behind articles: the "engineer" and the
// "north bridge" of "Did the engineer see the north bridge?". What it asks for is none.
func spokenOfIn(question string) []string {
	var words []text.Span
	for w := range text.Words(question) {
		words = append(words, w.Span)
	}
	var things []string
	for i, w := range words {
		if thing := thingAt(question, words[i+1:]); isArticle(text.Fold(w.Of(question))) && thing != "" && !isAskedFor(text.Fold(thing)) {
			things = append(things, thing)
		}
	}
	return things
}

// thingAt is what some words of a question begin with, up to a small word, longestThing at
// most; "" for nothing.
func thingAt(question string, words []text.Span) string {
	said := 0
	for said < min(len(words), longestThing) && !analysis.IsStop(text.Fold(words[said].Of(question))) {
		said++
	}
	if said == 0 {
		return ""
	}
	return question[words[0].Start:words[said-1].End]
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
			asked := cmp.Or(p.text, strings.TrimSpace(question)) // "?" alone has no words
			slots = append(slots, Slot{Kind: kindOf(p.text), Asked: asked, own: p.own, about: p.about})
		}
	}
	return slots
}

// comparedSlots gives a slot to each name of a question that compares names. What is
// said of all of them is what each leans on.
func comparedSlots(question string) []Slot {
	if !isComparison(question) {
		return nil
	}
	names := namedThings(question)
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
			Kind: comparedKind(question), Asked: strings.TrimSuffix(name+": "+strings.Join(others, " "), ": "), Compared: true,
			own: contentWords(name), about: others,
		})
	}
	return slots
}

// namedThings are the names in a question that compares them, each with the nouns that
// belong to it alone: the "theatre" of "the Corrin theatre or the Durapha citadel".
func namedThings(question string) []string {
	names := askedNames(question)
	at := 0
	for i, name := range names {
		found := strings.Index(question[at:], name)
		if found < 0 {
			continue
		}
		start := at + found
		at = start + len(name)
		nouns, ended := nounsBehind(question[at:])
		isShared := i == len(names)-1 && isVerb(firstWord(question)) // "Are Ann and Bob directors?"
		if hasArticle(question[:start]) || ended && !isShared {
			names[i] = strings.Join(append([]string{name}, nouns...), " ")
		}
	}
	return names
}

// nounsBehind are the words right behind a name, up to a small one, one that compares, a
// further name or a mark; and whether that ends the thing: a mark, "and" or "or".
func nounsBehind(rest string) (nouns []string, ended bool) {
	at := 0
	for w := range text.Words(rest) {
		word := w.Span.Of(rest)
		isCapital := word != strings.ToLower(word)
		switch {
		case strings.ContainsAny(text.Span{Start: at, End: w.Span.Start}.Of(rest), ",;:.?!()\""), isJoining(word): // pairs of a script without spaces overlap
			return nouns, true
		case isCapital, analysis.IsStop(word), comparing[word], comparesDates[word], comparesNumbers[word], comparesPlaces[word]:
			return nouns, false
		}
		nouns, at = append(nouns, word), w.Span.End
	}
	return nouns, true
}

// hasArticle reports whether a text ends with an article.
func hasArticle(s string) bool {
	words := plainWords(s)
	return len(words) > 0 && isArticle(words[len(words)-1])
}

func isArticle(word string) bool { return word == "the" || word == "a" || word == "an" }

// firstWord is the first word of a text as it is compared, "" for none.
func firstWord(s string) string {
	for w := range text.Words(s) {
		return text.Fold(w.Span.Of(s))
	}
	return ""
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
