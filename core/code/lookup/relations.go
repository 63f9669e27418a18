package lookup

import (
	"cmp"
	"context"
	"fmt"
	"path"
	"slices"
	"strings"

	"docuquest/core/answer"
	"docuquest/core/answer/replies"
	"docuquest/core/code/codemap"
	"docuquest/core/code/graph"
	"docuquest/core/document"
	"docuquest/core/file"
	"docuquest/core/language/text"
	"docuquest/core/search/question"
)

// calls answers who calls or mentions a definition, or what it calls.
func (f finding) calls(ctx context.Context) (*answer.Counted, error) {
	all := slices.Concat(f.declared...)
	if !slices.ContainsFunc(all, func(d codemap.Declared) bool { return d.IsFunction() || d.IsType() }) {
		if f.query.Asks == question.Uses {
			return f.uses(ctx)
		}
		return nil, nil
	}
	base, err := f.CodeBase()
	if err != nil {
		return nil, err
	}
	relation := codemap.Relation{
		Callees: f.query.Asks == question.Callees, Mentions: f.query.Asks == question.Uses,
		Tests: f.asksForTests(), Most: mostRows, Within: f.admitted(),
	}
	found, more, err := base.Relatives(ctx, all, relation)
	if err == nil && len(found) == 0 && !relation.Mentions { // a type is mentioned at least
		relation.Mentions = true
		found, more, err = base.Relatives(ctx, all, relation)
	}
	if err != nil {
		return nil, err
	}
	c := &answer.Counted{Related: true, From: fromCalls, Columns: columns, Rows: f.leading(mostAlso), More: more}
	var names []string
	for _, r := range found {
		names = append(names, cmp.Or(r.Title(), r.Document.Path))
		c.Rows = append(c.Rows, callRow(r, relation.Callees))
	}
	verb := " is called by "
	switch {
	case relation.Callees && relation.Mentions:
		verb = " calls nothing that could be found, and mentions "
	case relation.Mentions:
		verb = " is used by "
	case relation.Callees:
		verb = " calls "
	}
	if len(names) == 0 {
		if !relation.Callees {
			return f.uses(ctx) // by its name, where it is handed to another function
		}
		c.Said = "From the call graph: " + f.subject() + " calls nothing that is defined in these files." + f.where()
		return c, nil
	}
	said := listed(names)
	if n := len(names) + more; n > mostNamed {
		said = fmt.Sprintf("%s, among %d definitions", listed(names[:mostNamed]), n)
	}
	c.Said = "From the call graph: " + f.subject() + verb + said + "." + f.where()
	return c, nil
}

// asksForTests reports whether the tests that call something are asked for.
func (f finding) asksForTests() bool { return question.CodeNoun(f.query.Noun) == "test" }

// callRow is a caller with the place of the call, or a callee with its declaration.
func callRow(r codemap.Relative, isCallee bool) answer.CountedRow {
	span := r.Span
	if len(r.At) > 0 && !isCallee {
		span = lineAround(r.Document, r.At[0])
	}
	said := place(r.Declared, span)
	if r.Kind != graph.FileKind.String() {
		said += ", " + code(r.Title())
	}
	if !span.Empty() {
		said += ": " + code(span.Of(r.Document.Text))
	}
	var remarks []string
	if len(r.At) > 1 {
		remarks = append(remarks, fmt.Sprintf("%d times", len(r.At)))
	}
	if r.Remark != "" {
		remarks = append(remarks, r.Remark)
	}
	if remarks != nil {
		said += " (" + strings.Join(remarks, ", ") + ")"
	}
	return row(r.Declared, span, said)
}

// lineAround is the line of a place without the white space around it.
func lineAround(d *document.Document, at text.Span) text.Span {
	start := strings.LastIndexByte(d.Text[:at.Start], '\n') + 1
	end := at.End + len(d.Text[at.End:])
	if n := strings.IndexByte(d.Text[at.End:], '\n'); n >= 0 {
		end = at.End + n
	}
	return text.Span{Start: start, End: end}.Trim(d.Text)
}

// admitted reports which files the question is limited to, nil for all.
func (l Lookup) admitted() func(file.URI) bool {
	if l.Within == nil {
		return nil
	}
	admitted := map[file.URI]bool{}
	for e := range l.View.Library.Snapshot().All {
		if l.Within(e) {
			admitted[e.URI] = true
		}
	}
	return func(u file.URI) bool { return admitted[u] }
}

// uses answers where something is used of which the call graph knows no call, such as a constant:
// by the places of its name.
func (f finding) uses(ctx context.Context) (*answer.Counted, error) {
	name := f.declared[0][0].Name
	c := &answer.Counted{Related: true, From: fromPrograms, Columns: columns, Rows: f.leading(mostAlso)}
	var names []string
	documents, more := f.documents(ctx, name, "", false)
	c.Note = onlyRead(more)
	for _, d := range documents {
		if f.asksForTests() && !graph.IsTest(d.Path) {
			continue
		}
		last := text.Span{}
		for _, at := range graph.Mentions(d, name) {
			line := lineAround(d, at)
			isDeclared := slices.ContainsFunc(f.declared[0], func(one codemap.Declared) bool {
				return one.Document.URI == d.URI && one.Span.Contains(at.Start)
			})
			if isDeclared || line == last {
				continue
			}
			last = line
			in := codemap.Declared{Document: d, Declaration: graph.Declaration{Name: around(d.Blocks, at.Start)}}
			names = append(names, cmp.Or(in.Name, d.Path))
			if mostRows <= len(c.Rows) {
				c.More++
				continue
			}
			said := place(in, line)
			if in.Name != "" {
				said += ", " + code(in.Name)
			}
			c.Rows = append(c.Rows, row(in, line, said+": "+code(line.Of(d.Text))))
		}
	}
	said := " is named in " + listed(names)
	if len(names) == 0 {
		if f.Within != nil {
			return nil, ctx.Err()
		}
		said = " is named by no other line of a program"
	}
	switch {
	case f.asksForTests() && len(names) == 0:
		said = " is called by no test that could be found"
	case f.asksForTests():
		said += ", and is called by no test that could be found"
	case f.query.Asks == question.Callers:
		said = " is called nowhere that could be found, and" + said
	}
	c.Said = "From the text of the programs: " + f.subject() + said + "." + f.where()
	return c, ctx.Err()
}

// types answers which types implement or extend one, or which it does.
func (f finding) types(ctx context.Context) (*answer.Counted, error) {
	c := &answer.Counted{Related: true, From: fromDeclarations, Columns: columns, Rows: f.leading(mostAlso)}
	one := f.declared[0][0]
	var found []codemap.Declared
	verb := " is extended by "
	switch {
	case f.query.Asks == question.Supertypes:
		verb = " extends or implements "
		for _, name := range basesIn(one) {
			found = append(found, f.firstType(ctx, name, one))
		}
	case isInterface(one):
		verb = " is implemented by "
		fallthrough
	default:
		documents, more := f.documents(ctx, one.Name, "", false)
		c.Note = onlyRead(more)
		for _, d := range documents {
			found = append(found, subtypesIn(d, one)...)
		}
	}
	if one.Document.Language == "go" && one.Kind == "interface" && f.query.Asks == question.Subtypes {
		base, err := f.CodeBase()
		if err != nil {
			return nil, err
		}
		implementers, err := base.Implementers(ctx, one)
		if err != nil {
			return nil, err
		}
		for _, d := range implementers {
			if !slices.ContainsFunc(found, func(known codemap.Declared) bool { return same(known, d) }) {
				found = append(found, d)
			}
		}
		c.From = "the declarations and the names of the methods"
	}
	admits := f.admitted()
	found = slices.DeleteFunc(found, func(d codemap.Declared) bool {
		return d.Document != nil && admits != nil && !admits(d.Document.URI)
	})
	if len(found) == 0 {
		return nil, ctx.Err()
	}
	doubt := func(d codemap.Declared) (doubt int) {
		if d.Document != nil {
			doubt = 2 * test(d.Document.Path)
		}
		if isInterface(d) {
			doubt++
		}
		return doubt
	}
	slices.SortStableFunc(found, func(a, b codemap.Declared) int { return doubt(a) - doubt(b) })
	names := distinct(found)
	for _, d := range found {
		switch {
		case d.Document == nil: // declared elsewhere
		case len(c.Rows) < mostRows:
			c.Rows = append(c.Rows, row(d, d.Span, quoted(d)))
		default:
			c.More++
		}
	}
	c.Said = "From " + c.From + ": " + f.subject() + verb + listed(names) + "." + f.where()
	return c, ctx.Err()
}

// distinct are the names of types, with that of the folder in front where several have one.
func distinct(all []codemap.Declared) []string {
	count := map[string]int{}
	for _, d := range all {
		count[d.Name]++
	}
	return replies.Each(all, func(d codemap.Declared) string {
		if count[d.Name] > 1 && d.Document != nil {
			return path.Base(path.Dir(d.Document.Path)) + "." + d.Name
		}
		return d.Name
	})
}

// members answers what is defined in a type.
func (f finding) members() *answer.Counted {
	one := f.declared[0][0]
	c := &answer.Counted{Related: true, From: fromDeclarations, Columns: columns, Rows: f.leading(mostAlso)}
	var names []string
	for _, d := range graph.Declarations(one.Document, func(string) bool { return true }) {
		isWanted := d.Kind != "parameter" && d.Owner == one.Name && d.Span.Start != one.Span.Start
		switch kind, noun := question.CodeNoun(f.query.Noun), d.IsFunction(); {
		case !isWanted, kind == "function" && !noun, kind == "value" && noun:
		default:
			names = append(names, d.Name)
			if len(c.Rows) < mostRows {
				member := codemap.Declared{Declaration: d, Document: one.Document}
				c.Rows = append(c.Rows, row(member, d.Span, quoted(member)+"."+documented(member)))
			} else {
				c.More++
			}
		}
	}
	if len(names) == 0 {
		return nil
	}
	c.Said = "From the declarations: " + f.subject() + " has " + listed(names) + "." + f.where()
	return c
}

// imports answers who imports something, or what a file or a folder imports.
func (l Lookup) imports(ctx context.Context, q question.CodeQuery) (*answer.Counted, error) {
	base, err := l.CodeBase()
	if err != nil {
		return nil, err
	}
	name := q.Names[0]
	find, verb := base.ImportersOf, " is imported by "
	if q.Asks == question.Imports {
		find, verb = base.ImportsBy, " imports "
	}
	found, err := find(ctx, name)
	admits := l.admitted()
	found = slices.DeleteFunc(found, func(i codemap.Importing) bool { return admits != nil && !admits(i.Document.URI) })
	if err != nil || len(found) == 0 {
		return nil, err
	}
	c := &answer.Counted{Related: true, From: fromImports, Columns: columns}
	var names []string
	for _, i := range found {
		at := codemap.Declared{Document: i.Document, Declaration: graph.Declaration{Name: i.Said, Kind: "import"}}
		if q.Asks == question.Imports {
			names = append(names, i.Said)
		} else {
			names = append(names, i.Document.Path)
		}
		if len(c.Rows) < mostRows {
			c.Rows = append(c.Rows, row(at, i.Line, place(at, i.Line)+": "+code(cmp.Or(i.Line.Of(i.Document.Text), i.Said))))
		} else {
			c.More++
		}
	}
	c.Said = "From the imports: " + code(name) + verb + listed(names) + "."
	return c, ctx.Err()
}
