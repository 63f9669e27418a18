package splay

import (
	"bytes"
	"cmp"
	"maps"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
)

// pair is a value whose order ignores a part of it, so that Set and Put differ.
type pair struct{ id, weight uint8 }

func byID(a, b pair) int { return cmp.Compare(a.id, b.id) }

// model is the plainest multimap: key, id, weight. It may hold keys without ids.
type model map[string]map[uint8]uint8

func (want model) put(key string, p pair) (fresh bool) {
	if want[key] == nil {
		want[key] = map[uint8]uint8{}
	}
	if _, ok := want[key][p.id]; ok {
		return false
	}
	want[key][p.id] = p.weight
	return true
}

func (want model) values(key string) []pair {
	var values []pair
	for _, id := range slices.Sorted(maps.Keys(want[key])) {
		values = append(values, pair{id, want[key][id]})
	}
	return values
}

func (want model) entries(prefix string) []entry[pair] {
	var entries []entry[pair]
	for key, ids := range want {
		if strings.HasPrefix(key, prefix) && len(ids) > 0 {
			entries = append(entries, entry[pair]{key, want.values(key)})
		}
	}
	slices.SortFunc(entries, func(a, b entry[pair]) int { return strings.Compare(a.key, b.key) })
	return entries
}

// world is a multimap beside its model, with all that was ever handed out.
type world struct {
	t     testing.TB
	m     *Multimap[pair]
	want  model
	held  []handout
	refs  map[string]Ref // of keys that cannot have been dropped since
	epoch uint64
}

// handout is a slice that the multimap gave away, and what was in it then.
type handout struct{ slice, then []pair }

func newWorld(t testing.TB) *world {
	return &world{t: t, m: New(byID), want: model{}, refs: map[string]Ref{}}
}

// operations are what a test does to a world: each calls one method and compares
// what it returns with the model.
var operations = []func(w *world, key string, p pair){
	(*world).put, (*world).put, (*world).remove, (*world).get, (*world).view, (*world).ascend, (*world).viewAscend,
	(*world).batchPut, (*world).batchAppend, (*world).batchSet, (*world).batchRemove, (*world).batchFind,
	(*world).batchRef, (*world).batchFindAll, (*world).batchSorted, (*world).flood, (*world).drain,
}

// do does one operation. No operation gives a key values again that it emptied, so
// a change of the epoch has dropped no key but those that are empty now.
func (w *world) do(operation func(w *world, key string, p pair), key string, p pair) {
	operation(w, key, p)
	if epoch := w.m.Epoch(); epoch != w.epoch {
		w.epoch = epoch
		maps.DeleteFunc(w.refs, func(key string, _ Ref) bool { return len(w.want[key]) == 0 })
	}
}

func (w *world) put(key string, p pair) {
	w.m.Put(key, p)
	w.want.put(key, p)
}

func (w *world) remove(key string, p pair) {
	_, want := w.want[key][p.id]
	delete(w.want[key], p.id)
	same(w, "Remove", w.m.Remove(key, p), want)
}

func (w *world) get(key string, _ pair) {
	it := w.m.Get(key)
	var got []pair
	if first, ok := it.Next(); ok {
		got = append([]pair{first}, slices.Collect(it.All())...)
	}
	w.sameValues("Get", got, w.want.values(key))
	_, more := it.Next()
	same(w, "Next at the end", more, false)
}

func (w *world) view(key string, _ pair) {
	w.m.View(func(v View[pair]) { w.receive("View.Values", key, v.Values([]byte(key))) })
}

func (w *world) ascend(prefix string, _ pair) {
	var got []entry[pair]
	for key, values := range w.m.Ascend(prefix) {
		got = append(got, entry[pair]{key, values})
		w.receive("Ascend", key, values)
	}
	w.sameEntries("Ascend "+prefix, got, w.want.entries(prefix))
}

// viewAscend stops after id entries.
func (w *world) viewAscend(prefix string, p pair) {
	var got []entry[pair]
	want := w.want.entries(prefix)
	want = want[:min(len(want), int(p.id)+1)]
	w.m.View(func(v View[pair]) {
		v.Ascend([]byte(prefix), func(key []byte, values []pair) bool {
			got = append(got, entry[pair]{string(key), values})
			return len(got) <= int(p.id)
		})
	})
	w.sameEntries("View.Ascend "+prefix, got, want)
}

func (w *world) batchPut(key string, p pair) {
	w.update(key, func(b *Batch[pair], ref Ref) { same(w, "Batch.Put", b.Put(ref, p), w.want.put(key, p)) })
}

func (w *world) batchAppend(key string, p pair) {
	w.update(key, func(b *Batch[pair], ref Ref) {
		for _, p := range []pair{{p.id - 1, 0}, p, {p.id + 1, 0}} {
			same(w, "Batch.Append", b.Append(ref, p), w.want.put(key, p))
			w.receive("Batch.Values", key, b.Values(ref))
		}
	})
}

func (w *world) batchSet(key string, p pair) {
	w.update(key, func(b *Batch[pair], ref Ref) {
		b.Set(ref, p)
		w.want.put(key, p)
		w.want[key][p.id] = p.weight
	})
}

func (w *world) batchRemove(key string, p pair) {
	w.update(key, func(b *Batch[pair], ref Ref) {
		_, want := w.want[key][p.id]
		delete(w.want[key], p.id)
		same(w, "Batch.Remove", b.Remove(ref, p), want)
	})
}

func (w *world) batchFind(key string, _ pair) {
	w.m.Update(func(b *Batch[pair]) {
		ref, ok := b.Find([]byte(key))
		same(w, "Find gives a Ref when it finds", ref != 0, ok)
		if ok {
			w.receive("Batch.Values", key, b.Values(ref))
		} else {
			w.sameValues("a key that was not found", nil, w.want.values(key))
		}
	})
}

func (w *world) batchRef(key string, _ pair) { w.update(key, func(*Batch[pair], Ref) {}) }

// batchFindAll looks for all keys of the test in ascending order.
func (w *world) batchFindAll(string, pair) {
	w.m.Update(func(b *Batch[pair]) {
		for _, key := range allKeys() {
			ref, ok := b.Find([]byte(key))
			if !ok {
				w.sameValues("a key that was not found", nil, w.want.values(key))
				continue
			}
			same(w, "Key", b.Key(ref), key)
			w.sameValues("Batch.Values", b.Values(ref), w.want.values(key))
		}
	})
}

// batchSorted puts and finds many keys in ascending order, with steps back between.
func (w *world) batchSorted(key string, p pair) {
	w.m.Update(func(b *Batch[pair]) {
		for i := range 40 {
			name := key + string(rune('a'+i/2))
			if i%7 == int(p.weight%7) {
				name = key
			}
			ref, ok := b.Find([]byte(name + "?"))
			same(w, "Find of an absent key", ok, false)
			same(w, "its Ref", ref, 0)
			ref = b.Ref([]byte(name))
			same(w, "Batch.Put", b.Put(ref, p), w.want.put(name, p))
		}
	})
}

// flood adds 100 keys out of 400.
func (w *world) flood(_ string, p pair) {
	for i := range 100 {
		w.put("flood"+string([]byte{p.weight % 4, byte(i)}), p)
	}
}

// drain empties every key but one in 16, which makes a compaction worth it.
func (w *world) drain(_ string, p pair) {
	for _, e := range w.want.entries("") {
		for _, v := range e.values {
			if v.id%16 != p.id%16 {
				w.remove(e.key, v)
			}
		}
	}
}

// update calls write with the Ref of key, after a check of what Refs promise.
func (w *world) update(key string, write func(*Batch[pair], Ref)) {
	w.m.Update(func(b *Batch[pair]) {
		ref := b.Ref([]byte(key))
		if old, ok := w.refs[key]; ok {
			same(w, "the Ref of a key that was not dropped", ref, old)
		}
		w.refs[key] = ref
		same(w, "Key", b.Key(ref), key)
		same(w, "AppendKey", string(b.AppendKey([]byte("x"), ref)), "x"+key)
		write(b, ref)
		w.receive("Batch.Values", key, b.Values(ref))
	})
}

// receive checks values against the model and keeps them, to see later that
// nobody wrote to them.
func (w *world) receive(name, key string, values []pair) {
	w.sameValues(name, values, w.want.values(key))
	if len(w.held) < 10_000 {
		w.held = append(w.held, handout{values, slices.Clone(values)})
	}
	if len(values) != cap(values) {
		w.t.Fatalf("%s: spare capacity was handed out", name)
	}
}

// same fails the test unless got is want.
func same[T comparable](w *world, what string, got, want T) {
	if got != want {
		w.t.Helper()
		w.t.Fatalf("%s: got %v, want %v", what, got, want)
	}
}

func (w *world) sameValues(what string, got, want []pair) {
	if !slices.Equal(got, want) {
		w.t.Helper()
		w.t.Fatalf("%s: got %v, want %v", what, got, want)
	}
}

func (w *world) sameEntries(what string, got, want []entry[pair]) {
	equal := func(a, b entry[pair]) bool { return a.key == b.key && slices.Equal(a.values, b.values) }
	if !slices.EqualFunc(got, want, equal) {
		w.t.Helper()
		w.t.Fatalf("%s: got %q, want %q", what, got, want)
	}
}

// check compares everything that can be seen, and the invariants of the tree.
func (w *world) check() {
	w.t.Helper()
	want := w.want.entries("")
	size := 0
	for _, e := range want {
		size += len(e.values)
	}
	same(w, "Size", w.m.Size(), size)
	same(w, "Empty", w.m.Empty(), size == 0)
	same(w, "Keys", w.m.Keys(), len(want))
	w.ascend("", pair{})
	for _, h := range w.held {
		w.sameValues("a slice handed out before", h.slice, h.then)
	}
	checkTree(w.t, &w.m.tree)
	if len(w.m.values) != len(w.m.tree.nodes) {
		w.t.Fatalf("%d value slots for %d nodes", len(w.m.values), w.m.tree.size())
	}
}

// checkTree walks the whole tree: keys ascend, and every node is reached.
func checkTree(t testing.TB, tree *tree) {
	t.Helper()
	count := 0
	var before []byte
	for w := tree.walkFrom(nil); w.next(); count++ {
		key := tree.key(w.node)
		if count > 0 && bytes.Compare(before, key) >= 0 {
			t.Fatalf("%q stands before %q", before, key)
		}
		before = key
	}
	if count != tree.size() {
		t.Fatalf("%d of %d nodes are reached", count, tree.size())
	}
}

// keyAt names 256 keys that are hard to keep apart: empty, prefixes of each other,
// with zero bytes around the length that nodes compare first, and long ones.
func keyAt(i byte) string {
	stems := []string{"", "a", "ab", "abcdef", "abcdefg", "abcdefgh", "abcdefghi", strings.Repeat("long", 300)}
	tails := []string{"", "\x00", "\x00\x00", "\x00\x00\x00\x00\x00\x00\x00\x00x", "\xff", "b", "\x00b", "é"}
	key := stems[i&7] + tails[i>>3&7]
	if i>>6 != 0 {
		key += string([]byte{i>>6 - 1})
	}
	return key
}

// allKeys returns all keys of keyAt in ascending order.
func allKeys() []string {
	keys := make([]string, 256)
	for i := range keys {
		keys[i] = keyAt(byte(i))
	}
	slices.Sort(keys)
	return keys
}

func TestRandomOperations(t *testing.T) {
	for seed := range uint64(8) {
		w := newWorld(t)
		random := rand.New(rand.NewPCG(seed, 3))
		for i := range 1_000 {
			do := operations[random.IntN(len(operations))]
			w.do(do, keyAt(byte(random.IntN(256))), pair{uint8(random.IntN(256)), uint8(random.IntN(256))})
			if i%100 == 0 {
				w.check()
			}
		}
		w.check()
		if w.m.Epoch() == 0 {
			t.Errorf("seed %d: no compaction happened", seed)
		}
	}
}

// FuzzMultimap reads four bytes as one operation, its key and its value. The seeds
// are short because the fuzzer tries all ways to shorten what it finds interesting.
func FuzzMultimap(f *testing.F) {
	for seed := range uint64(len(operations)) {
		random := rand.New(rand.NewPCG(seed, 7))
		program := make([]byte, 48)
		for i := range program {
			program[i] = byte(random.Uint32())
		}
		f.Add(program)
	}
	f.Add([]byte{15, 0, 1, 1, 16, 0, 2, 0, 1, 8, 1, 1, 5, 0, 0, 0}) // flood, drain, put, ascend
	f.Fuzz(func(t *testing.T, program []byte) {
		w := newWorld(t)
		for ; len(program) >= 4 && len(w.want) < 1_000; program = program[4:] {
			do := operations[int(program[0])%len(operations)]
			w.do(do, keyAt(program[1]), pair{program[2], program[3]})
		}
		w.check()
	})
}

// A new multimap, absent keys and the zero value of V are nothing special.
func TestEmpty(t *testing.T) {
	m := New(cmp.Compare[int])
	check := func(what string, ok bool) {
		t.Helper()
		if !ok {
			t.Error(what)
		}
	}
	check("a new multimap is empty", m.Empty() && m.Size() == 0 && m.Keys() == 0)
	check("nothing can be removed from it", !m.Remove("", 0))
	it := m.Get("absent")
	check("Get is never nil", it != nil)
	_, ok := it.Next()
	check("an absent key reports nothing", !ok)
	for range m.Ascend("") {
		t.Error("an empty multimap has no keys")
	}
	m.View(func(v View[int]) { check("no values are nil", v.Values(nil) == nil) })

	m.Put("", 0)
	m.Put("", 0)
	check("the empty key and the zero value are a pair", m.Size() == 1 && m.Keys() == 1)
	check("and the same pair once", slices.Equal(slices.Collect(m.Get("").All()), []int{0}))
	check("and can be removed", m.Remove("", 0) && m.Empty())
}

// The loop over Ascend may change the multimap, and sees a key once.
func TestAscendHoldsNoLock(t *testing.T) {
	m := New(cmp.Compare[int])
	for i := range 3_000 {
		m.Put(keyNumber(i), i)
	}
	seen := 0
	for key, values := range m.Ascend("") {
		if key != keyNumber(seen) {
			t.Fatalf("key %d is %q", seen, key)
		}
		for _, value := range values {
			m.Remove(key, value)
		}
		seen++
	}
	if seen != 3_000 || !m.Empty() {
		t.Errorf("%d keys seen, %d pairs left", seen, m.Size())
	}
}
