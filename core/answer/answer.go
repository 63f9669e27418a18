// Package answer writes a draft from the passages that were found, and from
// nothing else.
//
// There are three writers. [Extractive] takes the best sentences of the text
// themselves and needs no model. [Generative] asks a model for statements, each
// with the quotes that prove it, and passes each on while the model writes the
// next; it can revise unproven statements once, see [Reviser]. [Classic]
// asks a model for a summary of whole documents and keeps its words as they come.
//
// To read the room: this file has the interface; extractive.go with entries.go (which entries of
// documents answer), demand.go (what a question needs), judge.go (how sentences are scored) and
// pieces.go (what a sentence is); generative.go with prompt.go, stream.go, revise.go, reply.go
// and lenient.go (JSON as models write it); counted.go, tabular.go and tablefilter.go, for what
// is counted or looked up in tables; limit.go, which cuts a draft to its limits.
//
// A draft proves nothing: its quotes are claims, which the room ground checks
// against the documents. This room reads no file and knows no index.
package answer

import (
	"context"

	"docuquest/core/language/text"
	"docuquest/core/search/question"
	"docuquest/core/search/retrieve"
)

// A Writer answers questions from what was found. One Writer may be asked by
// any number of goroutines at once.
type Writer interface {
	// Name is "extractive", or the name of the model that writes.
	Name() string
	// Write makes a draft. It fails when a model fails before it has written anything
	// useful, with an error that wraps the model's; passages without an
	// answer are a refused Draft and no error. When ctx ends, Write returns its
	// error together with the unfinished draft, so that proven statements
	// can be kept.
	Write(ctx context.Context, q Request) (Draft, error)
}

// A Reviser lets the writer of statements that were not proven change them.
// It may be asked by any number of goroutines at once.
type Reviser interface {
	// Revise asks once for all of failed, which were written for q. Result i is the
	// new version of failed[i]: the zero Statement where the writer withdrew it, and
	// the unchanged statement where the reply does not mention it. The slice is the
	// caller's. It fails as Write does, and without a result.
	Revise(ctx context.Context, q Request, failed []Failed) ([]Statement, error)
}

// A Failed is a statement that its quotes do not prove.
type Failed struct {
	Statement Statement
	Lacks     []string // what the quotes do not contain, in words for people: "12 kg", "not", "no quote was found"
}

// A Request is one question with what was found for it, and the limits of the answer.
// A writer changes nothing in it.
type Request struct {
	Question *question.Question
	Found    *retrieve.Result // must be set

	// History is the conversation up to here, for a model, "" for none: whole lines that
	// show what the question means. Classic does without.
	History string

	// Words is the most words that all statements have together, 0 for no limit. A
	// draft is cut between two statements, where one more would bring it to more than
	// a quarter over the limit; the first statement always stays.
	Words int
	// Citations is the most different quotes that the statements have, 0 for no limit.
	// Each statement keeps its first quote as long as there is room, and the rest is
	// for further quotes, in order; a statement that finds no room is left out
	// with all that follow. Neither limit has an effect on Classic, whose answer is
	// the model's reply byte for byte.
	Citations int

	// Bar is the share that the support of an answer must reach, 0 for DefaultBar.
	Bar float64

	// Each, if it is not nil, is called with each statement of the draft, in order, as
	// soon as it is sure to be one, by the goroutine that called Write. All of them are
	// in the Draft as well, and no others.
	Each func(Statement)
}

// A Draft is an answer before it is checked. Its slices belong to whoever asked
// for it.
type Draft struct {
	Writer     string // the writer's name
	Form       Form
	Text       string // the model's reply as it came when Form is Verbatim, else ""
	Statements []Statement
	Table      *Counted // what a filter of the writer found in a table, nil for nothing
	Refused    bool     // the passages have no answer; there are no statements then, and no Table
	Support    *Support // of a draft made of entries; nil where a model wrote it, and where it is refused
	Note       string   // what a reader should know of it, a few plain sentences on one line, "" if nothing
}

// Form is how the statements of a draft are arranged in an answer.
type Form uint8

// The forms.
const (
	Report   Form = iota // one statement after the other
	Excerpts             // sentences of the documents, each with the name of its own
	Verbatim             // Draft.Text as it is; the statements are the claims in it
)

// A Statement is one sentence or two that can be true or false.
type Statement struct {
	Text   string // one line for people; from a model, as it was written
	Quotes []Quote
	// Leads is true of one whose first quote states the value that is asked for: that begins the answer.
	Leads bool
	// Copies are the paths of further documents that say the same, as far as the writer knows.
	Copies []string
	// Label names the part of the document in an answer of excerpts; "" has the document named.
	Label string
}

// A Quote is the claim that a passage contains a text, word for word.
type Quote struct {
	Text string
	Hit  int // index in Result.Hits of the passage that is said to contain it, or NoHit
	// Span is the exact place in the text of that hit's document, where the
	// writer knows it; the zero Span where it does not.
	Span text.Span
	// IntroducesList is true of one that begins the list which is asked for.
	IntroducesList bool
	// Answers is the value in Span that is asked for, such as a date; the zero Span for none.
	Answers text.Span
}

// NoHit is a Quote's Hit when its passage is unknown.
const NoHit = -1
