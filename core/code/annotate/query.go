package annotate

import (
	"slices"
	"strings"
	"unicode"

	"docuquest/core/code/notes"
	"docuquest/core/language/text"
	"docuquest/core/search/embed"
	"docuquest/core/search/vector"
)

// Ask makes a question's query: the whole of it for the summaries, its words for keywords
// and tags, these and other words for them for the synonyms, and for the dependencies the
// names of programs in it, or its words where it has none. Each may still be changed.
func (r *Rules) Ask(question string) notes.Query {
	words := r.wordsOf(question)
	said := strings.Join(words, " ")
	named := strings.Join(namesOf(question), " ")
	if named == "" {
		named = said
	}
	var q notes.Query
	for k, asked := range [notes.Kinds]string{
		notes.Summaries:    question,
		notes.Keywords:     said,
		notes.Tags:         said,
		notes.Synonyms:     strings.Join(r.expanded(words), " "),
		notes.Dependencies: named,
	} {
		q.Of[k] = notes.Ask{Text: asked, Vector: r.pool(asked), Weight: WeightOf(notes.Kind(k))}
	}
	return q
}

// WeightOf is what a table counts where nobody says otherwise. The words of summaries and
// synonyms tell what is meant; those of the others stand in the text itself, where a search
// by words sees them.
func WeightOf(k notes.Kind) float64 {
	if k == notes.Summaries || k == notes.Synonyms {
		return 1
	}
	return 0.5
}

// Vector is that of a note, a notes.Vectors.
func (r *Rules) Vector(n notes.Note) []float32 { return r.pool(n.Text) }

// wordsOf are the words of a question that say something, each once.
func (r *Rules) wordsOf(question string) []string {
	reader := r.borrow()
	defer r.giveBack(reader)
	var all []string
	for _, t := range reader.brief(question, dialect{code: true}) {
		if word := reader.forms[t.form].text; !slices.Contains(all, word) {
			all = append(all, word)
		}
	}
	return all
}

// expanded are words with the other words for them behind all.
func (r *Rules) expanded(words []string) []string {
	all := slices.Clone(words)
	for _, w := range words {
		for _, other := range r.otherWords(w) {
			if !slices.Contains(all, other) {
				all = append(all, other)
			}
		}
	}
	return all
}

// namesOf are the words of a question that are written as names of programs are: with a
// capital or an underscore inside, or with a bracket behind them.
func namesOf(question string) []string {
	var all []string
	for w := range (text.Options{Underscores: true}).Words(question) {
		word := w.Span.Of(question)
		inside := strings.TrimLeftFunc(word, unicode.IsUpper)
		isName := strings.Contains(strings.Trim(word, "_"), "_") || strings.ContainsFunc(inside, unicode.IsUpper) ||
			strings.HasPrefix(question[w.Span.End:], "(")
		if isName && !slices.Contains(all, word) {
			all = append(all, word)
		}
	}
	return all
}

// A pooler makes vectors of texts, one at a time.
type pooler struct {
	cutter embed.Cutter
	pieces []int32
	terms  []embed.Term
}

// pool is the vector of a text, of length 1, made of those of its pieces by their
// weights; nil for a text that says nothing.
func (r *Rules) pool(s string) []float32 {
	l := r.workspace.Lexicon
	p, ok := r.poolers.Get().(*pooler)
	if !ok {
		p = &pooler{cutter: l.Cutter()}
	}
	defer r.poolers.Put(p)
	p.pieces = p.cutter.Append(p.pieces[:0], s, true)
	p.terms = p.terms[:0]
	for _, id := range p.pieces {
		if weight := r.workspace.Weight(int(id)); weight > 0 && l.Speaks(int(id)) {
			p.terms = append(p.terms, embed.Term{ID: int(id), Weight: float32(weight)})
		}
	}
	sum := make([]float32, l.Dimensions())
	l.Add(sum, p.terms)
	if !vector.Unit(sum) {
		return nil
	}
	return sum
}
