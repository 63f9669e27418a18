package lsp_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"strings"
	"sync"
	"testing"
	"time"

	"docuquest/core/agent"
	"docuquest/core/answer/evidence"
	"docuquest/core/answer/history"
	"docuquest/core/answer/replies"
	"docuquest/core/answer/sent"
	"docuquest/core/answer/why"
	"docuquest/core/code/codemap"
	"docuquest/core/document"
	"docuquest/core/file"
	"docuquest/core/language/text"
	"docuquest/core/search/mentions"
	"docuquest/lsp"
	"docuquest/lsp/lsptest"
)

// A fake is an agent whose every move the test sees. It keeps open buffers and
// finds one place for each word: the version of the file at the moment of the
// look-up stands in it. Methods with a func field can be replaced.
type fake struct {
	folders []string
	options json.RawMessage

	documents map[file.URI]*document.Document // on the disk
	extracted map[file.URI]string             // texts that were taken out of files
	parts     map[file.URI]text.Span          // which part of its document an extracted text is
	sent      *sent.Record                    // for every answer
	busy      error                           // what keeps notes from being written
	stopped   bool                            // the last run of notes was stopped, and none goes on
	answers   map[string]*replies.Answer
	offers    agent.Offers
	draw      func(drawing) ([]byte, error) // DrawPage; nil is never called

	meanwhile func()            // is called while Mentions take their time; nil is not
	answersOn func(f file.File) // is told of what file AnswersOn is asked; nil is not
	ask       func(ctx context.Context, q agent.Request, progress func(agent.Stage)) (*replies.Answer, error)
	panicking bool                // every method but Open panics
	bulk      int                 // size of a search reply's filling
	preferred []agent.Preferences // by SetPreferences, in their order
	gate      chan struct{}       // Load waits until it is closed; nil is open

	mu      sync.Mutex // guards all below
	buffers map[file.URI]file.File
	calls   []string
}

// serve is the session's server with this agent.
func (f *fake) serve(ctx context.Context, o lsp.Options) (int, error) {
	return lsp.ServeAgent(ctx, o, func(folders []string, options json.RawMessage) (lsp.AgentAPI, error) {
		f.folders, f.options = folders, options
		return f, nil
	})
}

// start opens an editor on the fake.
func (f *fake) start(t testing.TB, o lsptest.Options) *lsptest.Editor {
	t.Helper()
	o.Server = f.serve
	return lsptest.Start(t, o)
}

// note records a call, and panics if the fake does.
func (f *fake) note(call string) {
	f.mu.Lock()
	f.calls = append(f.calls, call)
	f.mu.Unlock()
	if f.panicking {
		panic("the agent fell over in " + call)
	}
}

// noted gives the calls so far.
func (f *fake) noted() []string {
	f.mu.Lock()
	defer f.mu.Unlock()
	return append([]string(nil), f.calls...)
}

func (f *fake) Open(u file.URI, language string, version int32, content string) {
	f.mu.Lock()
	defer f.mu.Unlock()
	if f.buffers == nil {
		f.buffers = map[file.URI]file.File{}
	}
	f.buffers[u] = file.File{Identity: file.Identity{URI: u}, Path: u.Path(), Content: content, Language: language, Version: version, Open: true}
}

func (f *fake) Edit(u file.URI, version int32, edits []text.Edit, e text.Encoding) error {
	f.mu.Lock()
	defer f.mu.Unlock()
	if f.panicking {
		panic("the agent fell over in Edit")
	}
	b, ok := f.buffers[u]
	if !ok {
		return errors.New("not open")
	}
	b.Content, b.Version = text.Apply(b.Content, edits, e), version
	f.buffers[u] = b
	return nil
}

func (f *fake) OutOfStep(file.URI) string   { return "" }
func (f *fake) Save(u file.URI, _ *string)  { f.note("Save " + u.Path()) }
func (f *fake) CloseBuffer(u file.URI)      { f.note("CloseBuffer " + u.Path()) }
func (f *fake) Settle()                     { f.note("Settle") }
func (f *fake) Close()                      {}
func (f *fake) Status() agent.Status        { f.note("Status"); return agent.Status{Version: "fake"} }
func (f *fake) Stop(id string) int          { f.note("Stop " + id); return 1 }
func (f *fake) Watch(context.Context) error { f.note("Watch"); return nil }

func (f *fake) Touch(uris ...file.URI) {
	for _, u := range uris {
		f.note("Touch " + u.Path())
	}
}

func (f *fake) Buffer(u file.URI) (file.File, bool) {
	f.mu.Lock()
	defer f.mu.Unlock()
	b, ok := f.buffers[u]
	return b, ok
}

func (f *fake) Read(_ context.Context, u file.URI) (file.File, error) {
	f.note("Read " + u.Path())
	if b, open := f.Buffer(u); open {
		return b, nil
	}
	return file.File{}, errors.New("no such file")
}

func (f *fake) AddFolder(_ context.Context, abs string) error {
	f.note("AddFolder " + abs)
	return nil
}

func (f *fake) RemoveFolder(_ context.Context, abs string) error {
	f.note("RemoveFolder " + abs)
	return nil
}

func (f *fake) Reindex(context.Context) (int, error) { f.note("Reindex"); return 7, nil }

func (f *fake) Load(_ context.Context, progress func(int)) error {
	if f.gate != nil {
		<-f.gate
	}
	f.note("Load")
	progress(1)
	return nil
}

func (f *fake) Search(_ context.Context, q agent.Search) (*agent.SearchReply, error) {
	f.note("Search " + q.Query)
	return &agent.SearchReply{Query: q.Query, Added: []string{strings.Repeat("x", f.bulk)}, Encoding: q.Encoding.String()}, nil
}

func (f *fake) Ask(ctx context.Context, q agent.Request, progress func(agent.Stage)) (*replies.Answer, error) {
	if f.ask != nil {
		return f.ask(ctx, q, progress)
	}
	f.note("Ask " + q.Text)
	return &replies.Answer{Question: q.Text, Writer: q.Writer, Encoding: q.Encoding.String()}, nil
}

// Research asks as Ask does, and notes the rounds.
func (f *fake) Research(ctx context.Context, q agent.Request, progress func(agent.Stage)) (*replies.Answer, error) {
	f.note(fmt.Sprintf("Research in %d rounds", q.Rounds))
	return f.Ask(ctx, q, progress)
}

// Glance asks the text, as an agent without a model does.
func (f *fake) Glance(ctx context.Context, question string, e text.Encoding) (*replies.Answer, error) {
	return f.Ask(ctx, agent.Request{Text: question, Writer: "extractive", Encoding: e}, func(agent.Stage) {})
}

// fakeHits are one place in each open file, in which the text of the file
// stands as it was at the look-up.
type fakeHits struct {
	places []mentions.Place
	before func() // is called before they are read; nil is not
}

func (f *fake) Lookup(word string) lsp.WordHits {
	f.note("Lookup " + word)
	f.mu.Lock()
	defer f.mu.Unlock()
	hits := fakeHits{before: f.meanwhile}
	elsewhere := replies.Position{Line: 1 << 20}
	for _, b := range f.buffers {
		hits.places = append(hits.places, mentions.Place{URI: b.URI, Path: b.Path, Line: b.Content, Range: replies.Range{Start: elsewhere, End: elsewhere}})
	}
	return hits
}

func (h fakeHits) Found(context.Context) bool { return len(h.places) != 0 }
func (h fakeHits) Frequent() bool             { return false }

func (h fakeHits) Samples(ctx context.Context, limit int, e text.Encoding, _ func(mentions.Place) bool) (*mentions.Mentions, error) {
	return h.Mentions(ctx, limit, e)
}

func (h fakeHits) Mentions(ctx context.Context, _ int, _ text.Encoding) (*mentions.Mentions, error) {
	if ctx.Err() != nil {
		return nil, ctx.Err()
	}
	if h.before != nil {
		h.before()
	}
	return &mentions.Mentions{Documents: len(h.places), Places: 2 * len(h.places), Best: h.places}, nil
}

func (f *fake) Keep(a *replies.Answer) error { f.note("Keep"); return nil }

// History has one question.
func (f *fake) History(most int, all bool) ([]replies.PastQuestion, error) {
	f.note(fmt.Sprintf("History %d, all %v", most, all))
	return []replies.PastQuestion{{ID: "abc", Question: "word", Path: "/abc.md"}}, nil
}

// SimilarQuestions has that question again.
func (f *fake) SimilarQuestions(_ context.Context, question string, most int, _ text.Encoding) ([]replies.Remembered, error) {
	f.note(fmt.Sprint("SimilarQuestions ", most, " ", question))
	return []replies.Remembered{{PastQuestion: replies.PastQuestion{ID: "abc", Question: "word"}, Nearness: 1, Times: 1}}, nil
}

// Forget knows the answer abc alone.
func (f *fake) Forget(wanted history.Forgetting) (int, error) {
	f.note("Forget " + wanted.Answer)
	if !wanted.All && wanted.Answer != "abc" {
		return 0, fs.ErrNotExist
	}
	return 1, nil
}

// Sent has what the field says, whatever the answer.
func (f *fake) Sent(id string) (*sent.Record, error) {
	if f.sent != nil {
		return f.sent, nil
	}
	return nil, sent.NotKept(id)
}

func (f *fake) Explain(_ context.Context, id string) (*why.Account, error) {
	f.note("Explain")
	return nil, fmt.Errorf("%s: %w", id, fs.ErrNotExist)
}

func (f *fake) WhyNot(_ context.Context, w why.WhyNot) (*why.WhyNotReply, error) {
	f.note("WhyNot")
	return &why.WhyNotReply{URI: file.URI(w.URI), Question: w.Question, Step: why.LostNoTerm, Terms: []why.WhyNotTerm{}}, nil
}

func (f *fake) Answer(id string) (*replies.Answer, error) {
	f.note("Answer")
	if a, ok := f.answers[id]; ok {
		return a, nil
	}
	return nil, fs.ErrNotExist
}

func (f *fake) AnswerFile(string) file.URI { return "" }

// Locate finds a quote where the citation has it, in a text that is all there is
// around it.
func (f *fake) Locate(_ context.Context, c replies.Citation, _, _ text.Encoding) (evidence.Located, error) {
	f.note("Locate")
	content, ok := f.extracted[c.URI]
	at := strings.Index(content, c.Quote)
	if !ok || at < 0 {
		return evidence.Located{}, fs.ErrNotExist
	}
	return evidence.Located{Range: c.Range, Holds: true, Context: content, Quote: text.Span{Start: at, End: at + len(c.Quote)}}, nil
}

func (f *fake) Document(_ context.Context, u file.URI) (*document.Document, error) {
	f.note("Document " + u.Path())
	if d, ok := f.documents[u]; ok {
		return d, nil
	}
	return nil, fs.ErrNotExist
}

func (f *fake) ExtractedText(_ context.Context, u file.URI) (string, error) {
	f.note("ExtractedText " + string(u))
	if content, ok := f.extracted[u]; ok {
		return content, nil
	}
	return "", errors.New("no such text")
}

// Extracted has the document and the part of it that are kept under the URI.
func (f *fake) Extracted(_ context.Context, u file.URI) (*document.Document, text.Span, error) {
	f.note("Extracted " + string(u))
	d, ok := f.documents[u]
	if !ok {
		return nil, text.Span{}, errors.New("no such text")
	}
	return d, f.parts[u], nil
}

// A drawing is one use of DrawPage.
type drawing struct {
	Path  string
	Page  int
	Marks []document.Mark
	Width int
}

func (f *fake) DrawPage(_ context.Context, path string, page int, marks []document.Mark, width int) ([]byte, error) {
	return f.draw(drawing{path, page, marks, width})
}

func (f *fake) AwaitLoad(context.Context, time.Duration) {}

// AwaitReading waits as Load does.
func (f *fake) AwaitReading(ctx context.Context) error {
	if f.gate == nil {
		return nil
	}
	select {
	case <-f.gate:
	case <-ctx.Done():
	}
	return ctx.Err()
}

func (f *fake) Buffers() []file.File  { return nil }
func (f *fake) ChecksCitations() bool { return false }
func (f *fake) OnChange(func())       {}
func (f *fake) Offers() agent.Offers  { return f.offers }
func (f *fake) SetPreferences(p agent.Preferences) {
	f.note("SetPreferences")
	f.preferred = append(f.preferred, p)
}
func (f *fake) Renamed([]evidence.Renaming) error { f.note("Renamed"); return nil }

// CodeBase has no program.
func (f *fake) CodeBase(context.Context) (*codemap.CodeBase, error) {
	f.note("CodeBase")
	return nil, errors.New("there is no program")
}

// Evidence finds no citation.
func (f *fake) Evidence(context.Context, file.URI, string, text.Encoding) ([]replies.Evidence, error) {
	f.note("Evidence")
	return nil, nil
}

// AnswersOn knows no answer that rests on anything.
func (f *fake) AnswersOn(_ context.Context, in file.File, _ replies.Position, _ text.Encoding) ([]evidence.Rest, error) {
	f.note("AnswersOn")
	if f.answersOn != nil {
		f.answersOn(in)
	}
	return nil, nil
}

// Following has nothing follow a file.
func (f *fake) Following(context.Context, []evidence.Renaming, text.Encoding) ([]evidence.FileChanges, error) {
	f.note("Following")
	return nil, nil
}
