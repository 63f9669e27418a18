package answer

import (
	"fmt"
	"strconv"
	"strings"
	"unicode/utf8"

	"docuquest/core/document"
	"docuquest/core/document/chunk"
	"docuquest/core/language/text"
	"docuquest/core/search/counting"
	"docuquest/core/search/question"
	"docuquest/core/search/retrieve"
)

// A Counted is an answer that was counted or looked up rather than written: a sentence
// that says it, and the rows that it rests on. All texts are plain and one line each, but
// for what is in the names of files, which are shown as they are. Nobody has to check it
// against its quotes: they were made from the places.
type Counted struct {
	Said    string
	Related bool   // the rows that do not lead are what was asked for
	From    string // what it was looked up in: "the call graph", "the front matter of 47 files"; "" for the text
	Columns []string
	Rows    []CountedRow
	More    int    // further rows that are not shown
	Note    string // what a reader should know of it, "" if nothing
}

// A CountedRow is one row with the place that proves it.
type CountedRow struct {
	Cells    []string // one for each of Columns
	Document *document.Document
	Span     text.Span // in Document.Text; empty where there is nothing to show

	// Leads says that the sentence rests on the place: its number is behind the sentence. Such
	// rows come first. Others are items of a list where they have words of their own.
	Leads bool
	Said  string
}

// mostPlaces is how many rows answer a part of a question at most.
const mostPlaces = 3

// Places returns the places of the rows, each as a passage; none where they are too many for a
// part of an answer.
func (c Counted) Places() []retrieve.Hit {
	if mostPlaces < len(c.Rows)+c.More {
		return nil
	}
	var all []retrieve.Hit
	for _, row := range c.Rows {
		if !row.Span.Empty() {
			all = append(all, retrieve.Hit{Document: row.Document, Chunk: chunk.Chunk{Kind: chunk.Table, Span: row.Span, Text: row.Span.Of(row.Document.Text)}, Confidence: 1})
		}
	}
	return all
}

// First is c with so many of its rows at most; those behind them are counted in More.
func (c Counted) First(rows int) Counted {
	rows = min(max(rows, 0), len(c.Rows))
	c.More += len(c.Rows) - rows
	c.Rows = c.Rows[:rows]
	return c
}

// RowsWithin is how many rows have room in an answer of so many words that begins with a
// text: one at least, if there is any, and as far as statements may go over the limit.
func (c Counted) RowsWithin(words int, before string) int {
	said := wordsIn(before) + wordsIn(c.Said)
	for i, row := range c.Rows {
		for _, cell := range row.Cells {
			said += wordsIn(cell)
		}
		if i > 0 && isOver(said, words) {
			return i
		}
	}
	return len(c.Rows)
}

// Exact reports what was counted in the files.
func Exact(r *counting.Result) Counted {
	c := Counted{Said: exactSaid(r), More: r.Files - len(r.Rows), Columns: []string{"File", "Begins with"}}
	if len(r.Asked.All)+len(r.Asked.Any) > 0 {
		c.Columns = []string{"File", "Times", "First place"}
	}
	for _, row := range r.Rows {
		span := shownAt(row.Document, row.Place)
		cells := []string{row.Document.Path, Display(span.Of(row.Document.Text))}
		if len(c.Columns) > len(cells) {
			cells = []string{cells[0], strconv.Itoa(row.Count), cells[1]}
		}
		c.Rows = append(c.Rows, CountedRow{Cells: cells, Document: row.Document, Span: span})
	}
	c.Note = exactNote(r)
	return c
}

// mostUnread is how many files are named that cannot be read.
const mostUnread = 20

// exactNote is what a reader should know of how it was counted.
func exactNote(r *counting.Result) string {
	var notes []string
	if r.Partly > 0 {
		notes = append(notes, text.Counted(r.Partly, "file")+" could be read in part alone.")
	}
	if n := len(r.Unread); n > 0 {
		names := strings.Join(r.Unread[:min(n, mostUnread)], ", ")
		if n > mostUnread {
			names += fmt.Sprintf(" and %d more", n-mostUnread)
		}
		notes = append(notes, fmt.Sprintf("Not counted, since they cannot be read: %s.", names))
	}
	var leftOut []string // such as "2 not readable (a.md, b)"
	for _, l := range r.LeftOut {
		said := fmt.Sprintf("%d %s", l.Count, l.Reason)
		if len(l.Paths) > 0 {
			said += " (" + strings.Join(l.Paths, ", ")
			if more := l.Count - len(l.Paths); more > 0 {
				said += fmt.Sprintf(" and %d more", more)
			}
			said += ")"
		}
		leftOut = append(leftOut, said)
	}
	if leftOut != nil {
		notes = append(notes, "Left out, and so not counted: "+strings.Join(leftOut, ", ")+".")
	}
	if r.ByIndex {
		notes = append(notes, "Too many files hold a word to read them all: the index was believed, which takes a question to the workspace for a mention.")
	}
	return strings.Join(notes, " ")
}

// exactSaid is the sentence with the count: "Exactly 7 of 40 files mention jade
// (counted: jade, jades)." What was not made sure of is not called exact.
func exactSaid(r *counting.Result) string {
	how := "Exactly"
	switch {
	case r.ByIndex && r.AtLeast:
		how = "By the index, at least"
	case r.ByIndex:
		how = "By the index,"
	case r.AtLeast:
		how = "At least"
	}
	q := r.Asked
	of := fmt.Sprintf("%d of %s", r.Files, text.Counted(r.Of, "file"))
	var said string
	switch {
	case q.Asks == question.CountPlaces:
		said = fmt.Sprintf("%s %s of %s in %s", how, text.Counted(r.Count, "mention"), joined(q.All, "and"), of)
	case len(q.Wordings()) == 0:
		said = fmt.Sprintf("%s %s", how, text.Counted(r.Count, "file"))
	default:
		said = fmt.Sprintf("%s %s %s", how, of, mentioned(q, r.Count == 1))
	}
	for _, f := range q.Filter.Strings() {
		said += " " + f
	}
	return said + formsSaid(r) + "."
}

// mentioned is what the files do: "mention jade and gold, but never silver".
func mentioned(q question.FileQuery, one bool) string {
	verb := "mention"
	if one {
		verb = "mentions"
	}
	var parts []string
	if len(q.All) > 0 {
		parts = append(parts, verb+" "+joined(q.All, "and"))
	}
	if len(q.Any) > 0 {
		parts = append(parts, verb+" "+joined(q.Any, "or"))
	}
	if len(q.None) > 0 {
		never := "never " + verb + " " + joined(q.None, "or")
		if len(parts) > 0 {
			never = "but " + never
		}
		parts = append(parts, never)
	}
	return strings.Join(parts, ", ")
}

// joined names wordings, those in quotes that were taken as they are written.
func joined(all []question.Wording, joint string) string {
	var names []string
	for _, w := range all {
		name := w.Text
		if w.Literal {
			name = `"` + name + `"`
		}
		names = append(names, name)
	}
	return ListOf(names, joint)
}

// ListOf is "a, b and c".
func ListOf(names []string, joint string) string {
	if len(names) < 2 {
		return strings.Join(names, "")
	}
	last := len(names) - 1
	return strings.Join(names[:last], ", ") + " " + joint + " " + names[last]
}

// mostForms is how many forms of a word are shown.
const mostForms = 12

// formsSaid returns which forms were counted, where they are not what was asked for
// itself.
func formsSaid(r *counting.Result) string {
	var said []string
	for i, w := range r.Asked.Wordings() {
		forms := r.Counted[i]
		if len(forms) == 0 || w.Literal || len(forms) == 1 && forms[0] == text.Fold(w.Text) {
			continue
		}
		more := ""
		if len(forms) > mostForms {
			more = fmt.Sprintf(" and %d more", len(forms)-mostForms)
			forms = forms[:mostForms]
		}
		said = append(said, strings.Join(forms, ", ")+more)
	}
	if len(said) == 0 {
		return ""
	}
	return " (counted: " + strings.Join(said, "; ") + ")"
}

// How much is shown of a place, in bytes: of a whole sentence, or else on each side of
// it.
const (
	longestShown = 240
	shownAround  = 70
)

// shownAt is what is cited for a place: its sentence, row or line, of a long one the
// words around it.
func shownAt(d *document.Document, place text.Span) text.Span {
	s := d.Text
	if place.Empty() {
		return place
	}
	for _, whole := range SentencesAt(d, place) {
		if whole.Start <= place.Start && place.End <= whole.End && whole.Len() <= longestShown {
			return whole
		}
	}
	if longest := 2 * shownAround; place.Len() > longest {
		place.End = wordEnd(s, place.Start, place.Start+longest)
	}
	line := wholeLines(s, place)
	marks := text.LineMarks(line.Of(s))
	line.Start = min(line.Start+marks, place.Start)
	if from := place.Start - shownAround; line.Start < from {
		line.Start = place.Start // unless a word begins before it
		if at := strings.IndexAny(s[from:place.Start], " \t"); at >= 0 {
			line.Start = from + at + 1
		}
	}
	if to := place.End + shownAround; to < line.End {
		line.End = wordEnd(s, place.End, to)
	}
	return line.Trim(s)
}

// wordEnd is the last place up to one that precedes a blank, at least the first
// that ends a character.
func wordEnd(s string, least, to int) int {
	if at := strings.LastIndexAny(s[least:to], " \t"); at >= 0 {
		return least + at
	}
	for to > least && !utf8.RuneStart(s[to]) {
		to--
	}
	return to
}
