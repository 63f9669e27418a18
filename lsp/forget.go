package lsp

import (
	"context"
	"errors"
	"io/fs"

	"docuquest/core/agent"
)

// forget removes an answer, which may be named by a plain string, a conversation, or all
// that is kept. What is not there is forgotten already.
func (s *server) forget(ctx context.Context, call commandCall) (any, error) {
	var wanted agent.Forgetting
	if err := call.read(&wanted, &wanted.Answer); err != nil {
		return nil, err
	}
	if err := wanted.Check(); err != nil {
		return nil, invalid("docuquest.forget: %v", err)
	}
	release(ctx)
	forgotten, err := s.agent.Forget(wanted)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return nil, err
	}
	return struct {
		Forgotten int `json:"forgotten"`
	}{forgotten}, nil
}
