// Package code reads programs: a tree of what a file defines, by containment,
// with the comments that document it and the exact bytes of each declaration.
//
// Three readers find definitions, and one builder (blocks.go) makes blocks of them:
//
//   - go/parser reads Go.
//   - Grammars read the languages of rules.go, in builds that have cgo.
//   - The outline reads all others by the words that begin a definition and by
//     indentation. It also reads what the first two cannot: files that are too
//     long for them, that take too long, or that are so broken that the outline
//     finds more in them.
//
// Nothing is lost: what is between two definitions becomes blocks of code, cut at
// blank lines. A file in which nothing is defined consists of such blocks.
package code

import (
	"cmp"
	"fmt"
	"time"

	"docuquest/core/code/languages"
	"docuquest/core/document"
	"docuquest/core/file"
)

// Options are the limits for one file. A zero field has its default.
type Options struct {
	// TimeLimit is how long a grammar may work on one file: 500 ms.
	TimeLimit time.Duration
	// SizeLimit is the length in bytes of the longest file that is read by a grammar or
	// go/parser: 1 MiB.
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

// A reader finds what a text defines. It reports false if it ran into a limit.
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

// Languages returns the identifiers of the languages that the parser knows, sorted. They are
// those for which [file.IsCode] is true.
func (p *Parser) Languages() []string {
	var all []string
	for _, l := range languages.All() {
		if l.IsProgram {
			all = append(all, l.Name)
		}
	}
	return all
}

// Skim returns f without its definitions, which take most of the time.
func (p *Parser) Skim(f file.File) *document.Document { return document.New(f) }

// Parse reads f. A language that the parser does not know is cut at its blank
// lines. A fault of a library costs the definitions of this one file.
func (p *Parser) Parse(f file.File) (d *document.Document) {
	d = document.New(f)
	language := languages.Of(f.Language)
	defer func() {
		if fault := recover(); fault != nil {
			report(d, true, "read without its definitions, since they could not be read: %v", fault)
			d.Blocks = builder{text: d.Text, name: f.Language, language: languages.Of("")}.blocks(nil)
		}
	}()
	found := p.definitions(d, language)
	d.Blocks = builder{text: d.Text, name: f.Language, language: language}.blocks(found)
	return d
}

// definitions reads the text of d by the best reader for its language.
func (p *Parser) definitions(d *document.Document, language *languages.Language) []definition {
	read, ok := p.readers[language.Name]
	if !ok {
		return outline(d.Text, language)
	}
	const instead = "definitions were found by their first words and indentation"
	if p.limits.SizeLimit < len(d.Text) {
		report(d, false, "longer than %d bytes: %s", p.limits.SizeLimit, instead)
		return outline(d.Text, language)
	}
	if language.Angles && maxOpenAngles < openAngles(d.Text) {
		report(d, false, "more than %d times < without >: %s", maxOpenAngles, instead)
		return outline(d.Text, language)
	}
	found, ok := read(d.Text)
	if !ok {
		report(d, true, "not read within %v: %s", p.limits.TimeLimit, instead)
		return outline(d.Text, language)
	}
	if found.broken {
		// The outline needs half as many definitions again to be preferred: it also takes some
		// lines for definitions that are none.
		if outlined := outline(d.Text, language); 3*count(found.definitions) < 2*count(outlined) {
			return outlined
		}
	}
	return found.definitions
}

// report adds a problem to a document. With a makeshift, the definitions differ from those of the
// same text at another time.
func report(d *document.Document, makeshift bool, format string, args ...any) {
	d.Problems = append(d.Problems, document.Problem{Message: fmt.Sprintf(format, args...), Makeshift: makeshift})
}

// maxOpenAngles is how many angle brackets that nothing closes a grammar may
// read. The library takes each for the beginning of a list of types, and when the
// file turns out to be broken, it repairs that in one step that no time limit ends:
// 100 KB of "a<a<" took 60 s and 10 GB. Comparisons are such brackets too, but a
// file of 1 MiB that a person wrote has a few hundred of them.
const maxOpenAngles = 2000

// openAngles counts the angle brackets that nothing closes before the next
// semicolon. Arrows close none.
func openAngles(s string) int {
	all, open := 0, 0
	for i := range len(s) {
		switch s[i] {
		case '<':
			all++
			open++
		case '>':
			if open > 0 && s[i-1] != '=' && s[i-1] != '-' {
				all--
				open--
			}
		case ';':
			open = 0
		}
	}
	return all
}
