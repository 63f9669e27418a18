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

// initialize agrees with the client on what each side can do and makes the
// agent. It runs wholly on the reader: nothing can be answered before it.
func (s *server) initialize(_ context.Context, p *protocol.InitializeParams) (*protocol.InitializeResult, error) {
	s.encoding = chooseEncoding(p.Capabilities.General)
	s.abilities = abilitiesOf(p.Capabilities)
	options := s.takeWishes(p)
	s.abilities.ourDocuments = s.abilities.textContent || s.wishes.Documents
	s.makeAgent(p, options)
	if p.ProcessID != nil && 0 < *p.ProcessID {
		s.background("watching the editor", func() { s.watchParent(int(*p.ProcessID)) })
	}
	return &protocol.InitializeResult{
		Capabilities: s.capabilities(),
		ServerInfo:   protocol.ServerInfo{Name: "DocuQuest", Version: protocol.NewOptional(s.options.Version)},
	}, nil
}

// makeAgent makes the agent. Where that fails the user is told once, and the
// session goes on with one that answers every question by the reason.
func (s *server) makeAgent(p *protocol.InitializeParams, options json.RawMessage) {
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
		a = noAgent{err}
	}
	s.agent = a
	s.atEnd(a.Close)
}

// takeWishes reads what is meant for the session in the initializationOptions,
// and gives back the rest, which are settings; nil if there are none.
func (s *server) takeWishes(p *protocol.InitializeParams) json.RawMessage {
	raw := p.InitializationOptions
	if raw == nil || string(raw) == "null" {
		return nil
	}
	var options map[string]json.RawMessage
	if json.Unmarshal(raw, &options) != nil || json.Unmarshal(raw, &s.wishes) != nil {
		return json.RawMessage(raw) // for the settings to complain of
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

// chooseEncoding picks how positions are counted: bytes where the client can,
// because then nothing is converted, else UTF-16, which every client knows.
func chooseEncoding(general *protocol.GeneralClientCapabilities) text.Encoding {
	if general == nil {
		return text.UTF16
	}
	for _, e := range []text.Encoding{text.UTF8, text.UTF16, text.UTF32} {
		if slices.Contains(general.PositionEncodings, protocol.PositionEncodingKind(e.String())) {
			return e
		}
	}
	return text.UTF16
}

// abilitiesOf reads what the client can do.
func abilitiesOf(c protocol.ClientCapabilities) abilities {
	var a abilities
	if c.Window != nil {
		a.progress = isTrue(c.Window.WorkDoneProgress)
		a.showDocument = c.Window.ShowDocument != nil && c.Window.ShowDocument.Support
	}
	if c.TextDocument != nil && c.TextDocument.DocumentSymbol != nil {
		a.symbolTree = isTrue(c.TextDocument.DocumentSymbol.HierarchicalDocumentSymbolSupport)
	}
	if t := c.TextDocument; t != nil {
		a.registers = map[string]bool{
			protocol.MethodTextDocumentReferences:           t.References != nil && isTrue(t.References.DynamicRegistration),
			protocol.MethodTextDocumentDocumentSymbol:       t.DocumentSymbol != nil && isTrue(t.DocumentSymbol.DynamicRegistration),
			protocol.MethodTextDocumentPrepareCallHierarchy: t.CallHierarchy != nil && isTrue(t.CallHierarchy.DynamicRegistration),
		}
	}
	if c.TextDocument != nil && c.TextDocument.Hover != nil {
		formats := c.TextDocument.Hover.ContentFormat // the one that it likes best comes first
		a.plainHovers = 0 < len(formats) && formats[0] == protocol.MarkupKindPlainText
	}
	if c.TextDocument != nil {
		a.pullDiagnostics = c.TextDocument.Diagnostic != nil
		pull, push := c.TextDocument.Diagnostic, c.TextDocument.PublishDiagnostics
		a.relatedPlaces = pull != nil && isTrue(pull.RelatedInformation) || push != nil && isTrue(push.RelatedInformation)
	}
	if c.Workspace != nil {
		a.refreshDiagnostics = c.Workspace.Diagnostics != nil && isTrue(c.Workspace.Diagnostics.RefreshSupport)
		a.applyEdit = isTrue(c.Workspace.ApplyEdit)
		a.versionedEdits = c.Workspace.WorkspaceEdit != nil && isTrue(c.Workspace.WorkspaceEdit.DocumentChanges)
	}
	if c.TextDocument != nil && c.TextDocument.CodeAction != nil {
		a.codeActions = 0 < len(c.TextDocument.CodeAction.CodeActionLiteralSupport.CodeActionKind.ValueSet)
	}
	a.textContent = c.Workspace != nil && c.Workspace.TextDocumentContent != nil
	if c.Workspace != nil && c.Workspace.DidChangeWatchedFiles != nil {
		a.watchFiles = isTrue(c.Workspace.DidChangeWatchedFiles.DynamicRegistration)
	}
	return a
}

func isTrue(b *bool) bool { return b != nil && *b }

// foldersOf gives the absolute paths of the workspace's folders. Older clients
// name a root alone, some of them beside an empty list; a client that edits
// single files names nothing.
func (s *server) foldersOf(p *protocol.InitializeParams) []string {
	if folders, _ := p.WorkspaceFolders.Get(); 0 < len(folders) {
		return s.folderPaths(folders)
	}
	return s.root(p)
}

// root gives the one folder that a client without workspace folders names.
func (s *server) root(p *protocol.InitializeParams) []string {
	//lint:ignore SA1019 clients that cannot name folders still name this
	uri, path := p.RootURI, p.RootPath
	if uri != nil {
		if folder, ok := s.folderPath(string(*uri)); ok {
			return []string{folder}
		}
	}
	if folder, ok := path.Get(); ok && filepath.IsAbs(folder) {
		return []string{filepath.Clean(folder)}
	}
	return nil
}

// folderPath gives the path of a folder's URI, and false if it is not on this
// machine's disk.
func (s *server) folderPath(uri string) (string, bool) {
	u, err := file.ParseURI(uri)
	if err != nil {
		s.log.Warn("a folder is left out", "error", err)
		return "", false
	}
	return filepath.FromSlash(u.Path()), true
}

// capabilities tells the client what the server does in every document. What it does in those
// of some languages alone is registered for these where the client lets it; see [server.byLanguage].
// Hover and definition are no such things: questions and citations may be in any document.
func (s *server) capabilities() protocol.ServerCapabilities {
	yes, incremental := true, protocol.TextDocumentSyncKindIncremental
	registers, label := s.abilities.registers, symbolsLabel
	all := protocol.ServerCapabilities{
		PositionEncoding: protocol.PositionEncodingKind(s.encoding.String()),
		TextDocumentSync: &protocol.TextDocumentSyncOptions{
			OpenClose: &yes,
			Change:    &incremental,
			Save:      &protocol.SaveOptions{IncludeText: &yes},
		},
		HoverProvider:      protocol.Boolean(true),
		DefinitionProvider: protocol.Boolean(true),
		CodeActionProvider: &protocol.CodeActionOptions{CodeActionKinds: codeActionKinds()},
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
			FileOperations:      renameOptions(),
			TextDocumentContent: &protocol.TextDocumentContentOptions{Schemes: []string{documentScheme}},
		},
		Experimental: s.liveSettings(),
	}
	if !registers[protocol.MethodTextDocumentReferences] {
		all.ReferencesProvider = protocol.Boolean(true)
	}
	if !registers[protocol.MethodTextDocumentDocumentSymbol] {
		all.DocumentSymbolProvider = &protocol.DocumentSymbolOptions{Label: &label}
	}
	if !registers[protocol.MethodTextDocumentPrepareCallHierarchy] {
		all.CallHierarchyProvider = protocol.Boolean(s.agent.Offers().ShowsCalls())
	}
	return all
}

// watchParent ends the session when the client's process is gone. The end of
// the input tells that too, but not while another process holds the pipe open.
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
