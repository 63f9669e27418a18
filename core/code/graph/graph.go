// Package graph is who calls whom in a workspace, and what depends on what.
//
// [Read] takes out of the parse tree of one file what the graph needs of it: its
// [Facts], which are small and belong to the content of the file alone, so that they are
// made once for each content. [New] puts the facts of all files together and finds for
// each name that is called which definitions it may mean.
//
// # Best effort
//
// Nothing is type-checked, and most languages are read by their looks. What a name means
// is decided by what can be seen: the definition and the type around it, the file, its
// imports, its folder, and the type that a variable is declared with. Where that leaves
// several definitions, as for a method that is called on a value of unknown type, each of
// them has an [Edge] that says among how many, and that it is a guess. A call that may
// mean more than a few has none. Calls through variables that hold functions are not
// seen, and neither are definitions that a macro makes.
//
// The room knows nothing of models, indexes, the disk or the protocol.
package graph

import (
	"context"
	"fmt"
	"runtime"
	"runtime/debug"
	"slices"
	"sync"
	"sync/atomic"
	"unique"

	"docuquest/core/file"
	"docuquest/core/language/text"
)

// A File is a file with its facts.
type File struct {
	URI   file.URI
	Path  string // relative to its folder, with slashes
	Hash  file.Hash
	Facts *Facts
}

// A Graph is the calls of a workspace at one moment. It is never written after New
// returned it, so any number of goroutines may use it at once.
type Graph struct {
	files   []source
	byURI   map[file.URI]int // their numbers
	first   []ID             // the first definition of each file, and one behind the last of all
	holding []uint32         // the file of each definition, by its ID
	briefs  []brief          // what is most asked of each definition, by its ID
	callees links
	callers links
	names   map[Name][]ID       // definitions by their names, without the files
	handed  map[string][]handed // imports by their names; see collectHanded
	local   map[local][]ID
	fields  map[local]field
	places  places
	imports []imported // what the imports of each file lead to
	dropped int
}

// An ID is a definition of one graph. That of a file as a whole stands in front of those
// inside of it.
type ID uint32

// local is a name in one folder.
type local struct {
	name   Name
	folder string
}

// A field is one of the types of a folder, with the type that it is declared with and the
// file that does. Where several types have one of that name, the declared type is empty.
type field struct {
	declared Name
	file     int
}

// A brief says whether a name can mean a definition at all.
type brief struct {
	kind   Kind
	family family
}

// A source is a file of a graph.
type source struct {
	File
	index  int
	folder string // "" at the top
	family family
	traits *traits
	test   bool // what is in it is no part of the program
}

// An Edge is one end of a call.
type Edge struct {
	ID    ID // the other end
	Among int
	// Guess says that the name alone speaks for it: on what it is called is not known.
	Guess bool
	// Call is false for the mention of a type.
	Call bool
}

// New makes the graph of files. It uses all processors, and takes about a microsecond for
// each reference that they hold. The error is that of ctx.
func New(ctx context.Context, files []File) (*Graph, error) {
	files = slices.Clone(files)
	slices.SortFunc(files, func(a, b File) int { return comparePaths(a.Path, b.Path) })
	g := &Graph{byURI: map[file.URI]int{}, names: map[Name][]ID{}, local: map[local][]ID{}, fields: map[local]field{}, handed: map[string][]handed{}}
	for i, f := range files {
		g.files = append(g.files, newSource(i, f))
		g.byURI[f.URI] = i
		g.first = append(g.first, ID(g.Len()))
		for at, d := range f.Facts.Definitions {
			if id := ID(g.Len() + at); d.Kind != FileKind {
				here := local{d.Name, g.files[i].folder}
				g.names[d.Name] = append(g.names[d.Name], id)
				g.local[here] = append(g.local[here], id)
			}
		}
		for _, d := range f.Facts.Definitions {
			g.holding = append(g.holding, uint32(i))
			g.briefs = append(g.briefs, brief{d.Kind, g.files[i].family})
		}
	}
	g.first = append(g.first, ID(g.Len()))
	g.collectFields()
	g.callees.starts = make([]uint32, g.Len())
	g.places = newPlaces(g.files)
	g.imports = make([]imported, len(g.files))
	g.inParallel(ctx, func(s source) { g.imports[s.index] = g.places.importsOf(s) })
	g.collectHanded()
	g.link(ctx)
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	return g, nil
}

func (g *Graph) collectFields() {
	for i, s := range g.files {
		for _, f := range s.Facts.Fields {
			key, one := local{f.Name, s.folder}, field{f.Type, i}
			if was, known := g.fields[key]; known && was.declared != one.declared {
				one.declared = noName
			}
			g.fields[key] = one
		}
	}
}

// inParallel does something for each file, until ctx is done. Nothing that it does may
// touch what is done for another one. A panic in one is one of the caller's.
func (g *Graph) inParallel(ctx context.Context, do func(source)) {
	next := make(chan source)
	var workers sync.WaitGroup
	var fault atomic.Value
	for range runtime.GOMAXPROCS(0) {
		workers.Go(func() {
			for s := range next {
				contained(&fault, func() { do(s) })
			}
		})
	}
	for _, s := range g.files {
		if ctx.Err() != nil {
			break
		}
		next <- s
	}
	close(next)
	workers.Wait()
	if v := fault.Load(); v != nil {
		panic(v)
	}
}

// contained does something, and keeps of a panic what it said and where.
func contained(fault *atomic.Value, do func()) {
	defer func() {
		if v := recover(); v != nil {
			fault.Store(fmt.Sprintf("%v\n%s", v, debug.Stack()))
		}
	}()
	do()
}

// Len is how many definitions there are, with the files: their IDs are all numbers below.
func (g *Graph) Len() int { return len(g.holding) }

// Dropped is how many references may mean so many definitions that they have no edge.
func (g *Graph) Dropped() int { return g.dropped }

// A Defined is a definition in its file.
type Defined struct {
	File
	*Definition
	Test bool // it stands in a test
}

// Title is the name with that of the type that it belongs to; for a file its name.
func (d Defined) Title() string {
	if d.Kind == FileKind {
		return lastElement(d.Path)
	}
	if owner := d.Owner.Value(); owner != "" {
		return owner + "." + d.Name.Value()
	}
	return d.Name.Value()
}

// Definition gives what an ID of this graph stands for.
func (g *Graph) Definition(id ID) Defined {
	s := g.fileOf(id)
	return Defined{s.File, g.definition(id), s.test}
}

func (g *Graph) definition(id ID) *Definition {
	s := g.fileOf(id)
	return &s.Facts.Definitions[id-g.first[s.index]]
}

func (g *Graph) fileOf(id ID) *source { return &g.files[g.holding[id]] }

// Callees are what a definition calls and mentions itself, without those inside of it. The
// caller owns the slice.
func (g *Graph) Callees(id ID) []Edge { return g.callees.of(id) }

// Callers are what calls or mentions a definition. The caller owns the slice.
func (g *Graph) Callers(id ID) []Edge { return g.callers.of(id) }

// At is the innermost definition around an offset of a file, that of the file itself where
// there is no other; false for a file that the graph does not have.
func (g *Graph) At(u file.URI, offset int) (ID, bool) {
	s, ok := g.file(u)
	if !ok {
		return 0, false
	}
	inside := 0
	for i, d := range s.Facts.Definitions {
		if d.Start <= uint32(offset) && uint32(offset) < d.End {
			inside = i
		}
	}
	return g.first[s.index] + ID(inside), true
}

// Whole is the definition of a file as a whole; false for a file that the graph does not
// have.
func (g *Graph) Whole(u file.URI) (ID, bool) {
	s, ok := g.file(u)
	if !ok {
		return 0, false
	}
	return g.first[s.index], true
}

// In are the definitions of a file, without that of it as a whole, in the order of the text.
func (g *Graph) In(u file.URI) []ID {
	s, ok := g.file(u)
	if !ok {
		return nil
	}
	var all []ID
	for id := g.first[s.index] + 1; id < g.first[s.index+1]; id++ {
		all = append(all, id)
	}
	return all
}

func (g *Graph) file(u file.URI) (source, bool) {
	i, ok := g.byURI[u]
	if !ok {
		return source{}, false
	}
	return g.files[i], true
}

// Named are the definitions of a name, which may have that of its type or of its folder in
// front, with a dot, and of that a path: "Put", "Library.Put", "index.New",
// "core/index.Library.Put". Without any that is written so, case does not matter.
func (g *Graph) Named(name string) []ID {
	if path, rest, ok := cutPath(name); ok {
		if ids := g.below(path, g.Named(rest)); len(ids) > 0 {
			return ids
		}
	}
	owner, last := cutLast(name)
	if ids := g.within(owner, g.names[unique.Make(last)]); len(ids) > 0 {
		return ids
	}
	var folded []ID
	for known, ids := range g.names {
		if text.Fold(known.Value()) == text.Fold(last) {
			folded = append(folded, g.within(owner, ids)...)
		}
	}
	slices.Sort(folded)
	return folded
}

// within are the definitions that belong to a type or stand in a folder or a file of a
// name; all for "".
func (g *Graph) within(owner string, ids []ID) []ID {
	var all []ID
	for _, id := range ids {
		d := g.Definition(id)
		if owner == "" || sameName(owner, d.Owner.Value()) || sameName(owner, lastElement(folderOf(d.Path))) || sameName(owner, stemOf(d.Path)) {
			all = append(all, id)
		}
	}
	return all
}

// below are the definitions in folders, or in files without their endings, whose paths end
// with one.
func (g *Graph) below(path string, ids []ID) []ID {
	return slices.DeleteFunc(slices.Clone(ids), func(id ID) bool {
		at := g.fileOf(id).Path
		return !endsWithPath(folderOf(at), path) && !endsWithPath(withoutEnding(at), path) && !endsWithPath(at, path)
	})
}

// Meanings gives what finds the definitions that references in a file may mean, as edges
// to them. Only one goroutine may use it.
func (g *Graph) Meanings(u file.URI) func(Reference) []Edge {
	s, ok := g.file(u)
	if !ok {
		return func(Reference) []Edge { return nil }
	}
	r := newResolver(g, s)
	return func(ref Reference) []Edge {
		if len(s.Facts.Definitions) <= int(ref.In) {
			return nil
		}
		found, _ := r.edges(ref)
		return found
	}
}
