package retrieve

import (
	"slices"
	"strings"

	"docuquest/core/file"
	"docuquest/core/language/analysis"
	"docuquest/core/search/rank"
)

// A Past is a question that was asked before, with what its answer rests on.
type Past struct {
	Question  string
	Carried   []string   // the words that it had taken over itself
	Said      string     // what its answer quotes first
	Documents []file.URI // that its answer cites, the best first
	// Near says that it is at hand since it is near to the question, though others were
	// asked since.
	Near bool
}

// A Context is what a question takes over from those that were asked before it. The zero
// Context is that of a question by itself.
type Context struct {
	// Words are those of the subject, as they were written. Each counts contextShare of
	// what a word of the question itself does, and none of them is ever missing.
	Words []string
	// Near are the documents that the answer before cites, the best first. Each gets a
	// small bonus, which decides where nothing else does.
	Near []file.URI
	// Before is told to the model that proposes terms, behind the question; "" for
	// nothing.
	Before string
}

// mostCarried is how many words a question takes over at most: those of one question.
const mostCarried = 12

// contextShare is what a word counts that was taken over, beside one of the question. It
// hardly matters: of 34 questions that go on with another, 31 get their document first at
// 0.25 and at 0.5, and 32 at 0.75 and at 1, where one more gets that of the old subject.
const contextShare = 0.5

// Follow tells what a question takes over from those before it, the latest first: the
// zero Context where there are none, and where the question has a subject of its own.
//
// It goes by the English words that lean on something said before ("it", "there", "and
// the silver?", "what about ..."), and in any language by what a question lacks.
func Follow(question string, before []Past) Context {
	if len(before) == 0 {
		return Context{}
	}
	q := readUtterance(question)
	leans := q.leaning()
	if leans == byItself {
		return Context{}
	}
	last := before[0]
	if leans == goesOn {
		last = q.meant(before)
	}
	c := Context{Words: q.taken(last, leans)}
	if leans == goesOn {
		c.Near = slices.Clone(last.Documents)
	}
	return c
}

// Related are the numbers of the questions before that have to do with a question, the
// latest first: the latest, whatever it is, those that are near, and those with a word of
// the question or of what it takes over.
func Related(question string, c Context, before []Past) []int {
	if len(before) == 0 {
		return nil
	}
	related := []int{0}
	stems := stemsOf(readUtterance(question).content(), readUtterance(strings.Join(c.Words, " ")).content())
	for i, p := range before[1:] {
		if p.Near || p.holdsAny(stems) {
			related = append(related, i+1)
		}
	}
	return related
}

// meant is which of the questions before is gone on with: the latest that has a word of
// this one; for a question on "that shaft" the latest that is near to it; or else the latest.
func (q utterance) meant(before []Past) Past {
	stems := stemsOf(q.content())
	for _, p := range before {
		if p.holdsAny(stems) {
			return p
		}
	}
	if near := slices.IndexFunc(before, func(p Past) bool { return p.Near }); near >= 0 && q.pointsAtThing() {
		return before[near]
	}
	return before[0]
}

// holdsAny reports whether a question has a word with one of the stems.
func (p Past) holdsAny(stems map[string]bool) bool {
	for stem := range stemsOf(readUtterance(p.Question).content()) {
		if stems[stem] {
			return true
		}
	}
	return false
}

func stemsOf(lists ...[]spoken) map[string]bool {
	stems := map[string]bool{}
	analyzer := analysis.NewAnalyzer()
	for _, w := range slices.Concat(lists...) {
		stems[analyzer.Stem(w.folded)] = true
	}
	return stems
}

// taken are the words that are taken over from an earlier question, each once and none
// that the question has itself. Where another subject takes the place of the old one,
// the old one's name stays behind.
func (q utterance) taken(last Past, leans leaning) []string {
	known := map[string]bool{}
	for _, w := range q.content() {
		known[w.folded] = true
	}
	var words []string
	take := func(all []spoken) {
		for _, w := range all {
			if !known[w.folded] && !(w.name && leans == asksAnother) {
				known[w.folded] = true
				words = append(words, w.surface)
			}
		}
	}
	asked := readUtterance(last.Question)
	take(asked.content())
	if q.holds(isPerson) {
		take(asked.otherName(last.Said))
	}
	take(readUtterance(strings.Join(last.Carried, " ")).content())
	return words[:min(mostCarried, len(words))]
}

// otherName is the first name of several words in a text of which the question has none:
// who "she" is in a question on what somebody found.
func (q utterance) otherName(text string) []spoken {
	var name []spoken
	for _, w := range append(readUtterance(text).words, spoken{}) {
		isOther := w.isCapital() && !w.stop && !slices.ContainsFunc(q.words, func(own spoken) bool { return own.folded == w.folded })
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

// carry takes the words of the context into the question.
func (r *Result) carry(c Context, analyzer *analysis.Analyzer) {
	own := len(r.Question.Terms)
	r.Question.Add(strings.Join(c.Words, " "), contextShare*ownWeight, analyzer)
	r.carried = map[string]bool{}
	for _, t := range r.Question.Terms[own:] {
		r.carried[t.Stem] = true
	}
	r.tracing.carried(r.Question)
}

// spoken is the question as one says it to somebody who has not heard those before it.
func (q Query) spoken() string {
	if q.Mode == Boolean || len(q.Context.Words) == 0 {
		return q.Text
	}
	return q.Text + " " + strings.Join(q.Context.Words, " ")
}

// forModel is the question for the model that proposes terms.
func (q Query) forModel() string {
	if q.Mode == Boolean {
		return q.Text
	}
	return q.Text + q.Context.Before
}

// nearBonus is what the score of the first document gains that was cited before, beside
// the BM25 of the best document, which counts 1; the next gains half of it, and so on. At
// 0.4 documents keep their places that do not answer.
const nearBonus = 0.1

// conversation is the part of a document's score that is owed to the answer before.
func (c Context) conversation(u file.URI) rank.Part {
	p := rank.Part{Signal: "conversation", Whole: 1, Weight: nearBonus}
	if at := slices.Index(c.Near, u); at >= 0 {
		p.Value = 1 / float64(1+at)
	}
	return p
}
