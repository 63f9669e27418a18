package settings_test

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"docuquest/core/settings"
)

// A session takes what decides what is shown and how a question is asked, from what it began
// with each time; it takes nothing that has more sent.
func TestChange(t *testing.T) {
	type S = settings.Settings
	const where = "workspace/didChangeConfiguration: "
	stays := func(name string) string {
		return where + name + " stays as this session began with it; another value needs a new session"
	}
	began := change(func(s *S) {
		s.Retrieval, s.Writer, s.Hover, s.Model, s.Languages = "boolean", "generative", "model", "m", "all"
	})
	quiet := change(func(s *S) { s.Writer, s.Rerank = "extractive", "off" })
	for _, test := range []struct {
		name     string
		began    S
		options  string
		want     func(*S) // changes it; nil for not at all
		warnings []settings.Warning
		err      string
	}{
		{"nothing", began, `{}`, nil, nil, ""},
		{"no object", began, ``, nil, nil, ""},
		{"null", began, `null`, nil, nil, ""},
		{"what is shown", began, `{"hover_words": "off", "languages": "prose", "check_citations": "off"}`, func(s *S) {
			s.HoverWords, s.Languages, s.CheckCitations = "off", "prose", "off"
		}, nil, ""},
		{"how a question is asked", began, `{"retrieval": "ranked", "calls": 3, "answer_words": "80", "notes": "on"}`, func(s *S) {
			s.Retrieval, s.Calls, s.AnswerWords, s.Notes = "ranked", 3, 80, "on"
		}, nil, ""},
		{"an empty text is as it began", began, `{"retrieval": "", "model": "", "languages": ""}`, nil, nil, ""},
		{"less is sent", began, `{"writer": "extractive", "hover": "text", "rerank": "off"}`, func(s *S) {
			s.Writer, s.Hover, s.Rerank = "extractive", "text", "off"
		}, nil, ""},
		{"as much is sent as when it began", began, `{"writer": "generative", "hover": "model", "rerank": "on"}`, nil, nil, ""},
		{"more is sent", quiet, `{"writer": "generative", "hover": "model", "rerank": "on", "hover_words": "all"}`, func(s *S) {
			s.HoverWords = "all"
		}, []settings.Warning{settings.Warning(stays("writer")), settings.Warning(stays("hover")), settings.Warning(stays("rerank"))}, ""},
		{"another form", quiet, `{"writer": ["generative"], "hover_words": "all"}`, func(s *S) { s.HoverWords = "all" }, []settings.Warning{settings.Warning(stays("writer"))}, ""},
		{"what a workspace may not choose", began, `{"base_url": "https://a.example", "api_key": "canary", "model": "n", "context_tokens": 1000000, "terms_prompt": "/x", "annotate_calls": 9, "history_tokens": 9}`, nil, []settings.Warning{
			settings.Warning(stays("base_url")), settings.Warning(stays("api_key")), settings.Warning(stays("model")), settings.Warning(stays("annotate_calls")),
			settings.Warning(stays("context_tokens")), settings.Warning(stays("history_tokens")), settings.Warning(stays("terms_prompt")),
		}, ""},
		{"an unknown name", began, `{"retrieval": "ranked", "hoverwords": "off"}`, func(s *S) { s.Retrieval = "ranked" }, []settings.Warning{
			where + `"hoverwords" is not a setting; did you mean hover_words?`,
		}, ""},
		{"one that is not allowed", began, `{"hover_words": "off", "retrieval": "bolean"}`, nil, nil, where + `retrieval: "bolean" is not known: it may be ranked or boolean`},
		{"no settings", began, `"boolean"`, nil, nil, where + "it must be a JSON object of settings by their names"},
	} {
		t.Run(test.name, func(t *testing.T) {
			want := test.began
			if test.want != nil {
				test.want(&want)
			}
			got, warnings, err := test.began.Change([]byte(test.options))
			if diff := cmp.Diff(want, got, compareSecrets); diff != "" {
				t.Errorf("settings (-want +got):\n%s", diff)
			}
			if diff := cmp.Diff(test.warnings, warnings); diff != "" {
				t.Errorf("warnings (-want +got):\n%s", diff)
			}
			if err == nil && test.err != "" || err != nil && err.Error() != test.err {
				t.Errorf("error %v, want %q", err, test.err)
			}
		})
	}
}
