// Package retrieve finds what in the workspace may answer a question: from the
// question to groups of terms, from terms to entries, and from the best entries
// to the passages that are read.
//
// It has two modes. Boolean is the classic rule: a document matches if it contains
// all terms of one group. Ranked scores by BM25, so that one absent term loses a
// document nothing but its share, and orders the best by all that a closer look at
// their texts shows. Both report which terms no file contains.
//
// The room knows nothing of answers, citations, the disk or the protocol.
package retrieve

import (
	"context"
	"errors"
	"slices"
	"time"

	"docuquest/core/document"
	"docuquest/core/document/chunk"
	"docuquest/core/file"
	"docuquest/core/index"
	"docuquest/core/search/embed"
	"docuquest/core/search/meaning"
	"docuquest/core/search/question"
	"docuquest/core/search/rank"
	"docuquest/core/search/rerank"
	"docuquest/core/search/stage"
	"docuquest/core/services/llm"
)

// Mode is a way to find documents.
type Mode uint8

// The modes.
const (
	Ranked  Mode = iota // by BM25 and a closer look, the default
	Boolean             // the classic rule
)

// String is the name of a mode in settings.
func (m Mode) String() string {
	if m == Boolean {
		return "boolean"
	}
	return "ranked"
}

// A Query is what is searched for.
type Query struct {
	Question *question.Question
	Mode     Mode
	Limit    int                     // documents, at least 1; of copies, all but one do not count
	Passages int                     // hits, at least 1
	Cutoff   bool                    // leave out passages far behind the others, in ranked mode alone
	Within   func(*index.Entry) bool // nil for the whole workspace
	// Around is how many passages on each side of a hit are pulled in, and with them
	// what its headings begin with; 0 for none.
	Around int
	// Threshold is the confidence below which a passage is rejected, 0 to 1; 0
	// rejects none.
	Threshold float64
	// Context is what the question inherits from earlier ones, in ranked mode alone.
	Context Context
	// Notes are notes on files that count in the order and lead to further files and
	// passages, in ranked mode alone; nil leaves notes out.
	Notes *Exploration
	// Explain has Result.Trace made, of what the search itself has at hand: that takes
	// about a hundredth of its time, and nothing where it is not asked for.
	Explain bool
}

// A Retriever finds. It is a value of what it works with; any number of
// questions may use it at once.
type Retriever struct {
	Library *index.Library
	Source  file.Source // nil has Rank go by the postings alone; Find needs one
	Parsers document.Parsers
	Chunks  chunk.Options
	Memo    Memo          // nil cuts every document anew
	Weights *rank.Weights // nil is rank.Simple
	// Meaning are the weights of what vectors say in this workspace, see Weigh; nil
	// leaves vectors out.
	Meaning *meaning.Weights

	// Vectors count in the order of documents where the question's own vector is
	// there within Patience, 0 for 2 s; nil leaves them out.
	Vectors  Vectors
	Patience time.Duration

	// Lexicon and Nouns give other words for a word that hardly any file contains; nil
	// for none.
	Lexicon embed.Lexicon
	Nouns   Nouns

	// Terms proposes groups of search terms; nil leaves it to the question's
	// own words.
	Terms llm.Model
	// Prompt is the template of the terms prompt, with {query}.
	Prompt string

	// Floor is the confidence below which this workspace does not answer a question, see
	// Calibrate; 0 where that is not known.
	Floor float64

	// Reranker reads the best passages of a ranked question once more; nil leaves
	// them in their order.
	Reranker rerank.Reranker
}

// A Memo remembers documents as they were parsed, and their chunks as they were made, which
// are shared then and never written. It may be used by several goroutines at once.
type Memo interface {
	// Chunks are those of a document, nil if they are not remembered.
	Chunks(*document.Document) []chunk.Chunk
	Keep(*document.Document, []chunk.Chunk)
	// Has reports whether the document of a file is remembered as it is.
	Has(file.Identity) bool
}

// A Result is what was found, best first.
type Result struct {
	Question  *rank.Query  // the terms with their weights in this workspace
	Groups    [][]string   // as they were searched: the model's, or the question's own words
	Added     []string     // terms that the question itself does not contain
	Missing   []string     // terms that no file contains
	Corrected []Correction // words that were replaced, in ranked mode alone
	// Asked is the question as it was searched for, with its corrected words in place.
	Asked *question.Question
	// Suggested is the question with further words replaced that may be meant otherwise, "" for
	// none.
	Suggested string
	Ranked    []string   // the paths of the best files, whether or not they repeat others
	Documents []Document // in boolean mode sorted by path
	Hits      []Hit
	// Nearest are the best few passages as they were before any was rejected, and where
	// there was none the beginnings of the files whose titles are nearest to the question.
	Nearest  []Hit
	Rejected int     // passages below the threshold
	LeftOut  int     // documents that match in boolean mode and are beyond Query.Limit
	Floor    float64 // the Retriever's
	Steps    stage.Tree
	Failed   []string        // what a service could not do, in the user's words: the rest went on without it
	Snapshot *index.Snapshot // what was searched
	Trace    *Trace          // nil unless Query.Explain asks for it
	// Parts are what was found for each of the things that the question asks for, where these
	// are several; see AddPart.
	Parts []*Result
	// Known are the places that answer the question for sure, as the key of a file does that is
	// asked for; in Parts alone.
	Known []Hit

	asked   *meaning.Question // nil without vectors of pieces
	leads   *leads            // nil without notes
	carried map[string]bool   // the stems of the terms that Query.Context brought
	hybrid  *hybrid           // nil without vectors
	tracing tracing
}

// Confidence is how likely the best document answers the question, 0 to 1; 0 where
// nothing was found. A question of several parts is as sure as the least sure of them.
func (r *Result) Confidence() float64 {
	if len(r.Parts) > 0 {
		return slices.Min(confidences(r.Parts))
	}
	if len(r.Known) > 0 {
		return 1
	}
	if len(r.Documents) == 0 {
		return 0
	}
	return r.Documents[0].Confidence
}

func confidences(parts []*Result) []float64 {
	all := make([]float64, len(parts))
	for i, p := range parts {
		all[i] = p.Confidence()
	}
	return all
}

// IsStrange reports whether the workspace probably does not answer the question, nor any part
// of it.
func (r *Result) IsStrange() bool {
	if len(r.Parts) > 0 {
		return slices.Max(confidences(r.Parts)) < r.Floor
	}
	return r.Confidence() < r.Floor
}

// Evidence returns the passages that an answer quotes: those that are known to answer, or else all.
func (r *Result) Evidence() []Hit {
	if len(r.Known) > 0 {
		return r.Known
	}
	return r.Hits
}

// Parsed returns the documents that were found.
func (r *Result) Parsed() []*document.Document {
	all := make([]*document.Document, len(r.Documents))
	for i, d := range r.Documents {
		all[i] = d.Document
	}
	return all
}

// AddPart adds what was found for a part of the question, with the documents and passages that
// the result lacks. The caller must be the only one that has both; documents that both have
// are those of the result afterwards.
func (r *Result) AddPart(part *Result) {
	for i, d := range part.Documents {
		at := slices.IndexFunc(r.Documents, func(known Document) bool { return known.URI == d.URI && known.Hash == d.Hash })
		if at < 0 {
			r.Documents = append(r.Documents, d)
			continue
		}
		known := r.Documents[at].Document
		part.Documents[i].Document = known
		for k, h := range part.Hits {
			if h.Document == d.Document {
				part.Hits[k].Document = known
			}
		}
	}
	for i, h := range part.Known {
		at := slices.IndexFunc(r.Documents, func(known Document) bool { return known.URI == h.Document.URI && known.Text == h.Document.Text })
		if at < 0 {
			at = len(r.Documents)
			r.Documents = append(r.Documents, Document{Document: h.Document, Confidence: 1})
		}
		part.Known[i].Document = r.Documents[at].Document
	}
	for _, h := range slices.Concat(part.Hits, part.Known) {
		isKnown := func(known Hit) bool { return known.Document == h.Document && known.Chunk.Span == h.Chunk.Span }
		if !slices.ContainsFunc(r.Hits, isKnown) {
			r.Add(h)
		}
	}
	r.Parts = append(r.Parts, part)
}

// Add puts a passage that another query has found behind the hits. The caller must be the only
// one that has the result.
func (r *Result) Add(h Hit) {
	r.Hits = append(r.Hits, h)
	if r.Trace != nil {
		rank := len(r.Trace.Passages) + 1
		r.Trace.Passages = append(r.Trace.Passages, TracedPassage{Hit: h, Rank: rank, Found: rank, Fate: Kept})
	}
}

// A Document is one that was found, read and parsed as it is now. Where the file
// is full of marks it is the reading of it, see [document.Document.AsRead].
type Document struct {
	*document.Document
	Score      float64
	Confidence float64        // that it answers the question, see rank.Confidence; 1 in boolean mode
	Signals    rank.Candidate // what spoke for it, all 0 in boolean mode
	Source     rank.Source    // what it is to other files; an original where the question asks for what it is

	share    float64 // what it adds to the scores of its passages
	passages []Hit   // its passages with their scores, best first
}

// A Hit is one passage of a found document.
type Hit struct {
	Document   *document.Document
	Chunk      chunk.Chunk
	Score      float64 // comparable within one Result
	Confidence float64 // 0 to 1
	// Copies are the paths of further documents that were read and say the same; best first.
	Copies []string
	// Around is what surrounds the passage, as far as Query.Around asked for it.
	Around Around
	// Answers reports that the passage has one of the entries that answer best: it has room in a
	// prompt before others. Find sets none.
	Answers bool
	// Lead is what notes say of the place, nil where they did not lead there.
	Lead *Lead
	// Beside is the reason for a passage that was not found itself, but is behind one that
	// was: "called by Deep"; "" for one that was found. Find gives no such passage.
	Beside string
}

// ErrTerms wraps what went wrong when the model was asked for terms.
var ErrTerms = errors.New("the model gave no search terms")

// Find looks for documents and their passages. Errors: ErrTerms when a model is
// set and fails in boolean mode (in ranked mode the question's own words go on,
// and a step reports it), and cancellation. Nothing found is no error.
func (r *Retriever) Find(ctx context.Context, q Query) (*Result, error) {
	q, corrected, suggested := r.correct(q)
	result := &Result{Corrected: corrected, Asked: q.Question, Suggested: suggested, Floor: r.Floor, hybrid: r.askVectors(ctx, q), leads: newLeads(q), tracing: newTracing(q)}
	if err := r.plan(ctx, q, result); err != nil {
		return nil, err
	}
	start := time.Now()
	spare := q // others take the places of documents that only repeat better ones
	if q.Mode == Ranked {
		spare.Limit = max(q.Limit, considered)
	}
	found, err := r.best(ctx, spare, result)
	if err != nil {
		return nil, err
	}
	result.Ranked = pathsOf(found[:min(q.Limit, len(found))])
	result.Steps.Add("search", start, "%d of %d files", min(q.Limit, len(found)), result.Snapshot.Len())
	found, wide := result.leads.ahead(found, q)
	if err := r.readDifferent(ctx, found, wide, result); err != nil {
		return nil, err
	}
	for i := range result.Documents {
		result.Documents[i].passages = nil // a large table has thousands, of which few are hits
	}
	if err := r.refine(ctx, q, result); err != nil {
		return nil, err
	}
	if len(result.Nearest) == 0 {
		result.Nearest = r.nearByTitle(ctx, q, result)
	}
	r.surround(result.Hits, q.Around)
	result.Trace = r.trace(q, result)
	return result, ctx.Err()
}

// Rank gives the paths of the best documents alone, without their passages.
func (r *Retriever) Rank(ctx context.Context, q Query) ([]string, error) {
	q, corrected, _ := r.correct(q)
	result := &Result{Corrected: corrected, Asked: q.Question, hybrid: r.askVectors(ctx, q), leads: newLeads(q), tracing: newTracing(q)}
	if err := r.plan(ctx, q, result); err != nil {
		return nil, err
	}
	found, err := r.best(ctx, q, result)
	if err != nil {
		return nil, err
	}
	return pathsOf(found), ctx.Err()
}

func pathsOf(found []scored) []string {
	var paths []string
	for _, s := range found {
		paths = append(paths, s.entry.Path)
	}
	return paths
}

// Similarity is the share of the question that a sentence and the titles above it contain, by
// vectors of pieces: a word that is not there counts as much as the nearest one that is.
// It is 0 to 1, and 0 where there are no such vectors. Any number of goroutines may ask.
func (r *Result) Similarity(titles, sentence string, code bool) float64 {
	if r.asked == nil {
		return 0
	}
	return r.asked.Soft(titles, sentence, code)
}

// Likeness returns what compares a word of the question with texts as Similarity does the whole
// question: 1 for a text that has the word, 0 for one that has no word like it.
func (r *Result) Likeness(word string) func(titles, sentence string, code bool) float64 {
	if r.asked == nil {
		return func(string, string, bool) float64 { return 0 }
	}
	return r.asked.Alone(word).Soft
}
