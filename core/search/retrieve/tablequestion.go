package retrieve

import (
	"slices"
)

// query puts together what the question asks of the table; ok is false if a word of it
// is left, or if there is more than one way.
func (r *tableReading) query() (q TableQuery, ok bool) {
	if !r.readComparisons(&q) { // first: "at least" asks for no least one
		return q, false
	}
	aggregate, ok := r.readAggregate()
	if !ok || !r.readConditions(&q) {
		return q, false
	}
	q.Aggregate = aggregate.kind
	if aggregate.needsColumn() {
		by, ok := r.headerBehind(aggregate.behind)
		if !ok {
			return q, false
		}
		q.By = by
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

func (c cue) needsColumn() bool { return c.kind != List && c.kind != Count }

// readAggregate finds the words that ask for a count, a sum or an extreme. Two of them
// are one too many.
func (r *tableReading) readAggregate() (found cue, ok bool) {
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

func (r *tableReading) cueAt(at int) (kind Aggregate, length int) {
	next := ""
	if at+1 < len(r.words) && r.roles[at+1] == unread {
		next = r.words[at+1].form
	}
	switch form := r.words[at].form; {
	case form == "how" && next == "many":
		return Count, 2
	case form == "number" && next == "of" && !r.isExtremeBefore(at):
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

// isExtremeBefore says whether a word belongs to "the highest number of".
func (r *tableReading) isExtremeBefore(at int) bool { return at > 0 && r.roles[at-1] == ofCue }

// withNumberOf is the length of a cue with "number of" behind it.
func (r *tableReading) withNumberOf(at int) int {
	if at+2 < len(r.words) && (r.words[at+1].form == "number" || r.words[at+1].form == "value" || r.words[at+1].form == "amount") && r.words[at+2].form == "of" {
		return 3
	}
	return 1
}

var (
	greatest = wordSet("highest most largest maximum greatest biggest longest latest tallest heaviest top")
	least    = wordSet("lowest least smallest minimum fewest shortest earliest lightest")
)

// headerBehind takes the header that a cue goes by: the next one, with nothing but
// links between.
func (r *tableReading) headerBehind(at int) (name string, ok bool) {
	for at < len(r.words) && r.roles[at] == unread && links[r.words[at].form] {
		at++
	}
	i := slices.IndexFunc(r.headers, func(m mention) bool { return m.first == at })
	if i < 0 || r.headers[i].used || len(r.headers[i].columns) != 1 {
		return "", false
	}
	r.headers[i].used = true
	return r.grid.Names[r.headers[i].columns[0]], true
}

// readComparisons reads "Votes above 500" and "more than 500 Votes".
func (r *tableReading) readComparisons(q *TableQuery) bool {
	for at := 0; at < len(r.words); at++ {
		operator, length := r.comparisonAt(at)
		if length == 0 {
			continue
		}
		number := at + length
		if number >= len(r.words) || !hasDigit(r.words[number].form) {
			return false
		}
		wanted, behind := r.numberAt(number)
		header := r.headerBeside(at, behind)
		if header == nil || len(header.columns) != 1 {
			return false
		}
		header.used = true
		r.dropValues(number, behind)
		r.mark(at, behind, ofCue)
		q.Where = append(q.Where, Condition{Column: r.grid.Names[header.columns[0]], Operator: operator, Value: wanted})
	}
	return true
}

// comparisonAt is the operator that stands at a word, and how many words it has; 0 for
// none.
func (r *tableReading) comparisonAt(at int) (o Operator, length int) {
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
func (r *tableReading) numberAt(at int) (number string, behind int) {
	start := r.words[at].span.Start
	length := max(numberLength(r.folded[start:]), r.words[at].span.Len())
	for behind = at; behind < len(r.words) && r.words[behind].span.End <= start+length; behind++ {
		continue
	}
	return r.folded[start : start+length], max(behind, at+1)
}

// headerBeside is the header right in front of a comparison or right behind it, with
// links between; nil if there is none. One in front goes first.
func (r *tableReading) headerBeside(first, behind int) *mention {
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

// asksFor says whether a header stands behind "which" or "how many": it is what is
// wanted then, and nothing is said of it.
func (r *tableReading) asksFor(m mention) bool {
	if m.first == 0 {
		return false
	}
	before := r.words[m.first-1].form
	return before == "which" || before == "what" || before == "many"
}

// dropValues forgets the cells that were seen in a number that is compared with.
func (r *tableReading) dropValues(first, behind int) {
	r.values = slices.DeleteFunc(r.values, func(m mention) bool { return first <= m.first && m.behind <= behind })
}

// readConditions gives each cell that is named its column: that of the header beside
// it, or the only one that holds it.
func (r *tableReading) readConditions(q *TableQuery) bool {
	for _, v := range r.values {
		column, ok := r.columnOf(v)
		if !ok || slices.ContainsFunc(q.Where, func(c Condition) bool { return c.Column == r.grid.Names[column] }) {
			return false
		}
		q.Where = append(q.Where, Condition{Column: r.grid.Names[column], Value: v.text})
	}
	return true
}

func (r *tableReading) columnOf(v mention) (column int, ok bool) {
	for i := range r.headers {
		m := &r.headers[i]
		if m.used || r.asksFor(*m) || !r.isBeside(*m, v) || len(m.columns) != 1 || !slices.Contains(v.columns, m.columns[0]) {
			continue
		}
		m.used = true
		return m.columns[0], true
	}
	if len(v.columns) != 1 || r.isSmall(v) {
		return 0, false
	}
	return v.columns[0], true
}

// isSmall says whether a cell is a single word that any sentence may hold: "on" or "no".
func (r *tableReading) isSmall(v mention) bool {
	return v.behind == v.first+1 && (links[r.words[v.first].form] || len(v.text) < 2)
}

// isBeside says whether a header and a cell have nothing but words of equality between
// them: "Result is Won", "Won as the Result".
func (r *tableReading) isBeside(header, v mention) bool {
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
func (r *tableReading) readSelect(q *TableQuery) bool {
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

func (r *tableReading) isConditioned(m mention, q TableQuery) bool {
	return !r.asksFor(m) && slices.ContainsFunc(q.Where, func(c Condition) bool {
		return slices.ContainsFunc(m.columns, func(column int) bool { return r.grid.Names[column] == c.Column })
	})
}

// isRead says whether each word of the question has been understood.
func (r *tableReading) isRead() bool {
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
	links = wordSet(`the a an is are was were has have had do does did of in on for with from to as that which
		what whose where who and by s its their there this these it according table tables row rows entry entries
		record records column value values cell listed shown given named called under me tell please list show
		all give find get name number at when how much`)
	// equality are those that may stand between a header and the cell that it has.
	equality = wordSet("is are was were as the a an of equal to value has set be for column")
	// whyWords begin questions that no cell answers, or of which it cannot be told which
	// column does.
	whyWords = wordSet("why when where who whom whose is are was were do does did can could should would will if")
)
