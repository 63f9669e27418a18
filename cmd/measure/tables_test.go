package main

import (
	"math/rand/v2"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"docuquest/core/eval"
	"docuquest/core/search/rank"
)

// Every question that is made of the tables of testdata/tables gets its answer, or none;
// hardly any gets none.
func TestMeasureTables(t *testing.T) {
	r, err := MeasureTables(t.Context(), filepath.Join("testdata", "tables"), TableDraw{Questions: 100}, eval.Options{Parsers: parsers(), Finder: eval.BuiltIn(&rank.Simple)})
	if err != nil {
		t.Fatal(err)
	}
	var b strings.Builder
	if err := r.WriteTables(&b, eval.Plain); err != nil {
		t.Fatal(err)
	}
	if r.Questions < 10 || r.Wrong > 0 || r.Unsure > r.Questions/10 {
		t.Error(b.String())
	}
}

// What is made of one table is what a person counts in it.
func TestTableQuestionsAreTrue(t *testing.T) {
	table := readMadeTable(eval.Entry{Title: "Stones", Text: "| Stone | Price |\n|---|---|\n| Jade | 20 |\n| Ruby | 1,090 |\n| Opal | 20 |\n"})
	if !table.isKey(0) || table.isKey(1) || !table.isNumeric(1) || table.isNumeric(0) {
		t.Errorf("keys and numbers: %+v", table)
	}
	want := map[string][]string{
		"What is the highest Price in Stones?":             {"1,090"},
		"Which Stone has the lowest Price in Stones?":      {"Jade", "Opal"},
		"What is the total Price in Stones?":               {"1130"},
		"In Stones, what is the average Price?":            {"376.6666666666667"},
		"What is the Price of Ruby in Stones?":             {"1,090"},
		"Which Stone has the Price 20 in Stones?":          {"Jade", "Opal"},
		"How many Stones have a Price above 20 in Stones?": {"1"},
		"How many rows of Stones have the Price 20?":       {"2"},
	}
	got := map[string][]string{}
	for seed := range uint64(2000) {
		if q, ok := table.question(rand.New(rand.NewPCG(seed, 1))); ok && want[q.sentence] != nil {
			got[q.sentence] = q.want
		}
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

// One seed gives one set of questions, and another seed another one.
func TestTableSeeds(t *testing.T) {
	entries, err := eval.MarkdownCollection(filepath.Join("testdata", "tables")).Entries()
	if err != nil {
		t.Fatal(err)
	}
	said := func(seed uint64) string {
		var b strings.Builder
		for _, q := range tableQuestions(entries, TableDraw{Questions: 100, Seed: seed}) {
			b.WriteString(q.sentence + "\n")
		}
		return b.String()
	}
	if first := said(5); first == "" || first != said(5) || first == said(6) {
		t.Errorf("seed 5 gives\n%s\nthen\n%s\nand seed 6\n%s", first, said(5), said(6))
	}
}
