package answer

import (
	"slices"

	"docuquest/core/document"
	"docuquest/core/search/rank"
	"docuquest/core/search/retrieve"
)

// order takes up to most candidates, each time the one that is worth most together with
// what it tells of the question that none before it told. One that holds no word of the
// question goes on with another of its document, and is taken after that. Of equal ones
// the first is taken, and of those that read the same or overlap only one: copies of a file,
// passages that overlap, and stretches of one long sentence. The candidates are left as they are.
func (j *judge) order(candidates []candidate, most int) []candidate {
	rest := distinct(candidates)
	told := make([]bool, len(j.needs))
	begun := map[string]bool{} // the documents of those that were taken
	var ordered []candidate
	for len(ordered) < most {
		best := j.next(rest, told, begun)
		if best < 0 {
			break
		}
		c := rest[best]
		j.tell(c, told)
		begun[c.document] = true
		ordered = append(ordered, c)
		rest = slices.DeleteFunc(rest, func(other candidate) bool {
			return other.document == c.document && touches(other.span, c.span)
		})
	}
	return ordered
}

// next is the index of the candidate to take next, -1 if there is none.
func (j *judge) next(rest []candidate, told []bool, begun map[string]bool) int {
	best, greatest := -1, 0.0
	for i, c := range rest {
		if !c.tellsOwn && !begun[c.document] {
			continue
		}
		if value := c.worth + rank.NewsWorth*j.news(c, told); best < 0 || greatest < value {
			best, greatest = i, value
		}
	}
	return best
}

// news is the share of the question that a candidate tells, without the needs that were
// told before.
func (j *judge) news(c candidate, told []bool) float64 {
	if j.mass <= 0 {
		return 0
	}
	sum := 0.0
	for i, n := range j.needs {
		if !told[i] {
			sum += j.heaviest(n, c.weighTold)
		}
	}
	return sum / j.mass
}

// weighTold is 1 for a term that a candidate tells, 0 for others.
func (c candidate) weighTold(term int) float64 {
	if c.tells[term] {
		return 1
	}
	return 0
}

// tell marks the needs that a candidate tells.
func (j *judge) tell(c candidate, told []bool) {
	for i, n := range j.needs {
		told[i] = told[i] || slices.ContainsFunc(n, func(term int) bool { return c.tells[term] })
	}
}

// distinct keeps the best of those that read the same, in the place of the first.
func distinct(candidates []candidate) []candidate {
	kept := make([]candidate, 0, len(candidates))
	at := make(map[string]int, len(candidates))
	for _, c := range candidates {
		i, known := at[c.display]
		switch {
		case !known:
			at[c.display] = len(kept)
			kept = append(kept, c)
		case kept[i].worth < c.worth:
			kept[i] = c
		}
	}
	return kept
}

// sentence is a candidate with all that gives it its place among the others.
func (j *judge) sentence(c candidate, r reading) rank.Sentence {
	d := j.documents[r.Document]
	return rank.Sentence{
		Coverage:   c.coverage,
		Soft:       j.found.Alike(r.above, c.display, r.code),
		Confidence: d.confidence,
		Place:      d.place,
		IsWanted:   !c.line && j.wanted.in(c.display), // numbers stand in any line of a program
		IsCounted:  !c.line && j.wanted.counts(c.display),
		IsHeading:  slices.Contains(r.headings, c.display),
		IsLine:     c.line,
	}
}

// A standing is what a document brings to its sentences.
type standing struct {
	confidence float64
	place      int // how many better ones there are
}

// standings are those of documents, which are sorted. Those of equal scores are equally
// good: the classic rule finds all alike, and sorts them by their names.
func standings(documents []retrieve.Document) map[*document.Document]standing {
	all := make(map[*document.Document]standing, len(documents))
	place := 0
	for i, d := range documents {
		if i > 0 && d.Score != documents[i-1].Score {
			place = i
		}
		all[d.Document] = standing{confidence: d.Confidence, place: place}
	}
	return all
}
