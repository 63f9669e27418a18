package question

import (
	"slices"
	"strings"

	"docuquest/core/language/analysis"
	"docuquest/core/language/text"
)

// A Part is a piece of a question that asks for one thing.
type Part struct {
	Text  string
	Own   []string // its words that say something, without words that ask
	About []string // words of an earlier part to which a pronoun of this one refers
	Aim
}

// Query returns the part as it is searched for by itself.
func (p Part) Query() string {
	return strings.TrimSpace(p.Text + " " + strings.Join(p.About, " "))
}

// mostSearches is the number of things that one question is searched for by themselves.
const mostSearches = 4

// Searches returns a question for each of the things that the question asks for, in its
// order: for its parts, or for each of the things whose dates or measures it compares; nil
// where it asks for one thing. What the difference is of two things, an author says of both.
func (q *Question) Searches() []*Question {
	var all []*Question
	for _, p := range q.Parts {
		if len(q.Parts) > 1 {
			all = append(all, Of(p.Text))
		}
	}
	by := q.ComparedBy()
	for i, c := range q.Compared {
		if len(q.Parts) == 1 && by != Anything && (q.isJoined(i) || q.isJoined(i+1)) {
			one := Of(strings.TrimSpace(c.Name + " " + strings.Join(q.SaidOfAll(), " ")))
			one.Kind = by
			all = append(all, one)
		}
	}
	all = slices.DeleteFunc(all, func(one *Question) bool { return !one.HasTerms() }) // "and when?" of nothing that has a name
	if len(all) < 2 {
		return nil
	}
	return all[:min(mostSearches, len(all))]
}

// isJoined reports whether "and", "or" or a word that compares is between a thing that is
// compared and the one before it: "Ann or Bob", "Ann than Bob", but not "Ann in Rome".
func (q *Question) isJoined(i int) bool {
	if i == 0 || i >= len(q.Compared) {
		return false
	}
	_, rest, _ := strings.Cut(q.Text, q.Compared[i-1].Name)
	between, _, ok := strings.Cut(rest, q.Compared[i].Name)
	return ok && slices.ContainsFunc(wordsOf(between), func(w string) bool { return q.joins(w) || q.words.Section("comparing").Has(w) })
}

// readParts cuts the question before each further word that asks: "Who built it, and when
// was it sold?" has two parts. A part without words of its own ("When and where was he
// born?") asks about what the next one says.
func (q *Question) readParts() {
	q.readThings()
	pieces := q.pieces()
	for _, piece := range pieces {
		q.Parts = append(q.Parts, Part{Text: q.resolved(piece, pieces[0]), Own: q.askedWords(piece)})
	}
	take := func(part *Part, from Part) {
		part.Own = from.Own
		part.Text += " " + strings.Join(from.Own, " ")
	}
	for i := len(q.Parts) - 2; i >= 0; i-- {
		if len(q.Parts[i].Own) == 0 {
			take(&q.Parts[i], q.Parts[i+1])
		}
	}
	pronouns := q.words.Section("pronouns")
	for i := 1; i < len(q.Parts); i++ {
		switch part := &q.Parts[i]; {
		case len(part.Own) == 0 && part.Text != pieces[i]:
			part.Own = q.Parts[0].Own
		case len(part.Own) == 0:
			take(part, q.Parts[0])
		case slices.ContainsFunc(WordsIn(pieces[i]), func(w Word) bool { return pronouns.Has(w.Folded) }):
			part.About = q.Parts[0].Own
		}
	}
	for i, p := range q.Parts {
		q.Parts[i].Aim = q.aimOf(wordsOf(p.Text))
	}
}

// resolved returns a further part of the question with the name of the first part in the place
// of a pronoun: "when was it sold" of "Who built Harn and when was it sold?". That has to be its
// one name, and what it is about: not the place in "Where is the cache on Linux". What the first
// part asks for has no name yet: "he" is whoever built Harn, and "it" is none of the names in
// "Which PEP replaces PEP 8". A part with a name of its own may say "why is it good to write Go".
func (q *Question) resolved(part, first string) string {
	isName := func(name string) bool { return !q.words.Section("asks").Has(text.Fold(name)) }
	names := slices.DeleteFunc(NamesIn(first), func(name string) bool { return !isName(name) })
	if part == first || len(names) != 1 || slices.ContainsFunc(NamesIn(part), isName) {
		return part
	}
	before := WordsIn(first[:strings.Index(first, names[0])])
	for len(before) > 0 && q.words.Has("articles", "article", before[len(before)-1].Folded) {
		before = before[:len(before)-1]
	}
	if len(before) > 0 && q.words.Has("joins", "lead", before[len(before)-1].Folded) {
		return part
	}
	key := "thing"
	if slices.ContainsFunc(WordsIn(part), func(w Word) bool { return q.words.Has("pronouns", "person", w.Folded) }) {
		key = "person"
	}
	if q.subjectAsked(wordsOf(first)) == key {
		return part
	}
	return q.naming(part, key, names[0])
}

// naming returns a text with a name in the place of the pronouns of a kind.
func (q *Question) naming(s, key, name string) string {
	words := WordsIn(s)
	for i, w := range slices.Backward(words) {
		if !q.words.Has("pronouns", key, w.Folded) {
			continue
		}
		said := name
		if q.words.Has("possessives", "own", w.Folded) && i+1 < len(words) {
			said += "'s"
		}
		s = s[:w.Span.Start] + said + s[w.Span.End:]
	}
	return s
}

// Naming returns the question with the name of a thing in the place of "it"; nil where it has no
// such word.
func (q *Question) Naming(name string) *Question {
	if s := q.naming(q.Text, "thing", name); s != q.Text {
		return Of(s)
	}
	return nil
}

// subjectAsked returns what folded words ask for, a "person", or a "thing" that does something
// as in "which command removes it"; "" where they ask for what something does, as in "which port
// does it use".
func (q *Question) subjectAsked(words []string) string {
	verb := func(i int) bool { return i >= len(words) || q.words.Has("helpers", "verb", words[i]) }
	for i, w := range words {
		switch key, _ := q.words.Section("asks").Key(w); {
		case key == "person":
			return "person"
		case key == "choice" && !verb(i+1) && !verb(i+2):
			return "thing"
		case key != "":
			return ""
		}
	}
	return ""
}

// pieces cuts the text where a further question begins, without the words that join the
// two. What precedes the first word that asks belongs to that: "In practice, how ...".
func (q *Question) pieces() []string {
	var pieces []string
	start, asked := 0, false
	for i, w := range q.Words {
		asks := q.asks(w.Folded)
		if at := q.beginsQuestion(i); asks && asked && at > start {
			pieces = append(pieces, q.trimmed(q.Text[start:at]))
			start = at
		}
		asked = asked || asks
	}
	return append(pieces, q.trimmed(q.Text[start:]))
}

// beginsQuestion returns where a question begins that the word at a place asks, 0 if none
// does: behind "and", "or" or a mark, with at most one small word between, as in "under
// whom" and "in which".
func (q *Question) beginsQuestion(last int) (at int) {
	for first := last; 0 < first && last-1 <= first; first-- {
		before, word := q.Words[first-1], q.Words[first]
		between := q.Text[before.Span.End:max(before.Span.End, word.Span.Start)]
		if q.joins(before.Folded) || strings.ContainsAny(between, ",;.?!") {
			return word.Span.Start
		}
		if !q.words.Has("joins", "lead", before.Folded) {
			return 0
		}
	}
	return 0
}

// trimmed is a piece without what joins it to the next one.
func (q *Question) trimmed(piece string) string {
	piece = strings.Trim(piece, " ,;.?!\n\t")
	joins := q.words.Section("joins")
	for _, word := range slices.Concat(joins.Words("and"), joins.Words("or")) {
		if rest, ok := strings.CutSuffix(piece, word); ok && (rest == "" || strings.HasSuffix(rest, " ") || strings.HasSuffix(rest, ",")) {
			piece = strings.TrimRight(rest, " ,;")
		}
	}
	return piece
}

// joins reports whether a folded word joins two halves of a sentence: "and", "or".
func (q *Question) joins(word string) bool {
	return q.words.Has("joins", "and", word) || q.words.Has("joins", "or", word)
}

// asks reports whether a folded word asks, and does not order an answer as "list" does.
func (q *Question) asks(word string) bool {
	for _, key := range q.words.Section("asks").Keys(word) {
		if key != "list" && key != "define" {
			return true
		}
	}
	return false
}

// AskedWords returns the different words of the question that say something, without words
// that ask: "which year", "how many".
func (q *Question) AskedWords() []string { return q.askedWords(q.Text) }

// askedWords is AskedWords for a piece of the question.
func (q *Question) askedWords(piece string) []string {
	var all []string
	isAsked := false // the word before asks
	for w := range text.Words(piece) {
		form := analysis.Exact(w.Span.Of(piece))
		key, _ := q.words.Section("asked nouns").Key(form)
		isKind := isAsked && (key == "date" || key == "value" || q.words.Section("measures").Has(form))
		isAsked = q.asks(form)
		if !isAsked && !isKind && !analysis.IsStop(form) && !slices.Contains(all, form) {
			all = append(all, form)
		}
	}
	return all
}
