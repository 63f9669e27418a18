package agent

import (
	"context"
	"errors"

	"docuquest/core/answer/research"
)

// A WebSearch searches the web for research; *web.Search is one, and says what its methods
// promise.
type WebSearch interface {
	Begin(ctx context.Context) (research.Source, error)
	Services() []string
}

// errNoWeb says what searching the web needs.
var errNoWeb = errors.New("the web cannot be searched, since no service for it is set: set SERPAPI_API_KEY, or searxng_url in config.toml")

// usesWeb reports whether a question is to be put to the web, too.
func (a *Agent) usesWeb(q Request) bool {
	if q.Web != nil {
		return *q.Web
	}
	return a.options.WebOn
}

// beside are the sources beside the workspace for the question at hand. Where the user
// does not allow the web, research goes on without it, and the answer says so.
func (a *asking) beside(ctx context.Context) (sources []research.Source, refused []string) {
	if !a.usesWeb(a.question) {
		return nil, nil
	}
	web, err := a.options.Web.Begin(ctx)
	if err != nil {
		return nil, []string{"The web was not searched: " + err.Error()}
	}
	return []research.Source{web}, nil
}

// notFound says where nothing was found.
func (a *asking) notFound() string {
	if a.onWeb {
		return "Not in your files, nor on the pages of the web that were read"
	}
	return "Not in your files"
}

// A WebState says with what research searches the web.
type WebState struct {
	Services []string `json:"services"`
	On       bool     `json:"on"` // where a question does not say otherwise
}

// webState is nil where nothing searches the web.
func (a *Agent) webState() *WebState {
	if a.options.Web == nil {
		return nil
	}
	return &WebState{a.options.Web.Services(), a.options.WebOn}
}
