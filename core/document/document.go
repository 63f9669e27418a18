// Package document is what a file says, in one shape for all formats: a text
// and a tree of blocks that are spans of it.
//
// A parser turns the bytes of one file into a [Document]. It cannot fail: what
// it cannot read becomes a [Problem] beside what it could. The rooms below this
// one hold a family of formats each and know nothing of one another; which of
// them reads a file is decided by a [Parsers] table that cmd fills.
//
// The room knows nothing of chunks, indexes, models or the disk.
package document

import (
	"docuquest/core/file"
	"docuquest/core/language/text"
)

// A Document is one file as its parser understood it. It is never written after
// the parser returned it, so any number of readers may share it.
type Document struct {
	file.Identity
	Path     string // as in file.File: relative to its folder, with slashes
	Language string // an LSP language identifier, "" if unknown

	// Text is the decoded file for text formats, without a byte order mark. For
	// the others it is what was taken out of the file, and Extracted is set. All
	// spans of blocks are byte offsets in it.
	Text string

	// Extracted says that Text does not occur in the file: nothing in it can be
	// cited by a line of the file.
	Extracted bool

	// Reading is what Text says to a reader where it is full of marks, as HTML
	// and JSON are; nil where Text has no marks.
	Reading *Reading

	// Origin is the document that this one is the reading of, see AsRead; nil for
	// what a parser made.
	Origin *Document

	// Title is what the file calls itself: its front matter's or first
	// heading's text; "" if it says nothing.
	Title string

	// Blocks are the top of the tree, in the order of the text. Blocks of one
	// level do not overlap, and children lie inside their parent.
	Blocks []Block

	Problems []Problem
}

// A Block is one piece of structure.
type Block struct {
	Kind Kind
	Span text.Span

	// Title is the rendered heading of a section: "Install", not "## Install",
	// and the name of what a definition defines. Empty for all other kinds.
	Title string
	// Level of a section's heading, 1 to 6; 0 for all other kinds.
	Level int
	// Info is the language of a code block as its fence names it, what a definition
	// is: "class", "function" and so on, and HeaderLast for some tables.
	Info string

	// Box is where the block is on its page; nil where there are no pages.
	Box *Box
	// Code is what is known of a definition; nil for all other kinds.
	Code *Symbol

	Children []Block
}

// HeaderLast is the Info of a table whose header comes after its rows, as it may in
// JSON.
const HeaderLast = "header last"

// Header returns the header of a table that has children, and its other rows.
func (b Block) Header() (header Block, rows []Block) {
	if last := len(b.Children) - 1; b.Info == HeaderLast {
		return b.Children[last], b.Children[:last]
	}
	return b.Children[0], b.Children[1:]
}

// Kind says what a block is.
type Kind uint8

// The kinds of blocks.
const (
	Paragraph   Kind = iota + 1 // running text, no children
	Section                     // a heading (its first child, where it has one) and all that it governs, sections below it included
	Heading                     // the line or lines of a heading, its marks included
	List                        // its children are items
	Item                        // one item of a list; its children are blocks
	Quote                       // a block quotation
	Code                        // a fenced or indented block of code; Span includes the fence
	Table                       // a whole table; its children are rows, the first the header, see Block.Header
	Row                         // one row of a table, its children cells
	Cell                        // one cell, trimmed
	HTML                        // a block of raw HTML
	FrontMatter                 // YAML or TOML between --- or +++ at the very top
	Break                       // a line that only separates, such as "* * *"
	Page                        // a page of a document that has them, its Box the whole page; its children are on it
	Definition                  // a class, a function or another named piece of a program; its children are defined inside it
)

// String is the lower-case name of a kind.
func (k Kind) String() string {
	names := [...]string{
		"unknown", "paragraph", "section", "heading", "list", "item", "quote",
		"code", "table", "row", "cell", "html", "front matter", "break", "page", "definition",
	}
	if int(k) < len(names) {
		return names[k]
	}
	return names[0]
}

// A Box is a place on a page.
type Box struct {
	Page int // from 1
	// Vertices are the corners from the top left one clockwise, each with x to
	// the right and y down, as shares of the width and height of the page: 0 to 1.
	Vertices [4][2]float64
}

// A Mark is what is to be marked on a page: a box, or one quote in it.
type Mark struct {
	Box
	Quote string // a piece of the document's text; "" for all of the box
}

// A Symbol is what a definition says of itself. Its spans lie inside the block's.
type Symbol struct {
	// Doc is the comment that documents it, its marks included; empty if it has
	// none.
	Doc text.Span
	// Signature is the declaration without the body: "func Open(name string)
	// (*File, error)".
	Signature text.Span
}

// A Problem is something a parser could not read or had to cut short. It never
// keeps a file from being searched by what could be read.
type Problem struct {
	Span    text.Span // where, the zero Span for the whole file
	Message string    // one line in the user's words
	// Passing says that another try may go better: time had run out, for example.
	Passing bool
	// Makeshift says that the blocks are not those which the parser finds in such a file,
	// since time had run out or a fault came between: the same text may have others the
	// next time.
	Makeshift bool
}

// A Parser reads one family of formats. Parse never fails and never keeps a
// reference to anything but the strings of f. It may be called from many
// goroutines at once.
type Parser interface {
	Parse(f file.File) *Document
}

// A Skimmer is a parser that can report sooner what a file says as a whole: all that
// Parse returns but the blocks.
type Skimmer interface {
	Skim(f file.File) *Document
}

// Parsers chooses a parser by language. The zero value has none: every file
// then goes to the Fallback, which must be set.
type Parsers struct {
	ByLanguage map[string]Parser
	Fallback   Parser
	Keys       RecordReader // reads what files of any language state under keys; nil reads none
}

// Records returns what f states under keys, with the document that their spans lie in, which has no
// blocks. A file that is no text has none.
func (p Parsers) Records(f file.File) (*Document, Records) {
	d := New(f)
	if p.Keys == nil || file.IsExtracted(f.Language) {
		return d, Records{}
	}
	return d, p.Keys.Records(d)
}

// Parse reads f by the parser for its language. A title that is too long to be
// one is cut.
func (p Parsers) Parse(f file.File) *Document { return withShortTitles(p.of(f.Language).Parse(f)) }

// Skim returns what f says as a whole, its blocks only where its parser cannot do
// without finding them.
func (p Parsers) Skim(f file.File) *Document {
	if s, ok := p.of(f.Language).(Skimmer); ok {
		return withShortTitles(s.Skim(f))
	}
	return p.Parse(f)
}

// Readable returns what a reader sees of f, its first most bytes. Only a text full of marks, or a
// file that is no text, is parsed for it.
func (p Parsers) Readable(f file.File, marked bool, most int) string {
	s := ""
	if marked {
		s = p.Parse(f).Readable()
	} else {
		s = New(f).Text
	}
	return s[:min(most, len(s))]
}

func (p Parsers) of(language string) Parser {
	if parser, ok := p.ByLanguage[language]; ok {
		return parser
	}
	return p.Fallback
}
