// Package code reads programs: a tree of what a file defines, by containment,
// with the comments that document it and the exact bytes of each declaration.
//
// Three readers find definitions, and one builder (tree.go) makes blocks of them:
//
//   - go/parser reads Go.
//   - tree-sitter reads the languages of grammars.go, in builds that have cgo.
//   - The outline reads all others by the words that begin a definition and by
//     indentation. It also reads what the first two cannot: files that are too
//     long for them, that take too long, or that are so broken that the outline
//     finds more in them.
//
// Nothing is lost: what stands between two definitions becomes blocks of code,
// cut at blank lines. A file in which nothing is defined is such blocks alone.
package code

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"time"

	"docuquest/core/document"
	"docuquest/core/file"
)

// Options are the limits for one file. A zero field has its default.
type Options struct {
	// TimeLimit is how long a grammar may work on one file: 500 ms.
	TimeLimit time.Duration
	// SizeLimit is the length in bytes of the longest file that a grammar or
	// go/parser gets to read: 1 MiB.
	SizeLimit int
}

// The defaults of Options.
const (
	defaultTimeLimit = 500 * time.Millisecond
	defaultSizeLimit = 1 << 20
)

// A Parser reads programs. It may be used by any number of goroutines at once.
type Parser struct {
	limits  Options
	readers map[string]reader // by language; all others are read by the outline
}

// A reader finds what a text defines. It gives false if it ran into a limit.
type reader func(text string) (found result, ok bool)

// A result is what a reader found.
type result struct {
	definitions []definition // in the order of the text
	broken      bool         // the text is no whole program: the outline may find more
}

// New makes a parser with limits.
func New(o Options) *Parser {
	o.TimeLimit = cmp.Or(o.TimeLimit, defaultTimeLimit)
	o.SizeLimit = cmp.Or(o.SizeLimit, defaultSizeLimit)
	p := &Parser{limits: o, readers: grammarReaders(o.TimeLimit)}
	p.readers["go"] = readGo
	return p
}

// Languages gives the identifiers of the languages that the parser knows,
// sorted. They are those for which [file.IsCode] holds.
func (p *Parser) Languages() []string { return slices.Sorted(maps.Keys(styles)) }

// Skim gives f without its definitions, which take most of the time.
func (p *Parser) Skim(f file.File) *document.Document { return document.New(f) }

// Parse reads f. A language that the parser does not know is cut at its blank
// lines. A fault of a library costs the definitions of this one file.
func (p *Parser) Parse(f file.File) (d *document.Document) {
	d = document.New(f)
	s := styles[f.Language]
	defer func() {
		if fault := recover(); fault != nil {
			makeDo(d, "read without its definitions, since they could not be read: %v", fault)
			d.Blocks = builder{text: d.Text, language: f.Language}.blocks(nil)
		}
	}()
	found := p.definitions(d, f.Language, s)
	d.Blocks = builder{text: d.Text, language: f.Language, style: s}.blocks(found)
	return d
}

// definitions reads the text of d by the best reader there is for it.
func (p *Parser) definitions(d *document.Document, language string, s style) []definition {
	read, ok := p.readers[language]
	if !ok {
		return outline(d.Text, s)
	}
	if p.limits.SizeLimit < len(d.Text) {
		complain(d, "longer than %d bytes: definitions were found by their first words and indentation", p.limits.SizeLimit)
		return outline(d.Text, s)
	}
	if anglesNest[language] && maxOpenAngles < openAngles(d.Text) {
		complain(d, "more than %d times < without >: definitions were found by their first words and indentation", maxOpenAngles)
		return outline(d.Text, s)
	}
	found, ok := read(d.Text)
	if !ok {
		makeDo(d, "not read within %v: definitions were found by their first words and indentation", p.limits.TimeLimit)
		return outline(d.Text, s)
	}
	if found.broken {
		return richer(found.definitions, outline(d.Text, s))
	}
	return found.definitions
}

// richer gives what a reader found in a broken program, unless the outline found
// half as many definitions again. It needs that much: it also takes some lines
// for definitions that are none.
func richer(read, outlined []definition) []definition {
	if 3*count(read) < 2*count(outlined) {
		return outlined
	}
	return read
}

func complain(d *document.Document, format string, args ...any) {
	d.Problems = append(d.Problems, document.Problem{Message: fmt.Sprintf(format, args...)})
}

// makeDo says why the definitions are others than those of the same text at another time.
func makeDo(d *document.Document, format string, args ...any) {
	d.Problems = append(d.Problems, document.Problem{Message: fmt.Sprintf(format, args...), Makeshift: true})
}
