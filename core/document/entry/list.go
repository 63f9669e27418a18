package entry

import (
	"regexp"
	"slices"
	"strings"

	"docuquest/core/document"
	"docuquest/core/file"
	"docuquest/core/language/lexicon"
	"docuquest/core/language/text"
)

// A List is an enumeration of a document: the items of a list or of a table, the terms of a
// list of definitions, the literals between two brackets of a program, or the headings below
// the one that an entry is the first below.
type List struct {
	Intro text.Span   // what introduces it; empty where it follows its heading
	Items []text.Span // whole, in order; those of a long list go on behind the entry
	// IsOutline is true where the items are headings, and the introduction is the first entry
	// below the heading above them.
	IsOutline bool
}

const (
	// leastItems is the number of items from which an enumeration is a list.
	leastItems = 3
	// longestList bounds in bytes how far behind the start of an entry its list is read.
	longestList = 16 << 10
	// longestTerm is the number of words that a line may have in front of what it says of them.
	longestTerm = 5
)

// ListsOf returns the lists that an entry of a document begins, mostly one or none. An entry that
// goes on with a list begins none, nor does one whose list another entry introduces.
func ListsOf(d *document.Document, e Entry) []List {
	if e.Kind == Program || e.Kind == Declaration {
		if all := literals(d.Text, e.Span); len(all) > 0 {
			return all
		}
	}
	around := innermost(document.Block{Children: d.Blocks}, e.Span)
	start, end, below := extent(around.Children, e.Span)
	start, end = max(start, e.Span.Start-longestList), max(e.Span.End, min(end, e.Span.Start+longestList))
	rows, first := rowsOf(d, e.Span.Start, text.Span{Start: start, End: end})
	if around.Kind == document.Page { // has no blank lines
		rows, first = apart(rows, first, around.Children)
	}
	last := first
	for i, row := range rows {
		if row.said != "" && row.span.Start < e.Span.End {
			last = i
		}
	}
	for i := first; i < len(rows) && (i <= last || endsOpen(rows[last].said) || isNamed(rows[:last+1])); i++ {
		if rows[i].said == "" {
			continue
		}
		if items := itemsAt(d.Text, rows, i); leastItems <= len(items) {
			list := List{Items: items}
			from, to := paragraphBefore(rows, i)
			switch isDirective := strings.HasPrefix(rows[i].said, ".."); {
			case isDirective:
				list.Intro = rows[i].span
			case from < 0 && len(e.Titles) == 0 && !IsItem(rows[i].said): // the fields of a header
				return nil
			case from >= 0 && from < first && (goesOn(d.Text, rows, from, i) || endsOpen(rows[to-1].said) || isNamed(rows[:to])):
				return nil
			case from >= first:
				list.Intro = text.Span{Start: rows[from].span.Start, End: rows[to-1].span.End}
			}
			return []List{list}
		}
		isAside := strings.HasPrefix(rows[i].said, "..") || rows[last].indent < rows[i].indent
		if last < i && (!isAside || !isNamed(rows[:last+1])) {
			break // what is introduced is no list
		}
	}
	if leastItems <= len(below) && isBare(d.Text[start:e.Span.Start]) {
		return []List{{Intro: e.Span.Trim(d.Text), Items: below, IsOutline: true}}
	}
	return nil
}

// goesOn reports whether a list that begins in the paragraph of one row goes on in a later one.
func goesOn(s string, rows []row, from, to int) bool {
	for ; from < to && rows[from].said != ""; from++ {
		items := itemsAt(s, rows, from)
		if len(items) > 0 && rows[to].span.Start < items[len(items)-1].End {
			return true
		}
	}
	return false
}

// isBare reports whether a text has only labels and directives.
func isBare(s string) bool {
	for line := range strings.Lines(s) {
		if line = strings.TrimSpace(line); line != "" && !strings.HasPrefix(line, "..") {
			return false
		}
	}
	return true
}

// innermost returns the innermost section or page that has the start of a span.
func innermost(block document.Block, span text.Span) document.Block {
	for _, b := range block.Children {
		if (b.Kind == document.Section || b.Kind == document.Page) && b.Span.Start < span.End && span.Start < b.Span.End {
			return innermost(b, span)
		}
	}
	return block
}

// extent returns where the text around a span begins, below its heading, and where it ends, and
// the headings one level below.
func extent(blocks []document.Block, span text.Span) (start, end int, below []text.Span) {
	start, end = span.Start, span.End
	for i, b := range blocks {
		switch {
		case i == 0 && b.Kind == document.Heading:
			start = min(start, b.Span.End)
		case i == 0:
			start = min(start, b.Span.Start)
		}
		switch {
		case b.Kind != document.Section && len(below) == 0:
			end = max(end, b.Span.End)
		case b.Kind == document.Section && len(b.Children) > 0 && b.Children[0].Kind == document.Heading:
			below = append(below, b.Children[0].Span)
		}
	}
	return start, end, below
}

// apart returns rows with a blank one between two blocks, and where the first of them is now.
func apart(rows []row, first int, blocks []document.Block) (all []row, at int) {
	starts := map[int]bool{}
	for _, b := range blocks {
		starts[b.Span.Start] = true
	}
	for i, one := range rows {
		if starts[one.span.Start] {
			all = append(all, row{})
		}
		if i == first {
			at = len(all)
		}
		all = append(all, one)
	}
	return all, at
}

// A row is a line without its indentation and the mark of a comment.
type row struct {
	span      text.Span // of said
	said      string    // "" for a blank line
	indent    int
	isProgram bool // it is no comment
}

// commentMarks are those of comments that run over several lines, the longest first.
var commentMarks = []string{"#:", "//", "--", "#", ";", "%", "*"}

// rowsOf returns the lines of a span around an offset, and the first behind that. If they are a
// comment there, they begin and end with it.
func rowsOf(d *document.Document, offset int, span text.Span) (rows []row, first int) {
	at := strings.TrimLeft(d.Text[offset:span.End], " \t")
	mark := ""
	isCode := file.IsCode(d.Language)
	for _, m := range commentMarks {
		isOne := isCode || m == "#" || m == "//" || m == ";"
		if isOne && d.Language != "markdown" && strings.HasPrefix(at, m+" ") {
			mark = m
			break
		}
	}
	if isCode && strings.HasPrefix(at, "/*") {
		mark = "*"
	}
	for _, line := range linesIn(d.Text, span) {
		said := line.Of(d.Text)
		if mark != "" {
			bare := strings.TrimLeft(said, " \t/")
			switch {
			case strings.HasPrefix(bare, mark):
			case offset < line.End && len(rows) > first:
				return rows, first
			case offset < line.End:
				bare = mark + bare
			default:
				rows, first = nil, 0
				continue
			}
			said = strings.TrimPrefix(bare, mark)
			line.Start = line.End - len(said)
		}
		bare := strings.TrimLeft(said, " \t")
		row := row{isProgram: isCode && mark == "", indent: len(said) - len(bare), said: strings.TrimRight(bare, " \t\r\n")}
		row.span = text.Span{Start: line.End - len(bare), End: line.End - len(bare) + len(row.said)}
		rows = append(rows, row)
		if line.End <= offset {
			first = len(rows)
		}
	}
	return rows, first
}

// isNamed reports whether the paragraph at the end of rows says that something follows.
func isNamed(rows []row) bool {
	words := lexicon.Any("announcing")
	end := len(rows)
	for end > 0 && rows[end-1].said == "" {
		end--
	}
	for ; end > 0 && rows[end-1].said != ""; end-- {
		for w := range text.Words(rows[end-1].said) {
			if words.Has(w.Span.Of(rows[end-1].said)) {
				return true
			}
		}
	}
	return false
}

// endsOpen reports whether a line ends as one does that introduces what follows, which is no example.
func endsOpen(s string) bool {
	s = strings.TrimRight(s, " *_`")
	return strings.HasSuffix(s, ":") && !strings.HasSuffix(s, "::") || strings.HasSuffix(s, "：") || strings.HasSuffix(s, ";")
}

// paragraphBefore returns the first row of the paragraph in front of a row, and the one behind its
// last; -1 if there is none. What is indented deeper, and directives, are between them.
func paragraphBefore(rows []row, at int) (from, to int) {
	isOne := func(i int) bool {
		return rows[i].said != "" && rows[i].indent <= rows[at].indent && !strings.HasPrefix(rows[i].said, "..")
	}
	to = at
	for to > 0 && !isOne(to-1) {
		to--
	}
	from = to - 1
	for from > 0 && isOne(from-1) {
		from--
	}
	return from, to
}

// itemsAt returns the items of the list that begins in a row, if one does.
func itemsAt(s string, rows []row, at int) []text.Span {
	before, isNext := "", true // the last line before
	for i := at - 1; i >= 0 && before == ""; i-- {
		before, isNext = rows[i].said, i == at-1
	}
	one, rows := rows[at], rows[at:]
	switch {
	case IsItem(one.said):
		return itemsOf(rows, func(i int) bool { return IsItem(rows[i].said) })
	case strings.HasPrefix(one.said, "+-"):
		return gridItems(s, rows)
	case strings.HasPrefix(one.said, "|"):
		return pipeItems(rows)
	case strings.HasPrefix(one.said, "==") && strings.Trim(one.said, "= ") == "" && strings.Contains(one.said, " "):
		return simpleItems(rows)
	case strings.HasPrefix(one.said, ".. csv-table::"):
		return csvItems(rows)
	}
	isExample := strings.HasSuffix(before, "::") || strings.HasPrefix(before, ".. code")
	if one.isProgram || isExample || isNext && before != "" && !endsOpen(before) {
		return nil
	}
	isTerm := func(i int) bool {
		return !strings.HasPrefix(rows[i].said, "..") && len(strings.Fields(rows[i].said)) <= 2*longestTerm &&
			i+1 < len(rows) && rows[i+1].said != "" && rows[i].indent < rows[i+1].indent
	}
	if isTerm(0) {
		return itemsOf(rows, isTerm)
	}
	if strings.HasPrefix(one.said, "..") { // a directive
		return nil
	}
	if separator := separatorOf(one.said); separator != "" {
		return itemsOf(rows, func(i int) bool { return separatorOf(rows[i].said) == separator })
	}
	return shortLines(rows)
}

// shortLines returns the rows of a paragraph that has only a few words on each, as names below one
// another or beside one another in columns.
func shortLines(rows []row) []text.Span {
	var items []text.Span
	for _, row := range rows {
		if row.said == "" {
			break
		}
		cells := columns.FindAllStringIndex(row.said, -1)
		for _, cell := range cells {
			said := row.said[cell[0]:cell[1]]
			if longestTerm < len(strings.Fields(said)) || strings.ContainsAny(said[len(said)-1:], ".:;,?!") || row.indent != rows[0].indent {
				return nil
			}
			items = append(items, text.Span{Start: cell[0], End: cell[1]}.Shift(row.span.Start))
		}
	}
	return items
}

// columns matches the cells of a line between tabs or several spaces.
var columns = regexp.MustCompile(`[^ \t]+(?: [^ \t]+)*`)

// separators are what a line may have between a term and what it says of it.
var separators = []string{" -> ", " => ", " – ", " — ", " - ", ": ", " = "}

// separatorOf returns the separator behind the term of a line; "" where it has none.
func separatorOf(line string) string {
	for _, one := range separators {
		if term, _, ok := strings.Cut(line, one); ok && len(strings.Fields(term)) <= longestTerm {
			return one
		}
	}
	return ""
}

// itemsOf returns the items from the first row on, which begin with rows of its indentation: each with
// the rows that follow it without a blank line, and those that are indented below it.
func itemsOf(rows []row, begins func(i int) bool) []text.Span {
	var items []text.Span
	for i, row := range rows {
		switch isNew := row.said != "" && row.indent == rows[0].indent && (i == 0 || begins(i)); {
		case isNew:
			items = append(items, row.span)
		case row.said == "":
		case rows[0].indent < row.indent, rows[i-1].said != "" && !IsItem(row.said): // pages have no indentation
			items[len(items)-1].End = row.span.End
		default:
			return items
		}
	}
	return items
}

// gridItems returns the rows of a table that is drawn with + and -, without its header.
func gridItems(s string, rows []row) []text.Span {
	var lines []text.Span
	for _, row := range rows {
		if !strings.HasPrefix(row.said, "+") && !strings.HasPrefix(row.said, "|") {
			break
		}
		lines = append(lines, row.span)
	}
	first, items := gridRows(s, lines)
	isHeader := slices.ContainsFunc(rows[:len(lines)], func(r row) bool { return strings.HasPrefix(r.said, "+=") })
	if first.Empty() || isHeader {
		return items
	}
	return append([]text.Span{first}, items...)
}

// pipeItems returns the rows of a table with bars around its cells, without its header.
func pipeItems(rows []row) []text.Span {
	var items []text.Span
	for _, row := range rows {
		if !strings.HasPrefix(row.said, "|") {
			break
		}
		if strings.Trim(row.said, "|-+: ") == "" {
			items = nil // up to here it was the header
			continue
		}
		items = append(items, row.span)
	}
	return items
}

// simpleItems returns the rows of a table between lines of =, without its header.
func simpleItems(rows []row) []text.Span {
	var items []text.Span
	borders := 0
	for _, row := range rows {
		switch {
		case strings.HasPrefix(row.said, "==") && strings.Trim(row.said, "= ") == "":
			if borders++; borders == 2 && len(items) <= 2 {
				items = nil
			} else if borders > 1 {
				return items
			}
		case row.said != "" && row.indent <= rows[0].indent:
			items = append(items, row.span)
		case row.said != "" && len(items) > 0:
			items[len(items)-1].End = row.span.End
		}
	}
	return items
}

// csvItems returns the rows of a table in reStructuredText whose cells are between commas.
func csvItems(rows []row) []text.Span {
	var items []text.Span
	isBody := false
	for _, row := range rows[1:] {
		switch {
		case row.said == "" && len(items) == 0:
			isBody = true
		case row.said == "", row.indent <= rows[0].indent:
			return items
		case isBody:
			items = append(items, row.span)
		}
	}
	return items
}

var (
	literal      = `(?:"[^"\n]*"|'[^'\n]*')`
	literalList  = regexp.MustCompile(`[\[({]\s*(?:` + literal + `\s*,\s*)+` + literal + `?\s*,?\s*[\])}]`)
	literalAlone = regexp.MustCompile(literal)
)

// literals returns the lists of strings between two brackets of a program, each with the lines in
// front of it from the last blank one on.
func literals(s string, span text.Span) []List {
	var all []List
	for _, at := range literalList.FindAllStringIndex(span.Of(s), -1) {
		list := List{Intro: text.Span{Start: span.Start, End: span.Start + at[0]}}
		if gap := strings.LastIndex(list.Intro.Of(s), "\n\n"); gap >= 0 {
			list.Intro.Start += gap + len("\n\n")
		}
		for _, one := range literalAlone.FindAllStringIndex(span.Of(s)[at[0]:at[1]], -1) {
			list.Items = append(list.Items, text.Span{Start: one[0], End: one[1]}.Shift(span.Start+at[0]))
		}
		if leastItems <= len(list.Items) {
			all = append(all, list)
		}
	}
	return all
}
