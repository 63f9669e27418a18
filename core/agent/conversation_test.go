package agent

import (
	"errors"
	"fmt"
	"io/fs"
	"testing"

	"docuquest/core/agent/fault"
	"docuquest/core/answer/history"
	"docuquest/core/answer/replies"
	"docuquest/core/store"
)

// ask asks a question that gets an answer.
func ask(t *testing.T, a *Agent, q Request) *replies.Answer {
	t.Helper()
	r, err := a.Ask(t.Context(), q, nil)
	if err != nil {
		t.Fatalf("%s: %v", q.Text, err)
	}
	return r
}

// stuckAnswers are answers that nobody can remove.
type stuckAnswers struct{ *store.Answers }

func (stuckAnswers) Remove(string) error { return fs.ErrPermission }

// What cannot be removed is told, and keeps nothing else.
func TestForgetFails(t *testing.T) {
	for name, forget := range map[string]func(*replies.Answer) history.Forgetting{
		"an answer":      func(r *replies.Answer) history.Forgetting { return history.Forgetting{Answer: r.ID} },
		"a conversation": func(r *replies.Answer) history.Forgetting { return history.Forgetting{Conversation: r.Conversation} },
		"all":            func(*replies.Answer) history.Forgetting { return history.Forgetting{All: true} },
	} {
		t.Run(name, func(t *testing.T) {
			talks := store.NewConversations(t.TempDir())
			a := start(t, lamp(t), Options{Conversations: talks, Answers: stuckAnswers{store.NewAnswers(t.TempDir())}})
			r := ask(t, a, Request{Text: "What of the lamp?"})
			if err := a.Keep(r); err != nil {
				t.Fatal(err)
			}
			_, err := a.Forget(forget(r))
			if want := fmt.Sprintf("answer %q cannot be removed: permission denied", r.ID); !errors.Is(err, fs.ErrPermission) || err.Error() != want {
				t.Errorf("%v, want %s", err, want)
			}
			if _, err := talks.Load(r.Conversation); fault.KindOf(err) != fault.NotFound {
				t.Errorf("the conversation is still there: %v", err)
			}
		})
	}
}
