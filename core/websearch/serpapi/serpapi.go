// Package serpapi searches Google by SerpAPI, a service that is paid by the search. It is
// a websearch.Provider on top of the program's HTTP client.
//
// The key travels in the address, as the service wants it. It goes to the host of the
// service alone: the client follows no redirect, and shows it in no error and in no entry
// of a ledger.
package serpapi

import (
	"cmp"
	"context"
	"errors"
	"io"
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"time"
	"unicode"

	"docuquest/core/outside"
	"docuquest/core/websearch"
)

// Address is where the service is.
const Address = "https://serpapi.com"

// Name is what the provider calls itself.
const Name = "SerpAPI"

var address = outside.Address{What: "the address of SerpAPI", Like: Address, Operation: "/search.json"}

// Options says how to reach the service.
type Options struct {
	// Key is the user's own, without which the service answers nothing.
	Key outside.Secret

	// BaseURL is the address that /search.json is appended to; "" for Address. It is
	// for a service of one's own that speaks the same, and for tests.
	BaseURL string

	// Outside is what the HTTP client is made of: consent, ledger and so on. Where it
	// says nothing of them, a request has 20 s, and one more try after a fault of the
	// service or after the 5 s at most that the service asks to wait.
	Outside outside.Options
}

// A Provider asks the service. It implements websearch.Provider; its errors are
// *outside.Error.
type Provider struct {
	address *url.URL
	key     outside.Secret
	client  *outside.Client
}

var _ websearch.Provider = (*Provider)(nil)

// New makes a provider. It asks nothing yet. The error says which option is wrong.
func New(o Options) (*Provider, error) {
	base, err := address.Parse(cmp.Or(o.BaseURL, Address))
	key := strings.TrimSpace(o.Key.Reveal())
	switch {
	case err != nil:
		return nil, err
	case key == "":
		return nil, errors.New("there is no key for SerpAPI: set SERPAPI_API_KEY")
	case strings.ContainsFunc(key, unicode.IsControl):
		return nil, errors.New("the key for SerpAPI holds a line break or another control character")
	}
	base.Path += address.Operation
	p := &Provider{address: base, key: outside.NewSecret(key)}
	p.client = outside.New(patient(o.Outside, p.key))
	return p, nil
}

// patient sets how long the service is waited for.
func patient(o outside.Options, key outside.Secret) outside.Options {
	o.Secrets = append(slices.Clone(o.Secrets), key)
	o.Timeouts = cmp.Or(o.Timeouts, outside.Timeouts{Header: 20 * time.Second, Total: 30 * time.Second})
	o.Retries = cmp.Or(o.Retries, outside.Retries{Tries: 2, MaxWait: 5 * time.Second})
	return o
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
	body, err := p.get(ctx, p.parameters(query, o))
	if err != nil {
		return nil, err
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

func (p *Provider) parameters(query string, o websearch.Options) url.Values {
	v := url.Values{
		"engine": {"google"}, "q": {query}, "num": {strconv.Itoa(o.Limit())}, "api_key": {p.key.Reveal()},
	}
	if o.Language != "" {
		v.Set("hl", o.Language)
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

func (p *Provider) failed(kind outside.Kind, err error) *outside.Error {
	return &outside.Error{Op: op, Host: p.address.Host, Kind: kind, Err: outside.Scrub(err, p.key)}
}
