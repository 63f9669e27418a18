package code

import "strings"

// A style is how a language is written, as far as it takes to find comments and
// what they document, and for the outline to find definitions.
type style struct {
	line       []string // marks of comments that end with their line
	block      []marks  // marks around comments
	long       []marks  // marks around strings that go over lines
	quotes     string   // marks of strings that end with their line
	attributes []string // what lines above a definition begin with that belong to it

	// kinds are the words that begin a definition, with what it then is.
	kinds map[string]string
	// functions says how functions look that no word begins.
	functions functions
	// directives are what lines begin with that stand in the first column
	// wherever they are: they end nothing.
	directives []string
	// foldCase says that words may be written in capitals.
	foldCase bool
	// ends are the words that begin the last line of a definition, parts those
	// that begin a line inside of it which is not indented deeper than its first.
	ends, parts map[string]bool
	// statements says that a definition goes on to the first line that ends with
	// a semicolon, however it is indented.
	statements bool
}

type marks struct{ open, close string }

// functions says how a function looks that no word begins.
type functions uint8

const (
	worded   functions = iota // there are none
	bare                      // name(...) {
	inTypes                   // name(...) { inside a class alone
	typed                     // type name(...) {
	assigned                  // name = function(...), and inTypes
	arrowed                   // name <- function(...)
)

var (
	slashes   = looks{line: "//", block: "/* */", quotes: "\"'"}
	hashes    = looks{line: "#", quotes: "\"'"}
	semicolon = looks{line: ";", quotes: "\""}
)

// looks is a style as the table writes it: lists are words between spaces.
type looks struct {
	line, block, long, quotes, attributes string
	kinds                                 string // "class interface def:function"
	functions                             functions
	directives                            string
	ends, parts                           string
	foldCase, statements                  bool
}

// styles holds each programming language.
var styles = map[string]style{
	"asm":             semicolon.style(),
	"bat":             looks{line: ":: rem REM", quotes: "\""}.style(),
	"c":               slashes.with(looks{kinds: cKinds, functions: typed, directives: "#"}),
	"clojure":         semicolon.with(looks{kinds: "defn:function defn-:function defmacro:macro defprotocol:protocol defrecord:record deftype:type defmulti:function defmethod:method"}),
	"cmake":           hashes.with(looks{kinds: "function macro", foldCase: true, ends: "endfunction endmacro"}),
	"cpp":             slashes.with(looks{attributes: "template [[", kinds: cKinds + " class namespace concept", functions: typed, directives: "#"}),
	"csharp":          slashes.with(looks{long: `""" """`, attributes: "[", kinds: "class struct interface enum record namespace delegate:type", functions: typed, directives: "#", parts: "where"}),
	"css":             looks{block: "/* */", quotes: "\"'"}.style(),
	"cuda-cpp":        slashes.with(looks{attributes: "template [[", kinds: cKinds + " class namespace", functions: typed, directives: "#"}),
	"dart":            slashes.with(looks{long: `""" """ ''' '''`, attributes: "@", kinds: "class mixin extension enum typedef:type", functions: typed}),
	"dockerfile":      hashes.style(),
	"elixir":          hashes.with(looks{long: `""" """`, attributes: "@", kinds: "defmodule:module def:function defp:function defmacro:macro defmacrop:macro defprotocol:protocol defimpl:impl", ends: "end", parts: "rescue after else catch"}),
	"erlang":          looks{line: "%", quotes: "\""}.style(),
	"fortran":         looks{line: "!", quotes: "\"'", kinds: "subroutine:function function module program type", foldCase: true, ends: "end endfunction endsubroutine endmodule endprogram", parts: "contains"}.style(),
	"fsharp":          looks{line: "//", block: "(* *)", long: `""" """`, quotes: "\"", attributes: "[<", kinds: "module namespace type let:function member:method"}.style(),
	"go":              slashes.with(looks{long: "` `", attributes: "//go:", kinds: "func:function type const var"}),
	"go.mod":          slashes.style(),
	"groovy":          slashes.with(looks{long: `""" """ ''' '''`, attributes: "@", kinds: "class interface trait enum def:function task:function", functions: typed}),
	"haskell":         looks{line: "--", block: "{- -}", quotes: "\"", kinds: "module data:type newtype:type type class instance:impl", parts: "where"}.style(),
	"java":            slashes.with(looks{long: `""" """`, attributes: "@", kinds: "class interface enum record @interface:annotation", functions: typed}),
	"javascript":      slashes.with(looks{long: "` `", attributes: "@", kinds: scriptKinds, functions: assigned}),
	"javascriptreact": slashes.with(looks{long: "` `", attributes: "@", kinds: scriptKinds, functions: assigned}),
	"julia":           hashes.with(looks{block: "#= =#", long: `""" """`, quotes: "\"", attributes: "@", kinds: "function macro module struct type", ends: "end"}),
	"kotlin":          slashes.with(looks{long: `""" """`, attributes: "@", kinds: "class interface object enum fun:function typealias:type constructor:method init:method"}),
	"less":            slashes.style(),
	"lisp":            semicolon.with(looks{block: "#| |#", kinds: "defun:function defmacro:macro defmethod:method defgeneric:function defclass:class defstruct:struct defvar:var defparameter:var defconstant:const"}),
	"lua":             looks{line: "--", block: "--[[ ]]", long: "[[ ]]", quotes: "\"'", kinds: "function", ends: "end", functions: assigned}.style(),
	"makefile":        hashes.with(looks{kinds: "define:macro", ends: "endef"}),
	"nim":             hashes.with(looks{long: `""" """`, kinds: "proc:function func:function method iterator:function template:macro macro converter:function"}),
	"nix":             hashes.with(looks{block: "/* */", long: "'' ''", quotes: "\""}),
	"objective-c":     slashes.with(looks{kinds: cKinds, functions: typed, directives: "#"}),
	"objective-cpp":   slashes.with(looks{attributes: "template [[", kinds: cKinds + " class namespace", functions: typed, directives: "#"}),
	"ocaml":           looks{block: "(* *)", quotes: "\"", kinds: "let:function module type class exception:type external:function val:var"}.style(),
	"pascal":          looks{line: "//", block: "{ } (* *)", quotes: "'", kinds: "procedure:function function constructor:method destructor:method program unit:module", foldCase: true, ends: "end", parts: "begin var const type label"}.style(),
	"perl":            hashes.with(looks{kinds: "sub:function package:module"}),
	"php":             slashes.with(looks{line: "#", attributes: "#[", kinds: "class interface trait enum function namespace"}),
	"powershell":      hashes.with(looks{block: "<# #>", attributes: "[", kinds: "function filter:function class enum", foldCase: true}),
	"proto":           slashes.with(looks{kinds: "message service enum rpc:method extend:extension"}),
	"python":          hashes.with(looks{long: `""" """ ''' '''`, attributes: "@", kinds: "class def:function"}),
	"r":               hashes.with(looks{functions: arrowed}),
	"ruby":            hashes.with(looks{block: "=begin =end", kinds: "class module def:method", ends: "end", parts: "rescue ensure else elsif"}),
	"rust":            slashes.with(looks{quotes: "\"", attributes: "#[ #![", kinds: "fn:function struct enum union trait impl mod:module macro_rules:macro type const static:var", parts: "where"}),
	"scala":           slashes.with(looks{long: `""" """`, quotes: "\"", attributes: "@", kinds: "class object trait enum def:function type given:var"}),
	"scss":            slashes.with(looks{kinds: "@mixin:mixin @function:function"}),
	"shellscript":     hashes.with(looks{kinds: "function", functions: bare}),
	"sql":             looks{line: "--", block: "/* */", long: "$$ $$", quotes: "'", kinds: "table view function procedure:function trigger index type schema", foldCase: true, statements: true}.style(),
	"svelte":          looks{block: "<!-- -->", quotes: "\""}.style(),
	"swift":           slashes.with(looks{long: `""" """`, quotes: "\"", attributes: "@", kinds: "class struct enum protocol extension actor func:function init:method deinit:method subscript:method typealias:type"}),
	"tcl":             hashes.with(looks{quotes: "\"", kinds: "proc:function namespace"}),
	"terraform":       hashes.with(looks{line: "//", block: "/* */", quotes: "\"", kinds: "resource data module variable:var output provider locals:var"}),
	"typescript":      slashes.with(looks{long: "` `", attributes: "@", kinds: scriptKinds + " interface enum type namespace", functions: assigned}),
	"typescriptreact": slashes.with(looks{long: "` `", attributes: "@", kinds: scriptKinds + " interface enum type namespace", functions: assigned}),
	"vb":              looks{line: "'", quotes: "\"", attributes: "<", kinds: "class module structure:struct interface enum namespace sub:function function property:method", foldCase: true, ends: "end"}.style(),
	"vim":             looks{line: "\"", quotes: "'", kinds: "function", ends: "endfunction endfunc"}.style(),
	"vue":             looks{block: "<!-- -->", quotes: "\""}.style(),
	"zig":             slashes.with(looks{kinds: "fn:function const test:function"}),
}

const (
	cKinds      = "struct union enum"
	scriptKinds = "class function"
)

// with gives a style that has all that either says.
func (l looks) with(more looks) style {
	l.line += " " + more.line
	l.block += " " + more.block
	l.long, l.attributes, l.kinds, l.directives = more.long, more.attributes, more.kinds, more.directives
	l.functions, l.foldCase, l.statements = more.functions, more.foldCase, more.statements
	l.ends, l.parts = more.ends, more.parts
	if more.quotes != "" {
		l.quotes = more.quotes
	}
	return l.style()
}

func (l looks) style() style {
	s := style{
		line: strings.Fields(l.line), block: pairs(l.block), long: pairs(l.long), quotes: l.quotes,
		attributes: strings.Fields(l.attributes), kinds: map[string]string{}, functions: l.functions,
		directives: strings.Fields(l.directives), foldCase: l.foldCase, statements: l.statements,
		ends: wordSet(l.ends), parts: wordSet(l.parts),
	}
	for _, kind := range strings.Fields(l.kinds) {
		word, info, ok := strings.Cut(kind, ":")
		if !ok {
			info = word
		}
		s.kinds[word] = info
	}
	return s
}

func pairs(list string) []marks {
	var out []marks
	words := strings.Fields(list)
	for i := 0; i+1 < len(words); i += 2 {
		out = append(out, marks{open: words[i], close: words[i+1]})
	}
	return out
}
