package index

import (
	"slices"

	"docuquest/core/index/splay"
	"docuquest/core/language/analysis"
)

// Match applies the classic rule: it returns the entries that contain all terms
// of at least one group, in the order of their numbers, together with the
// snapshot that they belong to. Terms are classic tokens; a group without terms
// matches nothing. All groups are looked up under one hold of the lock.
func (l *Library) Match(groups [][]string) ([]*Entry, *Snapshot) {
	found := make([]holders, len(groups))
	var snap *Snapshot
	l.terms.View(func(v splay.View[Posting]) {
		snap = l.Snapshot()
		for i, g := range groups {
			for _, t := range g {
				found[i].plain = append(found[i].plain, v.Values(appendKey(nil, analysis.FieldExact, t)))
				found[i].foreign = append(found[i].foreign, v.Values(appendKey(nil, analysis.FieldClassic, t)))
			}
		}
	})
	var all []uint32
	for i, g := range groups {
		if len(g) == 0 {
			continue
		}
		for _, n := range intersect(found[i].plain) {
			if !snap.entries[n].classic {
				all = append(all, n)
			}
		}
		all = append(all, intersect(found[i].foreign)...)
	}
	slices.Sort(all)
	entries := make([]*Entry, 0, len(all))
	for _, n := range slices.Compact(all) {
		entries = append(entries, snap.entries[n])
	}
	return entries, snap
}

// holders are the postings of the classic tokens of a group: in the field of
// exact forms for entries in ASCII, whose words are their classic tokens, and in
// a field of their own for the others.
type holders struct {
	plain   [][]Posting
	foreign [][]Posting
}

// intersect returns the numbers of the entries in all of the lists, ascending. It
// gallops through the longer lists for each entry of the shortest.
func intersect(lists [][]Posting) []uint32 {
	slices.SortFunc(lists, func(a, b []Posting) int { return len(a) - len(b) })
	var out []uint32
	rest := slices.Clone(lists[1:])
next:
	for _, p := range lists[0] {
		for i := range rest {
			rest[i] = rest[i][gallop(rest[i], p.Entry()):]
			if len(rest[i]) == 0 {
				return out
			}
			if rest[i][0].Entry() != p.Entry() {
				continue next
			}
		}
		out = append(out, p.Entry())
	}
	return out
}

// gallop returns the place of the first posting of an entry at or after number.
// It takes steps that double, then searches the last step.
func gallop(list []Posting, number uint32) int {
	step := 1
	for step < len(list) && list[step].Entry() < number {
		step *= 2
	}
	low := step / 2
	high := min(step+1, len(list))
	i, _ := slices.BinarySearchFunc(list[low:high], newPosting(number, 0), comparePostings)
	return low + i
}
