package text

// A Memory remembers what was found out about the words of one text after another, so
// that it is found out once for a word that occurs again and again. It has room for a
// few thousand words, of which a newer one takes the place of an older one; how much it
// has met does not change its results. It keeps alive texts with words of more than
// 16 bytes.
//
// The zero value remembers the words of prose. A Memory belongs to one goroutine at a
// time.
type Memory[V any] struct {
	options Options
	slots   []remembered[V] // by hash, one word each; nil before the first text
}

// A remembered word is identified by its key, a longer word by all of it.
type remembered[V any] struct {
	key   key // all zeros as long as the slot is free, which no word has
	long  string
	value V
}

// memorySlots is a power of two. With four times as many a question is no faster: most
// words of a text are few, and the table stays near the processor.
const memorySlots = 1 << 11

// NewMemory returns a Memory of the words that the options give.
func NewMemory[V any](o Options) *Memory[V] { return &Memory[V]{options: o} }

// Each visits the words of s in order, each with the byte at which it starts and what is
// known of it. Of a word that is not remembered it is asked by learn.
func (m *Memory[V]) Each(s string, learn func(word string) V, visit func(start int, value V)) {
	if m.slots == nil {
		m.slots = make([]remembered[V], memorySlots)
	}
	m.options.each(s, func(start, end int) { visit(start, m.of(s, start, end, learn)) })
}

// of is what is known of the word [start, end) of s.
func (m *Memory[V]) of(s string, start, end int, learn func(word string) V) V {
	length := end - start
	k := keyOf(s, start, length)
	long := ""
	if length > keySize {
		long = s[start:end]
	}
	slot := &m.slots[k.hash()%memorySlots]
	if slot.key != k || slot.long != long {
		*slot = remembered[V]{k, long, learn(s[start:end])}
	}
	return slot.value
}
