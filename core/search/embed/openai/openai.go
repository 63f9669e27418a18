// Package openai makes vectors of texts by a service: over the API that OpenAI began
// and OpenRouter, Ollama, llama.cpp, vLLM and TEI speak. It is an embed.Embedder on top
// of the go-openai library and of the program's one HTTP client.
//
// A reply counts only where it can be true: one vector for each text, all of one length,
// which stays the same as long as the Embedder lives, and each with a direction. Whatever
// else a service sends ends in an *outside.Error.
package openai

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"slices"
	"strings"
	"sync/atomic"
	"unicode"
	"unicode/utf8"

	sdk "github.com/sashabaranov/go-openai"

	"docuquest/core/search/embed"
	"docuquest/core/search/vector"
	"docuquest/core/services/outside"
	"docuquest/core/services/outside/mask"
)

var address = outside.Address{What: "the address for vectors", Like: "http://localhost:11434/v1", Operation: "/embeddings"}

// How much one request holds. A service on a small machine takes a second for some
// dozens of passages, and a question that comes meanwhile waits for it.
const (
	batchTexts = 32
	batchBytes = 64 << 10
	// textBytes is how much of one text is sent: more than any passage has.
	textBytes = 8 << 10
)

// Options names the model and the service to ask.
type Options struct {
	// BaseURL is the address that /embeddings is appended to, such as
	// https://api.openai.com/v1 or http://localhost:11434/v1. A slash at its end,
	// and the appended part itself, do no harm.
	BaseURL string

	// Key is sent to the host of BaseURL and to no other, in the header
	// Authorization. The zero Secret sends none, as local servers want it.
	Key outside.Secret

	// Model is the name of the model as the service knows it.
	Model string

	// Client is what requests go through. It must not be nil.
	Client *outside.Client
}

// Embedder is a model of a service. It implements embed.Embedder; its errors are
// *outside.Error, and any number of goroutines may use it.
type Embedder struct {
	options    Options
	host       string // of the base URL, with a port if it names one
	dimensions atomic.Int64
}

var _ embed.Embedder = (*Embedder)(nil)

// New makes an embedder. It asks nothing yet. The error names the option that is wrong.
func New(o Options) (*Embedder, error) {
	base, err := address.Parse(o.BaseURL)
	if err != nil {
		return nil, err
	}
	o.BaseURL = base.String()
	o.Key = outside.NewSecret(strings.TrimSpace(o.Key.Reveal()))
	switch {
	case strings.ContainsFunc(o.Key.Reveal(), unicode.IsControl):
		return nil, errors.New("the key holds a line break or another control character")
	case o.Model == "":
		return nil, errors.New("no model is named")
	case o.Client == nil:
		return nil, errors.New("there is no client to send requests through")
	}
	return &Embedder{options: o, host: base.Host}, nil
}

// Name is the model and the host that runs it: what one service calls by a name may be
// another thing elsewhere.
func (e *Embedder) Name() string { return e.options.Model + " at " + e.host }

// Dimensions returns the length of the vectors, 0 before the first were made.
func (e *Embedder) Dimensions() int { return int(e.dimensions.Load()) }

// Embed implements embed.Embedder. A text is not blank; of one longer than 8 KiB the
// beginning counts, and the secrets in it are hidden before it is sent. Each text has a mask of
// its own: it has the same vector, whatever it is sent with. Many texts go out in several
// requests, one after the other, under the purpose of the context, or else "vectors".
func (e *Embedder) Embed(ctx context.Context, texts []string) ([][]float32, error) {
	if _, ok := outside.PurposeOf(ctx); !ok {
		ctx = outside.WithPurpose(ctx, outside.Purpose{Name: "vectors"})
	}
	all := make([][]float32, 0, len(texts))
	for len(texts) > 0 {
		var batch []string
		size := 0
		for _, t := range texts {
			t = mask.New().Hide(t)
			if end := min(len(t), textBytes); end < len(t) {
				for end > textBytes-utf8.UTFMax && !utf8.RuneStart(t[end]) {
					end--
				}
				t = t[:end]
			}
			if size += len(t); len(batch) == batchTexts || len(batch) > 0 && size > batchBytes {
				break
			}
			batch = append(batch, t)
		}
		vectors, err := e.request(ctx, batch)
		if err != nil {
			return nil, err
		}
		all, texts = append(all, vectors...), texts[len(batch):]
	}
	return all, nil
}

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
	vectors, err := e.checked(res.Data, len(texts))
	if err != nil {
		return nil, c.Failed(outside.BadReply, err)
	}
	return vectors, nil
}

// checked checks the vectors of a reply and puts them into the order of the texts, each of
// length 1. Servers that leave the numbers out, so that all are 0, send them in that order.
func (e *Embedder) checked(data []sdk.Embedding, texts int) ([][]float32, error) {
	if len(data) != texts {
		return nil, fmt.Errorf("%d vectors for %d texts", len(data), texts)
	}
	isNumbered := len(data) == 1 || slices.ContainsFunc(data, func(d sdk.Embedding) bool { return d.Index != 0 })
	vectors := make([][]float32, texts)
	for i, d := range data {
		at, length := i, len(d.Embedding)
		if isNumbered {
			at = d.Index
		}
		switch {
		case at < 0 || texts <= at || vectors[at] != nil:
			return nil, errors.New("its vectors are numbered in a way that fits no texts")
		case length == 0:
			return nil, errors.New("one of its vectors is empty")
		case !e.dimensions.CompareAndSwap(0, int64(length)) && e.Dimensions() != length:
			return nil, fmt.Errorf("a vector of %d dimensions after others of %d", length, e.Dimensions())
		case !vector.Unit(d.Embedding):
			return nil, errors.New("one of its vectors has no direction")
		}
		vectors[at] = d.Embedding
	}
	return vectors, nil
}

// call is one request to the service, and the HTTP client that the library is given for
// it: the library would read an error under a good status as a reply without vectors.
type call struct{ outside.Call }

// Do sends the request of the library.
func (c *call) Do(req *http.Request) (*http.Response, error) {
	res, err := c.Send(req)
	if err != nil {
		return nil, err
	}
	return res, c.Inspect(res)
}
