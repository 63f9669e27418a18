// Package searxng searches the web by SearXNG, a program that people run for themselves
// and that asks many search engines. It is a websearch.Provider on top of the program's
// HTTP client, and needs no key.
package searxng

import (
	"context"
	"errors"
	"net/http"
	"net/url"

	"docuquest/core/services/outside"
	"docuquest/core/services/websearch"
	"docuquest/core/services/websearch/service"
)

// Name is what the provider calls itself.
const Name = "SearXNG"

var address = outside.Address{What: "the address of SearXNG", Like: "http://localhost:8888", Operation: "/search"}

// Options says where the user's SearXNG is.
type Options struct {
	// BaseURL is the address that /search is appended to, such as
	// http://localhost:8888. A slash at its end, and the appended part itself, do no
	// harm.
	BaseURL string

	// Outside is what the HTTP client is made of: consent, ledger, hosts that may be
	// spoken to by plain http, and so on. Where it says nothing of them, a request has
	// 20 s, and one more try after a fault of the service or after the 5 s at most that
	// the service asks to wait.
	Outside outside.Options
}

// A Provider asks one SearXNG. It implements websearch.Provider; its errors are
// *outside.Error.
type Provider struct{ *service.Service }

var _ websearch.Provider = Provider{}

// New makes a provider. It asks nothing yet. The error says what is wrong with the
// address.
func New(o Options) (Provider, error) {
	base, err := address.Parse(o.BaseURL)
	if err != nil {
		return Provider{}, err
	}
	base.Path += address.Operation
	return Provider{service.New(Name, base, o.Outside)}, nil
}

// Search implements websearch.Provider, see [service.Service.Search].
func (p Provider) Search(ctx context.Context, query string, o websearch.Options) ([]websearch.Result, error) {
	form := service.Form{Parameters: func(q string) url.Values { return parameters(q, o) }, Parse: parse}
	results, err := p.Service.Search(ctx, query, o.Limit(), form)
	return results, p.explain(err)
}

func parameters(query string, o websearch.Options) url.Values {
	v := url.Values{"q": {query}, "format": {"json"}}
	if o.Language != "" {
		v.Set("language", o.Language)
	}
	return v
}

// explain says what two statuses mean here: 403 is what SearXNG answers where replies in
// JSON are switched off, as they are at first, and 429 is what its guard against robots
// answers to every program.
func (p Provider) explain(err error) error {
	var fault *outside.Error
	if !errors.As(err, &fault) {
		return err
	}
	switch fault.Status {
	case http.StatusForbidden:
		fault = p.Failed(outside.Rejected, errors.New(`it does not reply in JSON; add "json" to "formats" under "search" in its settings.yml`))
		fault.Status = http.StatusForbidden
	case http.StatusTooManyRequests:
		fault.Err = errors.New(`if it does so at once, set "limiter: false" under "server" in its settings.yml`)
	}
	return fault
}
