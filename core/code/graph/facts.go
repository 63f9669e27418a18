package graph

import (
	"cmp"
	"slices"
	"strings"
	"unicode"
	"unique"

	"docuquest/core/document"
	"docuquest/core/language/text"
)

// A Name is a word of a program. All files share one copy of it.
type Name = unique.Handle[string]

var noName = unique.Make("")

// Facts are what the graph needs of one file. They hold nothing of its name, so that they
// serve for each file with this content and this language, and are never written after Read
// returned them.
type Facts struct {
	Language string
	Lines    int    // of text
	Opening  string // the first sentence of the comment that the file begins with
	// Definitions are the file itself, which is never left out, and then what it defines,
	// each in front of what is defined inside of it. Constants and variables are left out.
	Definitions []Definition
	References  []Reference // in the order of the text; one may stand there twice
	Imports     []Import    // in the order of the text
	Fields      []Field     // of its types, where other files of the folder may use them
	Module      string      // the name of the module whose top the file marks, "" for none
}

// A Definition is a function, a type or another named piece of a file.
type Definition struct {
	Name       Name   // the last part of it: Put of Library.Put; none for the file
	Owner      Name   // the type, the module or the object that it belongs to, empty for none
	Start, End uint32 // in bytes, with its comment
	Line       uint32 // where its declaration begins, from 0
	Inside     uint32 // which definition holds it; the file holds itself
	Kind       Kind
	// Bodiless says that it is a function without a body: it is declared here, and defined
	// elsewhere.
	Bodiless bool
}

// A Reference is a name that a definition calls, or a type that it mentions.
type Reference struct {
	Name   Name
	On     Name   // what it is called on, see How; empty for nothing
	In     uint32 // which definition calls
	How    How
	IsCall bool
}

// How says what is known of the thing that something is called on.
type How uint8

// The ways to call something.
const (
	Bare    How = iota // called on nothing
	OnName             // on a name: of an import, a type, a module or a variable
	OnOwn              // on the object that the calling method belongs to
	OnType             // on a value that is declared with a type, "Type" or "package.Type"
	OnField            // on a field of that object, whose type another file of the folder may tell
	OnValue            // on a value of which nothing is known
)

// A Field is declared with one type in all of its file.
type Field struct{ Name, Type Name }

// An Import is one name that an import makes known in a file.
type Import struct {
	// Path is what is imported, with slashes between its parts. It begins with "./" or
	// "../" where it is relative to the file's folder.
	Path string
	Name string // under which it is known, "" where all that is in it is known by its own names
	Of   string // the part of it that is imported, "" for it as a whole
}

// Read takes the facts out of the parse tree of a file.
func Read(d *document.Document) *Facts {
	r := newReader(d)
	r.read()
	return r.facts
}

// A Site is a place in a file where something is referred to.
type Site struct {
	Reference
	Span text.Span // of the name
}

// Sites are all places of a file where something is referred to, in the order of the text.
// Their references are those of its facts.
func Sites(d *document.Document) []Site {
	r := newReader(d)
	r.keepsSites = true
	r.read()
	slices.SortFunc(r.sites, func(a, b Site) int { return cmp.Compare(a.Span.Start, b.Span.Start) })
	return r.sites
}

// NameSpan is where the name of a definition stands in its declaration, and the beginning
// of that where it does not.
func NameSpan(content string, d Definition) text.Span {
	start := lineStart(content, int(d.Line))
	end := min(int(d.End), len(content))
	if d.Kind == FileKind || end <= start {
		return text.Span{}
	}
	name := d.Name.Value()
	for at := start; at < end; {
		next := strings.Index(content[at:end], name)
		if next < 0 {
			break
		}
		at += next
		if isWholeWord(content, at, at+len(name)) {
			return text.Span{Start: at, End: at + len(name)}
		}
		at += len(name)
	}
	return text.Span{Start: start, End: start}
}

// lineStart is where a line begins, from 0; the end of a text with fewer lines.
func lineStart(s string, line int) int {
	at := 0
	for range line {
		next := strings.IndexByte(s[at:], '\n')
		if next < 0 {
			return len(s)
		}
		at += next + 1
	}
	return at
}

func isWholeWord(s string, start, end int) bool {
	return (start == 0 || !isNameByte(s[start-1])) && (end == len(s) || !isNameByte(s[end]))
}

// definitions collects those of a document.
type definitions struct {
	document *document.Document
	all      []Definition
	declared []text.Span // their declarations without comments and bodies, by their numbers
	lines    lineCounter
	first    int // where the first definition begins, constants and variables among them
}

func newDefinitions(d *document.Document) *definitions {
	c := &definitions{document: d, lines: lineCounter{text: d.Text}, first: len(d.Text)}
	c.all = []Definition{{Name: noName, Owner: noName, End: uint32(len(d.Text))}}
	c.declared = []text.Span{{}}
	c.add(d.Blocks, around{})
	return c
}

// around is what holds the definitions of one level.
type around struct {
	inside uint32
	owner  string
}

func (c *definitions) add(blocks []document.Block, in around) {
	for _, b := range blocks {
		if b.Kind == document.Definition {
			c.first = min(c.first, b.Span.Start)
			c.add(b.Children, c.define(b, in))
		}
	}
}

// define takes in one definition, and gives what holds those inside of it.
func (c *definitions) define(b document.Block, in around) around {
	kind := kindOf(b.Info)
	owner, name := ownName(b.Title)
	if owner == "self" { // as Ruby writes it
		owner = ""
	}
	switch kind {
	case valueKind:
		return around{in.inside, cmp.Or(name, in.owner)}
	case implKind:
		return around{in.inside, name}
	}
	var declared text.Span
	at := b.Span.Start
	if b.Code != nil && !b.Code.Signature.Empty() {
		declared = b.Code.Signature
		at = declared.Start
	}
	below := around{uint32(len(c.all)), name}
	if kind.IsFunction() {
		below.owner = ""
	}
	c.declared = append(c.declared, declared)
	c.all = append(c.all, Definition{
		Name: unique.Make(name), Owner: unique.Make(cmp.Or(owner, in.owner)),
		Start: uint32(b.Span.Start), End: uint32(b.Span.End), Line: uint32(c.lines.of(at)),
		Inside: in.inside, Kind: kind, Bodiless: kind.IsFunction() && isBodiless(b),
	})
	return below
}

// isBodiless says whether nothing but a mark follows the declaration of a block.
func isBodiless(b document.Block) bool {
	return b.Code != nil && !b.Code.Signature.Empty() && b.Span.End-b.Code.Signature.End <= 1
}

// ownName parts the title of a definition into its name and that of what it belongs to:
// "Library.Put", "Shape::area", "Display for Point".
func ownName(title string) (owner, name string) {
	if at := strings.LastIndex(title, " for "); at >= 0 {
		title = title[at+len(" for "):]
	}
	if at := strings.IndexAny(title, "<[("); at > 0 {
		title = title[:at]
	}
	title = strings.TrimSpace(title)
	at := strings.LastIndexAny(title, ".:#")
	if at < 0 || at+1 == len(title) {
		return "", title
	}
	_, owner = ownName(strings.TrimRight(title[:at], ".:#"))
	return owner, title[at+1:]
}

// cutLast parts a name that a person wrote at its last dot, colon or hash.
func cutLast(name string) (owner, last string) {
	owner, last = ownName(strings.TrimFunc(name, func(r rune) bool { return unicode.IsSpace(r) || r == '(' || r == ')' }))
	return owner, last
}

// cutPath parts a name that a person wrote with a path in front, "core/index.Library.Put",
// into that path and the rest; false for one without a path.
func cutPath(name string) (path, rest string, ok bool) {
	slash := strings.LastIndexByte(name, '/')
	if slash < 0 {
		return "", "", false
	}
	at := strings.IndexAny(name[slash:], ".:#")
	if at < 0 {
		return "", "", false
	}
	rest = strings.TrimLeft(name[slash+at:], ".:#")
	return strings.Trim(strings.TrimPrefix(name[:slash+at], "./"), "/"), rest, rest != ""
}

// A lineCounter counts lines up to offsets, which are asked for mostly in their order.
type lineCounter struct {
	text     string
	at, line int
}

func (c *lineCounter) of(offset int) int {
	if offset < c.at {
		c.at, c.line = 0, 0
	}
	offset = min(offset, len(c.text))
	c.line += strings.Count(c.text[c.at:offset], "\n")
	c.at = offset
	return c.line
}
