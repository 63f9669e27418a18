package lsp

import (
	"context"
	"fmt"
	"reflect"

	"go.lsp.dev/jsonrpc2"
	"go.lsp.dev/protocol"
)

// A requestHandler answers a request. It starts on the reader; see [release].
// params is valid until then.
type requestHandler func(ctx context.Context, params []byte) (any, error)

// A notificationHandler hears a notification. It runs on the reader and must
// return soon. params is valid until it returns.
type notificationHandler func(ctx context.Context, params []byte) error

// routes are all messages that the server understands, by method.
type routes struct {
	requests      map[string]requestHandler
	notifications map[string]notificationHandler
}

// routes is the table of what the server understands. $/cancelRequest and exit
// belong to the dispatcher; what stands nowhere is refused or ignored by it.
func (s *server) routes() routes {
	return routes{
		requests: map[string]requestHandler{
			protocol.MethodInitialize:              request(s.initialize),
			protocol.MethodShutdown:                s.shutdown,
			protocol.MethodTextDocumentHover:       request(s.hover),
			protocol.MethodTextDocumentDefinition:  request(s.definition),
			protocol.MethodTextDocumentReferences:  request(s.references),
			protocol.MethodTextDocumentCodeAction:  request(s.allCodeActions),
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
}

// request adapts a handler of typed parameters. A nil pointer or slice as the
// result goes out as null.
func request[P, R any](handle func(context.Context, *P) (R, error)) requestHandler {
	return func(ctx context.Context, params []byte) (any, error) {
		p, err := decode[P](params)
		if err != nil {
			return nil, err
		}
		result, err := handle(ctx, p)
		if err != nil || isNil(result) {
			return nil, err
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

// decode reads parameters into a value that shares nothing with them.
func decode[P any](params []byte) (*P, error) {
	p := new(P)
	if err := protocol.Unmarshal(params, p); err != nil {
		return nil, jsonrpc2.NewError(jsonrpc2.InvalidParams, fmt.Sprintf("the parameters cannot be read: %.300v", err))
	}
	return p, nil
}

// isNil reports whether v is nil or holds a nil pointer, slice or interface.
func isNil(v any) bool {
	if v == nil {
		return true
	}
	switch r := reflect.ValueOf(v); r.Kind() {
	case reflect.Pointer, reflect.Slice, reflect.Map:
		return r.IsNil()
	default:
		return false
	}
}
