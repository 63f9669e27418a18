package lsp

import (
	"context"
	"errors"

	"go.lsp.dev/protocol"
)

// background is the part of an argument by which a command replies at once, with null,
// and goes on by itself. Some editors can do nothing else until a command that was
// chosen from a menu has replied, and give it up after some seconds.
type background struct {
	Background bool `json:"background,omitempty"`
}

// inBackground gives the part in the commands that code actions run.
func inBackground() background { return background{Background: true} }

// run does the task of a command, and gives its reply. In the background its end is
// the session's, its progress has a token of its own, and what goes wrong is told to the
// user.
func (b background) run(ctx context.Context, s *server, call commandCall, task func(context.Context, commandCall) (any, error)) (any, error) {
	if !b.Background {
		return task(ctx, call)
	}
	call.token = nil // which ends with the reply
	s.background("a command", func() {
		if _, err := task(s.ctx, call); err != nil && !errors.Is(err, context.Canceled) && !errors.Is(err, errStopped) {
			s.client.show(protocol.MessageTypeError, "DocuQuest: "+err.Error())
		}
	})
	return nil, nil
}
