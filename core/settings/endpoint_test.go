package settings_test

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"docuquest/core/services/outside"
	"docuquest/core/settings"
)

// A model is used only when an address or a model is named, and a key goes to
// its own host alone.
func TestEndpoint(t *testing.T) {
	for _, test := range endpointTests() {
		t.Run(test.name, func(t *testing.T) {
			s, _, err := settings.Load(settings.Sources{
				File: []byte(test.file), Environ: test.environ, InitializationOptions: []byte(test.options),
			})
			if err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(test.want, s.Endpoint(), compareSecrets); diff != "" {
				t.Errorf("endpoint (-want +got):\n%s", diff)
			}
		})
	}
}

type endpointTest struct {
	name    string
	file    string
	environ []string
	options string
	want    settings.Endpoint
}

func endpointTests() []endpointTest {
	const router, openai = "OPENROUTER_API_KEY=rk", "OPENAI_API_KEY=ok"
	type E = settings.Endpoint
	secret := outside.NewSecret
	return []endpointTest{
		{
			"keys alone name nothing", "",
			[]string{router, openai, "DOCUQUEST_API_KEY=k"},
			"",
			E{false, settings.OpenRouterURL, settings.OpenRouterModel, settings.OpenRouterModel, secret("k")},
		},
		{
			"a model alone goes to OpenRouter with its key", "",
			[]string{router, openai, "DOCUQUEST_MODEL=m"},
			"",
			E{true, settings.OpenRouterURL, "m", "m", secret("rk")},
		},
		{
			"an address alone gets the model that fits it", "",
			[]string{router, openai, "DOCUQUEST_BASE_URL=https://api.openai.com/v1"},
			"",
			E{true, "https://api.openai.com/v1", "gpt-4o-mini", "gpt-4o-mini", secret("ok")},
		},
		{
			"a key of one host goes to no other", "",
			[]string{router, openai, "DOCUQUEST_BASE_URL=http://localhost:11434/v1"},
			"",
			E{true, "http://localhost:11434/v1", "default", "default", secret("")},
		},
		{
			"a host whose name only begins alike is another one", "",
			[]string{router, openai, "DOCUQUEST_BASE_URL=https://openrouter.ai.evil.example"},
			"",
			E{true, "https://openrouter.ai.evil.example", "default", "default", secret("")},
		},
		{
			"the file names the service, the environment its key", "base_url = \"https://a.example\"\nmodel = \"m\"\nterms_model = \"t\"",
			[]string{router, "DOCUQUEST_API_KEY=k"},
			"",
			E{true, "https://a.example", "m", "t", secret("k")},
		},
		{
			"a key is not sent to a host that a later source names", "base_url = \"https://a.example\"\napi_key = \"k\"", nil, `{"base_url": "https://b.example"}`,
			E{true, "https://b.example", "default", "default", secret("")},
		},
		{
			"nor is one for the default host", "",
			[]string{"DOCUQUEST_API_KEY=k"},
			`{"base_url": "https://b.example"}`,
			E{true, "https://b.example", "default", "default", secret("")},
		},
		{
			"nor to another port, where another service listens", "",
			[]string{"DOCUQUEST_API_KEY=k", "DOCUQUEST_BASE_URL=http://localhost:1/v1"},
			`{"base_url": "http://localhost:2/v1"}`,
			E{true, "http://localhost:2/v1", "default", "default", secret("")},
		},
		{
			"another path of the same service keeps it", "base_url = \"https://a.example/v1\"\napi_key = \"k\"", nil, `{"base_url": "https://A.example/v2"}`,
			E{true, "https://A.example/v2", "default", "default", secret("k")},
		},
		{
			"a new address with a key of its own", "base_url = \"https://a.example\"\napi_key = \"k\"",
			[]string{"DOCUQUEST_API_KEY=k2", "DOCUQUEST_BASE_URL=https://b.example"},
			"",
			E{true, "https://b.example", "default", "default", secret("k2")},
		},
	}
}

// A service on this machine is one that no network lies before.
func TestEndpointLocal(t *testing.T) {
	for address, want := range map[string]bool{
		"http://localhost:11434/v1": true, "http://127.0.0.1/": true, "http://[::1]:80/": true, "http://[::ffff:127.0.0.1]/": true,
		"https://localhost.example/": false, "https://10.0.0.1/": false, settings.OpenRouterURL: false,
	} {
		if got := (settings.Endpoint{BaseURL: address}).Local(); got != want {
			t.Errorf("%s: local is %v, want %v", address, got, want)
		}
	}
}

// Plain http is for this machine and for numbers of the local network.
func TestPlainHosts(t *testing.T) {
	for address, want := range map[string][]string{
		"http://localhost:11434/v1": {"localhost"}, "http://192.168.1.5:11434/v1": {"192.168.1.5"},
		"HTTP://10.0.0.1/v1": {"10.0.0.1"}, "http://172.31.0.1/": {"172.31.0.1"}, "http://[FD00::1]:80/v1": {"FD00::1"},
		"https://192.168.1.5/v1": nil, "https://a.example/v1": nil,
	} {
		s, _, err := settings.Load(settings.Sources{Environ: []string{"DOCUQUEST_BASE_URL=" + address}})
		if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(want, s.Endpoint().PlainHosts()); diff != "" {
			t.Errorf("%s (-want +got):\n%s", address, diff)
		}
	}
}

// The key is the first line of a key file, however editors write files.
func TestReadKey(t *testing.T) {
	tests := []struct{ content, key, problem string }{
		{"sk-1", "sk-1", ""},
		{"sk-1\n", "sk-1", ""},
		{"\ufeff  sk-1 \r\nand notes\r\n", "sk-1", ""},
		{"", "", "its first line is empty, where the key should be"},
		{"\n sk-1", "", "its first line is empty, where the key should be"},
		{"my key", "", "its first line is no key: it holds spaces or characters that no key has"},
		{"sk\x00", "", "its first line is no key: it holds spaces or characters that no key has"},
	}
	for _, test := range tests {
		key, err := settings.ReadKey([]byte(test.content))
		problem := ""
		if err != nil {
			problem = err.Error()
		}
		if key.Reveal() != test.key || problem != test.problem {
			t.Errorf("%q: key %q, problem %q; want %q, %q", test.content, key.Reveal(), problem, test.key, test.problem)
		}
	}
}

// Vectors are made where a model for them and an address are named, and a key goes to
// its own host alone.
func TestEmbedEndpoint(t *testing.T) {
	type E = settings.Endpoint
	secret := outside.NewSecret
	const model = "embed_model = \"e\"\n"
	for _, test := range []struct {
		name, file string
		environ    []string
		options    string
		want       E
	}{
		{"nothing is named", `base_url = "http://localhost:1/v1"`, nil, "", E{BaseURL: "http://localhost:1/v1"}},
		{"a model without an address", model + `model = "m"`, []string{"OPENROUTER_API_KEY=rk"}, "", E{Model: "e"}},
		{"at base_url, with its key", model + "base_url = \"https://a.example/v1\"\napi_key = \"k\"", nil, "", E{Named: true, BaseURL: "https://a.example/v1", Model: "e", Key: secret("k")}},
		{
			"elsewhere, without the key of base_url", model + "base_url = \"https://a.example/v1\"\napi_key = \"k\"\nembed_url = \"http://localhost:1/v1\"",
			nil, "",
			E{Named: true, BaseURL: "http://localhost:1/v1", Model: "e"},
		},
		{
			"the same host at another path has the same key", model + "base_url = \"https://a.example/v1\"\napi_key = \"k\"\nembed_url = \"https://A.example/v2\"",
			nil, "",
			E{Named: true, BaseURL: "https://A.example/v2", Model: "e", Key: secret("k")},
		},
		{
			"a key of one host goes to no other", "",
			[]string{"OPENAI_API_KEY=ok", "DOCUQUEST_EMBED_MODEL=e", "DOCUQUEST_EMBED_URL=https://b.example"},
			"",
			E{Named: true, BaseURL: "https://b.example", Model: "e"},
		},
		{
			"a service that is known by name has its key", "",
			[]string{"OPENAI_API_KEY=ok", "DOCUQUEST_EMBED_MODEL=e", "DOCUQUEST_EMBED_URL=https://api.openai.com/v1"},
			"",
			E{Named: true, BaseURL: "https://api.openai.com/v1", Model: "e", Key: secret("ok")},
		},
		{
			"its own key", model + "embed_url = \"https://a.example\"\nembed_key = \"k\"",
			nil, "",
			E{Named: true, BaseURL: "https://a.example", Model: "e", Key: secret("k")},
		},
		{
			"its key is not sent to a host that a later source names", model + "embed_url = \"https://a.example\"\nembed_key = \"k\"",
			nil, `{"embed_url": "https://b.example"}`,
			E{Named: true, BaseURL: "https://b.example", Model: "e"},
		},
		{
			"nor where base_url leads it there", model + "base_url = \"https://a.example\"\nembed_key = \"k\"",
			nil, `{"base_url": "https://b.example"}`,
			E{Named: true, BaseURL: "https://b.example", Model: "e"},
		},
	} {
		s, _, err := settings.Load(settings.Sources{
			File: []byte(test.file), Environ: test.environ, InitializationOptions: []byte(test.options),
		})
		if err != nil {
			t.Fatalf("%s: %v", test.name, err)
		}
		if diff := cmp.Diff(test.want, s.EmbedEndpoint(), compareSecrets); diff != "" {
			t.Errorf("%s (-want +got):\n%s", test.name, diff)
		}
	}
}
