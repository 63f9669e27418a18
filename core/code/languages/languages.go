// Package languages is the table of the languages of files: the names of their files, and for
// programming languages how comments, strings, imports and definitions are written.
//
// The table is languages.txt. A language is added there, and no other room has lists of its own.
// The lowest room, file, names languages by it, so this room imports no other.
package languages

import (
	_ "embed"
	"fmt"
	"maps"
	"slices"
	"strings"
)

// A Language is one language of files. It is never written.
type Language struct {
	Name      string   // the identifier of LSP, such as "go"
	Files     []string // the ends of file names, such as ".go", and whole names, in lower case
	IsProgram bool     // all that follows is empty for other languages

	Line       []string // marks of comments that end with their line
	Block      []Marks  // of comments that may span lines
	Long       []Marks  // of strings that may span lines
	Bodies     []Marks  // of programs that are written as strings
	Quotes     string   // marks of strings that end with their line, without the ' of Characters
	Characters bool     // a string between ' has one character
	Templates  bool     // strings in backquotes hold programs
	Docstrings bool     // a string that begins a body documents it
	NameBytes  string   // bytes that names may contain besides letters, digits, _ and $

	Defines    map[string]string // the words that begin a definition, with its kind
	Functions  Form              // of functions that no word begins
	Attributes []string          // what lines above a definition begin with that belong to it
	Directives []string          // what lines begin with that have no indentation of their own
	Ends       Words             // that begin the last line of a definition
	Parts      Words             // that begin a line inside a definition, with its indentation
	FoldCase   bool              // words may be written in capitals
	Statements bool              // a definition continues to the first line that ends with a semicolon
	Angles     bool              // each < without a > makes the grammar slower

	Types       Typing
	Self        []string // names of the object that a method belongs to
	Implicit    bool     // methods and fields are known without naming their object
	Bracketless bool     // calls need no brackets: each name may be one
	Elements    bool     // <Name> calls
	Scope       Scope
	Family      string // languages of one family call each other; "" only calls its own

	Imports      string   // the form of imports, "" where none is known
	ImportWords  []string // that begin an import
	ImportsFirst bool     // no import follows a definition
	Separator    string   // between the parts of what is imported; "" for a slash

	Keywords Words // about how a program is written, and not about what it does
}

// Marks open and close a comment or a string.
type Marks struct{ Open, Close string }

// Words is a set of words.
type Words map[string]bool

// A Form is how a function looks that no word begins.
type Form uint8

// The forms of functions.
const (
	Worded   Form = iota // a word begins each function
	Bare                 // name(...) {
	InTypes              // name(...) { inside a class alone
	Typed                // type name(...) {
	Assigned             // name = function(...), and InTypes
	Arrowed              // name <- function(...)
)

// A Typing is where the declared type of a variable is.
type Typing uint8

// The places of types.
const (
	Untyped    Typing = iota
	TypeBehind        // name Type
	TypeColon         // name: Type
	TypeFront         // Type name
)

// A Scope is where a name is known without an import.
type Scope uint8

// The scopes of names.
const (
	OpenScope   Scope = iota // anywhere, since imports do not name what they make known
	FileScope                // in its file
	FolderScope              // in its folder
)

// Of returns a language by its name. A language that the table does not have has no comments and no
// definitions, and its names are known anywhere.
func Of(name string) *Language {
	if l, ok := table.byName[name]; ok {
		return l
	}
	return unknown
}

var unknown = &Language{Quotes: `"'`}

// All returns all languages, sorted by their names.
func All() []*Language { return table.all }

// Shared returns words that several languages share, by their key in the section [words].
func Shared(key string) Words { return table.shared[key] }

//go:embed languages.txt
var source string

var table = func() *tables {
	t, err := parse(source)
	if err != nil {
		panic(err)
	}
	return t
}()

type tables struct {
	byName map[string]*Language
	all    []*Language
	shared map[string]Words
}

// parse reads a table. A language comes before those that are like it, or behind them.
func parse(source string) (*tables, error) {
	sections := map[string]map[string][]string{}
	var section map[string][]string
	key := ""
	for line := range strings.Lines(source) {
		switch line = strings.TrimRight(line, "\r\n"); {
		case line == "" || line == "#" || strings.HasPrefix(line, "# "):
		case line[0] == '[':
			section = map[string][]string{}
			sections[strings.Trim(line, "[]")] = section
		case line[0] == '\t':
			section[key] = append(section[key], strings.Fields(line)...)
		default:
			var values string
			var ok bool
			if key, values, ok = strings.Cut(line, ":"); !ok || section == nil {
				return nil, fmt.Errorf("line %q is no key with words", line)
			}
			section[key] = strings.Fields(values)
		}
	}
	t := &tables{byName: map[string]*Language{}, shared: map[string]Words{}}
	for key, words := range sections["words"] {
		t.shared[key] = setOf(words)
	}
	for name, files := range sections["files"] {
		t.byName[name] = &Language{Name: name, Files: files}
	}
	delete(sections, "words")
	delete(sections, "files")
	for name, section := range sections {
		l := &Language{Name: name, Files: section["files"], IsProgram: true}
		for key, words := range inherited(sections, section) {
			if err := l.set(key, words); err != nil {
				return nil, fmt.Errorf("language %s: %w", name, err)
			}
		}
		if l.Keywords == nil {
			l.Keywords = t.shared["keywords"]
		}
		t.byName[name] = l
	}
	t.all = slices.SortedFunc(maps.Values(t.byName), func(a, b *Language) int { return strings.Compare(a.Name, b.Name) })
	return t, nil
}

// inherited returns the keys of a section with those of the language that it is like.
func inherited(sections map[string]map[string][]string, section map[string][]string) map[string][]string {
	all := map[string][]string{}
	if like := section["like"]; len(like) > 0 {
		all = inherited(sections, sections[like[0]])
	}
	for key, words := range section {
		if base, adds := strings.CutSuffix(key, "+"); adds {
			all[base] = slices.Concat(all[base], words)
		} else {
			all[key] = words
		}
	}
	return all
}

// set sets the field of a key.
func (l *Language) set(key string, words []string) error {
	value := strings.Join(words, " ")
	one := func(values ...string) (int, error) {
		if at := slices.Index(values, value); at >= 0 {
			return at, nil
		}
		return 0, fmt.Errorf("%s: %q is none of %v", key, value, values)
	}
	var at int
	var err error
	switch key {
	case "files", "like":
	case "line":
		l.Line = words
	case "block":
		l.Block = pairs(words)
	case "long":
		l.Long = pairs(words)
	case "bodies":
		l.Bodies = pairs(words)
	case "quotes":
		l.Quotes = value
	case "names":
		l.NameBytes = value
	case "attributes":
		l.Attributes = words
	case "defines":
		l.Defines = map[string]string{}
		for _, one := range words {
			word, kind, ok := strings.Cut(one, ":")
			if !ok {
				kind = word
			}
			l.Defines[word] = kind
		}
	case "functions":
		at, err = one("", "bare", "intypes", "typed", "assigned", "arrowed")
		l.Functions = Form(at)
	case "directives":
		l.Directives = words
	case "ends":
		l.Ends = setOf(words)
	case "parts":
		l.Parts = setOf(words)
	case "types":
		at, err = one("", "behind", "colon", "front")
		l.Types = Typing(at)
	case "self":
		l.Self = words
	case "scope":
		at, err = one("open", "file", "folder")
		l.Scope = Scope(at)
	case "imports":
		l.Imports, l.ImportWords = words[0], words[1:]
	case "separator":
		l.Separator = value
	case "family":
		l.Family = value
	case "keywords":
		l.Keywords = setOf(words)
	case "is":
		return l.setFlags(words)
	default:
		return fmt.Errorf("%q is no key", key)
	}
	return err
}

func (l *Language) setFlags(words []string) error {
	flags := map[string]*bool{
		"characters": &l.Characters, "templates": &l.Templates, "bracketless": &l.Bracketless, "elements": &l.Elements,
		"implicit": &l.Implicit, "importsfirst": &l.ImportsFirst, "foldcase": &l.FoldCase, "statements": &l.Statements,
		"docstrings": &l.Docstrings, "angles": &l.Angles,
	}
	for _, word := range words {
		if flags[word] == nil {
			return fmt.Errorf("is: %q is unknown", word)
		}
		*flags[word] = true
	}
	return nil
}

func setOf(words []string) Words {
	set := Words{}
	for _, word := range words {
		set[word] = true
	}
	return set
}

func pairs(words []string) []Marks {
	var all []Marks
	for pair := range slices.Chunk(words, 2) {
		all = append(all, Marks{pair[0], pair[len(pair)-1]})
	}
	return all
}
