// Package openai makes vectors of texts by a service: over the API that OpenAI began
// and OpenRouter, Ollama, llama.cpp, vLLM and TEI speak. It is an embed.Embedder on top
// of the go-openai library and of the program's one HTTP client.
//
// A reply is believed only where it can be true: one vector for each text, all of one
// length, which stays the same as long as the Embedder lives, and each with a direction.
// Whatever else a service sends ends in an *outside.Error.
package openai

import (
	"context"
	"errors"
	"strings"
	"sync/atomic"
	"unicode"
	"unicode/utf8"

	"docuquest/core/search/embed"
	"docuquest/core/services/outside"
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

// Options says which model of which service to ask.
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

// New makes an embedder. It asks nothing yet. The error says which option is wrong.
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

// Dimensions is the length of the vectors, 0 before the first were made.
func (e *Embedder) Dimensions() int { return int(e.dimensions.Load()) }

// Embed implements embed.Embedder. A text is not blank; of one longer than 8 KiB the
// beginning counts, and the secrets that it holds are hidden before it is sent. Many texts go out in several requests, one after the other, under
// the purpose of the context, or else "vectors".
func (e *Embedder) Embed(ctx context.Context, texts []string) ([][]float32, error) {
	if _, ok := outside.PurposeOf(ctx); !ok {
		ctx = outside.WithPurpose(ctx, outside.Purpose{Name: "vectors"})
	}
	all := make([][]float32, 0, len(texts))
	texts = masked(texts)
	for len(texts) > 0 {
		batch := nextBatch(texts)
		vectors, err := e.request(ctx, batch)
		if err != nil {
			return nil, err
		}
		all, texts = append(all, vectors...), texts[len(batch):]
	}
	return all, nil
}

// masked are texts without their secrets. Each has a mask of its own: the same text has
// the same vector, whatever it is sent with.
func masked(texts []string) []string {
	hidden := make([]string, len(texts))
	for i, text := range texts {
		hidden[i] = outside.NewMask().Hide(text)
	}
	return hidden
}

// nextBatch is as many of the texts as go into one request, each cut to what is sent
// of it.
func nextBatch(texts []string) []string {
	var batch []string
	size := 0
	for _, t := range texts {
		t = beginning(t)
		if size += len(t); len(batch) == batchTexts || len(batch) > 0 && size > batchBytes {
			break
		}
		batch = append(batch, t)
	}
	return batch
}

// beginning is what is sent of a text, cut between two characters.
func beginning(s string) string {
	if len(s) <= textBytes {
		return s
	}
	end := textBytes
	for end > textBytes-utf8.UTFMax && !utf8.RuneStart(s[end]) {
		end--
	}
	return s[:end]
}
