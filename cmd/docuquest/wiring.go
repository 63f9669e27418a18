package main

import (
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
	"docuquest/core/answer/research"
	"docuquest/core/code/annotate"
	"docuquest/core/file"
	"docuquest/core/file/disk"
	"docuquest/core/language/thesaurus"
	"docuquest/core/search/embed"
	"docuquest/core/search/embed/static"
	"docuquest/core/search/retrieve"
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
	endpoint *settings.Endpoint      // the service to use, nil for none
	folders  []string                // absolute paths
	alone    bool                    // one file of the folder is read alone, so that it may be any folder
	log      *slog.Logger            // nil for none
	answers  agent.AnswerStore       // nil for none
	talks    agent.ConversationStore // nil for none
	sent     agent.SentStore         // nil for none
	person   person                  // whom services and research ask first
	embeds   *embeds                 // makes vectors of passages, nil for nothing
	notes    annotate.Store          // what models wrote about files, nil where none are kept

	notesPatience, floorPatience, modelPatience time.Duration // as agent.Options has them
}

// parts are what a command makes an agent of that reads a target.
func (p *program) parts(s settings.Settings, t target) parts {
	return parts{settings: s, formats: p.formats(), folders: []string{t.folder}, alone: t.file != "", sent: p.sentStore(), notes: p.noteStore(), floorPatience: p.floorPatience, modelPatience: p.modelPatience}
}

// agent puts the parts together. It reads nothing yet but the prompts.
func (p parts) agent() (*agent.Agent, error) {
	workspace, err := disk.Open(p.folders, disk.Options{
		MaxBytes:         int64(p.settings.MaxFileSize),
		MaxDocumentBytes: int64(p.settings.MaxDocumentSize),
		Accept:           p.formats.accept,
		AnyFolder:        p.alone,
		Unruled:          p.alone,
	})
	if err != nil {
		return nil, err
	}
	texts, err := p.prompts()
	if err != nil {
		return nil, err
	}
	o := agent.Options{
		Workspace: workspace,
		Parsers:   p.formats.parsers,
		Lexicon:   func() embed.Lexicon { return static.BuiltIn() },
		Nouns:     nouns,
		Pages:     p.formats.pages,
		Prompts:   texts,
		Version:   thisBuild().Version,
		Answers:   p.answers,
		Sent:      p.sent,
		Log:       p.log,

		ContextTokens: int(p.settings.ContextTokens),
		Research:      researchLimits(p.settings),
		Conversations: p.keptTalks(),
		HistoryTokens: int(p.settings.HistoryTokens),
		NotesPatience: p.notesPatience,
		FloorPatience: p.floorPatience,
		ModelPatience: p.modelPatience,
		Preferences:   preferences(p.settings),
	}
	if err := p.addModels(&o); err != nil {
		return nil, err
	}
	if err := p.addRerankers(&o); err != nil {
		return nil, err
	}
	if err := p.addWeb(&o); err != nil {
		return nil, err
	}
	if err := p.addAnnotator(&o); err != nil {
		return nil, err
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

// nouns are the other words and the kinds of a noun that WordNet knows.
func nouns(noun string) []retrieve.Kind {
	words := thesaurus.Lookup(noun)
	kinds := make([]retrieve.Kind, len(words))
	for i, w := range words {
		kinds[i] = retrieve.Kind{Text: w.Text, Depth: w.Depth}
	}
	return kinds
}

// prompts are the built-in ones with the user's own in their place.
func (p parts) prompts() (prompts.Set, error) {
	terms, err := readChosen("terms prompt", p.settings.TermsPrompt)
	if err != nil {
		return prompts.Set{}, err
	}
	summarize, err := readChosen("summarize prompt", p.settings.SummarizePrompt)
	if err != nil {
		return prompts.Set{}, err
	}
	return prompts.Default().With(terms, summarize), nil
}

// addModels sets the models of the endpoint, if there is one.
func (p parts) addModels(o *agent.Options) error {
	if p.endpoint == nil {
		return nil
	}
	e := *p.endpoint
	client := clientFor(e, p.person.asks.to(lsp.UseAnswers))
	writer, err := openai.New(openai.Options{BaseURL: e.BaseURL, Key: e.Key, Model: e.Model, Client: client})
	if err != nil {
		return err
	}
	terms, err := openai.New(openai.Options{BaseURL: e.BaseURL, Key: e.Key, Model: e.TermsModel, Client: client})
	if err != nil {
		return err
	}
	o.Model, o.TermsModel = writer, terms
	return nil
}

// clientFor sends to a service, without encryption where its address says so, once it
// is allowed.
func clientFor(e settings.Endpoint, c outside.Consent) *outside.Client {
	return outside.New(outside.Options{Secrets: []outside.Secret{e.Key}, PlainHosts: e.PlainHosts(), Consent: c})
}

// A person is asked before something leaves the machine.
type person struct {
	asks    consent // before texts go to another machine; nil for nobody
	release release // before a query goes out that research keeps; nil for nobody
}

// A release asks whether a query of research may go to the web that is kept here, and why.
type release func(ctx context.Context, query, why string) bool

// A consent asks whether a host may get texts for a use. A nil one asks nobody: on the
// command line what is configured is allowed.
type consent func(ctx context.Context, use, host string) error

// to is the consent to one use.
func (c consent) to(use string) outside.Consent { return outside.Consent{Use: use, Ask: c} }

// load puts the settings together. Warnings go to warn, one by one.
func (p *program) load(flags map[string]string, options json.RawMessage, warn func(settings.Warning)) (settings.Settings, error) {
	places := settings.Locate(p.environ, p.folders)
	content, err := readConfig(places)
	if err != nil {
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

// answers is where answers are kept, nil where there is no place for them.
func (p *program) answers() agent.AnswerStore {
	folder := settings.Locate(p.environ, p.folders).Answers
	if folder == "" {
		return nil
	}
	return store.NewAnswers(folder)
}

// talks is where conversations are kept, nil where there is no place for them.
func (p *program) talks() agent.ConversationStore {
	folder := settings.Locate(p.environ, p.folders).Talks
	if folder == "" {
		return nil
	}
	return store.NewConversations(folder)
}

// keptTalks is where the agent keeps conversations: nowhere, if the settings say so.
func (p parts) keptTalks() agent.ConversationStore {
	if p.settings.KeepAnswers == "off" {
		return nil
	}
	return p.talks
}

// sentStore is where it is kept what was sent for answers, nil where there is no place
// for it.
func (p *program) sentStore() agent.SentStore {
	folder := settings.Locate(p.environ, p.folders).Sent
	if folder == "" {
		return nil
	}
	return store.NewSent(folder)
}

// cacheFolder is our own folder in the user's cache, at whose top the log lies;
// "" where there is none.
func (p *program) cacheFolder() string {
	log := settings.Locate(p.environ, p.folders).LogFile
	if log == "" {
		return ""
	}
	return filepath.Dir(log)
}

// warn shows a warning in a terminal.
func (p *program) warn(w settings.Warning) { p.complain("warning: " + string(w)) }

// readConfig reads the settings file. It may be missing where nobody named it.
func readConfig(places settings.Places) ([]byte, error) {
	content, err := readChosen("settings", places.ConfigFile)
	if errors.Is(err, fs.ErrNotExist) && !places.Chosen {
		return nil, nil
	}
	return content, err
}

// key reads the key from a key file: the one that the user named, or for
// OpenRouter the one in the configuration folder. The zero Secret means that
// there is none; one that is named and cannot be used is an error.
func (p *program) key(e settings.Endpoint, named string) (outside.Secret, error) {
	path := named
	if path == "" && e.IsOpenRouter() {
		path = settings.Locate(p.environ, p.folders).KeyFile
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

// largestChosen is far more than anyone writes into settings, prompts or keys.
const largestChosen = 1 << 20

// readChosen reads one of the user's own small files; nil for the path "", and
// never nil for another. The error is one line that begins with what the file
// is, and wraps fs.ErrNotExist if there is none.
func readChosen(what, path string) ([]byte, error) {
	if path == "" {
		return nil, nil
	}
	f, err := os.Open(path)
	if err != nil {
		return nil, fmt.Errorf("%s %s: %w", what, path, cause(err))
	}
	defer f.Close()
	content, err := io.ReadAll(io.LimitReader(f, largestChosen+1))
	if err != nil {
		return nil, fmt.Errorf("%s %s: %w", what, path, cause(err))
	}
	if len(content) > largestChosen {
		return nil, fmt.Errorf("%s %s: it is larger than %v", what, path, settings.Size(largestChosen))
	}
	return append([]byte{}, content...), nil
}

// cause is an error of the file system without the path that it repeats.
func cause(err error) error {
	if wrapped := new(fs.PathError); errors.As(err, &wrapped) {
		return wrapped.Err
	}
	return err
}

// researchLimits are what research may cost, as it is set.
func researchLimits(s settings.Settings) research.Limits {
	return research.Limits{
		Rounds: int(s.ResearchRounds), Calls: int(s.ResearchCalls), Tokens: int(s.ResearchTokens),
		Time: time.Duration(s.ResearchSeconds) * time.Second,
	}
}
