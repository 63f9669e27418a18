package lsp

import (
	"cmp"
	"context"

	"docuquest/core/agent"
)

// A historyArgument is what docuquest.history takes; it may be left out.
type historyArgument struct {
	Limit int `json:"limit"` // questions, 1 to agent.MaxHistory; 0 means historyLimit
}

// historyLimit is how many questions are listed where the client does not say.
const historyLimit = 100

// history lists the questions whose answers are kept, the newest first.
func (s *server) history(ctx context.Context, call commandCall) (any, error) {
	var wanted historyArgument
	if call.argument != nil {
		if err := call.read(&wanted, new(string)); err != nil {
			return nil, err
		}
	}
	if wanted.Limit < 0 || agent.MaxHistory < wanted.Limit {
		return nil, invalid("docuquest.history: limit is a number of questions from 1 to %d", agent.MaxHistory)
	}
	release(ctx)
	return s.agent.History(cmp.Or(wanted.Limit, historyLimit))
}
