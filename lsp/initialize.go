package lsp

import (
	"context"
	"encoding/json"
	"path/filepath"
	"slices"
	"time"

	"go.lsp.dev/protocol"

	"docuquest/core/file"
	"docuquest/core/language/text"
)

// initialize agrees with the client on what each side can do and makes the agent. Where that
// fails the user is shown the reason once, and the session goes on without an agent. It runs
// wholly on the reader: nothing can be answered before it.
func (s *server) initialize(_ context.Context, p *protocol.InitializeParams) (*protocol.InitializeResult, error) {
	s.encoding = text.UTF16 // every client knows it; bytes need no conversion
	if general := p.Capabilities.General; general != nil {
		for _, e := range []text.Encoding{text.UTF32, text.UTF16, text.UTF8} {
			if slices.Contains(general.PositionEncodings, protocol.PositionEncodingKind(e.String())) {
				s.encoding = e
			}
		}
	}
	s.abilities = abilitiesOf(p.Capabilities)
	options := s.takeWishes(p)
	s.abilities.ourDocuments = s.abilities.textContent || s.wishes.Documents

	a, notices, err := s.newAgent(s.ctx, s.foldersOf(p), options)
	for _, line := range notices.Logged {
		s.client.log(protocol.MessageTypeWarning, "DocuQuest: "+line)
	}
	for _, line := range notices.Shown {
		s.client.show(protocol.MessageTypeInfo, "DocuQuest: "+line)
	}
	if err != nil {
		s.log.Error("no agent", "error", err)
		s.client.show(protocol.MessageTypeError, "DocuQuest cannot answer here: "+err.Error())
		s.noAgent = err
	} else {
		s.agent = a
		s.mu.Lock()
		s.parting = a.Close
		closed := s.closed
		s.mu.Unlock()
		if closed { // while the agent was made
			a.Close()
		}
	}
	if p.ProcessID != nil && 0 < *p.ProcessID {
		s.background("watching the editor", func() { s.watchParent(int(*p.ProcessID)) })
	}
	return &protocol.InitializeResult{
		Capabilities: s.capabilities(),
		ServerInfo:   protocol.ServerInfo{Name: "DocuQuest", Version: protocol.NewOptional(s.options.Version)},
	}, nil
}

// takeWishes reads the options of the session from the initializationOptions, and returns the
// others, which are settings; nil without any.
func (s *server) takeWishes(p *protocol.InitializeParams) json.RawMessage {
	raw := p.InitializationOptions
	if raw == nil || string(raw) == "null" {
		return nil
	}
	var options map[string]json.RawMessage
	if json.Unmarshal(raw, &options) != nil || json.Unmarshal(raw, &s.wishes) != nil {
		return json.RawMessage(raw) // for the settings to report
	}
	for _, name := range []string{"documents", "answers", "status", "titles", "outlined"} {
		delete(options, name)
	}
	rest, err := json.Marshal(options)
	if err != nil {
		return json.RawMessage(raw)
	}
	return rest
}

// abilitiesOf reads what the client can do.
func abilitiesOf(c protocol.ClientCapabilities) abilities {
	var a abilities
	if c.Window != nil {
		a.progress = isTrue(c.Window.WorkDoneProgress)
		a.showDocument = c.Window.ShowDocument != nil && c.Window.ShowDocument.Support
	}
	if t := c.TextDocument; t != nil {
		a.symbolTree = t.DocumentSymbol != nil && isTrue(t.DocumentSymbol.HierarchicalDocumentSymbolSupport)
		a.registers = map[string]bool{
			protocol.MethodTextDocumentReferences:           t.References != nil && isTrue(t.References.DynamicRegistration),
			protocol.MethodTextDocumentDocumentSymbol:       t.DocumentSymbol != nil && isTrue(t.DocumentSymbol.DynamicRegistration),
			protocol.MethodTextDocumentPrepareCallHierarchy: t.CallHierarchy != nil && isTrue(t.CallHierarchy.DynamicRegistration),
		}
		if t.Hover != nil {
			formats := t.Hover.ContentFormat // the preferred one is the first
			a.plainHovers = 0 < len(formats) && formats[0] == protocol.MarkupKindPlainText
		}
		pull, push := t.Diagnostic, t.PublishDiagnostics
		a.pullDiagnostics = pull != nil
		a.relatedPlaces = pull != nil && isTrue(pull.RelatedInformation) || push != nil && isTrue(push.RelatedInformation)
		a.codeActions = t.CodeAction != nil && 0 < len(t.CodeAction.CodeActionLiteralSupport.CodeActionKind.ValueSet)
	}
	if w := c.Workspace; w != nil {
		a.refreshDiagnostics = w.Diagnostics != nil && isTrue(w.Diagnostics.RefreshSupport)
		a.applyEdit = isTrue(w.ApplyEdit)
		a.versionedEdits = w.WorkspaceEdit != nil && isTrue(w.WorkspaceEdit.DocumentChanges)
		a.textContent = w.TextDocumentContent != nil
		a.watchFiles = w.DidChangeWatchedFiles != nil && isTrue(w.DidChangeWatchedFiles.DynamicRegistration)
	}
	return a
}

func isTrue(b *bool) bool { return b != nil && *b }

// foldersOf returns the absolute paths of the workspace's folders. Older clients name only a
// root, some of them with an empty list; a client that edits single files names nothing.
func (s *server) foldersOf(p *protocol.InitializeParams) []string {
	if folders, _ := p.WorkspaceFolders.Get(); 0 < len(folders) {
		return s.folderPaths(folders)
	}
	//lint:ignore SA1019 clients that cannot name folders still name this
	uri, path := p.RootURI, p.RootPath
	if uri != nil {
		if folders := s.folderPaths([]protocol.WorkspaceFolder{{URI: *uri}}); 0 < len(folders) {
			return folders
		}
	}
	if folder, ok := path.Get(); ok && filepath.IsAbs(folder) {
		return []string{filepath.Clean(folder)}
	}
	return nil
}

// folderPaths returns the paths of the folders that are on the disk of this machine.
func (s *server) folderPaths(folders []protocol.WorkspaceFolder) []string {
	var paths []string
	for _, f := range folders {
		u, err := file.ParseURI(string(f.URI))
		if err != nil {
			s.log.Warn("a folder is left out", "error", err)
			continue
		}
		paths = append(paths, filepath.FromSlash(u.Path()))
	}
	return paths
}

// capabilities lists what the server does in every document. What it does only in the
// documents of some languages is registered for these where the client supports that, see
// [server.byLanguage]. Hover and definition are for all: questions and citations may be in any
// document.
func (s *server) capabilities() protocol.ServerCapabilities {
	yes, incremental := true, protocol.TextDocumentSyncKindIncremental
	registers, label, scheme := s.abilities.registers, symbolsLabel, "file"
	renames := protocol.FileOperationRegistrationOptions{
		Filters: []protocol.FileOperationFilter{{Scheme: &scheme, Pattern: protocol.FileOperationPattern{Glob: "**/*"}}},
	}
	all := protocol.ServerCapabilities{
		PositionEncoding: protocol.PositionEncodingKind(s.encoding.String()),
		TextDocumentSync: &protocol.TextDocumentSyncOptions{
			OpenClose: &yes,
			Change:    &incremental,
			Save:      &protocol.SaveOptions{IncludeText: &yes},
		},
		HoverProvider:      protocol.Boolean(true),
		DefinitionProvider: protocol.Boolean(true),
		CodeActionProvider: &protocol.CodeActionOptions{
			CodeActionKinds: []protocol.CodeActionKind{protocol.CodeActionKindQuickFix, protocol.CodeActionKindRefactor},
		},
		DiagnosticProvider: &protocol.DiagnosticOptions{InterFileDependencies: true},
		ExecuteCommandProvider: protocol.ExecuteCommandOptions{
			WorkDoneProgressOptions: protocol.WorkDoneProgressOptions{WorkDoneProgress: &yes},
			Commands:                commandNames(),
		},
		Workspace: &protocol.WorkspaceOptions{
			WorkspaceFolders: &protocol.WorkspaceFoldersServerCapabilities{
				Supported:           &yes,
				ChangeNotifications: protocol.Boolean(true),
			},
			FileOperations:      &protocol.FileOperationOptions{WillRename: renames, DidRename: renames},
			TextDocumentContent: &protocol.TextDocumentContentOptions{Schemes: []string{documentScheme}},
		},
	}
	if s.options.Live != nil { // the settings that may change in a session
		live := map[string]any{"docuquest": map[string]any{"live": s.options.Live}}
		if raw, err := json.Marshal(live); err == nil {
			all.Experimental = protocol.LSPAny(raw)
		}
	}
	if !registers[protocol.MethodTextDocumentReferences] {
		all.ReferencesProvider = protocol.Boolean(true)
	}
	if !registers[protocol.MethodTextDocumentDocumentSymbol] {
		all.DocumentSymbolProvider = &protocol.DocumentSymbolOptions{Label: &label}
	}
	if !registers[protocol.MethodTextDocumentPrepareCallHierarchy] {
		all.CallHierarchyProvider = protocol.Boolean(s.noAgent == nil && s.agent.Offers().ShowsCalls())
	}
	return all
}

// watchParent ends the session when the client's process is gone. The end of the input shows
// that too, but not while another process holds the pipe open.
func (s *server) watchParent(pid int) {
	tick := time.NewTicker(parentPoll)
	defer tick.Stop()
	for {
		select {
		case <-s.ctx.Done():
			return
		case <-tick.C:
			if !processAlive(pid) {
				s.end(errParentGone)
				return
			}
		}
	}
}

// shutdown stops all questions. The dispatcher refuses every later message but exit.
func (s *server) shutdown(context.Context, []byte) (any, error) {
	s.stopQuestions("")
	return nil, nil
}
