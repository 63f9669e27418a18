package code

import (
	"go/ast"
	"go/parser"
	"go/token"
	"strings"

	"docuquest/core/language/text"
)

// maxGroupNames is how many names stand in the title of a group of constants or
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

// offset is the place in the text.
func (g goFile) offset(p token.Pos) int { return g.skeleton.offset(g.file.Offset(p)) }

func (g goFile) span(n ast.Node) text.Span {
	return text.Span{Start: g.offset(n.Pos()), End: g.offset(n.End())}
}

// function gives a function, or a method by the name of its type and its own.
func (g goFile) function(d *ast.FuncDecl) definition {
	span := g.span(d)
	body := 0
	if d.Body != nil {
		body = g.offset(d.Body.Pos())
	}
	out := definition{name: d.Name.Name, info: "function", span: span, signature: heading(g.text, span, body)}
	if body == 0 {
		out.signature = span
	}
	if d.Recv != nil && len(d.Recv.List) > 0 {
		out.name, out.info = receiver(d.Recv.List[0].Type)+"."+d.Name.Name, "method"
	}
	return out
}

// receiver gives the name of the type that a method belongs to.
func receiver(e ast.Expr) string {
	for {
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
			return t.Name
		default:
			return "_"
		}
	}
}

// general gives what a declaration of types, constants or variables defines. A
// group of types is as many definitions; a group of values is one that holds
// the others, since they are mostly read together.
func (g goFile) general(d *ast.GenDecl) []definition {
	if d.Tok == token.IMPORT {
		return nil
	}
	found := g.specs(d)
	if len(found) == 0 {
		return nil
	}
	if !d.Lparen.IsValid() {
		only := &found[0]
		only.span = g.span(d)
		only.signature.Start = only.span.Start
		return found
	}
	if d.Tok == token.TYPE {
		return found
	}
	span := g.span(d)
	return []definition{{
		name: names(found), info: d.Tok.String(), span: span,
		signature: text.Span{Start: span.Start, End: span.Start + len(d.Tok.String())},
		inside:    found,
	}}
}

func (g goFile) specs(d *ast.GenDecl) []definition {
	var found []definition
	for _, spec := range d.Specs {
		switch s := spec.(type) {
		case *ast.TypeSpec:
			found = append(found, g.typeSpec(s))
		case *ast.ValueSpec:
			found = append(found, g.valueSpec(s, d.Tok.String()))
		}
	}
	return found
}

func (g goFile) typeSpec(s *ast.TypeSpec) definition {
	span := g.span(s)
	out := definition{name: s.Name.Name, info: "type", span: span, signature: heading(g.text, span, 0)}
	switch t := s.Type.(type) {
	case *ast.StructType:
		out.info = "struct"
		out.signature = heading(g.text, span, g.offset(t.Fields.Opening))
	case *ast.InterfaceType:
		out.info = "interface"
		out.signature = heading(g.text, span, g.offset(t.Methods.Opening))
	}
	return out
}

func (g goFile) valueSpec(s *ast.ValueSpec, info string) definition {
	span := g.span(s)
	var list []string
	for _, name := range s.Names {
		list = append(list, name.Name)
	}
	return definition{name: strings.Join(list, ", "), info: info, span: span, signature: heading(g.text, span, 0)}
}

// names gives the title of a group.
func names(group []definition) string {
	var list []string
	for i, d := range group {
		if i == maxGroupNames {
			return strings.Join(list, ", ") + ", ..."
		}
		list = append(list, d.name)
	}
	return strings.Join(list, ", ")
}
