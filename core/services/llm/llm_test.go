package llm_test

import (
	"context"
	"errors"
	"fmt"
	"testing"

	"github.com/google/go-cmp/cmp"

	"docuquest/core/services/llm"
)

// fixed replies the same to everything, and keeps what it was asked.
type fixed struct {
	reply llm.Reply
	err   error
	asked llm.Request
}

func (f *fixed) Name() string { return "fixed" }

func (f *fixed) Complete(_ context.Context, r llm.Request, _ func(string)) (llm.Reply, error) {
	f.asked = r
	return f.reply, f.err
}

// Ask sends the prompt as it is, and never returns nothing without an error.
func TestAsk(t *testing.T) {
	for _, c := range []struct {
		name  string
		model fixed
		want  string
		err   error
	}{
		{"a reply", fixed{reply: llm.Reply{Text: " gold\n"}}, " gold\n", nil},
		{"an error and a part of the text", fixed{reply: llm.Reply{Text: "go"}, err: llm.ErrCut}, "", llm.ErrCut},
		{"no text", fixed{}, "", llm.ErrEmpty},
		{"white space", fixed{reply: llm.Reply{Text: " \r\n"}}, "", llm.ErrEmpty},
	} {
		t.Run(c.name, func(t *testing.T) {
			got, err := llm.Ask(t.Context(), &c.model, llm.Prompt(llm.Terms, "Where?\n"), nil)
			if got != c.want || !errors.Is(err, c.err) {
				t.Errorf("got %q, %v; want %q, %v", got, err, c.want, c.err)
			}
			want := llm.Request{Category: "terms", Messages: []llm.Message{{Role: "user", Text: "Where?\n"}}}
			if diff := cmp.Diff(want, c.model.asked); diff != "" {
				t.Errorf("request (-want +got):\n%s", diff)
			}
		})
	}
	if _, err := llm.Ask(t.Context(), &fixed{}, llm.Prompt(llm.Terms, "x"), nil); fmt.Sprint(err) != "terms: the model replied with nothing" {
		t.Errorf("got %v", err)
	}
}
