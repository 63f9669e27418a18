package tables

import (
	"cmp"
	"context"
	"maps"
	"slices"
	"strings"

	"docuquest/core/language/analysis"
	"docuquest/core/language/lexicon"
	"docuquest/core/language/quantity"
	"docuquest/core/language/text"
	"docuquest/core/search/question"
)

// A sentence is a question, taken apart into words.
type sentence struct {
	asked   *question.Question
	folded  string      // its text, with single spaces
	words   []tableWord // of folded, as many as asked has
	lexicon *lexicon.Lexicon
}

type tableWord struct {
	span text.Span
	form string
	stem string
}

func tableWordsIn(s string, a *analysis.Analyzer) []tableWord {
	var words []tableWord
	for w := range text.Words(s) {
		form := analysis.Exact(w.Span.Of(s))
		words = append(words, tableWord{w.Span, form, a.Stem(form)})
	}
	return words
}

// A role is what a word of the question is.
type role uint8

const (
	unread role = iota
	ofTitle
	ofHeader
	ofValue
	ofCue
)

// A mention is a part of the question that names columns or cells.
type mention struct {
	first, end int // words
	columns    []int
	text       string // of a cell
	used       bool
}

// A reading is how one table reads a question.
type reading struct {
	sentence
	grid    *Grid
	roles   []role
	titles  map[string]bool // the words of the titles
	headers []mention
	values  []mention
}

// newReading finds the titles, the columns and the cells of a table that a question names. What
// ctx ends early is half a reading, of no use.
func newReading(ctx context.Context, asked sentence, g *Grid) *reading {
	r := &reading{sentence: asked, grid: g, roles: make([]role, len(asked.words)), titles: map[string]bool{}}
	for _, title := range g.Titles {
		forms := wordForms(title)
		for _, f := range forms {
			r.titles[f] = true
		}
		for at := 0; len(forms) > 1 && at+len(forms) <= len(r.words); at++ {
			r.mark(at, r.endOfTitle(at, forms), ofTitle)
		}
	}

	// The longest mentions count first, and a header before a cell with the same text.
	headers, values := r.headersNamed(ctx), r.valuesNamed(ctx)
	length := func(m mention) int { return m.end - m.first }
	byLength := func(a, b mention) int { return cmp.Or(length(b)-length(a), a.first-b.first) }
	slices.SortStableFunc(headers, byLength)
	slices.SortStableFunc(values, byLength)
	for len(headers)+len(values) > 0 {
		from, to, as := &values, &r.values, ofValue
		if len(values) == 0 || len(headers) > 0 && length(values[0]) <= length(headers[0]) {
			from, to, as = &headers, &r.headers, ofHeader
		}
		m := (*from)[0]
		*from = (*from)[1:]
		isRead := func(as role) bool { return as != unread }
		if !slices.ContainsFunc(r.roles[m.first:m.end], isRead) {
			r.mark(m.first, m.end, as)
			*to = append(*to, m)
		}
	}
	inOrder := func(a, b mention) int { return a.first - b.first }
	slices.SortFunc(r.headers, inOrder)
	slices.SortFunc(r.values, inOrder)
	return r
}

// endOfTitle returns the word behind a title that begins at a word, and that word itself where
// none does. The "s" of a possessive may be between them.
func (r *reading) endOfTitle(first int, forms []string) int {
	at := first
	for i, form := range forms {
		if i > 0 && at < len(r.words) && r.words[at].form == "s" && form != "s" {
			at++
		}
		if at == len(r.words) || r.words[at].form != form {
			return first
		}
		at++
	}
	return at
}

func wordForms(s string) []string {
	var forms []string
	for w := range text.Words(s) {
		forms = append(forms, analysis.Exact(w.Span.Of(s)))
	}
	return forms
}

func (r *reading) mark(first, end int, as role) {
	for i := first; i < end; i++ {
		r.roles[i] = as
	}
}

// headersNamed returns the places of the headers, in the singular or the plural, with or
// without what they have in brackets.
func (r *reading) headersNamed(ctx context.Context) []mention {
	found := mentionsFound{}
	a := analysis.NewAnalyzer()
	for column, name := range r.grid.Names {
		if ctx.Err() != nil {
			return nil
		}
		bare, _, _ := strings.Cut(name, "(")
		for _, said := range slices.Compact([]string{name, bare}) {
			header := tableWordsIn(said, a)
			for at := 0; len(header) > 0 && at+len(header) <= len(r.words); at++ {
				isSame := func(h, w tableWord) bool { return w.form == h.form || w.stem == h.stem }
				if slices.EqualFunc(header, r.words[at:at+len(header)], isSame) {
					found.add(at, at+len(header), column, "")
				}
			}
		}
	}
	return found.listed()
}

// valuesNamed returns the places of what cells contain, in full, or of amounts, numbers and dates
// that equal a cell: 1,500,000 where a cell has 1.5 million. The work is one pass over the cells
// that there are, however many columns the header has.
func (r *reading) valuesNamed(ctx context.Context) []mention {
	found, equal := mentionsFound{}, mentionsFound{}
	quantities := slices.DeleteFunc(quantity.Find(r.folded), func(q quantity.Quantity) bool { return !hasDigit(q.Text) })
	for _, row := range r.grid.Rows {
		if ctx.Err() != nil {
			return nil
		}
		for column, cell := range row[:min(len(row), len(r.grid.Names))] {
			v := newValue(cell.Text)
			if v.isMissing() {
				continue
			}
			if len(v.text) <= len(r.folded) {
				for span := range wordPlaces(r.folded, v.text) {
					first, end := r.wordsAt(span)
					found.add(first, end, column, v.plain)
				}
			}
			if len(quantities) == 0 || !hasDigit(v.text) {
				continue
			}
			cell, isQuantity := v.quantity()
			for _, q := range quantities {
				if isQuantity && quantity.Equal(q, cell) {
					first, end := r.wordsAt(q.Span)
					equal.add(first, end, column, v.plain)
				}
			}
		}
	}
	for place, m := range equal {
		if found[place] == nil {
			found[place] = m
		}
	}
	return found.listed()
}

func hasDigit(s string) bool { return strings.ContainsAny(s, "0123456789") }

// wordsAt returns the words inside a span of the question, from the first to the one behind.
func (r *reading) wordsAt(span text.Span) (first, end int) {
	for first < len(r.words) && r.words[first].span.Start < span.Start {
		first++
	}
	for end = first; end < len(r.words) && r.words[end].span.End <= span.End; end++ {
		continue
	}
	return first, end
}

// mentionsFound are mentions by their first word and the one behind them, while they are
// collected.
type mentionsFound map[[2]int]*mentionFound

type mentionFound struct {
	columns map[int]bool
	text    string // of a cell
}

func (f mentionsFound) add(first, end, column int, text string) {
	if first == end {
		return
	}
	place := [2]int{first, end}
	if f[place] == nil {
		f[place] = &mentionFound{columns: map[int]bool{}}
	}
	f[place].columns[column], f[place].text = true, text
}

func (f mentionsFound) listed() []mention {
	var all []mention
	for place, m := range f {
		all = append(all, mention{first: place[0], end: place[1], columns: slices.Sorted(maps.Keys(m.columns)), text: m.text})
	}
	return all
}
