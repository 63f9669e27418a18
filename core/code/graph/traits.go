package graph

import (
	"cmp"
	"slices"
	"strings"
)

// traits are how a language is written, as far as it takes to find what is called, and what
// a name may mean in it.
type traits struct {
	comments
	long   []marks // marks around strings that go over lines
	quotes string  // marks of strings that end with their line; "" for both usual ones
	extra  string  // bytes that stand in names besides those of other languages

	characters  bool // a string between ' holds one character
	templates   bool // strings in backquotes hold programs
	bracketless bool // calls need no brackets: each name may be one
	elements    bool // <Name> calls

	typed    typing
	self     []string // the object that a method belongs to
	implicit bool     // its methods and fields are known without naming it
	scope    scope
	imports  importReader // nil where no import is known
	// importsFirst says that no import stands behind a definition.
	importsFirst bool

	classes *[256]class // of bytes, made of the above
}

// comments are the marks of those that end with their line, and of those between two.
type comments struct {
	line  []string
	block []marks
}

type marks struct{ open, close string }

// typing is where a type stands that a variable is declared with.
type typing uint8

const (
	untyped    typing = iota
	typeBehind        // name Type
	typeColon         // name: Type
	typeFront         // Type name
)

// scope is where a name is known without an import.
type scope uint8

const (
	fileScope   scope = iota // in its file
	folderScope              // in its folder
	openScope                // anywhere, since imports do not say what they make known
)

// class says what a byte of a program may begin, in bits.
type class uint8

const (
	inWord class = 1 << iota
	beginsWord
	beginsComment
	beginsString
	isSpace
)

// classesOf are those of all bytes.
func (t *traits) classesOf() *[256]class {
	var all [256]class
	for i := range all {
		c := byte(i)
		switch {
		case c <= ' ':
			all[i] |= isSpace
		case isNameByte(c) && !isDigit(c):
			all[i] |= inWord | beginsWord
		case isDigit(c):
			all[i] |= inWord
		case strings.IndexByte(t.extra, c) >= 0:
			all[i] |= inWord
		case strings.IndexByte(t.quotes, c) >= 0:
			all[i] |= beginsString
		}
	}
	for _, m := range t.line {
		all[m[0]] |= beginsComment
	}
	for _, m := range t.block {
		all[m.open[0]] |= beginsComment
	}
	for _, m := range t.long {
		all[m.open[0]] |= beginsString
	}
	return &all
}

func (t *traits) isSelf(name string) bool { return slices.Contains(t.self, name) }

// traitsOf are those of a language.
func traitsOf(language string) *traits {
	if t, ok := traitsByLanguage[language]; ok {
		return t
	}
	return otherTraits
}

var (
	slashes   = comments{line: []string{"//"}, block: []marks{{"/*", "*/"}}}
	hashes    = comments{line: []string{"#"}}
	dashes    = comments{line: []string{"--"}}
	semicolon = comments{line: []string{";"}}
	rounds    = comments{line: []string{"//"}, block: []marks{{"(*", "*)"}}}

	backquotes = []marks{{"`", "`"}}
	threeLong  = []marks{{`"""`, `"""`}}
	bothLong   = []marks{{`"""`, `"""`}, {"'''", "'''"}}

	this   = []string{"this"}
	selves = []string{"self", "Self"}
)

var otherTraits = compiled(map[string]traits{"": {comments: hashes, scope: openScope}})[""]

var traitsByLanguage = compiled(map[string]traits{
	"go":     {comments: slashes, long: backquotes, characters: true, typed: typeBehind, scope: folderScope, imports: goImports, importsFirst: true},
	"go.mod": {comments: slashes},
	"python": {comments: hashes, long: bothLong, typed: typeColon, self: []string{"self", "cls"}, imports: pythonImports},

	"javascript":      {comments: slashes, quotes: scriptQuotes, templates: true, typed: typeColon, self: this, imports: scriptImports},
	"javascriptreact": {comments: slashes, quotes: scriptQuotes, templates: true, elements: true, typed: typeColon, self: this, imports: scriptImports},
	"typescript":      {comments: slashes, quotes: scriptQuotes, templates: true, typed: typeColon, self: this, imports: scriptImports},
	"typescriptreact": {comments: slashes, quotes: scriptQuotes, templates: true, elements: true, typed: typeColon, self: this, imports: scriptImports},
	"svelte":          {comments: slashes, quotes: scriptQuotes, templates: true, typed: typeColon, self: this, imports: scriptImports},
	"vue":             {comments: slashes, quotes: scriptQuotes, templates: true, typed: typeColon, self: this, imports: scriptImports},

	"java":   {comments: slashes, long: threeLong, characters: true, typed: typeFront, self: this, implicit: true, scope: folderScope, imports: dottedImports},
	"kotlin": {comments: slashes, long: threeLong, characters: true, typed: typeColon, self: this, implicit: true, scope: folderScope, imports: dottedImports},
	"scala":  {comments: slashes, long: threeLong, characters: true, typed: typeColon, self: this, implicit: true, scope: folderScope, imports: dottedImports},
	"groovy": {comments: slashes, long: bothLong, typed: typeFront, self: this, implicit: true, scope: folderScope, imports: dottedImports},
	"csharp": {comments: slashes, long: threeLong, characters: true, typed: typeFront, self: this, implicit: true, scope: openScope, imports: usingImports},
	"dart":   {comments: slashes, long: bothLong, typed: typeFront, self: this, implicit: true, scope: openScope, imports: quotedImports},
	"swift":  {comments: slashes, long: threeLong, typed: typeColon, self: selves, implicit: true, scope: openScope},

	"c":             {comments: slashes, characters: true, typed: typeFront, scope: openScope, imports: includeImports},
	"cpp":           {comments: slashes, characters: true, typed: typeFront, self: this, implicit: true, scope: openScope, imports: includeImports},
	"cuda-cpp":      {comments: slashes, characters: true, typed: typeFront, self: this, implicit: true, scope: openScope, imports: includeImports},
	"objective-c":   {comments: slashes, characters: true, typed: typeFront, self: selves, scope: openScope, imports: includeImports},
	"objective-cpp": {comments: slashes, characters: true, typed: typeFront, self: this, implicit: true, scope: openScope, imports: includeImports},

	"rust": {comments: slashes, characters: true, typed: typeColon, self: selves, imports: rustImports},
	"zig":  {comments: slashes, characters: true, typed: typeColon, self: selves, scope: openScope},
	"php":  {comments: comments{line: []string{"//", "#"}, block: slashes.block}, typed: typeFront, self: []string{"$this", "self", "static"}, scope: openScope, imports: usingImports},

	"ruby":        {comments: hashes, extra: "?!", bracketless: true, self: selves, implicit: true, scope: openScope, imports: quotedImports},
	"shellscript": {comments: hashes, extra: "-", bracketless: true, scope: openScope},
	"elixir":      {comments: hashes, long: bothLong, extra: "?!", bracketless: true, scope: openScope},
	"nim":         {comments: hashes, long: threeLong, bracketless: true, scope: openScope},
	"lua":         {comments: comments{line: dashes.line, block: []marks{{"--[[", "]]"}}}, long: []marks{{"[[", "]]"}}, self: selves, scope: openScope, imports: quotedImports},
	"haskell":     {comments: comments{line: dashes.line, block: []marks{{"{-", "-}"}}}, characters: true, bracketless: true, scope: openScope},
	"sql":         {comments: comments{line: dashes.line, block: slashes.block}, bracketless: true, scope: openScope},
	"ocaml":       {comments: comments{block: rounds.block}, characters: true, bracketless: true, scope: openScope},
	"fsharp":      {comments: rounds, characters: true, bracketless: true, scope: openScope},
	"pascal":      {comments: comments{line: rounds.line, block: []marks{{"{", "}"}, {"(*", "*)"}}}, typed: typeColon, bracketless: true, scope: openScope},
	"erlang":      {comments: comments{line: []string{"%"}}, scope: openScope},
	"lisp":        {comments: semicolon, quotes: `"`, extra: "-?!*+", bracketless: true, scope: openScope},
	"clojure":     {comments: semicolon, quotes: `"`, extra: "-?!*+", bracketless: true, scope: openScope},
	"fortran":     {comments: comments{line: []string{"!"}}, scope: openScope},
	"vim":         {comments: comments{line: []string{`"`}}, quotes: "'", scope: openScope},
})

const (
	usualQuotes  = "\"'"
	scriptQuotes = usualQuotes + "`"
)

// compiled completes traits.
func compiled(written map[string]traits) map[string]*traits {
	all := map[string]*traits{}
	for language, t := range written {
		t.quotes = cmp.Or(t.quotes, usualQuotes)
		t.classes = t.classesOf()
		all[language] = &t
	}
	return all
}

// A family is languages whose programs call one another.
type family uint8

// familyOf is that of a language. Languages that are not known share one.
func familyOf(language string) family {
	if f, ok := families[language]; ok {
		return f
	}
	return 0
}

var families = func() map[string]family {
	all := map[string]family{}
	for _, together := range []string{
		"javascript javascriptreact typescript typescriptreact svelte vue",
		"java kotlin scala groovy",
		"c cpp cuda-cpp objective-c objective-cpp",
	} {
		f := family(len(all) + 1)
		for language := range strings.FieldsSeq(together) {
			all[language] = f
		}
	}
	for language := range traitsByLanguage {
		if _, ok := all[language]; !ok {
			all[language] = family(len(all) + 1)
		}
	}
	return all
}()

// isKeyword says whether a word that stands alone is one of a language and declares nothing.
func isKeyword(word string) bool { return keywords[word] }

var keywords = setOf(`if else for while switch case default break continue return goto func function def fn fun
	class struct interface enum union trait impl type typedef var let const static final public private protected
	internal abstract virtual override async await yield go defer range select chan map import from export package
	module namespace using use include require extends implements with as is in not and or elif elsif unless until
	then end begin rescue ensure try catch finally throw throws raise except assert lambda new delete sizeof typeof
	instanceof void true false null nil None True False self this super global nonlocal pass del match when where
	mut pub mod crate extern unsafe ref out foreach echo readonly declare template typename operator`)

// isNeverCalled says whether a word in front of brackets is no name in any language.
func isNeverCalled(word string) bool { return neverCalled[word] }

var neverCalled = setOf(`if else for while switch catch return func function def and or not in elif sizeof typeof new
	await yield case super this self assert raise do co_return co_await co_yield`)

// leadsToCall says whether a keyword may stand right in front of what is called. Behind any
// other word a name with brackets is declared.
func leadsToCall(word string) bool { return callLeaders[word] }

var callLeaders = setOf(`return new throw else await yield go defer case range not and or if elif while until unless do
	is in as raise assert when from match typeof delete lambda print echo then with except async puts begin try loop
	of default repeat co_return co_await co_yield`)

func setOf(words string) map[string]bool {
	set := map[string]bool{}
	for word := range strings.FieldsSeq(words) {
		set[word] = true
	}
	return set
}
