package openai

import (
	"context"
	"errors"
	"fmt"
	"net/http"

	sdk "github.com/sashabaranov/go-openai"

	"docuquest/core/search/vector"
	"docuquest/core/services/outside"
)

// request makes the vectors of one batch.
func (e *Embedder) request(ctx context.Context, texts []string) ([][]float32, error) {
	purpose, _ := outside.PurposeOf(ctx)
	c := &call{outside.Call{Client: e.options.Client, Op: purpose.Name, Host: e.host, Key: e.options.Key}}
	config := sdk.DefaultConfig("") // the key is added by the call alone
	config.BaseURL = e.options.BaseURL
	config.HTTPClient = c
	res, err := sdk.NewClientWithConfig(config).CreateEmbeddings(ctx, sdk.EmbeddingRequest{
		Input: texts, Model: sdk.EmbeddingModel(e.options.Model),
	})
	if err != nil {
		return nil, c.Explain(err)
	}
	vectors, err := e.believe(res.Data, len(texts))
	if err != nil {
		return nil, c.Failed(outside.BadReply, err)
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

// call is one request to the service, and the HTTP client that the library is given for
// it: the library would take an error under a good status for a reply without vectors.
type call struct{ outside.Call }

// Do sends the request of the library.
func (c *call) Do(req *http.Request) (*http.Response, error) {
	res, err := c.Send(req)
	if err != nil {
		return nil, err
	}
	return res, c.Inspect(res)
}
