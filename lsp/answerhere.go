package lsp

import (
	"context"
	"errors"
	"fmt"
	"path"
	"strings"

	"go.lsp.dev/protocol"
	"go.lsp.dev/uri"

	"docuquest/core/agent"
	"docuquest/core/answer/evidence"
	"docuquest/core/answer/history"
	"docuquest/core/answer/replies"
	"docuquest/core/file"
	"docuquest/core/language/text"
)

// answerHereCommand inserts an answer below its question.
const answerHereCommand = "docuquest.answerHere"

// insertTries is how often an edit is made anew for a text that has changed while the
// client was asked to apply it.
const insertTries = 3

// A hereArgument is what docuquest.answerHere takes: a place, as a position or as a
// range. With the version of the text that it is a place in, the command does nothing
// where the text is another one by now.
type hereArgument struct {
	URI      string            `json:"uri"`
	Position *replies.Position `json:"position,omitempty"`
	Range    *replies.Range    `json:"range,omitempty"`
	Version  *int32            `json:"version,omitempty"`
	background
}

// A hereReply is an answer, and whether it was inserted.
type hereReply struct {
	askReply
	Applied bool   `json:"applied"`
	Why     string `json:"why,omitempty"` // it was not inserted
}

// answerHere answers the question at a place of a file, and inserts the answer below
// it. Where that cannot be done, the user is informed, and the answer is opened.
func (s *server) answerHere(ctx context.Context, call commandCall) (any, error) {
	var wanted hereArgument
	if err := call.read(&wanted, &wanted.URI); err != nil {
		return nil, err
	}
	u, at, err := wanted.place()
	if err != nil {
		return nil, err
	}
	if !s.abilities.applyEdit {
		return nil, errors.New("this editor takes no edits from a server; docuquest.ask opens the answer")
	}
	q, err := s.placedQuestion(ctx, u, at, wanted.Version)
	if err != nil {
		return nil, err
	}
	// What is in a file is read by people who have not heard what was asked before.
	asked := askArgument{Request: agent.Request{Text: q.question, Conversation: history.NoConversation}}
	if err := checkQuestion("docuquest.ask", &asked.Request); err != nil {
		return nil, err
	}
	return wanted.run(ctx, s, call, func(ctx context.Context, call commandCall) (any, error) {
		a, err := s.answer(ctx, call, asked)
		if err != nil {
			return nil, err
		}
		return s.insertOrShow(ctx, u, q, a)
	})
}

// insertOrShow inserts an answer. Where that cannot be done, the user learns why, and
// the answer is opened.
func (s *server) insertOrShow(ctx context.Context, u file.URI, q placedQuestion, a *replies.Answer) (hereReply, error) {
	reply := hereReply{askReply: s.replyOf(a)}
	if a.Stopped { // who stopped it wants no more of it
		reply.Why = errStopped.Error()
		return reply, nil
	}
	err := s.insert(ctx, u, q, a)
	if ctx.Err() != nil {
		return reply, ctx.Err()
	}
	if reply.Applied = err == nil; err != nil {
		reply.Why = err.Error()
		s.client.show(protocol.MessageTypeWarning, "DocuQuest: the answer was not inserted: "+reply.Why)
		if s.abilities.ourDocuments {
			s.open(s.answerURI(a.ID, a.Question))
		} else {
			s.open(string(s.agent.AnswerFile(a.ID)))
		}
	}
	return reply, nil
}

// place reads the argument.
func (w hereArgument) place() (file.URI, text.Range, error) {
	u, err := file.ParseURI(w.URI)
	switch {
	case err != nil:
		return "", text.Range{}, invalid("%s: uri: %v", answerHereCommand, err)
	case w.Range != nil:
		return u, text.Range{Start: text.Position(w.Range.Start), End: text.Position(w.Range.End)}, nil
	case w.Position != nil:
		return u, text.Range{Start: text.Position(*w.Position), End: text.Position(*w.Position)}, nil
	}
	return "", text.Range{}, invalid("%s needs a uri, and a position or a range", answerHereCommand)
}

// placedQuestion finds what is asked at a place, in a file below which an answer can be
// inserted. An open file is read at the request's place on the wire.
func (s *server) placedQuestion(ctx context.Context, u file.URI, at text.Range, version *int32) (placedQuestion, error) {
	f, open := s.agent.Buffer(u)
	if !open {
		release(ctx)
		var err error
		if f, err = s.agent.Read(ctx, u); err != nil {
			return placedQuestion{}, err
		}
	}
	if open && version != nil && *version != f.Version {
		return placedQuestion{}, errors.New("the text has changed meanwhile: ask again")
	}
	if f.OutOfStep != "" {
		return placedQuestion{}, errOutOfStep
	}
	q, ok := questionAt(f, at, s.encoding)
	if !ok {
		return q, errors.New("there is no question here: a line that starts with ??, or a selection, is one")
	}
	if _, ok := insertionBelow(f, q, s.encoding); !ok {
		return q, errors.New("no answer can be inserted here; docuquest.ask opens it")
	}
	return q, nil
}

// errOutOfStep refuses an edit that may land in the middle of another text.
var errOutOfStep = errors.New(
	"the editor may show another text of this file than the one that is searched: save it, and ask again")

// insert has the client put an answer below its question, wherever that is by
// now. The error says in the user's words why it did not.
func (s *server) insert(ctx context.Context, u file.URI, q placedQuestion, a *replies.Answer) error {
	var refused error
	var tried *file.File
	for range insertTries {
		f, err := s.agent.Read(ctx, u)
		if err != nil {
			return err
		}
		if f.OutOfStep != "" {
			return errOutOfStep
		}
		if tried != nil && tried.Content == f.Content {
			break // the client has another reason than the text
		}
		now := q
		var isThere bool
		if now.where, isThere = q.in(f.Content); !isThere {
			return errors.New("the question is not there any more")
		}
		in, ok := insertionBelow(f, now, s.encoding)
		if !ok {
			return errors.New("there is no place for it any more")
		}
		said := in.lines(a, s.relinked(ctx, f, a))
		refused = s.apply(ctx, f, in, said)
		switch {
		case refused == nil:
			return nil
		case errors.Is(refused, context.DeadlineExceeded):
			return s.unanswered(ctx, u, q, said)
		}
		tried = &f
	}
	return refused
}

// unanswered is for an edit of which the editor said nothing: no error where the text has
// the lines below the question by now.
func (s *server) unanswered(ctx context.Context, u file.URI, q placedQuestion, said []string) error {
	f, err := s.agent.Read(ctx, u)
	if err != nil {
		return err
	}
	var isThere bool
	if q.where, isThere = q.in(f.Content); isThere {
		if in, ok := insertionBelow(f, q, s.encoding); ok {
			old, isAnswered := in.earlier()
			if isAnswered && old.Of(f.Content) == in.block(said, in.newline()) {
				return nil
			}
		}
	}
	return errors.New("the editor did not reply")
}

// relinked is an answer as Markdown whose links are relative to a file: those of its
// citations or, where it is a refusal, of the passages that are near.
func (s *server) relinked(ctx context.Context, f file.File, a *replies.Answer) string {
	markdown := linked(a.Markdown, a.Citations, func(c replies.Citation) string { return s.linkFrom(ctx, f, c) })
	for _, p := range a.Nearest {
		c := replies.Citation{URI: p.URI, Path: p.Path, Range: p.Range, Page: p.Page}
		markdown = strings.ReplaceAll(markdown, "]("+lineOf(c)+")", "]("+s.linkFrom(ctx, f, c)+")")
	}
	return markdown
}

// linkFrom is the address of a cited place, relative to a file. A text that was taken
// out of a file has the address of that file, with the page, if it lies where its path
// says.
func (s *server) linkFrom(ctx context.Context, from file.File, c replies.Citation) string {
	if replies.OnWeb(c.URI) {
		return lineOf(c)
	}
	if _, isExtracted := parseExtracted(string(c.URI)); !isExtracted {
		return fmt.Sprintf("%s#L%d", evidence.RelativeURI(from.URI, c.URI), c.Range.Start.Line+1)
	}
	root, ok := strings.CutSuffix(from.URI.Path(), "/"+from.Path)
	if !ok {
		return lineOf(c)
	}
	u := file.FromPath(path.Join(root, c.Path))
	if _, err := s.agent.Read(ctx, u); err != nil {
		return lineOf(c)
	}
	if c.Page == 0 {
		return evidence.RelativeURI(from.URI, u)
	}
	return fmt.Sprintf("%s#page=%d", evidence.RelativeURI(from.URI, u), c.Page)
}

// apply asks the client to insert lines. The error says that it did not.
func (s *server) apply(ctx context.Context, f file.File, in insertion, lines []string) error {
	where, with := in.edit(lines)
	label := "DocuQuest: insert an answer"
	edit := protocol.TextEdit{Range: protocolRange(in.place.lines.Range(where, s.encoding)), NewText: with}
	var result protocol.ApplyWorkspaceEditResult
	err := s.client.request(ctx, personPatience, protocol.MethodWorkspaceApplyEdit,
		&protocol.ApplyWorkspaceEditParams{Label: &label, Edit: s.workspaceEdit(f, edit)}, &result)
	switch {
	case err != nil:
		return err
	case result.Applied:
		return nil
	case result.FailureReason != nil && *result.FailureReason != "":
		return errors.New(*result.FailureReason)
	}
	return errors.New("the editor did not take the edit")
}

// workspaceEdit are edits of one file, for the version that it was made for where
// the client knows versions.
func (s *server) workspaceEdit(f file.File, edits ...protocol.TextEdit) protocol.WorkspaceEdit {
	if !s.abilities.versionedEdits {
		return protocol.WorkspaceEdit{Changes: map[uri.URI][]protocol.TextEdit{uri.URI(f.URI): edits}}
	}
	of := protocol.OptionalVersionedTextDocumentIdentifier{TextDocumentIdentifier: protocol.TextDocumentIdentifier{URI: uri.URI(f.URI)}}
	if f.Open {
		of.Version = &f.Version
	}
	elements := make([]protocol.TextDocumentEditElement, len(edits))
	for i := range edits {
		elements[i] = &edits[i]
	}
	return protocol.WorkspaceEdit{DocumentChanges: []protocol.DocumentChange{
		&protocol.TextDocumentEdit{TextDocument: of, Edits: elements},
	}}
}
