package lsptest

import (
	"context"
	"encoding/json"
	"maps"

	"docuquest/core/agent"
	"docuquest/core/answer/history"
	"docuquest/core/document"
	"docuquest/core/document/markdown"
	"docuquest/core/document/plain"
	"docuquest/core/file"
	"docuquest/core/file/disk"
	"docuquest/core/store"
	"docuquest/lsp"
	"docuquest/prompts"
)

// newAgent makes agents of folders, as the program does.
func newAgent(o Options) func(context.Context, []string, json.RawMessage) (*agent.Agent, lsp.Notices, error) {
	var answers history.AnswerStore
	if o.State != "" {
		answers = store.NewAnswers(o.State)
	}
	parsers := map[string]document.Parser{"markdown": markdown.New()}
	maps.Copy(parsers, o.Parsers)
	return func(_ context.Context, folders []string, _ json.RawMessage) (*agent.Agent, lsp.Notices, error) {
		d, err := disk.Open(folders, disk.Options{Accept: func(string) (bool, file.Reason) { return true, "" }})
		if err != nil {
			return nil, lsp.Notices{}, err
		}
		return agent.New(agent.Options{
			Workspace:   d,
			Parsers:     document.Parsers{ByLanguage: parsers, Fallback: plain.Parser{}},
			Pages:       o.Pages,
			Preferences: agent.Preferences{Offers: o.Offers},
			Web:         o.Web,
			Prompts:     prompts.Default(),
			Model:       o.Model,
			TermsModel:  o.Model,
			Answers:     answers,
			Version:     "test",
		}), lsp.Notices{}, nil
	}
}
