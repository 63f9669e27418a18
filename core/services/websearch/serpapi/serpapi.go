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
	"net/url"
	"slices"
	"strconv"
	"strings"
	"unicode"

	"docuquest/core/services/outside"
	"docuquest/core/services/websearch"
	"docuquest/core/services/websearch/service"
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
	*service.Service
	key outside.Secret
}

var _ websearch.Provider = Provider{}

// New makes a provider. It asks nothing yet. The error says which option is wrong.
func New(o Options) (Provider, error) {
	base, err := address.Parse(cmp.Or(o.BaseURL, Address))
	key := strings.TrimSpace(o.Key.Reveal())
	switch {
	case err != nil:
		return Provider{}, err
	case key == "":
		return Provider{}, errors.New("there is no key for SerpAPI: set SERPAPI_API_KEY")
	case strings.ContainsFunc(key, unicode.IsControl):
		return Provider{}, errors.New("the key for SerpAPI holds a line break or another control character")
	}
	base.Path += address.Operation
	secret := outside.NewSecret(key)
	o.Outside.Secrets = append(slices.Clone(o.Outside.Secrets), secret)
	return Provider{service.New(Name, base, o.Outside), secret}, nil
}

// Search implements websearch.Provider, see [service.Service.Search].
func (p Provider) Search(ctx context.Context, query string, o websearch.Options) ([]websearch.Result, error) {
	form := service.Form{Parameters: func(q string) url.Values { return p.parameters(q, o) }, Parse: parse}
	return p.Service.Search(ctx, query, o.Limit(), form)
}

func (p Provider) parameters(query string, o websearch.Options) url.Values {
	v := url.Values{
		"engine": {"google"}, "q": {query}, "num": {strconv.Itoa(o.Limit())}, "api_key": {p.key.Reveal()},
	}
	if o.Language != "" {
		v.Set("hl", o.Language)
	}
	return v
}
