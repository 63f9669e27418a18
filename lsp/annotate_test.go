package lsp_test

import (
	"context"
	"encoding/json"
	"errors"
	"path"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"docuquest/core/code/annotate"
	"docuquest/core/code/notebook"
	"docuquest/core/file"
	"docuquest/lsp"
	"docuquest/lsp/lsptest"
)

// PathOf knows no file outside of the folder "/x".
func (f *fake) PathOf(u file.URI) (string, error) {
	if !strings.HasPrefix(u.Path(), "/x/") {
		return "", errors.New("it lies in no folder of the workspace")
	}
	return path.Base(u.Path()), nil
}

// CheckAnnotate says what keeps a run from beginning.
func (f *fake) CheckAnnotate() error { return f.busy }

// EstimateNotes knows no folder "nowhere", and that the folder "done" lacks none.
func (f *fake) EstimateNotes(_ context.Context, folder string) (*notebook.AnnotateEstimate, error) {
	f.note("EstimateNotes " + folder)
	e := notebook.AnnotateEstimate{Model: "m", Host: "api.example", Folder: folder, Estimate: annotate.Estimate{Files: 2, Chunks: 30, Left: 20, Priced: true}}
	e.Cost = annotate.Cost{Calls: 3, TokensIn: 4000, TokensOut: 2200, Money: 12_500}
	e.Largest = annotate.Cost{Calls: 1, TokensIn: 1500, TokensOut: 8000, Money: 40_000}
	switch folder {
	case "nowhere":
		return nil, errors.New("no file lies there")
	case "done":
		e.Left = 0
	}
	return &e, nil
}

// Annotate never ends in the folder "long". It always gets what was agreed to.
func (f *fake) Annotate(ctx context.Context, folder string, agreed *notebook.AnnotateEstimate, tell func(notebook.AnnotateState)) (notebook.AnnotateState, error) {
	f.note("Annotate " + folder)
	if agreed == nil || agreed.Calls != 3 {
		return notebook.AnnotateState{}, errors.New("nothing was agreed to")
	}
	s := notebook.AnnotateState{State: "running", Model: "m", Progress: annotate.Progress{Chunks: 30, Done: 10, Left: 20}}
	tell(s)
	if folder == "long" {
		<-ctx.Done()
		return s, ctx.Err()
	}
	s.State, s.Done, s.Left, s.Calls = "idle", 30, 0, 3
	return s, nil
}

// steered gives the state of a run that goes on, or after one that was stopped.
func (f *fake) steered(how string) notebook.AnnotateState {
	f.note(how)
	if f.stopped {
		return notebook.AnnotateState{State: "idle", Model: "m", Stopped: true}
	}
	return notebook.AnnotateState{State: how, Model: "m"}
}

func (f *fake) AnnotateState() notebook.AnnotateState    { return f.steered("state") }
func (f *fake) PauseAnnotating() notebook.AnnotateState  { return f.steered("pause") }
func (f *fake) ResumeAnnotating() notebook.AnnotateState { return f.steered("resume") }

// StopAnnotating ends a run that goes on.
func (f *fake) StopAnnotating() (s notebook.AnnotateState, ended bool) {
	ended, f.stopped = !f.stopped, true
	return f.steered("stop"), ended
}

// The user is told what notes will cost, and nothing is written unless they agree.
func TestAnnotate(t *testing.T) {
	const price = "DocuQuest: notes about core. 30 pieces in 2 files, of which 20 have no notes by m. " +
		"To write these takes about 3 requests to api.example: 4000 tokens sent and 2200 received, for about 0.0125. A single request can bring up to 8000 tokens, where the model thinks before it replies, and cost 0.0400. The text of the files is sent there. Write the notes | Not now"
	for _, c := range []struct {
		name     string
		argument any
		chooses  string
		asked    []string
		calls    []string
	}{
		{"agreed", "core", "Write the notes", []string{price}, []string{"EstimateNotes core", "state", "Annotate core"}},
		{"by the URI of a file", map[string]any{"uri": "file:///x/core", "do": "start"}, "Write the notes", []string{price}, []string{"EstimateNotes core", "state", "Annotate core"}},
		{"not now", "core", "Not now", []string{price}, []string{"EstimateNotes core", "state"}},
		{"closed", "core", "", []string{price}, []string{"EstimateNotes core", "state"}},
		{"agreed before", map[string]any{"folder": "core", "agreed": true}, "", nil, []string{"EstimateNotes core", "state", "Annotate core"}},
		{"nothing to write", "done", "", nil, []string{"EstimateNotes done", "state", "Annotate done"}},
		{"the price alone", map[string]any{"folder": "core", "do": "estimate"}, "", nil, []string{"EstimateNotes core", "state"}},
		{"paused", map[string]any{"do": "pause"}, "", nil, []string{"pause"}},
		{"resumed", map[string]any{"do": "resume"}, "", nil, []string{"resume"}},
		{"stopped", map[string]any{"do": "stop"}, "", nil, []string{"stop"}},
		{"asked for", map[string]any{"do": "state"}, "", nil, []string{"state"}},
	} {
		t.Run(c.name, func(t *testing.T) {
			f, p := &fake{}, &person{chooses: c.chooses}
			e := f.start(t, lsptest.Options{Choose: p.choose})
			var reply struct {
				notebook.AnnotateState
				Agreed   bool
				Estimate *notebook.AnnotateEstimate
			}
			if err := e.Command("docuquest.annotate", c.argument, &reply); err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(c.asked, p.heard()); diff != "" {
				t.Errorf("asked (-want +got):\n%s", diff)
			}
			if diff := cmp.Diff(c.calls, notesCalls(f)); diff != "" {
				t.Errorf("calls (-want +got):\n%s", diff)
			}
			if isWritten := reply.Done == 30; isWritten != strings.HasPrefix(c.calls[len(c.calls)-1], "Annotate") {
				t.Errorf("the reply is %+v", reply)
			}
		})
	}
}

// notesCalls are the calls of a fake that have to do with notes.
func notesCalls(f *fake) (all []string) {
	for _, call := range f.noted() {
		first, _, _ := strings.Cut(call, " ")
		switch first {
		case "EstimateNotes", "Annotate", "state", "pause", "resume", "stop":
			all = append(all, call)
		}
	}
	return all
}

// While a run is under way nobody is asked whether they want another.
func TestAnnotateBusy(t *testing.T) {
	f, p := &fake{busy: errors.New("notes are being written")}, &person{chooses: "Write the notes"}
	e := f.start(t, lsptest.Options{Choose: p.choose})
	if err := e.Command("docuquest.annotate", "core", nil); err == nil || !strings.Contains(err.Error(), f.busy.Error()) {
		t.Errorf("another run: %v", err)
	}
	if heard, calls := p.heard(), notesCalls(f); heard != nil || calls != nil {
		t.Errorf("asked %q, called %q", heard, calls)
	}
}

// What makes no sense is refused, and what goes wrong is told.
func TestAnnotateErrors(t *testing.T) {
	e := (&fake{}).start(t, lsptest.Options{})
	for _, c := range []struct {
		argument any
		want     string
	}{
		{map[string]any{"do": "begin"}, "do is start, estimate, pause, resume, stop or state"},
		{map[string]any{"folder": "a", "uri": "file:///b"}, "not both"},
		{map[string]any{"uri": "https://example.org"}, "uri"},
		{map[string]any{"uri": "file:///"}, "it lies in no folder of the workspace"},
		{"nowhere", "no file lies there"},
	} {
		if err := e.Command("docuquest.annotate", c.argument, nil); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%v gives %v, not %q", c.argument, err, c.want)
		}
	}
}

// Progress tells how far the notes are, and whoever cancels it ends them.
func TestAnnotateProgress(t *testing.T) {
	f := &fake{}
	e := f.start(t, lsptest.Options{})
	reply := e.Go("workspace/executeCommand", map[string]any{
		"command": "docuquest.annotate", "arguments": []any{map[string]any{"folder": "long", "agreed": true}}, "workDoneToken": "t",
	})
	e.Await(func(story []lsptest.Message) bool {
		for _, m := range story {
			if m.Method == "$/progress" && strings.Contains(string(m.Params), "10 of 30 pieces are noted by m") {
				return true
			}
		}
		return false
	})
	e.Notify("window/workDoneProgress/cancel", map[string]any{"token": "t"})
	if _, err := reply.Raw(); err == nil {
		t.Error("the run went on")
	}
}

// In the background the command replies at once, and its end is shown.
func TestAnnotateInBackground(t *testing.T) {
	f, p := &fake{}, &person{chooses: "Write the notes"}
	e := f.start(t, lsptest.Options{Choose: p.choose})
	var reply json.RawMessage
	if err := e.Command("docuquest.annotate", map[string]any{"folder": "core", "background": true}, &reply); err != nil || string(reply) != "null" {
		t.Errorf("%s, %v", reply, err)
	}
	e.Await(func(story []lsptest.Message) bool {
		for _, m := range story {
			if m.Method == "window/showMessage" && strings.Contains(string(m.Params), "30 of 30 pieces are noted by m") {
				return true
			}
		}
		return false
	})
}

// Whoever steers a run, or asks how far it is, is told so in words, in the background by a
// message; also after a run that was stopped.
func TestAnnotateSteered(t *testing.T) {
	const goesOn, stopped = "notes are being written: 0 of 0 pieces are noted by m", "no notes are being written; in the last run 0 of 0 pieces"
	for _, c := range []struct {
		do      string
		stopped bool
		want    string
	}{
		{"pause", false, goesOn},
		{"resume", false, goesOn},
		{"state", false, goesOn},
		{"pause", true, stopped},
		{"resume", true, stopped},
		{"state", true, stopped},
		{"stop", true, stopped},
	} {
		do, want := c.do, c.want
		e := (&fake{stopped: c.stopped}).start(t, lsptest.Options{})
		var told struct{ Says string }
		if err := e.Command("docuquest.annotate", map[string]any{"do": do}, &told); err != nil || !strings.HasPrefix(told.Says, want) {
			t.Errorf("%s: %+v, %v", do, told, err)
		}
		var reply json.RawMessage
		if err := e.Command("docuquest.annotate", map[string]any{"do": do, "background": true}, &reply); err != nil || string(reply) != "null" {
			t.Errorf("%s: %s, %v", do, reply, err)
		}
		e.Await(func(story []lsptest.Message) bool {
			return slices.ContainsFunc(story, func(m lsptest.Message) bool {
				return m.Method == "window/showMessage" && strings.Contains(string(m.Params), "DocuQuest: "+want)
			})
		})
	}
}

// A run that is stopped tells of its end itself, so that the command says nothing.
func TestAnnotateStopTellsOnce(t *testing.T) {
	f := &fake{}
	e := f.start(t, lsptest.Options{})
	if err := e.Command("docuquest.annotate", map[string]any{"do": "stop", "background": true}, nil); err != nil {
		t.Fatal(err)
	}
	if code, err := e.Shutdown(); code != 0 || err != nil { // which waits for what goes on by itself
		t.Fatal(code, err)
	}
	for _, m := range e.Whole() {
		if m.Method == "window/showMessage" {
			t.Errorf("the user is told %s", m.Params)
		}
	}
	if !slices.Contains(f.noted(), "stop") {
		t.Errorf("nothing was stopped: %q", f.noted())
	}
}

// Nothing goes to another machine before the user has allowed it for notes.
func TestConsentToNotes(t *testing.T) {
	p := &person{chooses: "Never"}
	e := askingEditor(t, lsptest.Options{Choose: p.choose}, nil, lsp.UseNotes)
	checkConsent(t, e, forGood)
	want := []string{"DocuQuest wants to send the text of files to api.example, to have notes written about them. Allow | Allow this time | Never"}
	if diff := cmp.Diff(want, p.heard()); diff != "" {
		t.Errorf("asked (-want +got):\n%s", diff)
	}
}
