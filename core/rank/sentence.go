package rank

// A Sentence is one that may be the evidence for an answer, with what speaks for it.
type Sentence struct {
	// Context is the share of the question that the sentence and the title of its
	// document hold, see Matcher.Context: 0 to 1.
	Context float64
	// Soft is the soft match of the sentence alone by vectors of pieces: 0 to 1, and 0
	// where there are none.
	Soft float64
	// Place is how many of the documents that were found stand before its own; 0 for all
	// sentences where the documents are not the question's findings.
	Place int
}

// laterDocument is what a sentence loses for each document before its own.
const laterDocument = 0.1

// Score is comparable among sentences of one question: -.1 for each place, to 2. How
// often a sentence says a word does not count, and its length neither, so that of two
// that hold the same words a reader may take the first one.
//
// On three collections the first sentence of the document that was found first is right
// for .69, .69 and .47 of the questions. By all the signals of a Candidate, with the
// sentence as a text of its own, that is .69, .62 and .41, and by Context alone .74, .70
// and .41. Pieces that are less than half alike, which Soft leaves out, would make it .71,
// .67 and .47. Of the evidence .70, .75 and .64 are among the first five sentences of the
// first three documents, without the loss for later ones .69, .71 and .63.
func (s Sentence) Score() float64 { return s.Context + s.Soft - laterDocument*float64(s.Place) }

// Context is the share of the question that a sentence or the title above it holds: 0
// to 1. In a document that is called by a name, the sentence that answers seldom says
// the name again.
func (m *Matcher) Context(title, sentence string) float64 {
	counts, _ := m.Count(title+"\n\n"+sentence, false)
	return m.question.Coverage(counts)
}
