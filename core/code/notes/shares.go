package notes

import (
	"cmp"
	"encoding/binary"
	"slices"
)

// share is how much of so many places one file may take: a third, and one at least.
func share(places int) int { return max(1, places/3) }

// fewFiles is of how many files a note may be that counts for each of them. What is noted
// about more would use up the shares of all of them. It counts for these files together,
// as if they were one: notes of the very same files come from copies of one text.
const fewFiles = 3

// sharesOfHits admits the rows of a table to so many places. One counts for the files that
// its note is of, see [fewFiles], and is kept out when all of these have their share.
func (x *Index) sharesOfHits(t *table, places int) (admits func(row int32) bool) {
	taken := map[string]int{}
	return func(row int32) bool {
		owners := ownersOf(x.filesOf(t.notes[row].chunks))
		if !slices.ContainsFunc(owners, func(o string) bool { return taken[o] < share(places) }) {
			return false
		}
		for _, o := range owners {
			taken[o]++
		}
		return true
	}
}

// ownersOf are whom what is of some files counts for: each of a few files, all of many
// together. An owner is told by the numbers of its files.
func ownersOf(files []int32) []string {
	size := 1
	if len(files) > fewFiles {
		size = len(files)
	}
	var owners []string
	for together := range slices.Chunk(files, size) {
		var name []byte
		for _, f := range together {
			name = binary.LittleEndian.AppendUint32(name, uint32(f))
		}
		owners = append(owners, string(name))
	}
	return owners
}

// sharesOfChunks admits chunks to so many places. A file has its share of them. Those that
// say what a chunk of another file says, too, count for that file besides: together they
// have half a share of it. So copies do not multiply what a file takes, and who repeats
// what a file says cannot take its place.
//
// sums are those of all chunks: what has none says nothing of what is looked for.
func (x *Index) sharesOfChunks(places int, sums []float64) (admits func(number int32) bool) {
	most, echoes := share(places), (share(places)+1)/2
	taken, echoed := map[int32]int{}, map[int32]int{}
	twins := twins{x, sums, make([]int32, len(x.chunks))}
	return func(number int32) bool {
		own := x.chunks[number].file
		if taken[own] == most {
			return false
		}
		if origin := twins.origin(number); origin != own {
			if echoed[origin] == echoes {
				return false
			}
			echoed[origin]++
		}
		taken[own]++
		return true
	}
}

// twins tell which chunks say about the same: a file that is copied has a twin for each of
// its chunks, also where the copy is changed here and there. They are for one search.
type twins struct {
	index  *Index
	sums   []float64 // of the chunks by number; those without one are nobody's twins
	shared []int32   // how many notes each chunk shares with the one at hand, mostly 0
}

// lookedAt is how many chunks with a note are looked at for twins, the first ones: all
// copies of a text find the same ones.
const lookedAt = 64

// origin is the file of the first by its path among a chunk and its twins, which no edit
// and no other start makes another one. A twin has more than half of those of the chunk's
// notes that tell.
func (t *twins) origin(number int32) int32 {
	telling := t.telling(number)
	most := int32(len(telling)/2 + 1)
	first := number
	for _, chunks := range telling {
		for _, c := range chunks {
			if t.shared[c]++; t.shared[c] == most && t.sums[c] > 0 && inOrder(t.index.chunks[c].Noted, t.index.chunks[first].Noted) < 0 {
				first = c
			}
		}
	}
	for _, chunks := range telling {
		for _, c := range chunks {
			t.shared[c] = 0
		}
	}
	return t.index.chunks[first].file
}

// telling are the rarer half of those of a chunk's notes that other files have, too, each
// as the first chunks that have it. What a whole folder has makes nobody a twin; a note
// of its own on each chunk of a copy, or on several, does not make it another text.
func (t *twins) telling(number int32) [][]int32 {
	own := t.index.chunks[number].file
	var all [][]int32
	for _, n := range t.index.chunks[number].Notes {
		table := &t.index.tables[n.Kind]
		chunks := table.notes[table.byText[n.Text]].chunks
		if t.areOfOthers(chunks, own) {
			all = append(all, chunks)
		}
	}
	slices.SortStableFunc(all, func(a, b []int32) int { return cmp.Compare(len(a), len(b)) })
	all = all[:(len(all)+1)/2]
	for i := range all {
		all[i] = all[i][:min(len(all[i]), lookedAt)]
	}
	return all
}

// areOfOthers reports whether some chunks with a note are of another file than own, as far
// as is looked. Most often the first or the last one is.
func (t *twins) areOfOthers(chunks []int32, own int32) bool {
	isOther := func(c int32) bool { return t.index.chunks[c].file != own }
	return isOther(chunks[len(chunks)-1]) || slices.ContainsFunc(chunks[:min(len(chunks), lookedAt)], isOther)
}
