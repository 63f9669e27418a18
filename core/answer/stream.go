package answer

import (
	"context"
	"fmt"
	"iter"

	"docuquest/core/services/llm"
)

// listen sends a request and reads the claims of the reply while it comes: each is
// called with each claim as soon as the model has completed it, and the connection is
// closed where it returns false.
//
// A reply that breaks off behind its first claim is one that is cut, and no error. When
// ctx ends, listen returns ctx's error; other errors are the model's, or llm.ErrEmpty
// for a reply of marks alone.
func listen(ctx context.Context, m llm.Model, r llm.Request, each func(claim) bool) (reply, error) {
	asking, hangUp := context.WithCancel(ctx)
	defer hangUp()
	reader := newReplyReader(func(c claim) bool {
		if each(c) {
			return true
		}
		hangUp()
		return false
	})
	defer reader.close()
	model := &attentive{Model: m}
	_, err := llm.Ask(asking, model, r, reader.add)
	switch {
	case reader.full:
		return reader.parser.reply, nil
	case err != nil && ctx.Err() != nil:
		return reply{}, ctx.Err()
	case err != nil && reader.claims == 0:
		return reply{}, err
	}
	reader.finish()
	said := reader.parser.reply
	if said.prose && reader.claims == 0 {
		return reply{}, fmt.Errorf("%s: %w", r.Category, llm.ErrEmpty)
	}
	said.cut = said.cut || err != nil || model.finish == llm.FinishLength || model.finish == llm.FinishFilter
	return said, nil
}

// attentive is a model that remembers why its last reply ended.
type attentive struct {
	llm.Model
	finish string
}

// Complete implements llm.Model.
func (a *attentive) Complete(ctx context.Context, r llm.Request, stream func(delta string)) (llm.Reply, error) {
	said, err := a.Model.Complete(ctx, r, stream)
	a.finish = said.FinishReason
	return said, err
}

// A replyReader reads a reply in the pieces in which it comes. The parser is suspended where
// the text up to now ends: so there is one parser, its result does not depend on the pieces,
// and no text is read twice. A reader is for one goroutine, and must be closed.
type replyReader struct {
	parser replyParser
	each   func(claim) (more bool)
	claims int  // that each was called with
	full   bool // each wanted no more
	whole  bool // no more text will come

	resume func() (event, bool)
	close  func()
}

// An event is a claim that the parser has read, or that it waits for text.
type event struct {
	claim claim
	waits bool
}

// newReplyReader starts the parser, which waits for the first piece.
func newReplyReader(each func(claim) (more bool)) *replyReader {
	r := &replyReader{each: each}
	r.resume, r.close = iter.Pull(func(yield func(event) bool) {
		p := &r.parser
		p.made = map[string]bool{}
		p.emit = func(c claim) { yield(event{claim: c}) }
		p.await = func() bool { return !r.whole && yield(event{waits: true}) }
		p.read()
	})
	return r
}

// add reads the next piece of the text.
func (r *replyReader) add(piece string) {
	r.parser.text = append(r.parser.text, piece...)
	r.run()
}

// finish reads the rest when no more text comes.
func (r *replyReader) finish() {
	r.whole = true
	r.run()
}

// run lets the parser read until it needs more text.
func (r *replyReader) run() {
	for !r.full {
		e, running := r.resume()
		if !running || e.waits {
			return
		}
		r.claims++
		r.full = !r.each(e.claim)
	}
}
