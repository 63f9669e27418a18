// Package http asks a service to rerank, in the forms of such services:
//
//   - of Cohere, Jina, vLLM and llama.cpp: {model, query, documents, top_n} is answered
//     with {"results": [{index, relevance_score}]}, by Voyage with "data" in that place;
//   - of Text Embeddings Inference: {query, texts} is answered with [{index, score}].
//
// The first form is tried first. A service that asks for the texts of the second is sent
// that one, and from then on if it accepts it.
package http

import (
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"strings"
	"sync/atomic"
	"unicode"

	"docuquest/core/search/question"
	"docuquest/core/search/rerank"
	"docuquest/core/services/outside"
	"docuquest/core/services/outside/mask"
)

var address = outside.Address{What: "the address for reranking", Like: "https://api.cohere.com/v2", Operation: "/rerank"}

// Options names the service to ask.
type Options struct {
	// BaseURL is the address that /rerank is appended to, such as
	// https://api.cohere.com/v2 or http://localhost:8080. A slash at its end, and the
	// appended part itself, do no harm.
	BaseURL string

	// Key is sent to the host of BaseURL and to no other, in the header
	// Authorization. The zero Secret sends none, as local servers want it.
	Key outside.Secret

	// Model is the name of the model as the service knows it; "" leaves it to the
	// service, as those of a single model want it.
	Model string

	// Client is what requests go through. It must not be nil.
	Client *outside.Client
}

// A Service scores passages. It implements rerank.Reranker; its errors are
// *outside.Error.
type Service struct {
	options Options
	address string
	host    string      // with a port if the address names one
	texts   atomic.Bool // it wants {query, texts}
}

// New makes a service. It asks nothing yet. The error names the option that is wrong.
func New(o Options) (*Service, error) {
	base, err := address.Parse(o.BaseURL)
	key := strings.TrimSpace(o.Key.Reveal())
	switch {
	case err != nil:
		return nil, err
	case strings.ContainsFunc(key, unicode.IsControl):
		return nil, errors.New("the key for reranking holds a line break or another control character")
	case o.Client == nil:
		return nil, errors.New("there is no client to send requests through")
	}
	o.Key = outside.NewSecret(key)
	base.Path += address.Operation
	return &Service{options: o, address: base.String(), host: base.Host}, nil
}

// Name returns the name of the model, or of the host where no model is named.
func (s *Service) Name() string { return cmp.Or(s.options.Model, s.host) }

const op = "rerank"

// Rerank implements rerank.Reranker. Secrets of the query and the passages are hidden
// before they are sent. The request goes into the ledgers as "rerank",
// with the sources of the passages. A reply that does not score each passage once is an
// error.
func (s *Service) Rerank(ctx context.Context, q *question.Question, passages []rerank.Passage) ([]float64, error) {
	if len(passages) == 0 {
		return nil, ctx.Err()
	}
	purpose := outside.Purpose{Name: op}
	texts := []string{q.Text}
	for _, p := range passages {
		texts = append(texts, p.Text)
		for _, s := range p.Sources {
			purpose.Ranges = append(purpose.Ranges, outside.Range{Path: s.Path, Start: s.Start, End: s.End})
		}
	}
	ctx = outside.WithPurpose(ctx, purpose)
	texts = mask.New().HideAll(texts)
	wantsTexts := s.texts.Load()
	reply, err := s.post(ctx, s.body(texts[0], texts[1:], wantsTexts))
	var fault *outside.Error
	if !wantsTexts && errors.As(err, &fault) && fault.Kind == outside.Rejected && strings.Contains(fault.Error(), "texts") {
		reply, err = s.post(ctx, s.body(texts[0], texts[1:], true))
		if err == nil { // others name "texts", too, in what they reject
			s.texts.Store(true)
		}
	}
	if err != nil {
		return nil, err
	}
	results, err := parse(reply)
	if err != nil {
		if message, _ := outside.MessageOf(reply, s.options.Key); message != "" {
			err = errors.New(message)
		}
		return nil, s.failed(outside.BadReply, err)
	}
	scores, err := inOrder(results, len(passages))
	if err != nil {
		return nil, s.failed(outside.BadReply, err)
	}
	return scores, nil
}

// body returns a request in one of the two forms.
func (s *Service) body(query string, documents []string, texts bool) any {
	if texts {
		return textsRequest{Query: query, Texts: documents, Truncate: true}
	}
	return documentsRequest{Model: s.options.Model, Query: query, Documents: documents, TopN: len(documents)}
}

type documentsRequest struct {
	Model     string   `json:"model,omitempty"`
	Query     string   `json:"query"`
	Documents []string `json:"documents"`
	TopN      int      `json:"top_n"`
}

type textsRequest struct {
	Query    string   `json:"query"`
	Texts    []string `json:"texts"`
	Truncate bool     `json:"truncate"` // what is too long for the model is cut, not refused
}

// post sends a request and reads the whole reply.
func (s *Service) post(ctx context.Context, request any) ([]byte, error) {
	body, err := json.Marshal(request)
	if err != nil {
		return nil, s.failed(outside.Refused, err)
	}
	req, err := http.NewRequestWithContext(ctx, http.MethodPost, s.address, bytes.NewReader(body))
	if err != nil {
		return nil, s.failed(outside.Refused, err)
	}
	req.Header.Set("Content-Type", "application/json")
	req.Header.Set("Accept", "application/json")
	if !s.options.Key.IsZero() {
		req.Header.Set("Authorization", "Bearer "+s.options.Key.Reveal())
	}
	res, err := s.options.Client.Do(req)
	if err != nil {
		return nil, err
	}
	defer res.Body.Close()
	return io.ReadAll(res.Body)
}

func (s *Service) failed(kind outside.Kind, err error) *outside.Error {
	return &outside.Error{Op: op, Host: s.host, Kind: kind, Err: outside.Scrub(err, s.options.Key)}
}

// A result is the score of one passage.
type result struct {
	Index          *int     `json:"index"`
	RelevanceScore *float64 `json:"relevance_score"`
	Score          *float64 `json:"score"`
}

// parse reads a reply of either form.
func parse(reply []byte) ([]result, error) {
	var list []result
	if json.Unmarshal(reply, &list) == nil && list != nil {
		return list, nil
	}
	var object struct{ Results, Data []result }
	if err := json.Unmarshal(reply, &object); err != nil {
		return nil, err
	}
	switch {
	case object.Results != nil:
		return object.Results, nil
	case object.Data != nil:
		return object.Data, nil
	}
	return nil, errors.New("it has no results")
}

// inOrder sorts results by their indexes; each index has to occur once.
func inOrder(results []result, passages int) ([]float64, error) {
	scores := make([]float64, passages)
	seen := make([]bool, passages)
	for _, r := range results {
		score := cmp.Or(r.RelevanceScore, r.Score)
		switch {
		case r.Index == nil || score == nil:
			return nil, errors.New("a result lacks its index or its score")
		case *r.Index < 0 || passages <= *r.Index:
			return nil, fmt.Errorf("it scores passage %d of %d", *r.Index, passages)
		case seen[*r.Index]:
			return nil, fmt.Errorf("it scores passage %d twice", *r.Index)
		}
		scores[*r.Index], seen[*r.Index] = *score, true
	}
	if len(results) < passages {
		return nil, fmt.Errorf("it scores %d of %d passages", len(results), passages)
	}
	return scores, nil
}
