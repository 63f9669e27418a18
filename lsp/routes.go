package lsp

import (
	"context"
	"reflect"

	"go.lsp.dev/protocol"
)

// A requestHandler answers a request. It starts on the reader, see [release]; params is valid
// until then.
type requestHandler func(ctx context.Context, params []byte) (any, error)

// A notificationHandler takes a notification. It runs on the reader and must
// return soon. params is valid until it returns.
type notificationHandler func(ctx context.Context, params []byte) error

// routes are all messages that the server understands, by method.
type routes struct {
	requests      map[string]requestHandler
	notifications map[string]notificationHandler
}

// routes is the table of what the server understands. $/cancelRequest and exit belong to the
// dispatcher, which refuses or ignores every other method.
func (s *server) routes() routes {
	all := routes{
		requests: map[string]requestHandler{
			protocol.MethodTextDocumentHover:       request(s.hover),
			protocol.MethodTextDocumentDefinition:  request(s.definition),
			protocol.MethodTextDocumentReferences:  request(s.references),
			protocol.MethodTextDocumentCodeAction:  request(s.codeAction),
			protocol.MethodWorkspaceExecuteCommand: request(s.executeCommand),

			protocol.MethodTextDocumentPrepareCallHierarchy: request(s.prepareCallHierarchy),
			protocol.MethodCallHierarchyIncomingCalls:       request(s.incomingCalls),
			protocol.MethodCallHierarchyOutgoingCalls:       request(s.outgoingCalls),

			protocol.MethodTextDocumentDiagnostic:       request(s.diagnostic),
			protocol.MethodWorkspaceWillRenameFiles:     request(s.willRenameFiles),
			protocol.MethodTextDocumentDocumentSymbol:   request(s.documentSymbol),
			protocol.MethodWorkspaceTextDocumentContent: request(s.textDocumentContent),

			methodText: request(s.text),
			methodPage: request(s.page),
		},
		notifications: map[string]notificationHandler{
			protocol.MethodInitialized:                        s.initialized,
			protocol.MethodTextDocumentDidOpen:                notification(s.didOpen),
			protocol.MethodTextDocumentDidChange:              notification(s.didChange),
			protocol.MethodTextDocumentDidSave:                notification(s.didSave),
			protocol.MethodTextDocumentDidClose:               notification(s.didClose),
			protocol.MethodWorkspaceDidChangeWorkspaceFolders: notification(s.didChangeWorkspaceFolders),
			protocol.MethodWorkspaceDidChangeConfiguration:    notification(s.didChangeConfiguration),
			protocol.MethodWorkspaceDidChangeWatchedFiles:     notification(s.didChangeWatchedFiles),
			protocol.MethodWorkspaceDidRenameFiles:            notification(s.didRenameFiles),
			protocol.MethodWindowWorkDoneProgressCancel:       notification(s.workDoneProgressCancel),
		},
	}
	for method, answer := range all.requests {
		all.requests[method] = s.needsAgent(method, answer)
	}
	for method, hear := range all.notifications {
		all.notifications[method] = func(ctx context.Context, params []byte) error {
			if s.noAgent != nil {
				return nil
			}
			return hear(ctx, params)
		}
	}
	all.requests[protocol.MethodInitialize] = request(s.initialize)
	all.requests[protocol.MethodShutdown] = s.shutdown
	return all
}

// request adapts a handler of typed parameters. A nil pointer, slice or map as the result is
// sent as null.
func request[P, R any](handle func(context.Context, *P) (R, error)) requestHandler {
	return func(ctx context.Context, params []byte) (any, error) {
		p, err := decode[P](params)
		if err != nil {
			return nil, err
		}
		result, err := handle(ctx, p)
		if err != nil {
			return nil, err
		}
		switch r := reflect.ValueOf(result); r.Kind() {
		case reflect.Invalid:
			return nil, nil
		case reflect.Pointer, reflect.Slice, reflect.Map:
			if r.IsNil() {
				return nil, nil
			}
		}
		return result, nil
	}
}

// notification adapts a handler of typed parameters.
func notification[P any](handle func(context.Context, *P) error) notificationHandler {
	return func(ctx context.Context, params []byte) error {
		p, err := decode[P](params)
		if err != nil {
			return err
		}
		return handle(ctx, p)
	}
}

// decode reads parameters into a value that shares no memory with them.
func decode[P any](params []byte) (*P, error) {
	p := new(P)
	if err := protocol.Unmarshal(params, p); err != nil {
		return nil, invalid("the parameters cannot be read: %.300v", err)
	}
	return p, nil
}
