package main

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"log/slog"
	"os"
	"path/filepath"
	"time"

	"docuquest/core/agent"
	"docuquest/core/answer/history"
	"docuquest/core/answer/research"
	"docuquest/core/answer/sent"
	"docuquest/core/code/annotate"
	"docuquest/core/file"
	"docuquest/core/file/disk"
	"docuquest/core/language/thesaurus"
	"docuquest/core/search/embed"
	"docuquest/core/search/embed/static"
	"docuquest/core/services/llm/openai"
	"docuquest/core/services/outside"
	"docuquest/core/settings"
	"docuquest/core/store"
	"docuquest/lsp"
	"docuquest/prompts"
)

// parts are what an agent is made of.
type parts struct {
	settings settings.Settings
	formats  *formats
	endpoint *settings.Endpoint        // the service to use, nil for none
	folders  []string                  // absolute paths
	alone    bool                      // only one file of the folder is read, so that it may be any folder
	log      *slog.Logger              // nil for none
	answers  history.AnswerStore       // nil for none
	talks    history.ConversationStore // nil for none
	sent     sent.Store                // nil for none
	person   person                    // whom services and research ask first
	embeds   *embeds                   // makes vectors of passages, nil for nothing
	notes    annotate.Store            // what models wrote about files, nil where none are kept

	notesPatience, floorPatience, modelPatience time.Duration // as in agent.Options
}

// parts are what every agent of the program is made of.
func (p *program) parts(s settings.Settings) parts {
	return parts{settings: s, formats: p.formats(), sent: p.sentStore(), notes: p.noteStore(), floorPatience: p.floorPatience, modelPatience: p.modelPatience}
}

// A person is asked before something leaves the machine.
type person struct {
	asks    consent // before texts go to another machine; nil for none
	release release // before a query goes out that research keeps; nil for none
}

// A release asks whether a query of research may go to the web that is kept here, and why.
type release func(ctx context.Context, query, why string) bool

// A consent asks whether a host may get texts for a use. A nil one asks nobody: on the
// command line what is configured is allowed.
type consent func(ctx context.Context, use, host string) error

// to is the consent to one use.
func (c consent) to(use string) outside.Consent { return outside.Consent{Use: use, Ask: c} }

// agent puts the parts together. It reads nothing yet but the prompts.
func (p parts) agent() (*agent.Agent, error) {
	s := p.settings
	workspace, err := disk.Open(p.folders, disk.Options{
		MaxBytes:         int64(s.MaxFileSize),
		MaxDocumentBytes: int64(s.MaxDocumentSize),
		Accept:           p.formats.accept,
		AnyFolder:        p.alone,
		Unruled:          p.alone,
	})
	if err != nil {
		return nil, err
	}
	terms, err := readChosen("terms prompt", s.TermsPrompt)
	if err != nil {
		return nil, err
	}
	summarize, err := readChosen("summarize prompt", s.SummarizePrompt)
	if err != nil {
		return nil, err
	}
	o := agent.Options{
		Workspace: workspace,
		Parsers:   p.formats.parsers,
		Lexicon:   func() embed.Lexicon { return static.BuiltIn() },
		Nouns:     thesaurus.Senses,
		Pages:     p.formats.pages,
		Prompts:   prompts.Default().With(terms, summarize),
		Version:   thisBuild().Version,
		Answers:   p.answers,
		Sent:      p.sent,
		Log:       p.log,

		ContextTokens: int(s.ContextTokens),
		Research: research.Limits{
			Rounds: int(s.ResearchRounds), Calls: int(s.ResearchCalls), Tokens: int(s.ResearchTokens),
			Time: time.Duration(s.ResearchSeconds) * time.Second,
		},
		HistoryTokens: int(s.HistoryTokens),
		NotesPatience: p.notesPatience,
		FloorPatience: p.floorPatience,
		ModelPatience: p.modelPatience,
		Preferences:   preferences(s),
	}
	if s.KeepAnswers != "off" {
		o.Conversations = p.talks
	}
	if e := p.endpoint; e != nil {
		client := clientFor(*e, p.person.asks.to(lsp.UseAnswers))
		if o.Model, err = chatModel(*e, e.Model, client); err != nil {
			return nil, err
		}
		if o.TermsModel, err = chatModel(*e, e.TermsModel, client); err != nil {
			return nil, err
		}
	}
	for _, add := range []func(*agent.Options) error{p.addRerankers, p.addWeb, p.addAnnotator} {
		if err := add(&o); err != nil {
			return nil, err
		}
	}
	if o.Vectors, err = p.embeds.options(p.person.asks); err != nil {
		return nil, err
	}
	return agent.New(o), nil
}

// preferences are the settings that may change while an agent lives, which are those that
// package settings marks so.
func preferences(s settings.Settings) agent.Preferences {
	return agent.Preferences{
		Retrieval: s.Retrieval,
		Writer:    s.Writer,
		Rerank:    s.Rerank,
		Notes:     s.Notes,
		Calls:     int(s.Calls),

		History:        int(s.History),
		HistoryMinutes: int(s.HistoryMinutes),
		HistoryNearest: int(s.HistoryNearest),

		AnswerWords:     int(s.AnswerWords),
		AnswerCitations: int(s.AnswerCitations),
		DropUnsupported: s.Unsupported == "drop",

		ModelHovers:    s.Hover == "model",
		CheckCitations: s.CheckCitations,
		Offers: agent.Offers{
			Languages:     file.Languages(s.Languages),
			Symbols:       file.Languages(s.Symbols),
			HoverWords:    s.HoverWords,
			CallHierarchy: s.CallHierarchy,
		},
	}
}

// load puts the settings together. Warnings go to warn, one by one.
func (p *program) load(flags map[string]string, options json.RawMessage, warn func(settings.Warning)) (settings.Settings, error) {
	places := p.places()
	content, err := readChosen("settings", places.ConfigFile)
	if err != nil && (!errors.Is(err, fs.ErrNotExist) || places.Chosen) {
		return settings.Settings{}, err
	}
	s, warnings, err := settings.Load(settings.Sources{
		File: content, FileName: places.ConfigFile,
		Environ:               p.environ,
		InitializationOptions: options,
		Flags:                 flags,
	})
	for _, w := range warnings {
		warn(w)
	}
	return s, err
}

// warn prints a warning in a terminal.
func (p *program) warn(w settings.Warning) { p.complain("warning: " + string(w)) }

// places are where the program keeps its files.
func (p *program) places() settings.Places { return settings.Locate(p.environ, p.folders) }

// The stores of what is kept; each is nil where there is no folder for it.

func (p *program) answers() history.AnswerStore {
	folder := p.places().Answers
	if folder == "" {
		return nil
	}
	return store.NewAnswers(folder)
}

func (p *program) talks() history.ConversationStore {
	folder := p.places().Talks
	if folder == "" {
		return nil
	}
	return store.NewConversations(folder)
}

func (p *program) sentStore() sent.Store {
	folder := p.places().Sent
	if folder == "" {
		return nil
	}
	return store.NewSent(folder)
}

func (p *program) noteStore() annotate.Store {
	folder := p.places().Notes
	if folder == "" {
		return nil
	}
	return store.NewNotes(folder)
}

// texts keeps what was taken out of files, for editors that show files alone.
func (p *program) texts() lsp.TextStore {
	folder := p.places().Texts
	if folder == "" {
		return nil
	}
	return store.NewTexts(folder)
}

// cacheFolder is our own folder in the user's cache; "" where there is none.
func (p *program) cacheFolder() string {
	log := p.places().LogFile // which lies at its top
	if log == "" {
		return ""
	}
	return filepath.Dir(log)
}

// named is the service that the settings name, nil if they name none. A key alone sends
// nothing anywhere.
func (p *program) named(s settings.Settings, keyFile string) (*settings.Endpoint, error) {
	e := s.Endpoint()
	if !e.Named {
		if keyFile != "" {
			return nil, usageError{"--key-file is given, but no model is named: set DOCUQUEST_MODEL or DOCUQUEST_BASE_URL, or name one in config.toml"}
		}
		return nil, nil
	}
	key, err := p.key(e, keyFile)
	if err != nil {
		return nil, err
	}
	if !key.IsZero() {
		e.Key = key
	}
	return &e, nil
}

// key reads the key from a key file: the one that the user named, or for OpenRouter the one
// in the configuration folder. The zero Secret means that there is none; a named one that
// cannot be used is an error.
func (p *program) key(e settings.Endpoint, named string) (outside.Secret, error) {
	path := named
	if path == "" && e.IsOpenRouter() {
		path = p.places().KeyFile
	}
	content, err := readChosen("key file", path)
	if err != nil && named == "" && errors.Is(err, fs.ErrNotExist) {
		return outside.Secret{}, nil
	}
	if err != nil || content == nil {
		return outside.Secret{}, err
	}
	key, err := settings.ReadKey(content)
	if err != nil {
		return outside.Secret{}, fmt.Errorf("key file %s: %w", path, err)
	}
	return key, nil
}

// chatModel is a model of a service.
func chatModel(e settings.Endpoint, model string, client *outside.Client) (*openai.Model, error) {
	return openai.New(openai.Options{BaseURL: e.BaseURL, Key: e.Key, Model: model, Client: client})
}

// clientFor sends to a service, without encryption where its address says so, after consent.
func clientFor(e settings.Endpoint, c outside.Consent) *outside.Client {
	return outside.New(outside.Options{Secrets: []outside.Secret{e.Key}, PlainHosts: e.PlainHosts(), Consent: c})
}

// addAnnotator sets where the notes of models are kept, and the model that writes them
// where there is an endpoint. Notes that it wrote before are used without one, too, as long
// as the settings name it.
func (p parts) addAnnotator(o *agent.Options) error {
	s := p.settings
	o.Annotate.Store = p.notes
	e := s.Endpoint()
	if p.notes == nil || !e.Named && p.endpoint == nil {
		return nil
	}
	if p.endpoint != nil {
		e = *p.endpoint
	}
	model := cmp.Or(s.AnnotateModel, e.Model)
	o.ModelNotes = annotate.NewModelNotes(p.notes, model, o.Prompts.Annotate).Of
	if p.endpoint == nil {
		return nil
	}
	writer, err := chatModel(e, model, clientFor(e, p.person.asks.to(lsp.UseNotes)))
	if err != nil {
		return err
	}
	o.Annotate.Model, o.Annotate.Host = writer, e.Host()
	o.Annotate.Price = annotate.Price{In: annotate.Money(s.ModelPriceIn), Out: annotate.Money(s.ModelPriceOut)}
	o.Annotate.Limits = annotate.Limits{Calls: int(s.AnnotateCalls), Tokens: int64(s.AnnotateTokens), Money: annotate.Money(s.AnnotateMoney)}
	return nil
}

// readChosen reads one of the user's own small files; nil for the path "", and never nil for
// another. The error is one line that begins with what the file is, and wraps
// fs.ErrNotExist if there is none.
func readChosen(what, path string) ([]byte, error) {
	const largest = 1 << 20 // far more than anyone writes into settings, prompts or keys
	if path == "" {
		return nil, nil
	}
	f, err := os.Open(path)
	if err != nil {
		return nil, fmt.Errorf("%s %s: %w", what, path, cause(err))
	}
	defer f.Close()
	content, err := io.ReadAll(io.LimitReader(f, largest+1))
	if err != nil {
		return nil, fmt.Errorf("%s %s: %w", what, path, cause(err))
	}
	if len(content) > largest {
		return nil, fmt.Errorf("%s %s: it is larger than %v", what, path, settings.Size(largest))
	}
	return append([]byte{}, content...), nil
}

// cause is an error of the file system without the path, which the message repeats.
func cause(err error) error {
	if wrapped := new(fs.PathError); errors.As(err, &wrapped) {
		return wrapped.Err
	}
	return err
}
