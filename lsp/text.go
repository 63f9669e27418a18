package lsp

import (
	"context"
	"strings"

	"go.lsp.dev/protocol"
)

// methodText asks for the text of a document of the server's, and what it takes
// an open document to hold, so that an editor can check that both have the same
// text.
const methodText = "docuquest/text"

// A textReply is the text of a document.
type textReply struct {
	Text    string `json:"text"`
	Version int32  `json:"version"` // of an open document
}

// text gives the text of a document of ours or, at the request's place on the
// wire, that of an open one; null for one that is not open.
func (s *server) text(ctx context.Context, p *protocol.TextDocumentIdentifier) (*textReply, error) {
	if strings.HasPrefix(string(p.URI), documentScheme+":") {
		release(ctx)
		document, err := s.ownDocument(ctx, string(p.URI))
		if err != nil {
			return nil, err
		}
		return &textReply{Text: document}, nil
	}
	u, ok := fileURI(string(p.URI))
	if !ok {
		return nil, nil
	}
	f, open := s.agent.Buffer(u)
	if !open {
		return nil, nil
	}
	return &textReply{f.Content, f.Version}, nil
}
