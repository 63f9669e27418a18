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
	asked      *question.Question
	folded     string      // its text, with single spaces, and with those for the marks in names
	words      []tableWord // of folded, as many as asked has
	quantities []quantity.Quantity
	lexicon    *lexicon.Lexicon
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

// isNumberOf reports whether two words are the same noun, of which one may be the plural: "drafts"
// is "draft", and "released" is not "releases".
func (w tableWord) isNumberOf(o tableWord) bool {
	isPlural := func(one, many string) bool {
		ies, isY := strings.CutSuffix(one, "y")
		return many == one+"s" || many == one+"es" || isY && many == ies+"ies"
	}
	return w.form == o.form || isPlural(w.form, o.form) || isPlural(o.form, w.form)
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

// A rank is how well words name a column.
type rank uint8

const (
	wholly       rank = iota // by all of the header
	byLast                   // by the last key of "a.b"
	byThing                  // by a word for the rows, which names what they are called
	byVerb                   // by a verb: "wrote" names the author
	byVerbPartly             // by a verb for one of several words of the header
	partly                   // by some words of the header
)

// A mention is a part of the question that names columns or cells.
type mention struct {
	first, end int // words
	columns    []int
	best       int                // how many columns at the start of columns are named as well as the first
	isThing    bool               // it is a word for the rows
	isPartly   bool               // no header is all of it
	texts      map[int]string     // of cells, by column; empty for a header and for a date that is in no cell as it is
	isPart     bool               // no cell is the value, but lists have it
	date       *quantity.Quantity // a date or a year that the value is
	used       bool
}

// only returns the column that a header means; ok is false where there are more.
func (m mention) only() (column int, ok bool) {
	if m.best != 1 {
		return 0, false
	}
	return m.columns[0], true
}

// A reading is how one table reads a question.
type reading struct {
	sentence
	grid    *Grid
	roles   []role
	titles  map[string]bool // the words of the titles and of what is around the table
	headers []mention
	values  []mention
	denials map[int]bool // the words that deny, by whether a part of the query has them
}

// newReading finds the titles, the columns and the cells of a table that a question names. What
// ctx ends early is half a reading, of no use.
func newReading(ctx context.Context, asked sentence, g *Grid) *reading {
	r := &reading{sentence: asked, grid: g, roles: make([]role, len(asked.words)), titles: map[string]bool{}, denials: map[int]bool{}}
	for _, title := range g.Titles {
		forms := wordForms(title)
		for _, f := range forms {
			r.titles[f] = true
		}
		for at := 0; len(forms) > 1 && at+len(forms) <= len(r.words); at++ {
			r.mark(at, r.endOfTitle(at, forms), ofTitle)
		}
	}

	for _, name := range g.Around {
		for _, f := range wordForms(name) {
			r.titles[f] = true
		}
	}

	// The longest mentions count first, and a header before a cell with the same text, unless only
	// some of its words are named.
	headers, values := r.headersNamed(ctx), r.valuesNamed(ctx)
	length := func(m mention) int { return m.end - m.first }
	byLength := func(a, b mention) int { return cmp.Or(length(b)-length(a), a.first-b.first) }
	slices.SortStableFunc(headers, byLength)
	slices.SortStableFunc(values, byLength)
	for len(headers)+len(values) > 0 {
		from, to, as := &values, &r.values, ofValue
		isHeader := func(m, value mention) bool {
			return length(value) < length(m) || length(value) == length(m) && !(m.isPartly && m.first == value.first)
		}
		if len(values) == 0 || len(headers) > 0 && isHeader(headers[0], values[0]) {
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
	r.values = slices.DeleteFunc(r.values, func(v mention) bool {
		isWord := r.isWordOfSentence(v)
		if isWord {
			r.mark(v.first, v.end, unread)
		}
		return isWord
	})
	inOrder := func(a, b mention) int { return a.first - b.first }
	slices.SortFunc(r.headers, inOrder)
	slices.SortFunc(r.values, inOrder)
	return r
}

// isWordOfSentence reports whether a value is a small word that any sentence may have, such as the
// "is" that is the code of a country, with no header of it next to it.
func (r *reading) isWordOfSentence(v mention) bool {
	if slices.ContainsFunc(r.asked.Extremes, func(e question.Extreme) bool { return e.Word == v.first && v.end == v.first+1 }) {
		return !r.asked.Words[v.first].IsCapital()
	}
	if !r.isSmall(v) || v.end == len(r.words) || r.lexicon.Has("table questions", "state", r.words[v.first].form) {
		return false
	}
	return !slices.ContainsFunc(r.headers, func(m mention) bool {
		isOf := func(column int) bool { return slices.Contains(v.columns, column) }
		return (m.end == v.first || v.end == m.first) && slices.ContainsFunc(m.columns, isOf)
	})
}

// isSmall reports whether a value is a single letter, or a word such as "on" or "no" in small letters.
func (r *reading) isSmall(v mention) bool {
	isCapital := v.first > 0 && r.asked.Words[v.first].IsCapital()
	return v.end == v.first+1 && (r.isLink(v.first) || r.isDenial(v.first) || len(r.words[v.first].form) < 2) && v.date == nil && !isCapital
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

// headersNamed returns the places of the headers, in the singular or the plural, with or without
// what they have in brackets; of words for the rows; and of verbs and of single words of headers.
func (r *reading) headersNamed(ctx context.Context) []mention {
	found := mentionsFound{}
	a := analysis.NewAnalyzer()
	for column, header := range r.grid.Names {
		if ctx.Err() != nil {
			return nil
		}
		for _, n := range namesOf(header, a) {
			for at := range r.words {
				if end := min(at+len(n.words), len(r.words)); n.rank != partly && !r.asks(at) && slices.EqualFunc(n.words, r.words[at:end], isSameWord) {
					found.add(at, end, column, n.rank)
				}
				if isDoing(r.words[at], n.words[len(n.words)-1]) && n.rank == byLast {
					found.add(at, at+1, column, byVerb)
				}
				if n.rank != partly || len(n.words) > mostHeaderWords {
					continue
				}
				// By some of its words, in their order: "currency code" of "ISO4217-currency_alphabetic_code".
				rest := n.words
				for end := at; end < len(r.words) && !r.lexicon.Section("table questions").Has(r.words[end].form); end++ {
					next := slices.IndexFunc(rest, func(w tableWord) bool { return isSameWord(w, r.words[end]) })
					if next < 0 {
						break
					}
					rest = rest[next+1:]
					found.add(at, end+1, column, partly)
				}
			}
		}
	}
	if len(r.grid.Things) > 0 {
		for at, w := range r.words {
			if r.isThingWord(w) {
				found.add(at, at+1, r.grid.nameColumn(), byThing)
			}
		}
	}
	for at := range r.words {
		for end := min(at+mostVerbWords, len(r.words)); end > at; end-- {
			for _, verb := range r.lexicon.Section("key verbs").Keys(r.said(at, end)) {
				for column, as := range r.grid.columnsOf(r.lexicon.Section("key nouns").Words(verb), a) {
					found.add(at, end, column, as)
				}
			}
		}
	}
	return found.listed()
}

// isDoing reports whether a verb is what somebody does who is called by a noun: "keeps" or "operated"
// of "keeper" and "operator".
func isDoing(verb, noun tableWord) bool {
	const least = 4 // letters of the verb, so that "numb" is not of "number"
	for _, ending := range []string{"er", "or"} {
		if base, ok := strings.CutSuffix(strings.TrimSuffix(noun.form, "s"), ending); ok && len(base) >= least && verb.form != noun.form {
			return verb.form == base || verb.form == base+"s" || verb.form == base+"ed" || verb.form == base+"e" || verb.form == base+"es"
		}
	}
	return false
}

func isSameWord(a, b tableWord) bool { return a.stem == b.stem || a.isNumberOf(b) }

// asks reports whether a word asks, such as the "how" of "how many", so that it is no header.
func (r *reading) asks(at int) bool {
	return r.lexicon.Section("asks").Has(r.words[at].form) && (at == 0 || at+1 < len(r.words) && r.lexicon.Section("aggregates").Has(r.said(at, at+2)))
}

// mostVerbWords is how many words a verb of [key verbs] has.
const mostVerbWords = 2

// said are some words of the question with single spaces.
func (r *reading) said(first, end int) string {
	forms := make([]string, 0, end-first)
	for _, w := range r.words[first:end] {
		forms = append(forms, w.form)
	}
	return strings.Join(forms, " ")
}

func (r *reading) isThingWord(w tableWord) bool {
	if r.lexicon.Has("table questions", "record", w.form) {
		return r.grid.IsOfRecords()
	}
	return slices.ContainsFunc(r.grid.Things, func(thing string) bool { return w.isNumberOf(tableWord{form: thing}) })
}

// columnsOf returns the columns whose header is the first of some nouns that any is, or has.
func (g *Grid) columnsOf(nouns []string, a *analysis.Analyzer) map[int]rank {
	for _, noun := range nouns {
		columns := map[int]rank{}
		for column, header := range g.Names {
			all := namesOf(header, a)
			for _, n := range all[:min(1, len(all))] {
				isSame := func(w tableWord) bool { return w.form == noun }
				switch {
				case len(n.words) == 1 && isSame(n.words[0]):
					columns[column] = byVerb
				case slices.ContainsFunc(n.words, isSame):
					columns[column] = byVerbPartly
				}
			}
		}
		if len(columns) > 0 {
			return columns
		}
	}
	return nil
}

// A headerName is one way to name a column.
type headerName struct {
	words []tableWord
	rank  rank
}

// mostHeaderWords is how many words a header has at most that is named by some of them.
const mostHeaderWords = 8

// namesOf returns the ways to name the column of a header: by all of it, which is the first one, by its
// last key, and by some of its words.
func namesOf(header string, a *analysis.Analyzer) []headerName {
	bare, _, _ := strings.Cut(header, "(")
	var all []headerName
	for _, said := range slices.Compact([]string{header, bare}) {
		if words := tableWordsIn(spaced(said), a); len(words) > 0 {
			all = append(all, headerName{words, wholly})
		}
	}
	if len(all) == 0 {
		return nil
	}
	last := all[len(all)-1].words
	if dot := strings.LastIndexByte(bare, '.'); dot >= 0 {
		if words := tableWordsIn(spaced(bare[dot+1:]), a); len(words) > 0 {
			last = words
		}
	}
	return append(all, headerName{last, byLast}, headerName{all[0].words, partly})
}

// valuesNamed returns the places of what cells contain, in full or as one of several, and of
// amounts, numbers and dates that equal a cell: 1,500,000 where a cell has 1.5 million. The work is
// one pass over the cells that there are, however many columns the header has.
func (r *reading) valuesNamed(ctx context.Context) []mention {
	found, equal := mentionsFound{}, mentionsFound{}
	quantities := slices.DeleteFunc(slices.Clone(r.quantities), func(q quantity.Quantity) bool { return !hasDigit(q.Text) })
	see := func(text string, column int, isPart bool) {
		if len(text) > len(r.folded)+longestMarks {
			return
		}
		v := newValue(bareName(text))
		if v.isMissing() {
			return
		}
		if len(v.text) <= len(r.folded) {
			for span := range wordPlaces(r.folded, v.text) {
				first, end := r.wordsAt(span)
				found.addValue(first, end, column, v.plain, isPart)
			}
			for first, end := range r.pluralsOf(v) {
				found.addValue(first, end, column, v.plain, isPart)
			}
		}
		if len(quantities) == 0 || !hasDigit(v.text) {
			return
		}
		cell, isQuantity := v.quantity()
		for _, q := range quantities {
			if isQuantity && quantity.Equal(q, cell) {
				first, end := r.wordsAt(q.Span)
				equal.addValue(first, end, column, v.plain, isPart)
			}
		}
	}
	for _, row := range r.grid.Rows {
		if ctx.Err() != nil {
			return nil
		}
		for column, cell := range row[:min(len(row), len(r.grid.Names))] {
			see(cell.Text, column, false)
			for _, part := range cell.parts() {
				see(part.Text, column, true)
			}
		}
	}
	for place, m := range equal {
		if found[place] == nil {
			found[place] = m
		}
	}

	// A date or a year may be that of cells which have more than it: "in 1993".
	for i := range r.quantities {
		q := &r.quantities[i]
		first, end := r.wordsAt(q.Span)
		if first == end || q.Kind != quantity.Day && !q.IsYear() {
			continue
		}
		if place := [2]int{first, end}; found[place] == nil {
			found[place] = &mentionFound{ranks: map[int]rank{}, texts: map[int]string{}}
		}
		found[[2]int{first, end}].date = q
	}
	return found.listed()
}

// longestMarks is how much longer than the question a cell may be that it names without the
// address behind a name.
const longestMarks = 60

func hasDigit(s string) bool { return strings.ContainsAny(s, "0123456789") }

// pluralsOf yields the words of the question that are a value in another number: from the first to
// the one behind.
func (r *reading) pluralsOf(v value) func(yield func(first, end int) bool) {
	const least = 3 // letters of a noun
	return func(yield func(first, end int) bool) {
		before, last := "", v.text
		if space := strings.LastIndexByte(v.text, ' '); space >= 0 {
			before, last = v.text[:space], v.text[space+1:]
		}
		if len(last) < least || strings.ContainsAny(v.text, ".,;:/()") {
			return
		}
		size := strings.Count(v.text, " ")
		for at := size; at < len(r.words); at++ {
			w := r.words[at]
			if first := at - size; first > 0 && !r.isLink(first-1) && !r.asked.Words[first-1].Number {
				continue // "commands are deletes", not "command deletes"
			}
			if w.form[:min(least, len(w.form))] == last[:least] && w.form != last && w.isNumberOf(tableWord{form: last}) && r.said(at-size, at) == before && !yield(at-size, at+1) {
				return
			}
		}
	}
}

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
	ranks  map[int]rank // of the columns
	texts  map[int]string
	isPart bool // no cell is the value as a whole
	date   *quantity.Quantity
}

// add adds a column that words name.
func (f mentionsFound) add(first, end, column int, as rank) {
	m := f.at(first, end)
	if m == nil {
		return
	}
	if known, ok := m.ranks[column]; !ok || as < known {
		m.ranks[column] = as
	}
}

// addValue adds a column with a cell that words name.
func (f mentionsFound) addValue(first, end, column int, said string, isPart bool) {
	m := f.at(first, end)
	if m == nil {
		return
	}
	m.isPart = isPart && (m.isPart || len(m.ranks) == 0)
	m.ranks[column], m.texts[column] = wholly, said
}

// at is the mention at a place, nil for a place without words.
func (f mentionsFound) at(first, end int) *mentionFound {
	if first == end {
		return nil
	}
	place := [2]int{first, end}
	if f[place] == nil {
		f[place] = &mentionFound{ranks: map[int]rank{}, texts: map[int]string{}}
	}
	return f[place]
}

// listed returns the mentions, the columns of each from the best named one.
func (f mentionsFound) listed() []mention {
	var all []mention
	for place, found := range f {
		m := mention{first: place[0], end: place[1], columns: slices.Sorted(maps.Keys(found.ranks)), texts: found.texts, isPart: found.isPart, date: found.date}
		slices.SortStableFunc(m.columns, func(a, b int) int { return cmp.Compare(found.ranks[a], found.ranks[b]) })
		for _, column := range m.columns {
			if found.ranks[column] == found.ranks[m.columns[0]] {
				m.best++
			}
			m.isThing = m.isThing || found.ranks[column] == byThing
		}
		m.isPartly = m.best > 0 && found.ranks[m.columns[0]] == partly
		all = append(all, m)
	}
	return all
}
