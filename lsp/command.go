package lsp

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"
	"time"

	"go.lsp.dev/jsonrpc2"
	"go.lsp.dev/protocol"

	"docuquest/core/agent"
	"docuquest/core/file"
	"docuquest/core/language/text"
)

// progressTitle is how much of a question its progress shows, in bytes.
const progressTitle = 80

// loadPatience is how long a question waits for the files to be read for the
// first time; then it is answered from those that were.
const loadPatience = 3 * time.Second

// A command is what workspace/executeCommand can run. It starts on the reader,
// with the argument that the client gave, nil if none, and returns what goes out
// as JSON.
type command func(s *server, ctx context.Context, call commandCall) (any, error)

// A commandCall is one use of a command.
type commandCall struct {
	name     string
	argument json.RawMessage // an object or a string; nil if the client gave none
	token    protocol.ProgressToken
}

// commands are all that can be run, by name.
func commands() map[string]command {
	return map[string]command{
		"docuquest.ask":        (*server).ask,
		"docuquest.answerHere": (*server).answerHere,
		"docuquest.research":   (*server).research,
		"docuquest.search":     (*server).search,
		"docuquest.status":     (*server).status,
		"docuquest.reindex":    (*server).reindex,
		"docuquest.stop":       (*server).stop,
		"docuquest.history":    (*server).history,
		"docuquest.forget":     (*server).forget,
		explainCommand:         (*server).explain,
		"docuquest.map":        (*server).drawMap,
		"docuquest.annotate":   (*server).annotate,
		"docuquest.whyNot":     (*server).whyNot,
		openPageCommand:        (*server).openPage,
	}
}

// commandNames gives the names of all commands, sorted.
func commandNames() []string { return slices.Sorted(maps.Keys(commands())) }

// executeCommand runs a command of ours.
func (s *server) executeCommand(ctx context.Context, p *protocol.ExecuteCommandParams) (jsonrpc2.RawMessage, error) {
	run, ok := commands()[p.Command]
	if !ok {
		return nil, invalid("there is no command %.100q; there are %s", p.Command, strings.Join(commandNames(), ", "))
	}
	call := commandCall{name: p.Command, token: p.WorkDoneToken}
	switch {
	case 1 < len(p.Arguments):
		return nil, invalid("%s takes one argument, not %d", p.Command, len(p.Arguments))
	case len(p.Arguments) == 1 && string(p.Arguments[0]) != "null":
		call.argument = json.RawMessage(p.Arguments[0])
	}
	result, err := run(s, ctx, call)
	if err != nil {
		return nil, err
	}
	return json.Marshal(result)
}

// An askArgument is what docuquest.ask takes.
type askArgument struct {
	agent.Question
	Show bool `json:"show"` // open the answer in the editor
	background

	way way // nil is agentAPI.Ask
}

// A way to have a question answered is a method of the agent.
type way func(a agentAPI, ctx context.Context, q agent.Question, progress func(agent.Stage)) (*agent.Answer, error)

// An askReply is the answer with the address of its document.
type askReply struct {
	*agent.Answer
	Document string `json:"document"`
}

// ask answers a question. What was typed before it is searched.
func (s *server) ask(ctx context.Context, call commandCall) (any, error) {
	return s.askBy(agentAPI.Ask, ctx, call)
}

// research answers a question that needs several searches.
func (s *server) research(ctx context.Context, call commandCall) (any, error) {
	return s.askBy(agentAPI.Research, ctx, call)
}

// askBy answers a question in one of the ways that there are.
func (s *server) askBy(by way, ctx context.Context, call commandCall) (any, error) {
	asked := askArgument{way: by}
	if err := call.read(&asked, &asked.Text); err != nil {
		return nil, err
	}
	if err := checkQuestion(call.name, &asked.Question); err != nil {
		return nil, err
	}
	return asked.run(ctx, s, call, func(ctx context.Context, call commandCall) (any, error) {
		a, err := s.answerOrWhy(ctx, call, asked)
		if err != nil {
			return nil, err
		}
		return s.replyOf(a), nil
	})
}

// errStopped is the error of a question that the user stopped before anything was proven.
// It has the code of a request that was cancelled, since that is no news to anybody.
var errStopped = jsonrpc2.NewError(protocol.ErrRequestCancelled.Code, "the question was stopped")

// answerOrWhy is answer for a request that replies with it. What was proven before somebody
// stopped the question is the answer; to whom has cancelled the request itself it is none.
func (s *server) answerOrWhy(ctx context.Context, call commandCall, asked askArgument) (*agent.Answer, error) {
	a, err := s.answer(ctx, call, asked)
	switch {
	case err == nil || ctx.Err() != nil || !errors.Is(err, context.Canceled):
		return a, err
	case a != nil:
		return a, nil
	}
	return nil, errStopped
}

// replyOf is an answer as it goes to a client.
func (s *server) replyOf(a *agent.Answer) askReply {
	safe := *a
	safe.Answer = a.Markdown // an editor may render it
	return askReply{&safe, s.answerURI(a.ID, a.Question)}
}

// answer answers a question that was checked, with its progress and its document.
// What was typed before it is searched.
func (s *server) answer(ctx context.Context, call commandCall, asked askArgument) (*agent.Answer, error) {
	q := asked.Question
	q.ID, q.Encoding = agent.NewID(), s.encoding
	s.agent.Settle()
	release(ctx)

	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	defer s.pending.add(q.ID, cancel)()
	title, _ := clip(visible(q.Text), text.Span{}, progressTitle)
	p := s.startProgress(ctx, call.token, "DocuQuest: "+title, cancel)
	defer p.end()
	document := s.grow(q.ID, q.Text, asked.Show)
	a, err := s.askInTurn(ctx, asked.way, q, func(stage agent.Stage) {
		p.report(stage.Message)
		document.stage(stage)
	})
	switch {
	case a != nil:
		document.finish(a) // all of it, or what was proven before it was stopped
		s.tellFailure(a)
		if asked.Show && !a.Indexed.Complete && !a.Stopped {
			s.background("asking again", func() { s.askAgain(asked.way, q, a) })
		}
	case err != nil:
		document.fail(err)
	}
	return a, err
}

// askAgain asks a question again that was answered while files were being read, once they
// are, and puts the new answer in the place of the old one in its document.
func (s *server) askAgain(by way, q agent.Question, partial *agent.Answer) {
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
	switch {
	case a != nil && err == nil:
		document.finish(a)
	default: // the old one is better than none
		document.tell(partial.Document, true)
		s.drafts.drop(q.ID)
	}
}

// tellFailure tells the user why an answer is none of the model that should have written
// it: once for as many answers in a row as have that reason.
func (s *server) tellFailure(a *agent.Answer) {
	failure := a.ModelFailure()
	if last := s.modelFailure.Swap(failure); failure != "" && last != failure {
		s.client.show(protocol.MessageTypeWarning, "DocuQuest: "+failure)
	}
}

// askInTurn asks the agent when it is the question's turn, and tells what is
// being done.
func (s *server) askInTurn(ctx context.Context, by way, q agent.Question, tell func(agent.Stage)) (*agent.Answer, error) {
	leave, err := s.asks.enter(ctx, func() { tell(agent.Stage{Message: "Waiting for other questions"}) })
	if err != nil {
		return nil, err
	}
	defer leave()
	s.agent.AwaitLoad(ctx, loadPatience)
	s.pending.begin(q.ID)
	if by == nil {
		by = agentAPI.Ask
	}
	return by(s.agent, ctx, q, tell)
}

// checkQuestion refuses what the agent could not understand, and gives the URI
// its canonical form.
func checkQuestion(command string, q *agent.Question) error {
	switch {
	case strings.TrimSpace(q.Text) == "":
		return invalid("%s needs a question", command)
	case tooLong(q.Text):
		return invalid("%s: a question has at most %d words", command, agent.MaxQuestionWords)
	case q.Limit < 0 || agent.MaxDocuments < q.Limit:
		return invalid("%s: limit is a number of documents from 1 to %d", command, agent.MaxDocuments)
	case !slices.Contains([]string{"", "ranked", "boolean"}, q.Retrieval):
		return invalid("%s: retrieval is ranked or boolean", command)
	case !slices.Contains([]string{"", "extractive", "generative", "classic"}, q.Writer):
		return invalid("%s: writer is extractive, generative or classic", command)
	case q.Passages < 0 || agent.MaxHits < q.Passages:
		return invalid("%s: k is a number of passages from 1 to %d", command, agent.MaxHits)
	case q.Rounds < 0 || agent.MaxRounds < q.Rounds:
		return invalid("%s: rounds is a number from 1 to %d", command, agent.MaxRounds)
	case q.Words < 0 || agent.MaxAnswerWords < q.Words:
		return invalid("%s: words is a number from 1 to %d", command, agent.MaxAnswerWords)
	case q.Citations < 0 || agent.MaxAnswerCitations < q.Citations:
		return invalid("%s: citations is a number from 1 to %d", command, agent.MaxAnswerCitations)
	case q.Calls < 0 || agent.MaxCalls < q.Calls:
		return invalid("%s: calls is a number from 1 to %d", command, agent.MaxCalls)
	}
	if err := q.History.Check(); err != nil {
		return invalid("%s: %v", command, err)
	}
	if err := agent.CheckNotes(q.Notes); err != nil {
		return invalid("%s: %v", command, err)
	}
	if err := checkChoice(command, q.Rerank, q.Threshold); err != nil {
		return err
	}
	return canonicalURI(command, &q.URI)
}

// checkChoice refuses what the agent could not understand of the choice of passages.
func checkChoice(command, rerank string, threshold float64) error {
	switch {
	case !slices.Contains([]string{"", "on", "off"}, rerank):
		return invalid("%s: rerank is on or off", command)
	case threshold < 0 || 1 < threshold:
		return invalid("%s: threshold is a confidence from 0 to 1", command)
	}
	return nil
}

// tooLong reports whether a question has more words than anybody asks in. Its
// words are what retrieval works through, for each file.
func tooLong(question string) bool {
	words := 0
	for range text.Words(question) {
		if words++; agent.MaxQuestionWords < words {
			return true
		}
	}
	return false
}

// A searchArgument is what docuquest.search takes.
type searchArgument struct {
	agent.Search
	K int `json:"k"` // another name of limit
}

// search finds passages, and says with "explain" how it found them.
func (s *server) search(ctx context.Context, call commandCall) (any, error) {
	var wanted searchArgument
	if err := call.read(&wanted, &wanted.Query); err != nil {
		return nil, err
	}
	q := wanted.Search
	q.Limit = cmp.Or(q.Limit, wanted.K)
	switch {
	case strings.TrimSpace(q.Query) == "":
		return nil, invalid("docuquest.search needs a query")
	case tooLong(q.Query):
		return nil, invalid("docuquest.search: a query has at most %d words", agent.MaxQuestionWords)
	case q.Limit < 0 || agent.MaxHits < q.Limit:
		return nil, invalid("docuquest.search: limit is a number of passages from 1 to %d", agent.MaxHits)
	}
	if err := agent.CheckNotes(q.Notes); err != nil {
		return nil, invalid("%s: %v", call.name, err)
	}
	if err := checkChoice(call.name, q.Rerank, q.Threshold); err != nil {
		return nil, err
	}
	if err := canonicalURI(call.name, &q.URI); err != nil {
		return nil, err
	}
	q.Encoding = s.encoding
	s.agent.Settle()
	release(ctx)
	leave, err := s.glances.enter(ctx, patiently)
	if err != nil {
		return nil, err
	}
	defer leave()
	return s.agent.Search(ctx, q)
}

// status tells what the agent knows.
func (s *server) status(ctx context.Context, _ commandCall) (any, error) {
	s.agent.Settle()
	release(ctx)
	return s.agent.Status(), nil
}

// reindex reads all files again.
func (s *server) reindex(ctx context.Context, call commandCall) (any, error) {
	release(ctx)
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	p := s.startProgress(ctx, call.token, "DocuQuest: reading files", cancel)
	defer p.end()
	files, err := s.agent.Reindex(ctx)
	s.tellLastStatus()
	if err != nil {
		return nil, err
	}
	return struct {
		Files int `json:"files"`
	}{files}, nil
}

// stop ends one question in flight, or all.
func (s *server) stop(_ context.Context, call commandCall) (any, error) {
	var p struct {
		Answer string `json:"answer"`
	}
	if call.argument != nil {
		if err := call.read(&p, &p.Answer); err != nil {
			return nil, err
		}
	}
	return struct {
		Stopped int `json:"stopped"`
	}{s.stopQuestions(p.Answer)}, nil
}

// stopQuestions ends one question, or all for "", and tells how many it ended.
func (s *server) stopQuestions(id string) int { return s.pending.stop(id) + s.agent.Stop(id) }

// read decodes the argument into object or, if it is a plain string, into
// short.
func (c commandCall) read(object any, short *string) error {
	if c.argument == nil {
		return invalid("%s needs an argument: an object or a string", c.name)
	}
	if json.Unmarshal(c.argument, short) == nil {
		return nil
	}
	err := json.Unmarshal(c.argument, object)
	var wrong *json.UnmarshalTypeError
	switch {
	case err == nil:
		return nil
	case errors.As(err, &wrong) && wrong.Field != "":
		return invalid("%s: %s cannot be a %s", c.name, wrong.Field[strings.LastIndexByte(wrong.Field, '.')+1:], wrong.Value)
	default:
		return invalid("%s needs an object or a string as its argument", c.name)
	}
}

// A partArgument is what commands on a part of the workspace take; the folder may be a
// plain string.
type partArgument struct {
	Folder string `json:"folder"` // by its path with slashes, "" for the whole workspace
	URI    string `json:"uri"`    // of a folder or a file, in the place of its path
}

// readPart decodes the argument, if there is one, into an object that holds part.
func (c commandCall) readPart(object any, part *partArgument) error {
	if c.argument != nil {
		if err := c.read(object, &part.Folder); err != nil {
			return err
		}
	}
	if part.Folder != "" && part.URI != "" {
		return invalid("%s needs a folder or a uri, not both", c.name)
	}
	return canonicalURI(c.name, &part.URI)
}

// canonicalURI brings the URI of an argument into the form in which URIs are
// compared.
func canonicalURI(command string, uri *string) error {
	if *uri == "" {
		return nil
	}
	u, err := file.ParseURI(*uri)
	if err != nil {
		return invalid("%s: uri: %v", command, err)
	}
	*uri = string(u)
	return nil
}

// invalid is the error of a request whose parameters make no sense.
func invalid(format string, args ...any) error {
	return jsonrpc2.NewError(jsonrpc2.InvalidParams, fmt.Sprintf(format, args...))
}
