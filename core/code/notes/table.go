package notes

import (
	"slices"
	"strings"
)

// A table holds the distinct notes of one kind: a row each, with its vector and the
// chunks that it was made for.
type table struct {
	rows
	byText map[string]int32
	notes  []row
	free   []int32 // rows that no note has any more
}

// A row is a distinct note. Its chunks are numbers in rising order, none where the row is
// free.
type row struct {
	text   string
	chunks []int32
}

func newTable(dimensions int) table {
	return table{rows: rows{dimensions: dimensions}, byText: map[string]int32{}}
}

// add notes a text about a chunk, and gives the text as the table has it: one copy for all
// chunks, which keeps nothing alive that it was cut from. It asks for the vector where the
// text is new.
func (t *table) add(text string, chunk int32, vector func() []float32) string {
	at, known := t.byText[text]
	if !known {
		at, text = t.next(), strings.Clone(text)
		t.byText[text] = at
		t.notes[at].text = text
		t.set(int(at), vector())
	}
	r := &t.notes[at]
	if i, there := slices.BinarySearch(r.chunks, chunk); !there {
		r.chunks = slices.Insert(r.chunks, i, chunk)
	}
	return r.text
}

// next gives a row to write a new note in.
func (t *table) next() int32 {
	if last := len(t.free) - 1; last >= 0 {
		at := t.free[last]
		t.free = t.free[:last]
		return at
	}
	t.notes = append(t.notes, row{})
	return int32(len(t.notes) - 1)
}

// remove takes a text from a chunk. A note that no chunk has any more is gone, and its
// vector with it.
func (t *table) remove(text string, chunk int32) {
	at, known := t.byText[text]
	if !known {
		return
	}
	r := &t.notes[at]
	if i, there := slices.BinarySearch(r.chunks, chunk); there {
		r.chunks = slices.Delete(r.chunks, i, i+1)
	}
	if len(r.chunks) == 0 {
		delete(t.byText, text)
		*r = row{}
		t.set(int(at), nil)
		t.free = append(t.free, at)
	}
}
