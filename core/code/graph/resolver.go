package graph

import (
	"cmp"
	"context"
	"math"
	"slices"
	"strings"
	"unique"

	"docuquest/core/code/languages"
	"docuquest/core/language/text"
)

const (
	// mostMeanings is how many definitions a call may mean at most for edges to them. With more
	// of them, each is worth next to nothing.
	mostMeanings = 8

	// deepestExport is how many files are followed that export what they import.
	deepestExport = 3
)

// A resolver finds what the references of one file mean.
type resolver struct {
	*Graph
	source
	near map[string]bool // its folder, and those that it imports from

	sight   map[sightKey][]ID // see visible; nil until it is needed
	open    reach             // by way of the imports without a name; nil until it is needed
	reaches map[reachKey]reach
	others  map[int]*resolver     // of other files
	by      map[string]int        // the first import of each name, in the imports of the file
	known   map[Reference]meaning // of references in the form that meaning gives them
}

// A meaning is what a reference may mean.
type meaning struct {
	ids   []ID
	guess bool
}

func newResolver(g *Graph, s source) *resolver {
	r := &resolver{
		Graph: g, source: s, near: map[string]bool{s.folder: true},
		reaches: map[reachKey]reach{}, others: map[int]*resolver{}, by: map[string]int{}, known: map[Reference]meaning{},
	}
	for at, t := range g.imports[s.index] {
		for _, i := range t.files {
			r.near[g.files[i].folder] = true
		}
		name := s.Facts.Imports[at].Name
		if _, known := r.by[name]; name != "" && !known {
			r.by[name] = at
		}
	}
	return r
}

// An outgoing is a link with the definition that it begins at.
type outgoing struct {
	from ID
	link
}

// all are the links of the file, in the order of the definitions that they begin at, each
// once, and how many references have none since they may mean too much. It stops when ctx
// is done.
func (r *resolver) all(ctx context.Context) (links []outgoing, dropped int) {
	const often = 256 // references, of which a hostile one takes a millisecond
	best := map[[2]ID]Edge{}
	for i, ref := range r.Facts.References {
		if i%often == 0 && ctx.Err() != nil {
			return nil, 0
		}
		from := r.first[r.index] + ID(ref.In)
		edges, tooMany := r.edges(ref)
		if tooMany {
			dropped++
		}
		for _, e := range edges {
			key := [2]ID{from, e.ID}
			was, known := best[key]
			isBetter := e.Among < was.Among
			switch {
			case !known:
				isBetter = true
			case e.Call != was.Call:
				isBetter = e.Call
			case e.Guess != was.Guess:
				isBetter = was.Guess
			}
			if isBetter {
				best[key] = e
			}
		}
	}
	for key, e := range best {
		l := link{to: e.ID, among: uint16(e.Among)}
		if e.Guess {
			l.flags |= isGuess
		}
		if e.Call {
			l.flags |= isCall
		}
		links = append(links, outgoing{key[0], l})
	}
	slices.SortFunc(links, func(a, b outgoing) int { return cmp.Or(cmp.Compare(a.from, b.from), cmp.Compare(a.to, b.to)) })
	return links, dropped
}

// edges are those of a reference, or that it may mean too many definitions.
func (r *resolver) edges(ref Reference) (edges []Edge, tooMany bool) {
	m := r.meaning(ref)
	if mostMeanings < len(m.ids) {
		return nil, true
	}
	for _, id := range m.ids {
		edges = append(edges, Edge{ID: id, Among: len(m.ids), Guess: m.guess, Call: ref.IsCall})
	}
	return edges, false
}

// meaning is what a reference may mean, which is found once for all references of the file
// that cannot but mean the same. The place matters only for a bare name: it counts as one of the
// definition that has what it means and, where none around it does, as one at the top of the
// file, with the type that it belongs to in On.
func (r *resolver) meaning(ref Reference) meaning {
	if ref.How != Bare {
		ref.In = 0
	} else {
		owner := noName
		if r.Implicit {
			owner = ownerOf(r.Facts.Definitions, ref.In)
		}
		for ref.In != 0 && len(r.visible(ref)) == 0 {
			ref.In = r.Facts.Definitions[ref.In].Inside
		}
		if ref.In == 0 {
			ref.On = owner
		}
	}
	m, ok := r.known[ref]
	if !ok {
		m.ids, m.guess = r.meanings(ref)
		r.known[ref] = m
	}
	return m
}

// meanings are the definitions that a reference may mean in the form that meaning gives it.
func (r *resolver) meanings(ref Reference) (ids []ID, guess bool) {
	if ref.How == OnValue && isCommon[ref.Name.Value()] {
		return nil, true
	}
	if ref.How == Bare {
		return r.oneEach(r.bare(ref)), false
	}
	if ref.How == OnName {
		if ids, ok := r.onName(ref); ok {
			return r.oneEach(ids), false
		}
	}
	all := r.able(ref.Name, ref.IsCall)
	if len(all) == 0 {
		return nil, false
	}
	switch ref.How {
	case OnOwn:
		return r.ofOwner(ref.On, all, func(folder string) bool { return folder == r.folder })
	case OnType:
		return r.onType(r, ref.On.Value(), all)
	case OnField:
		if f := r.fields[local{ref.On, r.folder}]; f.declared != noName && f.declared != (Name{}) {
			if r.others[f.file] == nil {
				r.others[f.file] = newResolver(r.Graph, r.files[f.file])
			}
			return r.onType(r.others[f.file], f.declared.Value(), all)
		}
	}
	if !ref.IsCall {
		return nil, false
	}
	return r.guessed(all)
}

// able are the definitions of a name that it can mean at all: what can be called, or types,
// in the language and where they are visible.
func (r *resolver) able(name Name, isCall bool) []ID {
	candidates := r.names[name]
	if r.Facts.Language == "go" && !startsUpper(name.Value()) {
		candidates = r.local[local{name, r.folder}]
	}
	var all []ID
	for _, id := range candidates {
		if b := r.briefs[id]; b.family == r.family && canMean(b.kind, isCall) {
			all = append(all, id)
		}
	}
	return all
}

// canMean reports whether a call, or a mention, may mean a kind of definition at all.
func canMean(k Kind, isCall bool) bool {
	return k.IsType() || isCall && (k.IsFunction() || k == otherKind)
}

// A sightKey is a name in the definition that has it.
type sightKey struct {
	inside uint32
	name   Name
	isCall bool
}

// visible are the definitions that the definition of a reference holds under its name, without
// those that are not seen there without naming what has them, as methods.
func (r *resolver) visible(ref Reference) []ID {
	if r.sight == nil {
		r.sight = map[sightKey][]ID{}
		for i, d := range r.Facts.Definitions {
			holder := r.Facts.Definitions[d.Inside].Kind
			isVisible := r.Implicit || r.Bracketless || d.Owner == noName ||
				holder == moduleKind || holder == namespaceKind || d.Inside == 0 && d.Kind.IsType()
			if d.Kind == FileKind || !isVisible {
				continue
			}
			for _, isCall := range [...]bool{false, true} {
				if canMean(d.Kind, isCall) {
					key := sightKey{d.Inside, d.Name, isCall}
					r.sight[key] = append(r.sight[key], r.first[r.index]+ID(i))
				}
			}
		}
	}
	return r.sight[sightKey{ref.In, ref.Name, ref.IsCall}]
}

// bare is what a name means that is called on nothing: the innermost definition that is visible,
// or else what its file imports by name, or what is known without an import.
func (r *resolver) bare(ref Reference) []ID {
	if found := r.visible(ref); len(found) > 0 {
		return found
	}
	all := r.able(ref.Name, ref.IsCall)
	if ref.On != noName {
		if found := r.methodsNear(ref.On, all); len(found) > 0 {
			return found
		}
	}
	w := wanted{name: ref.Name.Value(), local: ref.Name, isCall: ref.IsCall}
	if i, ok := r.by[w.name]; ok {
		one := r.Facts.Imports[i]
		w.name = cmp.Or(one.Of, one.Name)
		return r.exported(r.reachOf(r.imports[r.index][i]), w, map[export]bool{})
	}
	free := r.filter(all, func(id ID, d *Definition) bool { return d.Owner == noName || d.Kind.IsType() })
	if r.Scope != languages.FileScope {
		if found := r.filter(free, func(id ID, d *Definition) bool { return r.fileOf(id).folder == r.folder }); len(found) > 0 {
			return found
		}
	}
	if r.open == nil {
		var open []target
		for i, one := range r.Facts.Imports {
			if one.Name == "" {
				open = append(open, r.imports[r.index][i])
			}
		}
		r.open = r.reach(open)
	}
	if found := r.exported(r.open, w, map[export]bool{}); len(found) > 0 || r.Scope != languages.OpenScope {
		return found
	}
	return free
}

// methodsNear are those of a type in the folders that the file knows.
func (r *resolver) methodsNear(owner Name, all []ID) []ID {
	return r.filter(all, func(id ID, d *Definition) bool { return d.Owner == owner && r.near[r.fileOf(id).folder] })
}

// onName is what is called on a name: in what an import of that name leads to, or of a type
// or a module with that name. It is false where the name is that of a variable.
func (r *resolver) onName(ref Reference) (ids []ID, ok bool) {
	on := ref.On.Value()
	all := r.able(ref.Name, ref.IsCall)
	if i, ok := r.by[on]; ok {
		if one := r.Facts.Imports[i]; one.Of != "" { // the import of a type
			owner := unique.Make(one.Of)
			if one.Of == defaultPart {
				owner = ref.On
			}
			if ids := r.methodsNear(owner, all); len(ids) > 0 {
				return ids, true
			}
		}
		w := wanted{name: ref.Name.Value(), local: ref.Name, isCall: ref.IsCall}
		return r.exported(r.reachOf(r.imports[r.index][i]), w, map[export]bool{}), true
	}
	if ids := r.filter(all, func(_ ID, d *Definition) bool { return d.Owner == ref.On }); len(ids) > 0 {
		return r.nearest(ids), true
	}
	if r.Imports == "" || r.Imports == "named" {
		if ids := r.filter(all, func(id ID, d *Definition) bool { return d.Owner == noName && stemOf(r.fileOf(id).Path) == on }); len(ids) > 0 {
			return ids, true
		}
	}
	return nil, startsUpper(on) && !r.Bracketless // a type or a module of somewhere else
}

// onType is what is called on a value that a file declares with a type, "Type" or "package.Type":
// its method, or that of anything where the type is known here and has none itself, as an interface, or one
// that inherits. A type of somewhere else has its methods there.
func (r *resolver) onType(in *resolver, declared string, all []ID) (ids []ID, guess bool) {
	pkg, last := OwnName(declared)
	mention := Reference{Name: unique.Make(last), On: unique.Make(pkg)}
	if pkg != "" {
		mention.How = OnName
	}
	types := in.meaning(mention).ids
	if len(types) == 0 {
		return nil, false
	}
	return r.ofOwner(mention.Name, all, func(folder string) bool {
		return slices.ContainsFunc(types, func(id ID) bool { return r.fileOf(id).folder == folder })
	})
}

// ofOwner are the methods of a type, first those where the type is.
func (r *resolver) ofOwner(owner Name, all []ID, isThere func(folder string) bool) (ids []ID, guess bool) {
	methods := r.filter(all, func(_ ID, d *Definition) bool { return d.Owner == owner })
	if there := r.filter(methods, func(id ID, _ *Definition) bool { return isThere(r.fileOf(id).folder) }); len(there) > 0 {
		return r.nearest(there), false
	}
	if len(methods) > 0 {
		return r.nearest(methods), false
	}
	return r.guessed(all)
}

// nearest are those of the same file where there are any: several files may have a type of
// one name.
func (r *resolver) nearest(ids []ID) []ID {
	here := r.filter(ids, func(id ID, _ *Definition) bool { return r.first[r.index] <= id && id < r.first[r.index+1] })
	if len(here) > 0 {
		return here
	}
	return r.inReach(ids)
}

// guessed are the methods of a name, those of folders that the file knows first. A name
// that the values of the language itself have is worth nothing.
func (r *resolver) guessed(all []ID) (ids []ID, guess bool) {
	methods := r.filter(all, func(id ID, d *Definition) bool { return d.Owner != noName && !d.Kind.IsType() })
	if len(methods) == 0 || isCommon[r.definition(methods[0]).Name.Value()] {
		return nil, true
	}
	return r.inReach(methods), true
}

// inReach are those in a folder that the file knows, all where none is.
func (r *resolver) inReach(ids []ID) []ID {
	if near := r.filter(ids, func(id ID, d *Definition) bool { return r.near[r.fileOf(id).folder] }); len(near) > 0 {
		return near
	}
	return ids
}

// isCommon has the methods of strings, lists and tables in many languages.
var isCommon = text.WordSet(`append push pop join split strip trim format keys values items map filter forEach reduce slice
	concat indexOf includes replace startswith endswith startsWith endsWith toString String Error equals hashCode then
	catch length size sort len to_string unwrap clone iter collect into get has isEmpty contains extend update`)

// filter are those that something is true of.
func (r *resolver) filter(ids []ID, is func(ID, *Definition) bool) []ID {
	var all []ID
	for _, id := range ids {
		if is(id, r.definition(id)) {
			all = append(all, id)
		}
	}
	return all
}

// oneEach leaves out what is another side of one definition: the constructors of a type, and
// functions that are declared in one place and defined in another.
func (r *resolver) oneEach(ids []ID) []ID {
	if len(ids) < 2 {
		return ids
	}
	var types, bodies bool
	for _, id := range ids {
		d := r.definition(id)
		types = types || d.Kind.IsType()
		bodies = bodies || d.Kind.IsFunction() && !d.Bodiless
	}
	return r.filter(ids, func(id ID, d *Definition) bool {
		isConstructor := types && !d.Kind.IsType() && strings.EqualFold(d.Owner.Value(), d.Name.Value())
		return !isConstructor && !(bodies && d.Bodiless)
	})
}

// A wanted name is what an import is asked for.
type wanted struct {
	name   string // under which it is exported
	local  Name   // under which it is known here
	isCall bool
	steps  int // how many imports of a name were followed on the way
}

// A reach is the files whose definitions an import makes known, each with the number of
// the step in which it was reached: what is nearer has the smaller number.
type reach map[int]int

// reach follows imports that make known all that they lead to, breadth first. Each file is
// visited once, however many ways lead to it.
func (r *resolver) reach(level []target) reach {
	found := reach{}
	for depth := 0; depth <= deepestExport && len(level) > 0; depth++ {
		var next []target
		for _, t := range level {
			step := len(found)
			for _, i := range t.files {
				if _, known := found[i]; known {
					continue
				}
				found[i] = step
				for at, one := range r.files[i].Facts.Imports {
					if one.Name == "" && !t.whole {
						next = append(next, r.imports[i][at])
					}
				}
			}
		}
		level = next
	}
	return found
}

// A reachKey is a target of one file.
type reachKey struct {
	file  int
	whole bool
}

// reachOf is the reach of one target, which is found once for each file.
func (r *resolver) reachOf(t target) reach {
	if len(t.files) != 1 {
		return r.reach([]target{t})
	}
	key := reachKey{t.files[0], t.whole}
	found, ok := r.reaches[key]
	if !ok {
		found = r.reach([]target{t})
		r.reaches[key] = found
	}
	return found
}

// An export is a name of a file.
type export struct {
	file int
	name string
}

// exported searches a name at the top of the files of a reach, and then by way of the imports of
// that name in these. No name of a file is searched twice.
func (r *resolver) exported(within reach, w wanted, before map[export]bool) []ID {
	name := unique.Make(w.name)
	if w.name == defaultPart {
		name = w.local // which is most often its name there
	}
	var found []ID // in the files that were reached together first
	first := math.MaxInt
	for _, id := range r.able(name, w.isCall) {
		step, ok := within[r.fileOf(id).index]
		if d := r.definition(id); !ok || first < step || d.Owner != noName && !d.Kind.IsType() {
			continue
		}
		if step < first {
			first, found = step, nil
		}
		found = append(found, id)
	}
	if len(found) > 0 || w.steps == deepestExport {
		return found
	}
	// The imports of the name in the files of the reach, the nearest first. All imports of it are in
	// the order of their files, and may be many more than the files of the reach.
	var imports []reexport
	all := r.reexport[w.name]
	if len(within) < len(all) {
		for i := range within {
			at, _ := slices.BinarySearchFunc(all, i, func(e reexport, i int) int { return cmp.Compare(e.file, i) })
			for ; at < len(all) && all[at].file == i; at++ {
				imports = append(imports, all[at])
			}
		}
	} else {
		imports = slices.DeleteFunc(slices.Clone(all), func(e reexport) bool { _, ok := within[e.file]; return !ok })
	}
	slices.SortFunc(imports, func(a, b reexport) int {
		return cmp.Or(cmp.Compare(within[a.file], within[b.file]), cmp.Compare(a.file, b.file), cmp.Compare(a.number, b.number))
	})
	for _, e := range imports {
		t := r.imports[e.file][e.number]
		next := wanted{cmp.Or(r.files[e.file].Facts.Imports[e.number].Of, w.name), w.local, w.isCall, w.steps + 1}
		key := export{t.files[0], next.name}
		if before[key] {
			continue
		}
		before[key] = true
		if found := r.exported(r.reachOf(t), next, before); len(found) > 0 {
			return found
		}
	}
	return nil
}
