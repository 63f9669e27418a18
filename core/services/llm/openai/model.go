// Package openai asks language models over the API that OpenAI began and most
// services and local servers speak: OpenRouter, Ollama, llama.cpp, vLLM and
// others. It is an llm.Model on top of the go-openai library and of the
// program's one HTTP client.
//
// The library loses some of what a service says: an error inside a reply with
// a good status, an error in a form of its own, a stream that breaks off. All
// of these are found here and end in an *outside.Error; a model that says
// nothing is never taken for one that has nothing to say.
package openai

import (
	"context"
	"errors"
	"math"
	"net/http"
	"strings"
	"sync/atomic"
	"unicode"

	sdk "github.com/sashabaranov/go-openai"

	"docuquest/core/services/llm"
	"docuquest/core/services/outside"
)

var address = outside.Address{What: "the base URL", Like: "https://openrouter.ai/api/v1", Operation: "/chat/completions"}

// Options says which model of which service to ask.
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

	// MaxReply is the most bytes of text that are taken; 0 stands for 4 MiB.
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

// New makes a model. It asks nothing yet. The error says which option is wrong.
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

// Complete implements llm.Model. Secrets that the messages hold are hidden before they
// are sent, and stand in the reply again where the model repeats their placeholders, unless
// r is Masked. The request goes into the ledgers with the sources of r added to those of
// the context's purpose, and under the category where the context has no purpose.
func (m *Model) Complete(ctx context.Context, r llm.Request, stream func(delta string)) (llm.Reply, error) {
	ctx = withPurpose(ctx, r)
	if r.Tries > 0 {
		ctx = outside.WithTries(ctx, r.Tries)
	}
	mask := outside.NewMask()
	r.Messages = masked(mask, r.Messages)
	if r.Masked {
		mask = outside.NewMask() // which has nothing to put back
	}
	streamed := r.Counted && stream != nil
	for counted := streamed; ; {
		with := extras{format: r.JSON && !m.freeForm.Load(), usage: counted && !m.uncounted.Load()}
		reply, err := m.ask(ctx, r, with, mask, stream)
		switch {
		case m.learns(with, err):
		case with.usage && isMalformed(err) && !m.otherFault.Load(): // some do not say what they do not take
			counted = false
		default:
			if streamed && !counted {
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

// isMalformed reports whether an error says that the service does not take a request as it
// is written.
func isMalformed(err error) bool {
	var fault *outside.Error
	return errors.As(err, &fault) && (fault.Status == http.StatusBadRequest || fault.Status == http.StatusUnprocessableEntity) && !fault.InReply
}

// extras are the parts of a request that some services refuse and that it can do without.
type extras struct {
	format bool // JSON alone may come
	usage  bool // the tokens of a stream are counted
}

// learns notes what the service has refused of the extras that a request had, and reports
// whether there is anything: the request without it may succeed. Such an error comes before
// anything of a reply.
func (m *Model) learns(sent extras, err error) bool {
	switch {
	case sent.usage && (refuses(err, "stream_options") || refuses(err, "include_usage")):
		m.uncounted.Store(true)
	case sent.format && refuses(err, "response_format"):
		m.freeForm.Store(true)
	default:
		return false
	}
	return true
}

// refuses reports whether an error says that the service does not take a part of a request,
// which it calls by its name.
func refuses(err error, part string) bool {
	var fault *outside.Error
	return errors.As(err, &fault) && fault.Kind == outside.Rejected && strings.Contains(fault.Error(), part)
}

// masked are messages without their secrets.
func masked(mask *outside.Mask, messages []llm.Message) []llm.Message {
	texts := make([]string, len(messages))
	for i, message := range messages {
		texts[i] = message.Text
	}
	hidden := make([]llm.Message, len(messages))
	for i, text := range mask.HideAll(texts) {
		hidden[i] = llm.Message{Role: messages[i].Role, Text: text}
	}
	return hidden
}

// ask makes one call. The mask has what is put back into the reply.
func (m *Model) ask(ctx context.Context, r llm.Request, with extras, mask *outside.Mask, stream func(delta string)) (llm.Reply, error) {
	purpose, _ := outside.PurposeOf(ctx)
	form := outside.PlainReply
	if r.JSON {
		form = outside.JSONReply
	}
	c := &call{
		Call:     outside.Call{Client: m.options.Client, Op: purpose.Name, Host: m.host, Key: m.options.Key},
		most:     m.options.MaxReply,
		restorer: mask.Restorer(form),
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

// request puts a request into the library's form.
func (m *Model) request(r llm.Request, with extras) sdk.ChatCompletionRequest {
	q := sdk.ChatCompletionRequest{
		Model: m.options.Model,
		// The library leaves out a zero, and services then take another value.
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
	return withTemperature(withLimit(q, r.MaxTokens))
}

// withLimit sets the most tokens of a reply. Local servers know only the older
// name of that limit, and models that think before they reply only the newer.
func withLimit(q sdk.ChatCompletionRequest, tokens int) sdk.ChatCompletionRequest {
	older := q
	//lint:ignore SA1019 the name that every service knows but for the newest models
	older.MaxTokens = tokens
	if errors.Is(sdk.NewReasoningValidator().Validate(older), sdk.ErrReasoningModelMaxTokensDeprecated) {
		q.MaxCompletionTokens = tokens
		return q
	}
	return older
}

// withTemperature takes the temperature out for models that allow none.
func withTemperature(q sdk.ChatCompletionRequest) sdk.ChatCompletionRequest {
	err := sdk.NewReasoningValidator().Validate(q)
	if errors.Is(err, sdk.ErrReasoningModelLimitationsOther) || errors.Is(err, sdk.ErrReasoningSamplingUnsupported) {
		q.Temperature = 0
	}
	return q
}

func withPurpose(ctx context.Context, r llm.Request) context.Context {
	purpose, ok := outside.PurposeOf(ctx)
	if !ok {
		purpose.Name = r.Category
	}
	ranges := append([]outside.Range(nil), purpose.Ranges...)
	for _, s := range r.Sources {
		ranges = append(ranges, outside.Range(s))
	}
	purpose.Ranges = ranges
	return outside.WithPurpose(ctx, purpose)
}
