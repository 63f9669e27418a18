package lsp

import "context"

// shutdown stops what is being asked. The dispatcher refuses all that follows
// but exit.
func (s *server) shutdown(context.Context, []byte) (any, error) {
	s.stopQuestions("")
	return nil, nil
}
