package retrieve

import (
	"context"
	"slices"
	"strings"
	"testing"

	"docuquest/core/document"
	"docuquest/core/document/markdown"
	"docuquest/core/language/text"
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
	grids := Grids(markdown.New().Parse(fileOf("ports.md", portTable)))
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
		query TableQuery
		want  string
	}{
		{TableQuery{Select: "Service"}, "*Web*; Mail; Clock; Short"},
		{TableQuery{Select: "service", Where: []Condition{is("port (2)", "=", "ON")}}, "*Web*; Clock"},
		{TableQuery{Select: "Port", Where: []Condition{is("Service", "=", "web")}}, "8,080"},
		{TableQuery{Select: "Service", Where: []Condition{is("Port", "=", "8080")}}, "*Web*"},
		{TableQuery{Select: "Service", Where: []Condition{is("Port", ">", "100"), is("Port", "<=", "123")}}, "Clock"},
		{TableQuery{Select: "Service", Where: []Condition{is("Speed", ">=", "2.5 MB")}}, "*Web*; Mail"},
		{TableQuery{Select: "Service", Where: []Condition{is("Since", "<", "2020-07-02")}}, "Mail; Clock"},
		{TableQuery{Select: "Service", Where: []Condition{is("Since", "contains", "march")}}, "Mail"},
		{TableQuery{Select: "Service", Where: []Condition{is("Port (2)", "!=", "On")}}, "Mail; Short"},
		{TableQuery{Select: "Service", Where: []Condition{is("Port", "in", "25", "123", "7")}}, "Mail; Clock"},
		{TableQuery{Aggregate: Count, Where: []Condition{is("Port (2)", "=", "On")}}, "2"},
		{TableQuery{Aggregate: Count, Where: []Condition{is("Port (2)", "=", "Broken")}}, "0"},
		{TableQuery{Aggregate: Sum, By: "Port"}, "8228"},
		{TableQuery{Aggregate: Average, By: "Speed"}, "6.25 MB"},
		{TableQuery{Aggregate: Most, By: "Speed"}, "10 MB"},
		{TableQuery{Aggregate: Least, By: "Since", Select: "Service"}, "Mail"},
		{TableQuery{Aggregate: Sum, By: "Service"}, "! Service: its cells cannot be put in order: they are no numbers of one unit and no dates"},
		{TableQuery{Aggregate: Sum, By: "Since"}, "! its cells are no numbers"},
		{TableQuery{Select: "Colour"}, `! the table has no column "Colour": it has Service, Port, Speed, Since, Port (2)`},
		{TableQuery{Select: "Service", Where: []Condition{is("Speed", ">", "3 km")}}, `! Speed: "10 mb" and "3 km" cannot be put in order: its cells cannot be put in order: they are no numbers of one unit and no dates`},
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

const doseTable = `# Doses

| Drug | First | Case | Bare | Money | Words | Kinds |
|---|---|---|---|---|---|---|
| Amber | 5 | 5 mg | 5 km | $20 | 5 Points | 5 |
| Beryl | 3 mg | 3 Mg | 3 | 30 | 3 points | $3 |
| Coral | 2 kg | 1 mg | 1 km | 5 | 2 Points | €2 |
`

// TestUnits computes over cells of one unit and of several: no sum, mean or extreme is
// made of different ones, whichever stands first.
func TestUnits(t *testing.T) {
	g := Grids(markdown.New().Parse(fileOf("doses.md", doseTable)))[0]
	for column, want := range map[string]string{
		"First": "-", // mg and kg, behind a number without
		"Case":  "-", // milligrams and megagrams
		"Bare":  "-", // nobody knows of what
		"Kinds": "-",
		"Money": "$55", // marked in the first row, as in accounts
		"Words": "10 Points",
	} {
		for _, by := range []Aggregate{Sum, Average, Most, Least} {
			a, err := g.Run(TableQuery{Aggregate: by, By: column})
			if got := saidOf(a, err == nil); by == Sum && got != want || (err == nil) != (want != "-") {
				t.Errorf("%s of %s is %s, %v; want the sum %s", by, column, got, err, want)
			}
		}
	}
	for value, want := range map[string]string{"5 mg": "Amber", "5 Mg": "", "3 Mg": "Beryl", "1.0 mg": "Coral"} {
		a, err := g.Run(TableQuery{Select: "Drug", Where: []Condition{{Column: "Case", Value: value}}})
		if got := saidOf(a, err == nil); got != want {
			t.Errorf("the drugs of %s are %q, want %q", value, got, want)
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
		if a, ok := AskTables(t.Context(), "What is the price of the stone Jade?", test.documents); ok != test.ok || ok && saidOf(a, ok) != "20" {
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
func TestAskTablesEnds(t *testing.T) {
	d := tableOf([]string{"Stone", "Price"}, []string{"Jade", "20"})
	ctx, cancel := context.WithCancel(t.Context())
	if a, ok := AskTables(ctx, "What is the price of the stone Jade?", []*document.Document{d}); !ok {
		t.Fatalf("no answer: %+v", a)
	}
	cancel()
	if a, ok := AskTables(ctx, "What is the price of the stone Jade?", []*document.Document{d}); ok {
		t.Errorf("answered all the same: %+v", a)
	}
}

// What a cell says, as a number with its unit, a date, or a text.
func TestValues(t *testing.T) {
	for cell, want := range map[string]value{
		"12":         {text: "12", isNumber: true, number: 12},
		"1,234.50":   {text: "1,234.50", isNumber: true, number: 1234.5, decimals: 2},
		"4,53,519":   {text: "4,53,519", isNumber: true, number: 453519},
		"−3 °C":      {text: "−3 °c", isNumber: true, number: -3, unit: "°C"},
		"+20%":       {text: "+20%", isNumber: true, number: 20, unit: "%"},
		"$ 80.5":     {text: "$ 80.5", isNumber: true, number: 80.5, decimals: 1, unit: "$"},
		"**7**":      {text: "7", isNumber: true, number: 7},
		"1,5":        {text: "1,5"},
		"2013–14":    {text: "2013–14"},
		"3 of 4":     {text: "3 of 4"},
		"$5 each":    {text: "$5 each"},
		"5 Jan 2021": {text: "5 jan 2021", date: "2021-01-05"},
		"Jade":       {text: "jade"},
		"-":          {text: "-"},
	} {
		if got := newValue(cell); got != want {
			t.Errorf("%q is %+v, want %+v", cell, got, want)
		}
	}
}

// Whatever a table and a question hold, cells stand where they say, and asking ends.
func FuzzAskTables(f *testing.F) {
	f.Add(portTable, "Which service has the highest port?")
	f.Add("a|b\n-|-\n1|2\n", "how many a have b above 1")
	f.Add("| Ä | |\n|--|--|\n| ſ | İ |\n", "what is the ä of İ at least")
	f.Fuzz(func(t *testing.T, table, question string) {
		d := markdown.New().Parse(fileOf("a.md", table))
		a, ok := AskTables(t.Context(), question, []*document.Document{d})
		if said := saidOf(a, ok); strings.HasPrefix(said, "a cell stands elsewhere") {
			t.Error(said)
		}
		if ok && len(a.Rows) == 0 {
			t.Errorf("an answer without rows: %+v", a)
		}
	})
}
