package graph

import (
	"path"
	"strings"
)

// An importReader finds what a program imports.
type importReader func(program string, t *traits) []Import

// A statement is one import as its tokens: words as they stand, strings without their
// quotes but with a mark in front, and marks.
type statement []string

// inQuotes is what stands in front of a string in a statement.
const inQuotes = "\x00"

// longestImport is how many tokens an import may have.
const longestImport = 400

// statements are those that begin with one of some words at the start of a line. Each goes
// on to the end of its line, beyond that within brackets and behind a comma, or to a
// semicolon.
func statements(program string, t *traits, words ...string) []statement {
	l := lexer{text: program, traits: t}
	leads := setOf(strings.Join(words, " "))
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
		case current == nil && (!first || !leads[said]):
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

// quotedIn is the last string of a statement.
func quotedIn(s statement) (string, bool) {
	for i := len(s) - 1; i >= 0; i-- {
		if said, ok := strings.CutPrefix(s[i], inQuotes); ok && said != "" {
			return said, true
		}
	}
	return "", false
}

// goImports reads those of Go, with the name by which each is known.
func goImports(program string, t *traits) []Import {
	var all []Import
	for _, s := range statements(program, t, "import") {
		for i, said := range s {
			imported, ok := strings.CutPrefix(said, inQuotes)
			if !ok {
				continue
			}
			name := packageName(imported)
			if alias := s[i-1]; isNameByte(alias[0]) && alias != "import" {
				name = alias
			}
			if s[i-1] == "." {
				name = ""
			}
			all = append(all, Import{Path: imported, Name: name})
		}
	}
	return all
}

// packageName is how a package of Go most likely calls itself.
func packageName(imported string) string {
	elements := strings.Split(imported, "/")
	last := elements[len(elements)-1]
	if len(elements) > 1 && len(last) > 1 && last[0] == 'v' && isDigit(last[1]) {
		last = elements[len(elements)-2]
	}
	last, _, _ = strings.Cut(last, ".v") // gopkg.in/yaml.v3
	last = strings.TrimPrefix(last, "go-")
	return last[strings.LastIndexAny(last, "-.")+1:]
}

// moduleName reads the name of a module out of its go.mod.
func moduleName(content string) string {
	for line := range strings.Lines(content) {
		if fields := strings.Fields(line); len(fields) > 1 && fields[0] == "module" {
			return strings.Trim(fields[1], "\"`")
		}
	}
	return ""
}

// pythonImports reads "import a.b as c" and "from a import b as c, d".
func pythonImports(program string, t *traits) []Import {
	var all []Import
	for _, s := range statements(program, t, "import", "from") {
		module, rest := pythonModule(s[1:])
		if s[0] == "import" {
			all = append(all, modulesOf(s[1:])...)
			continue
		}
		if len(rest) == 0 || rest[0] != "import" {
			continue
		}
		for _, item := range itemsOf(rest[1:]) {
			all = append(all, partOf(module, item))
		}
	}
	return all
}

// modulesOf are those of "import a.b, c as d".
func modulesOf(s statement) []Import {
	var all []Import
	for {
		module, rest := pythonModule(s)
		if module == "" {
			return all
		}
		name := path.Base(module)
		if len(rest) > 1 && rest[0] == "as" {
			name, rest = rest[1], rest[2:]
		}
		all = append(all, Import{Path: module, Name: name})
		if len(rest) == 0 || rest[0] != "," {
			return all
		}
		s = rest[1:]
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

// An item is one name of several that are imported, with the name by which it is known.
type item struct{ of, name string }

// itemsOf reads "a as b, c", with brackets around it or without.
func itemsOf(s statement) []item {
	var all []item
	for i := 0; i < len(s); i++ {
		if said := s[i]; isNameByte(said[0]) || said == "*" {
			one := item{said, said}
			if i+2 < len(s) && s[i+1] == "as" {
				one.name = s[i+2]
				i += 2
			}
			all = append(all, one)
		}
	}
	return all
}

// partOf imports one name of a module, or all of them.
func partOf(module string, one item) Import {
	if one.of == "*" && (one.name == "*" || one.name == "") {
		return Import{Path: module}
	}
	if one.of == "*" {
		return Import{Path: module, Name: one.name}
	}
	return Import{Path: module, Name: one.name, Of: one.of}
}

// defaultPart is what a module of JavaScript exports without a name.
const defaultPart = "default"

// scriptImports reads "import a, {b as c} from 'm'", what is exported from another file in
// this way, and "const {a, b: c} = require('m')".
func scriptImports(program string, t *traits) []Import {
	var all []Import
	for _, s := range statements(program, t, "import", "export", "const", "let", "var") {
		switch s[0] {
		case "import", "export":
			all = append(all, fromModule(s)...)
		default:
			all = append(all, required(s)...)
		}
	}
	return all
}

// fromModule reads an import or an export that names a file.
func fromModule(s statement) []Import {
	module, ok := strings.CutPrefix(s[len(s)-1], inQuotes)
	at := len(s) - 2
	if !ok || module == "" || at > 0 && s[at] != "from" {
		return nil
	}
	if at <= 0 {
		return []Import{{Path: module}}
	}
	var all []Import
	rest := s[1:at]
	if len(rest) > 0 && rest[0] == "type" && len(rest) > 1 {
		rest = rest[1:]
	}
	if len(rest) > 0 && isNameByte(rest[0][0]) {
		all = append(all, Import{Path: module, Name: rest[0], Of: defaultPart})
		rest = rest[1:]
	}
	for _, one := range itemsOf(rest) {
		all = append(all, partOf(module, one))
	}
	return all
}

// required reads "const a = require('m')", and the names of "const {a, b: c} = ...".
func required(s statement) []Import {
	at := indexOf(s, "require")
	if at < 2 || s[at-1] != "=" || at+2 >= len(s) {
		return nil
	}
	module, ok := strings.CutPrefix(s[at+2], inQuotes)
	if !ok {
		return nil
	}
	if s[1] != "{" {
		return []Import{{Path: module, Name: s[1]}}
	}
	var all []Import
	for i := 2; i < at-1; i++ {
		if !isNameByte(s[i][0]) {
			continue
		}
		one := item{s[i], s[i]}
		if s[i+1] == ":" {
			one.name = s[i+2]
			i += 2
		}
		all = append(all, partOf(module, one))
	}
	return all
}

func indexOf(s statement, said string) int {
	for i, token := range s {
		if token == said {
			return i
		}
	}
	return -1
}

// dottedImports reads "import a.b.C;", "import a.b.*;" and "import static a.b.C.m;".
func dottedImports(program string, t *traits) []Import {
	var all []Import
	for _, s := range statements(program, t, "import") {
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
		all = append(all, dotted(parts, name)...)
	}
	return all
}

// dotted imports the last of some parts by its own name or another one.
func dotted(parts []string, name string) []Import {
	if len(parts) < 2 {
		return nil
	}
	last := parts[len(parts)-1]
	if last == "*" || last == "_" {
		return []Import{{Path: strings.Join(parts[:len(parts)-1], "/")}}
	}
	if name == "" {
		name = last
	}
	return []Import{{Path: strings.Join(parts, "/"), Name: name, Of: last}}
}

// usingImports reads "using A.B;" and "use A\B\C as D;".
func usingImports(program string, t *traits) []Import {
	var all []Import
	for _, s := range statements(program, t, "using", "use") {
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
		case len(parts) == 0 || indexOf(s, "=") >= 0 || indexOf(s, "{") >= 0:
		case s[0] == "using":
			all = append(all, Import{Path: strings.Join(parts, "/")})
		default:
			all = append(all, dotted(parts, name)...)
		}
	}
	return all
}

// rustImports reads "use crate::a::{b, c::d as e};" and "mod a;".
func rustImports(program string, t *traits) []Import {
	all := rustModules(program, t)
	for _, s := range statements(program, t, "use", "pub") {
		if s[0] == "pub" {
			at := indexOf(s, "use")
			if at < 0 || at > 4 {
				continue
			}
			s = s[at:]
		}
		tree := useTree{rest: s[1:]}
		tree.read(nil)
		all = append(all, tree.all...)
	}
	return all
}

// rustModules reads "mod a;", which makes another file known by the name a.
func rustModules(program string, t *traits) []Import {
	var all []Import
	l := lexer{text: program, traits: t}
	before, name := "", ""
	for tok := l.next(); tok.kind != end; tok = l.next() {
		said := tok.Of(program)
		if said == ";" && before == "mod" {
			all = append(all, Import{Path: "./" + name, Name: name})
		}
		before, name = name, said
	}
	return all
}

// A useTree reads what one use of Rust names.
type useTree struct {
	rest  statement
	depth int
	all   []Import
}

// read takes in one path with all that it branches into.
func (u *useTree) read(path []string) {
	const deepest = 16
	path = path[:len(path):len(path)]
	for len(u.rest) > 0 {
		said := u.rest[0]
		u.rest = u.rest[1:]
		switch {
		case said == "{" && u.depth < deepest:
			u.depth++
			for len(u.rest) > 0 && u.rest[0] != "}" {
				before := len(u.rest)
				u.read(path)
				if len(u.rest) > 0 && u.rest[0] == "," || len(u.rest) == before {
					u.rest = u.rest[1:]
				}
			}
			u.rest = u.rest[min(1, len(u.rest)):]
			u.depth--
			return
		case said == "as" && len(u.rest) > 0:
			u.add(path, u.rest[0])
			u.rest = u.rest[1:]
			return
		case said == "*" || isNameByte(said[0]):
			path = append(path, said)
		}
		if len(u.rest) == 0 || u.rest[0] == "," || u.rest[0] == "}" {
			u.add(path, "")
			return
		}
	}
}

// add imports the last part of a path.
func (u *useTree) add(path []string, name string) {
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
			u.all = append(u.all, Import{Path: strings.Join(path[:len(path)-1], "/")})
		}
	case last == "self" && len(path) > 1:
		u.all = append(u.all, Import{Path: strings.Join(path[:len(path)-1], "/"), Name: path[len(path)-2]})
	default:
		if name == "" {
			name = last
		}
		u.all = append(u.all, Import{Path: strings.Join(path, "/"), Name: name, Of: last})
	}
}

// includeImports reads #include "a.h" and #include <a/b.h>.
func includeImports(program string, _ *traits) []Import {
	var all []Import
	for line := range strings.Lines(program) {
		rest, ok := strings.CutPrefix(strings.TrimSpace(line), "#")
		if !ok {
			continue
		}
		rest = strings.TrimSpace(rest)
		for _, word := range [...]string{"include", "import"} {
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

// quotedImports reads imports that name a file in quotes.
func quotedImports(program string, t *traits) []Import {
	var all []Import
	for _, s := range statements(program, t, "import", "export", "part", "require", "require_relative", "load", "local") {
		if s[0] == "local" && indexOf(s, "require") < 0 {
			continue
		}
		if imported, ok := quotedIn(s); ok {
			if s[0] == "require_relative" && !strings.HasPrefix(imported, ".") {
				imported = "./" + imported
			}
			one := Import{Path: imported}
			if s[0] == "local" {
				one.Path, one.Name = strings.ReplaceAll(one.Path, ".", "/"), s[1]
			}
			all = append(all, one)
		}
	}
	return all
}
