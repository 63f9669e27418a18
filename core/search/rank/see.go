package rank

const (
	// nearness is how many words apart two words may be to count as near.
	nearness = 8
	// crowd is how many occurrences in front of one are paired with it at most. Words
	// so near have fewer terms; an identifier of a thousand parts has a million pairs.
	crowd = 100
)

// An occurrence is a word of the question in a text.
type occurrence struct {
	at    int // the number of the word, stop words left out
	term  int
	start int // in bytes
}

// See gives the signals that come of reading a text: Pairs, Near,
// Heading and Verbatim. average is the mean length of the texts of the collection, in words
// that are no stop words.
func (m *Matcher) See(s string, code bool, average float64) Candidate {
	length := m.track(s, code)
	norm := saturation * (1 - shortening + shortening*float64(length)/average)
	var c Candidate
	clear(m.near)
	clear(m.pairs)
	m.countPairs()
	for pair, n := range m.near {
		low, high := m.question.Terms[pair[0]].IDF, m.question.Terms[pair[1]].IDF
		c.Near += min(low, high) * saturated(n, norm)
	}
	for pair, n := range m.pairs {
		c.Pairs += (m.question.Terms[pair[0]].IDF + m.question.Terms[pair[1]].IDF) * saturated(n, norm)
	}
	for term, n := range m.headings {
		c.Heading += m.question.Terms[term].Mass() * saturated(n, saturation)
	}
	c.Verbatim = m.question.verbatimShare(m.seen)
	return c
}

func saturated(n int, norm float64) float64 {
	return float64(n) * (saturation + 1) / (float64(n) + norm)
}

// countPairs fills near and pairs from the occurrences.
func (m *Matcher) countPairs() {
	for i, later := range m.found {
		for k := i - 1; k >= max(0, i-crowd) && later.at-m.found[k].at < nearness; k-- {
			earlier := m.found[k]
			if earlier.term == later.term {
				continue
			}
			m.near[[2]int{min(earlier.term, later.term), max(earlier.term, later.term)}]++
			if pair := [2]int{earlier.term, later.term}; later.at-earlier.at <= 1 && m.question.neighbours[pair] {
				m.pairs[pair]++
			}
		}
	}
}

// track finds the question's words in a text, in order, notes which of its
// verbatim words occur there and which of its words in headings, and gives the
// number of words that are no stop words.
func (m *Matcher) track(s string, code bool) (length int) {
	m.found = m.found[:0]
	clear(m.seen)
	clear(m.headings)
	m.each(s, code, func(start int, w *word) {
		if w.stop {
			return
		}
		if w.terms != nil {
			m.note(w, length, start, code, inHeading(s, start, code))
		}
		length++
	})
	m.seeFigures(s)
	return length
}

// note takes in a word that is a form of terms. Those that were added for others say
// what a text is about, and nothing of where the question's words occur.
func (m *Matcher) note(w *word, at, start int, code, heading bool) {
	for _, term := range w.terms {
		if t := m.question.Terms[term]; t.Added || t.CodeOnly && !code {
			continue
		}
		m.found = append(m.found, occurrence{at, term, start})
		if heading {
			m.headings[term]++
		}
	}
	if w.verbatim >= 0 {
		m.seen[w.verbatim] = true
	}
}
