package notebook

import (
	"errors"
	"fmt"
	"testing"
	"testing/synctest"

	"docuquest/core/code/annotate"
	"docuquest/core/services/outside"
)

// A turn is awaited as long as the run is paused, and as long as a question is answered.
func TestAwaitTurn(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var answering chan struct{}
		n := New(Options{Answering: func() <-chan struct{} { return answering }})
		inner, err := n.runs.begin(t.Context(), "scribe")
		if err != nil {
			t.Fatal(err)
		}
		defer n.runs.end(false)
		for name, hold := range map[string]func() (release func()){
			"paused": func() func() {
				n.Pause()
				return func() { n.Resume() }
			},
			"a question": func() func() {
				asked := make(chan struct{})
				answering = asked
				return func() { answering = nil; close(asked) }
			},
		} {
			release := hold()
			over := false
			go func() {
				if err := n.awaitTurn(inner); err != nil {
					t.Error(err)
				}
				over = true
			}()
			if synctest.Wait(); over {
				t.Errorf("%s: nothing is awaited", name)
			}
			release()
			if synctest.Wait(); !over {
				t.Errorf("%s: it is awaited for ever", name)
			}
		}
	})
}

// Nothing was paid where a request never came to a model. What broke down on the way, or
// in a reply, may have been.
func TestIsUnpaid(t *testing.T) {
	for _, c := range []struct {
		fault outside.Error
		want  bool
	}{
		{outside.Error{Kind: outside.Refused}, true},
		{outside.Error{Kind: outside.Unreachable}, true},
		{outside.Error{Kind: outside.Redirected, Status: 302}, true},
		{outside.Error{Kind: outside.Unauthorized, Status: 401}, true},
		{outside.Error{Kind: outside.RateLimited, Status: 429}, true},
		{outside.Error{Kind: outside.Rejected, Status: 400}, true},
		{outside.Error{Kind: outside.Rejected, Status: 402, InReply: true}, false},
		{outside.Error{Kind: outside.RateLimited, Status: 429, InReply: true}, false},
		{outside.Error{Kind: outside.Unavailable, Status: 500}, false},
		{outside.Error{Kind: outside.Unavailable, Status: 504}, false},
		{outside.Error{Kind: outside.Timeout}, false},
		{outside.Error{Kind: outside.Cancelled}, false},
		{outside.Error{Kind: outside.Interrupted}, false},
		{outside.Error{Kind: outside.BadReply}, false},
	} {
		if got := isUnpaid(fmt.Errorf("annotate: %w", &c.fault)); got != c.want {
			t.Errorf("%+v is unpaid: %v", c.fault, got)
		}
	}
	if isUnpaid(errors.New("something else")) {
		t.Error("nobody knows what another error cost")
	}
}

// Whoever asks how far the notes are is told so in a sentence, whatever there is.
func TestAnnotateStanding(t *testing.T) {
	for want, s := range map[string]AnnotateState{
		"no model has been told to write notes since this started.": {State: "idle"},
		"no notes are being written; in the last run 1 of 2 pieces are noted by m; 1 file changed or went meanwhile: another start asks about what is left; 0 requests, 0 tokens sent and 0 received.":  {State: "idle", Model: "m", Progress: annotate.Progress{Chunks: 2, Done: 1, Changed: 1}},
		"no notes are being written; in the last run 1 of 2 pieces are noted by m; 2 files changed or went meanwhile: another start asks about what is left; 0 requests, 0 tokens sent and 0 received.": {State: "idle", Model: "m", Progress: annotate.Progress{Chunks: 2, Done: 1, Changed: 2}},
		"no notes are being written; in the last run 1 of 2 pieces are noted by m; 0 requests, 0 tokens sent and 0 received.":                                                                           {State: "idle", Model: "m", Progress: annotate.Progress{Chunks: 2, Done: 1}},
		"notes are being written: 1 of 2 pieces are noted by m; 0 requests, 0 tokens sent and 0 received; paused.":                                                                                      {State: "paused", Model: "m", Progress: annotate.Progress{Chunks: 2, Done: 1}},
	} {
		if got := s.Summary(); got != want {
			t.Errorf("it says %q, want %q", got, want)
		}
	}
}
