package lexical

import (
	"docuquest/core/language/analysis"
	"docuquest/core/language/text"
	"docuquest/core/search/rerank"
)

// A reading is what a passage has of a question.
type reading struct {
	kind  rerank.Kind
	held  []bool // by word: titles or content hold a form of it, or it names the kind
	exact []bool // by word: in the very form that was asked
	near  []bool // by pair: titles or content hold both near each other
}

// nearness is how many words apart two words may stand to be near each other.
const nearness = 5

// read takes a passage in.
func (q *question) read(p rerank.Passage) reading {
	r := reading{
		kind: p.Kind,
		held: make([]bool, len(q.words)), exact: make([]bool, len(q.words)), near: make([]bool, len(q.pairs)),
	}
	for i, w := range q.words {
		r.held[i] = w.kind != "" && w.kind == p.Kind
	}
	for _, title := range p.Titles {
		q.mark(title, r)
	}
	q.mark(p.Body, r)
	return r
}

// mark marks what a title or the content has.
func (q *question) mark(s string, r reading) {
	code := r.kind == rerank.Code
	last := make([]int, len(q.words)) // where each word stood last
	for i := range last {
		last[i] = -nearness - 1
	}
	at := 0
	for w := range (text.Options{Underscores: code}).Words(s) {
		for _, f := range q.forms(surface{w.Span.Of(s), code}) {
			r.held[f.word] = true
			r.exact[f.word] = r.exact[f.word] || f.exact
			last[f.word] = at
			q.markNear(r, f.word, last)
		}
		at++
	}
}

// markNear marks the pairs of a word that stands where it stood last, and of another
// one near to that.
func (q *question) markNear(r reading, word int, last []int) {
	for i, pair := range q.pairs {
		if pair[0] != word && pair[1] != word {
			continue
		}
		apart := max(last[pair[0]]-last[pair[1]], last[pair[1]]-last[pair[0]])
		r.near[i] = r.near[i] || apart <= nearness
	}
}

// A surface is a word of a passage, and whether that is code.
type surface struct {
	text string
	code bool
}

// A form is what a word of a passage is of the question.
type form struct {
	word  int
	exact bool
}

// forms are those of a word that are in the question. Words repeat, and a stem takes a
// microsecond.
func (q *question) forms(s surface) []form {
	forms, ok := q.known[s]
	if ok {
		return forms
	}
	for _, f := range q.analyzer.Forms(s.text, s.code) {
		if f.Stop || f.Kind == analysis.Joined || !q.initials[f.Text[0]] {
			continue
		}
		if at, ok := q.byStem[q.analyzer.Stem(f.Text)]; ok {
			forms = append(forms, form{at, f.Text == q.words[at].exact})
		}
	}
	q.known[s] = forms
	return forms
}
