package lsp

import (
	"context"
	"fmt"
	"path"
	"strings"

	"go.lsp.dev/protocol"

	"docuquest/core/file"
	"docuquest/core/language/text"
)

// buffers are the open files, and the reading of others.
type buffers interface {
	Open(u file.URI, language string, version int32, content string)
	Edit(u file.URI, version int32, edits []text.Edit, e text.Encoding) error
	OutOfStep(u file.URI) string
	Save(u file.URI, content *string)
	CloseBuffer(u file.URI)
	Touch(uris ...file.URI)
	Buffer(u file.URI) (file.File, bool)
	Buffers() []file.File
	Read(ctx context.Context, u file.URI) (file.File, error)
}

// didOpen takes a file from the disk: from now on the editor says what it contains.
func (s *server) didOpen(_ context.Context, p *protocol.DidOpenTextDocumentParams) error {
	d := p.TextDocument
	if u, ok := fileURI(string(d.URI)); ok && !isExtracted(u) {
		// The strings share one copy of the message: a small one that is kept
		// would keep the whole text.
		s.agent.Open(u, strings.Clone(string(d.LanguageID)), d.Version, d.Text)
	}
	return nil
}

// didChange applies edits, in the order of the wire, and informs the user once where they
// do not fit together. Gaps between versions mean nothing, since the texts follow one another.
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
	known := s.agent.OutOfStep(u)
	err := s.agent.Edit(u, p.TextDocument.Version, edits, s.encoding)
	if why := s.agent.OutOfStep(u); why != "" && known == "" {
		s.client.show(protocol.MessageTypeWarning, fmt.Sprintf("DocuQuest: the editor's changes of %s do not fit together (%s), "+
			"so it may show another text than the one that is searched. Save the file to bring both in step.", path.Base(u.Path()), why))
	}
	return err
}

// editOf converts one change.
func editOf(change protocol.TextDocumentContentChangeEvent) (text.Edit, error) {
	switch c := change.(type) {
	case *protocol.TextDocumentContentChangePartial:
		r := textRange(c.Range)
		edit := text.Edit{Range: &r, Text: c.Text}
		//lint:ignore SA1019 it is what shows that an edit was lost
		if said, ok := c.RangeLength.Get(); ok {
			length := int(said)
			edit.Length = &length
		}
		return edit, nil
	case *protocol.TextDocumentContentChangeWholeDocument:
		return text.Edit{Text: c.Text}, nil
	default:
		return text.Edit{}, fmt.Errorf("a change of kind %T is not known", change)
	}
}

// didSave reports that the disk has the text of the editor now, which the client is asked to
// send: it is the one that is searched from now on. For a file that is not open it says no
// more than that the file changed.
func (s *server) didSave(_ context.Context, p *protocol.DidSaveTextDocumentParams) error {
	u, ok := fileURI(string(p.TextDocument.URI))
	if !ok {
		return nil
	}
	if f, open := s.agent.Buffer(u); open {
		if p.Text != nil && *p.Text != f.Content && f.OutOfStep == "" {
			s.client.log(protocol.MessageTypeWarning, "DocuQuest: changes of "+f.Path+" were lost on the way; since it was saved its text is known again")
		}
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
// like, so the disk goes on to say what it contains.
func isExtracted(u file.URI) bool { return file.IsExtracted(file.LanguageOf(u.Path())) }

// fileURI reads the URI of a document, and reports false for one that is no
// file of this machine: a buffer without a name, an old revision, the output of
// a tool. Editors report those too; they are skipped without a message.
func fileURI(uri string) (file.URI, bool) {
	u, err := file.ParseURI(uri)
	return file.URI(strings.Clone(string(u))), err == nil
}
