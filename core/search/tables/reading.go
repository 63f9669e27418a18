package tables

import (
	"cmp"
	"context"
	"maps"
	"slices"
	"strings"

	"docuquest/core/language/analysis"
	"docuquest/core/language/text"
	"docuquest/core/search/question"
)

// A sentence is a question, taken apart into words.
type sentence struct {
	folded string      // the question, folded, with single spaces
	words  []tableWord // of folded
}

type tableWord struct {
	span text.Span
	form string
	stem string
}

func newSentence(q *question.Question) sentence {
	t := sentence{folded: text.Fold(text.OneLine(q.Text))}
	t.words = tableWordsIn(t.folded, analysis.NewAnalyzer())
	return t
}

func tableWordsIn(s string, a *analysis.Analyzer) []tableWord {
	var words []tableWord
	for w := range text.Words(s) {
		form := analysis.Exact(w.Span.Of(s))
		words = append(words, tableWord{w.Span, form, a.Stem(form)})
	}
	return words
}

// How long a question on a table may be, in words and in bytes.
const (
	mostWords = 60
	mostBytes = 1000
)

// mayAskTable reports whether a question begins as those on tables do.
func (t sentence) mayAskTable() bool {
	if len(t.words) < 3 || len(t.words) > mostWords || len(t.folded) > mostBytes {
		return false
	}
	return !whyWords[t.words[0].form]
}

// A role is what a word of the question is.
type role uint8

const (
	unread role = iota
	ofTitle
	ofHeader
	ofValue
	ofCue
	ofLink // says nothing
)

// A mention is a part of the question that names a column or a cell.
type mention struct {
	first, behind int // words
	columns       []int
	text          string // of a cell
	used          bool
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

// newReading reads the question with one table. What ctx ends early is half a
// reading, of no use.
func newReading(ctx context.Context, asked sentence, g *Grid) *reading {
	r := &reading{sentence: asked, grid: g, roles: make([]role, len(asked.words)), titles: map[string]bool{}}
	r.readTitles()
	r.readMentions(ctx)
	return r
}

// readTitles finds the titles of the table where the question says them in full.
func (r *reading) readTitles() {
	for _, title := range r.grid.Titles {
		forms := wordForms(title)
		for _, f := range forms {
			r.titles[f] = true
		}
		if len(forms) < 2 {
			continue
		}
		for at := 0; at+len(forms) <= len(r.words); at++ {
			if n := r.titleLength(at, forms); n > 0 {
				r.mark(at, at+n, ofTitle)
			}
		}
	}
}

// titleLength is how many words from one on are a title, 0 if they are not. The "s"
// of a possessive may stand between.
func (r *reading) titleLength(at int, forms []string) int {
	start := at
	for i, form := range forms {
		if i > 0 && at < len(r.words) && r.words[at].form == "s" && form != "s" {
			at++
		}
		if at == len(r.words) || r.words[at].form != form {
			return 0
		}
		at++
	}
	return at - start
}

func wordForms(s string) []string {
	var forms []string
	for w := range text.Words(s) {
		forms = append(forms, analysis.Exact(w.Span.Of(s)))
	}
	return forms
}

func (r *reading) mark(first, behind int, as role) {
	for i := first; i < behind; i++ {
		r.roles[i] = as
	}
}

// readMentions finds the columns and the cells that are named, the longest first; a
// header before a cell that says the same.
func (r *reading) readMentions(ctx context.Context) {
	headers, values := r.headersNamed(ctx), r.valuesNamed(ctx)
	length := func(m mention) int { return m.behind - m.first }
	byLength := func(a, b mention) int { return cmp.Or(length(b)-length(a), a.first-b.first) }
	slices.SortStableFunc(headers, byLength)
	slices.SortStableFunc(values, byLength)
	for len(headers)+len(values) > 0 {
		takeHeader := len(values) == 0 || len(headers) > 0 && length(values[0]) <= length(headers[0])
		from, to, as := &values, &r.values, ofValue
		if takeHeader {
			from, to, as = &headers, &r.headers, ofHeader
		}
		m := (*from)[0]
		*from = (*from)[1:]
		isTaken := func(as role) bool { return as != unread }
		if !slices.ContainsFunc(r.roles[m.first:m.behind], isTaken) {
			r.mark(m.first, m.behind, as)
			*to = append(*to, m)
		}
	}
	inOrder := func(a, b mention) int { return a.first - b.first }
	slices.SortFunc(r.headers, inOrder)
	slices.SortFunc(r.values, inOrder)
}

// headersNamed are the places of the headers, in the singular or the plural, with or
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
					found.add(at, at+len(header), column)
				}
			}
		}
	}
	return found.listed()
}

// mentionsFound are parts of the question on their way to mentions, by their first word
// and the one behind them.
type mentionsFound map[[2]int]*mentionFound

type mentionFound struct {
	columns map[int]bool
	text    string // of a cell
}

func (f mentionsFound) add(first, behind, column int) *mentionFound {
	place := [2]int{first, behind}
	if f[place] == nil {
		f[place] = &mentionFound{columns: map[int]bool{}}
	}
	f[place].columns[column] = true
	return f[place]
}

func (f mentionsFound) listed() []mention {
	var all []mention
	for place, m := range f {
		all = append(all, mention{first: place[0], behind: place[1], columns: slices.Sorted(maps.Keys(m.columns)), text: m.text})
	}
	return all
}

// valuesNamed returns the places of what cells contain, in full. The work is one pass over
// the cells that there are, however many columns the header has.
func (r *reading) valuesNamed(ctx context.Context) []mention {
	found := mentionsFound{}
	for _, row := range r.grid.Rows {
		if ctx.Err() != nil {
			return nil
		}
		for column, cell := range row[:min(len(row), len(r.grid.Names))] {
			v := newValue(cell.Text)
			if v.isMissing() || len(v.text) > len(r.folded) {
				continue
			}
			for span := range wordPlaces(r.folded, v.text) {
				if first, behind, ok := r.wordsAt(span); ok {
					found.add(first, behind, column).text = v.plain
				}
			}
		}
	}
	return found.listed()
}

// wordsAt returns the words inside a span of the question.
func (r *reading) wordsAt(span text.Span) (first, behind int, ok bool) {
	first = slices.IndexFunc(r.words, func(w tableWord) bool { return span.Start <= w.span.Start })
	if first < 0 {
		return 0, 0, false
	}
	for behind = first; behind < len(r.words) && r.words[behind].span.End <= span.End; behind++ {
		continue
	}
	return first, behind, first < behind
}

// titled counts the words of the question that stand in the titles and are nothing
// else.
func (r *reading) titled() int {
	n := 0
	for _, as := range r.roles {
		if as == ofTitle {
			n++
		}
	}
	return n
}
