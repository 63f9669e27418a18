package openai

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"

	sdk "github.com/sashabaranov/go-openai"

	"docuquest/core/outside"
	"docuquest/core/vector"
)

// request makes the vectors of one batch.
func (e *Embedder) request(ctx context.Context, texts []string) ([][]float32, error) {
	purpose, _ := outside.PurposeOf(ctx)
	c := &call{embedder: e, op: purpose.Name}
	config := sdk.DefaultConfig("") // the key is added by the call alone
	config.BaseURL = e.options.BaseURL
	config.HTTPClient = c
	res, err := sdk.NewClientWithConfig(config).CreateEmbeddings(ctx, sdk.EmbeddingRequest{
		Input: texts, Model: sdk.EmbeddingModel(e.options.Model),
	})
	if err != nil {
		return nil, c.explain(err)
	}
	vectors, err := e.believe(res.Data, len(texts))
	if err != nil {
		return nil, c.failed(outside.BadReply, err)
	}
	return vectors, nil
}

// believe checks the vectors of a reply and puts them into the order of the texts, each
// of length 1.
func (e *Embedder) believe(data []sdk.Embedding, texts int) ([][]float32, error) {
	if len(data) != texts {
		return nil, fmt.Errorf("%d vectors for %d texts", len(data), texts)
	}
	vectors, numbered := make([][]float32, texts), isNumbered(data)
	for i, d := range data {
		at := i
		if numbered {
			at = d.Index
		}
		switch {
		case at < 0 || texts <= at || vectors[at] != nil:
			return nil, errors.New("its vectors are numbered in a way that fits no texts")
		case len(d.Embedding) == 0:
			return nil, errors.New("one of its vectors is empty")
		case !e.fits(len(d.Embedding)):
			return nil, fmt.Errorf("a vector of %d dimensions after others of %d", len(d.Embedding), e.Dimensions())
		case !vector.Unit(d.Embedding):
			return nil, errors.New("one of its vectors has no direction")
		}
		vectors[at] = d.Embedding
	}
	return vectors, nil
}

// isNumbered is false for servers that leave the numbers out, so that all are 0: their
// vectors are in the order of the texts.
func isNumbered(data []sdk.Embedding) bool {
	for _, d := range data {
		if d.Index != 0 {
			return true
		}
	}
	return len(data) == 1
}

// fits reports whether vectors may have a length: that of the first one.
func (e *Embedder) fits(dimensions int) bool {
	return e.dimensions.CompareAndSwap(0, int64(dimensions)) || e.Dimensions() == dimensions
}

// call is one request to the service. It is the HTTP client that the library is given
// for it, adds the key, and notices an error under a good status, which the library
// would take for a reply without vectors.
type call struct {
	embedder *Embedder
	op       string // what the request is for, in errors
	sent     bool   // the library has sent its request
}

// Do sends the request of the library.
func (c *call) Do(req *http.Request) (*http.Response, error) {
	c.sent = true
	if key := c.embedder.options.Key; !key.IsZero() && req.URL.Host == c.embedder.host {
		req.Header.Set("Authorization", "Bearer "+key.Reveal())
	}
	res, err := c.embedder.options.Client.Do(req)
	if err != nil {
		return nil, err
	}
	defer res.Body.Close()
	body, err := io.ReadAll(res.Body)
	if err != nil {
		return nil, err
	}
	if fault := c.fault(body); fault != nil {
		return nil, fault
	}
	res.Body = io.NopCloser(bytes.NewReader(body))
	return res, nil
}

// fault finds an error in the JSON of a reply.
func (c *call) fault(body []byte) error {
	if !bytes.Contains(body, []byte(`"error"`)) {
		return nil // which the body of every good reply lacks
	}
	var reply struct{ Error json.RawMessage }
	if json.Unmarshal(body, &reply) != nil || reply.Error == nil || string(reply.Error) == "null" {
		return nil
	}
	message, code := outside.Said(body, c.embedder.options.Key)
	if message == "" {
		message = "an error that the service does not describe"
	}
	fault := c.failed(outside.BadReply, errors.New(message))
	if code >= 400 {
		fault.Kind, fault.Status = outside.StatusKind(code), code
	}
	return fault
}

// explain turns an error of the library into one of ours. Those of the client come
// through the library as they are.
func (c *call) explain(err error) error {
	var fault *outside.Error
	switch {
	case errors.As(err, &fault):
		return fault
	case !c.sent:
		return c.failed(outside.Refused, err)
	}
	return c.failed(outside.BadReply, err)
}

func (c *call) failed(kind outside.Kind, err error) *outside.Error {
	return &outside.Error{
		Op: c.op, Host: c.embedder.host, Kind: kind,
		Err: outside.Scrub(err, c.embedder.options.Key),
	}
}
