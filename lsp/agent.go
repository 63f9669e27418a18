package lsp

import (
	"context"
	"encoding/json"

	"go.lsp.dev/protocol"

	"docuquest/core/agent"
)

// An agentAPI is what a session needs of the agent: the small interfaces that are declared
// next to the handlers that use them. A method without a context returns quickly, because
// handlers call it on the reader; one with a context may be slow and is called after [release].
type agentAPI interface {
	workspace // initialized.go
	buffers   // documents.go
	settings  // configuration.go
	asker     // ask.go
	searcher  // references.go, search.go
	answers   // answers.go
	histories // history.go
	citations // diagnostic.go
	texts     // extracted.go
	coder     // map.go
	explainer // explain.go
	annotator // annotate.go
}

// An agentMaker makes the agent of a session, as Options.NewAgent does.
type agentMaker func(ctx context.Context, folders []string, options json.RawMessage) (agentAPI, Notices, error)

// liveAgent is an agent as an agentAPI.
type liveAgent struct{ *agent.Agent }

// Lookup implements searcher.
func (a liveAgent) Lookup(word string) wordHits { return a.Agent.Lookup(word) }

// needsAgent adapts the handler of a request for a session whose agent could not be made.
// Editors send most requests by themselves, so only the requests that a person sends return the
// reason; commands decide for themselves.
func (s *server) needsAgent(method string, answer requestHandler) requestHandler {
	return func(ctx context.Context, params []byte) (any, error) {
		if s.noAgent == nil || method == protocol.MethodWorkspaceExecuteCommand {
			return answer(ctx, params)
		}
		switch method {
		case protocol.MethodTextDocumentDiagnostic:
			return emptyReport(), nil
		case protocol.MethodWorkspaceTextDocumentContent, methodPage:
			return nil, s.noAgent
		}
		return nil, nil
	}
}
