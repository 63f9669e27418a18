package tables

import (
	"fmt"
	"iter"
	"path"
	"slices"
	"strings"

	"docuquest/core/document"
	"docuquest/core/language/lexicon"
	"docuquest/core/language/quantity"
	"docuquest/core/language/text"
)

// A Grid is one table: that of a document, parsed, or one whose rows are the records of files. It
// is never written after it was made.
type Grid struct {
	Document *document.Document // nil for records, see DocumentOf
	Titles   []string           // of the document and of the sections that it is in, outermost first
	// Names are those of the columns, none twice: the text of the header, "Column 4"
	// for a blank one, and " (2)" behind one that was there before. Those of records are
	// their keys, behind a first column with the name of each record.
	Names []string
	Rows  [][]Cell // without the header; a row may be shorter or longer than it

	// Things are words by which a question may call the rows, besides the headers: "topic".
	Things []string
	// Around are the names of folders around the rows, which a question may have.
	Around []string
	// Weight is how well the question names what has the rows: of two tables that answer it the one
	// with the greater weight does.
	Weight int
	// Source says what the rows are made of, "" for a table: "the front matter of 47 files".
	Source string
	Files  int // that records come from, 0 for a table

	documents []*document.Document // of the rows of records
	isSample  bool                 // more records are like these: only one that is named can be asked
	size      int                  // cells, and one more for each row: a row without cells is work, too
}

// A Cell is one cell: its text and where that is, in Document.Text.
type Cell struct {
	Text  string
	Span  text.Span
	Key   text.Span // of a record: from its key to the end of the value
	Parts []Cell    // the values of a list
}

// DocumentOf returns the document that has a row.
func (g *Grid) DocumentOf(row int) *document.Document {
	if g.documents != nil {
		return g.documents[row]
	}
	return g.Document
}

// IsOfRecords reports whether the rows are records, and no table of a document.
func (g *Grid) IsOfRecords() bool { return g.documents != nil }

// A Row is a record with its document, which needs no blocks.
type Row struct {
	Document *document.Document
	Title    string // of the document, "" for none
	Record   document.Record
}

// RecordsOptions say what a grid of records is called.
type RecordsOptions struct {
	Around   []string
	Things   []string
	Weight   int
	Source   string
	Files    int
	IsSample bool // more records are like these: only one that is named can be asked
}

// mostColumns is how many keys of records become columns.
const mostColumns = 300

// RecordsGrid is a table of records, a row each and a column for each key that one of them has. It
// has no rows where there are too many values.
func RecordsGrid(rows []Row, o RecordsOptions) *Grid {
	g := &Grid{Around: o.Around, Things: o.Things, Weight: o.Weight, Source: o.Source, Files: o.Files, isSample: o.IsSample, Names: []string{NameColumn}, documents: []*document.Document{}}
	columns := map[string]int{text.Fold(NameColumn): 0}
	isRare := rareKeys(rows)
	for _, r := range rows {
		g.size++
		for _, f := range r.Record.Fields {
			g.size += max(1, len(f.Values))
		}
		if g.size > mostGridCells { // half a table would give wrong counts
			g.Names, g.Rows, g.documents = g.Names[:1], nil, []*document.Document{}
			return g
		}
		row := make([]Cell, len(g.Names), len(g.Names)+len(r.Record.Fields))
		for _, f := range r.Record.Fields {
			at, isKnown := columns[text.Fold(f.Key)]
			switch {
			case !isKnown && (len(g.Names) > mostColumns || isRare(f.Key)):
				continue
			case !isKnown:
				at = len(g.Names)
				columns[text.Fold(f.Key)] = at
				g.Names, row = append(g.Names, f.Key), append(row, Cell{})
			case row[at].Key != (text.Span{}):
				continue // a key that occurs twice
			}
			row[at] = cellOf(f)
		}
		g.Rows, g.documents = append(g.Rows, row), append(g.documents, r.Document)
	}
	g.nameRows(rows[:len(g.Rows)])
	g.distinguish()
	return g
}

// distinguish takes a name from the records that share it with one whose file or key is called so, and
// shows what else names those with the same name: "GET" is GET alone, and not CONFIG GET.
func (g *Grid) distinguish() {
	rows := map[string][]int{}
	for row := range g.Rows {
		name := newValue(g.Rows[row][0].Text).text
		rows[name] = append(rows[name], row)
	}
	for name, same := range rows {
		if len(same) == 1 {
			continue
		}
		last := func(row int) Cell { // the name of the file
			parts := g.Rows[row][0].Parts
			return parts[len(parts)-1]
		}
		isOwn := func(row int) bool { return len(g.Rows[row][0].Parts) > 0 && newValue(last(row).Text).text == name }
		own := slices.ContainsFunc(same, isOwn)
		for _, row := range same {
			if cell := &g.Rows[row][0]; len(cell.Parts) > 1 && !isOwn(row) {
				cell.Text += " (" + last(row).Text + ")"
				if own {
					cell.Parts = slices.DeleteFunc(cell.Parts, func(p Cell) bool { return newValue(p.Text).text == name })
				}
			}
		}
	}
}

// cellOf is the cell of a field.
func cellOf(f document.Field) Cell {
	cell := Cell{Key: f.Span}
	said := make([]string, len(f.Values))
	for i, v := range f.Values {
		said[i] = v.Text
		if f.IsList {
			cell.Parts = append(cell.Parts, Cell{Text: v.Text, Span: v.Span})
		}
	}
	if cell.Text = strings.Join(said, ", "); len(said) > 0 {
		cell.Span = text.Span{Start: f.Values[0].Span.Start, End: f.Values[len(said)-1].Span.End}
	}
	return cell
}

// rareKeys returns what tells the keys deep in records that few records have: they belong to what one
// of them describes.
func rareKeys(rows []Row) func(key string) bool {
	const deep, share = 3, 20
	counts := map[string]int{}
	for _, r := range rows {
		for _, f := range r.Record.Fields {
			counts[f.Key]++
		}
	}
	return func(key string) bool { return strings.Count(key, ".") >= deep-1 && share*counts[key] < len(rows) }
}

// NameColumn is the name of the first column of records.
const NameColumn = "Name"

// nameRows fills the first column: what a record calls itself, else the key that holds it, else the
// name of its file. The parts of the cell are all by which a question may name the record.
func (g *Grid) nameRows(rows []Row) {
	var naming, numbers []int // columns
	for _, key := range namingKeys() {
		for column, header := range g.Names { // the key "name" is in the first one until it is filled
			if newName(header) == key {
				naming = append(naming, column)
			}
		}
	}
	for column, header := range g.Names[1:] {
		if g.isThing(header) {
			numbers = append(numbers, column+1)
		}
	}
	isFirst := func(r Row) bool { return stemOf(r.Document.Path) == stemOf(rows[0].Document.Path) }
	areSame := len(rows) > 1 && rows[0].Document != rows[1].Document && !slices.ContainsFunc(rows, func(r Row) bool { return !isFirst(r) })
	for at, r := range rows {
		var parts []Cell
		add := func(c Cell) {
			if said := newValue(c.Text).text; said != "" && !slices.ContainsFunc(parts, func(p Cell) bool { return newValue(p.Text).text == said }) {
				parts = append(parts, c)
			}
		}
		for _, column := range naming {
			if c := g.cell(at, column); len(c.Parts) == 0 {
				add(c)
			}
		}
		add(Cell{Text: r.Record.Name})
		add(Cell{Text: r.Title})
		stem := stemOf(r.Document.Path)
		if key, _ := lexicon.Any("naming keys").Key(stem); key == "folder" || areSame { // called by its folder
			stem = path.Base(path.Dir(r.Document.Path))
		}
		add(Cell{Text: stem})
		name := Cell{Parts: parts}
		if len(parts) > 0 {
			name.Text, name.Span, name.Key = parts[0].Text, parts[0].Span, parts[0].Key
		}
		for _, column := range numbers { // "PEP 8: Style Guide": the number that things of this kind have
			c := g.cell(at, column)
			if q, ok := newValue(c.Text).quantity(); ok && q.Kind == quantity.Number {
				name.Text = strings.TrimSuffix(g.Names[column]+" "+c.Text+": "+name.Text, ": ")
				name.Span, name.Key = c.Span, c.Key
				break
			}
		}
		g.Rows[at][0] = name
	}
}

// stemOf is the name of a file without its extension.
func stemOf(name string) string { return strings.TrimSuffix(path.Base(name), path.Ext(name)) }

// nameColumn is the column that says what a row is about: the first one of records; of a table the
// one whose header is or ends with a word for names, if each of its values is another, and else the
// first.
func (g *Grid) nameColumn() int {
	found := 0
	if g.IsOfRecords() {
		return found
	}
	for column, header := range g.Names {
		isName := g.isNaming(column)
		if forms := wordForms(newName(header)); !isName && (found > 0 || len(forms) == 0 || !slices.Contains(lexicon.Any("naming keys").Words("name"), forms[len(forms)-1])) {
			continue
		}
		seen := map[string]bool{}
		for row := range g.Rows {
			v := g.value(row, column)
			if v.isMissing() || seen[v.text] {
				break
			}
			seen[v.text] = true
		}
		if len(seen) < len(g.Rows) {
			continue
		}
		if found = column; isName {
			break
		}
	}
	return found
}

// namingKeys are the headers of names, the best first.
func namingKeys() []string {
	return slices.Concat(lexicon.Any("naming keys").Words("name"), lexicon.Any("naming keys").Words("id"))
}

// isNaming reports whether the values of a column name rows.
func (g *Grid) isNaming(column int) bool {
	header := g.Names[column]
	if g.IsOfRecords() && (column == 0 || g.isThing(header)) {
		return true
	}
	return slices.Contains(namingKeys(), newName(header))
}

// isThing reports whether a header is a word for the rows.
func (g *Grid) isThing(header string) bool {
	forms := wordForms(newName(header))
	return len(forms) == 1 && slices.ContainsFunc(g.Things, func(thing string) bool {
		return tableWord{form: forms[0]}.isNumberOf(tableWord{form: thing})
	})
}

// newName is a header as names are compared.
func newName(header string) string { return unmarked(text.Fold(spaced(plainCell(header)))) }

// mostGridCells is how many cells of a document are taken into grids.
const mostGridCells = 500_000

// Grids are the tables of a document that have a header and a row, in their order.
func Grids(d *document.Document) []*Grid {
	r := gridReader{document: d, room: mostGridCells}
	if d.Language == "csv" || d.Language == "tsv" { // a file of one table, called by what it holds
		r.things = append(WordsOf(stemOf(d.Path)), WordsOf(path.Base(path.Dir(d.Path)))...)
	}
	titles := []string{}
	if d.Title != "" {
		titles = append(titles, d.Title)
	}
	r.read(d.Blocks, titles)
	return r.grids
}

// GridsOf yields the tables of documents.
func GridsOf(documents []*document.Document) iter.Seq[*Grid] {
	return func(yield func(*Grid) bool) {
		for _, d := range documents {
			for _, g := range Grids(d) {
				if !yield(g) {
					return
				}
			}
		}
	}
}

// WordsOf returns the words of a name as a question may have them.
func WordsOf(name string) []string { return wordForms(spaced(strings.ReplaceAll(name, "_", " "))) }

// A gridReader collects tables.
type gridReader struct {
	document *document.Document
	things   []string
	room     int // cells
	grids    []*Grid
}

func (r *gridReader) read(blocks []document.Block, titles []string) {
	for _, b := range blocks {
		switch {
		case b.Kind == document.Table:
			r.add(b, titles)
		case b.Kind == document.Section && b.Title != "" && !slices.Contains(titles, b.Title):
			r.read(b.Children, append(slices.Clip(titles), b.Title))
		default:
			r.read(b.Children, titles)
		}
	}
}

func (r *gridReader) add(b document.Block, titles []string) {
	if len(b.Children) < 2 || r.room <= 0 {
		return
	}
	g := &Grid{Document: r.document, Titles: titles, Things: r.things}
	room := r.room
	header, rows := b.Header()
	named := map[string]bool{}
	last := map[string]int{} // by the text of a header, the number of its last column
	for i, cell := range r.row(header) {
		title := plainCell(cell.Text)
		if title == "" {
			title = fmt.Sprintf("Column %d", i+1)
		}
		name := title
		for named[name] {
			last[title] = max(last[title], 1) + 1
			name = fmt.Sprintf("%s (%d)", title, last[title])
		}
		named[name] = true
		g.Names = append(g.Names, name)
	}
	for _, row := range rows {
		if r.room <= 0 {
			return // half a table would give wrong counts
		}
		g.Rows = append(g.Rows, r.row(row))
	}
	g.size = room - r.room
	r.grids = append(r.grids, g)
}

func (r *gridReader) row(b document.Block) []Cell {
	cells := make([]Cell, len(b.Children))
	for i, cell := range b.Children {
		cells[i] = Cell{Text: text.Span(cell.Span).Of(r.document.Text), Span: cell.Span}
	}
	r.room -= len(cells) + 1
	return cells
}

// column is the number of a column by its name, without regard to case.
func (g *Grid) column(name string) (int, error) {
	wanted := text.Fold(plainCell(name))
	at := slices.IndexFunc(g.Names, func(n string) bool { return text.Fold(n) == wanted })
	if at < 0 {
		return 0, fmt.Errorf("the table has no column %q: it has %s", name, strings.Join(g.Names, ", "))
	}
	return at, nil
}

// cell is the zero Cell where a row is too short.
func (g *Grid) cell(row, column int) Cell {
	if column < len(g.Rows[row]) {
		return g.Rows[row][column]
	}
	return Cell{}
}

func (g *Grid) value(row, column int) value { return newValue(g.cell(row, column).Text) }

// plainCell is a cell on one line, without the marks of emphasis and the quotes
// around it.
func plainCell(s string) string {
	return strings.Trim(text.OneLine(s), "*_`\"“”")
}
