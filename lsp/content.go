package lsp

import (
	"context"
	"errors"
	"net/url"

	"go.lsp.dev/protocol"

	"docuquest/core/agent"
	"docuquest/core/answer/replies"
)

// textDocumentContent gives the text of a document of ours.
func (s *server) textDocumentContent(ctx context.Context, p *protocol.TextDocumentContentParams) (*protocol.TextDocumentContentResult, error) {
	release(ctx)
	document, err := s.ownDocument(ctx, string(p.URI))
	if err != nil {
		return nil, err
	}
	return &protocol.TextDocumentContentResult{Text: document}, nil
}

// ownDocument gives the text of a document of our scheme, or of the file that
// replaces it: an answer, how one came about or what was sent for it, the answer to a
// suggested question, or what was taken out of a file.
func (s *server) ownDocument(ctx context.Context, address string) (string, error) {
	if e, ok := parseExtracted(address); ok {
		return s.agent.ExtractedText(ctx, e.uri())
	}
	if text, isSent, err := s.sentText(address); isSent {
		return text, err
	}
	if text, explains, err := s.explanationText(ctx, address); explains {
		return text, err
	}
	if text, isAsked, err := s.askedText(ctx, address); isAsked {
		return text, err
	}
	if text, answers, err := s.questionText(ctx, address); answers {
		return text, err
	}
	if folder, ok := mapFolderOf(address); ok {
		return s.mapText(ctx, folder)
	}
	id, ok := s.answerID(address)
	if !ok {
		return "", invalid("%.200s is no document of DocuQuest", address)
	}
	return s.answerText(id)
}

// questionText answers the question that an address contains, as a hover does; false for
// another address. Answers link to it where a word of their question may be a slip.
func (s *server) questionText(ctx context.Context, address string) (text string, answers bool, err error) {
	name, ok := documentName(address, replies.QuestionFolder)
	if !ok {
		return "", false, nil
	}
	question, err := url.PathUnescape(name)
	if err != nil || agent.CheckText("question", question) != nil {
		return "", true, errors.New("the address names no question")
	}
	leave, err := s.glances.enter(ctx, patiently)
	if err != nil {
		return "", true, err
	}
	defer leave()
	s.agent.AwaitLoad(ctx, loadPatience)
	a, err := s.agent.Glance(ctx, question, s.encoding)
	if err != nil {
		return "", true, err
	}
	return a.Document, true, nil
}
