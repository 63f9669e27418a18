package lsp

import (
	"context"
	"errors"

	"go.lsp.dev/protocol"
	"go.lsp.dev/uri"

	"docuquest/core/agent"
	"docuquest/core/agent/fault"
	"docuquest/core/answer/evidence"
	"docuquest/core/answer/history"
	"docuquest/core/answer/replies"
)

// A citation of the web is no place in a file. Its links lead to the page, as those of any
// Markdown do; its definition is the source in the answer's document, since editors ask for
// definitions where somebody only points; and a command has the page opened outside of the
// editor. Only what an answer cites is opened.

// openPageCommand opens a page of the web that an answer cites.
const openPageCommand = "docuquest.openPage"

// An openPageArgument is what docuquest.openPage takes.
type openPageArgument struct {
	Answer string `json:"answer"` // its id
	Number int    `json:"number"` // of the citation
}

// openPage has the client open a cited page at its quote.
func (s *server) openPage(ctx context.Context, call commandCall) (any, error) {
	var wanted openPageArgument
	if err := call.read(&wanted, &wanted.Answer); err != nil {
		return nil, err
	}
	release(ctx)
	a, err := s.agent.Answer(wanted.Answer)
	if err != nil {
		return nil, err
	}
	for _, c := range a.Citations {
		if c.Number != wanted.Number || !replies.OnWeb(c.URI) {
			continue
		}
		if !s.abilities.showDocument {
			return nil, errors.New("this editor opens no addresses: " + string(c.URI))
		}
		s.background("opening a page", func() {
			external := true
			s.problem("a page could not be opened", s.client.call(s.ctx, protocol.MethodWindowShowDocument,
				&protocol.ShowDocumentParams{URI: uri.URI(c.URI), External: &external}, nil))
		})
		return struct {
			URI string `json:"uri"`
		}{string(c.URI)}, nil
	}
	return nil, invalid("%s: citation %d of this answer is no page of the web", call.name, wanted.Number)
}

// answerActions are offered in the document of an answer: to ask the question that it
// suggests, or the texts where they did not answer, to open the page of a citation at the range, and to explain how the answer came
// about.
func (s *server) answerActions(id string, p *protocol.CodeActionParams) ([]protocol.CommandOrCodeAction, error) {
	all, err := s.explainAction(id, p)
	if err != nil || all == nil {
		return nil, err
	}
	if a, err := s.agent.Answer(id); err == nil {
		var asks []answerCommand
		offer := func(title, question string) {
			ask := askArgument{Request: agent.Request{Text: question, Conversation: history.NoConversation}, Show: true, background: background{true}}
			if question != "" {
				asks = append(asks, answerCommand{title, askCommand, ask})
			}
		}
		offer("Ask: "+nameLine(a.Suggested, longestTitle), a.Suggested)
		offer("Search the texts instead", a.Otherwise)
		actions, err := s.actions(asks, protocol.CodeActionKindRefactor)
		if err != nil {
			return nil, err
		}
		all = append(actions, all...)
	}
	c, _ := s.citationAt(protocol.TextDocumentPositionParams{TextDocument: p.TextDocument, Position: p.Range.Start})
	if c == nil || !replies.OnWeb(c.URI) || !s.abilities.showDocument {
		return all, nil
	}
	open := answerCommand{"Open the page", openPageCommand, openPageArgument{id, c.Number}}
	opens, err := s.actions([]answerCommand{open}, protocol.CodeActionKindRefactor)
	return append(opens, all...), err
}

// listed is where the document of its answer lists a citation.
func (s *server) listed(c *cited) (*protocol.Location, error) {
	at, ok := s.sourceOf(evidence.Rest{Answer: c.answer.ID, Number: c.Number})
	if !ok {
		return nil, fault.New(fault.NotFound, "the answer %s is not kept any more", c.answer.ID)
	}
	return &at, nil
}
