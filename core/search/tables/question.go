package tables

import (
	"slices"
	"strings"

	"docuquest/core/language/lexicon"
	"docuquest/core/language/quantity"
	"docuquest/core/language/text"
)

// query puts together what the question asks of the table; ok is false if a word of it
// is left, or if there is more than one way.
func (r *reading) query() (q Query, ok bool) {
	if !r.readComparisons(&q) { // first: "at least" asks for no least one
		return q, false
	}
	aggregate, ok := r.readAggregate()
	if !ok || !r.readConditions(&q) {
		return q, false
	}
	q.Aggregate = aggregate.kind
	if aggregate.kind != List && aggregate.kind != Count {
		if q.By, ok = r.columnOfCue(aggregate); !ok {
			return q, false
		}
	}
	if !r.readSelect(&q) || len(q.Where) == 0 && q.Aggregate == List {
		return q, false
	}
	return q, r.isRead()
}

// A cue is a word that asks for an aggregate.
type cue struct {
	kind   Aggregate
	behind int // the word behind it
}

// readAggregate finds the words that ask for a count, a sum or an extreme. Two of them
// are one too many.
func (r *reading) readAggregate() (found cue, ok bool) {
	for at := 0; at < len(r.words); at++ {
		if r.roles[at] != unread {
			continue
		}
		kind, length := r.cueAt(at)
		if length == 0 {
			continue
		}
		if found.behind > 0 {
			return found, false
		}
		r.mark(at, at+length, ofCue)
		found = cue{kind, at + length}
	}
	return found, true
}

func (r *reading) cueAt(at int) (kind Aggregate, length int) {
	next := ""
	if at+1 < len(r.words) && r.roles[at+1] == unread {
		next = r.words[at+1].form
	}
	switch form := r.words[at].form; {
	case form == "how" && next == "many":
		return Count, 2
	case form == "number" && next == "of" && (at == 0 || r.roles[at-1] != ofCue): // "the highest number of" is an extreme
		return Count, 2
	case form == "total", form == "sum", form == "altogether":
		return Sum, r.withNumberOf(at)
	case form == "average", form == "mean":
		return Average, r.withNumberOf(at)
	case greatest[form]:
		return Most, r.withNumberOf(at)
	case least[form]:
		return Least, r.withNumberOf(at)
	}
	return List, 0
}

// withNumberOf is the length of a cue with "number of" behind it.
func (r *reading) withNumberOf(at int) int {
	if at+2 < len(r.words) && (r.words[at+1].form == "number" || r.words[at+1].form == "value" || r.words[at+1].form == "amount") && r.words[at+2].form == "of" {
		return 3
	}
	return 1
}

var (
	greatest = text.WordSet("highest most largest maximum greatest biggest longest latest tallest deepest widest heaviest hottest warmest fastest costliest dearest top")
	least    = text.WordSet("lowest least smallest minimum fewest shortest earliest lightest narrowest shallowest coldest slowest cheapest")
)

// columnOfCue is the column that an aggregate goes by: the header behind its word, or, for an
// adjective such as "heaviest" in front of a column of names, the column of what it measures.
func (r *reading) columnOfCue(c cue) (name string, ok bool) {
	i := r.headerIndex(c.behind)
	if i >= 0 && len(r.headers[i].columns) == 1 {
		if column := r.headers[i].columns[0]; c.kind != Most && c.kind != Least || r.isMeasured(column) {
			r.headers[i].used = true
			return r.grid.Names[column], true
		}
	}
	if c.kind != Most && c.kind != Least {
		return "", false
	}
	dimensions := lexicon.Any("dimensions")
	for _, dimension := range dimensions.Keys(r.words[c.behind-1].form) {
		found := -1
		for column := range r.grid.Names {
			if !r.measures(column, dimension) {
				continue
			}
			if found >= 0 {
				return "", false
			}
			found = column
		}
		if found >= 0 {
			return r.grid.Names[found], true
		}
	}
	return "", false
}

// isMeasured reports whether the first cell of a column that has a value is a quantity.
func (r *reading) isMeasured(column int) bool {
	q, ok := r.firstOf(column)
	return ok && q.Kind > 0
}

// measures reports whether a column has quantities of a dimension: by its header, or by the
// unit of its first value.
func (r *reading) measures(column int, dimension string) bool {
	q, ok := r.firstOf(column)
	if !ok {
		return false
	}
	if q.Unit.Dimension == dimension || dimension == "date" && q.Kind == quantity.Day {
		return true
	}
	return slices.ContainsFunc(wordForms(r.grid.Names[column]), func(form string) bool {
		return q.Unit.Dimension == "" && slices.Contains(lexicon.Any("dimensions").Words(dimension), form)
	})
}

// firstOf is the first value of a column as a quantity.
func (r *reading) firstOf(column int) (quantity.Quantity, bool) {
	for row := range r.grid.Rows {
		if v := r.grid.value(row, column); !v.isMissing() {
			return v.quantity()
		}
	}
	return quantity.Quantity{}, false
}

// headerIndex is the index of the unused header at a word or behind it, with nothing but
// links between; -1 for none.
func (r *reading) headerIndex(at int) int {
	for at < len(r.words) && r.roles[at] == unread && links[r.words[at].form] {
		at++
	}
	return slices.IndexFunc(r.headers, func(m mention) bool { return m.first == at && !m.used })
}

// readComparisons reads "Votes above 500" and "more than 500 Votes".
func (r *reading) readComparisons(q *Query) bool {
	for at := 0; at < len(r.words); at++ {
		operator, length := r.comparisonAt(at)
		if length == 0 {
			continue
		}
		number := at + length
		if number >= len(r.words) || !strings.ContainsAny(r.words[number].form, "0123456789") {
			return false
		}
		wanted, behind := r.numberAt(number)
		header := r.headerBeside(at, behind)
		if header == nil || len(header.columns) != 1 {
			return false
		}
		header.used = true
		// No cell is meant by a number that is compared with.
		r.values = slices.DeleteFunc(r.values, func(m mention) bool { return number <= m.first && m.behind <= behind })
		r.mark(at, behind, ofCue)
		q.Where = append(q.Where, Condition{Column: r.grid.Names[header.columns[0]], Operator: operator, Value: wanted})
	}
	return true
}

// comparisonAt is the operator that stands at a word, and how many words it has; 0 for
// none.
func (r *reading) comparisonAt(at int) (o Operator, length int) {
	if r.roles[at] != unread {
		return 0, 0
	}
	next := ""
	if at+1 < len(r.words) {
		next = r.words[at+1].form
	}
	switch form := r.words[at].form; {
	case form == "at" && next == "least":
		return AtLeast, 2
	case form == "at" && next == "most":
		return AtMost, 2
	case (form == "more" || form == "greater" || form == "higher" || form == "larger" || form == "later") && next == "than":
		return More, 2
	case (form == "less" || form == "fewer" || form == "lower" || form == "smaller" || form == "earlier") && next == "than":
		return Less, 2
	case form == "over" || form == "above" || form == "after":
		return More, 1
	case form == "under" || form == "below" || form == "before":
		return Less, 1
	}
	return 0, 0
}

// numberAt reads the number that begins with a word, with the groups and the digits
// that belong to it.
func (r *reading) numberAt(at int) (number string, behind int) {
	start := r.words[at].span.Start
	length := r.words[at].span.Len()
	if all := quantity.Find(r.folded[start:]); len(all) > 0 && all[0].Span.Start == 0 {
		length = max(length, all[0].Span.End)
	}
	for behind = at; behind < len(r.words) && r.words[behind].span.End <= start+length; behind++ {
		continue
	}
	return r.folded[start : start+length], max(behind, at+1)
}

// headerBeside is the header right in front of a comparison or right behind it, with
// links between; nil if there is none. One in front goes first.
func (r *reading) headerBeside(first, behind int) *mention {
	for first > 0 && r.roles[first-1] == unread && links[r.words[first-1].form] {
		first--
	}
	for i := range r.headers {
		if m := &r.headers[i]; m.behind == first && !m.used && !r.asksFor(*m) {
			return m
		}
	}
	for i := range r.headers {
		if m := &r.headers[i]; m.first == behind && !m.used {
			return m
		}
	}
	return nil
}

// asksFor reports whether a header stands behind "which" or "how many": it is what is
// wanted then, and nothing is said of it.
func (r *reading) asksFor(m mention) bool {
	if m.first == 0 {
		return false
	}
	before := r.words[m.first-1].form
	return before == "which" || before == "what" || before == "many"
}

// readConditions gives each cell that is named its column: that of the header beside
// it, or the only one that holds it.
func (r *reading) readConditions(q *Query) bool {
	for _, v := range r.values {
		column, ok := r.columnOf(v)
		if !ok || slices.ContainsFunc(q.Where, func(c Condition) bool { return c.Column == r.grid.Names[column] }) {
			return false
		}
		q.Where = append(q.Where, Condition{Column: r.grid.Names[column], Value: v.text})
	}
	return true
}

func (r *reading) columnOf(v mention) (column int, ok bool) {
	for i := range r.headers {
		m := &r.headers[i]
		if m.used || r.asksFor(*m) || !r.isBeside(*m, v) || len(m.columns) != 1 || !slices.Contains(v.columns, m.columns[0]) {
			continue
		}
		m.used = true
		return m.columns[0], true
	}
	// A single word such as "on" or "no" may be in any sentence.
	isSmall := v.behind == v.first+1 && (links[r.words[v.first].form] || len(v.text) < 2)
	if len(v.columns) != 1 || isSmall {
		return 0, false
	}
	return v.columns[0], true
}

// isBeside reports whether a header and a cell have nothing but words of equality between
// them: "Result is Won", "Won as the Result".
func (r *reading) isBeside(header, v mention) bool {
	first, behind := header.behind, v.first
	if v.first < header.first {
		first, behind = v.behind, header.first
	}
	if behind < first {
		return false
	}
	for at := first; at < behind; at++ {
		if !equality[r.words[at].form] || r.roles[at] != unread {
			return false
		}
	}
	return true
}

// readSelect takes the header that is left: what is wanted. One of a column that has
// a condition says that column once more.
func (r *reading) readSelect(q *Query) bool {
	var left []int
	for i, m := range r.headers {
		if again := func(k int) bool { return slices.Equal(r.headers[k].columns, m.columns) }; !m.used && !slices.ContainsFunc(left, again) {
			left = append(left, i)
		}
	}
	if len(left) > 1 {
		left = slices.DeleteFunc(left, func(i int) bool { return r.isConditioned(r.headers[i], *q) })
	}
	if len(left) > 1 || len(left) == 0 && q.Aggregate == List || len(left) > 0 && (q.Aggregate == Sum || q.Aggregate == Average) {
		return false
	}
	for _, i := range left {
		if len(r.headers[i].columns) != 1 {
			return false
		}
		q.Select = r.grid.Names[r.headers[i].columns[0]]
	}
	return q.Select != q.By || q.Select == ""
}

func (r *reading) isConditioned(m mention, q Query) bool {
	return !r.asksFor(m) && slices.ContainsFunc(q.Where, func(c Condition) bool {
		return slices.ContainsFunc(m.columns, func(column int) bool { return r.grid.Names[column] == c.Column })
	})
}

// isRead reports whether each word of the question has been understood.
func (r *reading) isRead() bool {
	for i, w := range r.words {
		if r.roles[i] == unread && !links[w.form] && !r.titles[w.form] {
			return false
		}
	}
	return true
}

var (
	// links are words that a question on a table may hold besides. Words that deny, join
	// by "or" or compare are none.
	links = text.WordSet(`the a an is are was were has have had do does did of in on for with from to as that which
		what whose where who and by s its their there this these it according table tables row rows entry entries
		record records column value values cell listed shown given named called under me tell please list show
		all give find get name number at when how much`)
	// equality are those that may stand between a header and the cell that it has.
	equality = text.WordSet("is are was were as the a an of equal to value has set be for column")
	// whyWords begin questions that no cell answers, or of which it cannot be told which
	// column does.
	whyWords = text.WordSet("why when where who whom whose is are was were do does did can could should would will if")
)
