package why

import (
	"docuquest/core/answer/replies"
	"docuquest/core/file"
	"docuquest/core/language/text"
	"docuquest/core/search/retrieve"
)

// An Explanation says why a Search found what it did, stage by stage. How the query was
// taken, its filters and its corrected words are in the reply itself.
type Explanation struct {
	Words     string                `json:"words"` // that were searched for, without filters and with corrections
	Terms     []ExplainedTerm       `json:"terms"` // in the order of asking, added ones last
	Files     ExplainedFiles        `json:"files"`
	Lost      []replies.SkippedFile `json:"lost"`      // files that were found and could not be read
	Documents []ExplainedDocument   `json:"documents"` // that are left, best first
	Counts    ExplainedCounts       `json:"counts"`
	Reranker  string                `json:"reranker"` // what put the best passages in order, "" for nobody
	// Passages are the ones that were compared last, in their order, with what was left out
	// then; the first that was kept is the first hit.
	Passages []ExplainedPassage `json:"passages"`
	Steps    []replies.Step     `json:"steps"` // one may be part of another
	// Notes is what notes on the files led to; absent where they did not count.
	Notes *ExplainedNotes `json:"notes,omitempty"`
}

// An ExplainedTerm is a stem or a figure that was searched for.
type ExplainedTerm struct {
	Term string `json:"term"` // as it was asked first
	Stem string `json:"stem"` // or the one form of a number, a version or a date
	// Origin is "question", "model", or for a word that was added "thesaurus" or
	// "vectors"; For is the word of the query that it replaces.
	Origin string          `json:"origin"`
	For    string          `json:"for,omitempty"`
	Files  int             `json:"files"` // that have it in any form; 0 where no file contains it
	Forms  []ExplainedForm `json:"forms"`
	IDF    float64         `json:"idf"` // the natural logarithm of how rare it is
	Weight float64         `json:"weight"`
	// Counts is Weight times IDF, as far as that counts in the order of files.
	Counts float64 `json:"counts"`
	// CodeOnly reports that it is a part of an identifier, and searched for in code alone.
	CodeOnly bool `json:"codeOnly,omitempty"`
}

// An ExplainedForm is a form in which a term occurs in the files.
type ExplainedForm struct {
	Form  string `json:"form"`
	Part  bool   `json:"part,omitempty"` // of longer identifiers
	Files int    `json:"files"`
}

// ExplainedFiles are the numbers of files that were left after each stage.
type ExplainedFiles struct {
	Indexed  int `json:"indexed"`
	Holding  int `json:"holding"`  // contain a term
	Admitted int `json:"admitted"` // by the filters
	Weighed  int `json:"weighed"`  // by their titles
	Looked   int `json:"looked"`   // their texts were looked at
	Read     int `json:"read"`     // their passages were compared
	Kept     int `json:"kept"`
}

// An ExplainedDocument is a file with what its score is made of.
type ExplainedDocument struct {
	Path       string            `json:"path"`
	Score      float64           `json:"score"`      // what Signals add
	Confidence float64           `json:"confidence"` // that it answers at all, 0 to 1
	Words      int               `json:"words"`      // that are no stop words
	Signals    []ExplainedSignal `json:"signals"`    // all of them, the body first
	// Terms are the ones that the file contains; what they add is the value of the body.
	Terms []ExplainedPart `json:"terms"`
}

// An ExplainedSignal is one thing that speaks for a file. It adds weight × value / whole
// to the score.
type ExplainedSignal struct {
	Signal string  `json:"signal"`
	Value  float64 `json:"value"`
	Whole  float64 `json:"whole"` // the value that counts as 1; 0 where no file has the signal
	Weight float64 `json:"weight"`
	Adds   float64 `json:"adds"`
	// Usual says that the file has no vectors yet, and that Value is what others of its
	// score mostly have.
	Usual bool `json:"usual,omitempty"`
}

// An ExplainedPart is what one term adds to the BM25 of a file's body.
type ExplainedPart struct {
	Term  string  `json:"term"`
	Times int     `json:"times"` // that it occurs there, at most 255
	Adds  float64 `json:"adds"`
}

// ExplainedCounts are the numbers of passages that were left after each stage.
type ExplainedCounts struct {
	Read    int `json:"read"`    // all of the files that were read
	Offered int `json:"offered"` // the best of each file
	Chosen  int `json:"chosen"`  // the best of these, without repetitions
	Kept    int `json:"kept"`
}

// An ExplainedPassage is a passage with the way to its place.
type ExplainedPassage struct {
	URI   file.URI      `json:"uri"`
	Path  string        `json:"path"`
	Range replies.Range `json:"range"`
	Page  int           `json:"page,omitempty"` // from 1, for a file that has pages
	Rank  int           `json:"rank"`           // from 1
	Found int           `json:"found"`          // its rank before the reranking
	// OfDocument, OfPassage and OfNotes add up to the score with which it was found: a
	// share of its file's score, its own, and what notes on its place add.
	OfDocument float64 `json:"ofDocument"`
	OfPassage  float64 `json:"ofPassage"`
	OfNotes    float64 `json:"ofNotes,omitempty"`
	// Said is what the reranker said, in its own unit; absent where it said nothing.
	Said       *float64 `json:"said,omitempty"`
	Score      float64  `json:"score"`      // by which it was ranked at last
	Confidence float64  `json:"confidence"` // 0 to 1
	Copies     int      `json:"copies"`     // further files that say the same
	Fate       string   `json:"fate"`       // "kept", "below the threshold", "far behind the others" or "beyond the limit"
}

// IsKept says that a passage is one of the hits.
func (p ExplainedPassage) IsKept() bool { return p.Fate == string(retrieve.Kept) }

// NewExplanation converts a trace; nil where there is none.
func NewExplanation(found *retrieve.Result, e text.Encoding) *Explanation {
	t := found.Trace
	if t == nil {
		return nil
	}
	locator := replies.NewLocator(e)
	return &Explanation{
		Words: t.Words,
		Terms: replies.Each(t.Terms, func(t retrieve.TracedTerm) ExplainedTerm {
			return ExplainedTerm{
				Term: t.Text, Stem: t.Stem, Origin: string(t.Origin), For: t.For,
				Files: t.Holding,
				Forms: replies.Each(t.Forms, func(f retrieve.TracedForm) ExplainedForm { return ExplainedForm{f.Text, f.Part, f.Holding} }),
				IDF:   t.IDF, Weight: t.Weight, Counts: t.Counts, CodeOnly: t.CodeOnly,
			}
		}),
		Files: ExplainedFiles(t.Files),
		Lost:  replies.Each(t.Lost, func(l retrieve.LostFile) replies.SkippedFile { return replies.SkippedFile(l) }),
		Documents: replies.Each(t.Documents, func(d retrieve.TracedDocument) ExplainedDocument {
			x := ExplainedDocument{
				Path: d.Path, Score: d.Score, Confidence: d.Confidence, Words: d.Length,
				Signals: []ExplainedSignal{},
				Terms:   replies.Each(d.Body, func(p retrieve.BodyPart) ExplainedPart { return ExplainedPart{p.Term, p.Times, p.Score} }),
			}
			for _, p := range d.Parts {
				x.Signals = append(x.Signals, ExplainedSignal{p.Signal, p.Value, p.Whole, p.Weight, p.Adds(), p.Usual})
			}
			return x
		}),
		Counts: ExplainedCounts(t.Counts),
		Passages: replies.Each(t.Passages, func(p retrieve.TracedPassage) ExplainedPassage {
			at := locator.Locate(p.Document, p.Chunk.Span)
			return ExplainedPassage{
				URI: at.URI, Path: p.Document.Path, Range: at.Range, Page: at.Page,
				Rank: p.Rank, Found: p.Found, OfDocument: p.OfDocument, OfPassage: p.OfPassage, OfNotes: p.OfNotes,
				Said: p.Said, Score: p.Score, Confidence: p.Confidence, Copies: len(p.Copies), Fate: string(p.Fate),
			}
		}),
		Reranker: t.Reranker,
		Notes:    explainNotes(t.Notes),
		Steps:    replies.Steps(found.Steps),
	}
}
