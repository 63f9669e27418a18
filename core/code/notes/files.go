package notes

import (
	"cmp"
	"slices"
	"strings"

	"docuquest/core/file"
)

// fileChunks is how many chunks of a file say how well it fits: more would be for large
// files alone, fewer for those with one chunk that is named by chance as the question is.
const fileChunks = 3

// A ScoredFile is a file with the sum of its best chunks' scores.
type ScoredFile struct {
	file.Identity
	Path  string
	Score float64 // comparable within one Found
}

// Files are those of the chunks that were found, best first; of equal ones that with the
// first path.
func (f Found) Files() []ScoredFile {
	counted := map[file.URI]int{}
	at := map[file.URI]int{}
	var all []ScoredFile
	for _, c := range f.Chunks {
		i, known := at[c.URI]
		if !known {
			i = len(all)
			at[c.URI] = i
			all = append(all, ScoredFile{Identity: c.Identity, Path: c.Path})
		}
		if counted[c.URI]++; counted[c.URI] <= fileChunks {
			all[i].Score += c.Score
		}
	}
	slices.SortFunc(all, func(a, b ScoredFile) int {
		return cmp.Or(cmp.Compare(b.Score, a.Score), strings.Compare(a.Path, b.Path))
	})
	return all
}
