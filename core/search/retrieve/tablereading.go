package retrieve

import (
	"cmp"
	"context"
	"maps"
	"slices"
	"strings"

	"docuquest/core/language/analysis"
	"docuquest/core/language/text"
)

// tableWords are the words of a question as tables are asked with them.
type tableWords struct {
	folded string      // the question, folded, with single spaces
	words  []tableWord // of folded
}

type tableWord struct {
	span text.Span
	form string
	stem string
}

func newTableWords(question string) tableWords {
	t := tableWords{folded: text.Fold(strings.Join(strings.Fields(question), " "))}
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
	mostTableWords = 60
	mostTableBytes = 1000
)

// mayAskTable says whether a question begins as those on tables do.
func (t tableWords) mayAskTable() bool {
	if len(t.words) < 3 || len(t.words) > mostTableWords || len(t.folded) > mostTableBytes {
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

// A tableReading is how one table reads a question.
type tableReading struct {
	tableWords
	grid    *Grid
	roles   []role
	titles  map[string]bool // the words of the titles
	headers []mention
	values  []mention
}

// newTableReading reads the question with one table. What ctx ends early is half a
// reading, of no use.
func newTableReading(ctx context.Context, asked tableWords, g *Grid) *tableReading {
	r := &tableReading{tableWords: asked, grid: g, roles: make([]role, len(asked.words)), titles: map[string]bool{}}
	r.readTitles()
	r.readMentions(ctx)
	return r
}

// readTitles finds the titles of the table where the question says them in full.
func (r *tableReading) readTitles() {
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
func (r *tableReading) titleLength(at int, forms []string) int {
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

func (r *tableReading) mark(first, behind int, as role) {
	for i := first; i < behind; i++ {
		r.roles[i] = as
	}
}

func (r *tableReading) isFree(first, behind int) bool {
	return !slices.ContainsFunc(r.roles[first:behind], func(as role) bool { return as != unread })
}

// readMentions finds the columns and the cells that are named, the longest first; a
// header before a cell that says the same.
func (r *tableReading) readMentions(ctx context.Context) {
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
		if r.isFree(m.first, m.behind) {
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
func (r *tableReading) headersNamed(ctx context.Context) []mention {
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
				if r.saysHeader(at, header) {
					found.add(at, at+len(header), column)
				}
			}
		}
	}
	return found.listed()
}

func (r *tableReading) saysHeader(at int, header []tableWord) bool {
	for i, h := range header {
		if w := r.words[at+i]; w.form != h.form && w.stem != h.stem {
			return false
		}
	}
	return true
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

// valuesNamed are the places of what stands in cells, whole. The work is one pass over
// the cells that are there, however many columns the header has.
func (r *tableReading) valuesNamed(ctx context.Context) []mention {
	found := mentionsFound{}
	for _, row := range r.grid.Rows {
		if ctx.Err() != nil {
			return nil
		}
		for column, cell := range row[:min(len(row), len(r.grid.Names))] {
			r.nameValue(found, column, cell.Text)
		}
	}
	return found.listed()
}

// nameValue adds the places of one cell.
func (r *tableReading) nameValue(found mentionsFound, column int, cell string) {
	v := newValue(cell)
	if v.isMissing() || len(v.text) > len(r.folded) {
		return
	}
	for span := range wordPlaces(r.folded, v.text) {
		if first, behind, ok := r.wordsAt(span); ok {
			found.add(first, behind, column).text = plainCell(cell)
		}
	}
}

// wordsAt are the words that a span of the question holds, whole.
func (r *tableReading) wordsAt(span text.Span) (first, behind int, ok bool) {
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
func (r *tableReading) titled() int {
	n := 0
	for _, as := range r.roles {
		if as == ofTitle {
			n++
		}
	}
	return n
}
