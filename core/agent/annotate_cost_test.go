package agent

import (
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"docuquest/core/answer/sent"
	"docuquest/core/code/annotate"
	"docuquest/core/code/notebook"
	"docuquest/core/services/llm/llmtest"
	"docuquest/core/store"
)

// A key that a file holds is hidden from the service, and stays hidden in what is kept of a
// reply that repeats its placeholder.
func TestAnnotateKeepsNoSecret(t *testing.T) {
	key := "ghp_" + "A1b2C3d4E5f6G7h8I9j0K1l2M3n4O5p6Q7r8"
	folder := folderOf(t, map[string]string{"a.py": "def push():\n    token = \"" + key + "\"\n    return token\n"})
	s := newScribe(t)
	s.act = func(number int, _ string) llmtest.Act {
		_, shown, _ := strings.Cut(s.Requests()[number-1].Prompt, `token = "`)
		said, _, _ := strings.Cut(shown, `"`)
		if !strings.HasPrefix(said, "[secret-") {
			t.Errorf("the model is shown %q", said)
		}
		return llmtest.Reply(fmt.Sprintf(`{"notes": [{"chunk": 1, "summary": "Pushes with %[1]s."}, {"chunk": 2, "summary": "Pushes.", "keywords": [%[1]q]}]}`, said))
	}
	state := t.TempDir()
	a := s.open(t, folder, state, annotate.Limits{})
	checkRun(t, a, "", 2, 0, 0, 1)
	kept, err := a.KeptNotes("")
	raw, _ := json.Marshal(kept)
	if err != nil || !strings.Contains(string(raw), "Pushes with [secret-1].") || strings.Contains(string(raw), key) {
		t.Errorf("listed are %s, %v", raw, err)
	}
	err = filepath.WalkDir(state, func(path string, d os.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		content, err := os.ReadFile(path)
		if strings.Contains(string(content), key) {
			t.Errorf("%s holds the key", path)
		}
		return err
	})
	if err != nil {
		t.Error(err)
	}
}

// What a service may have been paid for stays booked when its reply breaks off, and the
// state says of how many requests nobody told what they took.
func TestAnnotateBooksTheUnknown(t *testing.T) {
	for _, c := range []struct {
		name   string
		act    llmtest.Act
		untold int
	}{
		{"it broke off", llmtest.Cut("gold"), 3},
		{"a fault of its own", llmtest.Status(504, "too late"), 3},
		{"an error in its reply", llmtest.Events(`{"error":{"message":"no credit","code":402}}`), 3},
		{"it was turned away", llmtest.Status(400, "no such model"), 0},
	} {
		s := newScribe(t)
		s.act = func(int, string) llmtest.Act { return c.act }
		state, err := s.open(t, folderOf(t, codeBase()), t.TempDir(), annotate.Limits{}).Annotate(t.Context(), "", nil, nil)
		isBooked := state.TokensOut >= int64(8000*c.untold) && (state.TokensOut > 0) == (c.untold > 0)
		isSaid := strings.Contains(state.Text(), "; of 3 requests the service does not say what it took")
		if err == nil || state.Untold != c.untold || !isBooked || isSaid != (c.untold > 0) {
			t.Errorf("%s: %+v, %v\n%s", c.name, state, err, state.Text())
		}
	}
}

// A scale is a store of what was sent that weighs what it is given.
type scale struct {
	*store.Sent
	bytes int
}

func (s *scale) Keep(id string, record []byte) error {
	s.bytes += len(record)
	return s.Sent.Keep(id, record)
}

func (s *scale) Add(id string, part []byte) error {
	s.bytes += len(part)
	return s.Sent.Add(id, part)
}

// What was sent is written once, however many requests there are, with the lines that they
// show; and a part that a crash has cut takes no other along.
func TestAnnotateSentIsKeptOnce(t *testing.T) {
	folder := t.TempDir()
	kept := &scale{Sent: store.NewSent(folder)}
	s := newScribe(t)
	s.sent = kept
	a := s.open(t, folderOf(t, codeBase()), t.TempDir(), annotate.Limits{})
	checkRun(t, a, "", 300, 0, 0, 30)
	ids, err := kept.Recent(10)
	if err != nil || len(ids) != 1 {
		t.Fatalf("records %q, %v", ids, err)
	}
	record, err := sent.Load(kept, ids[0])
	if err != nil || len(record.Requests) != 30 || record.Question != "Notes about the workspace" || record.Time.IsZero() {
		t.Fatalf("kept are %+v, %v", record, err)
	}
	bodies := int64(0)
	for _, r := range record.Requests {
		bodies += r.Bytes
	}
	if int64(kept.bytes) > 2*bodies {
		t.Errorf("%d bytes were written for %d that were sent", kept.bytes, bodies)
	}
	checkSame(t, "the lines of a request", []string{"digger/digger0.py:1-29"}, record.Requests[0].Ranges)

	for _, part := range []string{`{"id":"a","requ`, `{"requests":[{"host":"h"}]}`} {
		if err := kept.Add(ids[0], []byte(part)); err != nil {
			t.Fatal(err)
		}
	}
	if again, err := sent.Load(kept, ids[0]); err != nil || len(again.Requests) != 31 {
		t.Errorf("with a torn part there are %d requests, %v", len(again.Requests), err)
	}
	if err := kept.Sent.Keep("torn", []byte(`{"id"`)); err != nil {
		t.Fatal(err)
	}
	if r, err := sent.Load(kept, "torn"); err == nil {
		t.Errorf("a torn record is %+v", r)
	}
}

// Whether a run can begin is known before anybody is asked about its price.
func TestCheckAnnotate(t *testing.T) {
	state := t.TempDir()
	s := newScribe(t)
	gate := llmtest.NewGate()
	s.act = func(number int, good string) llmtest.Act { return llmtest.After(gate, llmtest.Reply(good)) }
	a := s.open(t, folderOf(t, codeBase()), state, annotate.Limits{})
	check := func(when string, want error) {
		t.Helper()
		if err := a.CheckAnnotate(); !errors.Is(err, want) {
			t.Errorf("%s: %v, want %v", when, err, want)
		}
	}
	check("at rest", nil)
	var looks sync.WaitGroup
	for range 8 {
		looks.Go(func() { check("when several look at once", nil) })
	}
	looks.Wait()
	unlock, ok, err := store.NewNotes(state).Lock()
	if err != nil || !ok {
		t.Fatal(ok, err)
	}
	check("while another program writes", annotate.ErrBusy)
	unlock()
	check("when that is over", nil)
	var run sync.WaitGroup
	run.Go(func() {
		if _, err := a.Annotate(t.Context(), "", nil, nil); err != nil {
			t.Error(err)
		}
	})
	<-gate.Arrived()
	check("while it writes itself", notebook.ErrRunning)
	a.StopAnnotating()
	run.Wait()
	check("when that is stopped", nil)
}
