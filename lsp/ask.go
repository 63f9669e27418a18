package lsp

import (
	"cmp"
	"context"
	"time"

	"go.lsp.dev/protocol"

	"docuquest/core/agent"
	"docuquest/core/agent/fault"
	"docuquest/core/answer/history"
	"docuquest/core/answer/replies"
	"docuquest/core/language/text"
)

// An asker answers questions.
type asker interface {
	Ask(ctx context.Context, q agent.Request, progress func(agent.Stage)) (*replies.Answer, error)
	Research(ctx context.Context, q agent.Request, progress func(agent.Stage)) (*replies.Answer, error)
	Glance(ctx context.Context, question string, e text.Encoding) (*replies.Answer, error)
	Stop(id string) (stopped int)
}

const askCommand = "docuquest.ask"

const (
	// progressTitle is the length of the part of a question that its progress shows, in bytes.
	progressTitle = 80
	// loadPatience is how long a question waits for the first reading of the files; then it
	// is answered from the files that were read.
	loadPatience = 3 * time.Second
)

// An askArgument is the argument of docuquest.ask.
type askArgument struct {
	agent.Request
	Show bool `json:"show"` // open the answer in the editor
	background

	way way // nil is agentAPI.Ask
}

// A way of answering is a method of the agent.
type way func(a agentAPI, ctx context.Context, q agent.Request, progress func(agent.Stage)) (*replies.Answer, error)

// An askReply is the answer with the address of its document.
type askReply struct {
	*replies.Answer
	Document string `json:"document"`
}

// ask answers a question.
func (s *server) ask(ctx context.Context, call commandCall) (any, error) {
	return s.askBy(agentAPI.Ask, ctx, call)
}

// research answers a question that needs several searches.
func (s *server) research(ctx context.Context, call commandCall) (any, error) {
	return s.askBy(agentAPI.Research, ctx, call)
}

// askBy answers a question in one of the ways.
func (s *server) askBy(by way, ctx context.Context, call commandCall) (any, error) {
	asked := askArgument{way: by}
	if err := call.read(&asked, &asked.Text); err != nil {
		return nil, err
	}
	if err := checkQuestion(call.name, &asked.Request); err != nil {
		return nil, err
	}
	return asked.run(ctx, s, call, func(ctx context.Context, call commandCall) (any, error) {
		a, err := s.answer(ctx, call, asked)
		if err != nil {
			return nil, err
		}
		return s.replyOf(a), nil
	})
}

// replyOf returns an answer as a client gets it.
func (s *server) replyOf(a *replies.Answer) askReply {
	safe := *a
	safe.Answer = a.Markdown // an editor may render it
	return askReply{&safe, s.answerURI(a.ID, a.Question)}
}

// errStopped is the error of a question that the user stopped before anything was proven.
var errStopped = fault.New(fault.Stopped, "the question was stopped")

// answer answers a checked question, with its progress and its document. What was typed before
// it is searched. What was proven before somebody stopped the question is the answer, but not
// for a client that has cancelled the request itself.
func (s *server) answer(ctx context.Context, call commandCall, asked askArgument) (*replies.Answer, error) {
	q := asked.Request
	q.ID, q.Encoding = history.NewID(), s.encoding
	s.agent.Settle()
	release(ctx)

	requested := ctx
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	defer s.pending.add(q.ID, cancel)()
	title, _ := clip(visible(q.Text), text.Span{}, progressTitle)
	p := s.startProgress(ctx, call.token, "DocuQuest: "+title, cancel)
	defer p.end()
	document := &growing{server: s, id: q.ID, question: q.Text, show: asked.Show}
	document.stage(agent.Stage{Message: "Searching"})
	if asked.Show && s.abilities.ourDocuments {
		s.open(s.answerURI(q.ID, q.Text))
	}
	a, err := s.askInTurn(ctx, asked.way, q, func(stage agent.Stage) {
		p.report(stage.Message)
		document.stage(stage)
	})
	switch {
	case a != nil:
		document.finish(a) // all of it, or what was proven before it was stopped
		failure := a.ModelFailure()
		if last := s.modelFailure.Swap(failure); failure != "" && last != failure { // once for answers in a row
			s.client.show(protocol.MessageTypeWarning, "DocuQuest: "+failure)
		}
		if asked.Show && !a.Indexed.Complete && !a.Stopped {
			s.background("asking again", func() { s.askAgain(asked.way, q, a) })
		}
	case err != nil:
		document.fail(err)
	}
	switch isStopped := requested.Err() == nil && fault.KindOf(err) == fault.Stopped; {
	case isStopped && a != nil:
		return a, nil
	case isStopped:
		return nil, errStopped
	}
	return a, err
}

// askAgain answers a question again that was answered while files were being read, once they
// are, and replaces the old answer in its document by the new one.
func (s *server) askAgain(by way, q agent.Request, partial *replies.Answer) {
	if s.agent.AwaitReading(s.ctx) != nil {
		return
	}
	if _, err := s.agent.Answer(q.ID); err != nil {
		return // it was forgotten meanwhile
	}
	ctx, cancel := context.WithCancel(s.ctx)
	defer cancel()
	defer s.pending.add(q.ID, cancel)()
	q.Conversation = cmp.Or(partial.Conversation, q.Conversation)
	document := &growing{server: s, id: q.ID, question: q.Text, show: true, again: true, proven: partial.Markdown}
	a, err := s.askInTurn(ctx, by, q, document.stage)
	if a != nil && err == nil {
		document.finish(a)
		return
	}
	document.set(partial.Document, true) // the old one is better than none
	s.drafts.drop(func(id string) bool { return id == q.ID })
}

// askInTurn asks the agent when it is the question's turn, and reports the stages.
func (s *server) askInTurn(ctx context.Context, by way, q agent.Request, report func(agent.Stage)) (*replies.Answer, error) {
	leave, err := s.asks.enter(ctx, func() { report(agent.Stage{Message: "Waiting for other questions"}) })
	if err != nil {
		return nil, err
	}
	defer leave()
	s.agent.AwaitLoad(ctx, loadPatience)
	s.pending.begin(q.ID)
	if by == nil {
		by = agentAPI.Ask
	}
	return by(s.agent, ctx, q, report)
}

// checkQuestion refuses a question that the agent could not understand, and gives its URI the
// canonical form.
func checkQuestion(command string, q *agent.Request) error {
	if err := q.Check(); err != nil {
		return invalid("%s: %v", command, err)
	}
	return canonicalURI(command, &q.URI)
}
