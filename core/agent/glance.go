package agent

import (
	"context"

	"docuquest/core/answer/history"
	"docuquest/core/answer/replies"
	"docuquest/core/language/text"
)

// Glance answers a question that somebody only points at, with positions in e. That
// should cost nothing and send nothing: it is what a model has said before, if
// [Agent.Answered] has it, else an answer that is taken from the text. Where
// Preferences.ModelHovers says so, the configured writer answers in its place, and what
// it says is kept for the next time. Errors are those of Ask.
func (a *Agent) Glance(ctx context.Context, question string, e text.Encoding) (*replies.Answer, error) {
	if r, ok := a.Answered(ctx, question, e); ok {
		return r, nil
	}
	if !a.preferences().ModelHovers {
		return a.Ask(ctx, Request{Text: question, Encoding: e, Writer: replies.Extractive, Notes: "off", Conversation: history.NoConversation}, nil)
	}
	r, err := a.Ask(ctx, Request{Text: question, Encoding: e, Notes: "off", Conversation: history.NoConversation}, nil)
	if err == nil && history.ByModel(r) {
		if err := a.Keep(r); err != nil {
			a.log.Warn("an answer could not be kept", "err", err)
		}
	}
	return r, err
}
