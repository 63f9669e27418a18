package index

import (
	"fmt"
	"runtime"
	"strings"
	"testing"
)

// What an edit leaves behind is the words that it brought: a new word keeps nothing else of
// the text that it came with, here of 500 classic tokens and 50 figures.
func TestEditsKeepNoMemory(t *testing.T) {
	var around strings.Builder
	for i := range 500 {
		fmt.Fprintf(&around, "wörd%d ", i)
		if i%10 == 0 {
			fmt.Fprintf(&around, "v1.2.%d ", i)
		}
	}
	l := New()
	edit := func(i int) { l.Put(doc("a.txt", fmt.Sprintf("%s new%d", &around, i))) }
	edit(0)
	l.Rest()
	before := heap()
	const edits, most = 1000, 8 << 20
	for i := range edits {
		edit(i + 1)
	}
	if after := heap(); after > before+most {
		t.Errorf("%d edits keep %d kB", edits, (after-before)>>10)
	}
	runtime.KeepAlive(l)
}

// heap is how many bytes are in use.
func heap() uint64 {
	var m runtime.MemStats
	runtime.GC()
	runtime.GC()
	runtime.ReadMemStats(&m)
	return m.HeapAlloc
}
