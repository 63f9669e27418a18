package graph

import (
	"context"
	"slices"
)

// links are the edges of all definitions, one way: those of a definition lie side by side.
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

func newLink(e Edge) link {
	l := link{to: e.ID, among: uint16(e.Among)}
	if e.Guess {
		l.flags |= isGuess
	}
	if e.Call {
		l.flags |= isCall
	}
	return l
}

// of are the edges of a definition.
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
	for i := range found {
		g.dropped += dropped[i]
	}
	at := 0
	for _, out := range found {
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
	g.callers = g.callees.reversed()
}

// reversed are the same edges from their other ends, in the order of the first ones.
func (l links) reversed() links {
	back := links{starts: make([]uint32, len(l.starts)), edges: make([]link, len(l.edges))}
	counts := make([]uint32, len(l.starts)+1)
	for _, e := range l.edges {
		counts[e.to+1]++
	}
	for i := range l.starts {
		counts[i+1] += counts[i]
		back.starts[i] = counts[i]
	}
	next := slices.Clone(back.starts)
	for from := range l.starts {
		for _, e := range l.from(ID(from)) {
			back.edges[next[e.to]] = link{ID(from), e.among, e.flags}
			next[e.to]++
		}
	}
	return back
}
