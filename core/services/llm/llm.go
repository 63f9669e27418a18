// Package llm has the interface of a language model: it gets a few messages and
// replies with a text. The packages below it have the models.
package llm

import (
	"context"
	"errors"
	"fmt"
	"strings"
)

// Model answers requests. All of its methods may be called by many goroutines
// at once.
type Model interface {
	// Name returns the name of the model as its service knows it, for people.
	Name() string

	// Complete sends a request and returns the reply when that is complete.
	//
	// If stream is not nil, it is called with the pieces of the text as they
	// arrive, in order, one after the other, before Complete returns, and by
	// the goroutine that called Complete. The pieces together are Reply.Text,
	// whether or not there is an error. Without stream the service may be
	// asked for the whole reply at once.
	//
	// An error is one line for the user, without any key. With an error, the
	// text of the reply is what had arrived until then. A reply without a text
	// is the error ErrEmpty, one that breaks off is ErrCut.
	//
	// When the context ends, Complete closes its connection and returns an
	// error that is context.Canceled or context.DeadlineExceeded. It never
	// asks again by itself after a piece of text has arrived.
	Complete(ctx context.Context, r Request, stream func(delta string)) (Reply, error)
}

// Request is what a model is asked. A model does not keep or change it.
type Request struct {
	Category string    // what the request is for, such as Terms; it is not sent
	Messages []Message // at least one
	Sources  []Source  // parts of the user's files in the messages; not sent, but kept for the user to see

	MaxTokens   int     // most tokens of the reply; 0 leaves it to the service
	Temperature float64 // 0 for the least chance, up to 2; models that allow no choice get none
	JSON        bool    // asks for one JSON object, which the messages must ask for as well

	// Masked leaves the placeholders of secrets as they are where the model repeats them. It
	// is for replies that are kept.
	Masked bool
	// Counted asks for Reply.Usage also where a reply comes in pieces, with which many
	// services send it only then.
	Counted bool
	// Tries is how many times the request goes out at most, whether it is tried again as it
	// is or in another form; 0 leaves that to the model.
	Tries int
}

// The categories of the classic conversation.
const (
	Terms     = "terms"     // asks for search terms
	Summarize = "summarize" // asks for an answer from documents
)

// Message is one message of a conversation.
type Message struct {
	Role Role
	Text string
}

// Role is who speaks a message.
type Role string

// The roles that every service knows.
const (
	System    Role = "system"
	User      Role = "user"
	Assistant Role = "assistant"
)

// Source is a part of a file whose text is in a request.
type Source struct {
	Path       string
	Start, End int    // bytes of the file's text, End exclusive
	Lines      [2]int // the first and the last of them, from 1; zero where they are not counted
}

// Reply is what a model answers.
type Reply struct {
	Text         string // valid UTF-8
	FinishReason string // why the text ends where it does; "" if the service gave none
	Usage        Usage
}

// The reasons to finish that matter to a caller.
const (
	FinishStop   = "stop"           // the text is complete
	FinishLength = "length"         // MaxTokens, or the model's own limit, was reached
	FinishFilter = "content_filter" // the service withheld text
)

// Usage counts tokens as the service does, which may be wrong. All are 0 if it sent no count.
type Usage struct {
	PromptTokens int
	ReplyTokens  int
}

// Errors of a reply. An error of Complete may wrap one of them.
var (
	ErrEmpty = errors.New("the model replied with nothing")
	ErrCut   = errors.New("the reply of the model broke off")
)

// Prompt returns the request that asks for one thing, as a message of the user.
func Prompt(category, text string) Request {
	return Request{Category: category, Messages: []Message{{Role: User, Text: text}}}
}

// Ask sends a request and returns the text of the reply, which comes piece by
// piece to stream as well, if that is not nil. A reply of white space alone is
// ErrEmpty. Errors begin with the category.
//
// A stream is always asked of the model, since a service that is to reply at
// once sends nothing for so long that it looks dead.
func Ask(ctx context.Context, m Model, r Request, stream func(delta string)) (string, error) {
	if stream == nil {
		stream = func(string) {}
	}
	reply, err := m.Complete(ctx, r, stream)
	if err == nil && strings.TrimSpace(reply.Text) == "" {
		err = ErrEmpty
	}
	switch {
	case err == nil:
		return reply.Text, nil
	case strings.HasPrefix(err.Error(), r.Category+": "):
		return "", err
	}
	return "", fmt.Errorf("%s: %w", r.Category, err)
}

// ListOf returns a list of a reply in JSON, where a model may have written one value in its place.
func ListOf(value any) []any {
	switch v := value.(type) {
	case nil:
		return nil
	case []any:
		return v
	}
	return []any{value}
}
