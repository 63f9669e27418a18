package lookup

import (
	"context"
	"path"
	"regexp"
	"slices"
	"strings"

	"docuquest/core/code/codemap"
	"docuquest/core/code/graph"
	"docuquest/core/code/languages"
	"docuquest/core/document"
	"docuquest/core/language/text"
)

// subtypesIn are the types of a document whose declarations name a type as what they extend or
// implement.
func subtypesIn(d *document.Document, of codemap.Declared) []codemap.Declared {
	var all []codemap.Declared
	for _, one := range graph.Declarations(d, func(string) bool { return true }) {
		declared := codemap.Declared{Declaration: one, Document: d}
		if one.IsType() && !same(declared, of) && slices.ContainsFunc(basesIn(declared), func(base string) bool { return means(base, declared, of) }) {
			all = append(all, declared)
		}
	}
	return all
}

// means reports whether the name of a base in the declaration of a type may be that of another
// type. In Go a name has that of its package in front unless it is of the same folder.
func means(base string, by, of codemap.Declared) bool {
	owner, last := graph.OwnName(strings.ReplaceAll(base, `\`, "."))
	if last != of.Name || by.Document.Language != "go" {
		return last == of.Name
	}
	if owner == "" {
		return path.Dir(by.Document.Path) == path.Dir(of.Document.Path)
	}
	return path.Base(path.Dir(of.Document.Path)) == owner
}

// same reports whether two declarations are one.
func same(a, b codemap.Declared) bool {
	return a.Document != nil && b.Document != nil && a.Document.URI == b.Document.URI && a.Span == b.Span
}

var typeName = regexp.MustCompile(`[\pL_$][\pL\d_$]*(?:(?:\.|::|\\)[\pL_$][\pL\d_$]*)*`)

// embedded matches the line of a type of Go that consists of the name of another one.
var embedded = regexp.MustCompile(`(?m)^[ \t]*\*?([\pL_][\pL\d_.]*)[ \t]*(?://.*)?$`)

// basesIn are the types that the declaration of a type says it extends or implements: all names
// behind its own that are no arguments of types and no keywords; in Go the types that it has in
// it without a name. C has none.
func basesIn(d codemap.Declared) []string {
	var bases []string
	if d.Document.Language == "go" {
		body := text.Span{Start: min(d.Span.End, d.Whole.End), End: d.Whole.End}.Of(d.Document.Text)
		for _, m := range embedded.FindAllStringSubmatch(body, -1) {
			bases = append(bases, m[1])
		}
		return bases
	}
	bases = append(bases, implemented(d.Document.Blocks, d.Name)...)
	said := d.Span.Of(d.Document.Text)
	at := strings.Index(said, d.Name)
	if at < 0 || d.Document.Language == "c" {
		return bases
	}
	keywords := languages.Shared("keywords")
	depth := 0
	said = said[at+len(d.Name):]
	for i := 0; i < len(said); i++ {
		switch c := said[i]; {
		case c == '[', c == '<' && strings.Contains(said[i:], ">"):
			depth++
		case c == ']', c == '>' && depth > 0:
			depth--
		case depth == 0:
			if m := typeName.FindStringIndex(said[i:]); m != nil && m[0] == 0 {
				name := said[i : i+m[1]]
				i += m[1] - 1
				isKeyword := keywords[name] || strings.HasPrefix(strings.TrimLeft(said[i+1:], " "), "=") // metaclass=ABCMeta
				if !isKeyword && !slices.Contains(bases, name) {
					bases = append(bases, name)
				}
			}
		}
	}
	return bases
}

// lastPart is the last part of a name: Base of pkg.Base.
func lastPart(name string) string {
	_, last := graph.OwnName(strings.ReplaceAll(name, `\`, "."))
	return last
}

// implemented are what the blocks of a program implement for a type apart from its declaration:
// Shape of "impl Shape for Circle".
func implemented(blocks []document.Block, name string) []string {
	var all []string
	for _, b := range blocks {
		if b.Kind == document.Definition && b.Info == "impl" {
			if what, of, ok := strings.Cut(b.Title, " for "); ok && lastPart(of) == name {
				all = append(all, what)
			}
		}
		all = append(all, implemented(b.Children, name)...)
	}
	return all
}

// firstType is the declaration of a type that another one names: one in the folder that the name
// begins with or else in its own, and rather one that is there to be implemented. It is the name
// alone where no file declares it.
func (l Lookup) firstType(ctx context.Context, name string, by codemap.Declared) codemap.Declared {
	owner, last := graph.OwnName(strings.ReplaceAll(name, `\`, "."))
	best, most := codemap.Declared{Declaration: graph.Declaration{Name: name}}, 0
	for _, d := range l.named(ctx, last, owner, false) {
		fit := 1
		if owner != "" && isIn(d, owner) || owner == "" && path.Dir(d.Document.Path) == path.Dir(by.Document.Path) {
			fit += 2
		}
		if isInterface(d) {
			fit++
		}
		if d.IsType() && most < fit && !same(d, by) {
			best, most = d, fit
		}
	}
	return best
}

// around is the title of the innermost definition around an offset, "" for none.
func around(blocks []document.Block, offset int) string {
	for _, b := range blocks {
		if b.Span.Start <= offset && offset < b.Span.End {
			if inner := around(b.Children, offset); inner != "" {
				if b.Kind == document.Definition && !strings.Contains(inner, ".") {
					return b.Title + "." + inner
				}
				return inner
			}
			if b.Kind == document.Definition {
				return b.Title
			}
		}
	}
	return ""
}
