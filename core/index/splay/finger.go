package splay

// finger remembers the way from the root to the node where the last search of a
// writer ended. A search for a greater key climbs from there only as far as it
// must, which makes a sorted batch cheap. Any change of the tree that is not made
// through the finger calls for reset.
type finger struct {
	node  Ref      // 0 if the next search has to begin at the root
	path  []step   // the way to node, or to the free place that a search ended at
	lefts []uint32 // where path goes left: the ancestors with greater keys
}

// step is a node of a path with the side on which the path leaves it: node<<1|side.
// tree.push explains why a node leaves a bit free.
type step uint32

func (s step) node() Ref { return Ref(s >> 1) }
func (s step) side() int { return int(s & 1) }

func (f *finger) reset() {
	f.node, f.path, f.lefts = 0, f.path[:0], f.lefts[:0]
}

func (f *finger) down(n Ref, side int) {
	if side == 0 {
		f.lefts = append(f.lefts, uint32(len(f.path)))
	}
	f.path = append(f.path, step(n)<<1|step(side))
}

// up makes the last node of a path that is not empty the finger's.
func (f *finger) up() {
	last := f.path[len(f.path)-1]
	f.path = f.path[:len(f.path)-1]
	if last.side() == 0 {
		f.lefts = f.lefts[:len(f.lefts)-1]
	}
	f.node = last.node()
}

// insert finds or adds a key and leaves the finger there.
func (t *tree) insert(key []byte) Ref {
	n := t.seek(key)
	if n == 0 {
		n = t.push(key)
		t.link(n)
	}
	t.finger.node = n
	t.splayIfDeep()
	return n
}

// lookUp finds a key, or 0, and leaves the finger there or next to it.
func (t *tree) lookUp(key []byte) Ref {
	n := t.seek(key)
	switch f := &t.finger; {
	case n != 0:
		f.node = n
	case 0 < len(f.path):
		f.up()
	}
	t.splayIfDeep()
	return n
}

// raise splays a node if it is deep.
func (t *tree) raise(n Ref) {
	t.finger.reset()
	t.lookUp(t.key(n))
}

// link hangs n into the free place that the finger's path leads to.
func (t *tree) link(n Ref) {
	path := t.finger.path
	if len(path) == 0 {
		t.root = n
		return
	}
	last := path[len(path)-1]
	t.nodes[last.node()].child[last.side()] = n
}

// seek finds a key, or 0, and makes the finger's path lead to it or to the free
// place where it belongs; the caller then sets finger.node.
func (t *tree) seek(key []byte) Ref {
	prefix := prefixOf(key)
	n, arrived := t.climb(prefix, key)
	if arrived {
		return n
	}
	f := &t.finger
	f.node = 0 // should the caller panic, the next search begins at the root
	for n != 0 {
		e := &t.nodes[n]
		side := 0
		if e.prefix < prefix {
			side = 1
		}
		if e.prefix == prefix {
			c := t.compareEqualPrefix(key, n)
			if c == 0 {
				return n
			}
			if 0 < c {
				side = 1
			}
		}
		f.down(n, side)
		n = e.child[side&1]
	}
	return 0
}

// climb moves the finger up to the least subtree that is sure to have the place
// of the key, and returns the subtree, or the key's own node and true.
func (t *tree) climb(prefix uint64, key []byte) (Ref, bool) {
	f := &t.finger
	if f.node == 0 {
		f.reset()
		return t.root, false
	}
	if c := t.compare(prefix, key, f.node); c <= 0 {
		if c == 0 {
			return f.node, true
		}
		f.reset()
		return t.root, false
	}
	for 0 < len(f.lefts) {
		at := f.lefts[len(f.lefts)-1]
		ancestor := f.path[at].node()
		c := t.compare(prefix, key, ancestor)
		if c < 0 {
			break
		}
		f.node, f.path, f.lefts = ancestor, f.path[:at], f.lefts[:len(f.lefts)-1]
		if c == 0 {
			return ancestor, true
		}
	}
	right := t.nodes[f.node].child[1]
	f.down(f.node, 1)
	return right, false
}

// splayIfDeep brings the finger's node to the root if it is deeper than the limit.
func (t *tree) splayIfDeep() {
	f := &t.finger
	if len(f.path) <= t.limit {
		return
	}
	t.splay(f.node, f.path)
	f.path, f.lefts = f.path[:0], f.lefts[:0]
}

// splay brings x, to which path leads, to the root: two levels at a time, which is
// what halves the depth of the nodes on the path.
func (t *tree) splay(x Ref, path []step) {
	nodes := t.nodes
	top := &nodes[x].child
	for ; 2 <= len(path); path = path[:len(path)-2] {
		parent, grand := path[len(path)-1], path[len(path)-2]
		p, g := &nodes[parent.node()].child, &nodes[grand.node()].child
		ps, gs := parent.side(), grand.side()
		if ps == gs {
			g[gs], p[1-ps] = p[1-ps], grand.node()
			p[ps], top[1-ps] = top[1-ps], parent.node()
		} else {
			p[ps], top[gs] = top[gs], parent.node()
			g[gs], top[ps] = top[ps], grand.node()
		}
	}
	if len(path) == 1 {
		s := path[0].side()
		p := &nodes[path[0].node()].child
		p[s], top[1-s] = top[1-s], path[0].node()
	}
	t.root = x
}
