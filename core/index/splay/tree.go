package splay

import (
	"bytes"
	"cmp"
	"encoding/binary"
	"math/bits"
)

// prefixSize is the number of leading key bytes that a node holds itself.
const prefixSize = 8

// tree is a set of keys as a conditional splay tree, without any locking. Nodes
// have numbers from 1, which never change, and live in parallel slices: what a
// walk touches at every node is 16 bytes, four nodes to a cache line.
type tree struct {
	root   Ref
	limit  int    // depth beyond which a node is splayed: 2 log2(n)
	nodes  []node // by Ref; 0 means "no node"
	spans  []span // by Ref
	free   []Ref  // nodes that are in no use, for the next keys
	bytes  []byte // all keys, one after the other; bytes in use never change
	room   uint64 // how long bytes may grow
	finger finger // where the last search of a writer ended
}

// node is the part of a tree node that every walk needs.
type node struct {
	prefix uint64 // first 8 bytes of the key, big endian, padded with zeros
	child  [2]Ref // the smaller keys and the greater keys
}

// span is the place of a key in tree.bytes.
type span struct {
	offset, length uint32
}

func newTree() tree {
	return tree{nodes: make([]node, 1), spans: make([]span, 1), room: 1 << 32}
}

// size returns the number of keys.
func (t *tree) size() int { return len(t.nodes) - 1 - len(t.free) }

// key returns the bytes of a key, which alias the tree and must not be written to.
func (t *tree) key(n Ref) []byte {
	s := t.spans[n]
	return t.bytes[s.offset:][:s.length:s.length]
}

// find walks to key and changes nothing. It returns the node, 0 if there is none,
// the last node that it visited, and the number of links it followed from the root.
func (t *tree) find(key []byte) (found, last Ref, depth int) {
	nodes := t.nodes
	prefix := prefixOf(key)
	n := t.root
	for n != 0 {
		last = n
		e := &nodes[n]
		// Written so that the compiler needs no jump: which side a walk takes
		// cannot be predicted.
		side := 0
		if e.prefix < prefix {
			side = 1
		}
		if e.prefix == prefix {
			c := t.compareEqualPrefix(key, n)
			if c == 0 {
				return n, n, depth
			}
			if 0 < c {
				side = 1
			}
		}
		n = e.child[side&1]
		depth++
	}
	return 0, last, depth
}

// compare orders key, whose prefix is given, and the key of n as bytes.Compare.
func (t *tree) compare(prefix uint64, key []byte, n Ref) int {
	if p := t.nodes[n].prefix; p != prefix {
		return cmp.Compare(prefix, p)
	}
	return t.compareEqualPrefix(key, n)
}

// compareEqualPrefix is compare for equal padded prefixes. Where one key ends
// within the prefix, the other one goes on with the zeros of the padding, if at
// all: then the shorter key comes first.
func (t *tree) compareEqualPrefix(key []byte, n Ref) int {
	s := t.spans[n]
	if len(key) <= prefixSize || s.length <= prefixSize {
		return cmp.Compare(uint64(len(key)), uint64(s.length))
	}
	return bytes.Compare(key[prefixSize:], t.key(n)[prefixSize:])
}

// push makes a node that is not linked yet. It panics with ErrFull, before it
// has changed anything, if the key would not be reached by 32-bit offsets. That
// bound holds for the nodes too: all keys but a few million have 4 bytes or more,
// so there are fewer than 2^31.
func (t *tree) push(key []byte) Ref {
	if t.room-uint64(len(t.bytes)) <= uint64(len(key)) {
		panic(ErrFull)
	}
	n := t.place()
	t.nodes[n] = node{prefix: prefixOf(key)}
	t.spans[n] = span{uint32(len(t.bytes)), uint32(len(key))}
	t.bytes = append(t.bytes, key...)
	t.limit = 2 * bits.Len(uint(t.size()))
	return n
}

// place finds room for one more node.
func (t *tree) place() Ref {
	if last := len(t.free) - 1; last >= 0 {
		n := t.free[last]
		t.free = t.free[:last]
		return n
	}
	t.nodes = append(t.nodes, node{})
	t.spans = append(t.spans, span{})
	return Ref(len(t.nodes) - 1)
}

// keep drops all keys but the keys that live names. These keep their numbers and
// make up a tree of the least depth; the numbers of the dropped go to later keys.
func (t *tree) keep(live func(Ref) bool) {
	var kept []Ref
	for w := t.walkFrom(nil); w.next(); {
		if live(w.node) {
			kept = append(kept, w.node)
		} else {
			t.free = append(t.free, w.node)
		}
	}
	t.pack(kept)
	t.balance(kept)
	t.limit = 2 * bits.Len(uint(t.size()))
	t.finger.reset()
}

// pack copies the keys of the kept nodes, so that the bytes of the others go.
func (t *tree) pack(kept []Ref) {
	var packed []byte
	for _, n := range kept {
		offset := len(packed)
		packed = append(packed, t.key(n)...)
		t.spans[n].offset = uint32(offset)
	}
	t.bytes = packed
}

// balance links nodes in ascending order to a tree of the least depth.
func (t *tree) balance(order []Ref) {
	type job struct {
		order []Ref // the nodes of a subtree
		link  *Ref
	}
	jobs := []job{{order, &t.root}}
	for 0 < len(jobs) {
		j := jobs[len(jobs)-1]
		jobs = jobs[:len(jobs)-1]
		if len(j.order) == 0 {
			*j.link = 0
			continue
		}
		middle := len(j.order) / 2
		*j.link = j.order[middle]
		child := &t.nodes[*j.link].child
		jobs = append(jobs, job{j.order[:middle], &child[0]}, job{j.order[middle+1:], &child[1]})
	}
}

// walker visits nodes in ascending order. Its stack replaces recursion, whose
// depth a degenerate tree would set.
type walker struct {
	t       *tree
	node    Ref   // the node visited now
	stack   []Ref // the nodes whose left subtree is being visited, and node
	last    Ref   // the end of the last descent
	descent int   // the number of nodes on it
}

// walkFrom returns a walker that is before the first key not less than from.
func (t *tree) walkFrom(from []byte) walker {
	w := walker{t: t}
	prefix := prefixOf(from)
	for n := t.root; n != 0; {
		w.last = n
		w.descent++
		if t.compare(prefix, from, n) <= 0 {
			w.stack = append(w.stack, n)
			n = t.nodes[n].child[0]
		} else {
			n = t.nodes[n].child[1]
		}
	}
	return w
}

// next moves to the next node and reports whether there is one.
func (w *walker) next() bool {
	w.descent = 0
	if w.node != 0 {
		for n := w.t.nodes[w.node].child[1]; n != 0; n = w.t.nodes[n].child[0] {
			w.stack = append(w.stack, n)
			w.last = n
			w.descent++
		}
	}
	if len(w.stack) == 0 {
		return false
	}
	w.node = w.stack[len(w.stack)-1]
	w.stack = w.stack[:len(w.stack)-1]
	return true
}

// prefixOf returns the first 8 bytes of a key as a number that orders as they do.
func prefixOf(key []byte) uint64 {
	switch n := len(key); {
	case prefixSize <= n:
		return binary.BigEndian.Uint64(key)
	case 4 <= n:
		// The last four bytes overlap the first four; the shift moves the
		// overlap out of the lower half.
		first := uint64(binary.BigEndian.Uint32(key))
		last := binary.BigEndian.Uint32(key[n-4:])
		return first<<32 | uint64(last<<(8*(prefixSize-n)))
	default:
		var p uint64
		for i, b := range key {
			p |= uint64(b) << (56 - 8*i)
		}
		return p
	}
}
