package tables

import "slices"

// readGroup reads that the values of a column are to be counted or listed: "per status", "the most
// common status", "which author has written the most PEPs", "how many different groups". It is false
// where a word that asks for it has no column.
func (r *reading) readGroup(q *Query, cue [2]int) bool {
	switch {
	case r.readPer(q):
		return true
	case q.Aggregate != Most && q.Aggregate != Least:
		r.readDistinct(q)
		return true
	}
	at := cue[1]
	for at < len(r.words) && r.roles[at] == unread && r.isLink(at) {
		at++
	}
	behind := slices.IndexFunc(r.headers, func(m mention) bool { return m.first == at && !m.used })
	asked := r.keyThat(r.asksFor)
	if r.lexicon.Has("superlative adjectives", "frequency", r.words[cue[1]-1].form) {
		if behind >= 0 && r.isKey(r.headers[behind]) { // "the most common status", not "which status is the most common"
			asked = behind
		}
	} else {
		if behind < 0 || !r.headers[behind].isThing {
			return true
		}
		if asked < 0 && r.wants() != "" { // "who has written the most PEPs"
			asked = r.keyThat(func(m mention) bool { return r.isWanted(m.columns[0]) })
		}
		if asked < 0 {
			return r.wants() == ""
		}
		r.headers[behind].used = true
	}
	if asked < 0 {
		return false
	}
	r.takeGroup(q, asked)
	return true
}

// isKey reports whether a header names one column, and not the rows.
func (r *reading) isKey(m mention) bool {
	_, isOne := m.only()
	return isOne && !m.used && !m.isThing
}

// keyThat returns the first header of one column that has a property, -1 for none.
func (r *reading) keyThat(has func(mention) bool) int {
	return slices.IndexFunc(r.headers, func(m mention) bool { return r.isKey(m) && has(m) })
}

// takeGroup makes a header the one whose values are counted. The question may name it twice: "which
// author has written".
func (r *reading) takeGroup(q *Query, header int) {
	column, _ := r.headers[header].only()
	q.Group = r.grid.Names[column]
	for i := range r.headers {
		if same, ok := r.headers[i].only(); ok && same == column {
			r.headers[i].used = true
		}
	}
}

// readPer reads "per status", "by status" and "for each status".
func (r *reading) readPer(q *Query) bool {
	const longest = 2 // words of [table questions] per
	for at := range r.words {
		for size := longest; size > 0 && (q.Aggregate == Count || q.Aggregate == List); size-- {
			end := at + size
			if end >= len(r.words) || r.roles[at] != unread || !r.lexicon.Has("table questions", "per", r.said(at, end)) {
				continue
			}
			if header := r.keyThat(func(m mention) bool { return m.first == end }); header >= 0 {
				r.takeGroup(q, header)
				q.Aggregate = List
				r.mark(at, end, ofCue)
				return true
			}
		}
	}
	return false
}

// readDistinct reads "Which groups are there?" and "How many different groups are there?", of records
// alone: those of a table are its rows.
func (r *reading) readDistinct(q *Query) {
	if len(q.Where) > 0 || !r.grid.IsOfRecords() || q.Aggregate != List && q.Aggregate != Count {
		return
	}
	var words []int // that ask for different values
	for at, w := range r.words {
		if r.roles[at] == unread && (r.lexicon.Has("table questions", "distinct", w.form) || r.lexicon.Has("table questions", "listing", w.form)) {
			words = append(words, at)
		}
	}
	asked := r.keyThat(r.asksFor)
	isDistinct := len(words) > 0 || q.Aggregate == Count && asked >= 0
	isOfValues := slices.ContainsFunc(words, func(at int) bool {
		return at == 0 || r.lexicon.Has("table questions", "distinct", r.words[at].form) // "list all statuses", "different statuses"
	})
	if asked < 0 && isOfValues {
		asked = r.keyThat(func(mention) bool { return true })
	}
	others := slices.DeleteFunc(slices.Clone(r.headers), func(m mention) bool { return m.used || m.isThing })
	if !isDistinct || asked < 0 || r.headers[asked].isPartly || len(others) != 1 {
		return
	}
	r.takeGroup(q, asked)
	for _, at := range words {
		r.mark(at, at+1, ofCue)
	}
	for i := range r.headers {
		r.headers[i].used = r.headers[i].used || r.headers[i].isThing
	}
}
