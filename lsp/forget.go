package lsp

import (
	"context"
	"errors"
	"strings"

	"docuquest/core/agent/fault"
	"docuquest/core/answer/history"
)

// forget removes an answer, which may be named by a plain string, a conversation, or all
// that is kept. What is not there is forgotten already.
func (s *server) forget(ctx context.Context, call commandCall) (any, error) {
	var wanted history.Forgetting
	if err := call.read(&wanted, &wanted.Answer); err != nil {
		return nil, err
	}
	if err := wanted.Check(); err != nil {
		return nil, invalid("docuquest.forget: %v", err)
	}
	release(ctx)
	forgotten, err := s.agent.Forget(wanted)
	if err != nil && fault.KindOf(err) != fault.NotFound {
		return nil, err
	}
	s.reasons.drop(func(id string) bool { return wanted.Answer == "" || strings.HasPrefix(id, wanted.Answer+"-") })
	if err := ForgetTexts(s.options.Texts, wanted); err != nil {
		return nil, err
	}
	return struct {
		Forgotten int `json:"forgotten"`
	}{forgotten}, nil
}

// ForgetTexts removes the files that say how answers came about, and why files are not in
// them: those of one answer, or else all, since they can be made again of what is still
// kept. Those that list earlier answers all go. texts may be nil. The errors are of the file system.
func ForgetTexts(texts TextStore, f history.Forgetting) error {
	if texts == nil {
		return nil
	}
	failed := texts.Remove(strings.TrimSuffix(askedName, "-"))
	for _, name := range []string{explainName, whyNotName} {
		failed = errors.Join(failed, texts.Remove(strings.TrimSuffix(name+f.Answer, "-")))
	}
	return failed
}
