package notebook

import (
	"errors"
	"math"
	"strconv"
	"strings"

	"docuquest/core/code/notes"
)

// The greatest numbers of a choice of notes.
const (
	mostNoteHits   = 1000
	mostNoteChunks = 300
	mostNoteWeight = 10
)

// A Choice is whether and how notes on files count for a question. Numbers that it does not
// have are chosen by whoever makes the query.
type Choice struct {
	On     bool
	hits   int // notes of each table, 0 for no choice
	Chunks int // the best that go on, 0 for no choice
	// min is the cosine above which a note is a hit, and weights what tables count; nil
	// and what they lack are no choice.
	min     *float64
	weights map[notes.Kind]float64
}

// CheckChoice refuses what is no choice of notes; see agent.Request.
func CheckChoice(choice string) error {
	_, err := ParseChoice(choice)
	return err
}

// errNotes is the error of a text that is no choice of notes.
var errNotes = errors.New(`notes is on, off, or numbers with commas between: hits=10 of each table (1 to 1000), min=0 for their cosine (-1 to 1), chunks=30 that go on (1 to 300), and the weights (0 to 10) of summaries, keywords, tags, synonyms and dependencies, as in "hits=20,summaries=2,tags=0"`)

// errNoWeight refuses a choice by which no note counts: it would lead to nothing, at a price.
var errNoWeight = errors.New("notes of weight 0 lead nowhere: one of summaries, keywords, tags, synonyms and dependencies has to count more, or notes is off")

// ParseChoice reads a choice of notes.
func ParseChoice(choice string) (Choice, error) {
	switch choice {
	case "", "off":
		return Choice{}, nil
	case "on":
		return Choice{On: true}, nil
	}
	c := Choice{On: true, weights: map[notes.Kind]float64{}}
	for part := range strings.SplitSeq(choice, ",") {
		name, value, _ := strings.Cut(part, "=")
		name = strings.TrimSpace(name)
		x, err := strconv.ParseFloat(strings.TrimSpace(value), 64)
		kind, isKind := notes.ParseKind(name)
		switch {
		case err != nil || math.IsNaN(x):
			return Choice{}, errNotes
		case name == "hits" && isCount(x, mostNoteHits):
			c.hits = int(x)
		case name == "chunks" && isCount(x, mostNoteChunks):
			c.Chunks = int(x)
		case name == "min" && -1 <= x && x <= 1:
			c.min = &x
		case isKind && 0 <= x && x <= mostNoteWeight:
			c.weights[kind] = x
		default:
			return Choice{}, errNotes
		}
	}
	for k := range notes.Kind(notes.Kinds) {
		if w, chosen := c.weights[k]; !chosen || w > 0 {
			return c, nil
		}
	}
	return Choice{}, errNoWeight
}

// isCount reports whether a number is a whole one from 1 to most.
func isCount(x float64, most int) bool { return x == math.Trunc(x) && 1 <= x && x <= float64(most) }

// over puts the numbers of the choice into a query.
func (c Choice) over(q notes.Query) notes.Query {
	if c.Chunks > 0 {
		q.Best = c.Chunks
	}
	for k := range q.Of {
		ask := &q.Of[k]
		if c.hits > 0 {
			ask.MaxHits = c.hits
		}
		if c.min != nil {
			ask.MinScore = *c.min
		}
		if w, chosen := c.weights[notes.Kind(k)]; chosen {
			ask.Weight = w
		}
	}
	return q
}
