package eval

import (
	"errors"
	"fmt"
	"io"
	"maps"
	"slices"
	"strconv"
	"strings"
)

// A Comparison shows in which figures a second run differs from a first one, and
// whether the questions are enough to distinguish that from chance.
type Comparison struct {
	Differences []Difference `json:"differences"` // by figure, then by set
	LeftOut     []string     `json:"left_out"`    // what only one of the runs has, a line each
}

// A Difference is that of one figure in one set, over the questions that both
// runs asked.
type Difference struct {
	Figure    string  `json:"figure"`
	Set       string  `json:"set"` // "macro" is the plain mean over the sets
	Questions int     `json:"questions"`
	A         float64 `json:"a"` // in the first run
	B         float64 `json:"b"` // in the second
	// Paired compares question by question; nil for a figure that is no mean of
	// questions.
	Paired *Paired `json:"paired"`
}

// Paired is what can be said of a difference since the same questions were asked
// twice. Up counts those whose score is greater in the second run: which is better,
// except for the figures wrongly_refused, wrongly_held_back and cut_citations.
type Paired struct {
	Up   int `json:"up"`
	Down int `json:"down"`
	Same int `json:"same"`
	Estimate
}

// macroName is the name of the mean over all sets.
const macroName = "macro"

// Compare compares two runs in the sets, figures and questions that both have.
// The error is that they share none.
func Compare(a, b Record) (Comparison, error) {
	sets, leftOut := pairSets(a, b)
	c := Comparison{Differences: []Difference{}, LeftOut: leftOut}
	var figures []string // of all sets, each once, in the order of the first set that has it
	for _, p := range sets {
		for _, f := range p.a.Figures {
			if !slices.Contains(figures, f.Name) {
				figures = append(figures, f.Name)
			}
		}
	}
	for _, figure := range figures {
		c.compare(figure, sets)
	}
	if len(c.Differences) == 0 {
		return Comparison{}, errors.New("the two runs have no figure of one set in common")
	}
	return c, nil
}

// A pair is one set in both runs.
type pair struct{ a, b RecordedSet }

// pairSets returns the sets of both runs in the order of the first, and lines about
// what only one of them has.
func pairSets(a, b Record) (pairs []pair, leftOut []string) {
	leftOut = []string{}
	others := map[string]RecordedSet{}
	for _, s := range b.Sets {
		others[s.Name] = s
	}
	for _, s := range a.Sets {
		other, both := others[s.Name]
		if !both {
			leftOut = append(leftOut, s.Name+" is in A alone")
			continue
		}
		delete(others, s.Name)
		p := pair{s, other}
		pairs = append(pairs, p)
		leftOut = slices.Concat(leftOut, onlyIn("A", p.a, p.b), onlyIn("B", p.b, p.a))
	}
	for _, name := range slices.Sorted(maps.Keys(others)) {
		leftOut = append(leftOut, name+" is in B alone")
	}
	return pairs, leftOut
}

// onlyIn are lines about what the first of two runs of a set has and the second
// has not; run is the name of the first.
func onlyIn(run string, s, other RecordedSet) []string {
	var lines []string
	for _, f := range s.Figures {
		if _, both := other.figure(f.Name); !both {
			lines = append(lines, fmt.Sprintf("%s of %s is in %s alone", f.Name, s.Name, run))
		}
	}
	alone := 0
	for question := range s.Questions {
		if _, both := other.Questions[question]; !both {
			alone++
		}
	}
	if alone > 0 {
		lines = append(lines, fmt.Sprintf("questions of %s that are in %s alone: %d", s.Name, run, alone))
	}
	return lines
}

func (s RecordedSet) figure(name string) (RecordedFigure, bool) {
	i := slices.IndexFunc(s.Figures, func(f RecordedFigure) bool { return f.Name == name })
	if i < 0 {
		return RecordedFigure{}, false
	}
	return s.Figures[i], true
}

// compare adds the differences of one figure: in each set, and in their mean
// where there are several.
func (c *Comparison) compare(figure string, sets []pair) {
	var all []Difference
	var samples [][]float64
	for _, p := range sets {
		if scores := p.scores(figure); len(scores) > 0 {
			drawn := resample(p.a.Name, scores)
			all = append(all, difference(figure, p.a.Name, scores, drawn))
			samples = append(samples, drawn)
		} else if d, ok := p.unpaired(figure); ok {
			c.Differences = append(c.Differences, d)
		}
	}
	c.Differences = append(c.Differences, all...)
	if len(all) > 1 {
		c.Differences = append(c.Differences, macroOf(figure, all, samples))
	}
}

// unpaired compares a figure that is no mean of questions in either run.
func (p pair) unpaired(figure string) (Difference, bool) {
	a, inA := p.a.figure(figure)
	b, inB := p.b.figure(figure)
	isMean := func(s RecordedSet) bool {
		for _, scores := range s.Questions {
			if _, has := scores[figure]; has {
				return true
			}
		}
		return false
	}
	ok := inA && inB && !isMean(p.a) && !isMean(p.b)
	return Difference{Figure: figure, Set: p.a.Name, Questions: min(a.Questions, b.Questions), A: a.Value, B: b.Value}, ok
}

// A scorePair is what one question adds to a figure in both runs.
type scorePair struct{ a, b float64 }

// scores returns the scores of the questions that have the figure in both runs, in the
// order of their names, so that chance draws the same in every comparison.
func (p pair) scores(figure string) []scorePair {
	var scores []scorePair
	for _, question := range slices.Sorted(maps.Keys(p.a.Questions)) {
		a, inA := p.a.Questions[question][figure]
		b, inB := p.b.Questions[question][figure]
		if inA && inB {
			scores = append(scores, scorePair{a, b})
		}
	}
	return scores
}

func difference(figure, set string, scores []scorePair, samples []float64) Difference {
	d := Difference{
		Figure: figure, Set: set, Questions: len(scores),
		A:      average(values(scores, func(s scorePair) float64 { return s.a })),
		B:      average(values(scores, func(s scorePair) float64 { return s.b })),
		Paired: &Paired{Estimate: estimate(samples)},
	}
	for _, s := range scores {
		switch gain := s.gain(); {
		case gain > 0:
			d.Paired.Up++
		case gain < 0:
			d.Paired.Down++
		default:
			d.Paired.Same++
		}
	}
	return d
}

// macroOf is the plain mean of the differences of several sets. Each sample is
// the mean of one of each set.
func macroOf(figure string, all []Difference, samples [][]float64) Difference {
	d := Difference{Figure: figure, Set: macroName, Paired: &Paired{}}
	means := make([]float64, len(samples[0]))
	for i, one := range all {
		d.Questions += one.Questions
		d.A += one.A / float64(len(all))
		d.B += one.B / float64(len(all))
		d.Paired.Up += one.Paired.Up
		d.Paired.Down += one.Paired.Down
		d.Paired.Same += one.Paired.Same
		for j, sample := range samples[i] {
			means[j] += sample / float64(len(all))
		}
	}
	d.Paired.Estimate = estimate(means)
	return d
}

// WriteTables prints the differences for people, then what was left out.
func (c Comparison) WriteTables(w io.Writer, form Form) error {
	differences := Table{Head: []string{"measure", "set", "queries", "A", "B", "B-A", "95 % interval", "up", "down", "same", "<= 0"}}
	for _, d := range c.Differences {
		row := []string{d.Figure, d.Set, strconv.Itoa(d.Questions), decimals(d.A), decimals(d.B), signed(d.B - d.A)}
		if p := d.Paired; p == nil {
			row = append(row, "", "", "", "", "")
		} else {
			interval := fmt.Sprintf("%s to %s", signed(p.Low), signed(p.High))
			row = append(row, interval, strconv.Itoa(p.Up), strconv.Itoa(p.Down), strconv.Itoa(p.Same), decimals(p.NotAbove))
		}
		differences.Add(row...)
	}
	if err := WriteTables(w, form, differences); err != nil || len(c.LeftOut) == 0 {
		return err
	}
	start := ""
	if form == Markdown {
		start = "- "
	}
	var b strings.Builder
	b.WriteString("\nLeft out:\n\n")
	for _, line := range c.LeftOut {
		b.WriteString(start + line + "\n")
	}
	_, err := io.WriteString(w, b.String())
	return err
}

// signed is a difference of figures in a table; a difference too small to be seen
// has no sign.
func signed(f float64) string {
	if text := fmt.Sprintf("%+.3f", f); text != "-0.000" && text != "+0.000" {
		return text
	}
	return "0.000"
}

// WriteJSON prints the comparison for programs.
func (c Comparison) WriteJSON(w io.Writer) error { return WriteJSON(w, c) }
