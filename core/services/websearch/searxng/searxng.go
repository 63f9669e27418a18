// Package searxng searches the web by SearXNG, a program that people run for themselves
// and that asks many search engines. It is a websearch.Provider on top of the program's
// HTTP client, and needs no key.
package searxng

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"strings"

	"docuquest/core/services/outside"
	"docuquest/core/services/websearch"
	"docuquest/core/services/websearch/service"
)

// Name is the name of the provider.
const Name = "SearXNG"

var address = outside.Address{What: "the address of SearXNG", Like: "http://localhost:8888", Operation: "/search"}

// Options is where the user's SearXNG is.
type Options struct {
	// BaseURL is the address that /search is appended to, such as
	// http://localhost:8888. A slash at its end, and the appended part itself, do no
	// harm.
	BaseURL string

	// Outside is what the HTTP client is made of: consent, ledger, hosts that may be
	// spoken to by plain http, and so on. Without other limits in it, a request has
	// 20 s, and one more try after a fault of the service or after the 5 s at most that
	// the service asks to wait.
	Outside outside.Options
}

// A Provider asks one SearXNG. It implements websearch.Provider; its errors are
// *outside.Error.
type Provider struct{ *service.Service }

var _ websearch.Provider = Provider{}

// New makes a provider. It asks nothing yet. The error is what is wrong with the
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
//
// Two statuses have a meaning of their own: 403 is what SearXNG replies where JSON is switched
// off, as it is at first, and 429 is what its guard against robots replies to every program.
func (p Provider) Search(ctx context.Context, query string, o websearch.Options) ([]websearch.Result, error) {
	parameters := func(query string) url.Values {
		v := url.Values{"q": {query}, "format": {"json"}}
		if o.Language != "" {
			v.Set("language", o.Language)
		}
		return v
	}
	results, err := p.Service.Search(ctx, query, o.Limit(), service.Form{Parameters: parameters, Parse: parse})
	var fault *outside.Error
	if !errors.As(err, &fault) {
		return results, err
	}
	switch fault.Status {
	case http.StatusForbidden:
		fault = p.Failed(outside.Rejected, errors.New(`it does not reply in JSON; add "json" to "formats" under "search" in its settings.yml`))
		fault.Status = http.StatusForbidden
	case http.StatusTooManyRequests:
		fault.Err = errors.New(`if it does so at once, set "limiter: false" under "server" in its settings.yml`)
	}
	return results, fault
}

// parse takes the results out of a reply. Nothing found is an error if engines did not
// answer, since they might have found something.
func parse(body []byte) ([]websearch.Result, error) {
	var reply struct {
		Results      []json.RawMessage `json:"results"`
		Unresponsive []json.RawMessage `json:"unresponsive_engines"` // pairs of a name and a reason
	}
	switch err := json.Unmarshal(body, &reply); {
	case len(body) == 0:
		return nil, errors.New("it is empty")
	case err != nil:
		return nil, errors.New("it is not the JSON of a search, or not all of it")
	case reply.Results == nil:
		return nil, errors.New("it has no results")
	case len(reply.Results) == 0 && len(reply.Unresponsive) > 0:
		var silent []string
		for _, raw := range reply.Unresponsive {
			var pair []string
			if json.Unmarshal(raw, &pair) == nil && len(pair) > 0 {
				silent = append(silent, strings.Join(pair, ": "))
			}
		}
		return nil, fmt.Errorf("nothing was found, and some of its engines did not answer: %s", strings.Join(silent, ", "))
	}
	results := make([]websearch.Result, len(reply.Results))
	for i, raw := range reply.Results {
		// These parts are common to what the engines reply, and to the categories.
		var r struct {
			URL           string `json:"url"`
			Title         string `json:"title"`
			Content       string `json:"content"`
			PublishedDate string `json:"publishedDate"` // "2022-12-18T18:05:00", or null
		}
		results[i].Position = i + 1
		if json.Unmarshal(raw, &r) == nil {
			date, _, _ := strings.Cut(r.PublishedDate, "T")
			results[i] = websearch.Result{Title: r.Title, URL: r.URL, Snippet: r.Content, Date: date, Position: i + 1}
		}
	}
	return results, nil
}
