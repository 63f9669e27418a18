package rank

// Window is where the part of a text of at most so many bytes begins that has most of
// the question, at a word of it; of several the first. It is false where the text holds
// no word of the question.
func (m *Matcher) Window(s string, code bool, length int) (start int, ok bool) {
	var found []occurrence
	m.each(s, code, func(start int, w *word) {
		for _, term := range w.terms {
			if t := m.question.Terms[term]; !t.CodeOnly || code {
				found = append(found, occurrence{term: term, start: start})
			}
		}
	})
	const leastMass = 1e-6 // of a word that every file holds: it was asked for, too
	best := 0.0
	for i, first := range found {
		mass, seen := 0.0, map[int]bool{}
		for _, o := range found[i:] {
			if o.start >= first.start+length {
				break
			}
			if !seen[o.term] {
				seen[o.term] = true
				mass += max(m.question.Terms[o.term].Mass(), leastMass)
			}
		}
		if mass > best {
			best, start = mass, first.start
		}
	}
	return start, best > 0
}
