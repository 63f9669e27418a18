package lsp

import (
	"context"
	"encoding/json"
	"fmt"

	"go.lsp.dev/protocol"
	"go.lsp.dev/uri"

	"docuquest/core/agent"
	"docuquest/core/answer/evidence"
	"docuquest/core/answer/history"
	"docuquest/core/answer/replies"
)

// codeAction returns the actions on a question and those on the citations at a range.
func (s *server) codeAction(ctx context.Context, p *protocol.CodeActionParams) ([]protocol.CommandOrCodeAction, error) {
	d, cites := s.citerAt(string(p.TextDocument.URI))
	all, err := s.questionActions(ctx, p)
	release(ctx)
	if err != nil || !cites || !s.abilities.codeActions || !wantsKind(p.Context.Only, protocol.CodeActionKindQuickFix) {
		return all, err
	}
	found, err := s.agent.Evidence(ctx, d.uri, d.text, s.encoding)
	if err != nil {
		return nil, err
	}
	for _, e := range found {
		if e.State != replies.StateOK && overlap(locationOf("", e.Range).Range, p.Range) {
			all = append(all, s.citationActions(ctx, d, e)...)
		}
	}
	return all, nil
}

// overlap reports whether two ranges share a character or touch.
func overlap(a, b protocol.Range) bool {
	return !isBefore(a.End, b.Start) && !isBefore(b.End, a.Start)
}

func isBefore(a, b protocol.Position) bool {
	return a.Line < b.Line || a.Line == b.Line && a.Character < b.Character
}

// citationActions are what can be done about a citation: to have it cite what is
// there now, where the text is a file, and to ask again what it answers.
func (s *server) citationActions(ctx context.Context, d citer, e replies.Evidence) []protocol.CommandOrCodeAction {
	kind, preferred := protocol.CodeActionKindQuickFix, true
	about := []protocol.Diagnostic{s.diagnosticOf(ctx, e, s.newShower())}
	var all []protocol.CommandOrCodeAction
	if len(e.Fix) > 0 && d.file.Open {
		edit := s.changesOf(evidence.FileChanges{File: d.file, Changes: e.Fix})
		all = append(all, &protocol.CodeAction{Title: fixTitle(e), Kind: &kind, Diagnostics: about, IsPreferred: &preferred, Edit: &edit})
	}
	question := e.Question
	if d.answer != "" {
		if a, err := s.agent.Answer(d.answer); err == nil {
			question = a.Question
		}
	}
	if question == "" {
		return all
	}
	ask := askArgument{Request: agent.Request{Text: question, Conversation: history.NoConversation}, Show: true, background: background{true}}
	argument, err := json.Marshal(ask)
	if err != nil {
		return all
	}
	const title = "Ask again"
	command := protocol.Command{Title: title, Command: "docuquest.ask", Arguments: []protocol.LSPAny{argument}}
	return append(all, &protocol.CodeAction{Title: title, Kind: &kind, Diagnostics: about, Command: command})
}

// fixTitle says what mending a citation does.
func fixTitle(e replies.Evidence) string {
	switch {
	case e.State == replies.StateChanged:
		return "Re-anchor to the present text"
	case e.Now.Path == e.Path && e.Now.Page == e.Page:
		return fmt.Sprintf("Move the citation to line %d", e.Now.Range.Start.Line+1)
	case e.Now.Page > 0:
		return fmt.Sprintf("Move the citation to %s, page %d", visible(e.Now.Path), e.Now.Page)
	}
	return fmt.Sprintf("Move the citation to %s:%d", visible(e.Now.Path), e.Now.Range.Start.Line+1)
}

// changesOf are changes of files as the client takes them: for the versions that they
// were made for, where it knows versions.
func (s *server) changesOf(all ...evidence.FileChanges) protocol.WorkspaceEdit {
	var edit protocol.WorkspaceEdit
	for _, changed := range all {
		var edits []protocol.TextEdit
		for _, c := range changed.Changes {
			edits = append(edits, protocol.TextEdit{Range: locationOf("", c.Range).Range, NewText: c.Text})
		}
		one := s.workspaceEdit(changed.File, edits...)
		edit.DocumentChanges = append(edit.DocumentChanges, one.DocumentChanges...)
		for u, of := range one.Changes {
			if edit.Changes == nil {
				edit.Changes = map[uri.URI][]protocol.TextEdit{}
			}
			edit.Changes[u] = of
		}
	}
	return edit
}
