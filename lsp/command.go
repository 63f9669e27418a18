package lsp

import (
	"context"
	"encoding/json"
	"errors"
	"maps"
	"slices"
	"strings"

	"go.lsp.dev/jsonrpc2"
	"go.lsp.dev/protocol"

	"docuquest/core/agent"
	"docuquest/core/agent/fault"
	"docuquest/core/file"
)

// A command is what workspace/executeCommand can run. It starts on the reader and returns a
// value that is sent as JSON.
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
		askCommand:           (*server).ask,
		answerHereCommand:    (*server).answerHere,
		"docuquest.research": (*server).research,
		"docuquest.search":   (*server).search,
		statusCommand:        (*server).status,
		"docuquest.reindex":  (*server).reindex,
		stopCommand:          (*server).stop,
		"docuquest.history":  (*server).history,
		"docuquest.forget":   (*server).forget,
		explainCommand:       (*server).explain,
		"docuquest.map":      (*server).drawMap,
		"docuquest.annotate": (*server).annotate,
		"docuquest.whyNot":   (*server).whyNot,
		openPageCommand:      (*server).openPage,
	}
}

// commandNames returns the names of all commands, sorted.
func commandNames() []string { return slices.Sorted(maps.Keys(commands())) }

// executeCommand runs a command.
func (s *server) executeCommand(ctx context.Context, p *protocol.ExecuteCommandParams) (jsonrpc2.RawMessage, error) {
	run, ok := commands()[p.Command]
	if !ok {
		return nil, invalid("there is no command %.100q; there are %s", p.Command, strings.Join(commandNames(), ", "))
	}
	call := commandCall{name: p.Command, token: p.WorkDoneToken}
	switch {
	case s.noAgent != nil && p.Command != statusCommand && p.Command != stopCommand:
		return nil, s.noAgent
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

// read decodes the argument into object or, if it is a plain string, into short.
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

// A partArgument names a part of the workspace; the folder may be a plain string.
type partArgument struct {
	Folder string `json:"folder"` // by its path with slashes, "" for the whole workspace
	URI    string `json:"uri"`    // of a folder or a file, instead of its path
}

// readPart decodes the argument, if there is one, into an object that contains part.
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

// canonicalURI brings the URI of an argument into the form in which URIs are compared.
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

// invalid returns the error of a request with wrong parameters.
func invalid(format string, args ...any) error {
	return fault.New(fault.Invalid, format, args...)
}

// background is the part of an argument with which a command replies null at once and runs
// by itself. Some editors can do nothing else until a command that was chosen from a menu has
// replied, and abandon it after some seconds. The commands of code actions set it.
type background struct {
	Background bool `json:"background,omitempty"`
}

// run runs the task of a command and returns its reply. In the background the task ends with
// the session, its progress has a token of its own, and the user is shown its error.
func (b background) run(ctx context.Context, s *server, call commandCall, task func(context.Context, commandCall) (any, error)) (any, error) {
	if !b.Background {
		return task(ctx, call)
	}
	call.token = nil // it ends with the reply
	s.background("a command", func() {
		if _, err := task(s.ctx, call); err != nil && fault.KindOf(err) != fault.Stopped {
			s.client.show(protocol.MessageTypeError, "DocuQuest: "+err.Error())
		}
	})
	return nil, nil
}

// The commands that work without an agent.
const (
	statusCommand = "docuquest.status"
	stopCommand   = "docuquest.stop"
)

// status returns the state of the index and the services.
func (s *server) status(ctx context.Context, _ commandCall) (any, error) {
	if s.noAgent != nil {
		return agent.Status{}, nil
	}
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
	s.sendStatus()
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

// stopQuestions ends one question, or all for "", and returns how many it ended.
func (s *server) stopQuestions(id string) int {
	stopped := s.pending.stop(id)
	if s.noAgent == nil {
		stopped += s.agent.Stop(id)
	}
	return stopped
}
