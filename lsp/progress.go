package lsp

import (
	"context"
	"fmt"
	"sync"

	"go.lsp.dev/protocol"
)

// A progress shows one long task to the user, from the moment it is made until
// end. Where the client cannot show it, it does nothing. Its methods may be
// called from any goroutine and never wait.
type progress struct {
	client      *client
	token       protocol.ProgressToken
	title       string
	cancellable bool
	forget      func() // the token is no longer in use

	mu      sync.Mutex // guards all below
	state   progressState
	message string // the newest, for a begin that is still to come
}

// progressState is what the client knows of a task.
type progressState uint8

const (
	progressPending progressState = iota // the token is not agreed on yet
	progressShown
	progressOver // ended, or never to be shown
)

// startProgress begins to show a task. A request's own token is used at once;
// without one the client is asked for one, where it can do that, while the task
// already runs. cancel, if not nil, is called when the user cancels the task.
func (s *server) startProgress(ctx context.Context, token protocol.ProgressToken, title string, cancel func()) *progress {
	p := &progress{client: s.client, token: token, title: title, cancellable: cancel != nil, forget: func() {}}
	given := token != nil
	if !given && !s.abilities.progress {
		p.state = progressOver
		return p
	}
	if !given {
		p.token = protocol.String(fmt.Sprintf("docuquest/%d", s.tokens.Add(1)))
	}
	if cancel != nil {
		s.cancels.Store(p.token, cancel)
		p.forget = func() { s.cancels.Delete(p.token) }
	}
	if given {
		p.begin()
		return p
	}
	s.background("progress", func() {
		create := &protocol.WorkDoneProgressCreateParams{Token: p.token}
		if s.client.call(ctx, protocol.MethodWindowWorkDoneProgressCreate, create, nil) == nil {
			p.begin()
		}
	})
	return p
}

// begin makes the task visible unless it is over.
func (p *progress) begin() {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.state != progressPending {
		return
	}
	p.state = progressShown
	begin := &protocol.WorkDoneProgressBegin{Kind: "begin", Title: p.title, Cancellable: &p.cancellable}
	if p.message != "" {
		begin.Message = &p.message
	}
	p.client.notify(protocol.MethodProgress, p.value(begin))
}

// report says what is being done. The client may miss it.
func (p *progress) report(message string) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.message = message
	if p.state == progressShown {
		p.client.hint(protocol.MethodProgress, p.value(&protocol.WorkDoneProgressReport{Kind: "report", Message: &message}))
	}
}

// end takes the task away. Further calls do nothing.
func (p *progress) end() {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.state == progressShown {
		p.client.notify(protocol.MethodProgress, p.value(&protocol.WorkDoneProgressEnd{Kind: "end"}))
	}
	p.state = progressOver
	p.forget()
}

// value wraps one message about the task.
func (p *progress) value(v any) *protocol.ProgressParams {
	raw, err := protocol.Marshal(v)
	if err != nil {
		raw = []byte("null") // the three kinds of messages always encode
	}
	return &protocol.ProgressParams{Token: p.token, Value: raw}
}

// workDoneProgressCancel stops the task that the user cancelled.
func (s *server) workDoneProgressCancel(_ context.Context, p *protocol.WorkDoneProgressCancelParams) error {
	if cancel, ok := s.cancels.Load(p.Token); ok {
		cancel.(func())()
	}
	return nil
}
