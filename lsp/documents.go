package lsp

import (
	"context"
	"fmt"
	"strings"

	"go.lsp.dev/protocol"

	"docuquest/core/file"
	"docuquest/core/text"
)

// didOpen takes over a file from the disk: from now on the editor says what it
// holds.
func (s *server) didOpen(_ context.Context, p *protocol.DidOpenTextDocumentParams) error {
	d := p.TextDocument
	if u, ok := fileURI(string(d.URI)); ok && !isExtracted(u) {
		// The strings share one copy of the message: a small one that is kept
		// would keep the whole text.
		s.agent.Open(u, strings.Clone(string(d.LanguageID)), d.Version, d.Text)
	}
	return nil
}

// didChange applies edits, in the order of the wire. The length that a client
// may give beside a range is deprecated and not looked at; gaps between
// versions mean nothing, since the texts follow one another.
func (s *server) didChange(_ context.Context, p *protocol.DidChangeTextDocumentParams) error {
	u, ok := fileURI(string(p.TextDocument.URI))
	if !ok || isExtracted(u) {
		return nil
	}
	edits := make([]text.Edit, 0, len(p.ContentChanges))
	for _, change := range p.ContentChanges {
		edit, err := editOf(change)
		if err != nil {
			return err
		}
		edits = append(edits, edit)
	}
	return s.agent.Edit(u, p.TextDocument.Version, edits, s.encoding)
}

// editOf converts one change.
func editOf(change protocol.TextDocumentContentChangeEvent) (text.Edit, error) {
	switch c := change.(type) {
	case *protocol.TextDocumentContentChangePartial:
		r := textRange(c.Range)
		return text.Edit{Range: &r, Text: c.Text}, nil
	case *protocol.TextDocumentContentChangeWholeDocument:
		return text.Edit{Text: c.Text}, nil
	default:
		return text.Edit{}, fmt.Errorf("a change of kind %T is not known", change)
	}
}

// didSave tells that the disk has the text of the editor now. For a file that
// is not open it says no more than that the file changed.
func (s *server) didSave(_ context.Context, p *protocol.DidSaveTextDocumentParams) error {
	u, ok := fileURI(string(p.TextDocument.URI))
	if !ok {
		return nil
	}
	if _, open := s.agent.Buffer(u); open {
		s.agent.Save(u, p.Text)
	} else {
		s.agent.Touch(u)
	}
	return nil
}

// didClose gives a file back to the disk.
func (s *server) didClose(_ context.Context, p *protocol.DidCloseTextDocumentParams) error {
	if u, ok := fileURI(string(p.TextDocument.URI)); ok {
		s.agent.CloseBuffer(u)
		s.checks.doubt(u)
	}
	return nil
}

// didChangeWatchedFiles passes on which files the client saw change. What
// became of them is looked up on the disk.
func (s *server) didChangeWatchedFiles(_ context.Context, p *protocol.DidChangeWatchedFilesParams) error {
	var changed []file.URI
	for _, c := range p.Changes {
		if u, ok := fileURI(string(c.URI)); ok {
			changed = append(changed, u)
		}
	}
	if 0 < len(changed) {
		s.agent.Touch(changed...)
	}
	return nil
}

// isExtracted reports whether the text of a file has to be taken out of it. An
// editor that opens such a file as a text has no more than what its bytes look
// like, so the disk goes on to say what it holds.
func isExtracted(u file.URI) bool { return file.IsExtracted(file.LanguageOf(u.Path())) }

// fileURI reads the URI of a document, and reports false for one that is no
// file of this machine: a buffer without a name, an old revision, the output of
// a tool. Editors tell about those too; they are left alone without a word.
func fileURI(uri string) (file.URI, bool) {
	u, err := file.ParseURI(uri)
	return file.URI(strings.Clone(string(u))), err == nil
}
