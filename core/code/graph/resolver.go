package graph

import (
	"cmp"
	"context"
	"slices"
	"strings"
	"unique"
)

// mostMeanings is how many definitions a call may mean at most for edges to them. With more
// of them, each says next to nothing.
const mostMeanings = 8

// A resolver finds what the references of one file mean.
type resolver struct {
	*Graph
	source
	near map[string]bool // its folder, and those that it imports from

	sight   inSight // nil until it is asked for
	open    reached // by way of the imports without a name; nil until it is asked for
	reaches map[reachKey]reached
	others  map[int]*resolver     // of other files
	by      map[string]int        // the first import of each name, in the imports of the file
	known   map[Reference]meaning // of references as settled gives them
}

// A meaning is what a reference may mean.
type meaning struct {
	ids   []ID
	guess bool
}

func newResolver(g *Graph, s source) *resolver {
	r := &resolver{
		Graph: g, source: s, near: map[string]bool{s.folder: true},
		reaches: map[reachKey]reached{}, others: map[int]*resolver{}, by: map[string]int{}, known: map[Reference]meaning{},
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
			if was, known := best[key]; !known || betterEdge(e, was) {
				best[key] = e
			}
		}
	}
	for key, e := range best {
		links = append(links, outgoing{key[0], newLink(e)})
	}
	slices.SortFunc(links, func(a, b outgoing) int { return cmp.Or(cmp.Compare(a.from, b.from), cmp.Compare(a.to, b.to)) })
	return links, dropped
}

// betterEdge says whether an edge tells more than another one between the same ends.
func betterEdge(a, b Edge) bool {
	if a.Call != b.Call {
		return a.Call
	}
	if a.Guess != b.Guess {
		return b.Guess
	}
	return a.Among < b.Among
}

// edges are those that a reference has, or that it may mean too many definitions.
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
// that cannot but mean the same.
func (r *resolver) meaning(ref Reference) meaning {
	ref = r.settled(ref)
	m, ok := r.known[ref]
	if !ok {
		m.ids, m.guess = r.meanings(ref)
		r.known[ref] = m
	}
	return m
}

// settled is a reference that stands for all that mean the same: where it stands matters
// only for a bare name. That stands, as it were, in the definition that holds what it
// means and, where none around it does, at the top of the file, with the type that it
// belongs to in On.
func (r *resolver) settled(ref Reference) Reference {
	if ref.How != Bare {
		ref.In = 0
		return ref
	}
	owner := noName
	if r.traits.implicit {
		owner = r.ownerOf(ref.In)
	}
	for ref.In != 0 && len(r.seen(ref.In, ref)) == 0 {
		ref.In = r.Facts.Definitions[ref.In].Inside
	}
	if ref.In == 0 {
		ref.On = owner
	}
	return ref
}

// meanings are the definitions that a settled reference may mean.
func (r *resolver) meanings(ref Reference) (ids []ID, guess bool) {
	if ref.How == OnValue && isEveryones[ref.Name.Value()] {
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
		return r.onType(r.typesOf(ref.On.Value()), ref.On.Value(), all)
	case OnField:
		if f := r.fields[local{ref.On, r.folder}]; f.declared != noName && f.declared != (Name{}) {
			declared := f.declared.Value()
			return r.onType(r.other(f.file).typesOf(declared), declared, all)
		}
	}
	if !ref.IsCall {
		return nil, false
	}
	return r.guessed(all)
}

// other is the resolver of another file.
func (r *resolver) other(i int) *resolver {
	if r.others[i] == nil {
		r.others[i] = newResolver(r.Graph, r.files[i])
	}
	return r.others[i]
}

// able are the definitions of a name that it can mean at all: what can be called, or types,
// in the language and where they are seen.
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

// bare is what a settled name means that is called on nothing: the innermost definition
// that is in sight.
func (r *resolver) bare(ref Reference) []ID {
	if found := r.seen(ref.In, ref); len(found) > 0 {
		return found
	}
	all := r.able(ref.Name, ref.IsCall)
	if owner := ref.On; owner != noName {
		if found := r.filter(all, func(id ID, d *Definition) bool { return d.Owner == owner && r.near[r.fileOf(id).folder] }); len(found) > 0 {
			return found
		}
	}
	if i, ok := r.by[ref.Name.Value()]; ok {
		one := r.Facts.Imports[i]
		w := wanted{name: cmp.Or(one.Of, one.Name), local: ref.Name, isCall: ref.IsCall}
		return r.exported(r.imports[r.index][i], w)
	}
	return r.fromOutside(ref, all)
}

// fromOutside is what a name means that its file neither defines nor imports by name.
func (r *resolver) fromOutside(ref Reference, all []ID) []ID {
	free := r.filter(all, func(id ID, d *Definition) bool { return d.Owner.Value() == "" || d.Kind.IsType() })
	if r.traits.scope >= folderScope {
		if found := r.filter(free, func(id ID, d *Definition) bool { return r.fileOf(id).folder == r.folder }); len(found) > 0 {
			return found
		}
	}
	w := wanted{name: ref.Name.Value(), local: ref.Name, isCall: ref.IsCall}
	if found := r.handedOn(r.openReach(), w, map[asked]bool{}); len(found) > 0 {
		return found
	}
	if r.traits.scope == openScope {
		return free
	}
	return nil
}

// onName is what is called on a name: in what an import of that name leads to, or of a type
// or a module that is called so. It is false where the name is that of a variable.
func (r *resolver) onName(ref Reference) (ids []ID, ok bool) {
	on := ref.On.Value()
	all := r.able(ref.Name, ref.IsCall)
	if i, ok := r.by[on]; ok {
		return r.onImport(i, ref, all), true
	}
	if ids := r.filter(all, func(_ ID, d *Definition) bool { return d.Owner == ref.On }); len(ids) > 0 {
		return r.nearest(ids), true
	}
	if r.traits.imports == nil {
		if ids := r.filter(all, func(id ID, d *Definition) bool { return d.Owner.Value() == "" && stemOf(r.fileOf(id).Path) == on }); len(ids) > 0 {
			return ids, true
		}
	}
	return nil, startsUpper(on) && !r.traits.bracketless // a type or a module of somewhere else
}

// onImport is what is called on the name of an import: that of a type, or of a file or a
// folder.
func (r *resolver) onImport(i int, ref Reference, all []ID) []ID {
	one := r.Facts.Imports[i]
	if one.Of != "" {
		owner := unique.Make(one.Of)
		if one.Of == defaultPart {
			owner = ref.On
		}
		if ids := r.filter(all, func(id ID, d *Definition) bool { return d.Owner == owner && r.near[r.fileOf(id).folder] }); len(ids) > 0 {
			return ids
		}
	}
	w := wanted{name: ref.Name.Value(), local: ref.Name, isCall: ref.IsCall}
	return r.exported(r.imports[r.index][i], w)
}

// typesOf are the definitions of a declared type, "Type" or "package.Type".
func (r *resolver) typesOf(declared string) []ID {
	pkg, last := ownName(declared)
	mention := Reference{Name: unique.Make(last), On: unique.Make(pkg)}
	if pkg != "" {
		mention.How = OnName
	}
	return r.meaning(mention).ids
}

// onType is what is called on a value with a declared type: its method, or that of
// anything where the type is known here and has none itself, as an interface, or one that
// inherits. A type of somewhere else has its methods there.
func (r *resolver) onType(types []ID, declared string, all []ID) (ids []ID, guess bool) {
	if len(types) == 0 {
		return nil, false
	}
	_, last := ownName(declared)
	name := unique.Make(last)
	return r.ofOwner(name, all, func(folder string) bool {
		return slices.ContainsFunc(types, func(id ID) bool { return r.fileOf(id).folder == folder })
	})
}

// ofOwner are the methods of a type, those first that stand where the type is.
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
	if here := r.filter(ids, func(id ID, _ *Definition) bool { return r.isHere(id) }); len(here) > 0 {
		return here
	}
	return r.inReach(ids)
}

// guessed are the methods of a name, those of folders that the file knows first. A name
// that the values of the language itself have says nothing.
func (r *resolver) guessed(all []ID) (ids []ID, guess bool) {
	methods := r.filter(all, func(id ID, d *Definition) bool { return d.Owner.Value() != "" && !d.Kind.IsType() })
	if len(methods) == 0 || isEveryones[r.definition(methods[0]).Name.Value()] {
		return nil, true
	}
	return r.inReach(methods), true
}

// inReach are those that stand in a folder that the file knows, all where none does.
func (r *resolver) inReach(ids []ID) []ID {
	if near := r.filter(ids, func(id ID, d *Definition) bool { return r.near[r.fileOf(id).folder] }); len(near) > 0 {
		return near
	}
	return ids
}

// isEveryones are methods that the strings, lists and tables of languages have.
var isEveryones = setOf(`append push pop join split strip trim format keys values items map filter forEach reduce slice
	concat indexOf includes replace startswith endswith startsWith endsWith toString String Error equals hashCode then
	catch length size sort len to_string unwrap clone iter collect into get has isEmpty contains extend update`)

func (r *resolver) isHere(id ID) bool { return r.first[r.index] <= id && id < r.first[r.index+1] }

// ownerOf is the type that a definition of the file belongs to.
func (r *resolver) ownerOf(in uint32) Name {
	for ; in != 0; in = r.Facts.Definitions[in].Inside {
		switch d := r.Facts.Definitions[in]; {
		case d.Owner.Value() != "":
			return d.Owner
		case d.Kind.IsType():
			return d.Name
		}
	}
	return noName
}

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
