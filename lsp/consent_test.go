package lsp_test

import (
	"context"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"github.com/google/go-cmp/cmp"

	"docuquest/core/agent"
	"docuquest/core/answer/replies"
	"docuquest/core/answer/sent"
	"docuquest/core/store"
	"docuquest/lsp"
	"docuquest/lsp/lsptest"
)

// A person is one who chooses the same whenever they are asked.
type person struct {
	chooses string

	mu    sync.Mutex // guards all below
	asked []string
}

func (p *person) choose(message string, titles []string) string {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.asked = append(p.asked, message+" "+strings.Join(titles, " | "))
	return p.chooses
}

func (p *person) heard() []string {
	p.mu.Lock()
	defer p.mu.Unlock()
	return append([]string(nil), p.asked...)
}

// askingEditor is an editor whose agent asks for consent whenever it is asked anything.
func askingEditor(t *testing.T, o lsptest.Options, kept lsp.ConsentStore, use string) *lsptest.Editor {
	t.Helper()
	consents := lsp.NewConsents(kept)
	f := &fake{ask: func(ctx context.Context, _ agent.Request, _ func(agent.Stage)) (*replies.Answer, error) {
		if err := consents.Ask(ctx, use, "api.example"); err != nil {
			return nil, err
		}
		return &replies.Answer{}, nil
	}}
	o.Server = func(ctx context.Context, s lsp.Options) (int, error) {
		s.Consents = consents
		return f.serve(ctx, s)
	}
	return lsptest.Start(t, o)
}

const (
	forAnswers = "DocuQuest wants to send parts of your files to api.example to answer your question. Allow | Allow this time | Never"
	forVectors = "DocuQuest wants to send the text of all files of every workspace that you open to api.example, to find passages by their meaning. Allow | Allow this time | Never"
	forWeb     = "DocuQuest wants to search the web for your question: to send queries to api.example, which may hold names from your files, and to read the pages that it finds. Allow | Allow this time | Never"
	denied     = "you have not allowed it"
	forGood    = `you have chosen that it never gets anything; "docuquest consent" tells how to take that back`
)

// What a person says holds as long as they were told that it does: for good, or for the
// question at hand. In the background nobody is asked twice in a session.
func TestConsents(t *testing.T) {
	for _, c := range []struct {
		name, use, chooses string
		errs               [2]string // of two questions
		asked              []string
		kept               string
	}{
		{"allowed", lsp.UseAnswers, "Allow", [2]string{}, []string{forAnswers}, "allow"},
		{"allowed this time", lsp.UseAnswers, "Allow this time", [2]string{}, []string{forAnswers, forAnswers}, ""},
		{"never", lsp.UseAnswers, "Never", [2]string{forGood, forGood}, []string{forAnswers}, "never"},
		{"closed", lsp.UseAnswers, "", [2]string{denied, denied}, []string{forAnswers, forAnswers}, ""},
		{"another title", lsp.UseAnswers, "Sure", [2]string{denied, denied}, []string{forAnswers, forAnswers}, ""},
		{"vectors allowed", lsp.UseVectors, "Allow", [2]string{}, []string{forVectors}, "allow"},
		{"vectors allowed this time", lsp.UseVectors, "Allow this time", [2]string{}, []string{forVectors}, ""},
		{"web allowed", lsp.UseWeb, "Allow", [2]string{}, []string{forWeb}, "allow"},
		{"web allowed this time", lsp.UseWeb, "Allow this time", [2]string{}, []string{forWeb, forWeb}, ""},
		{"web never", lsp.UseWeb, "Never", [2]string{forGood, forGood}, []string{forWeb}, "never"},
		{"vectors closed", lsp.UseVectors, "", [2]string{denied, denied}, []string{forVectors}, ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			kept := store.NewConsents(filepath.Join(t.TempDir(), "state", "consents.json"))
			p := &person{chooses: c.chooses}
			e := askingEditor(t, lsptest.Options{Choose: p.choose}, kept, c.use)
			for _, want := range c.errs {
				checkConsent(t, e, want)
			}
			if diff := cmp.Diff(c.asked, p.heard()); diff != "" {
				t.Errorf("asked (-want +got):\n%s", diff)
			}
			if got := kept.Said("api.example", c.use); got != c.kept {
				t.Errorf("kept %q, want %q", got, c.kept)
			}
		})
	}
}

// What cannot be kept holds for the session; and what was taken back is asked anew.
func TestConsentsWithoutStore(t *testing.T) {
	p := &person{chooses: "Never"}
	e := askingEditor(t, lsptest.Options{Choose: p.choose}, nil, lsp.UseAnswers)
	checkConsent(t, e, forGood)
	checkConsent(t, e, forGood)
	if n := len(p.heard()); n != 1 {
		t.Errorf("asked %d times", n)
	}
}

// Questions that come together are one question to the person.
func TestConsentsTogether(t *testing.T) {
	kept := store.NewConsents(filepath.Join(t.TempDir(), "consents.json"))
	p := &person{chooses: "Allow"}
	e := askingEditor(t, lsptest.Options{Choose: p.choose}, kept, lsp.UseAnswers)
	var replies []*lsptest.Reply
	for range 4 {
		replies = append(replies, e.Go("workspace/executeCommand", map[string]any{"command": "docuquest.ask", "arguments": []any{"q"}}))
	}
	for _, r := range replies {
		if _, err := r.Raw(); err != nil {
			t.Error(err)
		}
	}
	if n := len(p.heard()); n != 1 {
		t.Errorf("asked %d times", n)
	}
}

// An editor that never answers keeps no question from being cancelled.
func TestConsentOfMuteEditor(t *testing.T) {
	e := askingEditor(t, lsptest.Options{Behavior: lsptest.Mute}, nil, lsp.UseAnswers)
	question := e.Go("workspace/executeCommand", map[string]any{"command": "docuquest.ask", "arguments": []any{"q"}})
	e.AwaitMethod("window/showMessageRequest")
	e.Cancel(question)
	if _, err := question.Raw(); err == nil {
		t.Error("the question was answered")
	}
}

// A query that is kept here goes only where the person chooses that it does, each time
// anew; nobody is asked by a session that has not begun.
func TestConsentsRelease(t *testing.T) {
	for chosen, want := range map[string]bool{"Send this query": true, "Keep it here": false, "": false, "Send": false} {
		consents := lsp.NewConsents(nil)
		if consents.Release(t.Context(), "q", "w") {
			t.Error("released by nobody")
		}
		var released []bool
		f := &fake{ask: func(ctx context.Context, _ agent.Request, _ func(agent.Stage)) (*replies.Answer, error) {
			released = append(released, consents.Release(ctx, `who has "A7F3K9"?`, "it holds a code"))
			return &replies.Answer{}, nil
		}}
		p := &person{chooses: chosen}
		e := lsptest.Start(t, lsptest.Options{Choose: p.choose, Server: func(ctx context.Context, s lsp.Options) (int, error) {
			s.Consents = consents
			return f.serve(ctx, s)
		}})
		checkConsent(t, e, "")
		checkConsent(t, e, "")
		const asked = `DocuQuest would search the web for "who has \"A7F3K9\"?", and keeps this query here, since it holds a code. Keep it here | Send this query`
		if diff := cmp.Diff([]string{asked, asked}, p.heard()); diff != "" {
			t.Errorf("asked (-want +got):\n%s", diff)
		}
		if diff := cmp.Diff([]bool{want, want}, released); diff != "" {
			t.Errorf("%q (-want +got):\n%s", chosen, diff)
		}
	}
}

// checkConsent asks a question and checks the error that it ends with.
func checkConsent(t *testing.T, e *lsptest.Editor, want string) {
	t.Helper()
	_, err := e.Ask("q")
	if want == "" && err != nil || want != "" && (err == nil || !strings.Contains(err.Error(), want)) {
		t.Errorf("error %v, want %q", err, want)
	}
}

// What was sent is a document, too, and of what was not sent there is none.
func TestSentDocument(t *testing.T) {
	e := (&fake{}).start(t, lsptest.Options{Documents: true})
	if _, err := e.DocumentText("docuquest:/sent/abc"); err == nil || !strings.Contains(err.Error(), "nothing was sent for an answer") {
		t.Errorf("got %v", err)
	}
	f := &fake{sent: &sent.Record{ID: "abc", Question: "q", Requests: []sent.Request{
		{Host: "api.example", Method: "POST", Path: "/v1", Purpose: "terms", Bytes: 7, Body: []byte(`{"a":1}`)},
	}}}
	e = f.start(t, lsptest.Options{Documents: true})
	for address, want := range map[string]string{"docuquest:/sent/abc": "{\n  \"a\": 1\n}", "docuquest:/sent/abc/raw": "\n{\"a\":1}\n"} {
		if text, err := e.DocumentText(address); err != nil || !strings.Contains(text, want) {
			t.Errorf("%s: %q, %v", address, text, err)
		}
	}
}
