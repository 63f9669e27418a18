package graph

import (
	"cmp"
	"math"
	"strings"
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
	// Definitions are the file itself, which is always there, and then what it defines,
	// each in front of what is defined inside of it. Constants and variables are left out.
	Definitions []Definition
	References  []Reference // in the order of the text; one may be there twice
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
	Inside     uint32 // which definition has it; the file holds itself
	Kind       Kind
	// Bodiless is true for a function without a body: it is declared here, and defined
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

// How is what is known of the value that something is called on.
type How uint8

// The ways to call something.
const (
	Bare    How = iota // called on nothing
	OnName             // on a name: of an import, a type, a module or a variable
	OnOwn              // on the object that the calling method belongs to
	OnType             // on a value that is declared with a type, "Type" or "package.Type"
	OnField            // on a field of that object, whose type another file of the folder may declare
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

// A Site is a place in a file where something is referred to.
type Site struct {
	Reference
	Span text.Span // of the name
}

// Read takes the facts out of the parse tree of a file.
func Read(d *document.Document) *Facts {
	facts, _ := read(d, false)
	return facts
}

// Sites are all places of a file where something is referred to, in the order of the text.
// Their references are those of its facts.
func Sites(d *document.Document) []Site {
	_, sites := read(d, true)
	return sites
}

// ReadSites is Read and Sites in one.
func ReadSites(d *document.Document) (*Facts, []Site) { return read(d, true) }

func read(d *document.Document, withSites bool) (*Facts, []Site) {
	content := d.Text[:min(len(d.Text), math.MaxUint32)]
	lines := strings.Count(content, "\n")
	if content != "" && !strings.HasSuffix(content, "\n") {
		lines++
	}
	defined := definitions{lines: lineCounter{text: d.Text}, first: len(d.Text), declared: []text.Span{{}}}
	defined.all = []Definition{{Name: noName, Owner: noName, End: uint32(len(d.Text))}}
	defined.add(d.Blocks, around{})
	facts := &Facts{Language: d.Language, Definitions: defined.all, Lines: lines}
	if d.Language == "go.mod" {
		for line := range strings.Lines(content) {
			if fields := strings.Fields(line); len(fields) > 1 && fields[0] == "module" {
				facts.Module = strings.Trim(fields[1], "\"`")
				break
			}
		}
		return facts, nil
	}
	dialect := dialectOf(d.Language)
	facts.Opening = opening(content, dialect)
	program := content
	if dialect.ImportsFirst {
		program = program[:min(defined.first, len(content))]
	}
	for _, i := range importsOf(program, dialect) { // without keeping the text, which is much longer
		facts.Imports = append(facts.Imports, Import{strings.Clone(i.Path), strings.Clone(i.Name), strings.Clone(i.Of)})
	}
	r := &reader{
		lexer: lexer{text: content, dialect: dialect}, facts: facts, declared: defined.declared,
		ownNamed: make([]bool, len(defined.all)), holders: []uint32{0}, types: map[variable]string{}, functions: map[variable]int{},
	}
	return facts, r.read(withSites)
}

// definitions collects those of a document.
type definitions struct {
	all      []Definition
	declared []text.Span // their declarations without comments and bodies, by their numbers
	lines    lineCounter
	first    int // where the first definition begins, constants and variables among them
}

// around is what has the definitions of one level.
type around struct {
	inside uint32
	owner  string
}

func (c *definitions) add(blocks []document.Block, in around) {
	for _, b := range blocks {
		if b.Kind != document.Definition {
			continue
		}
		c.first = min(c.first, b.Span.Start)
		kind, isKnown := kindsByName[b.Info]
		if !isKnown {
			kind = otherKind
		}
		owner, name := OwnName(b.Title)
		if owner == "self" { // as Ruby writes it
			owner = ""
		}
		switch kind {
		case valueKind:
			c.add(b.Children, around{in.inside, cmp.Or(name, in.owner)})
			continue
		case implKind:
			c.add(b.Children, around{in.inside, name})
			continue
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
			Start: uint32(b.Span.Start), End: uint32(b.Span.End), Line: uint32(c.lines.of(at)), Inside: in.inside, Kind: kind,
			// Nothing but a mark follows the declaration.
			Bodiless: kind.IsFunction() && !declared.Empty() && b.Span.End-declared.End <= 1,
		})
		c.add(b.Children, below)
	}
}

// A lineCounter counts lines up to offsets, which mostly come in their order.
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

// nameMarks separate the parts of a name.
const nameMarks = ".:#"

// OwnName parts the title of a definition into its name and that of what it belongs to:
// "Library.Put", "Shape::area", "Display for Point".
func OwnName(title string) (owner, name string) {
	if at := strings.LastIndex(title, " for "); at >= 0 {
		title = title[at+len(" for "):]
	}
	if at := strings.IndexAny(title, "<[("); at > 0 {
		title = title[:at]
	}
	title = strings.TrimSpace(title)
	at := strings.LastIndexAny(title, nameMarks)
	if at < 0 || at+1 == len(title) {
		return "", title
	}
	_, owner = OwnName(strings.TrimRight(title[:at], nameMarks))
	return owner, title[at+1:]
}

// NameSpan is the name of a definition in its declaration, and the beginning
// of that where it does not contain the name.
func NameSpan(content string, d Definition) text.Span {
	start, end := 0, min(int(d.End), len(content))
	for range d.Line {
		next := strings.IndexByte(content[start:], '\n')
		if next < 0 {
			return text.Span{}
		}
		start += next + 1
	}
	if d.Kind == FileKind || end <= start {
		return text.Span{}
	}
	name := d.Name.Value()
	for at := start; at < end; at += len(name) {
		next := strings.Index(content[at:end], name)
		if next < 0 {
			break
		}
		at += next
		behind := at + len(name)
		if (at == 0 || !isNameByte(content[at-1])) && (behind == len(content) || !isNameByte(content[behind])) {
			return text.Span{Start: at, End: behind}
		}
	}
	return text.Span{Start: start, End: start}
}

// A Kind is what a definition is.
type Kind uint8

// The kinds that the graph distinguishes; String knows them all.
const (
	FileKind Kind = iota
	functionKind
	methodKind
	macroKind
	classKind // the first of the types
	structKind
	interfaceKind
	traitKind
	enumKind
	unionKind
	recordKind
	protocolKind
	typeKind
	objectKind
	annotationKind // the last of them
	moduleKind
	namespaceKind
	otherKind
	implKind  // adds to a type, and is no definition itself
	valueKind // neither are constants and variables
)

// kindNames are the kinds in the words of the parsers.
var kindNames = [...]string{
	FileKind: "file", functionKind: "function", methodKind: "method", macroKind: "macro", classKind: "class",
	structKind: "struct", interfaceKind: "interface", traitKind: "trait", enumKind: "enum", unionKind: "union",
	recordKind: "record", protocolKind: "protocol", typeKind: "type", objectKind: "object", annotationKind: "annotation",
	moduleKind: "module", namespaceKind: "namespace", otherKind: "definition", implKind: "impl", valueKind: "var",
}

// kindsByName leads from the words of the parsers to kinds. Some parsers have several words
// for one.
var kindsByName = func() map[string]Kind {
	kinds := map[string]Kind{
		"actor": classKind, "mixin": classKind, "concept": interfaceKind, "service": interfaceKind, "message": structKind,
		"extension": implKind, "const": valueKind, "field": valueKind, "property": valueKind, "package": moduleKind, "program": moduleKind,
	}
	for k, name := range kindNames {
		kinds[name] = Kind(k)
	}
	delete(kinds, kindNames[FileKind])
	return kinds
}()

// String is the word for a kind, such as "struct".
func (k Kind) String() string {
	if int(k) < len(kindNames) {
		return kindNames[k]
	}
	return kindNames[otherKind]
}

// IsType reports whether a definition is a type.
func (k Kind) IsType() bool { return classKind <= k && k <= annotationKind }

// IsFunction reports whether a definition is a function, a method or a macro.
func (k Kind) IsFunction() bool { return functionKind <= k && k <= macroKind }
