package structured

import (
	"cmp"
	"strings"

	"docuquest/core/document"
	"docuquest/core/file"
	"docuquest/core/language/text"
)

// Delimited reads tables with a delimiter between their cells, as RFC 4180 has
// them: a tab in a file of the language tsv, and one of comma, semicolon, tab
// and bar in all others, whichever cuts the file into the most even rows. The
// zero value is ready to use, by any number of goroutines at once.
type Delimited struct{}

// Parse makes one table of f. Its first row is taken for the header. Rows may
// be of different lengths, blank lines are no rows. A cell is the text between
// its quotes, or between its delimiters without the white space around it.
//
// A reading is made only where a cell has doubled quotes: there they are one.
func (Delimited) Parse(f file.File) *document.Document {
	return parse(f, func(d *document.Document) {
		s := rowScanner{text: d.Text, delimiter: '\t'}
		if strings.HasPrefix(d.Text, byteOrderMark) {
			s.at = len(byteOrderMark)
		}
		if d.Language != "tsv" {
			s.delimiter = findDelimiter(s)
		}
		table := document.Block{Kind: document.Table}
		for cells := 0; ; {
			at := s.at
			row, ok := s.next(maxRecords - cells)
			if !ok {
				s.at = at
				break
			}
			cells += len(row.Children)
			table.Children = append(table.Children, row)
		}
		if rows := table.Children; len(rows) > 0 {
			table.Span = text.Span{Start: rows[0].Span.Start, End: rows[len(rows)-1].Span.End}
			d.Blocks = append(d.Blocks, table)
		}
		if len(s.doubled) > 0 {
			var made document.ReadingMaker
			at := 0
			for _, quote := range s.doubled {
				made.Copy(text.Span{Start: at, End: quote}, s.text)
				made.Add(`"`, text.Span{Start: quote, End: quote + 2})
				at = quote + 2
			}
			made.Copy(text.Span{Start: at, End: len(s.text)}, s.text)
			d.Reading = made.Reading()
		}
		rest := outliner{text: d.Text, problems: s.problems}
		d.Blocks = append(d.Blocks, rest.remainder(s.at, "cells")...)
		rest.problems.addTo(d)
	})
}

// A rowScanner finds the rows of a text one by one.
type rowScanner struct {
	text      string
	delimiter byte
	at        int   // where the next row begins
	doubled   []int // the places of doubled quotes in the cells so far
	problems  problems
}

// next reads a row of at most so many cells. It is false at the end of the text
// and where a row has more.
func (s *rowScanner) next(most int) (document.Block, bool) {
	for s.at < len(s.text) { // blank lines are no rows
		line := lineAt(s.text, s.at)
		if strings.Trim(line.Of(s.text), " \r\n") != "" {
			break
		}
		s.at = line.End
	}
	if s.at == len(s.text) {
		return document.Block{}, false
	}
	row := document.Block{Kind: document.Row, Span: text.Span{Start: s.at}}
	for {
		if len(row.Children) == most {
			return document.Block{}, false
		}
		row.Children = append(row.Children, document.Block{Kind: document.Cell, Span: s.cell()})
		row.Span.End = s.at
		if s.at == len(s.text) || s.text[s.at] != s.delimiter {
			s.at = lineAt(s.text, s.at).End
			return row, true
		}
		s.at++
	}
}

// cell reads a cell up to the delimiter or the line end behind it.
func (s *rowScanner) cell() text.Span {
	start := s.at + s.spaces(s.at)
	if start < len(s.text) && s.text[start] == '"' {
		if cell, ok := s.quoted(start); ok {
			return cell
		}
	}
	cell := text.Span{Start: s.at, End: s.at}
	for cell.End < len(s.text) && !s.endsCell(cell.End) {
		cell.End++
	}
	s.at = cell.End
	return cell.Trim(s.text)
}

// quoted reads a cell in quotes that begins at an offset. It is false where no
// quote closes it in front of a delimiter or a line end: the quote that it
// begins with is then a character like others.
func (s *rowScanner) quoted(start int) (text.Span, bool) {
	cell := text.Span{Start: start + 1}
	known := len(s.doubled)
	for at := cell.Start; ; {
		n := strings.IndexByte(s.text[at:], '"')
		if n < 0 {
			break
		}
		cell.End = at + n
		if !strings.HasPrefix(s.text[cell.End+1:], `"`) {
			if behind := cell.End + 1 + s.spaces(cell.End+1); behind == len(s.text) || s.endsCell(behind) {
				s.at = behind
				return cell, true
			}
			break
		}
		s.doubled = append(s.doubled, cell.End)
		at = cell.End + 2
	}
	s.doubled = s.doubled[:known]
	s.problems.add(point(s.text, start), "a quote that none closes before the next delimiter or line end")
	return text.Span{}, false
}

// spaces counts the blanks at an offset. A tab that is the delimiter is none.
func (s *rowScanner) spaces(at int) int {
	n := 0
	for at+n < len(s.text) && (s.text[at+n] == ' ' || s.text[at+n] == '\t') && s.text[at+n] != s.delimiter {
		n++
	}
	return n
}

func (s *rowScanner) endsCell(at int) bool {
	c := s.text[at]
	return c == s.delimiter || c == '\n' || c == '\r'
}

// findDelimiter tries the delimiters on the first rows, and returns the one that cuts them
// best: into the most rows with as many cells as the first, then with the fewest quotes in
// wrong places, then with the most cells. It is a comma if none makes two cells.
func findDelimiter(s rowScanner) byte {
	const (
		sampleRows = 20
		sampleSize = 64 << 10
	)
	sample := s.text[:min(len(s.text), sampleSize)]
	best, bestEven, bestFaults, bestCells := byte(','), 0, 0, 0
	for _, delimiter := range []byte(",;\t|") {
		try := rowScanner{text: sample, at: s.at, delimiter: delimiter}
		even, cells := 0, 0
		for range sampleRows {
			row, ok := try.next(len(sample))
			if !ok {
				break
			}
			if cells == 0 {
				cells = len(row.Children)
			}
			if len(row.Children) == cells {
				even++
			}
		}
		faults := len(try.problems.list) + try.problems.more
		better := cmp.Or(cmp.Compare(even, bestEven), cmp.Compare(bestFaults, faults), cmp.Compare(cells, bestCells))
		if cells > 1 && better > 0 {
			best, bestEven, bestFaults, bestCells = delimiter, even, faults, cells
		}
	}
	return best
}
