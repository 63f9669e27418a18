package tables

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"testing"

	"docuquest/core/document"
	"docuquest/core/document/markdown"
	"docuquest/core/file"
	"docuquest/core/language/text"
	"docuquest/core/search/question"
)

const portTable = `# Ports

| Service | Port | Speed | Since | Port |
|:--|--:|---|---|---|
| *Web* | 8,080 | 10 MB | 5 Jan 2021 | On |
| Mail | 25 | 2.5 MB | 12 March 2019 | Off |
| Clock | 123 | - | 2020-07-01 | On |
| Short |
`

// TestRunTable runs queries over one table, as a model may write them too.
func TestRunTable(t *testing.T) {
	grids := Grids(markdown.New().Parse(file.File{Path: "ports.md", Content: portTable}))
	if len(grids) != 1 || strings.Join(grids[0].Names, "|") != "Service|Port|Speed|Since|Port (2)" {
		t.Fatalf("tables: %+v", grids)
	}
	is := func(column, sign string, values ...string) Condition {
		o, err := ParseOperator(sign)
		if err != nil {
			t.Fatal(err)
		}
		return Condition{Column: column, Operator: o, Value: strings.Join(values, "|"), Values: values}
	}
	for _, test := range []struct {
		query Query
		want  string
	}{
		{Query{Select: "Service"}, "*Web*; Mail; Clock; Short"},
		{Query{Select: "service", Where: []Condition{is("port (2)", "=", "ON")}}, "*Web*; Clock"},
		{Query{Select: "Port", Where: []Condition{is("Service", "=", "web")}}, "8,080"},
		{Query{Select: "Service", Where: []Condition{is("Port", "=", "8080")}}, "*Web*"},
		{Query{Select: "Service", Where: []Condition{is("Port", ">", "100"), is("Port", "<=", "123")}}, "Clock"},
		{Query{Select: "Service", Where: []Condition{is("Speed", ">=", "2.5 MB")}}, "*Web*; Mail"},
		{Query{Select: "Service", Where: []Condition{is("Since", "<", "2020-07-02")}}, "Mail; Clock"},
		{Query{Select: "Service", Where: []Condition{is("Since", "contains", "march")}}, "Mail"},
		{Query{Select: "Service", Where: []Condition{is("Port (2)", "!=", "On")}}, "Mail; Short"},
		{Query{Select: "Service", Where: []Condition{is("Port", "in", "25", "123", "7")}}, "Mail; Clock"},
		{Query{Aggregate: Count, Where: []Condition{is("Port (2)", "=", "On")}}, "2"},
		{Query{Aggregate: Count, Where: []Condition{is("Port (2)", "=", "Broken")}}, "0"},
		{Query{Aggregate: Sum, By: "Port"}, "8228"},
		{Query{Aggregate: Average, By: "Speed"}, "6.25 MB"},
		{Query{Aggregate: Most, By: "Speed"}, "10 MB"},
		{Query{Aggregate: Least, By: "Since", Select: "Service"}, "Mail"},
		{Query{Aggregate: Sum, By: "Service"}, `! Service: its cells cannot be put in order: "Web" is no number and no date`},
		{Query{Aggregate: Sum, By: "Since"}, "! Since: its cells are no numbers"},
		{Query{Select: "Colour"}, `! the table has no column "Colour": it has Service, Port, Speed, Since, Port (2)`},
		{Query{Select: "Service", Where: []Condition{is("Speed", ">", "3 km")}}, `! Speed: "10 MB" and "3 km" cannot be put in order: "10 MB" is an information, and "3 km" is a length`},
	} {
		a, err := grids[0].Run(test.query)
		got := saidOf(a, true)
		if err != nil {
			got = "! " + err.Error()
		}
		if got != test.want {
			t.Errorf("%+v\n\tis %s\n\twant %s", test.query, got, test.want)
		}
	}
}

// tableOf is a document with one table, whose rows need not be as long as its header.
func tableOf(rows ...[]string) *document.Document {
	var said strings.Builder
	table := document.Block{Kind: document.Table}
	for _, cells := range rows {
		var row document.Block
		for _, cell := range cells {
			start := said.Len()
			said.WriteString(cell)
			row.Children = append(row.Children, document.Block{Span: text.Span{Start: start, End: said.Len()}})
			said.WriteByte('\n')
		}
		table.Children = append(table.Children, row)
	}
	return &document.Document{Text: said.String(), Blocks: []document.Block{table}}
}

// A table with very many columns and rows is asked in one pass over its cells, which any
// other way would take hours, and tables with too many cells are not asked at all.
func TestHugeTables(t *testing.T) {
	header := append([]string{"Stone", "Price"}, slices.Repeat([]string{"Note"}, 100_000)...)
	rows := append([][]string{header, {"Jade", "20"}}, slices.Repeat([][]string{{"Ruby", "90"}}, 100_000)...)
	d := tableOf(rows...)
	for _, test := range []struct {
		documents []*document.Document
		ok        bool
	}{
		{[]*document.Document{d}, true},
		{[]*document.Document{d, d, d}, false},
	} {
		if a, ok := Ask(t.Context(), question.Of("What is the price of the stone Jade?"), GridsOf(test.documents)); ok != test.ok || ok && saidOf(a, ok) != "20" {
			t.Errorf("of %d tables: %s, %v", len(test.documents), saidOf(a, ok), ok)
		}
	}
	if names := Grids(d)[0].Names; names[3] != "Note (2)" || names[100_001] != "Note (100000)" {
		t.Errorf("the columns are %q and %q", names[3], names[100_001])
	}
}

// A column keeps its name where another one has the name that it would get.
func TestColumnNames(t *testing.T) {
	for header, want := range map[string]string{
		"A|A|A":       "A|A (2)|A (3)",
		"A|A (2)|A|A": "A|A (2)|A (3)|A (4)",
		"A|A|A (2)|A": "A|A (2)|A (2) (2)|A (3)",
		"||Column 2":  "Column 1|Column 2|Column 2 (2)",
	} {
		cells := strings.Split(header, "|")
		if got := strings.Join(Grids(tableOf(cells, cells))[0].Names, "|"); got != want {
			t.Errorf("%s is named %s, want %s", header, got, want)
		}
	}
}

// What ctx ends early is no answer.
func TestAskEnds(t *testing.T) {
	d := tableOf([]string{"Stone", "Price"}, []string{"Jade", "20"})
	ctx, cancel := context.WithCancel(t.Context())
	if a, ok := Ask(ctx, question.Of("What is the price of the stone Jade?"), GridsOf([]*document.Document{d})); !ok {
		t.Fatalf("no answer: %+v", a)
	}
	cancel()
	if a, ok := Ask(ctx, question.Of("What is the price of the stone Jade?"), GridsOf([]*document.Document{d})); ok {
		t.Errorf("answered all the same: %+v", a)
	}
}

// Whatever a table and a question hold, cells stand where they say, and asking ends.
func FuzzAsk(f *testing.F) {
	f.Add(portTable, "Which service has the highest port?")
	f.Add("a|b\n-|-\n1|2\n", "how many a have b above 1")
	f.Add("| Ä | |\n|--|--|\n| ſ | İ |\n", "what is the ä of İ at least")
	f.Fuzz(func(t *testing.T, table, asked string) {
		d := markdown.New().Parse(file.File{Path: "a.md", Content: table})
		a, ok := Ask(t.Context(), question.Of(asked), GridsOf([]*document.Document{d}))
		if said := saidOf(a, ok); strings.HasPrefix(said, "a cell stands elsewhere") {
			t.Error(said)
		}
		if ok && len(a.Rows) == 0 {
			t.Errorf("an answer without rows: %+v", a)
		}
	})
}

// saidOf is an answer on one line: what was computed, or the cells; each must stand in
// the document where it says.
func saidOf(a Answer, ok bool) string {
	if !ok {
		return "-"
	}
	var cells []string
	for _, c := range a.Cells {
		if c.Text != c.Span.Of(a.Grid.Document.Text) {
			return "a cell stands elsewhere: " + c.Text
		}
		cells = append(cells, c.Text)
	}
	if a.Value != "" {
		return a.Value
	}
	said := strings.Join(slices.Compact(cells), "; ")
	if a.Near > 0 {
		said += fmt.Sprintf(" (%d more nearly)", a.Near)
	}
	return said
}
