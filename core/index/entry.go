package index

import (
	"cmp"

	"docuquest/core/document"
	"docuquest/core/file"
	"docuquest/core/index/splay"
)

// An Entry is one file, which ranking ranks. It is never written after it was
// published.
type Entry struct {
	file.Identity
	Number    uint32 // its place in the Snapshot and in postings
	Path      string // relative to its folder, with slashes
	Language  string
	Title     string
	Code      bool   // identifiers were split
	Marked    bool   // its visible text differs from the file: a parser extracted it
	Extracted bool   // its text was taken out of the file, which can take seconds
	Problem   string // the first part that could not be read, "" if all was read
	Length    int    // words that are no stop words: the length for BM25
	Size      int    // bytes of text

	// classic is set when the text contains letters outside ASCII, so that its
	// classic tokens differ from its words and have a field of their own.
	classic bool
	// terms and counts lead back from the entry to its postings, term by term.
	terms  []splay.Ref
	counts []uint8
}

// A Snapshot is all entries at one moment, immutable.
type Snapshot struct {
	entries []*Entry // by number; nil where one was removed
	count   int
	tokens  int64
	bytes   int64

	Generation uint64 // grows with every change
}

// Len returns the number of entries.
func (s *Snapshot) Len() int { return s.count }

// Bound returns one more than the greatest number of an entry.
func (s *Snapshot) Bound() int { return len(s.entries) }

// Entry returns the entry with a number, nil if it was removed or came later.
func (s *Snapshot) Entry(number uint32) *Entry {
	if int(number) < len(s.entries) {
		return s.entries[number]
	}
	return nil
}

// AverageLength returns the mean of the entries' lengths, 1 for an empty library.
func (s *Snapshot) AverageLength() float64 {
	if s.count == 0 || s.tokens == 0 {
		return 1
	}
	return float64(s.tokens) / float64(s.count)
}

// All visits the entries in the order of their numbers until yield returns false.
func (s *Snapshot) All(yield func(*Entry) bool) {
	for _, e := range s.entries {
		if e != nil && !yield(e) {
			return
		}
	}
}

// A Posting is an entry that contains a term, and how often: the entry's number
// in the upper 24 bits, the count up to 255 in the lower 8. So a library has at
// most 16,777,216 entries, and BM25, which saturates long before, counts a word
// at most 255 times in each.
type Posting uint32

// MaxEntries is how many entries a library can number.
const MaxEntries = 1 << 24

const maxCount = 255

func newPosting(number uint32, count uint32) Posting {
	return Posting(number<<8 | min(count, maxCount))
}

// Entry returns the number of the entry.
func (p Posting) Entry() uint32 { return uint32(p >> 8) }

// Count returns how often the term occurs in the entry, at most 255.
func (p Posting) Count() uint32 { return uint32(p & maxCount) }

// comparePostings orders by entry alone: a term has one posting for each entry.
func comparePostings(a, b Posting) int { return cmp.Compare(a>>8, b>>8) }

// newEntry returns the entry of a scanned document.
func newEntry(d *document.Document, g *bag) *Entry {
	e := &Entry{
		Identity:  d.Identity,
		Path:      d.Path,
		Language:  d.Language,
		Title:     d.Title,
		Code:      g.code,
		Marked:    d.Reading != nil || d.Extracted,
		Extracted: d.Extracted,
		Length:    g.length,
		Size:      len(d.Readable()),
		classic:   g.classic,
	}
	if len(d.Problems) > 0 {
		e.Problem = d.Problems[0].Message
	}
	return e
}
