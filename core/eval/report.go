package eval

import (
	"encoding/json"
	"fmt"
	"io"
	"slices"
	"text/tabwriter"
)

// WriteTable prints the figures for people: a row for each set that judges
// documents, then a row for each other measure.
func (r Report) WriteTable(w io.Writer) error {
	judgesDocuments := slices.ContainsFunc(r.Sets, func(s Set) bool { return s.Documents != nil })
	hasFigures := slices.ContainsFunc(r.Sets, func(s Set) bool { return len(s.Figures) > 0 })
	t := tabwriter.NewWriter(w, 0, 8, 2, ' ', tabwriter.AlignRight)
	if judgesDocuments {
		r.writeDocuments(t)
	}
	if judgesDocuments && hasFigures {
		fmt.Fprintln(t)
	}
	if hasFigures {
		r.writeFigures(t)
	}
	return t.Flush()
}

func (r Report) writeDocuments(w io.Writer) {
	fmt.Fprintln(w, "set\tqueries\tnDCG@10\tR@10\tMRR\tseconds\t")
	for _, s := range r.Sets {
		if d := s.Documents; d != nil {
			fmt.Fprintf(w, "%s\t%d\t%.3f\t%.3f\t%.3f\t%.1f\t\n", s.Name, s.Queries, d.NDCG, d.Recall, d.MRR, s.Elapsed.Seconds())
		}
	}
	fmt.Fprintf(w, "macro\t\t%.3f\t%.3f\t%.3f\t\t\n", r.Macro.NDCG, r.Macro.Recall, r.Macro.MRR)
}

func (r Report) writeFigures(w io.Writer) {
	fmt.Fprintln(w, "set\tmeasure\tqueries\tvalue\t")
	for _, s := range r.Sets {
		for _, f := range s.Figures {
			fmt.Fprintf(w, "%s\t%s\t%d\t%.3f\t\n", s.Name, f.Name, f.Questions, f.Value)
		}
		if s.LeftOut > 0 {
			fmt.Fprintf(w, "%s\tleft out\t%d\t\t\n", s.Name, s.LeftOut)
		}
	}
}

// WriteJSON prints the figures for programs: for each set its questions and, by
// their names, its figures.
func (r Report) WriteJSON(w io.Writer) error {
	out := struct {
		Sets  map[string]map[string]any `json:"sets"`
		Macro map[string]any            `json:"macro"`
	}{map[string]map[string]any{}, map[string]any{}}
	r.Macro.addTo(out.Macro)
	for _, s := range r.Sets {
		out.Sets[s.Name] = s.numbers()
	}
	e := json.NewEncoder(w)
	e.SetIndent("", "  ")
	return e.Encode(out)
}

// numbers are all that there is to say of a set, by name.
func (s Set) numbers() map[string]any {
	all := map[string]any{"queries": s.Queries}
	if s.Documents != nil {
		s.Documents.addTo(all)
	}
	if s.LeftOut > 0 {
		all["left_out"] = s.LeftOut
	}
	for _, f := range s.Figures {
		all[f.Name] = f.Value
	}
	return all
}

func (m Metrics) addTo(numbers map[string]any) {
	numbers["ndcg@10"], numbers["r@10"], numbers["mrr"] = m.NDCG, m.Recall, m.MRR
}
