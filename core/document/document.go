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
	"docuquest/core/text"
)

// A Document is one file as its parser understood it. It is never written after
// the parser returned it, so any number of readers may share it.
type Document struct {
	file.Identity
	Path     string // as in file.File: relative to its folder, with slashes
	Language string // an LSP language identifier, "" if unknown

	// Text is the decoded file for text formats, without a byte order mark.
	// All spans of blocks are byte offsets in it.
	Text string

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

	// Title is the rendered heading of a section: "Install", not "## Install".
	// Empty for all other kinds.
	Title string
	// Level of a section's heading, 1 to 6; 0 for all other kinds.
	Level int
	// Info is the language of a code block as its fence names it.
	Info string

	Children []Block
}

// Kind says what a block is.
type Kind uint8

// The kinds of blocks.
const (
	Paragraph   Kind = iota + 1 // running text, no children
	Section                     // a heading (its first child) and all that it governs, sections below it included
	Heading                     // the line or lines of a heading, its marks included
	List                        // its children are items
	Item                        // one item of a list; its children are blocks
	Quote                       // a block quotation
	Code                        // a fenced or indented block of code; Span includes the fence
	Table                       // a whole table; its children are rows, the first the header
	Row                         // one row of a table, its children cells
	Cell                        // one cell, trimmed
	HTML                        // a block of raw HTML
	FrontMatter                 // YAML or TOML between --- or +++ at the very top
	Break                       // a line that only separates, such as "* * *"
)

// String is the lower-case name of a kind.
func (k Kind) String() string {
	names := [...]string{
		"unknown", "paragraph", "section", "heading", "list", "item", "quote",
		"code", "table", "row", "cell", "html", "front matter", "break",
	}
	if int(k) < len(names) {
		return names[k]
	}
	return names[0]
}

// A Problem is something a parser could not read or had to cut short. It never
// keeps a file from being searched by what could be read.
type Problem struct {
	Span    text.Span // where, the zero Span for the whole file
	Message string    // one line in the user's words
}

// A Parser reads one family of formats. Parse never fails and never keeps a
// reference to anything but the strings of f. It may be called from many
// goroutines at once.
type Parser interface {
	Parse(f file.File) *Document
}

// Parsers chooses a parser by language. The zero value has none: every file
// then goes to the Fallback, which must be set.
type Parsers struct {
	ByLanguage map[string]Parser
	Fallback   Parser
}

// Parse reads f by the parser for its language.
func (p Parsers) Parse(f file.File) *Document {
	if parser, ok := p.ByLanguage[f.Language]; ok {
		return parser.Parse(f)
	}
	return p.Fallback.Parse(f)
}
