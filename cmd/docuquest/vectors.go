package main

import (
	"fmt"
	"path/filepath"
	"time"

	"docuquest/core/agent"
	embedding "docuquest/core/search/embed/openai"
	"docuquest/core/search/meaning"
	"docuquest/core/settings"
	"docuquest/core/store"
	"docuquest/lsp"
)

// An embeds is a service that makes vectors of passages, and how it is used.
type embeds struct {
	endpoint settings.Endpoint
	folder   string // where its vectors are kept
	budget   settings.Size
	follow   bool // vectors are made in the background, as files change
}

// embeds is the service that the settings name for vectors; nil, and a warning where
// the user may think otherwise, if there is none.
func (p *program) embeds(s settings.Settings) (*embeds, error) {
	e := s.EmbedEndpoint()
	folder := p.cacheFolder()
	switch {
	case s.EmbedModel == "":
		return nil, nil
	case !e.Named:
		p.warn("embed_model is named without an address: set embed_url or base_url; no vectors are used")
		return nil, nil
	case folder == "":
		p.warn("there is no folder to keep vectors in: set DOCUQUEST_HOME; no vectors are used")
		return nil, nil
	}
	return p.embedsBy(e, s)
}

// embedsBy is a service with its key.
func (p *program) embedsBy(e settings.Endpoint, s settings.Settings) (*embeds, error) {
	if e.Key.IsZero() {
		key, err := p.key(e, "")
		if err != nil {
			return nil, err
		}
		e.Key = key
	}
	return &embeds{endpoint: e, folder: filepath.Join(p.cacheFolder(), "vectors"), budget: s.EmbedBudget}, nil
}

// editorEmbeds is the same for an editor, where vectors are made in the background.
func (p *program) editorEmbeds(s settings.Settings) (*embeds, error) {
	e := s.EmbedEndpoint()
	if !e.Named || p.cacheFolder() == "" {
		return nil, nil
	}
	made, err := p.embedsBy(e, s)
	if err == nil {
		made.follow = true
	}
	return made, err
}

// options are what an agent makes vectors with; those of nil make none. The service is
// used once that is allowed.
func (e *embeds) options(asks consent) (agent.VectorOptions, error) {
	if e == nil {
		return agent.VectorOptions{}, nil
	}
	embedder, err := embedding.New(embedding.Options{
		BaseURL: e.endpoint.BaseURL, Key: e.endpoint.Key, Model: e.endpoint.Model, Client: clientFor(e.endpoint, asks.to(lsp.UseVectors)),
	})
	if err != nil {
		return agent.VectorOptions{}, err
	}
	o := agent.VectorOptions{
		Embedder: embedder,
		Kept:     store.NewVectors(store.NewBlobs(e.folder), embedder.Name()),
		Local:    e.endpoint.Local(),
		Follow:   e.follow,
	}
	if !o.Local { // a service on this machine costs nothing
		o.Budget = int64(e.budget)
	}
	return o, nil
}

// errNoEmbedder says what --vectors needs.
var errNoEmbedder = usageError{"--vectors needs a service: name its model in embed_model and its address in embed_url"}

// evalPatience is far more than a question takes to get its vector: what is measured
// must not depend on how busy the machine is.
const evalPatience = time.Minute

// passages makes vectors for collections, which lie beside those of the user's files;
// nil where they are not wanted.
func (p *program) passages(wanted bool) (*meaning.Passages, error) {
	if !wanted {
		return nil, nil
	}
	s, err := p.load(nil, nil, p.warn)
	if err != nil {
		return nil, err
	}
	e, err := p.embeds(s)
	if err != nil {
		return nil, err
	}
	if e == nil {
		return nil, errNoEmbedder
	}
	o, err := e.options(nil)
	return &meaning.Passages{Embedder: o.Embedder, Kept: o.Kept}, err
}

// vectors tells how many files have vectors.
func (l *progressLine) vectors(files, of int) {
	l.say(fmt.Sprintf("Making vectors: %d of %d files", files, of))
}

// vectorLine says how many files have vectors, "" where none are made.
func vectorLine(v *agent.VectorState) string {
	if v == nil {
		return ""
	}
	s := fmt.Sprintf("%d of %d files have vectors by %s", v.Files, v.Of, v.Model)
	if v.Bytes > 0 {
		s += fmt.Sprintf("; %s of text were sent for them", amount(v.Bytes))
	}
	if v.Refused > 0 {
		s += fmt.Sprintf("; the service rejected %d", v.Refused)
	}
	return s + ".\n"
}
