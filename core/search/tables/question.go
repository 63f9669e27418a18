package tables

import (
	"slices"

	"docuquest/core/language/lexicon"
	"docuquest/core/language/quantity"
	"docuquest/core/search/question"
)

// query puts together what the question asks of the table; ok is false if a word of it
// is left, or if there is more than one way.
func (r *reading) query() (q Query, ok bool) {
	if !r.readComparisons(&q) { // first: "at least" asks for no least one
		return q, false
	}
	cue, measured, ok := r.readAggregate(&q)
	if !ok {
		return q, false
	}
	for _, v := range r.values {
		column, ok := r.columnOf(v)
		if !ok || slices.ContainsFunc(q.Where, func(c Condition) bool { return c.Column == r.grid.Names[column] }) {
			return q, false
		}
		q.Where = append(q.Where, Condition{Column: r.grid.Names[column], Value: v.text})
	}
	if q.Aggregate != List && q.Aggregate != Count {
		column, ok := r.columnOfAggregate(q.Aggregate, cue, measured)
		if !ok {
			return q, false
		}
		q.By = r.grid.Names[column]
	}
	if !r.readSelect(&q) || len(q.Where) == 0 && q.Aggregate == List {
		return q, false
	}
	for i, w := range r.words {
		if r.roles[i] == unread && !r.isLink(i) && !r.titles[w.form] {
			return q, false
		}
	}
	return q, true
}

// isLink reports whether a word says nothing beside the columns and cells. Words that deny,
// join by "or" or compare do.
func (r *reading) isLink(at int) bool {
	return r.lexicon.Has("table questions", "link", r.words[at].form)
}

// readAggregate finds the words that ask for a count, a sum or an extreme, and returns them as
// words from the first to the one behind, with the dimension that a superlative measures. Two
// of them are one too many.
func (r *reading) readAggregate(q *Query) (found [2]int, measured string, ok bool) {
	aggregates := r.lexicon.Section("aggregates")
	extremes := r.asked.Extremes
	for at, w := range r.words {
		var extreme *question.Extreme
		if len(extremes) > 0 && extremes[0].Word == at {
			extreme, extremes = &extremes[0], extremes[1:]
		}
		if r.roles[at] != unread {
			continue
		}
		isBehindCue := at > 0 && r.roles[at-1] == ofCue // "the highest number of" is an extreme
		pair := ""
		if at+1 < len(r.words) && r.roles[at+1] == unread {
			pair = w.form + " " + r.words[at+1].form
		}
		end := at + 1
		single, _ := aggregates.Key(w.form)
		switch {
		case slices.Contains(aggregates.Keys(pair), "count") && !(isBehindCue && r.lexicon.Has("aggregates", "of", pair)):
			q.Aggregate, end = Count, at+2
		case single == "sum":
			q.Aggregate = Sum
		case single == "average":
			q.Aggregate = Average
		case extreme != nil && extreme.Most:
			q.Aggregate, measured = Most, extreme.Dimension
		case extreme != nil:
			q.Aggregate, measured = Least, extreme.Dimension
		default:
			continue
		}
		if found[1] > 0 {
			return found, measured, false
		}
		if q.Aggregate != Count && end+1 < len(r.words) && r.lexicon.Has("aggregates", "of", r.words[end].form+" "+r.words[end+1].form) {
			end += 2
		}
		r.mark(at, end, ofCue)
		found = [2]int{at, end}
	}
	return found, measured, true
}

// columnOfAggregate returns the column that an aggregate goes by: the header behind its words, or
// for an extreme the header in front of them, as in "built earliest", or the column of what an
// adjective such as "heaviest" measures.
func (r *reading) columnOfAggregate(kind Aggregate, cue [2]int, measured string) (column int, ok bool) {
	isExtreme := kind == Most || kind == Least
	behind := cue[1]
	for behind < len(r.words) && r.roles[behind] == unread && r.isLink(behind) {
		behind++
	}
	for i := range r.headers {
		m := &r.headers[i]
		if m.first != behind || m.used || len(m.columns) != 1 {
			continue
		}
		if q, isQuantity := r.firstOf(m.columns[0]); !isExtreme || isQuantity && q.Kind > 0 {
			m.used = true
			return m.columns[0], true
		}
	}
	if measured == "" {
		return 0, false
	}
	before := cue[0]
	for before > 0 && r.roles[before-1] == unread && (r.lexicon.Section("asking verbs").Has(r.words[before-1].form) || r.lexicon.Section("articles").Has(r.words[before-1].form)) {
		before--
	}
	for i := range r.headers {
		m := &r.headers[i]
		if m.end != before || m.used || len(m.columns) != 1 || r.asksFor(*m) {
			continue
		}
		q, isQuantity := r.firstOf(m.columns[0])
		isYear := isQuantity && q.IsYear() && measured == "date"
		if isYear || r.measures(m.columns[0], measured) {
			m.used = true
			return m.columns[0], true
		}
	}
	found := -1
	for column := range r.grid.Names {
		if !r.measures(column, measured) {
			continue
		}
		if found >= 0 {
			return 0, false
		}
		found = column
	}
	return found, found >= 0
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
	words := lexicon.Any("dimensions").Words(dimension)
	return q.Unit.Dimension == "" && slices.ContainsFunc(wordForms(r.grid.Names[column]), func(form string) bool { return slices.Contains(words, form) })
}

// firstOf returns the first value of a column as a quantity.
func (r *reading) firstOf(column int) (quantity.Quantity, bool) {
	for row := range r.grid.Rows {
		if v := r.grid.value(row, column); !v.isMissing() {
			return v.quantity()
		}
	}
	return quantity.Quantity{}, false
}

// operators are the operators of comparisons in a question.
var operators = map[question.Operator]Operator{
	question.More: More, question.Less: Less, question.AtLeast: AtLeast, question.AtMost: AtMost,
}

// readComparisons reads "Votes above 500" and "more than 500 Votes".
func (r *reading) readComparisons(q *Query) bool {
	for _, c := range r.asked.Comparisons {
		at, number := c.First, c.End
		if r.roles[at] != unread {
			continue
		}
		if !c.HasNumber {
			return false
		}

		// The value is a number with the groups and the unit that belong to it.
		value := r.words[number].span
		if all := quantity.Find(r.folded[value.Start:]); len(all) > 0 && all[0].Span.Start == 0 {
			value.End = max(value.End, value.Start+all[0].Span.End)
		}
		end := number + 1
		for end < len(r.words) && r.words[end].span.End <= value.End {
			end++
		}

		// The column is the header in front, with links between, or else the one right behind.
		first := at
		for first > 0 && r.roles[first-1] == unread && r.isLink(first-1) {
			first--
		}
		header := slices.IndexFunc(r.headers, func(m mention) bool { return m.end == first && !m.used && !r.asksFor(m) })
		if header < 0 {
			header = slices.IndexFunc(r.headers, func(m mention) bool { return m.first == end && !m.used })
		}
		if header < 0 || len(r.headers[header].columns) != 1 {
			return false
		}
		r.headers[header].used = true
		// No cell is meant by a number that is compared with.
		r.values = slices.DeleteFunc(r.values, func(m mention) bool { return number <= m.first && m.end <= end })
		r.mark(at, end, ofCue)
		q.Where = append(q.Where, Condition{Column: r.grid.Names[r.headers[header].columns[0]], Operator: operators[c.Operator], Value: value.Of(r.folded)})
	}
	return true
}

// asksFor reports whether a header is behind "which" or "how many": it is what is
// wanted then, and nothing is said of it.
func (r *reading) asksFor(m mention) bool {
	return r.asked.Words[m.first].Asked || m.first > 0 && r.asked.Words[m.first-1].Number
}

// columnOf returns the column of a cell that is named: that of the header beside it, with
// nothing but words of equality between them as in "Result is Won" and "Won as the Result", or
// the only column that has such a cell.
func (r *reading) columnOf(v mention) (column int, ok bool) {
	for i := range r.headers {
		m := &r.headers[i]
		if m.used || r.asksFor(*m) || len(m.columns) != 1 || !slices.Contains(v.columns, m.columns[0]) {
			continue
		}
		first, end := m.end, v.first
		if v.first < m.first {
			first, end = v.end, m.first
		}
		isBeside := first <= end
		for at := first; at < end; at++ {
			isBeside = isBeside && r.roles[at] == unread && r.lexicon.Has("table questions", "equals", r.words[at].form)
		}
		if isBeside {
			m.used = true
			return m.columns[0], true
		}
	}
	// A single word such as "on" or "no" may be in any sentence.
	isSmall := v.end == v.first+1 && (r.isLink(v.first) || len(v.text) < 2)
	if len(v.columns) != 1 || isSmall {
		return 0, false
	}
	return v.columns[0], true
}

// readSelect takes the header that is left: what is wanted. One of a column that has
// a condition says that column once more.
func (r *reading) readSelect(q *Query) bool {
	var left []mention
	for _, m := range r.headers {
		isRepeated := func(l mention) bool { return slices.Equal(l.columns, m.columns) }
		if !m.used && !slices.ContainsFunc(left, isRepeated) {
			left = append(left, m)
		}
	}
	if len(left) > 1 {
		left = slices.DeleteFunc(left, func(m mention) bool {
			return !r.asksFor(m) && slices.ContainsFunc(q.Where, func(c Condition) bool {
				return slices.ContainsFunc(m.columns, func(column int) bool { return r.grid.Names[column] == c.Column })
			})
		})
	}
	if len(left) > 1 || len(left) == 0 && q.Aggregate == List || len(left) > 0 && (q.Aggregate == Sum || q.Aggregate == Average) {
		return false
	}
	if len(left) == 1 {
		if len(left[0].columns) != 1 {
			return false
		}
		q.Select = r.grid.Names[left[0].columns[0]]
	}
	return q.Select != q.By || q.Select == ""
}
