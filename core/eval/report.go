package eval

import (
	"encoding/json"
	"fmt"
	"io"
	"text/tabwriter"
)

// WriteTable prints the figures for people.
func (r Report) WriteTable(w io.Writer) error {
	t := tabwriter.NewWriter(w, 0, 8, 2, ' ', tabwriter.AlignRight)
	fmt.Fprintln(t, "set\tqueries\tnDCG@10\tR@10\tMRR\tseconds\t")
	for _, s := range r.Sets {
		fmt.Fprintf(t, "%s\t%d\t%.3f\t%.3f\t%.3f\t%.1f\t\n", s.Name, s.Queries, s.NDCG, s.Recall, s.MRR, s.Elapsed.Seconds())
	}
	fmt.Fprintf(t, "macro\t\t%.3f\t%.3f\t%.3f\t\t\n", r.Macro.NDCG, r.Macro.Recall, r.Macro.MRR)
	return t.Flush()
}

// WriteJSON prints the figures for programs.
func (r Report) WriteJSON(w io.Writer) error {
	type figures struct {
		NDCG   float64 `json:"ndcg@10"`
		Recall float64 `json:"r@10"`
		MRR    float64 `json:"mrr"`
	}
	type set struct {
		Queries int `json:"queries"`
		figures
	}
	out := struct {
		Sets  map[string]set `json:"sets"`
		Macro figures        `json:"macro"`
	}{map[string]set{}, figures(r.Macro)}
	for _, s := range r.Sets {
		out.Sets[s.Name] = set{s.Queries, figures(s.Metrics)}
	}
	e := json.NewEncoder(w)
	e.SetIndent("", "  ")
	return e.Encode(out)
}
