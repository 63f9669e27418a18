package question

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
)

// String returns what was read of the question, one line for each thing that it has.
func (q *Question) String() string {
	var b strings.Builder
	line := func(name string, values ...string) {
		values = slices.DeleteFunc(values, func(v string) bool { return v == "" })
		if len(values) > 0 {
			fmt.Fprintf(&b, "%s: %s\n", name, strings.Join(values, " "))
		}
	}
	list := func(name string, values []string) { line(name, strings.Join(values, ", ")) }

	line("question", q.Text)
	line("filters", q.Filter.Strings()...)
	line("language", q.Language)
	if q.Sought != q.Text {
		line("searches for", strings.TrimSpace(q.Sought))
	}
	var content, quoted []string
	for _, w := range q.Words {
		if w.IsContent() {
			content = append(content, w.Folded)
		}
		if w.Quoted {
			quoted = append(quoted, w.Typed)
		}
	}
	line("words", content...)
	line("quoted", quoted...)
	list("names", q.AskedNames())
	list("things", q.Things)
	list("statements", q.Statements)
	var items []string
	for _, item := range q.LineItems {
		items = append(items, item.Key)
	}
	list("line items", items)
	line("asks for", q.Aim.String())
	for _, e := range q.Extremes {
		direction := "least"
		if e.Most {
			direction = "greatest"
		}
		line(direction, q.Words[e.Word].Folded, inBrackets(e.Dimension))
	}
	for _, c := range q.Comparisons {
		if !c.HasNumber {
			continue
		}
		line("compares", strings.ToLower(q.Text[q.Words[c.First].Span.Start:q.Words[c.End-1].Span.End]), inBrackets(strings.ReplaceAll(string(c.Operator), "-", " ")))
	}
	for _, c := range q.Compared {
		line("against each other", c.Name, inBrackets(string(q.ComparedBy())))
	}
	if len(q.Parts) > 1 {
		for _, p := range q.Parts {
			line("part", p.Query(), inBrackets(p.Aim.String()))
		}
	}
	if q.Denies {
		line("denies", "yes")
	}
	if q.Dependence != ByItself {
		line("depends on earlier questions", q.Dependence.String())
	}
	if q.Collection != nil {
		line("asks of the files", q.Collection.String())
	}
	for _, c := range q.Code {
		line("asks of programs", c.String())
	}
	if q.History != nil {
		about := q.History.About
		if q.History.This {
			about = "this question"
		}
		line("asks whether it was asked before", about)
	}
	return b.String()
}

// String returns an aim in a few words: "count of beads", "value (heavy) (mass)".
func (a Aim) String() string {
	s := string(a.Kind)
	switch {
	case a.Chooses:
		s += ", which " + a.Noun
	case a.Noun != "":
		s += " of " + a.Noun
	case a.Kind == List && a.Listed != "":
		s += " of " + a.Listed
	}
	for _, said := range []string{a.Measure, a.Dimension} {
		if said != "" {
			s += " (" + said + ")"
		}
	}
	if a.Several {
		s += ", several"
	}
	return s
}

// String returns a query in few letters: `count all=jade none="gold ring" type:md`.
func (q FileQuery) String() string {
	parts := []string{[...]string{"count", "list", "places"}[q.Asks]}
	for _, set := range []struct {
		name     string
		wordings []Wording
	}{{"all", q.All}, {"any", q.Any}, {"none", q.None}} {
		for _, w := range set.wordings {
			wording := w.Text
			if w.Literal {
				wording = fmt.Sprintf("%q", wording)
			}
			parts = append(parts, set.name+"="+wording)
		}
	}
	return strings.Join(append(parts, q.Filter.Strings()...), " ")
}

// String returns a query in few words: "value of num_pools in PoolManager".
func (q CodeQuery) String() string {
	s := string(q.Asks) + " of " + cmp.Or(strings.Join(q.Names, ", "), "it")
	if q.In != "" {
		s += " in " + q.In
	}
	if !q.Spelled && len(q.Names) > 0 {
		s += " (if it is a name)"
	}
	return s
}

func inBrackets(s string) string {
	if s == "" {
		return ""
	}
	return "(" + s + ")"
}
