// Package lookup answers questions on what programs define: where something is declared, what
// it is set to, who calls it, what implements it. It looks declarations up in the files that
// have the name, and calls and imports in the code base. An answer quotes the declaration, and
// says from what it was taken; what no program declares is no question for this room.
//
// The room writes no reply: what it finds is an [answer.Counted].
package lookup

import (
	"cmp"
	"context"
	"fmt"
	"path"
	"slices"
	"strings"

	"docuquest/core/agent/view"
	"docuquest/core/answer"
	"docuquest/core/code/codemap"
	"docuquest/core/code/graph"
	"docuquest/core/code/languages"
	"docuquest/core/document"
	"docuquest/core/file"
	"docuquest/core/index"
	"docuquest/core/language/analysis"
	"docuquest/core/language/text"
	"docuquest/core/search/parallel"
	"docuquest/core/search/question"
)

const (
	// mostFiles is how many files with a name are read, half a second's work.
	mostFiles = 1000
	// mostRows is how many callers, imports and the like are listed, and mostNamed how many of
	// them the sentence names.
	mostRows  = 20
	mostNamed = 12
	// mostAlso is how many further declarations of a name are listed.
	mostAlso = 5
)

// A Lookup looks things up in the programs of a workspace.
type Lookup struct {
	View     *view.View
	CodeBase func() (*codemap.CodeBase, error) // is made where it is needed
	Within   func(*index.Entry) bool           // the files that are meant, nil for all
}

// Answer answers a question on programs; nil where no program declares what it asks about, or
// nothing is known of that. The error is that of ctx.
func (l Lookup) Answer(ctx context.Context, queries []question.CodeQuery) (*answer.Counted, error) {
	var whole *answer.Counted
	for i, q := range queries {
		one, err := l.one(ctx, q, i > 0 && slices.Equal(q.Names, queries[0].Names))
		if one == nil || err != nil {
			return nil, err
		}
		if whole == nil {
			whole = one
			continue
		}
		if !strings.HasPrefix(one.Said, whole.Said) { // the declaration answers both
			one.Said = whole.Said + " " + one.Said
		}
		if whole.Said = one.Said; one.From != whole.From {
			whole.From += " and " + one.From
		}
		for _, row := range one.Rows {
			if !row.Leads || !slices.ContainsFunc(whole.Rows, func(known answer.CountedRow) bool {
				return known.Span == row.Span && known.Document.URI == row.Document.URI
			}) {
				whole.Rows = append(whole.Rows, row)
			}
		}
		slices.SortStableFunc(whole.Rows, func(a, b answer.CountedRow) int { return leads(b) - leads(a) })
		whole.More, whole.Related, whole.Note = whole.More+one.More, whole.Related || one.Related, cmp.Or(whole.Note, one.Note)
	}
	return whole, nil
}

func leads(row answer.CountedRow) int {
	if row.Leads {
		return 1
	}
	return 0
}

// one answers one half of a question, which may be a further one on the same names.
func (l Lookup) one(ctx context.Context, q question.CodeQuery, isFurther bool) (*answer.Counted, error) {
	if len(q.Names) == 0 {
		return nil, nil
	}
	if q.Asks == question.Importers || q.Asks == question.Imports {
		return l.imports(ctx, q)
	}
	f := finding{Lookup: l, query: q, isFurther: isFurther}
	for _, name := range q.Names {
		found := l.declarations(ctx, name, f.query)
		if len(found) == 0 && q.Asks == question.Members { // a constant, which has no members but a value
			f.query.Asks = question.ValueOf
			found = l.declarations(ctx, name, f.query)
		}
		if len(found) == 0 {
			return nil, ctx.Err()
		}
		f.declared = append(f.declared, found)
	}
	switch f.query.Asks {
	case question.Callers, question.Callees, question.Uses:
		return f.calls(ctx)
	case question.Subtypes, question.Supertypes:
		return f.types(ctx)
	case question.Members:
		return f.members(), ctx.Err()
	}
	return f.declarations(), ctx.Err()
}

// declarations are those of a name that a question means, the best first: no tests, no
// prototypes and no parameters where there are others.
func (l Lookup) declarations(ctx context.Context, name string, q question.CodeQuery) []codemap.Declared {
	folder, rest := "", name
	if at := strings.LastIndexByte(name, '/') + 1; at > 0 { // core/index.Library.Put
		if end := strings.IndexAny(name[at:], ".:#"); end >= 0 {
			folder, rest = name[:at+end], name[at+end+1:]
		}
	}
	owner, last := graph.OwnName(rest)
	if slices.Contains([]question.CodeAim{question.Callers, question.Uses, question.Subtypes}, q.Asks) {
		l.Within = nil // what calls it is meant to be there
	}
	all := l.named(ctx, last, cmp.Or(folder, owner), false)
	if len(all) == 0 && q.Spelled {
		all = l.named(ctx, last, cmp.Or(folder, owner), true)
	}
	all = slices.DeleteFunc(all, func(d codemap.Declared) bool { return !isIn(d, folder) || !isIn(d, owner) || !isIn(d, q.In) })
	keep := func(isWanted func(codemap.Declared) bool) {
		if wanted := slices.DeleteFunc(slices.Clone(all), func(d codemap.Declared) bool { return !isWanted(d) }); len(wanted) > 0 {
			all = wanted
		}
	}
	keep(func(d codemap.Declared) bool { return !graph.IsTest(d.Document.Path) })
	keep(func(d codemap.Declared) bool { return !d.Bodiless })
	keep(func(d codemap.Declared) bool {
		return owner == "" || d.Owner == owner || path.Base(path.Dir(d.Document.Path)) == owner
	})
	switch q.Kind {
	case "function":
		keep(codemap.Declared.IsFunction)
	case "type":
		keep(codemap.Declared.IsType)
	case "parameter":
		keep(func(d codemap.Declared) bool { return d.Kind == "parameter" })
	case "value":
		keep(func(d codemap.Declared) bool { return !d.IsFunction() && !d.IsType() && d.Kind != "parameter" })
	}
	switch q.Asks {
	case question.ValueOf:
		all = slices.DeleteFunc(all, func(d codemap.Declared) bool { return d.Value.Empty() })
	case question.Parameters, question.Returned, question.Callers, question.Callees:
		keep(func(d codemap.Declared) bool { return d.IsFunction() || d.IsType() })
	case question.Subtypes, question.Supertypes, question.Members:
		all = slices.DeleteFunc(all, func(d codemap.Declared) bool { return !d.IsType() })
	}
	if q.Asks == question.Subtypes {
		keep(isInterface)
	}
	keep(func(d codemap.Declared) bool { return d.Kind != "parameter" })
	if !q.Spelled { // the word may mean anything
		all = slices.DeleteFunc(all, func(d codemap.Declared) bool { return d.Kind == "parameter" || d.Kind == "field" })
	}
	if q.Asks == question.ValueOf && cmp.Or(folder, owner, q.In) == "" && !isDecided(all) && l.isInProse(ctx, last) {
		return nil
	}
	slices.SortStableFunc(all, func(a, b codemap.Declared) int {
		return cmp.Or(strings.Count(a.Title(), ".")-strings.Count(b.Title(), "."), byDepth(a.Document.Path, b.Document.Path))
	})
	return all
}

// isDecided reports whether declarations say what the value of a name is: all the same, which is
// something, and not in tests. What nobody decides in the programs, a text may.
func isDecided(all []codemap.Declared) bool {
	return !slices.ContainsFunc(all, func(d codemap.Declared) bool {
		value := d.Value.Of(d.Document.Text)
		return languages.Shared("nothing")[value] || graph.IsTest(d.Document.Path) || value != all[0].Value.Of(all[0].Document.Text)
	})
}

// isInProse reports whether a text that is no program has a name.
func (l Lookup) isInProse(ctx context.Context, name string) bool {
	var words []string
	for w := range text.Words(name) {
		words = append(words, analysis.Exact(w.Span.Of(name)))
	}
	entries, _ := l.View.Library.Match([][]string{words})
	return slices.ContainsFunc(entries, func(e *index.Entry) bool {
		if file.IsCode(e.Language) || e.Extracted || l.Within != nil && !l.Within(e) {
			return false
		}
		f, err := l.View.Files.Read(ctx, e.URI)
		return err == nil && strings.Contains(f.Content, name)
	})
}

// byDepth orders paths: what is higher up is what others use.
func byDepth(a, b string) int {
	return cmp.Or(strings.Count(a, "/")-strings.Count(b, "/"), cmp.Compare(a, b))
}

// entries are the programs that have a name: those at a place first, which may be "", tests last.
// more is how many were left out.
func (l Lookup) entries(name, at string) (entries []*index.Entry, more int) {
	lists, snap := l.View.Library.CollectExact([]string{strings.Trim(analysis.Exact(name), "_")})
	for _, p := range lists[0].Merged() {
		if e := snap.Entry(p.Entry()); e != nil && file.IsCode(e.Language) && (l.Within == nil || l.Within(e)) {
			entries = append(entries, e)
		}
	}
	elsewhere := func(e *index.Entry) int {
		if at != "" && !isAt(e.Path, at) {
			return 1
		}
		return 0
	}
	slices.SortFunc(entries, func(a, b *index.Entry) int {
		return cmp.Or(elsewhere(a)-elsewhere(b), test(a.Path)-test(b.Path), byDepth(a.Path, b.Path))
	})
	more = max(0, len(entries)-mostFiles)
	return entries[:len(entries)-more], more
}

// documents are the programs that have a name, as it is spelled unless anyCase is set, in the
// order of entries.
func (l Lookup) documents(ctx context.Context, name, at string, anyCase bool) (all []*document.Document, more int) {
	entries, more := l.entries(name, at)
	found := make([]*document.Document, len(entries))
	parallel.For(ctx, len(entries), func() func(int) {
		return func(i int) {
			f, err := l.View.Files.Read(ctx, entries[i].URI)
			f.Path = entries[i].Path
			switch {
			case err != nil, !anyCase && !strings.Contains(f.Content, name): // it is gone, or spells it otherwise
			case l.View.Parser.Has(f.Identity):
				found[i] = l.View.Parser.Parse(f)
			default: // not remembered: one question would take the room of all others
				found[i] = l.View.Parser.ParseOnce(f)
			}
		}
	})
	return slices.DeleteFunc(found, func(d *document.Document) bool { return d == nil }), more
}

// named returns where programs declare a name, as it is spelled unless anyCase is set.
func (l Lookup) named(ctx context.Context, name, at string, anyCase bool) []codemap.Declared {
	isMeant := func(known string) bool { return known == name || anyCase && strings.EqualFold(known, name) }
	documents, _ := l.documents(ctx, name, at, anyCase)
	found := make([][]codemap.Declared, len(documents))
	parallel.For(ctx, len(documents), func() func(int) {
		return func(i int) {
			for _, one := range graph.Declarations(documents[i], isMeant) {
				found[i] = append(found[i], codemap.Declared{Declaration: one, Document: documents[i]})
			}
		}
	})
	return slices.Concat(found...)
}

func test(path string) int {
	if graph.IsTest(path) {
		return 1
	}
	return 0
}

// isIn reports whether something is declared in a type, a function, a file or a folder; it is in
// "".
func isIn(d codemap.Declared, place string) bool {
	place = strings.Trim(strings.ReplaceAll(place, "::", "."), "./")
	if place == "" || slices.Contains(strings.Split(d.Owner, "."), place) || strings.HasSuffix("."+d.Owner, "."+place) {
		return true
	}
	return isAt(d.Document.Path, place)
}

// isAt reports whether the path of a file is that of a place, with or without its ending, or the
// place is the folder that it is in.
func isAt(file, place string) bool {
	dotted := strings.ReplaceAll(place, ".", "/")
	return slices.ContainsFunc([]string{file, strings.TrimSuffix(file, path.Ext(file)), path.Dir(file)}, func(p string) bool {
		return strings.HasSuffix("/"+p, "/"+place) || strings.HasSuffix("/"+p, "/"+dotted)
	})
}

// onlyRead is what a reader should know where more files have a name than are read.
func onlyRead(more int) string {
	if more == 0 {
		return ""
	}
	return fmt.Sprintf("%d files have the name, of which %d were read.", mostFiles+more, mostFiles)
}

// isInterface reports whether a type is there to be implemented.
func isInterface(d codemap.Declared) bool {
	return slices.Contains([]string{"interface", "trait", "protocol"}, d.Kind)
}

// A finding is what was found of the names of a question.
type finding struct {
	Lookup
	query     question.CodeQuery
	isFurther bool
	declared  [][]codemap.Declared // of each name, at least one
}

// row is a place with the words for it. It is cited with all of its lines.
func row(d codemap.Declared, span text.Span, said string) answer.CountedRow {
	lines := span
	if !span.Empty() {
		lines = lineAround(d.Document, span)
	}
	if longestShown < lines.Len() {
		lines = span
	}
	return answer.CountedRow{Cells: cells(d, span), Document: d.Document, Span: lines, Said: said}
}
