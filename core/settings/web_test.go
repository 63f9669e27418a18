package settings_test

import (
	"net/netip"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"docuquest/core/settings"
)

// The web is off, whatever keys and addresses there are, until the user turns it on in a
// source of his own.
func TestWebIsOff(t *testing.T) {
	s, warnings, err := settings.Load(settings.Sources{
		Environ: []string{"SERPAPI_API_KEY=k", "DOCUQUEST_SEARXNG_URL=http://localhost:8888"},
	})
	if err != nil || len(warnings) > 0 || s.Web != "off" || !s.UsesSerpAPI() || !s.UsesSearXNG() {
		t.Errorf("%+v, %v, %v", s, warnings, err)
	}
	s, _, err = settings.Load(settings.Sources{File: []byte("web = \"on\"\nweb_provider = \"searxng\""), Environ: []string{"SERPAPI_API_KEY=k"}})
	if err != nil || s.Web != "on" || s.UsesSerpAPI() || s.UsesSearXNG() {
		t.Errorf("%+v, %v", s, err)
	}
}

// An editor hands on what a workspace may have written: of the web it sets nothing, and is
// told so. Keys are read from the environment alone.
func TestOptionsSetNothingOfTheWeb(t *testing.T) {
	planted := `{"web": "on", "web_provider": "searxng", "searxng_url": "https://evil.example", "web_results": 20,
		"web_language": "de", "web_trusted": "127.0.0.1:80", "web_ports": "22", "serpapi_key": "k", "serpapi_url": "https://evil.example"}`
	s, warnings, err := settings.Load(settings.Sources{InitializationOptions: []byte(planted)})
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(settings.Defaults(), s, compareSecrets); diff != "" {
		t.Errorf("settings (-want +got):\n%s", diff)
	}
	refused := 0
	for _, w := range warnings {
		if strings.HasSuffix(string(w), " is read from config.toml and the environment alone") || strings.Contains(string(w), "is not a setting") {
			refused++
		}
	}
	if refused != 9 || len(warnings) != 9 {
		t.Errorf("warnings: %q", warnings)
	}
}

// Addresses and ports are lists, and what is none of them is named.
func TestWebLists(t *testing.T) {
	s, _, err := settings.Load(settings.Sources{File: []byte("web_trusted = \"192.168.1.5:8080  [::1]:80\"\nweb_ports = \"8080 8443\"\nweb_language = \"en\"")})
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff([]string{"192.168.1.5:8080", "[::1]:80"}, texts(s.TrustedPages())); diff != "" {
		t.Error(diff)
	}
	if diff := cmp.Diff([]uint16{8080, 8443}, s.PagePorts()); diff != "" {
		t.Error(diff)
	}
	for content, want := range map[string]string{
		`web = "yes"`:                      `config.toml: web: "yes" is not known: it may be on or off`,
		`web_trusted = "localhost:80"`:     `config.toml: web_trusted: "localhost:80" is not the number of a machine with a port, such as 192.168.1.5:8080`,
		`web_ports = "80 0"`:               `config.toml: web_ports: "0" is not a port: it may be 1 to 65535`,
		`web_language = "english"`:         `config.toml: web_language: it must be a language by its two letters, such as en`,
		`web_results = 21`:                 `config.toml: web_results: it must be a whole number from 1 to 20`,
		`searxng_url = "http://a.example"`: strings.Replace(plainHTTP, "base_url", "searxng_url", 1),
	} {
		if _, _, err := settings.Load(settings.Sources{File: []byte(content)}); err == nil || err.Error() != want {
			t.Errorf("%s: %v", content, err)
		}
	}
}

func texts(addresses []netip.AddrPort) []string {
	var all []string
	for _, a := range addresses {
		all = append(all, a.String())
	}
	return all
}
