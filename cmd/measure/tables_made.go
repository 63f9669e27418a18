package main

import (
	"fmt"
	"math/rand/v2"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"docuquest/core/eval"
)

// This file makes questions from tables. It reads the tables with rules of its own, so
// that a fault of the parsers or of those who answer does not hide here.

// A tableQuestion is a sentence with its answer.
type tableQuestion struct {
	sentence string
	want     []string // cells, or one number
}

// tableQuestions makes questions, always the same for the same tables and one seed.
func tableQuestions(entries []eval.Entry, d TableDraw) []tableQuestion {
	rng := rand.New(rand.NewPCG(7, 11+d.Seed))
	var made []tableQuestion
	for _, at := range rng.Perm(len(entries)) {
		if len(made) == d.Questions {
			break
		}
		t := readMadeTable(entries[at])
		if q, ok := t.question(rng); ok {
			made = append(made, q)
		}
	}
	return made
}

// A madeTable is a table in Markdown, cut at its bars.
type madeTable struct {
	title   string
	headers []string
	rows    [][]string
}

func readMadeTable(e eval.Entry) madeTable {
	t := madeTable{title: e.Title}
	for i, line := range strings.Split(strings.TrimSpace(e.Text), "\n") {
		var cells []string
		for _, cell := range strings.Split(strings.Trim(strings.TrimSpace(line), "|"), "|") {
			cells = append(cells, strings.TrimSpace(cell))
		}
		switch i {
		case 0:
			t.headers = cells
		case 1: // dashes
		default:
			t.rows = append(t.rows, cells)
		}
	}
	return t
}

// question draws what is asked, and how, until it has an answer that nobody disputes.
func (t madeTable) question(rng *rand.Rand) (tableQuestion, bool) {
	// Tables with marks of Markdown, blank or repeated headers, or rows that sum others up make
	// no question.
	isPlain := len(t.rows) >= 3 && len(t.headers) >= 2 && t.title != ""
	seen := map[string]bool{}
	for _, h := range t.headers {
		isPlain = isPlain && madeHeader.MatchString(h) && !seen[strings.ToLower(h)]
		seen[strings.ToLower(h)] = true
	}
	for _, row := range t.rows {
		isPlain = isPlain && len(row) == len(t.headers) && !summaryRow.MatchString(strings.Join(row, "\n"))
	}
	if !isPlain {
		return tableQuestion{}, false
	}
	asks := []func(*rand.Rand) (tableQuestion, bool){t.askCell, t.askFilter, t.askCount, t.askExtreme, t.askSum, t.askAbove}
	for _, i := range rng.Perm(len(asks)) {
		if q, ok := asks[i](rng); ok {
			return q, true
		}
	}
	return tableQuestion{}, false
}

var (
	madeHeader = regexp.MustCompile(`^[A-Za-z][A-Za-z /.-]*[a-z]$`)
	summaryRow = regexp.MustCompile(`(?im)^(total|sum|average|overall|majority|turnout|career|combined)\b`)
	madeCell   = regexp.MustCompile(`^[\pL\pN][\pL\pN ,.:'&-]*[\pL\pN]$`)
	madeNumber = regexp.MustCompile(`^\d+(,\d{3})*(\.\d+)?$`)
)

// where says that the question is about this table.
func (t madeTable) where(rng *rand.Rand) string {
	ways := []string{t.title, `the table "` + t.title + `"`, "the " + t.title + " table"}
	if whose, what, ok := strings.Cut(t.title, " / "); ok && !strings.Contains(what, "/") {
		ways = append(ways, whose+"'s "+what, whose+", "+what)
	}
	return ways[rng.IntN(len(ways))]
}

// plural is a header as one speaks of several.
func plural(header string) string {
	if strings.HasSuffix(header, "s") {
		return header
	}
	return header + "s"
}

// column draws one for which a condition holds, -1 if none does.
func (t madeTable) column(rng *rand.Rand, fits func(column int) bool) int {
	for _, c := range rng.Perm(len(t.headers)) {
		if fits(c) {
			return c
		}
	}
	return -1
}

// isKey reports whether a column has another plain cell in each row.
func (t madeTable) isKey(column int) bool {
	seen := map[string]bool{}
	for _, row := range t.rows {
		cell := strings.ToLower(row[column])
		if !madeCell.MatchString(row[column]) || seen[cell] {
			return false
		}
		seen[cell] = true
	}
	return true
}

func (t madeTable) isNumeric(column int) bool {
	for _, row := range t.rows {
		if !madeNumber.MatchString(row[column]) {
			return false
		}
	}
	return true
}

// askCell asks for one cell of the row that a key names.
func (t madeTable) askCell(rng *rand.Rand) (tableQuestion, bool) {
	key := t.column(rng, t.isKey)
	wanted := t.column(rng, func(c int) bool { return c != key })
	row := t.rows[rng.IntN(len(t.rows))]
	if key < 0 || !madeCell.MatchString(row[wanted]) {
		return tableQuestion{}, false
	}
	k, h, kh, in := row[key], t.headers[wanted], t.headers[key], t.where(rng)
	ways := []string{
		fmt.Sprintf("In %s, what is the %s where the %s is %s?", in, h, kh, k),
		fmt.Sprintf("What is the %s for the %s %s in %s?", h, kh, k, in),
		fmt.Sprintf("According to %s, what %s has the row with the %s %s?", in, h, kh, k),
	}
	isOnlyThere := !slices.ContainsFunc(t.rows, func(row []string) bool { // the name of its column need not be said
		return slices.ContainsFunc(slices.Delete(slices.Clone(row), key, key+1), func(cell string) bool { return strings.EqualFold(cell, k) })
	})
	if isOnlyThere {
		ways = append(ways, fmt.Sprintf("What is the %s of %s in %s?", h, k, in), fmt.Sprintf("What %s does %s have in %s?", h, k, in))
	}
	return tableQuestion{ways[rng.IntN(len(ways))], []string{row[wanted]}}, true
}

// askFilter asks for the cells of the rows that have something.
func (t madeTable) askFilter(rng *rand.Rand) (tableQuestion, bool) {
	by, wanted := rng.IntN(len(t.headers)), rng.IntN(len(t.headers))
	cell := t.rows[rng.IntN(len(t.rows))][by]
	if by == wanted || !madeCell.MatchString(cell) {
		return tableQuestion{}, false
	}
	var want []string
	for _, row := range t.rows {
		if strings.EqualFold(row[by], cell) {
			want = append(want, row[wanted])
		}
	}
	h, bh, in := t.headers[wanted], t.headers[by], t.where(rng)
	ways := []string{
		fmt.Sprintf("Which %s has the %s %s in %s?", h, bh, cell, in),
		fmt.Sprintf("List the %s of all rows of %s with the %s %s.", h, in, bh, cell),
		fmt.Sprintf("In %s, which %s have %s as the %s?", in, plural(h), cell, bh),
	}
	return tableQuestion{ways[rng.IntN(len(ways))], want}, true
}

// askCount asks how many rows have something. A cell that has more than it makes the
// count a matter of taste.
func (t madeTable) askCount(rng *rand.Rand) (tableQuestion, bool) {
	by := rng.IntN(len(t.headers))
	cell := t.rows[rng.IntN(len(t.rows))][by]
	if !madeCell.MatchString(cell) {
		return tableQuestion{}, false
	}
	n := 0
	for _, row := range t.rows {
		switch {
		case strings.EqualFold(row[by], cell):
			n++
		case strings.Contains(strings.ToLower(row[by]), strings.ToLower(cell)):
			return tableQuestion{}, false
		}
	}
	bh, in := t.headers[by], t.where(rng)
	ways := []string{
		fmt.Sprintf("How many rows of %s have the %s %s?", in, bh, cell),
		fmt.Sprintf("In %s, how many entries have %s as the %s?", in, cell, bh),
	}
	if key := t.column(rng, func(c int) bool { return c != by && t.isKey(c) }); key >= 0 {
		ways = append(ways, fmt.Sprintf("How many %s have the %s %s in %s?", plural(t.headers[key]), bh, cell, in))
	}
	return tableQuestion{ways[rng.IntN(len(ways))], []string{strconv.Itoa(n)}}, true
}

// number is what a numeric cell says.
func number(cell string) float64 {
	n, _ := strconv.ParseFloat(strings.ReplaceAll(cell, ",", ""), 64)
	return n
}

// askExtreme asks for the greatest or the least number, or for what has it.
func (t madeTable) askExtreme(rng *rand.Rand) (tableQuestion, bool) {
	by := t.column(rng, t.isNumeric)
	if by < 0 {
		return tableQuestion{}, false
	}
	word, sign := "highest", 1.0
	if rng.IntN(2) == 0 {
		word, sign = "lowest", -1
	}
	best := t.rows[0]
	for _, row := range t.rows {
		if sign*(number(row[by])-number(best[by])) > 0 {
			best = row
		}
	}
	in := t.where(rng)
	if wanted := t.column(rng, func(c int) bool { return c != by && t.isKey(c) }); wanted >= 0 && rng.IntN(2) == 0 {
		var want []string
		for _, row := range t.rows {
			if number(row[by]) == number(best[by]) {
				want = append(want, row[wanted])
			}
		}
		return tableQuestion{fmt.Sprintf("Which %s has the %s %s in %s?", t.headers[wanted], word, t.headers[by], in), want}, true
	}
	return tableQuestion{fmt.Sprintf("What is the %s %s in %s?", word, t.headers[by], in), []string{best[by]}}, true
}

// askSum asks for the sum or the mean of a column.
func (t madeTable) askSum(rng *rand.Rand) (tableQuestion, bool) {
	by := t.column(rng, t.isNumeric)
	if by < 0 {
		return tableQuestion{}, false
	}
	sum := 0.0
	for _, row := range t.rows {
		sum += number(row[by])
	}
	in, h := t.where(rng), t.headers[by]
	if rng.IntN(2) == 0 {
		return tableQuestion{fmt.Sprintf("What is the total %s in %s?", h, in), []string{strconv.FormatFloat(sum, 'f', -1, 64)}}, true
	}
	mean := strconv.FormatFloat(sum/float64(len(t.rows)), 'f', -1, 64)
	return tableQuestion{fmt.Sprintf("In %s, what is the average %s?", in, h), []string{mean}}, true
}

// askAbove asks for the rows above a number.
func (t madeTable) askAbove(rng *rand.Rand) (tableQuestion, bool) {
	by := t.column(rng, t.isNumeric)
	wanted := t.column(rng, func(c int) bool { return c != by && t.isKey(c) })
	if by < 0 || wanted < 0 {
		return tableQuestion{}, false
	}
	limit := t.rows[rng.IntN(len(t.rows))][by]
	var want []string
	for _, row := range t.rows {
		if number(row[by]) > number(limit) {
			want = append(want, row[wanted])
		}
	}
	if want == nil {
		return tableQuestion{}, false
	}
	h, bh, in := t.headers[wanted], t.headers[by], t.where(rng)
	if rng.IntN(2) == 0 {
		return tableQuestion{fmt.Sprintf("How many %s have a %s above %s in %s?", plural(h), bh, limit, in), []string{strconv.Itoa(len(want))}}, true
	}
	return tableQuestion{fmt.Sprintf("Which %s in %s has a %s of more than %s?", h, in, bh, limit), want}, true
}
