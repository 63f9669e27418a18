package lsp

import (
	"context"
	"encoding/json"
	"strings"

	"go.lsp.dev/protocol"

	"docuquest/core/agent"
	"docuquest/core/answer/history"
	"docuquest/core/answer/replies"
	"docuquest/core/file"
)

// questionActions offers to answer what is asked at a range: below it, or in a document.
// A selection that is no question by its looks is skipped until somebody asks what
// can be done with it, since a light would follow every selection.
func (s *server) questionActions(ctx context.Context, p *protocol.CodeActionParams) ([]protocol.CommandOrCodeAction, error) {
	if id, isAnswer := s.answerID(string(p.TextDocument.URI)); isAnswer {
		return s.answerActions(id, p)
	}
	u, ok := fileURI(string(p.TextDocument.URI))
	if !ok {
		return nil, nil
	}
	f, open := s.agent.Buffer(u)
	release(ctx)
	if !open {
		return nil, nil
	}
	q, ok := questionAt(f, textRange(p.Range), s.encoding)
	if !ok || q.selected && p.Context.TriggerKind == protocol.CodeActionTriggerKindAutomatic {
		return nil, nil
	}
	kind := protocol.CodeActionKindQuickFix
	if q.selected {
		kind = protocol.CodeActionKindRefactor
	}
	if !wantsKind(p.Context.Only, kind) {
		return nil, nil
	}
	return s.actions(s.answerCommands(f, q, p.Range), kind)
}

// answerCommands are the commands that answer a question, the first one first.
func (s *server) answerCommands(f file.File, q placedQuestion, at protocol.Range) []answerCommand {
	var all []answerCommand
	if _, ok := insertionBelow(f, q, s.encoding); ok && s.abilities.applyEdit {
		here := hereArgument{URI: string(f.URI), Range: &replies.Range{Start: agentPosition(at.Start), End: agentPosition(at.End)}, Version: &f.Version, background: background{true}}
		all = append(all, answerCommand{"Answer here", answerHereCommand, here})
	}
	ask := askArgument{Request: agent.Request{Text: q.question, Conversation: history.NoConversation}, Show: true, background: background{true}}
	return append(all, answerCommand{"Open the answer", "docuquest.ask", ask})
}

// An answerCommand is a command of ours as it is offered.
type answerCommand struct {
	title, name string
	argument    any
}

// actions gives commands in the form that the client knows.
func (s *server) actions(commands []answerCommand, kind protocol.CodeActionKind) ([]protocol.CommandOrCodeAction, error) {
	var all []protocol.CommandOrCodeAction
	for _, c := range commands {
		argument, err := json.Marshal(c.argument)
		if err != nil {
			return nil, err
		}
		command := protocol.Command{Title: c.title, Command: c.name, Arguments: []protocol.LSPAny{argument}}
		if s.abilities.codeActions {
			all = append(all, &protocol.CodeAction{Title: c.title, Kind: &kind, Command: command})
		} else {
			all = append(all, &command)
		}
	}
	return all, nil
}

// wantsKind reports whether a client that wants only these kinds wants one; none are
// all. A kind includes the kinds below it.
func wantsKind(only []protocol.CodeActionKind, kind protocol.CodeActionKind) bool {
	for _, wanted := range only {
		if wanted == "" || wanted == kind || strings.HasPrefix(string(kind), string(wanted)+".") {
			return true
		}
	}
	return len(only) == 0
}

func agentPosition(p protocol.Position) replies.Position {
	return replies.Position{Line: int(p.Line), Character: int(p.Character)}
}
