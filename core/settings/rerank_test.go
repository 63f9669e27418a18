package settings_test

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"docuquest/core/services/outside"
	"docuquest/core/settings"
)

// The service that reranks is the one at its own address, with its own key alone.
func TestRerankEndpoint(t *testing.T) {
	type E = settings.Endpoint
	const file = "rerank_url = \"https://a.example/v2\"\nrerank_key = \"k\"\n"
	for _, test := range []struct {
		name, file string
		environ    []string
		options    string
		want       E
	}{
		{"nothing is named", `base_url = "https://a.example/v1"`, []string{"DOCUQUEST_API_KEY=x", "OPENAI_API_KEY=o"}, "", E{}},
		{"an address names it", file, []string{"DOCUQUEST_RERANK_MODEL=m"}, "", E{Named: true, BaseURL: "https://a.example/v2", Model: "m", Key: outside.NewSecret("k")}},
		{"by name", file, []string{"DOCUQUEST_RERANKER=service"}, "", E{Named: true, BaseURL: "https://a.example/v2", Key: outside.NewSecret("k")}},
		{"another reranker is chosen", file, nil, `{"reranker": "lexical"}`, E{BaseURL: "https://a.example/v2", Key: outside.NewSecret("k")}},
		{"keys of other services are not sent", "", []string{"DOCUQUEST_RERANK_URL=https://api.openai.com/v1", "DOCUQUEST_API_KEY=x", "OPENAI_API_KEY=o"}, "", E{Named: true, BaseURL: "https://api.openai.com/v1"}},
		{"a key is not sent to a host that a later source names", file, nil, `{"rerank_url": "https://b.example"}`, E{Named: true, BaseURL: "https://b.example"}},
		{"nor is one that came before any address", `rerank_key = "k"`, nil, `{"rerank_url": "https://b.example"}`, E{Named: true, BaseURL: "https://b.example"}},
		{"another path of the same service keeps it", file, nil, `{"rerank_url": "https://A.example/v3"}`, E{Named: true, BaseURL: "https://A.example/v3", Key: outside.NewSecret("k")}},
		{"an address that is taken back takes its key along", file, []string{"DOCUQUEST_RERANK_MODEL=m"}, `{"rerank_url": ""}`, E{Model: "m"}},
	} {
		t.Run(test.name, func(t *testing.T) {
			s, _, err := settings.Load(settings.Sources{
				File: []byte(test.file), Environ: test.environ, InitializationOptions: []byte(test.options),
			})
			if err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(test.want, s.RerankEndpoint(), compareSecrets); diff != "" {
				t.Errorf("endpoint (-want +got):\n%s", diff)
			}
		})
	}
}
