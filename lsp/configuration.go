package lsp

import (
	"cmp"
	"context"
	"encoding/json"
	"slices"

	"go.lsp.dev/protocol"
)

// configured are the settings that may change during a session, by their names in
// "docuquest help settings"; "" is as the session began. They decide what is shown and how:
// nobody can see whether a workspace wrote them, so none of them sends anything anywhere.
type configured struct {
	Retrieval  string `json:"retrieval"`
	HoverWords string `json:"hover_words"`
}

// didChangeConfiguration takes settings over that change nothing about the files: none is read
// again. All others need a new session.
func (s *server) didChangeConfiguration(_ context.Context, p *protocol.DidChangeConfigurationParams) error {
	var settings struct {
		Docuquest configured `json:"docuquest"`
	}
	if err := json.Unmarshal(p.Settings, &settings); err != nil {
		s.log.Warn("changed settings cannot be read", "error", err)
		return nil
	}
	now := settings.Docuquest
	for _, one := range []struct {
		name, value string
		allowed     []string
	}{
		{"retrieval", now.Retrieval, []string{"", "ranked", "boolean"}},
		{"hover_words", now.HoverWords, []string{"", "prose", "all", "off"}},
	} {
		if !slices.Contains(one.allowed, one.value) {
			s.log.Warn("a changed setting is left as it was", "name", one.name, "value", one.value)
			return nil
		}
	}
	s.configured.Store(&now)
	return nil
}

// retrieval is how a question finds documents that says it itself, or does not.
func (s *server) retrieval(asked string) string {
	if now := s.configured.Load(); now != nil {
		return cmp.Or(asked, now.Retrieval)
	}
	return asked
}

// hoverWords is where words have hovers.
func (s *server) hoverWords() string {
	if now := s.configured.Load(); now != nil && now.HoverWords != "" {
		return now.HoverWords
	}
	return s.agent.Offers().HoverWords
}
