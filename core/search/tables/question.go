package tables

import (
	"cmp"
	"slices"
	"strconv"

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
	r.readSame(&q)
	cue, measured, ok := r.readAggregate(&q)
	if !ok || !r.readValues(&q) || !r.readGroup(&q, cue) {
		return q, false
	}
	if q.Aggregate != List && q.Aggregate != Count && q.Group == "" {
		column, ok := r.columnOfAggregate(&q, cue, measured)
		if !ok {
			return q, false
		}
		q.By = r.grid.Names[column]
	}
	r.readFlags(&q)
	if !r.readSelect(&q) || !r.isWhole(q) {
		return q, false
	}
	for i, w := range r.words {
		if r.roles[i] == unread && !r.isLink(i) && !r.titles[w.form] {
			return q, false
		}
	}
	return q, true
}

// isWhole reports whether a query says enough to be the one that is meant.
func (r *reading) isWhole(q Query) bool {
	isNamed := r.isNamed(q)
	isOfRows := r.asksForValue() || slices.ContainsFunc(r.headers, func(m mention) bool { return m.isThing })
	name := ""
	if r.grid.IsOfRecords() {
		name = r.grid.Names[r.grid.nameColumn()]
	}
	switch {
	case isNamed && len(q.Where) == 1 && q.Select != "" && q.Select == q.Where[0].Column:
		return false // "which topics use React" does not ask for what is called React
	case r.grid.isSample:
		return isNamed && q.Aggregate == List && q.Group == "" && q.Select != name
	case r.grid.IsOfRecords() && !isNamed && !isOfRows && q.Group == "":
		return false // it is not said what of
	case len(q.Where) > 0 || q.Aggregate != List || q.Group != "":
		return true
	}
	// "List all licenses."
	return q.Select != "" && q.Select == name && slices.ContainsFunc(r.words, func(w tableWord) bool { return r.lexicon.Has("table questions", "listing", w.form) })
}

// asksForValue reports whether what is asked for is a cell in a column, as in "Which deployments have
// 3 replicas?": the rows with it are meant.
func (r *reading) asksForValue() bool {
	return r.grid.IsOfRecords() && slices.ContainsFunc(r.values, func(v mention) bool { return r.asksFor(v) })
}

// isNamed reports whether a query asks of rows by their name. A row of a table may have any column for
// that of which each value is another.
func (r *reading) isNamed(q Query) bool {
	return slices.ContainsFunc(q.Where, func(c Condition) bool {
		column, err := r.grid.column(c.Column)
		return err == nil && c.Operator == Equal && (r.grid.isNaming(column) || !r.grid.IsOfRecords())
	})
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
		first, end := at, at+1
		single, _ := aggregates.Key(w.form)
		switch {
		case slices.Contains(aggregates.Keys(pair), "count") && !(isBehindCue && r.lexicon.Has("aggregates", "of", pair)):
			q.Aggregate, end = Count, at+2
		case single == "count":
			q.Aggregate = Count
		case single == "sum":
			q.Aggregate = Sum
		case single == "average":
			q.Aggregate = Average
		case extreme != nil:
			q.Aggregate, measured = Least, extreme.Dimension
			if extreme.Most {
				q.Aggregate = Most
			}
			if key, ok := r.lexicon.Section("superlative adjectives").Key(r.said(end, min(end+1, len(r.words)))); ok && r.roles[end] == unread {
				measured = cmp.Or(map[string]string{"date": "date"}[key], "frequency")
				end++
			}
			first = r.readTop(q, at)
		default:
			continue
		}
		if found[1] > 0 {
			return found, measured, false
		}
		if q.Aggregate != Count && end+1 < len(r.words) && r.lexicon.Has("aggregates", "of", r.words[end].form+" "+r.words[end+1].form) {
			end += 2
		}
		r.mark(first, end, ofCue)
		found = [2]int{first, end}
	}
	return found, measured, true
}

// readTop reads how many rows a superlative asks for: "the 3 newest", "the top 5". It returns the
// first word of both.
func (r *reading) readTop(q *Query, at int) (first int) {
	for _, i := range []int{at - 1, at + 1} {
		if i < 0 || i >= len(r.words) || r.roles[i] != unread && r.roles[i] != ofValue {
			continue
		}
		n, err := strconv.Atoi(r.words[i].form)
		if numeral, ok := quantity.Numeral(r.words[i].form); err != nil && ok {
			n, err = int(numeral), nil
		}
		if err != nil || n < 1 || n > mostTop {
			continue
		}
		r.values = slices.DeleteFunc(r.values, func(m mention) bool { return m.first <= i && i < m.end })
		r.mark(i, i+1, ofCue)
		q.Top = n
		return min(i, at)
	}
	return at
}

// mostTop is how many rows a superlative may ask for.
const mostTop = 100

// columnOfAggregate returns the column that an aggregate goes by: the header behind its words, or
// for an extreme the header in front of them, as in "built earliest", or the column of what an
// adjective such as "heaviest" measures.
func (r *reading) columnOfAggregate(q *Query, cue [2]int, measured string) (column int, ok bool) {
	isExtreme := q.Aggregate == Most || q.Aggregate == Least
	behind := cue[1]
	for behind < len(r.words) && r.roles[behind] == unread && r.isLink(behind) {
		behind++
	}
	for i := range r.headers {
		m := &r.headers[i]
		column, isOne := m.only()
		if m.first != behind || m.used || !isOne || m.isThing && r.grid.IsOfRecords() {
			continue
		}
		if q, isQuantity := r.firstOf(column); !isExtreme || isQuantity && q.Kind > 0 || r.isList(column) {
			m.used = true
			return column, true
		}
	}
	if measured == "" || measured == "frequency" {
		return 0, false
	}
	before := cue[0]
	for before > 0 && r.roles[before-1] == unread && (r.lexicon.Section("asking verbs").Has(r.words[before-1].form) || r.lexicon.Section("articles").Has(r.words[before-1].form)) {
		before--
	}
	for i := range r.headers {
		m := &r.headers[i]
		column, isOne := m.only()
		if m.end != before || m.used || !isOne || r.asksFor(*m) {
			continue
		}
		q, isQuantity := r.firstOf(column)
		isYear := isQuantity && q.IsYear() && measured == "date"
		if isYear || r.measures(column, measured) {
			m.used = true
			return column, true
		}
	}
	for _, dimension := range map[string][]string{measured: {measured}, "length": {"length", "time"}}[measured] { // "takes the longest"
		if found := r.columnsThat(func(column int) bool { return r.measures(column, dimension) }); len(found) == 1 {
			r.takeMeasureVerb(dimension)
			return found[0], true
		}
	}
	dates := r.columnsThat(r.isDated)
	if len(dates) != 1 || measured != "date" && measured != "time" {
		return 0, false
	}
	if measured == "time" { // the oldest is the one with the least date
		q.Aggregate = Most + Least - q.Aggregate
	}
	return dates[0], true
}

// takeMeasureVerb takes the verbs that say what is measured.
func (r *reading) takeMeasureVerb(dimension string) {
	for at, w := range r.words {
		if r.roles[at] == unread && r.lexicon.Has("measure verbs", dimension, w.form) {
			r.mark(at, at+1, ofCue)
		}
	}
}

// columnsThat returns the columns that have a property.
func (r *reading) columnsThat(has func(column int) bool) (found []int) {
	for column := range r.grid.Names {
		if has(column) {
			found = append(found, column)
		}
	}
	return found
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
	return q.Unit.Dimension == "" && slices.ContainsFunc(wordForms(spaced(r.grid.Names[column])), func(form string) bool { return slices.Contains(words, form) })
}

// isDated reports whether a column has dates: by its first value, which must be more than a year
// unless the header is one of dates.
func (r *reading) isDated(column int) bool {
	q, ok := r.firstOf(column)
	if !ok || q.Kind == quantity.Day || !q.IsYear() {
		return ok && q.Kind == quantity.Day
	}
	return slices.ContainsFunc(wordForms(spaced(r.grid.Names[column])), func(form string) bool {
		return r.lexicon.Section("date keys").Has(form) || r.lexicon.Has("dimensions", "date", form)
	})
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

// isList reports whether a column has lists.
func (r *reading) isList(column int) bool {
	for row := range r.grid.Rows {
		if len(r.grid.cell(row, column).Parts) > 0 {
			return true
		}
	}
	return false
}

// operators are the operators of comparisons in a question.
var operators = map[question.Operator]Operator{
	question.More: More, question.Less: Less, question.AtLeast: AtLeast, question.AtMost: AtMost,
}

// readComparisons reads "Votes above 500" and "more than 500 Votes", and dates without a header:
// "created before 2001".
func (r *reading) readComparisons(q *Query) bool {
	for _, c := range r.asked.Comparisons {
		at, number := c.First, c.End
		if r.roles[at] != unread || number >= len(r.words) {
			continue
		}

		// The value is a number with the groups and the unit that belong to it.
		value := r.words[number].span
		all := quantity.Find(r.folded[value.Start:])
		isQuantity := len(all) > 0 && all[0].Span.Start == 0
		if isQuantity {
			value.End = max(value.End, value.Start+all[0].Span.End)
		}
		isDate := isQuantity && dateOf(all[0]).Year != 0
		if !c.HasNumber && !isDate { // "licensed under MIT" compares nothing
			r.readColumns(q, at, number, Condition{Operator: operators[c.Operator]})
			continue
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
		header := slices.IndexFunc(r.headers, func(m mention) bool { return m.end == first && !m.used && !r.asksFor(m) && !m.isThing })
		if header < 0 {
			header = slices.IndexFunc(r.headers, func(m mention) bool { return m.first == end && !m.used })
		}
		column, ok := -1, false
		if header >= 0 {
			column, ok = r.headers[header].only()
		}
		switch {
		case ok:
			r.headers[header].used = true
		case isDate:
			column, ok = r.columnOfDate(first)
		case isQuantity && all[0].Unit.Dimension != "":
			found := r.columnsThat(func(column int) bool { return r.measures(column, all[0].Unit.Dimension) })
			if ok = len(found) == 1; ok {
				column = found[0]
				r.takeMeasureVerb(all[0].Unit.Dimension)
			}
		}
		if !ok {
			return false
		}
		// No cell is meant by a number that is compared with.
		r.values = slices.DeleteFunc(r.values, func(m mention) bool { return number <= m.first && m.end <= end })
		r.mark(at, end, ofCue)
		q.Where = append(q.Where, Condition{Column: r.grid.Names[column], Operator: operators[c.Operator], Value: value.Of(r.folded)})
	}
	return true
}

// readSame reads "the same author and sponsor", which compares two columns.
func (r *reading) readSame(q *Query) {
	for at := range r.words {
		if r.roles[at] != unread || !r.lexicon.Has("table questions", "same", r.words[at].form) {
			continue
		}
		first := slices.IndexFunc(r.headers, func(m mention) bool { return m.first == at+1 })
		if first >= 0 {
			end := r.headers[first].end
			r.readColumns(q, end, end+1, Condition{Operator: Equal})
			if r.headers[first].used {
				r.mark(at, at+1, ofCue)
			}
		}
	}
}

// readColumns makes a condition of two headers around the words that compare them: "Sold above Bought".
func (r *reading) readColumns(q *Query, first, end int, c Condition) {
	for end < len(r.words) && r.roles[end] == unread && r.lexicon.Section("articles").Has(r.words[end].form) {
		end++
	}
	before := r.keyThat(func(m mention) bool { return m.end == first && !r.asksFor(m) })
	behind := r.keyThat(func(m mention) bool { return m.first == end })
	if before < 0 || behind < 0 || first >= end {
		return
	}
	r.mark(first, end, ofCue)
	c.Column, c.Other = r.grid.Names[r.headers[before].columns[0]], r.grid.Names[r.headers[behind].columns[0]]
	r.headers[before].used, r.headers[behind].used = true, true
	q.Where = append(q.Where, c)
}

// columnOfDate returns the column of a date that has no header beside it: that of a header with
// dates, or the only one with dates, which a verb of [date keys] may name. words are up to
// the date.
func (r *reading) columnOfDate(words int) (column int, ok bool) {
	for i := range r.headers {
		m := &r.headers[i]
		if at := slices.IndexFunc(m.columns, r.isDated); at >= 0 && !m.used && !r.asksFor(*m) && m.first < words {
			m.used = true
			return m.columns[at], true
		}
	}
	dates := r.columnsThat(r.isDated)
	if len(dates) != 1 {
		return 0, false
	}
	for at := range r.words[:words] {
		if r.roles[at] == unread && r.lexicon.Section("date keys").Has(r.words[at].form) {
			r.mark(at, at+1, ofCue)
		}
	}
	return dates[0], true
}

// asksFor reports whether a header is behind "which" or "how many": it is what is
// wanted then, and nothing is said of it.
func (r *reading) asksFor(m mention) bool {
	return r.asked.Words[m.first].Asked || m.first > 0 && r.asked.Words[m.first-1].Number
}
