package answer

import (
	"math"
	"slices"
	"strings"

	"docuquest/core/answer/values"
	"docuquest/core/file"
	"docuquest/core/language/text"
)

const (
	leadingStatements = 3   // that a value is looked for in
	nearWords         = 4   // the distance at which a word of the question counts half
	beforeSubject     = 1.5 // how much farther a value seems that precedes the word
	leastLead         = 0.2 // how near the question's words the value must be
	leastMargin       = 1.1 // by how much it must be nearer than the next
)

// markValues notes in each of some candidates the value that the question asks for, as far as it
// states one, and which of the first ones states the value that stands out.
func (j *judge) markValues(chosen []candidate) {
	leads, said, greatest, next := -1, "", 0.0, 0.0
	leading := leadingStatements
	if len(chosen) > 0 && chosen[0].of != nil && chosen[0].of.rated.IsWanted { // the best entry has the value, if any has
		leading = 1
	}
	for i := range chosen {
		c := &chosen[i]
		d := j.found.Hits[c.hit].Document
		sentence := c.span.Of(d.Text)
		stated := values.In(j.asked, sentence, c.line)
		if len(stated) == 0 {
			continue
		}
		places, nearest := j.placesOf(sentence, file.IsCode(d.Language)), 0.0
		for _, v := range stated {
			near := j.nearness(v, sentence, places)
			if near > nearest || near == nearest && v.Len() > c.answers.Len() {
				c.answers, nearest = values.WithUnit(v, sentence).Shift(c.span.Start), near
			}
			if i >= leading {
				continue
			}
			switch score, value := near*c.worth/chosen[0].worth, v.Of(sentence); {
			case score > greatest:
				if !strings.Contains(value, said) || said == "" {
					next = greatest
				}
				leads, said, greatest = i, value, score
			case !strings.Contains(value, said) && !strings.Contains(said, value):
				next = max(next, score)
			}
		}
	}
	if leads >= 0 && greatest >= leastLead && greatest >= leastMargin*next {
		chosen[leads].leads = true
	}
}

// A placed word is one of a sentence.
type placed struct {
	text.Span
	terms []bool // of the question, that it is a form of; nil for none
}

// placesOf returns the words of a sentence.
func (j *judge) placesOf(said string, isCode bool) (places []placed) {
	for w := range text.Words(said) {
		p := placed{Span: w.Span}
		if terms := j.contained(w.Span.Of(said), isCode); slices.Contains(terms, true) {
			p.terms = terms
		}
		places = append(places, p)
	}
	return places
}

// nearness returns how near the words of the question are to a value in a sentence: 1 where all of
// them are next to it.
func (j *judge) nearness(value text.Span, said string, places []placed) float64 {
	at := slices.IndexFunc(places, func(p placed) bool { return touches(p.Span, value) })
	if at < 0 {
		return 0
	}
	return j.coverage(func(term int) float64 {
		nearest := math.Inf(1)
		for i, p := range places {
			if p.terms == nil || !p.terms[term] || touches(p.Span, value) {
				continue
			}
			distance := float64(at - i)
			if distance < 0 {
				distance = -beforeSubject * distance
			}
			nearest = min(nearest, distance-1)
		}
		return 1 / (1 + nearest/nearWords)
	})
}
