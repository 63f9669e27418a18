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
	documents := Table{Head: []string{"set", "queries"}}
	spell := strings.NewReplacer("ndcg", "nDCG", "mrr", "MRR", "r@", "R@") // as books do
	for _, f := range r.Macro {
		documents.Head = append(documents.Head, spell.Replace(f.Name))
	}
	documents.Head = append(documents.Head, "seconds")
	addRow := func(name, queries string, figures []Figure, seconds string) {
		row := []string{name, queries}
		for _, f := range figures {
			row = append(row, decimals(f.Value))
		}
		documents.Add(append(row, seconds)...)
	}
	others := Table{Head: []string{"set", "measure", "queries", "value"}}
	for _, s := range r.Sets {
		if len(s.Documents) > 0 {
			addRow(s.Name, strconv.Itoa(s.Queries), s.Documents, fmt.Sprintf("%.1f", s.Elapsed.Seconds()))
		}
		for _, f := range s.Figures {
			others.Add(s.Name, f.Name, strconv.Itoa(f.Questions), decimals(f.Value))
		}
		if s.LeftOut > 0 {
			others.Add(s.Name, "left out", strconv.Itoa(s.LeftOut), "")
		}
	}
	if len(documents.Rows) > 0 {
		addRow("macro", "", r.Macro, "")
	}
	return WriteTables(w, form, documents, others)
}

// WriteJSON prints the figures for programs: for each set its questions and, by
// their names, its figures.
func (r Report) WriteJSON(w io.Writer) error {
	out := struct {
		Sets  map[string]map[string]any `json:"sets"`
		Macro map[string]any            `json:"macro"`
	}{map[string]map[string]any{}, numbers(r.Macro)}
	for _, s := range r.Sets {
		all := numbers(s.all())
		all["queries"] = s.Queries
		if s.LeftOut > 0 {
			all["left_out"] = s.LeftOut
		}
		out.Sets[s.Name] = all
	}
	return WriteJSON(w, out)
}

// WriteJSON prints a value for programs.
func WriteJSON(w io.Writer, value any) error {
	e := json.NewEncoder(w)
	e.SetEscapeHTML(false)
	e.SetIndent("", "  ")
	return e.Encode(value)
}

// numbers returns the values of figures by their names.
func numbers(figures []Figure) map[string]any {
	all := map[string]any{}
	for _, f := range figures {
		all[f.Name] = f.Value
	}
	return all
}
