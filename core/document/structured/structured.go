// Package structured reads files whose structure is data: JSON, YAML, TOML, and
// tables with a delimiter between their cells.
//
// All but the tables become a tree of keys first (node.go), and the tree becomes
// blocks (outline.go): what lies below a key is a section that the key names,
// and neighbouring keys with a plain value each are a paragraph. JSON of one
// shape is more than data: an object with a title and any of sections,
// subsections, content, table and code_block is a section of a document that
// somebody wrote (sections.go, table.go).
//
// YAML, TOML and tables read as they are. JSON, and tables with doubled quotes
// in their cells, get a [document.Reading] without quotes and escapes.
//
// Nothing here takes more time or memory than grows with the length of a file:
// maxDepth, maxValues and maxRecords say where a parser stops looking for
// structure. What lies behind is read as plain text, and a Problem says so.
package structured

import (
	"cmp"
	"fmt"
	"slices"
	"unicode/utf8"

	"docuquest/core/document"
	"docuquest/core/file"
	"docuquest/core/language/text"
)

const (
	// maxDepth is how many lists and objects may lie in one another. Section
	// levels end at 6 long before.
	maxDepth = 64
	// maxValues is how many values of a JSON, YAML or TOML file are looked at
	// one by one. Each costs some 200 bytes until the blocks are made.
	maxValues = 250_000
	// maxRecords is how many cells of a table, or lines of a file of JSON
	// lines, become blocks of some 100 bytes each.
	maxRecords = 250_000
	// maxProblems is how many problems of a file are reported one by one.
	maxProblems = 20
)

// Parsers returns the parsers of this package by the language of the files that
// they read. The map is the caller's.
func Parsers() map[string]document.Parser {
	return map[string]document.Parser{
		"json":  JSON{},
		"jsonc": JSON{},
		"jsonl": JSONLines{},
		"yaml":  YAML{},
		"toml":  TOML{},
		"csv":   Delimited{},
		"tsv":   Delimited{},
	}
}

// parse makes the document of f and has read fill it in. A fault of a library
// costs the structure of this one file.
func parse(f file.File, read func(d *document.Document)) (d *document.Document) {
	d = document.New(f)
	defer func() {
		if fault := recover(); fault != nil {
			d.Title, d.Reading = "", nil
			asParagraphs(d, 0, fmt.Sprint(fault))
		}
	}()
	read(d)
	return d
}

// asParagraphs reads a file that breaks the rules of its format at an offset as
// paragraphs between blank lines.
func asParagraphs(d *document.Document, at int, why string) {
	d.Blocks = document.Paragraphs(d.Text, document.Paragraph)
	d.Problems = append(d.Problems, document.Problem{
		Span:    point(d.Text, at),
		Message: "read as plain text: " + why,
	})
}

// point is the empty span at the beginning of the character at an offset. An
// offset outside of the text is brought back into it.
func point(s string, at int) text.Span {
	at = min(max(at, 0), len(s))
	for 0 < at && at < len(s) && !utf8.RuneStart(s[at]) {
		at--
	}
	return text.Span{Start: at, End: at}
}

// problems collects what is wrong with one file. Its zero value is ready.
type problems struct {
	list []document.Problem
	more int // how many were not listed
}

func (p *problems) add(span text.Span, format string, args ...any) {
	if len(p.list) == maxProblems {
		p.more++
		return
	}
	p.list = append(p.list, document.Problem{Span: span, Message: fmt.Sprintf(format, args...)})
}

// addTo hands the problems over to a document, in the order of its text.
func (p *problems) addTo(d *document.Document) {
	slices.SortStableFunc(p.list, func(a, b document.Problem) int { return cmp.Compare(a.Span.Start, b.Span.Start) })
	d.Problems = append(d.Problems, p.list...)
	if p.more > 0 {
		d.Problems = append(d.Problems, document.Problem{Message: fmt.Sprintf("and %d more problems", p.more)})
	}
}
