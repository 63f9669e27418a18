package lsp

import (
	"context"

	"go.lsp.dev/protocol"
)

// methodText asks what the server takes an open document to hold, so that an
// editor can check that both have the same text.
const methodText = "docuquest/text"

// A textReply is the text of an open document.
type textReply struct {
	Text    string `json:"text"`
	Version int32  `json:"version"`
}

// text gives the text of an open document at the request's place on the wire;
// null for one that is not open.
func (s *server) text(_ context.Context, p *protocol.TextDocumentIdentifier) (*textReply, error) {
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
