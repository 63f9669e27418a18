// Package searxng searches the web by SearXNG, a program that people run for themselves
// and that asks many search engines. It is a websearch.Provider on top of the program's
// HTTP client, and needs no key.
package searxng

import (
	"cmp"
	"context"
	"errors"
	"io"
	"net/http"
	"net/url"
	"time"

	"docuquest/core/outside"
	"docuquest/core/websearch"
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
type Provider struct {
	address *url.URL
	client  *outside.Client
}

var _ websearch.Provider = (*Provider)(nil)

// New makes a provider. It asks nothing yet. The error says what is wrong with the
// address.
func New(o Options) (*Provider, error) {
	base, err := address.Parse(o.BaseURL)
	if err != nil {
		return nil, err
	}
	base.Path += address.Operation
	o.Outside.Timeouts = cmp.Or(o.Outside.Timeouts, outside.Timeouts{Header: 20 * time.Second, Total: 30 * time.Second})
	o.Outside.Retries = cmp.Or(o.Outside.Retries, outside.Retries{Tries: 2, MaxWait: 5 * time.Second})
	return &Provider{address: base, client: outside.New(o.Outside)}, nil
}

// Name implements websearch.Provider.
func (p *Provider) Name() string { return Name }

// Close closes the connections that are kept open for later searches.
func (p *Provider) Close() { p.client.Close() }

const op = "web search"

// Search implements websearch.Provider. Secrets in the query are hidden before it is
// sent. The request goes into the ledgers as "web search", unless the context names
// another purpose.
func (p *Provider) Search(ctx context.Context, query string, o websearch.Options) ([]websearch.Result, error) {
	query, err := websearch.Query(outside.NewMask().Hide(query))
	if err != nil {
		return nil, p.failed(outside.Refused, err)
	}
	if _, ok := outside.PurposeOf(ctx); !ok {
		ctx = outside.WithPurpose(ctx, outside.Purpose{Name: op})
	}
	body, err := p.get(ctx, parameters(query, o))
	if err != nil {
		return nil, p.explain(err)
	}
	results, err := parse(body)
	if err != nil {
		return nil, p.failed(outside.BadReply, err)
	}
	results = results[:min(len(results), o.Limit())]
	for i := range results {
		results[i].Provider, results[i].Query = Name, query
	}
	return results, nil
}

func parameters(query string, o websearch.Options) url.Values {
	v := url.Values{"q": {query}, "format": {"json"}}
	if o.Language != "" {
		v.Set("language", o.Language)
	}
	return v
}

// get reads a whole reply.
func (p *Provider) get(ctx context.Context, parameters url.Values) ([]byte, error) {
	u := *p.address
	u.RawQuery = parameters.Encode()
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, u.String(), nil)
	if err != nil {
		return nil, p.failed(outside.Refused, err)
	}
	req.Header.Set("Accept", "application/json")
	res, err := p.client.Do(req)
	if err != nil {
		return nil, err
	}
	defer res.Body.Close()
	return io.ReadAll(res.Body)
}

// explain says what two statuses mean here: 403 is what SearXNG answers where replies in
// JSON are switched off, as they are at first, and 429 is what its guard against robots
// answers to every program.
func (p *Provider) explain(err error) error {
	var fault *outside.Error
	if !errors.As(err, &fault) {
		return err
	}
	switch fault.Status {
	case http.StatusForbidden:
		fault = p.failed(outside.Rejected, errors.New(`it does not reply in JSON; add "json" to "formats" under "search" in its settings.yml`))
		fault.Status = http.StatusForbidden
	case http.StatusTooManyRequests:
		fault.Err = errors.New(`if it does so at once, set "limiter: false" under "server" in its settings.yml`)
	}
	return fault
}

func (p *Provider) failed(kind outside.Kind, err error) *outside.Error {
	return &outside.Error{Op: op, Host: p.address.Host, Kind: kind, Err: err}
}
