// Package service asks a service that searches the web and replies in JSON. What is
// particular to one (its address, its parameters and the form of its replies) is in the
// rooms beside it.
package service

import (
	"cmp"
	"context"
	"errors"
	"io"
	"net/http"
	"net/url"
	"time"

	"docuquest/core/services/outside"
	"docuquest/core/services/outside/mask"
	"docuquest/core/services/websearch"
)

// A Service is one address of one service. Any number of goroutines may use it. Its
// errors are *outside.Error.
type Service struct {
	name    string
	address *url.URL
	client  *outside.Client
	secrets []outside.Secret
}

// New makes a service by its name, at the address that parameters are appended to. Without
// other limits in o, a request has 20 s, and one more try after a fault of the service or
// after the 5 s at most that it asks to wait. Nothing is asked yet.
func New(name string, address *url.URL, o outside.Options) *Service {
	o.Timeouts = cmp.Or(o.Timeouts, outside.Timeouts{Header: 20 * time.Second, Total: 30 * time.Second})
	o.Retries = cmp.Or(o.Retries, outside.Retries{Tries: 2, MaxWait: 5 * time.Second})
	return &Service{name: name, address: address, client: outside.New(o), secrets: o.Secrets}
}

// Name is the name that results carry.
func (s *Service) Name() string { return s.name }

// Close closes the connections that are kept open for later searches.
func (s *Service) Close() { s.client.Close() }

// A Form is the form of the requests and replies of a service.
type Form struct {
	Parameters func(query string) url.Values

	// Parse returns the results of a reply. Its error is what is wrong with it, and may have
	// the words of the service about that, as they came.
	Parse func(reply []byte) ([]websearch.Result, error)
}

const op = "web search"

// longestFault is how many characters are shown of what is wrong with a reply.
const longestFault = 200

// Search asks for the results of a query, as many as limit at most. Secrets in the query
// are hidden before it is sent. The request goes into the ledgers as "web search", unless
// the context names another purpose.
func (s *Service) Search(ctx context.Context, query string, limit int, f Form) ([]websearch.Result, error) {
	query, err := websearch.Query(mask.New().Hide(query))
	if err != nil {
		return nil, s.Failed(outside.Refused, err)
	}
	if _, ok := outside.PurposeOf(ctx); !ok {
		ctx = outside.WithPurpose(ctx, outside.Purpose{Name: op})
	}
	reply, err := s.get(ctx, f.Parameters(query))
	if err != nil {
		return nil, err
	}
	results, err := f.Parse(reply)
	if err != nil {
		// Secrets are taken out before the text is cut, which might leave a part of one.
		why := websearch.Line(outside.Redact(err.Error(), s.secrets...), longestFault)
		return nil, s.Failed(outside.BadReply, errors.New(why))
	}
	results = results[:min(len(results), limit)]
	for i := range results {
		results[i].Provider, results[i].Query = s.name, query
	}
	return results, nil
}

// get reads a whole reply.
func (s *Service) get(ctx context.Context, parameters url.Values) ([]byte, error) {
	u := *s.address
	u.RawQuery = parameters.Encode()
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, u.String(), nil)
	if err != nil {
		return nil, s.Failed(outside.Refused, err)
	}
	req.Header.Set("Accept", "application/json")
	res, err := s.client.Do(req)
	if err != nil {
		return nil, inTime(err)
	}
	defer res.Body.Close()
	reply, err := io.ReadAll(res.Body)
	return reply, inTime(err)
}

// inTime names the caller's time where that ended a request.
func inTime(err error) error {
	var fault *outside.Error
	if errors.As(err, &fault) {
		fault.Err = websearch.Overdue(fault.Err, "the time for the search was over")
	}
	return err
}

// Failed returns an error of the service without its secrets.
func (s *Service) Failed(kind outside.Kind, err error) *outside.Error {
	return &outside.Error{Op: op, Host: s.address.Host, Kind: kind, Err: outside.Scrub(err, s.secrets...)}
}
