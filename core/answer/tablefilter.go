package answer

import (
	"encoding/json"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"docuquest/core/search/retrieve"
	"docuquest/core/search/tables"
)

// A model may put one filter over a table into its reply, as the member "table":
//
//	{"passage": 2, "where": [{"column": "Default", "operator": "=", "value": "Off"}],
//	 "aggregate": "list", "by": "", "select": "Setting"}
//
// It is data like the rest of the reply: names and values that are compared with cells,
// by us, over the table that the passage shows rows of.

// A tableFilter is that member as it is written.
type tableFilter struct {
	Passage   looseText         `json:"passage"`
	Where     []filterCondition `json:"where"`
	Aggregate looseText         `json:"aggregate"`
	By        looseText         `json:"by"`
	Select    looseText         `json:"select"`
}

type filterCondition struct {
	Column   looseText  `json:"column"`
	Operator looseText  `json:"operator"`
	Value    looseTexts `json:"value"`
}

// looseText is a string, or a number or a word without quotes.
type looseText string

// UnmarshalJSON takes any value but a list or an object; null is "".
func (t *looseText) UnmarshalJSON(raw []byte) error {
	var said string
	switch {
	case json.Unmarshal(raw, &said) == nil:
	case raw[0] == '[' || raw[0] == '{':
		return fmt.Errorf("%.40s is no single value", raw)
	default:
		said = string(raw)
	}
	*t = looseText(strings.TrimSpace(said))
	return nil
}

// looseTexts is one value or a list of them.
type looseTexts []string

// UnmarshalJSON takes a looseText, or a list of such.
func (t *looseTexts) UnmarshalJSON(raw []byte) error {
	var all []looseText
	if json.Unmarshal(raw, &all) != nil {
		all = make([]looseText, 1)
		if err := json.Unmarshal(raw, &all[0]); err != nil {
			return err
		}
	}
	*t = nil
	for _, said := range all {
		*t = append(*t, string(said))
	}
	return nil
}

// runFilter asks the table that a filter names among the passages that the model was
// shown. nil means that there is no filter, that it cannot be read or run, or that no row
// fits it.
func runFilter(raw string, shown []passage, hits []retrieve.Hit) *Counted {
	var f tableFilter
	if raw == "" || json.Unmarshal([]byte(raw), &f) != nil {
		return nil
	}
	query, err := f.query()
	number, _ := strconv.Atoi(strings.Trim(string(f.Passage), "[]# "))
	at := slices.IndexFunc(shown, func(p passage) bool { return p.number == number })
	if err != nil || at < 0 {
		return nil
	}
	hit := hits[shown[at].hit]
	for _, grid := range tables.Grids(hit.Document) {
		isShown := func(row []tables.Cell) bool { return len(row) > 0 && touches(row[0].Span, hit.Chunk.Span) }
		if !slices.ContainsFunc(grid.Rows, isShown) {
			continue
		}
		answer, err := grid.Run(query)
		if err != nil || len(answer.Rows) == 0 {
			return nil
		}
		c := Tabular(answer)
		return &c
	}
	return nil
}

// query is the filter in our terms. The error says what is none of them.
func (f tableFilter) query() (q tables.Query, err error) {
	q.By, q.Select = string(f.By), string(f.Select)
	if q.Aggregate, err = tables.ParseAggregate(string(f.Aggregate)); err != nil {
		return q, err
	}
	for _, c := range f.Where {
		operator, err := tables.ParseOperator(string(c.Operator))
		condition := tables.Condition{Column: string(c.Column), Operator: operator}
		switch {
		case err != nil:
			return q, err
		case operator == tables.In, operator == tables.Equal && len(c.Value) > 1: // of several values one is enough
			condition.Operator, condition.Values = tables.In, c.Value
		case len(c.Value) == 1:
			condition.Value = c.Value[0]
		default:
			return q, fmt.Errorf("operator %s takes one value", operator)
		}
		q.Where = append(q.Where, condition)
	}
	return q, nil
}
