package graph

import (
	"cmp"
	"math"
	"slices"
	"unique"
)

// deepestExport is how many files are followed that export what they import.
const deepestExport = 3

// A wanted name is what an import is asked for.
type wanted struct {
	name   string // under which it is exported
	local  Name   // under which it is known here
	isCall bool
	steps  int // how many imports of a name were followed on the way
}

// A handed import is one that has a name, so that its file may hand that on.
type handed struct {
	file, number int // in the files of the graph, and in the imports of that file
}

// collectHanded keeps by their names the imports that lead to files of the workspace. That
// of a package of Go hands nothing on.
func (g *Graph) collectHanded() {
	for i, s := range g.files {
		for at, one := range s.Facts.Imports {
			if t := g.imports[i]; one.Name != "" && at < len(t) && t[at].files != nil && !t[at].whole {
				g.handed[one.Name] = append(g.handed[one.Name], handed{i, at})
			}
		}
	}
}

// reached are the files whose definitions an import makes known, each with the number of
// the step in which it was reached: what is nearer has the smaller number.
type reached map[int]int

// reach follows imports that make known all that they lead to, breadth first. Each file is
// looked at once, however many ways lead to it.
func (r *resolver) reach(from []target) reached {
	found := reached{}
	level := from
	for depth := 0; depth <= deepestExport && len(level) > 0; depth++ {
		var next []target
		for _, t := range level {
			next = append(next, r.step(found, t)...)
		}
		level = next
	}
	return found
}

// step reaches the files of one target, and gives the targets of all that these import
// without a name.
func (r *resolver) step(found reached, t target) (next []target) {
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
	return next
}

// openReach is the reach of all imports of the file that have no name.
func (r *resolver) openReach() reached {
	if r.open == nil {
		var open []target
		for i, one := range r.Facts.Imports {
			if one.Name == "" {
				open = append(open, r.imports[r.index][i])
			}
		}
		r.open = r.reach(open)
	}
	return r.open
}

// exported are the definitions at the top of what an import leads to, and of what that
// exports from other files.
func (r *resolver) exported(t target, w wanted) []ID {
	return r.handedOn(r.reachOf(t), w, map[asked]bool{})
}

// reachOf is the reach of one target, which is found once for each file.
func (r *resolver) reachOf(t target) reached {
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

// A reachKey is a target of one file.
type reachKey struct {
	file  int
	whole bool
}

// asked is a file that was asked for a name.
type asked struct {
	file int
	name string
}

// handedOn looks for a name in the files of a reach, and then by way of the imports of that
// name in these. No file is asked twice for a name.
func (r *resolver) handedOn(within reached, w wanted, before map[asked]bool) []ID {
	name := unique.Make(w.name)
	if w.name == defaultPart {
		name = w.local // which is most often its name there
	}
	if found := r.nearestOf(within, r.able(name, w.isCall)); len(found) > 0 || w.steps == deepestExport {
		return found
	}
	for _, h := range r.handing(within, w.name) {
		t := r.imports[h.file][h.number]
		next := wanted{cmp.Or(r.files[h.file].Facts.Imports[h.number].Of, w.name), w.local, w.isCall, w.steps + 1}
		key := asked{t.files[0], next.name}
		if before[key] {
			continue
		}
		before[key] = true
		if found := r.handedOn(r.reachOf(t), next, before); len(found) > 0 {
			return found
		}
	}
	return nil
}

// nearestOf are those definitions that stand at the top of a file in reach, of the files
// that were reached together first.
func (r *resolver) nearestOf(within reached, ids []ID) []ID {
	var found []ID
	first := math.MaxInt
	for _, id := range ids {
		step, ok := within[r.fileOf(id).index]
		if d := r.definition(id); !ok || first < step || d.Owner.Value() != "" && !d.Kind.IsType() {
			continue
		}
		if step < first {
			first, found = step, nil
		}
		found = append(found, id)
	}
	return found
}

// handing are the imports of a name in the files of a reach, the nearest first.
func (r *resolver) handing(within reached, name string) []handed {
	all := r.handed[name]
	if len(within) < len(all) {
		all = handedBy(within, all)
	} else {
		all = slices.DeleteFunc(slices.Clone(all), func(h handed) bool { _, ok := within[h.file]; return !ok })
	}
	slices.SortFunc(all, func(a, b handed) int {
		return cmp.Or(cmp.Compare(within[a.file], within[b.file]), cmp.Compare(a.file, b.file), cmp.Compare(a.number, b.number))
	})
	return all
}

// handedBy are those of some imports that stand in files of a reach. The imports are in
// the order of their files, and may be many more than the files.
func handedBy(within reached, all []handed) []handed {
	var found []handed
	for i := range within {
		at, _ := slices.BinarySearchFunc(all, i, func(h handed, i int) int { return cmp.Compare(h.file, i) })
		for ; at < len(all) && all[at].file == i; at++ {
			found = append(found, all[at])
		}
	}
	return found
}

// seen are the definitions that stand in sight under a name in a definition of the file.
func (r *resolver) seen(in uint32, ref Reference) []ID {
	if r.sight == nil {
		r.sight = r.newInSight()
	}
	return r.sight[sightKey{in, ref.Name, ref.IsCall}]
}

// inSight are the definitions of one file by what holds them and by their names, without
// those that are not seen there without naming what holds them.
type inSight map[sightKey][]ID

type sightKey struct {
	inside uint32
	name   Name
	isCall bool
}

// newInSight collects those that can be called, and those that can be mentioned.
func (r *resolver) newInSight() inSight {
	all := inSight{}
	for i, d := range r.Facts.Definitions {
		id := r.first[r.index] + ID(i)
		if d.Kind == FileKind || !r.isInSight(&d, d.Inside) {
			continue
		}
		for _, isCall := range [...]bool{false, true} {
			if canMean(d.Kind, isCall) {
				key := sightKey{d.Inside, d.Name, isCall}
				all[key] = append(all[key], id)
			}
		}
	}
	return all
}

// canMean says whether a call, or a mention, may mean a kind of definition at all.
func canMean(k Kind, isCall bool) bool {
	return k.IsType() || isCall && (k.IsFunction() || k == otherKind)
}

// isInSight says whether a definition is seen from what holds it without naming that: a
// method is not.
func (r *resolver) isInSight(d *Definition, in uint32) bool {
	if r.traits.implicit || r.traits.bracketless || d.Owner.Value() == "" {
		return true
	}
	holder := r.Facts.Definitions[in].Kind
	return holder == moduleKind || holder == namespaceKind || in == 0 && d.Kind.IsType()
}
