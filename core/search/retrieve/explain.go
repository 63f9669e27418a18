package retrieve

import (
	"docuquest/core/file"
	"docuquest/core/search/rank"
)

// A Trace is how a Result came about: what was searched for, how many files and
// passages were left after each stage, and what every score is made of. It is made
// where Query.Explain asks for it, and belongs to the Result's owner.
type Trace struct {
	Words     string       // that were searched for, with corrections
	Terms     []TracedTerm // in the order of asking, added ones last
	Files     FileCounts
	Lost      []LostFile       // that could not be read
	Documents []TracedDocument // of Result.Documents, in their order
	Counts    PassageCounts
	Passages  []TracedPassage // the chosen ones in their last order, with what was left out then
	Reranker  string          // what put the passages in order, "" for nothing
	Notes     *Exploration    // nil where notes did not count
	Course    Course
}

// A Course is which files came how far: what Trace counts, by name.
type Course struct {
	Weighed []string      // paths, the best by their postings and titles first; nil in boolean mode
	Looked  []TracedPlace // the best by all signals first; nil in boolean mode
	Read    []string      // paths, also of files that repeat others
	Copies  []TracedCopy
	Files   map[string]file.URI // all of these, by their paths
}

// A TracedPlace is a file whose text was looked at, with what its score is made of.
type TracedPlace struct {
	Path  string
	Parts []rank.Part // as TracedDocument.Parts
	// Meant reports that it was compared with the question by meaning. Where it was not, its
	// parts cosine and soft mean nothing.
	Meant bool
}

// Score is what the parts add.
func (p TracedPlace) Score() float64 {
	var score float64
	for _, part := range p.Parts {
		score += part.Adds()
	}
	return score
}

// A TracedCopy is a file that was read and says the same as a passage of another one.
type TracedCopy struct{ Path, Of string }

// A TracedTerm is a term of the question with what it counts in this workspace.
type TracedTerm struct {
	rank.Term
	Origin  Origin
	For     string       // the word of the question that an added one replaces, else ""
	Holding int          // entries that have it in any of its forms
	Forms   []TracedForm // as they are written in the workspace
	// Counts is its weight times its IDF as far as that counts in the order of files: of
	// an added term no more than of the word that it replaces, and a share of that.
	Counts float64
}

// An Origin is where a term is from.
type Origin string

// The origins of terms.
const (
	FromQuestion     Origin = "question"
	FromConversation Origin = "conversation" // of a question before, which this one goes on with
	FromModel        Origin = "model"
	FromThesaurus    Origin = "thesaurus" // replaces a word that hardly any file contains
	FromVectors      Origin = "vectors"   // is near to a word that no file contains
	FromTyping       Origin = "typing"    // is what was typed, and was corrected
)

// A TracedForm is one form of a term, and how many entries contain it.
type TracedForm struct {
	Text    string
	Part    bool // of longer identifiers
	Holding int
}

// FileCounts are how many entries were left after each stage.
type FileCounts struct {
	Indexed  int // of the whole workspace
	Holding  int // contain a term; in boolean mode all terms of a group
	Admitted int // of these, by the filters
	Weighed  int // the best of these by their postings, weighed by their titles; 0 in boolean mode
	Looked   int // the best of these, whose texts were looked at; 0 in boolean mode
	Read     int // the best of these, whose passages were compared
	Kept     int // left when copies are folded and passages rejected
}

// A LostFile is one that was found and could not be read.
type LostFile struct{ Path, Reason string }

// A TracedDocument is a document with what its score is made of.
type TracedDocument struct {
	Path       string
	Score      float64     // what Parts add; 0 in boolean mode
	Confidence float64     // as Document.Confidence
	Parts      []rank.Part // all signals, see rank.Parts; nil in boolean mode
	Body       []BodyPart  // of the terms that the document contains: their sum is the value of the body
	Length     int         // words that are no stop words
}

// A BodyPart is what one term adds to the BM25 of a body.
type BodyPart struct {
	Term  string  // as it was asked
	Times int     // that it occurs there, at most 255
	Score float64 // in the unit of rank.Candidate.Body
}

// PassageCounts are how many passages were left after each stage.
type PassageCounts struct {
	Read    int // all of the documents that were read
	Offered int // the best of each document
	Chosen  int // the best of these, without those that repeat others
	Kept    int
}

// A TracedPassage is a passage with the way to its place. Its Score is the last one;
// Around is empty.
type TracedPassage struct {
	Hit
	Rank  int // from 1, at last
	Found int // its rank before the reranking, from 1
	// What the score was made of that it was found with: a share of its document's
	// score, its own, and what notes on the chunks that it lies in add.
	OfDocument, OfPassage, OfNotes float64
	// Said is what the reranker said of it, in the reranker's own unit; nil where it said
	// nothing.
	Said *float64
	Fate Fate
}

// A Fate is what became of a passage.
type Fate string

// The fates of passages.
const (
	Kept           Fate = "kept"
	BelowThreshold Fate = "below the threshold"
	BehindCutoff   Fate = "far behind the others"
	BeyondLimit    Fate = "beyond the limit"
)
