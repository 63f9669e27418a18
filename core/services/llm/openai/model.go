// Package openai asks language models over the API that OpenAI began and most
// services and local servers speak: OpenRouter, Ollama, llama.cpp, vLLM and
// others. It is an llm.Model on top of the go-openai library and of the
// program's one HTTP client.
//
// The library loses some of what a service replies: an error inside a reply with
// a good status, an error in a form of its own, a stream that breaks off. All
// of these are found here and end in an *outside.Error; an empty reply is an
// error, too.
package openai

import (
	"context"
	"errors"
	"math"
	"net/http"
	"slices"
	"strings"
	"sync/atomic"
	"unicode"

	sdk "github.com/sashabaranov/go-openai"

	"docuquest/core/services/llm"
	"docuquest/core/services/outside"
	"docuquest/core/services/outside/mask"
)

var address = outside.Address{What: "the base URL", Like: "https://openrouter.ai/api/v1", Operation: "/chat/completions"}

// Options names the model and the service to ask.
type Options struct {
	// BaseURL is the address that /chat/completions is appended to, such as
	// https://openrouter.ai/api/v1 or http://localhost:11434/v1. A slash at
	// its end, and the appended part itself, do no harm.
	BaseURL string

	// Key is sent to the host of BaseURL and to no other, in the header
	// Authorization. The zero Secret sends none, as local servers want it.
	Key outside.Secret

	// Model is the name of the model as the service knows it.
	Model string

	// Client is what requests go through. It must not be nil.
	Client *outside.Client

	// MaxReply is the most bytes of text that are accepted; 0 is 4 MiB.
	MaxReply int
}

// Model is a model of a service. It implements llm.Model; its errors are
// *outside.Error.
type Model struct {
	options Options
	host    string // of the base URL, with a port if it names one

	// What the service has refused once, and is not asked for again: to be held to JSON,
	// and to count the tokens of a stream.
	freeForm, uncounted atomic.Bool
	// otherFault is set once a request was no less malformed without the count.
	otherFault atomic.Bool
}

// New makes a model. It asks nothing yet. The error names the option that is wrong.
func New(o Options) (*Model, error) {
	base, err := address.Parse(o.BaseURL)
	if err != nil {
		return nil, err
	}
	o.BaseURL = base.String()
	o.Key = outside.NewSecret(strings.TrimSpace(o.Key.Reveal()))
	if o.MaxReply == 0 {
		o.MaxReply = 4 << 20
	}
	switch {
	case strings.ContainsFunc(o.Key.Reveal(), unicode.IsControl):
		return nil, errors.New("the key holds a line break or another control character")
	case o.Model == "":
		return nil, errors.New("no model is named")
	case o.Client == nil:
		return nil, errors.New("there is no client to send requests through")
	}
	return &Model{options: o, host: base.Host}, nil
}

// Name returns the name of the model as the service knows it.
func (m *Model) Name() string { return m.options.Model }

// Complete implements llm.Model. Secrets in the messages are hidden before they are sent, and
// come back in the reply where the model repeats their placeholders, unless r is Masked. The
// request goes into the ledgers with the sources of r added to those of the context's
// purpose, and under the category where the context has no purpose.
func (m *Model) Complete(ctx context.Context, r llm.Request, stream func(delta string)) (llm.Reply, error) {
	purpose, ok := outside.PurposeOf(ctx)
	if !ok {
		purpose.Name = r.Category
	}
	purpose.Ranges = slices.Clone(purpose.Ranges)
	for _, s := range r.Sources {
		purpose.Ranges = append(purpose.Ranges, outside.Range(s))
	}
	ctx = outside.WithPurpose(ctx, purpose)
	if r.Tries > 0 {
		ctx = outside.WithTries(ctx, r.Tries)
	}
	hiding := mask.New()
	texts := make([]string, len(r.Messages))
	for i, message := range r.Messages {
		texts[i] = message.Text
	}
	r.Messages = slices.Clone(r.Messages)
	for i, text := range hiding.HideAll(texts) {
		r.Messages[i].Text = text
	}
	if r.Masked {
		hiding = mask.New() // which has nothing to put back
	}
	isStreamed := r.Counted && stream != nil
	for isCounted := isStreamed; ; {
		with := extras{format: r.JSON && !m.freeForm.Load(), usage: isCounted && !m.uncounted.Load()}
		reply, err := m.ask(ctx, r, with, hiding, stream)
		switch {
		case with.usage && (refuses(err, "stream_options") || refuses(err, "include_usage")):
			m.uncounted.Store(true)
		case with.format && refuses(err, "response_format"):
			m.freeForm.Store(true)
		case with.usage && isMalformed(err) && !m.otherFault.Load(): // some services do not name what they refuse
			isCounted = false
		default:
			if isStreamed && !isCounted {
				m.uncounted.CompareAndSwap(false, err == nil)
				m.otherFault.CompareAndSwap(false, isMalformed(err))
			}
			return reply, err
		}
		if !outside.MayTry(ctx) {
			return reply, err
		}
	}
}

// extras are the parts of a request that some services refuse and that it can do without.
type extras struct {
	format bool // JSON alone may come
	usage  bool // the tokens of a stream are counted
}

// isMalformed reports whether an error means that the service does not accept a request as it
// is written.
func isMalformed(err error) bool {
	var fault *outside.Error
	return errors.As(err, &fault) && (fault.Status == http.StatusBadRequest || fault.Status == http.StatusUnprocessableEntity) && !fault.InReply
}

// refuses reports whether an error means that the service does not accept a part of a request,
// which it names. Such an error comes before anything of a reply.
func refuses(err error, part string) bool {
	var fault *outside.Error
	return errors.As(err, &fault) && fault.Kind == outside.Rejected && strings.Contains(fault.Error(), part)
}

// ask makes one call. The mask has what is put back into the reply.
func (m *Model) ask(ctx context.Context, r llm.Request, with extras, hiding *mask.Mask, stream func(delta string)) (llm.Reply, error) {
	purpose, _ := outside.PurposeOf(ctx)
	form := mask.PlainReply
	if r.JSON {
		form = mask.JSONReply
	}
	c := &call{
		Call:     outside.Call{Client: m.options.Client, Op: purpose.Name, Host: m.host, Key: m.options.Key},
		most:     m.options.MaxReply,
		restorer: hiding.Restorer(form),
	}
	config := sdk.DefaultConfig("") // the key is added by the call alone
	config.BaseURL = m.options.BaseURL
	config.HTTPClient = c
	config.EmptyMessagesLimit = math.MaxInt32 // the client counts bytes instead
	client := sdk.NewClientWithConfig(config)
	if stream != nil {
		return c.streamed(ctx, client, m.request(r, with), stream)
	}
	return c.whole(ctx, client, m.request(r, with))
}

// request puts a request into the library's form. Local servers know only the older name of
// the limit on tokens, and models that think before they reply only the newer; some of these
// allow no temperature.
func (m *Model) request(r llm.Request, with extras) sdk.ChatCompletionRequest {
	q := sdk.ChatCompletionRequest{
		Model: m.options.Model,
		// The library leaves out a zero, and services then choose another value.
		Temperature: max(float32(r.Temperature), math.SmallestNonzeroFloat32),
	}
	for _, message := range r.Messages {
		q.Messages = append(q.Messages, sdk.ChatCompletionMessage{Role: string(message.Role), Content: message.Text})
	}
	if with.usage {
		q.StreamOptions = &sdk.StreamOptions{IncludeUsage: true}
	}
	if with.format {
		q.ResponseFormat = &sdk.ChatCompletionResponseFormat{Type: sdk.ChatCompletionResponseFormatTypeJSONObject}
	}
	newer := q
	newer.MaxCompletionTokens = r.MaxTokens
	//lint:ignore SA1019 the name that every service knows but for the newest models
	q.MaxTokens = r.MaxTokens
	if errors.Is(sdk.NewReasoningValidator().Validate(q), sdk.ErrReasoningModelMaxTokensDeprecated) {
		q = newer
	}
	err := sdk.NewReasoningValidator().Validate(q)
	if errors.Is(err, sdk.ErrReasoningModelLimitationsOther) || errors.Is(err, sdk.ErrReasoningSamplingUnsupported) {
		q.Temperature = 0
	}
	return q
}
