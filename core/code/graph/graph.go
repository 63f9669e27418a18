// Package graph is who calls whom in a workspace, and what depends on what.
//
// [Read] takes out of the parse tree of one file what the graph needs of it: its
// [Facts], which are small and belong to the content of the file alone, so that they are
// made once for each content. [New] puts the facts of all files together and finds for
// each name that is called which definitions it may mean.
//
// # Best effort
//
// Nothing is type-checked, and most languages are read token by token. What a name means
// is decided by what is visible: the definition and the type around it, the file, its
// imports, its folder, and the type that a variable is declared with. Where that leaves
// several definitions, as for a method that is called on a value of unknown type, each of
// them has an [Edge] with their number, and with the remark that it is a guess. A call that may
// mean more than a few has none. Calls through variables that have functions are not
// seen, and neither are definitions that a macro makes.
//
// The room knows nothing of models, indexes, the disk or the protocol.
package graph

import (
	"cmp"
	"context"
	"fmt"
	"runtime"
	"runtime/debug"
	"slices"
	"strings"
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
	files    []source
	byURI    map[file.URI]int // their numbers
	first    []ID             // the first definition of each file, and one behind the last of all
	holding  []uint32         // the file of each definition, by its ID
	briefs   []brief          // what is most used of each definition, by its ID
	callees  links
	callers  links
	names    map[Name][]ID         // definitions by their names, without the files
	reexport map[string][]reexport // imports that others may import, by their names
	local    map[local][]ID
	fields   map[local]field
	places   places
	imports  [][]target // what the imports of each file lead to, in their order
	dropped  int
}

// An ID is a definition of one graph. That of a file as a whole precedes those inside of it.
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

// A brief is what decides whether a name can mean a definition at all.
type brief struct {
	kind   Kind
	family string
}

// A source is a file of a graph.
type source struct {
	File
	*dialect
	index  int
	folder string // "" at the top
	family string // of languages whose programs call one another
	test   bool   // what is in it is no part of the program
}

// A reexport is an import with a name, so that other files may import that name from its file.
type reexport struct {
	file, number int // in the files of the graph, and in the imports of that file
}

// An Edge is one end of a call.
type Edge struct {
	ID    ID // the other end
	Among int
	// Guess is true where only the name suggests the edge: the value that it is called on is unknown.
	Guess bool
	// Call is false for the mention of a type.
	Call bool
}

// New makes the graph of files. It uses all processors, and takes about a microsecond for
// each reference in them. The error is that of ctx.
func New(ctx context.Context, files []File) (*Graph, error) {
	files = slices.Clone(files)
	slices.SortFunc(files, func(a, b File) int { return cmp.Compare(a.Path, b.Path) })
	g := &Graph{byURI: map[file.URI]int{}, names: map[Name][]ID{}, local: map[local][]ID{}, fields: map[local]field{}, reexport: map[string][]reexport{}}
	for i, f := range files {
		s := source{File: f, dialect: dialectOf(f.Facts.Language), index: i, folder: folderOf(f.Path), test: IsTest(f.Path)}
		s.family = cmp.Or(s.Family, s.Name)
		g.files = append(g.files, s)
		g.byURI[f.URI] = i
		g.first = append(g.first, ID(g.Len()))
		for _, d := range f.Facts.Definitions {
			if id := ID(g.Len()); d.Kind != FileKind {
				here := local{d.Name, s.folder}
				g.names[d.Name] = append(g.names[d.Name], id)
				g.local[here] = append(g.local[here], id)
			}
			g.holding = append(g.holding, uint32(i))
			g.briefs = append(g.briefs, brief{d.Kind, s.family})
		}
		for _, f := range f.Facts.Fields {
			key, one := local{f.Name, s.folder}, field{f.Type, i}
			if was, known := g.fields[key]; known && was.declared != one.declared {
				one.declared = noName
			}
			g.fields[key] = one
		}
	}
	g.first = append(g.first, ID(g.Len()))
	g.callees.starts = make([]uint32, g.Len())
	g.places = newPlaces(g.files)
	g.imports = make([][]target, len(g.files))
	g.inParallel(ctx, func(s source) { g.imports[s.index] = g.places.importsOf(s) })
	for i, s := range g.files { // an import of a package of Go is not exported
		for at, one := range s.Facts.Imports {
			if t := g.imports[i]; one.Name != "" && at < len(t) && t[at].files != nil && !t[at].whole {
				g.reexport[one.Name] = append(g.reexport[one.Name], reexport{i, at})
			}
		}
	}
	g.link(ctx)
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	return g, nil
}

// inParallel calls do for each file, until ctx is done. Calls for different files must not
// write what the others use. A panic in one is one of the caller's.
func (g *Graph) inParallel(ctx context.Context, do func(source)) {
	next := make(chan source)
	var workers sync.WaitGroup
	var fault atomic.Value
	contained := func(s source) {
		defer func() {
			if v := recover(); v != nil {
				fault.Store(fmt.Sprintf("%v\n%s", v, debug.Stack()))
			}
		}()
		do(s)
	}
	for range runtime.GOMAXPROCS(0) {
		workers.Go(func() {
			for s := range next {
				contained(s)
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

// Len is the number of definitions, with the files: their IDs are all numbers below.
func (g *Graph) Len() int { return len(g.holding) }

// Dropped is how many references may mean so many definitions that they have no edge.
func (g *Graph) Dropped() int { return g.dropped }

// A Defined is a definition in its file.
type Defined struct {
	File
	*Definition
	Test bool // it is in a test
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

// Definition returns the definition of an ID of this graph.
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
// no other is; false for a file that the graph does not have.
func (g *Graph) At(u file.URI, offset int) (ID, bool) {
	i, ok := g.byURI[u]
	if !ok {
		return 0, false
	}
	inside := 0
	for at, d := range g.files[i].Facts.Definitions {
		if d.Start <= uint32(offset) && uint32(offset) < d.End {
			inside = at
		}
	}
	return g.first[i] + ID(inside), true
}

// Whole is the definition of a file as a whole; false for a file that the graph does not
// have.
func (g *Graph) Whole(u file.URI) (ID, bool) {
	i, ok := g.byURI[u]
	return g.first[i], ok
}

// In are the definitions of a file, without that of it as a whole, in the order of the text.
func (g *Graph) In(u file.URI) []ID {
	i, ok := g.byURI[u]
	if !ok {
		return nil
	}
	var all []ID
	for id := g.first[i] + 1; id < g.first[i+1]; id++ {
		all = append(all, id)
	}
	return all
}

// Named are the definitions of a name, which may have that of its type or of its folder in
// front, with a dot, and of that a path: "Put", "Library.Put", "index.New",
// "core/index.Library.Put". Without any with exactly this name, case does not matter.
func (g *Graph) Named(name string) []ID {
	if slash := strings.LastIndexByte(name, '/'); slash >= 0 {
		if at := strings.IndexAny(name[slash:], nameMarks); at >= 0 {
			path := strings.Trim(strings.TrimPrefix(name[:slash+at], "./"), "/")
			if rest := strings.TrimLeft(name[slash+at:], nameMarks); rest != "" {
				ids := slices.DeleteFunc(slices.Clone(g.Named(rest)), func(id ID) bool {
					in := g.fileOf(id).Path
					isIn := func(place string) bool { return place == path || strings.HasSuffix(place, "/"+path) }
					return !isIn(folderOf(in)) && !isIn(withoutEnding(in)) && !isIn(in)
				})
				if len(ids) > 0 {
					return ids
				}
			}
		}
	}
	owner, last := OwnName(strings.Trim(name, "() \t\r\n"))
	within := func(ids []ID) []ID { // those of the type, the folder or the file that the name begins with
		var all []ID
		for _, id := range ids {
			d := g.Definition(id)
			same := func(name string) bool { return text.Fold(owner) == text.Fold(name) }
			if owner == "" || same(d.Owner.Value()) || same(lastElement(folderOf(d.Path))) || same(stemOf(d.Path)) {
				all = append(all, id)
			}
		}
		return all
	}
	if ids := within(g.names[unique.Make(last)]); len(ids) > 0 {
		return ids
	}
	var folded []ID
	for known, ids := range g.names {
		if text.Fold(known.Value()) == text.Fold(last) {
			folded = append(folded, within(ids)...)
		}
	}
	slices.Sort(folded)
	return folded
}

// Meanings returns what finds the definitions that references in a file may mean, as edges
// to them. Only one goroutine may use it.
func (g *Graph) Meanings(u file.URI) func(Reference) []Edge {
	i, ok := g.byURI[u]
	if !ok {
		return func(Reference) []Edge { return nil }
	}
	s := g.files[i]
	r := newResolver(g, s)
	return func(ref Reference) []Edge {
		if len(s.Facts.Definitions) <= int(ref.In) {
			return nil
		}
		found, _ := r.edges(ref)
		return found
	}
}

// IsTest reports whether a file is a test by its name or by a folder that it is in.
func IsTest(name string) bool {
	base := withoutEnding(lastElement(name))
	for _, mark := range [...]string{"_test", ".test", ".spec", "_spec", "-test", "Test", "Tests"} {
		if strings.HasSuffix(base, mark) {
			return true
		}
	}
	if strings.HasPrefix(base, "test_") {
		return true
	}
	return slices.ContainsFunc(strings.Split(folderOf(name), "/"), func(f string) bool {
		return f == "test" || f == "tests" || f == "__tests__" || f == "testdata" || f == "spec"
	})
}

// links are the edges of all definitions, one way: those of a definition are neighbours.
type links struct {
	starts []uint32 // by ID, where its edges begin
	edges  []link
}

// A link is an Edge in eight bytes.
type link struct {
	to    ID
	among uint16
	flags uint8
}

const (
	isGuess uint8 = 1 << iota
	isCall
)

// of returns the edges of a definition.
func (l links) of(id ID) []Edge {
	edges := make([]Edge, 0, len(l.from(id)))
	for _, one := range l.from(id) {
		edges = append(edges, Edge{one.to, int(one.among), one.flags&isGuess != 0, one.flags&isCall != 0})
	}
	return edges
}

func (l links) from(id ID) []link {
	end := uint32(len(l.edges))
	if int(id)+1 < len(l.starts) {
		end = l.starts[id+1]
	}
	return l.edges[l.starts[id]:end]
}

// link finds what every reference means, and turns that around. When ctx is done before,
// the graph is of no use.
func (g *Graph) link(ctx context.Context) {
	found := make([][]outgoing, len(g.files))
	dropped := make([]int, len(g.files))
	g.inParallel(ctx, func(s source) { found[s.index], dropped[s.index] = newResolver(g, s).all(ctx) })
	at := 0
	for i, out := range found {
		g.dropped += dropped[i]
		for _, o := range out {
			for ; at <= int(o.from); at++ {
				g.callees.starts[at] = uint32(len(g.callees.edges))
			}
			g.callees.edges = append(g.callees.edges, o.link)
		}
	}
	for ; at < len(g.callees.starts); at++ {
		g.callees.starts[at] = uint32(len(g.callees.edges))
	}
	// The same edges from their other ends, in the order of the first ones.
	back := links{starts: make([]uint32, len(g.callees.starts)), edges: make([]link, len(g.callees.edges))}
	counts := make([]uint32, len(back.starts)+1)
	for _, e := range g.callees.edges {
		counts[e.to+1]++
	}
	for i := range back.starts {
		counts[i+1] += counts[i]
		back.starts[i] = counts[i]
	}
	next := slices.Clone(back.starts)
	for from := range back.starts {
		for _, e := range g.callees.from(ID(from)) {
			back.edges[next[e.to]] = link{ID(from), e.among, e.flags}
			next[e.to]++
		}
	}
	g.callers = back
}
