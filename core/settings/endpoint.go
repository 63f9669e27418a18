package settings

import (
	"bytes"
	"cmp"
	"errors"
	"net/url"
	"strings"

	"docuquest/core/services/outside"
)

// The services that are known by name.
const (
	OpenRouterURL = "https://openrouter.ai/api/v1"

	openRouterHost = "openrouter.ai"
	openAIHost     = "api.openai.com"
)

// The models that are used where the settings name a service alone.
const (
	OpenRouterModel = "openai/gpt-4o-mini"

	openAIModel = "gpt-4o-mini"
	// otherModel is what servers of a single model on one's own machine take
	// for any name; others answer that they do not know it.
	otherModel = "default"
)

// An Endpoint is a service with its models, complete: what the settings do
// not set has its default.
type Endpoint struct {
	// Named is set when the user set an address or a model, and so wants it
	// used. A key alone does not set it.
	Named bool

	BaseURL    string
	Model      string
	TermsModel string
	Key        outside.Secret // the zero value if there is none for this host
}

// Endpoint returns the service that the settings describe.
func (s Settings) Endpoint() Endpoint {
	e := Endpoint{
		Named:   s.BaseURL != "" || s.Model != "",
		BaseURL: cmp.Or(s.BaseURL, OpenRouterURL),
		Key:     s.APIKey,
	}
	e.Model = otherModel
	switch e.Host() {
	case openRouterHost:
		e.Model = OpenRouterModel
	case openAIHost:
		e.Model = openAIModel
	}
	e.Model = cmp.Or(s.Model, e.Model)
	e.TermsModel = cmp.Or(s.TermsModel, e.Model)
	if e.Key.IsZero() {
		e.Key = s.hostKey(e.BaseURL)
	}
	return e
}

// RerankEndpoint returns the service that reranks passages. It is named if it has an
// address, unless the settings choose another reranker.
func (s Settings) RerankEndpoint() Endpoint {
	return Endpoint{
		Named:   s.RerankURL != "" && (s.Reranker == "" || s.Reranker == "service"),
		BaseURL: s.RerankURL,
		Model:   s.RerankModel,
		Key:     s.RerankKey,
	}
}

// EmbedEndpoint returns the service that makes vectors. It is named if it has a model
// and the user chose an address: no default sends the texts of files anywhere.
func (s Settings) EmbedEndpoint() Endpoint {
	e := Endpoint{
		Named:   s.EmbedModel != "" && s.embedURL() != "",
		BaseURL: s.embedURL(),
		Model:   s.EmbedModel,
		Key:     s.EmbedKey,
	}
	if e.Key.IsZero() && s.BaseURL != "" && s.embedOrigin() == s.origin() {
		e.Key = s.APIKey
	}
	if e.Key.IsZero() {
		e.Key = s.hostKey(e.BaseURL)
	}
	return e
}

func (s Settings) embedURL() string { return cmp.Or(s.EmbedURL, s.BaseURL) }

// Host returns the name of the machine in the address, without a port.
func (e Endpoint) Host() string { return hostOf(e.BaseURL) }

// Local reports whether the service runs on this machine.
func (e Endpoint) Local() bool { return isLoopback(e.Host()) }

// PlainHosts returns the hosts that are contacted without encryption because the
// address is plain http, as the address writes them: one, or nil.
func (e Endpoint) PlainHosts() []string {
	u, err := url.Parse(e.BaseURL)
	if err != nil || u.Scheme != "http" {
		return nil
	}
	return []string{u.Hostname()}
}

// IsOpenRouter reports whether the service is OpenRouter itself, to which alone
// its keys may go.
func (e Endpoint) IsOpenRouter() bool { return e.Host() == openRouterHost }

// hostKey returns the key of the environment that is meant for one host alone.
func (s Settings) hostKey(address string) outside.Secret {
	switch hostOf(address) {
	case openRouterHost:
		return s.OpenRouterKey
	case openAIHost:
		return s.OpenAIKey
	}
	return outside.Secret{}
}

// origin is where a key for the present address may go: scheme, host and port.
func (s Settings) origin() string { return originOf(cmp.Or(s.BaseURL, OpenRouterURL)) }

// rerankOrigin is the same for the service that reranks, "" where none is named.
func (s Settings) rerankOrigin() string {
	if s.RerankURL == "" {
		return ""
	}
	return originOf(s.RerankURL)
}

// embedOrigin is the same for the service that makes vectors, "" where none is named.
func (s Settings) embedOrigin() string {
	if s.embedURL() == "" {
		return ""
	}
	return originOf(s.embedURL())
}

func originOf(address string) string {
	u, err := url.Parse(address)
	if err != nil {
		return ""
	}
	return u.Scheme + "://" + strings.ToLower(u.Host)
}

func hostOf(address string) string {
	u, err := url.Parse(address)
	if err != nil {
		return ""
	}
	return strings.ToLower(u.Hostname())
}

// ReadKey returns the key of a key file, its first line, or an error when the
// line is empty or no key.
func ReadKey(content []byte) (outside.Secret, error) {
	content = bytes.TrimPrefix(content, []byte("\ufeff"))
	line, _, _ := bytes.Cut(content, []byte("\n"))
	key := strings.TrimSpace(string(line))
	if key == "" {
		return outside.Secret{}, errors.New("its first line is empty, where the key should be")
	}
	if err := checkHeader(key); err != nil {
		return outside.Secret{}, errors.New("its first line is no key: it holds spaces or characters that no key has")
	}
	return outside.NewSecret(key), nil
}
