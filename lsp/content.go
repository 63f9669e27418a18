package lsp

import (
	"context"

	"go.lsp.dev/protocol"
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
// replaces it: an answer, how one came about or what was sent for it, or what was
// taken out of a file.
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
	if folder, ok := mapFolderOf(address); ok {
		return s.mapText(ctx, folder)
	}
	id, ok := s.answerID(address)
	if !ok {
		return "", invalid("%.200s is no document of DocuQuest", address)
	}
	return s.answerText(id)
}
