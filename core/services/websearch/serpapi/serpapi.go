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
	"encoding/json"
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

// Name is the name of the provider.
const Name = "SerpAPI"

var address = outside.Address{What: "the address of SerpAPI", Like: Address, Operation: "/search.json"}

// Options is how to reach the service.
type Options struct {
	// Key is the user's own, without which the service answers nothing.
	Key outside.Secret

	// BaseURL is the address that /search.json is appended to; "" for Address. It is
	// for a service of one's own that speaks the same, and for tests.
	BaseURL string

	// Outside is what the HTTP client is made of: consent, ledger and so on. Without
	// other limits in it, a request has 20 s, and one more try after a fault of the
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

// New makes a provider. It asks nothing yet. The error names the option that is wrong.
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
	parameters := func(query string) url.Values {
		v := url.Values{
			"engine": {"google"}, "q": {query}, "num": {strconv.Itoa(o.Limit())}, "api_key": {p.key.Reveal()},
		}
		if o.Language != "" {
			v.Set("hl", o.Language)
		}
		return v
	}
	return p.Service.Search(ctx, query, o.Limit(), service.Form{Parameters: parameters, Parse: parse})
}

// searchReply is the part of a reply that counts. What may have another form in some
// reply is decoded by itself, so that it spoils nothing else.
type searchReply struct {
	Metadata struct {
		Status string `json:"status"`
	} `json:"search_metadata"`
	Information struct {
		State string `json:"organic_results_state"`
	} `json:"search_information"`
	Error     string            `json:"error"`
	AnswerBox json.RawMessage   `json:"answer_box"`
	Organic   []json.RawMessage `json:"organic_results"`
}

// organicResult is one of Google's results.
type organicResult struct {
	Position int    `json:"position"`
	Title    string `json:"title"`
	Link     string `json:"link"`
	Snippet  string `json:"snippet"`
	Date     string `json:"date"`
}

// answerBox is what Google puts before its results, if it comes from a page. There are
// many sorts of them, and only some parts are common.
type answerBox struct {
	organicResult
	Answer string `json:"answer"`
}

// parse takes the results out of a reply, the answer box before the others: not one that
// Google itself has worked out, nor one of an unknown form. The error is what the service
// reports, or what is wrong with the reply.
func parse(body []byte) ([]websearch.Result, error) {
	var reply searchReply
	err := json.Unmarshal(body, &reply)
	status := reply.Metadata.Status
	switch {
	case len(body) == 0:
		return nil, errors.New("it is empty")
	case err != nil:
		return nil, errors.New("it is not the JSON of a search, or not all of it")
	case strings.EqualFold(reply.Information.State, "Fully empty"), strings.HasPrefix(reply.Error, "Google hasn't returned any results"):
		return nil, nil // which the service calls an error of a search that succeeded
	case reply.Error != "":
		return nil, errors.New(reply.Error)
	case status != "" && status != "Success":
		return nil, errors.New("the search has the status " + status)
	case status == "" && reply.Organic == nil:
		return nil, errors.New("it has no results")
	}
	results := make([]websearch.Result, 0, len(reply.Organic)+1)
	var box answerBox
	if json.Unmarshal(reply.AnswerBox, &box) == nil && strings.HasPrefix(box.Link, "http") {
		box.Position = 0
		if box.Answer != "" {
			box.Snippet = strings.TrimSpace(box.Answer + "\n" + box.Snippet)
		}
		results = append(results, box.result())
	}
	for i, raw := range reply.Organic {
		var o organicResult
		if json.Unmarshal(raw, &o) != nil {
			o = organicResult{}
		}
		if o.Position < 1 {
			o.Position = i + 1
		}
		results = append(results, o.result())
	}
	return results, nil
}

func (o organicResult) result() websearch.Result {
	return websearch.Result{Title: o.Title, URL: o.Link, Snippet: o.Snippet, Date: o.Date, Position: o.Position}
}
