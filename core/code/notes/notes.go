// Package notes keeps the notes about the pieces of a code base, and finds pieces by them: a
// summary of each, keywords, tags, synonyms and what it depends on.
//
// A note is a few words on a [Chunk], one node of the tree of what a file contains. The
// same words are often noted about many chunks. An [Index] keeps each distinct note once,
// with one vector and all chunks that it was made for, in a table for each of the five
// kinds. A [Query] has a text for each table; the notes that are nearest to it are
// its hits, and a chunk scores by the hits that are noted about it:
//
//	cosine of the hit × (1 + ln(chunks / (1 + chunks of the hit)))
//
// summed over all hits of all tables. So a note that few chunks share is worth more
// than one that is noted about half of the workspace.
//
// Notes only lead to chunks. They are made by rules or by a model out of files that
// anybody may have written, so nothing of them is ever cited, they disappear with their source,
// and no file gets more than its share of what is found (see [Index.Search]).
//
// The room does not know who makes notes or vectors: it has no model and no index of words.
package notes

import (
	"cmp"
	"slices"
	"strings"

	"docuquest/core/file"
	"docuquest/core/language/text"
)

// A Kind is one of the five kinds of notes, each with a table of its own.
type Kind uint8

// The kinds of notes.
const (
	Summaries    Kind = iota // what a chunk is for, in a sentence, with how it is declared
	Keywords                 // the words that set it apart
	Tags                     // where it is and what it is
	Synonyms                 // other words for its own
	Dependencies             // the names that it needs

	// Kinds is how many there are.
	Kinds = iota
)

// String is the name of a kind, such as "summaries".
func (k Kind) String() string {
	names := [...]string{"summaries", "keywords", "tags", "synonyms", "dependencies"}
	if int(k) < len(names) {
		return names[k]
	}
	return "unknown"
}

// ParseKind returns the kind of a name.
func ParseKind(name string) (k Kind, ok bool) {
	for k := range Kind(Kinds) {
		if k.String() == name {
			return k, true
		}
	}
	return 0, false
}

// A Chunk is a node in the tree of what a file contains. The file itself is the root.
type Chunk struct {
	// Identity is that of the text that the chunk was cut from, which the file may not have any more.
	file.Identity
	Path string // of the file, relative to its folder, with slashes
	// Titles are the names on the way down from the file, the chunk's own last; none for
	// the file itself.
	Titles []string
	// Info is what it is: "file", "section", "page", or what a definition is, such as
	// "class" and "function".
	Info string
	// Span is in the text that the file reads as, see document.Document.AsRead.
	Span text.Span
	// Content is the hash of the bytes in Span. A chunk that only moved keeps it.
	Content file.Hash
}

// A Note is one thing that was noted about a chunk.
type Note struct {
	Kind Kind
	Text string
}

// A Noted chunk is one with its notes. It is never written once it is in an Index.
type Noted struct {
	Chunk
	Notes []Note
}

// Summary is the first summary of a chunk, "" if it has none.
func (n *Noted) Summary() string {
	for _, note := range n.Notes {
		if note.Kind == Summaries {
			return note.Text
		}
	}
	return ""
}

// Found is what a query found.
type Found struct {
	Chunks []Scored     // best first; of equal ones that with the first path and place
	Hits   [Kinds][]Hit // by table, best first
}

// A Scored chunk is one with the sum that ranked it, which is comparable within one Found.
type Scored struct {
	*Noted
	Score float64
}

// A Hit is a note that is near to the query.
type Hit struct {
	Text   string
	Cosine float64 // with the query
	Chunks int     // that it is noted about
	IDF    float64
}

// fileChunks is how many chunks of a file count for its score: more would favour large
// files, fewer those with one chunk that by chance has a name as in the question.
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
