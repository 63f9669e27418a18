package lsp

import (
	"context"
	"strings"

	"docuquest/core/agent"
	"docuquest/core/answer/history"
	"docuquest/core/answer/why"
)

// A whyNotArgument is what docuquest.whyNot takes.
type whyNotArgument struct {
	why.WhyNot
	Show bool `json:"show"` // open the explanation in the editor
	background
}

// A whyNotReply is the reply with the address of its document.
type whyNotReply struct {
	*why.WhyNotReply
	Document string `json:"document"`
}

// whyNot returns the step that lost a file, when it is the question's turn. An answer may be
// named as namedAnswer has it.
func (s *server) whyNot(ctx context.Context, call commandCall) (any, error) {
	var wanted whyNotArgument
	if err := call.read(&wanted, new(string)); err != nil {
		return nil, err
	}
	w := &wanted.WhyNot
	w.Answer, w.Question = s.namedAnswer(w.Answer), strings.TrimSpace(w.Question)
	switch {
	case w.URI == "":
		return nil, invalid("%s needs the uri of a file", call.name)
	case (w.Answer == "") == (w.Question == ""):
		return nil, invalid("%s needs the id of an answer, or a question", call.name)
	}
	if w.Question != "" {
		if err := agent.CheckText("question", w.Question); err != nil {
			return nil, invalid("%s: %v", call.name, err)
		}
	}
	if err := canonicalURI(call.name, &w.URI); err != nil {
		return nil, err
	}
	s.agent.Settle()
	release(ctx)
	return wanted.run(ctx, s, call, func(ctx context.Context, _ commandCall) (any, error) {
		leave, err := s.glances.enter(ctx, patiently)
		if err != nil {
			return nil, err
		}
		s.agent.AwaitLoad(ctx, loadPatience)
		reply, err := s.agent.WhyNot(ctx, *w)
		leave()
		if err != nil {
			return nil, err
		}
		id := history.NewID()
		if reply.Answer != "" { // by which it is forgotten with the answer
			id = reply.Answer + "-" + id
		}
		document := made{whyNotFolder, id, reply.Explanation}
		s.reasons.set(document.id, document.text)
		address, err := s.present(document, wanted.Show)
		return whyNotReply{reply, address}, err
	})
}
