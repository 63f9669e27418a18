package lsp

import (
	"context"
	"fmt"

	"go.lsp.dev/protocol"

	"docuquest/core/code/notebook"
	"docuquest/core/file"
	"docuquest/core/language/text"
)

// An annotator is what a session needs of the agent to have a model write notes. The
// methods may take their time and are called after [release].
type annotator interface {
	PathOf(u file.URI) (string, error)
	CheckAnnotate() error
	EstimateNotes(ctx context.Context, folder string) (*notebook.AnnotateEstimate, error)
	Annotate(ctx context.Context, folder string, agreed *notebook.AnnotateEstimate, notify func(notebook.AnnotateState)) (notebook.AnnotateState, error)
	AnnotateState() notebook.AnnotateState
	PauseAnnotating() notebook.AnnotateState
	ResumeAnnotating() notebook.AnnotateState
	StopAnnotating() (s notebook.AnnotateState, ended bool)
}

// An annotateArgument is what docuquest.annotate takes; the folder may be a plain string.
type annotateArgument struct {
	partArgument
	// Do is "start", which is what is done without it, "estimate", "pause", "resume",
	// "stop" or "state". In the background the user sees the state after the last four,
	// but for a run that "stop" ended, which reports its end itself.
	Do string `json:"do"`
	// Agreed says that the user has seen what it will cost and agreed to it: an editor
	// with glue of its own asks by itself.
	Agreed bool `json:"agreed"`
	background
}

// An annotateReply is how far the notes are, with what they would cost where that was
// asked for.
type annotateReply struct {
	notebook.AnnotateState
	Agreed   bool                       `json:"agreed"`         // the user agreed to what it costs
	Says     string                     `json:"says,omitempty"` // how far it is, for people, where that was asked for
	Estimate *notebook.AnnotateEstimate `json:"estimate,omitempty"`
}

// annotate has a model write notes about files, or steers that.
func (s *server) annotate(ctx context.Context, call commandCall) (any, error) {
	var wanted annotateArgument
	if err := call.readPart(&wanted, &wanted.partArgument); err != nil {
		return nil, err
	}
	task, err := s.annotateTask(call.name, wanted.Do)
	if err != nil {
		return nil, err
	}
	release(ctx)
	if wanted.URI != "" {
		if wanted.Folder, err = s.agent.PathOf(file.URI(wanted.URI)); err != nil {
			return nil, invalid("%s: uri: %v", call.name, err)
		}
	}
	return wanted.run(ctx, s, call, func(ctx context.Context, call commandCall) (any, error) {
		return task(ctx, call, wanted)
	})
}

// An annotateTask does one of the things that docuquest.annotate can do.
type annotateTask func(ctx context.Context, call commandCall, wanted annotateArgument) (*annotateReply, error)

func (s *server) annotateTask(command, do string) (annotateTask, error) {
	steer := func(how func() (notebook.AnnotateState, bool)) annotateTask {
		return func(_ context.Context, _ commandCall, wanted annotateArgument) (*annotateReply, error) {
			state, ended := how()
			if wanted.Background && !ended {
				s.client.show(protocol.MessageTypeInfo, "DocuQuest: "+state.Summary())
			}
			return &annotateReply{AnnotateState: state, Says: state.Summary()}, nil
		}
	}
	switch do {
	case "", "start":
		return s.startNotes, nil
	case "estimate":
		return s.estimateNotes, nil
	case "pause":
		return steer(goingOn(s.agent.PauseAnnotating)), nil
	case "resume":
		return steer(goingOn(s.agent.ResumeAnnotating)), nil
	case "stop":
		return steer(s.agent.StopAnnotating), nil
	case "state":
		return steer(goingOn(s.agent.AnnotateState)), nil
	}
	return nil, invalid("%s: do is start, estimate, pause, resume, stop or state", command)
}

// goingOn is a way to steer that ends no run.
func goingOn(how func() notebook.AnnotateState) func() (s notebook.AnnotateState, ended bool) {
	return func() (notebook.AnnotateState, bool) { return how(), false }
}

func (s *server) estimateNotes(ctx context.Context, _ commandCall, wanted annotateArgument) (*annotateReply, error) {
	e, err := s.agent.EstimateNotes(ctx, wanted.Folder)
	if err != nil {
		return nil, err
	}
	return &annotateReply{AnnotateState: s.agent.AnnotateState(), Estimate: e}, nil
}

// What can be chosen when it is said what notes cost.
const (
	chooseNotes = "Write the notes"
	chooseNone  = "Not now"
)

// startNotes shows the user what notes will cost, and has them written if they agree, for
// that much, with their progress. Where nothing is to be written they are not asked, and agreed
// to nothing more.
func (s *server) startNotes(ctx context.Context, call commandCall, wanted annotateArgument) (*annotateReply, error) {
	if err := s.agent.CheckAnnotate(); err != nil {
		return nil, err // before anybody is asked in vain
	}
	reply, err := s.estimateNotes(ctx, call, wanted)
	if err != nil {
		return nil, err
	}
	reply.Agreed = wanted.Agreed
	if reply.Estimate.Left > 0 && !wanted.Agreed {
		question := fmt.Sprintf("DocuQuest: notes about %s. %s", nameOfFolder(wanted.Folder), reply.Estimate.Text())
		reply.Agreed = s.client.choose(ctx, question, []string{chooseNotes, chooseNone}) == chooseNotes
		if !reply.Agreed {
			return reply, ctx.Err()
		}
	}
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	agreed := reply.Estimate
	p := s.startProgress(ctx, call.token, "DocuQuest: notes about "+nameOfFolder(agreed.Folder), cancel)
	defer p.end()
	reply.AnnotateState, err = s.agent.Annotate(ctx, agreed.Folder, agreed, func(state notebook.AnnotateState) { p.report(state.Text()) })
	if err == nil {
		s.client.show(protocol.MessageTypeInfo, "DocuQuest: "+reply.Text())
	}
	return reply, err
}

// nameOfFolder is a folder for people.
func nameOfFolder(folder string) string {
	if folder == "" {
		return "the workspace"
	}
	name, _ := clip(visible(folder), text.Span{}, progressTitle)
	return name
}
