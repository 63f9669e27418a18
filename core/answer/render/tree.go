package render

import "strings"

// A block is a node of the tree that all forms of output are written from. It holds
// what its kind says, and is not changed once it is made.
type block struct {
	kind   kind
	level  int     // of a heading, 1 to 6; of numbered items, the number of the first
	runs   []run   // of a paragraph or a heading
	code   code    // of code
	blocks []block // of a quote or an item; the items of a list
	table  table   // of a table
}

// kind says what a block is.
type kind uint8

const (
	paragraph kind = iota
	heading
	rule // a line across
	quote
	bullets // a list with items
	numbers // a list whose items are numbered
	item
	listing // code on lines of its own
	grid    // a table
)

// code is a piece of program text. The text ends without a line break, and no line of it
// is blank but empty.
type code struct {
	language string // "" if it is unknown
	text     string
}

// A table has rows of equal length. The first is the header.
type table struct {
	aligned []alignment // of each column
	rows    [][][]run
}

// alignment says to which side of a column its cells lean.
type alignment uint8

const (
	unaligned alignment = iota
	leftAligned
	rightAligned
	centred
)

// A run is text with one look. Its text has no control characters but line breaks,
// which mean no more than spaces, and the ones that mean brackets.
type run struct {
	text  string
	style style
	link  string // the destination of a link, "" for none
}

// style is a set of looks.
type style uint8

const (
	bold style = 1 << iota
	italic
	starred // italic, in a place where only stars can mark it
	struck
	verbatim // code inside a line
	broken   // a line break that has to stay
)

// isAtom reports whether a run is written as a whole, and not as letters.
func (r run) isAtom() bool { return r.link != "" || r.style&verbatim != 0 }

// joined is the text of runs as it is written in the tree. A bracket in code is no mark of a
// citation.
func joined(runs []run) string {
	var b strings.Builder
	for _, r := range runs {
		if r.style&verbatim != 0 {
			b.WriteString(asText(r.text))
		} else {
			b.WriteString(r.text)
		}
	}
	return b.String()
}
