package lsp

import (
	"context"
	"encoding/json"
	"time"

	"docuquest/core/agent"
	"docuquest/core/document"
	"docuquest/core/file"
	"docuquest/core/language/text"
)

// An agentAPI is what a session needs of the agent. The methods up to Buffer
// return quickly, because handlers call them on the reader; the others may take
// their time and are called after [release].
type agentAPI interface {
	Open(u file.URI, language string, version int32, content string)
	Edit(u file.URI, version int32, edits []text.Edit, e text.Encoding) error
	OutOfStep(u file.URI) string
	Save(u file.URI, content *string)
	CloseBuffer(u file.URI)
	Touch(uris ...file.URI)
	Settle()
	Lookup(word string) wordHits
	Stop(id string) (stopped int)
	Status() agent.Status
	Buffer(u file.URI) (file.File, bool)
	Buffers() []file.File
	AnswerFile(id string) file.URI
	ChecksCitations() bool
	OnChange(f func())
	Offers() agent.Offers
	SetPreferences(p agent.Preferences)

	annotator
	AddFolder(ctx context.Context, abs string) error
	RemoveFolder(ctx context.Context, abs string) error
	Read(ctx context.Context, u file.URI) (file.File, error)
	Document(ctx context.Context, u file.URI) (*document.Document, error)
	Extracted(ctx context.Context, u file.URI) (*document.Document, text.Span, error)
	ExtractedText(ctx context.Context, u file.URI) (string, error)
	DrawPage(ctx context.Context, path string, page int, marks []document.Mark, width int) ([]byte, error)
	Ask(ctx context.Context, q agent.Question, progress func(agent.Stage)) (*agent.Answer, error)
	Research(ctx context.Context, q agent.Question, progress func(agent.Stage)) (*agent.Answer, error)
	Glance(ctx context.Context, question string, e text.Encoding) (*agent.Answer, error)
	Keep(a *agent.Answer) error
	Answer(id string) (*agent.Answer, error)
	Sent(id string) (*agent.SentRecord, error)
	Explain(ctx context.Context, id string) (*agent.Account, error)
	WhyNot(ctx context.Context, w agent.WhyNot) (*agent.WhyNotReply, error)
	History(most int, all bool) ([]agent.PastQuestion, error)
	AskedBefore(ctx context.Context, question string, most int, e text.Encoding) ([]agent.Remembered, error)
	Forget(f agent.Forgetting) (forgotten int, err error)
	Locate(ctx context.Context, c agent.Citation, from, to text.Encoding) (agent.Located, error)
	Evidence(ctx context.Context, u file.URI, markdown string, e text.Encoding) ([]agent.Evidence, error)
	AnswersOn(ctx context.Context, f file.File, at agent.Position, e text.Encoding) ([]agent.Rest, error)
	Following(ctx context.Context, renames []agent.Renaming, e text.Encoding) ([]agent.FileChanges, error)
	Renamed(renames []agent.Renaming) error
	CodeBase(ctx context.Context) (*agent.CodeBase, error)
	Search(ctx context.Context, q agent.Search) (*agent.SearchReply, error)
	Reindex(ctx context.Context) (files int, err error)
	Load(ctx context.Context, progress func(files int)) error
	AwaitLoad(ctx context.Context, patience time.Duration)
	AwaitReading(ctx context.Context) error
	Watch(ctx context.Context) error
	Close()
}

// wordHits are the places of a word as they were when it was looked up.
type wordHits interface {
	// Found reports whether the word occurs anywhere. It may wait for the disk.
	Found(ctx context.Context) bool
	// Frequent reports whether it occurs in so many files that no place says anything.
	Frequent() bool
	// Mentions reads the best places, at most limit of them.
	Mentions(ctx context.Context, limit int, e text.Encoding) (*agent.Mentions, error)
	// Samples are Mentions without known places, and without those that repeat others.
	Samples(ctx context.Context, limit int, e text.Encoding, known func(agent.Place) bool) (*agent.Mentions, error)
}

// An agentMaker makes the agent of a session, as Options.NewAgent does.
type agentMaker func(ctx context.Context, folders []string, options json.RawMessage) (agentAPI, Notices, error)

// liveAgent is an agent as an agentAPI.
type liveAgent struct{ *agent.Agent }

// Lookup implements agentAPI.
func (a liveAgent) Lookup(word string) wordHits { return a.Agent.Lookup(word) }

// noAgent stands in when no agent could be made: it knows no file, finds
// nothing, and tells whoever asks why.
type noAgent struct{ reason error }

func (noAgent) Open(file.URI, string, int32, string)                   {}
func (noAgent) Edit(file.URI, int32, []text.Edit, text.Encoding) error { return nil }
func (noAgent) OutOfStep(file.URI) string                              { return "" }
func (noAgent) Save(file.URI, *string)                                 {}
func (noAgent) CloseBuffer(file.URI)                                   {}
func (noAgent) Touch(...file.URI)                                      {}
func (noAgent) Settle()                                                {}
func (noAgent) Lookup(string) wordHits                                 { return noHits{} }
func (noAgent) Stop(string) int                                        { return 0 }
func (noAgent) Status() agent.Status                                   { return agent.Status{} }

func (noAgent) Buffer(file.URI) (file.File, bool) { return file.File{}, false }

func (noAgent) AddFolder(context.Context, string) error { return nil }

func (noAgent) RemoveFolder(context.Context, string) error { return nil }

func (a noAgent) Read(context.Context, file.URI) (file.File, error) { return file.File{}, a.reason }
func (a noAgent) Reindex(context.Context) (int, error)              { return 0, a.reason }
func (noAgent) Load(context.Context, func(files int)) error         { return nil }
func (noAgent) AwaitLoad(context.Context, time.Duration)            {}
func (noAgent) AwaitReading(context.Context) error                  { return nil }
func (noAgent) Watch(context.Context) error                         { return nil }
func (noAgent) Close()                                              {}
func (a noAgent) Search(context.Context, agent.Search) (*agent.SearchReply, error) {
	return nil, a.reason
}

// Ask implements agentAPI.
func (a noAgent) Ask(context.Context, agent.Question, func(agent.Stage)) (*agent.Answer, error) {
	return nil, a.reason
}

// Research implements agentAPI.
func (a noAgent) Research(context.Context, agent.Question, func(agent.Stage)) (*agent.Answer, error) {
	return nil, a.reason
}

// Glance implements agentAPI.
func (a noAgent) Glance(context.Context, string, text.Encoding) (*agent.Answer, error) {
	return nil, a.reason
}

// Document implements agentAPI.
func (a noAgent) Document(context.Context, file.URI) (*document.Document, error) {
	return nil, a.reason
}

// Extracted implements agentAPI.
func (a noAgent) Extracted(context.Context, file.URI) (*document.Document, text.Span, error) {
	return nil, text.Span{}, a.reason
}

// ExtractedText implements agentAPI.
func (a noAgent) ExtractedText(context.Context, file.URI) (string, error) { return "", a.reason }

// DrawPage implements agentAPI.
func (a noAgent) DrawPage(context.Context, string, int, []document.Mark, int) ([]byte, error) {
	return nil, a.reason
}

func (noAgent) AnswerFile(string) file.URI             { return "" }
func (noAgent) Keep(*agent.Answer) error               { return nil }
func (a noAgent) Answer(string) (*agent.Answer, error) { return nil, a.reason }

// History implements agentAPI.
func (a noAgent) History(int, bool) ([]agent.PastQuestion, error) { return nil, a.reason }

// AskedBefore implements agentAPI.
func (a noAgent) AskedBefore(context.Context, string, int, text.Encoding) ([]agent.Remembered, error) {
	return nil, a.reason
}

// Forget implements agentAPI.
func (a noAgent) Forget(agent.Forgetting) (int, error) { return 0, a.reason }

// Sent implements agentAPI.
func (a noAgent) Sent(string) (*agent.SentRecord, error) { return nil, a.reason }

// Explain implements agentAPI.
func (a noAgent) Explain(context.Context, string) (*agent.Account, error) { return nil, a.reason }

// WhyNot implements agentAPI.
func (a noAgent) WhyNot(context.Context, agent.WhyNot) (*agent.WhyNotReply, error) {
	return nil, a.reason
}

// Locate implements agentAPI.
func (a noAgent) Locate(context.Context, agent.Citation, text.Encoding, text.Encoding) (agent.Located, error) {
	return agent.Located{}, a.reason
}

func (noAgent) Buffers() []file.File             { return nil }
func (noAgent) ChecksCitations() bool            { return false }
func (noAgent) Offers() agent.Offers             { return agent.Offers{CallHierarchy: "off"} }
func (noAgent) OnChange(func())                  {}
func (noAgent) SetPreferences(agent.Preferences) {}
func (a noAgent) Renamed([]agent.Renaming) error { return a.reason }

// CodeBase implements agentAPI.
func (a noAgent) CodeBase(context.Context) (*agent.CodeBase, error) { return nil, a.reason }

// Evidence implements agentAPI.
func (a noAgent) Evidence(context.Context, file.URI, string, text.Encoding) ([]agent.Evidence, error) {
	return nil, a.reason
}

// AnswersOn implements agentAPI.
func (a noAgent) AnswersOn(context.Context, file.File, agent.Position, text.Encoding) ([]agent.Rest, error) {
	return nil, a.reason
}

// Following implements agentAPI.
func (a noAgent) Following(context.Context, []agent.Renaming, text.Encoding) ([]agent.FileChanges, error) {
	return nil, a.reason
}

// noHits are the places of a word that stands nowhere.
type noHits struct{}

func (noHits) Found(context.Context) bool { return false }
func (noHits) Frequent() bool             { return false }

func (noHits) Mentions(context.Context, int, text.Encoding) (*agent.Mentions, error) {
	return &agent.Mentions{}, nil
}

// Samples implements wordHits.
func (noHits) Samples(context.Context, int, text.Encoding, func(agent.Place) bool) (*agent.Mentions, error) {
	return &agent.Mentions{}, nil
}
