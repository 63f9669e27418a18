package agent

import (
	"strings"
	"testing"

	"docuquest/core/services/llm/llmtest"
)

// A model puts a filter over a table into its reply. What it says is run or, where it
// makes no sense, as if it were not there: the statements stand by themselves.
func TestModelAsksTable(t *testing.T) {
	const statement = `{"text": "Ruby is red.", "quotes": [{"passage": 1, "quote": "The jade and the gold, and a red ruby."}]}`
	for _, test := range []struct {
		name, table string
		want        string // in the answer; "" for nothing of a table
	}{
		{"a list", `{"passage": 1, "where": [{"column": "Colour", "operator": "=", "value": "green"}], "aggregate": "list", "select": "Stone"}`, `Stone where Colour is "green": Jade, Beryl`},
		{"a number in place of a string", `{"passage": "[1]", "where": [{"column": "Price", "operator": ">", "value": 30}], "aggregate": "count"}`, "Exactly 2 rows where Price > \"30\""},
		{"one of several", `{"passage": 1, "where": [{"column": "Stone", "operator": "in", "value": ["ruby", "jade"]}], "aggregate": "sum", "by": "Price"}`, "is $110 (2 rows)"},
		{"no such column", `{"passage": 1, "select": "Weight"}`, ""},
		{"no such passage", `{"passage": 99, "select": "Stone"}`, ""},
		{"no such operator", `{"passage": 1, "where": [{"column": "Price", "operator": "; rm", "value": "1"}], "select": "Stone"}`, ""},
		{"no row", `{"passage": 1, "where": [{"column": "Stone", "value": "Opal"}], "select": "Stone"}`, ""},
		{"no filter", `"Stone"`, ""},
	} {
		t.Run(test.name, func(t *testing.T) {
			said := `{"statements": [` + statement + `], "table": ` + test.table + `, "missing": ""}`
			model := llmtest.NewModel(llmtest.Script{"statements": {llmtest.Say(said)}})
			a := start(t, folderOf(t, map[string]string{"stones.md": stonesTable}), Options{Model: model})
			reply, err := a.Ask(t.Context(), Question{Text: "Tell me of the stones and the price of each"}, nil)
			if err != nil {
				t.Fatal(err)
			}
			const marker = "(table: Stones)"
			if strings.Contains(reply.Answer, marker) != (test.want != "") || !strings.Contains(reply.Answer, test.want) {
				t.Errorf("answer:\n%s\nwant %q", reply.Answer, test.want)
			}
			for _, c := range reply.Citations {
				if at := textAt(t, a, c); at != c.Quote {
					t.Errorf("at [%d] stands %q, not %q", c.Number, at, c.Quote)
				}
			}
		})
	}
}

const stonesTable = "# Stones\n\n| Stone | Price | Colour |\n|---|---|---|\n| Jade | $20 | green |\n| Ruby | $90 | red |\n| Beryl | $45 | green |\n"
