package graph

import (
	"cmp"
	"path"
	"slices"
	"strings"
)

// importsOf finds what a program imports, by the form of imports in its language.
func importsOf(program string, d *dialect) []Import {
	switch d.Imports {
	case "include":
		return includeImports(program, d)
	case "named":
		return namedImports(program, d)
	}
	r := importReader{dialect: d}
	if d.Imports == "rust" {
		// "mod a;" makes another file known by the name a.
		l := lexer{text: program, dialect: r.dialect}
		before, name := "", ""
		for tok := l.next(); tok.kind != end; tok = l.next() {
			said := tok.Of(program)
			if said == ";" && before == "mod" {
				r.add(Import{Path: "./" + name, Name: name})
			}
			before, name = name, said
		}
	}
	for _, s := range statements(program, d) {
		switch d.Imports {
		case "go":
			r.goImport(s)
		case "python":
			r.pythonImport(s)
		case "script":
			r.scriptImport(s)
		case "dotted":
			r.dottedImport(s)
		case "using":
			r.usingImport(s)
		case "rust":
			r.rustImport(s)
		case "quoted": // the name of a file
			imported := lastQuoted(s)
			switch {
			case imported == "":
			case s[0] == "local": // local a = require('b')
				if slices.Contains(s, "require") {
					r.add(Import{Path: strings.ReplaceAll(imported, ".", "/"), Name: s[1]})
				}
			case s[0] == "require_relative" && !strings.HasPrefix(imported, "."):
				r.add(Import{Path: "./" + imported})
			default:
				r.add(Import{Path: imported})
			}
		}
	}
	return r.all
}

// A statement is one import as its tokens: words as they are, strings without their
// quotes but with a mark in front, and marks.
type statement []string

// inQuotes is in front of a string in a statement.
const inQuotes = "\x00"

// longestImport is how many tokens an import may have.
const longestImport = 400

// statements are those that begin with one of the words of imports at the start of a line. Each
// continues to the end of its line, beyond that within brackets and behind a comma, or to a
// semicolon.
func statements(program string, d *dialect) []statement {
	if d.Imports == "" {
		return nil
	}
	l := lexer{text: program, dialect: d}
	var all []statement
	var current statement
	depth, before := 0, 0
	for {
		tok := l.next()
		first := strings.IndexByte(program[before:tok.Start], '\n') >= 0 || before == 0
		if current != nil && (tok.kind == end || first && depth <= 0 && current[len(current)-1] != "," || len(current) == longestImport) {
			all, current = append(all, current), nil
		}
		if tok.kind == end {
			return all
		}
		before = tok.End
		said := tok.Of(program)
		switch {
		case current == nil && (!first || !slices.Contains(d.ImportWords, said)):
			continue
		case current == nil:
			depth = 0
		case said == ";" && depth <= 0:
			all, current = append(all, current), nil
			continue
		}
		depth += strings.Count("([{", said) - strings.Count(")]}", said)
		if tok.kind == quoted {
			said = inQuotes + strings.Trim(said, "\"'`")
		}
		current = append(current, said)
	}
}

// lastQuoted is the last string of a statement, "" for none.
func lastQuoted(s statement) string {
	for _, token := range slices.Backward(s) {
		if said, ok := strings.CutPrefix(token, inQuotes); ok && said != "" {
			return said
		}
	}
	return ""
}

// An importReader collects the imports of one program.
type importReader struct {
	*dialect
	all []Import
}

func (r *importReader) add(i Import) { r.all = append(r.all, i) }

// goImport reads those of Go, with the name by which each is known.
func (r *importReader) goImport(s statement) {
	for i, said := range s {
		imported, ok := strings.CutPrefix(said, inQuotes)
		if !ok {
			continue
		}
		name := ""
		switch before := s[i-1]; {
		case isNameByte(before[0]) && before != "import":
			name = before
		case before != ".": // as the package most likely calls itself
			elements := strings.Split(imported, "/")
			name = elements[len(elements)-1]
			if len(elements) > 1 && len(name) > 1 && name[0] == 'v' && isDigit(name[1]) {
				name = elements[len(elements)-2]
			}
			name, _, _ = strings.Cut(name, ".v") // gopkg.in/yaml.v3
			name = strings.TrimPrefix(name, "go-")
			name = name[strings.LastIndexAny(name, "-.")+1:]
		}
		r.add(Import{Path: imported, Name: name})
	}
}

// pythonImport reads "import a.b as c, d" and "from a import b as c, d".
func (r *importReader) pythonImport(s statement) {
	module, rest := pythonModule(s[1:])
	if s[0] == "from" {
		if len(rest) > 0 && rest[0] == "import" {
			r.parts(module, rest[1:])
		}
		return
	}
	for module != "" {
		name := path.Base(module)
		if len(rest) > 1 && rest[0] == "as" {
			name, rest = rest[1], rest[2:]
		}
		r.add(Import{Path: module, Name: name})
		if len(rest) == 0 || rest[0] != "," {
			return
		}
		module, rest = pythonModule(rest[1:])
	}
}

// pythonModule reads the name of a module, in which dots in front go up from its folder.
func pythonModule(s statement) (module string, rest statement) {
	dots := 0
	for dots < len(s) && s[dots] == "." {
		dots++
	}
	at := dots
	var parts []string
	for at < len(s) && isNameByte(s[at][0]) && (at > dots || s[at] != "import") {
		parts = append(parts, s[at])
		if at++; at == len(s) || s[at] != "." {
			break
		}
		at++
	}
	module = strings.Join(parts, "/")
	switch {
	case dots == 1:
		module = "./" + module
	case dots > 1:
		module = strings.Repeat("../", dots-1) + module
	}
	return module, s[at:]
}

// parts reads names that are imported from a module, "a as b, c", with brackets around them or
// without; "*" is all names.
func (r *importReader) parts(module string, s statement) {
	for i := 0; i < len(s); i++ {
		of := s[i]
		if !isNameByte(of[0]) && of != "*" {
			continue
		}
		name := of
		if i+2 < len(s) && s[i+1] == "as" {
			name = s[i+2]
			i += 2
		}
		r.part(module, of, name)
	}
}

// part adds one name of a module, or all of them.
func (r *importReader) part(module, of, name string) {
	switch {
	case of != "*":
		r.add(Import{Path: module, Name: name, Of: of})
	case name == "*":
		r.add(Import{Path: module})
	default:
		r.add(Import{Path: module, Name: name})
	}
}

// defaultPart is what a module of JavaScript exports without a name.
const defaultPart = "default"

// scriptImport reads "import a, {b as c} from 'm'", what is exported from another file in
// this way, and "const {a, b: c} = require('m')".
func (r *importReader) scriptImport(s statement) {
	if s[0] == "import" || s[0] == "export" {
		module, ok := strings.CutPrefix(s[len(s)-1], inQuotes)
		at := len(s) - 2
		if !ok || module == "" || at > 0 && s[at] != "from" {
			return
		}
		if at <= 0 {
			r.add(Import{Path: module})
			return
		}
		rest := s[1:at]
		if len(rest) > 1 && rest[0] == "type" {
			rest = rest[1:]
		}
		if len(rest) > 0 && isNameByte(rest[0][0]) {
			r.add(Import{Path: module, Name: rest[0], Of: defaultPart})
			rest = rest[1:]
		}
		r.parts(module, rest)
		return
	}
	at := slices.Index(s, "require")
	if at < 2 || s[at-1] != "=" || at+2 >= len(s) {
		return
	}
	module, ok := strings.CutPrefix(s[at+2], inQuotes)
	if !ok {
		return
	}
	if s[1] != "{" {
		r.add(Import{Path: module, Name: s[1]})
		return
	}
	for i := 2; i < at-1; i++ {
		of := s[i]
		if !isNameByte(of[0]) {
			continue
		}
		name := of
		if s[i+1] == ":" {
			name = s[i+2]
			i += 2
		}
		r.part(module, of, name)
	}
}

// dottedImport reads "import a.b.C;", "import a.b.*;" and "import static a.b.C.m;".
func (r *importReader) dottedImport(s statement) {
	var parts []string
	name := ""
	for i := 1; i < len(s); i++ {
		switch said := s[i]; {
		case said == "static" || said == ".":
		case (said == "as" || said == "=>") && i+1 < len(s):
			name = s[i+1]
			i = len(s)
		case said == "*" || isNameByte(said[0]):
			parts = append(parts, said)
		}
	}
	r.dotted(parts, name)
}

// dotted imports the last of some parts by its own name or another one.
func (r *importReader) dotted(parts []string, name string) {
	if len(parts) < 2 {
		return
	}
	last := parts[len(parts)-1]
	if last == "*" || last == "_" {
		r.add(Import{Path: strings.Join(parts[:len(parts)-1], "/")})
		return
	}
	r.add(Import{Path: strings.Join(parts, "/"), Name: cmp.Or(name, last), Of: last})
}

// usingImport reads "using A.B;" and "use A\B\C as D;", and "require 'a.php';".
func (r *importReader) usingImport(s statement) {
	if s[0] != "using" && s[0] != "use" {
		if imported := lastQuoted(s); imported != "" {
			r.add(Import{Path: strings.TrimPrefix(imported, "/")})
		}
		return
	}
	var parts []string
	name := ""
	for i := 1; i < len(s) && s[i] != "("; i++ {
		if s[i] == "as" && i+1 < len(s) {
			name = s[i+1]
			break
		}
		if isNameByte(s[i][0]) && s[i] != "static" && s[i] != "function" {
			parts = append(parts, s[i])
		}
	}
	switch {
	case len(parts) == 0 || slices.Contains(s, "=") || slices.Contains(s, "{"):
	case s[0] == "using":
		r.add(Import{Path: strings.Join(parts, "/")})
	default:
		r.dotted(parts, name)
	}
}

// rustImport reads "use crate::a::{b, c::d as e};" and "extern crate a;".
func (r *importReader) rustImport(s statement) {
	if s[0] == "extern" {
		if len(s) > 2 && s[1] == "crate" {
			r.add(Import{Path: s[2], Name: s[2]})
		}
		return
	}
	if s[0] == "pub" {
		at := slices.Index(s, "use")
		if at < 0 || at > 4 {
			return
		}
		s = s[at:]
	}
	r.useTree(s[1:], nil, 0)
}

// useTree reads one path of a use in Rust, with all that it branches into, and returns the rest of
// the statement.
func (r *importReader) useTree(s statement, path []string, depth int) statement {
	const deepest = 16
	path = path[:len(path):len(path)]
	for len(s) > 0 {
		said := s[0]
		s = s[1:]
		switch {
		case said == "{" && depth < deepest:
			for len(s) > 0 && s[0] != "}" {
				before := len(s)
				s = r.useTree(s, path, depth+1)
				if len(s) > 0 && s[0] == "," || len(s) == before {
					s = s[1:]
				}
			}
			return s[min(1, len(s)):]
		case said == "as" && len(s) > 0:
			r.used(path, s[0])
			return s[1:]
		case said == "*" || isNameByte(said[0]):
			path = append(path, said)
		}
		if len(s) == 0 || s[0] == "," || s[0] == "}" {
			r.used(path, "")
			return s
		}
	}
	return s
}

// used imports the last part of a path of Rust.
func (r *importReader) used(path []string, name string) {
	for len(path) > 0 && (path[0] == "crate" || path[0] == "self" || path[0] == "super") {
		path = path[1:]
	}
	if len(path) == 0 {
		return
	}
	last := path[len(path)-1]
	switch {
	case last == "*":
		if len(path) > 1 {
			r.add(Import{Path: strings.Join(path[:len(path)-1], "/")})
		}
	case last == "self" && len(path) > 1:
		r.add(Import{Path: strings.Join(path[:len(path)-1], "/"), Name: path[len(path)-2]})
	default:
		r.add(Import{Path: strings.Join(path, "/"), Name: cmp.Or(name, last), Of: last})
	}
}

// includeImports reads #include "a.h" and #include <a/b.h>.
func includeImports(program string, d *dialect) []Import {
	var all []Import
	for line := range strings.Lines(program) {
		rest, ok := strings.CutPrefix(strings.TrimSpace(line), "#")
		if !ok {
			continue
		}
		rest = strings.TrimSpace(rest)
		for _, word := range d.ImportWords {
			if said, ok := strings.CutPrefix(rest, word); ok {
				said = strings.TrimSpace(said)
				if at := strings.IndexAny(said[min(1, len(said)):], "\">"); at > 0 {
					all = append(all, Import{Path: said[1 : 1+at]})
				}
			}
		}
	}
	return all
}

// namedImports reads lines that begin with a word and then name what is imported, in quotes or
// without. The imports of these languages do not lead to files; see places.
func namedImports(program string, d *dialect) []Import {
	l := lexer{text: program, dialect: d}
	var all []Import
	read := func(line string) {
		for _, word := range d.ImportWords {
			_, rest, ok := strings.Cut(line, word)
			isAnywhere := word == "@import" // const a = @import("a")
			if !ok || rest == "" || strings.IndexByte(" \t(\"'", rest[0]) < 0 || !isAnywhere && !strings.HasPrefix(line, word) {
				continue
			}
			name := ""
			if at := strings.IndexAny(rest, "\"'"); at >= 0 {
				name, _, _ = strings.Cut(rest[at+1:], rest[at:at+1])
			} else {
				for _, name = range strings.FieldsFunc(rest, func(r rune) bool { return strings.ContainsRune(" \t;,(){}", r) }) {
					if name != "qualified" {
						break
					}
				}
			}
			if name != "" {
				all = append(all, Import{Path: name})
			}
			return
		}
	}
	start, before := 0, 0 // of the line, and behind the last token
	for {
		tok := l.next()
		if tok.kind == end || strings.IndexByte(program[before:tok.Start], '\n') >= 0 {
			read(strings.TrimSpace(program[start:before]))
			start = tok.Start
		}
		if tok.kind == end {
			return all
		}
		before = tok.End
	}
}
