package tables

import (
	"cmp"
	"slices"
	"strings"

	"docuquest/core/language/analysis"
	"docuquest/core/language/lexicon"
)

// readValues makes conditions of the cells that the question names. Those of one column that "or"
// joins are one condition, as are those of a column without lists that "and" joins: nothing is both.
func (r *reading) readValues(q *Query) bool {
	last := -1 // the value before that has a condition, and its column
	lastColumn := -1
	for i, v := range r.values {
		joint := ""
		if last >= 0 {
			joint = r.jointBetween(r.values[last].end, v.first)
		}
		column, first, ok := r.columnOf(v, lastColumn, joint)
		if !ok {
			return false
		}
		c := Condition{Column: r.grid.Names[column], Value: v.texts[column]}
		if v.date != nil && (c.Value == "" || r.isDated(column)) {
			c.Operator, c.Value = During, v.date.Text
		}
		if r.denies(first, v.first) {
			if c.Operator != Equal {
				return false
			}
			c.Operator = Differs
		}
		isOfLast := last >= 0 && column == lastColumn
		isKnown := slices.ContainsFunc(q.Where, func(o Condition) bool { return o.Column == c.Column })
		switch before := len(q.Where) - 1; {
		case isOfLast && c.Operator == Equal && (joint == "or" || joint == "and" && !r.isList(column)) && (q.Where[before].Operator == Equal || q.Where[before].Operator == In):
			w := &q.Where[before]
			if w.Operator == Equal {
				w.Operator, w.Values, w.Value = In, []string{w.Value}, ""
			}
			w.Values = append(w.Values, c.Value)
		case isKnown && !(isOfLast && r.isList(column) || c.Operator == Differs):
			return false
		default:
			q.Where = append(q.Where, c)
		}
		last, lastColumn = i, column
	}
	return true
}

// jointBetween returns the word that joins two parts of the question, "" where other words than
// links, headers and it are between them.
func (r *reading) jointBetween(end, first int) (joint string) {
	for at := end; at < first; at++ {
		key, _ := r.lexicon.Section("joins").Key(r.words[at].form)
		switch {
		case key == "or" || key == "and" && joint == "":
			if joint = key; r.roles[at] == unread {
				r.mark(at, at+1, ofCue)
			}
		case r.roles[at] == unread && !r.isLink(at) && !r.isDenial(at), r.roles[at] == ofValue:
			return ""
		}
	}
	return joint
}

// columnOf returns the column of a cell that is named: that of the header beside it, with
// nothing but words of equality between them as in "Result is Won" and "Won as the Result"; the
// only column that has such a cell; the one that names the rows; or that of the value before it
// which is joined to it. first is the first word of the value and of its header.
func (r *reading) columnOf(v mention, before int, joint string) (column, first int, ok bool) {
	for i := range r.headers {
		m := &r.headers[i]
		if m.used || r.asksFor(*m) {
			continue
		}
		start, end := m.end, v.first
		if v.first < m.first {
			start, end = v.end, m.first
		}
		isBeside := start <= end
		for at := start; at < end; at++ {
			isBeside = isBeside && r.roles[at] == unread && (r.lexicon.Has("table questions", "equals", r.words[at].form) || r.isDenial(at))
		}
		at := slices.IndexFunc(m.columns, func(column int) bool {
			return slices.Contains(v.columns, column) || v.date != nil && r.isDated(column)
		})
		if !isBeside || at < 0 || r.isThing(*m, m.columns[at]) && v.date != nil && len(v.texts) == 0 {
			continue
		}
		m.used = true
		for at := start; at < end; at++ {
			if !r.isDenial(at) {
				r.mark(at, at+1, ofCue)
			}
		}
		// "PEPs that require PEP 484": the header in front of both may have such a value, too.
		if before := i - 1; m.isThing && before >= 0 && m.end == v.first {
			h := &r.headers[before]
			if column, ok := h.only(); ok && !h.used && !h.isThing && !r.asksFor(*h) && slices.Contains(v.columns, column) {
				h.used = true
				return column, h.first, true
			}
		}
		return m.columns[at], min(m.first, v.first), true
	}
	if column, header, ok := r.columnOfNumber(v); ok {
		return column, header, true
	}
	switch {
	case r.isSmall(v): // it may be in any sentence
		return 0, 0, false
	case v.date != nil && len(v.columns) != 1:
		if column, ok := r.columnOfDate(v.first); ok {
			return column, v.first, true
		}
		return 0, 0, false
	case len(v.columns) == 1:
		return v.columns[0], v.first, true
	case joint != "" && slices.Contains(v.columns, before):
		return before, v.first, true
	}
	return r.columnOfSeveral(v)
}

// columnOfNumber returns the column of a header in front of the name of a row that ends with a number
// which the column has: in "EIPs that require EIP 20" those are meant that require 20.
func (r *reading) columnOfNumber(v mention) (column, first int, ok bool) {
	last := r.words[v.end-1].form
	before := slices.IndexFunc(r.headers, func(m mention) bool { return m.end == v.first && !m.used && !m.isThing && !r.asksFor(m) })
	if before < 0 || v.end-v.first < 2 || strings.Trim(last, "0123456789") != "" || !slices.Contains(v.columns, r.grid.nameColumn()) {
		return 0, 0, false
	}
	column, ok = r.headers[before].only()
	meets, err := r.grid.test(Condition{Value: last})
	if !ok || err != nil {
		return 0, 0, false
	}
	for row := range r.grid.Rows {
		if holds, _ := meets(row, r.grid.cell(row, column)); holds {
			r.headers[before].used = true
			v.texts[column] = last
			return column, r.headers[before].first, true
		}
	}
	return 0, 0, false
}

// columnOfSeveral chooses among the columns that have a value: the one that a header or a verb
// elsewhere in the question names, the one that names the rows, or any where all of them have it in the
// same rows.
func (r *reading) columnOfSeveral(v mention) (column, first int, ok bool) {
	for i := range r.headers {
		m := &r.headers[i]
		var named []int
		for _, column := range m.columns {
			if slices.Contains(v.columns, column) {
				named = append(named, column)
			}
		}
		if len(named) == 1 && !m.used && !r.asksFor(*m) && !r.isThing(*m, named[0]) {
			m.used = true
			return named[0], v.first, true
		}
	}
	if v.first > 0 {
		key, _ := r.lexicon.Section("key prepositions").Key(r.words[v.first-1].form)
		for _, noun := range r.lexicon.Section("key nouns").Words(key) {
			for column := range r.grid.columnsOf([]string{noun}, analysis.NewAnalyzer()) {
				if slices.Contains(v.columns, column) {
					return column, v.first, true
				}
			}
		}
	}
	is := v.first > 0 && r.lexicon.Has("definitions", "be", r.words[v.first-1].form)
	asksForRows := is && slices.ContainsFunc(r.headers, func(m mention) bool { return m.isThing && r.asksFor(m) })
	if others := slices.DeleteFunc(slices.Clone(v.columns), r.grid.isNaming); asksForRows && len(others) == 1 {
		return others[0], v.first, true // "which notes are meetings", one of which is called so
	}
	if name := r.grid.nameColumn(); slices.Contains(v.columns, name) && (r.grid.IsOfRecords() || r.grid.isNaming(name)) {
		return name, v.first, true
	}
	if at := slices.IndexFunc(v.columns, r.grid.isNaming); at >= 0 {
		return v.columns[at], v.first, true
	}
	var rows [][]int
	for _, column := range v.columns {
		meets, err := r.grid.test(Condition{Value: v.texts[column]})
		var met []int
		for row := range r.grid.Rows {
			if holds, _ := meets(row, r.grid.cell(row, column)); err == nil && holds {
				met = append(met, row)
			}
		}
		if rows = append(rows, met); !slices.Equal(rows[0], met) {
			return 0, 0, false
		}
	}
	return v.columns[0], v.first, true
}

// isThing reports whether a column is named by a mention as what the rows are called.
func (r *reading) isThing(m mention, column int) bool {
	return m.isThing && len(r.grid.Things) > 0 && column == r.grid.nameColumn()
}

// isDenial reports whether a word denies.
func (r *reading) isDenial(at int) bool {
	return r.lexicon.Section("denials").Has(r.words[at].form) || r.lexicon.Has("table questions", "lacks", r.words[at].form)
}

// denies reports whether a word in front of a part of the question denies it, or one inside of
// it, and takes that word.
func (r *reading) denies(first, end int) bool {
	for at := first; at < end; at++ {
		if r.roles[at] == unread && r.isDenial(at) {
			r.mark(at, at+1, ofCue)
			return true
		}
	}
	for at := first - 1; at >= 0 && r.roles[at] == unread; at-- {
		if r.isDenial(at) {
			r.mark(at, at+1, ofCue)
			return true
		}
		if !r.isLink(at) {
			break
		}
	}
	return false
}

// readFlags makes conditions of headers of which the question says nothing but that a row has them:
// "featured", of a column of yes and no; "have a logo" and "without a logo" of any.
func (r *reading) readFlags(q *Query) {
	for i := range r.headers {
		m := &r.headers[i]
		column, isOne := m.only()
		if m.used || !isOne || m.isThing || r.asksFor(*m) {
			continue
		}
		first := m.first
		for first > 0 && r.roles[first-1] == unread && (r.lexicon.Section("articles").Has(r.words[first-1].form) || r.lexicon.Has("table questions", "any", r.words[first-1].form)) {
			first--
		}
		has := first > 0 && r.roles[first-1] == unread && r.lexicon.Has("table questions", "has", r.words[first-1].form)
		is := first == m.first && first > 0 && r.lexicon.Has("definitions", "be", r.words[first-1].form) && strings.HasSuffix(r.words[m.end-1].form, "ed")
		isBelow := false // a key that the header before it names, too, together with others
		if i > 0 && !r.headers[i-1].used && !r.headers[i-1].isThing {
			above := r.headers[i-1]
			isBelow = slices.Contains(above.columns, column) && (above.best > 1 || above.columns[0] != column)
		}
		switch yes := r.yesOf(column); {
		case isBelow && r.grid.IsOfRecords(): // "depend on lodash", which is a key of the dependencies
			c := Condition{Column: r.grid.Names[column], Operator: Present}
			if r.headers[i-1].used = true; r.denies(r.headers[i-1].first, m.first) {
				c.Operator = Absent
			}
			q.Where, m.used = append(q.Where, c), true
		case yes != "":
			c := Condition{Column: r.grid.Names[column], Value: yes}
			if r.denies(first, first) {
				c.Operator = Differs
			}
			q.Where, m.used = append(q.Where, c), true
		case r.denies(first, first):
			c := Condition{Column: r.grid.Names[column], Operator: Absent}
			if n, ok := r.firstOf(column); ok && n.Amount != nil { // of a number none is zero
				c = Condition{Column: c.Column, Value: "0"}
			}
			q.Where, m.used = append(q.Where, c), true
		case (has || is) && r.grid.IsOfRecords():
			q.Where, m.used = append(q.Where, Condition{Column: r.grid.Names[column], Operator: Present}), true
		}
	}
}

// columns are the columns that a query has conditions on.
func (q *Query) columns() (names []string) {
	for _, c := range q.Where {
		names = append(names, c.Column)
	}
	return names
}

// yesOf returns the value of a column that says yes, where all of its values say yes or no; "" for
// any other column.
func (r *reading) yesOf(column int) (yes string) {
	for row := range r.grid.Rows {
		switch v := r.grid.value(row, column); v.text {
		case "true", "yes":
			yes = v.text
		case "false", "no":
			yes = cmp.Or(yes, map[string]string{"false": "true", "no": "yes"}[v.text])
		default:
			if !v.isMissing() {
				return ""
			}
		}
	}
	return yes
}

// readSelect takes the header that is left: what is wanted. One of a column that has
// a condition says that column once more, and a word for the rows beside another header only says
// what it is a key of.
func (r *reading) readSelect(q *Query) bool {
	var left []mention
	for _, m := range r.headers {
		isRepeated := func(l mention) bool { return slices.Equal(l.columns[:l.best], m.columns[:m.best]) }
		if !m.used && !slices.ContainsFunc(left, isRepeated) {
			left = append(left, m)
		}
	}
	if len(left) > 1 {
		left = slices.DeleteFunc(left, func(m mention) bool {
			isOfWhere := slices.ContainsFunc(m.columns, func(column int) bool { return slices.Contains(q.columns(), r.grid.Names[column]) })
			return !r.asksFor(m) && (isOfWhere || m.isThing)
		})
	}
	if q.Group != "" {
		return len(left) == 0 || len(left) == 1 && left[0].isThing
	}
	if r.readSeveral(q, left) {
		return true
	}
	if len(left) > 1 || len(left) == 0 && q.Aggregate == List && !r.asksForValue() || len(left) > 0 && !left[0].isThing && (q.Aggregate == Sum || q.Aggregate == Average) {
		return false
	}
	if len(left) == 0 && r.asksForValue() && (q.Aggregate == List || q.Aggregate == Count) {
		q.Select = r.grid.Names[r.grid.nameColumn()]
		return true
	}
	if len(left) == 1 {
		column, isOne := left[0].only()
		if left[0].isThing && len(r.grid.Things) > 0 {
			column, isOne = r.grid.nameColumn(), true
		}
		if wanted := slices.DeleteFunc(slices.Clone(left[0].columns), func(c int) bool { return !r.isWanted(c) }); r.wants() != "" && len(wanted) == 1 {
			column, isOne = wanted[0], true // "who discovered it" asks for discovered_by
		}
		if !isOne || !r.isWanted(column) {
			return false
		}
		if n, isNumber := r.firstOf(column); q.Aggregate == Count && !left[0].isThing && (isNumber && n.Amount != nil && !n.IsYear() || r.isList(column)) {
			if !r.isNamed(*q) {
				return false // rows are no moons
			}
			q.Aggregate = List
		}
		q.Select = r.grid.Names[column]
		if left[0].isThing && (q.Aggregate == Sum || q.Aggregate == Average) {
			q.Select = ""
		}
	} else if r.wants() != "" {
		return false
	}
	return q.Select != q.By || q.Select == ""
}

// mostSelected is how many columns a question asks for at most.
const mostSelected = 4

// readSeveral takes several columns that are wanted of what has a name: "the author and the status of
// PEP 8", or a word that several headers have. It is false for any other question.
func (r *reading) readSeveral(q *Query, left []mention) bool {
	var columns []int
	for i, m := range left {
		if m.isThing || i > 0 && r.jointBetween(left[i-1].end, m.first) != "and" {
			return false
		}
		columns = append(columns, m.columns[:m.best]...)
	}
	if len(columns) < 2 || len(columns) > mostSelected || q.Aggregate != List || r.wants() != "" || !r.isNamed(*q) {
		return false
	}
	q.Select = r.grid.Names[columns[0]]
	for _, column := range columns[1:] {
		q.Also = append(q.Also, r.grid.Names[column])
	}
	return true
}

// wants returns what kind of thing the first word asks for: "person" for "who", "date" for "when",
// "" for any.
func (r *reading) wants() string {
	for _, key := range []string{"person", "date"} {
		if r.lexicon.Has("table questions", key, r.words[0].form) {
			return key
		}
	}
	return ""
}

// isWanted reports whether a column has what the first word asks for.
func (r *reading) isWanted(column int) bool {
	switch r.wants() {
	case "person":
		nouns := lexicon.Any("key nouns").Words("person")
		return slices.ContainsFunc(wordForms(spaced(r.grid.Names[column])), func(form string) bool { return slices.Contains(nouns, form) })
	case "date":
		return r.isDated(column)
	}
	return true
}
