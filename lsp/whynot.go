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

// whyNot returns the step that lost a file.
func (s *server) whyNot(ctx context.Context, call commandCall) (any, error) {
	var wanted whyNotArgument
	if err := call.read(&wanted, new(string)); err != nil {
		return nil, err
	}
	if err := s.checkWhyNot(call.name, &wanted.WhyNot); err != nil {
		return nil, err
	}
	s.agent.Settle()
	release(ctx)
	return wanted.run(ctx, s, call, func(ctx context.Context, _ commandCall) (any, error) {
		reply, err := s.whyNotInTurn(ctx, wanted.WhyNot)
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

// whyNotInTurn asks the agent when it is the question's turn.
func (s *server) whyNotInTurn(ctx context.Context, w why.WhyNot) (*why.WhyNotReply, error) {
	leave, err := s.glances.enter(ctx, patiently)
	if err != nil {
		return nil, err
	}
	defer leave()
	s.agent.AwaitLoad(ctx, loadPatience)
	return s.agent.WhyNot(ctx, w)
}

// checkWhyNot refuses what the agent could not understand, and gives the URI its
// canonical form. An answer may be named as namedAnswer has it.
func (s *server) checkWhyNot(command string, w *why.WhyNot) error {
	w.Answer = s.namedAnswer(w.Answer)
	w.Question = strings.TrimSpace(w.Question)
	switch {
	case w.URI == "":
		return invalid("%s needs the uri of a file", command)
	case (w.Answer == "") == (w.Question == ""):
		return invalid("%s needs the id of an answer, or a question", command)
	}
	if w.Question != "" {
		if err := agent.CheckText("question", w.Question); err != nil {
			return invalid("%s: %v", command, err)
		}
	}
	return canonicalURI(command, &w.URI)
}
