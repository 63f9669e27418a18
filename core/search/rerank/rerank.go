// Package rerank has the interface of a reranker: it reads a question together with each of
// the few best passages and scores how well they answer it.
//
// Retrieval scores thousands of passages and can spend next to nothing on one; a
// reranker sees twenty, and can look at what kind of answer is asked for. There is
// only the interface here. Who implements it decides what leaves the machine: the
// package lexical below it sends nothing, http asks a service and listwise a model.
package rerank

import (
	"context"

	"docuquest/core/search/question"
)

// A Reranker scores passages. It may be used by any number of goroutines.
type Reranker interface {
	// Name names the reranker, for people: "lexical", or the name of a model.
	Name() string

	// Rerank returns one score for each passage, in their order; the greater, the better
	// a passage answers. Scores are finite numbers of any range that are comparable
	// within one call and within nothing else. The slice is the caller's, the passages
	// are neither kept nor changed.
	//
	// With an error it returns no scores. The error is one line for the user, without any key.
	// Rerank ends early when ctx does, with an error that is ctx's.
	Rerank(ctx context.Context, q *question.Question, passages []Passage) ([]float64, error)
}

// A Passage is one that may answer.
type Passage struct {
	Text   string   // with its titles, as a model reads it: of a giant row the beginning
	Titles []string // on the way to it, outermost first
	Body   string   // Text without the titles; of a table a JSON list with an object for each row
	Kind   Kind
	// Found is how well retrieval found it, as a share of the best of the call: 0 to 1.
	Found float64
	// Sources are the parts of the user's files in Text, or in the whole of which Text
	// is the beginning. They are not sent, but kept for the user to see what was.
	Sources []Source
}

// A Source is a part of a file.
type Source struct {
	Path       string
	Start, End int // bytes of the file's text, End exclusive
}

// A Kind is what a passage is. Others than these are read as text.
type Kind string

// The kinds of passages.
const (
	Text  Kind = "text"
	Table Kind = "table" // rows
	Code  Kind = "code"
)
