package code

import (
	"go/ast"
	"go/parser"
	"go/token"
	"sort"
	"strings"

	"docuquest/core/language/text"
)

// maxGroupNames is how many names are in the title of a group of constants or
// variables.
const maxGroupNames = 3

// readGo reads a file of Go. It has no need of a time limit: go/parser is linear
// and refuses what is nested too deep.
//
// It reads the skeleton, and all of a program in which that is wrong.
func readGo(s string) (result, bool) {
	if bones, ok := newSkeleton(s); ok {
		if found := readDeclarations(s, bones); !found.broken {
			return found, true
		}
	}
	return readDeclarations(s, skeleton{source: []byte(s)}), true
}

// readDeclarations reads what a skeleton of a program declares.
func readDeclarations(s string, bones skeleton) result {
	files := token.NewFileSet()
	parsed, err := parser.ParseFile(files, "", bones.source, parser.SkipObjectResolution)
	if parsed == nil || parsed.FileStart == token.NoPos {
		return result{broken: true}
	}
	g := goFile{text: s, file: files.File(parsed.FileStart), skeleton: bones}
	var found []definition
	for _, declaration := range parsed.Decls {
		switch d := declaration.(type) {
		case *ast.FuncDecl:
			found = append(found, g.function(d))
		case *ast.GenDecl:
			found = append(found, g.general(d)...)
		}
	}
	return result{definitions: found, broken: err != nil}
}

// A goFile turns declarations of one file into definitions.
type goFile struct {
	text     string
	file     *token.File // of the skeleton
	skeleton skeleton
}

// offset returns the place in the text.
func (g goFile) offset(p token.Pos) int { return g.skeleton.offset(g.file.Offset(p)) }

func (g goFile) span(n ast.Node) text.Span {
	return text.Span{Start: g.offset(n.Pos()), End: g.offset(n.End())}
}

// function returns a function, or a method by the name of its type and its own.
func (g goFile) function(d *ast.FuncDecl) definition {
	span := g.span(d)
	out := definition{name: d.Name.Name, info: "function", span: span, signature: span}
	if d.Body != nil {
		out.signature = heading(g.text, span, g.offset(d.Body.Pos()))
	}
	if d.Recv == nil || len(d.Recv.List) == 0 {
		return out
	}
	out.name, out.info = "_."+d.Name.Name, "method"
	for e := d.Recv.List[0].Type; e != nil; {
		switch t := e.(type) {
		case *ast.StarExpr:
			e = t.X
		case *ast.ParenExpr:
			e = t.X
		case *ast.IndexExpr:
			e = t.X
		case *ast.IndexListExpr:
			e = t.X
		case *ast.Ident:
			out.name = t.Name + "." + d.Name.Name
			return out
		default:
			return out
		}
	}
	return out
}

// general returns what a declaration of types, constants or variables defines. A
// group of types is as many definitions; a group of values is one that holds
// the others, since they are mostly read together.
func (g goFile) general(d *ast.GenDecl) []definition {
	var found []definition
	var names []string
	for _, spec := range d.Specs {
		span := g.span(spec)
		one := definition{info: d.Tok.String(), span: span, signature: heading(g.text, span, 0)}
		switch s := spec.(type) {
		case *ast.TypeSpec:
			one.name = s.Name.Name
			switch t := s.Type.(type) {
			case *ast.StructType:
				one.info, one.signature = "struct", heading(g.text, span, g.offset(t.Fields.Opening))
			case *ast.InterfaceType:
				one.info, one.signature = "interface", heading(g.text, span, g.offset(t.Methods.Opening))
			}
		case *ast.ValueSpec:
			var list []string
			for _, name := range s.Names {
				list = append(list, name.Name)
			}
			one.name = strings.Join(list, ", ")
		default:
			continue
		}
		found = append(found, one)
		names = append(names, one.name)
	}
	if len(found) == 0 {
		return nil
	}
	if !d.Lparen.IsValid() {
		found[0].span = g.span(d)
		found[0].signature.Start = found[0].span.Start
		return found
	}
	if d.Tok == token.TYPE {
		return found
	}
	if len(names) > maxGroupNames {
		names = append(names[:maxGroupNames], "...")
	}
	span := g.span(d)
	return []definition{{
		name: strings.Join(names, ", "), info: d.Tok.String(), span: span,
		signature: text.Span{Start: span.Start, End: span.Start + len(d.Tok.String())},
		inside:    found,
	}}
}

// A skeleton is a program of Go without what is between braces, which is most of it:
// none of that begins a declaration of the file or ends one. What is left is as valid
// as the program, since there may be nothing between any braces of Go.
//
// go/parser needs a tenth of the time for it.
type skeleton struct {
	source []byte
	cuts   []cut // by rising places
}

// A cut is a place of the skeleton, and how many bytes of the program were left out in
// front of it and of all before.
type cut struct{ at, before int }

// newSkeleton makes the skeleton of a program. It reports false where braces do not match.
func newSkeleton(program string) (skeleton, bool) {
	s := skeleton{source: make([]byte, 0, len(program)/2)}
	kept, depth := 0, 0 // program[:kept] is in the skeleton or left out
	for at := 0; at < len(program); {
		switch program[at] {
		case '{':
			if depth++; depth == 1 {
				s.source = append(s.source, program[kept:at+1]...)
				kept = at + 1
			}
		case '}':
			if depth--; depth < 0 {
				return skeleton{}, false
			}
			if depth == 0 {
				kept = at
				s.cuts = append(s.cuts, cut{len(s.source), kept - len(s.source)})
			}
		}
		at = behindToken(program, at)
	}
	s.source = append(s.source, program[kept:]...)
	return s, depth == 0
}

// offset returns the place in the program of a place in the skeleton.
func (s skeleton) offset(at int) int {
	n := sort.Search(len(s.cuts), func(i int) bool { return at < s.cuts[i].at })
	if n == 0 {
		return at
	}
	return at + s.cuts[n-1].before
}

// behindToken returns where a comment or a literal of Go ends that begins at an offset, and else
// where the next byte is that may begin one, or that is a brace.
func behindToken(s string, at int) int {
	upTo := func(from int, mark string) int {
		if n := strings.Index(s[from:], mark); n >= 0 {
			return from + n + len(mark)
		}
		return len(s)
	}
	switch {
	case s[at] == '"' || s[at] == '\'':
		return quoted(s, at)
	case s[at] == '`':
		return upTo(at+1, "`")
	case strings.HasPrefix(s[at:], "//"):
		return upTo(at, "\n")
	case strings.HasPrefix(s[at:], "/*"):
		return upTo(at+2, "*/")
	}
	for at++; at < len(s) && !isNotable[s[at]]; at++ {
	}
	return at
}

// isNotable has the bytes that behindToken searches.
var isNotable = func() (is [256]bool) {
	for _, b := range []byte("{}\"'`/") {
		is[b] = true
	}
	return is
}()
