package retrieve

import (
	"slices"
	"strings"

	"docuquest/core/file"
	"docuquest/core/language/analysis"
	"docuquest/core/search/question"
	"docuquest/core/search/rank"
)

// A Past is a question that was asked before, with what its answer rests on.
type Past struct {
	Question  *question.Question
	Carried   []string   // the words that it inherited itself
	Said      string     // the first quote of its answer
	Documents []file.URI // that its answer cites, the best first
	// Near reports that it was chosen since it is near to the new question, though others
	// were asked since.
	Near bool
}

// A Context is what a question inherits from earlier questions. The zero
// Context is that of a question by itself.
type Context struct {
	// Words are those of the subject, as they were written. Each is weighted by contextShare
	// of a word of the question itself, and none of them is ever missing.
	Words []string
	// Near are the documents that the answer before cites, the best first. Each gets a
	// small bonus, which decides where nothing else does.
	Near []file.URI
	// Before follows the question in the prompt of the model that proposes terms; "" for
	// nothing.
	Before string
}

// mostCarried is the greatest number of words that a question inherits.
const mostCarried = 12

// contextShare is the weight of an inherited word, beside one of the question. It hardly
// matters: of 34 questions that go on with another, 31 get their document first at 0.25 and
// at 0.5, and 32 at 0.75 and at 1, where one more gets that of the old subject.
const contextShare = 0.5

// Follow returns what a question inherits from those before it, the latest first: the zero
// Context without any, and where the question has a subject of its own.
func Follow(q *question.Question, before []Past) Context {
	if len(before) == 0 || q.Dependence == question.ByItself {
		return Context{}
	}
	last := before[0]
	if q.Dependence == question.GoesOn {
		last = subjectOf(q, before)
	}
	known := map[string]bool{}
	for _, w := range q.ContentWords() {
		known[w.Folded] = true
	}
	var c Context
	inherit := func(words []question.Word) {
		for _, w := range words {
			// The name of the old subject is replaced by that of the new one.
			isReplaced := w.Name && q.Dependence == question.AsksAnother
			if w.IsContent() && !known[w.Folded] && !isReplaced {
				known[w.Folded] = true
				c.Words = append(c.Words, w.Typed)
			}
		}
	}
	inherit(last.Question.Words)
	if q.RefersToPerson() {
		inherit(otherName(last.Question, last.Said))
	}
	inherit(question.WordsIn(strings.Join(last.Carried, " ")))
	c.Words = c.Words[:min(mostCarried, len(c.Words))]
	if q.Dependence == question.GoesOn {
		c.Near = slices.Clone(last.Documents)
	}
	return c
}

// subjectOf returns the earlier question that a question goes on with: the latest that has a
// word of it; for a question on "that shaft" the latest that is near to it; or else the
// latest.
func subjectOf(q *question.Question, before []Past) Past {
	stems := stemsOf(q.ContentWords())
	for _, p := range before {
		if p.hasAny(stems) {
			return p
		}
	}
	if near := slices.IndexFunc(before, func(p Past) bool { return p.Near }); near >= 0 && q.RefersToThing() {
		return before[near]
	}
	return before[0]
}

// otherName returns the first name of several words in a text that shares none with the
// question: who "she" is in a question on what somebody found.
func otherName(asked *question.Question, said string) []question.Word {
	var name []question.Word
	for _, w := range append(question.WordsIn(said), question.Word{}) {
		isOther := w.IsCapital() && w.IsContent() && !slices.ContainsFunc(asked.Words, func(own question.Word) bool { return own.Folded == w.Folded })
		switch {
		case isOther:
			name = append(name, w)
		case len(name) > 1:
			return name
		default:
			name = nil
		}
	}
	return nil
}

// Related returns the numbers of the earlier questions that have to do with a question, the
// latest first: the latest, whatever it is, and each that is near, or that has a word of the
// question or of what it inherits.
func Related(q *question.Question, c Context, before []Past) []int {
	if len(before) == 0 {
		return nil
	}
	related := []int{0}
	stems := stemsOf(q.ContentWords(), question.WordsIn(strings.Join(c.Words, " ")))
	for i, p := range before[1:] {
		if p.Near || p.hasAny(stems) {
			related = append(related, i+1)
		}
	}
	return related
}

// hasAny reports whether a question has a word with one of the stems.
func (p Past) hasAny(stems map[string]bool) bool {
	for stem := range stemsOf(p.Question.ContentWords()) {
		if stems[stem] {
			return true
		}
	}
	return false
}

// stemsOf returns the stems of content words.
func stemsOf(lists ...[]question.Word) map[string]bool {
	stems := map[string]bool{}
	analyzer := analysis.NewAnalyzer()
	for _, w := range slices.Concat(lists...) {
		if w.IsContent() {
			stems[analyzer.Stem(w.Folded)] = true
		}
	}
	return stems
}

// asked returns the question with the words that it inherits, for vectors and rerankers,
// which know nothing of earlier questions.
func (q Query) asked() *question.Question {
	if q.Mode == Boolean {
		return q.Question
	}
	return q.Question.With(q.Context.Words)
}

// nearBonus is what the score of the first document gains that was cited before, beside
// the BM25 of the best document, which counts 1; the next gains half of it, and so on. At
// 0.4 documents keep their places that do not answer.
const nearBonus = 0.1

// conversation returns the part of a document's score that is owed to the answer before.
func (c Context) conversation(u file.URI) rank.Part {
	p := rank.Part{Signal: "conversation", Whole: 1, Weight: nearBonus}
	if at := slices.Index(c.Near, u); at >= 0 {
		p.Value = 1 / float64(1+at)
	}
	return p
}
