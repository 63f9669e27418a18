// Package answer writes a draft from the passages that were found, and from
// nothing else.
//
// There are three writers. [Extractive] takes the best sentences of the text
// themselves and needs no model. [Generative] asks a model for statements, each
// with the quotes that it rests on. [Classic] asks a model for a summary of
// whole documents and keeps its words as they come.
//
// A draft proves nothing: its quotes are claims, which the room ground checks
// against the documents. This room reads no file and knows no index.
package answer

import (
	"context"

	"docuquest/core/retrieve"
	"docuquest/core/text"
)

// A Writer answers questions from what was found. One Writer may be asked by
// any number of goroutines at once.
type Writer interface {
	// Name is "extractive", or the name of the model that writes.
	Name() string
	// Write makes a draft. It fails when a model fails, with an error that wraps
	// the model's, and when ctx ends; that the passages hold no answer is a
	// refused Draft and no error.
	Write(ctx context.Context, q Request) (Draft, error)
}

// A Request is one question with what was found for it. A writer changes
// nothing in it.
type Request struct {
	Question string
	Found    *retrieve.Result // must be set
}

// A Draft is an answer before it is checked. Its slices belong to whoever asked
// for it.
type Draft struct {
	Writer     string // the writer's name
	Form       Form
	Text       string // the model's reply as it came when Form is Verbatim, else ""
	Statements []Statement
	Refused    bool   // the passages hold no answer; there are no statements then
	Note       string // what a reader should know of it, one or two plain sentences, "" if nothing
}

// Form says how the statements of a draft are set in an answer.
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
}

// A Quote is the claim that a passage says something, word for word.
type Quote struct {
	Text string
	Hit  int // index in Result.Hits of the passage that it is said to stand in, or NoHit
	// Span is the exact place in the text of that hit's document, where the
	// writer knows it; the zero Span where it does not.
	Span text.Span
}

// NoHit is a Quote's Hit when nobody said where it stands.
const NoHit = -1
