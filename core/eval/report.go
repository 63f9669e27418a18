package eval

import (
	"encoding/json"
	"fmt"
	"io"
	"strconv"
	"strings"
)

// WriteTables prints the figures for people: a row for each set that judges
// documents, with their plain mean, then a row for each other measure.
func (r Report) WriteTables(w io.Writer, form Form) error {
	return writeTables(w, form, r.documents(), r.figures())
}

func (r Report) documents() table {
	t := table{head: []string{"set", "queries"}}
	for _, f := range r.Macro {
		t.head = append(t.head, columnName(f.Name))
	}
	t.head = append(t.head, "seconds")
	for _, s := range r.Sets {
		if len(s.Documents) > 0 {
			t.add(documentRow(s.Name, strconv.Itoa(s.Queries), s.Documents, fmt.Sprintf("%.1f", s.Elapsed.Seconds()))...)
		}
	}
	if len(t.rows) > 0 {
		t.add(documentRow("macro", "", r.Macro, "")...)
	}
	return t
}

func documentRow(name, queries string, figures []Figure, seconds string) []string {
	row := []string{name, queries}
	for _, f := range figures {
		row = append(row, decimals(f.Value))
	}
	return append(row, seconds)
}

// columnName is a figure's name as books write it.
func columnName(figure string) string {
	return strings.NewReplacer("ndcg", "nDCG", "mrr", "MRR", "r@", "R@").Replace(figure)
}

func (r Report) figures() table {
	t := table{head: []string{"set", "measure", "queries", "value"}}
	for _, s := range r.Sets {
		for _, f := range s.Figures {
			t.add(s.Name, f.Name, strconv.Itoa(f.Questions), decimals(f.Value))
		}
		if s.LeftOut > 0 {
			t.add(s.Name, "left out", strconv.Itoa(s.LeftOut), "")
		}
	}
	return t
}

// WriteJSON prints the figures for programs: for each set its questions and, by
// their names, its figures.
func (r Report) WriteJSON(w io.Writer) error {
	out := struct {
		Sets  map[string]map[string]any `json:"sets"`
		Macro map[string]any            `json:"macro"`
	}{map[string]map[string]any{}, numbers(r.Macro)}
	for _, s := range r.Sets {
		out.Sets[s.Name] = s.numbers()
	}
	return writeJSON(w, out)
}

func writeJSON(w io.Writer, value any) error {
	e := json.NewEncoder(w)
	e.SetEscapeHTML(false)
	e.SetIndent("", "  ")
	return e.Encode(value)
}

// numbers are all that there is to say of a set, by name.
func (s Set) numbers() map[string]any {
	all := numbers(s.all())
	all["queries"] = s.Queries
	if s.LeftOut > 0 {
		all["left_out"] = s.LeftOut
	}
	return all
}

func numbers(figures []Figure) map[string]any {
	all := map[string]any{}
	for _, f := range figures {
		all[f.Name] = f.Value
	}
	return all
}
