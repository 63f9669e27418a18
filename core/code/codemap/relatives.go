package codemap

import (
	"cmp"
	"context"
	"math"
	"path"
	"regexp"
	"slices"
	"strings"

	"docuquest/core/answer/replies"
	"docuquest/core/code/graph"
	"docuquest/core/document"
	"docuquest/core/file"
	"docuquest/core/language/text"
)

// A Declared name is a declaration in its document.
type Declared struct {
	graph.Declaration
	Document *document.Document
}

// A Relative is a definition of the code base, or a file as a whole, that calls another one or
// is called by it.
type Relative struct {
	Declared             // its Span is empty for a file
	At       []text.Span // of the calls, in the document of the one that calls
	Remark   string      // how sure that is, "" where it is
	Mentions bool        // it only mentions the other one, or is only mentioned
	IsTest   bool
}

// A Relation chooses relatives of definitions.
type Relation struct {
	Callees  bool                // what they call, and not what calls them
	Mentions bool                // also what is only mentioned
	Tests    bool                // of tests alone
	Most     int                 // relatives that are returned
	Within   func(file.URI) bool // the files of callers, nil for all
}

// Relatives are those of some definitions: callers by path and line, those of tests last, and
// callees in the order of the calls. more is how many were left out. The error is that of ctx.
func (c *CodeBase) Relatives(ctx context.Context, of []Declared, r Relation) (all []Relative, more int, err error) {
	calling := c.calling(ctx, text.UTF8)
	var ids []graph.ID
	for _, d := range of {
		if id, ok := c.graph.At(d.Document.URI, d.Span.Start); ok && c.graph.Definition(id).Name.Value() == d.Name {
			ids = append(ids, id)
		}
	}
	var edges []graph.Edge
	ends := map[graph.ID][]graph.ID{} // the definitions that an edge leads to or comes from
	for _, id := range ids {
		next := c.graph.Callers(id)
		if r.Callees {
			next = c.graph.Callees(id)
		}
		for _, e := range next {
			end := c.graph.Definition(e.ID)
			isWanted := (e.Call || r.Mentions) && (!r.Tests || end.Test) && (r.Callees || r.Within == nil || r.Within(end.URI))
			if isWanted && ends[e.ID] == nil {
				edges = append(edges, e)
			}
			if isWanted {
				ends[e.ID] = append(ends[e.ID], id)
			}
		}
	}
	c.testsLast(edges)
	shown := edges[:min(r.Most, len(edges))]
	if r.Callees { // the first of them are known by their places alone
		shown = edges[:min(mostEnds, len(edges))]
	}
	for _, e := range shown {
		if ctx.Err() != nil {
			return nil, 0, ctx.Err()
		}
		one := Relative{Declared: calling.declared(e.ID), Remark: Call{Among: e.Among, Guess: e.Guess}.Remark(), Mentions: !e.Call, IsTest: c.graph.Definition(e.ID).Test}
		for _, id := range ends[e.ID] {
			from, to := e.ID, id
			if r.Callees {
				from, to = id, e.ID
			}
			one.At = append(one.At, calling.places(from, to)...)
		}
		all = append(all, one)
	}
	if r.Callees {
		first := func(r Relative) int {
			if len(r.At) == 0 {
				return math.MaxInt // it has changed since
			}
			return r.At[0].Start
		}
		slices.SortStableFunc(all, func(a, b Relative) int { return cmp.Compare(first(a), first(b)) })
		all = all[:min(r.Most, len(all))]
	}
	return all, len(edges) - len(all), ctx.Err()
}

// declared returns a definition as its document declares it.
func (c *calling) declared(id graph.ID) Declared {
	d := c.graph.Definition(id)
	doc := c.program(d.URI).doc
	if d.Kind == graph.FileKind {
		return Declared{graph.Declaration{Name: d.Path, Kind: d.Kind.String()}, doc}
	}
	named := func(name string) bool { return name == d.Name.Value() }
	for _, one := range graph.Declarations(doc, named) {
		if one.Whole.Start == int(d.Start) {
			return Declared{one, doc}
		}
	}
	line := c.program(d.URI).lines.Line(int(d.Line)).Trim(doc.Text)
	return Declared{graph.Declaration{Name: d.Name.Value(), Owner: d.Owner.Value(), Kind: d.Kind.String(), Span: line, Whole: line}, doc}
}

// goMethod matches a method of an interface of Go, or an interface that it has the methods of.
var goMethod = regexp.MustCompile(`(?m)^[ \t]*(?:([\pL_][\pL\d_]*)(\(.*)|([\pL_][\pL\d_.]*))[ \t]*(?://.*)?$`)

// goMethods are those of an interface of Go, by the numbers of their parameters, with those of
// interfaces of the code base that it consists of.
func (c *calling) goMethods(d Declared, depth int) map[string]int {
	const deepest = 4
	methods := map[string]int{}
	body := text.Span{Start: min(d.Span.End, d.Whole.End), End: d.Whole.End}.Of(d.Document.Text)
	for _, m := range goMethod.FindAllStringSubmatch(body, -1) {
		if m[1] != "" {
			methods[m[1]] = parametersIn(m[2])
		} else if depth < deepest {
			for _, id := range c.graph.Named(m[3]) {
				if inner := c.declared(id); inner.Kind == "interface" {
					for name, n := range c.goMethods(inner, depth+1) {
						methods[name] = n
					}
					break
				}
			}
		}
	}
	return methods
}

// parametersIn is how many parameters are between the brackets that a text begins with.
func parametersIn(s string) int {
	depth, n := 0, 0
	for i := range len(s) {
		switch c := s[i]; {
		case strings.IndexByte("([{", c) >= 0:
			depth++
		case strings.IndexByte(")]}", c) >= 0:
			if depth--; depth == 0 {
				if strings.TrimSpace(s[1:i]) != "" {
					n++
				}
				return n
			}
		case c == ',' && depth == 1:
			n++
		}
	}
	return n
}

// Implementers are the types of Go that have all methods of an interface, with as many
// parameters. The error is that of ctx.
func (c *CodeBase) Implementers(ctx context.Context, of Declared) ([]Declared, error) {
	calling := c.calling(ctx, text.UTF8)
	wanted := calling.goMethods(of, 0)
	type holder struct{ folder, owner string }
	methods := map[holder][]graph.ID{} // of the types that have some of them
	for name := range wanted {
		for _, id := range c.graph.Named(name) {
			d := c.graph.Definition(id)
			if h := (holder{path.Dir(d.Path), d.Owner.Value()}); d.Facts.Language == "go" && h.owner != "" && d.Name.Value() == name {
				methods[h] = append(methods[h], id)
			}
		}
	}
	var found []graph.ID
	for h, own := range methods {
		if len(own) < len(wanted) || ctx.Err() != nil {
			continue
		}
		fits := !slices.ContainsFunc(own, func(id graph.ID) bool {
			m := calling.declared(id)
			declared := m.Span.Of(m.Document.Text)
			at := strings.LastIndex(declared, m.Name+"(")
			return at < 0 || parametersIn(declared[at+len(m.Name):]) != wanted[m.Name]
		})
		for _, id := range c.graph.Named(h.owner) {
			if d := c.graph.Definition(id); fits && d.Kind.IsType() && path.Dir(d.Path) == h.folder && d.Name.Value() == h.owner {
				found = append(found, id)
			}
		}
	}
	slices.Sort(found)
	return replies.Each(slices.Compact(found), calling.declared), ctx.Err()
}

// An Importing file has an import, with the line that shows it.
type Importing struct {
	Document *document.Document
	Line     text.Span
	Said     string // what is imported, with slashes between its parts
	Inside   bool   // it leads to files of the workspace
}

// ImportersOf are the files that import something: a folder, a file, what is defined in one, or
// a library, by its name or its path; those of tests last. The error is that of ctx.
func (c *CodeBase) ImportersOf(ctx context.Context, name string) ([]Importing, error) {
	return c.importing(ctx, c.graph.Importing(name))
}

// ImportsBy are the imports of the files that a name or a path means, or of those right in the
// folders.
func (c *CodeBase) ImportsBy(ctx context.Context, name string) ([]Importing, error) {
	return c.importing(ctx, c.graph.ImportedBy(name))
}

func (c *CodeBase) importing(ctx context.Context, found []graph.Dependence) ([]Importing, error) {
	slices.SortStableFunc(found, func(a, b graph.Dependence) int {
		isTest := func(d graph.Dependence) int {
			if graph.IsTest(d.By.Path) {
				return 1
			}
			return 0
		}
		return isTest(a) - isTest(b)
	})
	calling := c.calling(ctx, text.UTF8)
	var all []Importing
	for _, d := range found {
		doc := calling.program(d.By.URI).doc
		all = append(all, Importing{doc, graph.ImportSpan(doc, d.Said), d.Said, len(d.To) > 0})
	}
	return all, ctx.Err()
}
