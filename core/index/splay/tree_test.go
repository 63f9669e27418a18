package splay

import (
	"cmp"
	"errors"
	"math/bits"
	"math/rand/v2"
	"slices"
	"strings"
	"sync"
	"testing"
)

// Keys compare as bytes do, whatever the prefix in a node hides.
func TestCompare(t *testing.T) {
	keys := allKeys()
	tree := newTree()
	for _, key := range keys {
		n := tree.push([]byte(key))
		for _, other := range keys {
			got := tree.compare(prefixOf([]byte(other)), []byte(other), n)
			if want := strings.Compare(other, key); got != want {
				t.Errorf("compare(%q, %q) = %d, want %d", other, key, got, want)
			}
		}
	}
}

// keyNumber returns keys that ascend with i, up to 10 million.
func keyNumber(i int) string {
	key := []byte("key0000000")
	for at := len(key) - 1; 0 < i; at, i = at-1, i/10 {
		key[at] = '0' + byte(i%10)
	}
	return string(key)
}

// orders are the ways to insert n keys that hurt search trees, and one that does not.
var orders = map[string]func(n int) []int{
	"sorted": func(n int) []int {
		order := make([]int, n)
		for i := range order {
			order[i] = i
		}
		return order
	},
	"reversed": func(n int) []int {
		order := make([]int, n)
		for i := range order {
			order[i] = n - 1 - i
		}
		return order
	},
	"from both ends": func(n int) []int {
		order := make([]int, n)
		for i := range order {
			order[i] = i / 2
			if i%2 == 1 {
				order[i] = n - 1 - i/2
			}
		}
		return order
	},
	"random": func(n int) []int { return rand.New(rand.NewPCG(1, 2)).Perm(n) },
}

// loads are the ways to write them.
var loads = map[string]func(m *Multimap[int], order []int){
	"Put": func(m *Multimap[int], order []int) {
		for _, i := range order {
			m.Put(keyNumber(i), i)
		}
	},
	"Batch": func(m *Multimap[int], order []int) {
		m.Update(func(b *Batch[int]) {
			for _, i := range order {
				b.Append(b.Ref([]byte(keyNumber(i))), i)
			}
		})
	},
}

// After any load, look-ups cost O(log n) amortised: few nodes each once some were
// made, and not many more if those that repaired the tree are counted.
func TestDepth(t *testing.T) {
	for order := range orders {
		t.Run(order+" by Batch", func(t *testing.T) { checkDepth(t, order, "Batch") })
	}
	t.Run("sorted by Put", func(t *testing.T) { checkDepth(t, "sorted", "Put") })
}

func checkDepth(t *testing.T, order, load string) {
	const keys, lookUps = 200_000, 20_000
	logarithm := bits.Len(keys)
	m := New(cmp.Compare[int])
	loads[load](m, orders[order](keys))
	random := rand.New(rand.NewPCG(5, 6))
	first := visits(t, m, random, lookUps)
	if bound := 4*logarithm*lookUps + keys*logarithm; bound < first {
		t.Errorf("the first look-ups visit %d nodes, bound %d", first, bound)
	}
	later := visits(t, m, random, lookUps)
	if bound := 2 * logarithm * lookUps; bound < later {
		t.Errorf("later look-ups visit %d nodes, bound %d", later, bound)
	}
	t.Logf("%.1f nodes to a look-up, later %.1f", float64(first)/lookUps, float64(later)/lookUps)
	checkTree(t, &m.tree)
}

// visits counts the nodes that random look-ups visit, half of them of absent keys.
func visits(t *testing.T, m *Multimap[int], random *rand.Rand, lookUps int) (total int) {
	t.Helper()
	for i := range lookUps {
		number := random.IntN(m.Keys())
		key := keyNumber(number)
		if i%2 == 1 {
			key += "?"
		}
		_, _, depth := m.tree.find([]byte(key))
		total += depth + 1
		value, ok := m.Get(key).Next()
		if ok != (i%2 == 0) || ok && value != number {
			t.Fatalf("%q has %d, %v", key, value, ok)
		}
	}
	return total
}

// What a look-up by View or Ascend found too deep stands at the root afterwards.
func TestDeepKeysAreSplayed(t *testing.T) {
	reads := map[string]func(v View[int], key []byte){
		"Values": func(v View[int], key []byte) { v.Values(key) },
		"Ascend": func(v View[int], key []byte) { v.Ascend(key, func([]byte, []int) bool { return false }) },
	}
	for name, read := range reads {
		m := New(cmp.Compare[int])
		loads["Put"](m, orders["sorted"](10_000))
		key := []byte(keyNumber(0))
		_, _, before := m.tree.find(key)
		m.View(func(v View[int]) { read(v, key) })
		_, _, after := m.tree.find(key)
		if before <= m.tree.limit || after != 0 {
			t.Errorf("%s: depth %d, then %d; limit %d", name, before, after, m.tree.limit)
		}
	}
}

// A deep descent in the middle of an Ascend is splayed too. The tree is linked by
// hand: a root, and to its right a path that only goes left.
func TestAscendRepairs(t *testing.T) {
	const keys = 1_000
	m := New(cmp.Compare[int])
	tree := &m.tree
	for i := range keys {
		n := tree.push([]byte(keyNumber((keys - i) % keys)))
		switch n {
		case 1:
			tree.root = n
		case 2:
			tree.nodes[1].child[1] = n
		default:
			tree.nodes[n-1].child[0] = n
		}
		m.values = append(m.values, nil)
		m.store(n, []int{i})
	}
	before := longestDescent(tree)
	m.View(func(v View[int]) { v.Ascend(nil, func([]byte, []int) bool { return true }) })
	after := longestDescent(tree)
	if before != keys-1 || keys*2/3 < after {
		t.Errorf("the longest descent had %d nodes and has %d", before, after)
	}
	checkTree(t, tree)
}

// longestDescent is the longest way down from one key to the next.
func longestDescent(tree *tree) (longest int) {
	for w := tree.walkFrom(nil); w.next(); {
		longest = max(longest, w.descent)
	}
	return longest
}

// Keys without values go once they outnumber the others, the rest stays with its
// Refs, and only then does the epoch change.
func TestCompaction(t *testing.T) {
	const keys, removed = 1_000, 501
	m := New(cmp.Compare[int])
	loads["Put"](m, orders["sorted"](keys))
	var last Ref
	m.Update(func(b *Batch[int]) { last = b.Ref([]byte(keyNumber(keys - 1))) })
	for i := range removed {
		if m.Epoch() != 0 {
			t.Fatalf("compaction after %d of %d removals", i, keys)
		}
		m.Remove(keyNumber(i), i)
	}
	if m.Epoch() != 1 || m.tree.size() != keys-removed {
		t.Errorf("epoch %d, %d nodes", m.Epoch(), m.tree.size())
	}
	if want := (keys - removed) * len(keyNumber(0)); len(m.tree.bytes) != want {
		t.Errorf("the keys take %d bytes, want %d", len(m.tree.bytes), want)
	}
	checkTree(t, &m.tree)
	m.Update(func(b *Batch[int]) {
		if b.Key(last) != keyNumber(keys-1) || len(b.Values(last)) != 1 {
			t.Errorf("the Ref of a key with values names %q now", b.Key(last))
		}
	})
	for i := range keys {
		n, _, depth := m.tree.find([]byte(keyNumber(i)))
		value, ok := m.Get(keyNumber(i)).Next()
		if kept := removed <= i; ok != kept || (n != 0) != kept || ok && value != i {
			t.Errorf("key %d: node %d, value %d, %v", i, n, value, ok)
		}
		if bits.Len(keys) < depth {
			t.Errorf("key %d is at depth %d of a balanced tree", i, depth)
		}
	}
}

// A key that there is no room for is refused before anything changes, and a batch
// that recovers can go on.
func TestFull(t *testing.T) {
	m := New(cmp.Compare[int])
	m.tree.room = 8
	for i, key := range []string{"m", "c", "f"} {
		m.Put(key, i)
	}
	m.Update(func(b *Batch[int]) {
		b.Ref([]byte("c"))
		for range 100 {
			if err := refusal(b, "dddddd"); !errors.Is(err, ErrFull) {
				t.Fatalf("the panic is %v", err)
			}
		}
		b.Put(b.Ref([]byte("e")), 3)
	})
	checkTree(t, &m.tree)
	for i, key := range []string{"m", "c", "f", "e"} {
		if got := slices.Collect(m.Get(key).All()); !slices.Equal(got, []int{i}) {
			t.Errorf("%s has %v, want %d", key, got, i)
		}
	}
	if m.Keys() != 4 || len(m.values) != 5 {
		t.Errorf("%d keys, %d slots", m.Keys(), len(m.values))
	}
}

// refusal returns the error that Ref panics with.
func refusal(b *Batch[int], key string) (err error) {
	defer func() { err, _ = recover().(error) }()
	b.Ref([]byte(key))
	return nil
}

// Writing to the Ref that no key has is refused: all absent keys would get it.
func TestNoRef(t *testing.T) {
	m := New(cmp.Compare[int])
	defer func() {
		if recover() == nil || !m.Empty() {
			t.Error("a value was put at the Ref 0")
		}
	}()
	m.Update(func(b *Batch[int]) { b.Put(0, 1) })
}

// Looking up, and writing what needs no room, allocates nothing.
func TestAllocations(t *testing.T) {
	m := New(cmp.Compare[int])
	loads["Put"](m, orders["random"](10_000))
	key := []byte(keyNumber(5_000))
	absent := []byte("absent key")
	checks := map[string]func(){
		"View.Values": func() { m.View(func(v View[int]) { v.Values(key); v.Values(absent) }) },
		"Batch.Ref": func() {
			m.Update(func(b *Batch[int]) { b.Append(b.Ref(key), 5_000); b.Find(absent) })
		},
		"Get": func() { m.Get("key0000007").Next() },
		"Put": func() { m.Put("key0000007", 7) },
	}
	for name, use := range checks {
		if n := testing.AllocsPerRun(200, use); n != 0 {
			t.Errorf("%s allocates %v times", name, n)
		}
	}
}

// Appending costs amortised constant room: some twenty allocations for 10,000 values.
func TestAppendAllocations(t *testing.T) {
	m := New(cmp.Compare[int])
	ref := Ref(0)
	m.Update(func(b *Batch[int]) { ref = b.Ref([]byte("key")) })
	next := 0
	n := testing.AllocsPerRun(1, func() {
		m.Update(func(b *Batch[int]) {
			for range 10_000 {
				b.Append(ref, next)
				next++
			}
		})
	})
	if 40 < n {
		t.Errorf("10,000 appends allocate %v times", n)
	}
}

// Readers keep slices while a writer adds, replaces and removes: none ever changes.
func TestHandedOutSlicesNeverChange(t *testing.T) {
	const keys, readers, rounds = 2_000, 4, 3_000
	m := New(func(a, b pair) int { return cmp.Compare(a.id, b.id) })
	m.Update(func(b *Batch[pair]) { // sorted: readers meet deep keys and splay
		for i := range keys {
			b.Append(b.Ref([]byte(keyNumber(i))), pair{100, 0})
		}
	})
	var group sync.WaitGroup
	for reader := range readers {
		group.Go(func() { readAndHold(t, m, uint64(reader), rounds, keys) })
	}
	random := rand.New(rand.NewPCG(9, 9))
	for range rounds {
		key, p := keyNumber(random.IntN(keys)/40), pair{uint8(random.IntN(256)), uint8(random.IntN(256))}
		m.Put(key, p)
		m.Remove(key, pair{uint8(random.IntN(256)), 0})
		m.Update(func(b *Batch[pair]) { b.Set(b.Ref([]byte(key)), p) })
	}
	group.Wait()
	checkTree(t, &m.tree)
}

// readAndHold looks keys up, mostly those that are written, and looks at all that
// it got once more at the end.
func readAndHold(t *testing.T, m *Multimap[pair], seed uint64, rounds, keys int) {
	random := rand.New(rand.NewPCG(seed, 1))
	var held []handout
	hold := func(values []pair) {
		if !slices.IsSortedFunc(values, byID) {
			t.Errorf("values out of order: %v", values)
		}
		held = append(held, handout{values, slices.Clone(values)})
	}
	for i := range rounds {
		key := keyNumber(random.IntN(keys) / 40)
		if i%4 == 0 {
			key = keyNumber(random.IntN(keys))
		}
		m.View(func(v View[pair]) { hold(v.Values([]byte(key))) })
		m.Get(key).Next()
		for _, values := range m.Ascend(key) {
			hold(values)
		}
	}
	for _, h := range held {
		if !slices.Equal(h.slice, h.then) {
			t.Errorf("%v became %v", h.then, h.slice)
		}
	}
}
