package retrieve

import (
	"strings"
	"testing"

	"docuquest/core/document"
	"docuquest/core/document/markdown"
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
		{TableQuery{Select: "Service", Where: []Condition{is("Speed", ">=", "2.5 mb")}}, "*Web*; Mail"},
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
		a, ok := AskTables(question, []*document.Document{d})
		if said := saidOf(a, ok); strings.HasPrefix(said, "a cell stands elsewhere") {
			t.Error(said)
		}
		if ok && len(a.Rows) == 0 {
			t.Errorf("an answer without rows: %+v", a)
		}
	})
}
