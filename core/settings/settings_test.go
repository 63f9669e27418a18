package settings_test

import (
	"errors"
	"fmt"
	"path/filepath"
	"reflect"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"docuquest/core/services/outside"
	"docuquest/core/settings"
)

// compareSecrets looks into keys, which print the same.
var compareSecrets = cmp.Comparer(outside.Secret.Equal)

// change is the defaults with something changed.
func change(f func(*settings.Settings)) settings.Settings {
	s := settings.Defaults()
	f(&s)
	return s
}

// Later sources win over earlier ones, setting by setting.
func TestLoad(t *testing.T) {
	type S = settings.Settings
	tests := []struct {
		name string
		from settings.Sources
		want settings.Settings
	}{
		{"nothing is set", settings.Sources{}, settings.Defaults()},
		{
			"the file over the defaults",
			settings.Sources{File: []byte("base_url = \"https://a.example/v1\"\napi_key = \"k1\"\nmodel = \" m \"\nretrieval = \"boolean\"\nmax_file_size = 5000\n")},
			change(func(s *S) {
				s.BaseURL, s.APIKey, s.Model = "https://a.example/v1", outside.NewSecret("k1"), "m"
				s.Retrieval, s.MaxFileSize = "boolean", 5000
			}),
		},
		{
			"the environment over the file, and an empty variable over nothing",
			settings.Sources{
				File:    []byte(`model = "m1"` + "\n" + `terms_model = "t1"`),
				Environ: []string{"DOCUQUEST_MODEL=m2", "DOCUQUEST_TERMS_MODEL=", "PATH=/bin"},
			},
			change(func(s *S) { s.Model, s.TermsModel = "m2", "t1" }),
		},
		{
			"options over the environment",
			settings.Sources{
				Environ:               []string{"DOCUQUEST_MODEL=m2"},
				InitializationOptions: []byte(`{"model": "m3", "max_file_size": "3 MiB"}`),
			},
			change(func(s *S) { s.Model, s.MaxFileSize = "m3", 3<<20 }),
		},
		{
			"flags over everything",
			settings.Sources{
				File:                  []byte(`writer = "generative"`),
				InitializationOptions: []byte(`{"writer": "classic"}`),
				Flags:                 map[string]string{"writer": "extractive"},
			},
			change(func(s *S) { s.Writer = "extractive" }),
		},
		{
			"counts, as numbers and as texts, and one that is unset again",
			settings.Sources{
				File:                  []byte("answer_words = 120\nanswer_citations = \"7\"\ncontext_tokens = 100\nunsupported = \"drop\""),
				InitializationOptions: []byte(`{"answer_words": 80, "context_tokens": ""}`),
			},
			change(func(s *S) { s.AnswerWords, s.AnswerCitations, s.Unsupported = 80, 7, "drop" }),
		},
		{"options of null", settings.Sources{InitializationOptions: []byte(" null ")}, settings.Defaults()},
		{
			"paths in a file start at its folder, and flags where the program runs",
			settings.Sources{
				FileName: filepath.Join("home", "docuquest", "config.toml"),
				File:     []byte("terms_prompt = \"my/terms.txt\"\nlog_file = \"l.txt\""),
				Flags:    map[string]string{"summarize": "s.txt", "log": ""},
			},
			change(func(s *S) {
				s.TermsPrompt = filepath.Join("home", "docuquest", "my", "terms.txt")
				s.SummarizePrompt = "s.txt"
			}),
		},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			got, warnings, err := settings.Load(test.from)
			if err != nil || len(warnings) > 0 {
				t.Fatalf("error %v, warnings %q; want none", err, warnings)
			}
			if diff := cmp.Diff(test.want, got, compareSecrets); diff != "" {
				t.Errorf("settings (-want +got):\n%s", diff)
			}
		})
	}
}

const plainHTTP = `config.toml: base_url: plain http is for this machine, such as http://localhost:11434/v1, ` +
	`and for numbers of the local network, such as http://192.168.1.5:11434/v1: use https`

// What cannot be used is one line that names the source, the setting and what
// is allowed, and shows no key.
func TestLoadErrors(t *testing.T) {
	file := func(content string) settings.Sources {
		return settings.Sources{FileName: "config.toml", File: []byte(content)}
	}
	options := func(content string) settings.Sources {
		return settings.Sources{InitializationOptions: []byte(content)}
	}
	tests := []struct {
		from   settings.Sources
		source settings.Source
		want   string
	}{
		{file(`writer = "generatve"`), settings.File, `config.toml: writer: "generatve" is not known: it may be extractive, generative or classic`},
		{file(`retrieval = 7`), settings.File, `config.toml: retrieval: it must be a text in quotes: ranked or boolean`},
		{file(`api_key = ["canary"]`), settings.File, `config.toml: api_key: it must be a text in quotes`},
		{file(`api_key = "can ary"`), settings.File, `config.toml: api_key: it may hold neither spaces nor line breaks nor letters beyond ASCII`},
		{file("model = \"m\"\napi_key = canary\n"), settings.File, `config.toml: line 2, at or after "api_key": this is no TOML; a setting is written as name = "value"`},
		{file(`base_url = "openrouter.ai"`), settings.File, `config.toml: base_url: it must be an address such as https://openrouter.ai/api/v1`},
		{file(`base_url = "ftp://a.example"`), settings.File, `config.toml: base_url: it must be an address such as https://openrouter.ai/api/v1`},
		{file(`base_url = "https://me:canary@a.example"`), settings.File, `config.toml: base_url: the address may hold no user and no password: a key goes into api_key`},
		{file(`base_url = "https://a.example/?key=canary"`), settings.File, `config.toml: base_url: the address may hold no query and no fragment`},
		{file(`base_url = "http://a.example/v1"`), settings.File, plainHTTP},
		{file(`base_url = "http://8.8.8.8/v1"`), settings.File, plainHTTP},
		{file(`base_url = "http://192.168.1.5.example/v1"`), settings.File, plainHTTP},
		{file(`base_url = "http://169.254.169.254/latest"`), settings.File, plainHTTP},
		{file(`max_file_size = 0`), settings.File, `config.toml: max_file_size: it must be a size from 1 byte to 1 GiB, such as 500000 or 2 MiB`},
		{file(`max_file_size = 1.5`), settings.File, `config.toml: max_file_size: it must be a size from 1 byte to 1 GiB, such as 500000 or 2 MiB`},
		{file(`max_file_size = "2 GiB"`), settings.File, `config.toml: max_file_size: it must be a size from 1 byte to 1 GiB, such as 500000 or 2 MiB`},
		{settings.Sources{Environ: []string{"DOCUQUEST_BASE_URL=x"}}, settings.Environment, `the environment: DOCUQUEST_BASE_URL: it must be an address such as https://openrouter.ai/api/v1`},
		{file(`answer_words = -1`), settings.File, `config.toml: answer_words: it must be a whole number from 0 to 10000`},
		{file(`answer_citations = "few"`), settings.File, `config.toml: answer_citations: it must be a whole number from 0 to 1000`},
		{file(`context_tokens = true`), settings.File, `config.toml: context_tokens: it must be a whole number from 100 to 1000000`},
		{options(`{"context_tokens": 1e3}`), settings.Options, `initializationOptions: context_tokens: it must be a whole number from 100 to 1000000`},
		{options(`{"unsupported": "hide"}`), settings.Options, `initializationOptions: unsupported: "hide" is not known: it may be mark or drop`},
		{options(`[]`), settings.Options, `initializationOptions: it must be a JSON object of settings by their names`},
		{options(`{} {}`), settings.Options, `initializationOptions: something follows the JSON object`},
		{options(`{"model": null}`), settings.Options, `initializationOptions: model: it must be a text in quotes`},
		{options(`{"max_file_size": 1e3}`), settings.Options, `initializationOptions: max_file_size: it must be a size from 1 byte to 1 GiB, such as 500000 or 2 MiB`},
		{options(`{"terms_prompt": "prompts/terms.txt"}`), settings.Options, `initializationOptions: terms_prompt: "prompts/terms.txt" is not an absolute path`},
		{settings.Sources{Flags: map[string]string{"retrieval": "best"}}, settings.Flags, `--retrieval: "best" is not known: it may be ranked or boolean`},
	}
	for _, test := range tests {
		t.Run(test.want, func(t *testing.T) {
			_, _, err := settings.Load(test.from)
			var got *settings.Error
			if !errors.As(err, &got) {
				t.Fatalf("error %v, want an *Error", err)
			}
			if got.Error() != test.want || got.Source != test.source {
				t.Errorf("source %d, error\n%s\nwant source %d, error\n%s", got.Source, got, test.source, test.want)
			}
		})
	}
}

// A setting that is not known is a warning with the nearest known name. What is
// none of our business is passed over.
func TestUnknown(t *testing.T) {
	tests := []struct {
		from settings.Sources
		want []settings.Warning
	}{
		{
			settings.Sources{File: []byte("modle = \"m\"\n[colours]\nred = 1\n"), FileName: "c.toml"},
			[]settings.Warning{`c.toml: "colours" is not a setting`, `c.toml: "modle" is not a setting; did you mean model?`},
		},
		{
			settings.Sources{Environ: []string{"DOCUQUEST_BASEURL=https://a.example", "MODEL=m", "OPENAI_API_KEYS=k"}},
			[]settings.Warning{`the environment: "DOCUQUEST_BASEURL" is not a setting; did you mean DOCUQUEST_BASE_URL?`},
		},
		{
			settings.Sources{InitializationOptions: []byte(`{"maxFileSize": 1, "home": "/tmp", "` + strings.Repeat("x", 100) + `": 1}`)},
			[]settings.Warning{
				`initializationOptions: "home" is not a setting`,
				`initializationOptions: "maxFileSize" is not a setting; did you mean max_file_size?`,
				settings.Warning(`initializationOptions: "` + strings.Repeat("x", 60) + `"... is not a setting`),
			},
		},
	}
	for _, test := range tests {
		got, warnings, err := settings.Load(test.from)
		if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(settings.Defaults(), got, compareSecrets); diff != "" {
			t.Errorf("an unknown setting changed something (-want +got):\n%s", diff)
		}
		if diff := cmp.Diff(test.want, warnings); diff != "" {
			t.Errorf("warnings (-want +got):\n%s", diff)
		}
	}
}

// Every field can be set, is documented, and stands in the documentation.
func TestDocument(t *testing.T) {
	document := settings.Document()
	all := settings.Fields()
	if want := reflect.TypeFor[settings.Settings]().NumField(); len(all) != want {
		t.Fatalf("%d fields, want %d", len(all), want)
	}
	for _, f := range all {
		if f.Name == "" && f.Env == "" && f.Flag == "" {
			t.Errorf("nothing can set %+v", f)
		}
		if !strings.HasSuffix(f.Doc, ".") || strings.ContainsAny(f.Doc, "|\n`") {
			t.Errorf("%s%s: %q is no documentation of one line", f.Name, f.Env, f.Doc)
		}
		for _, part := range []string{f.Name, f.Env, f.Flag, f.Default, f.Doc} {
			if !strings.Contains(document, part) {
				t.Errorf("the documentation lacks %q", part)
			}
		}
	}
	for line := range strings.Lines(document) {
		if strings.Count(line, "|") != 6 {
			t.Errorf("no row of the table: %s", line)
		}
	}
}

// Whatever stands in a source, loading neither panics nor shows a key.
func FuzzLoad(f *testing.F) {
	f.Add("model = \"m\"", `{"writer": "classic"}`, "DOCUQUEST_MODEL=m")
	f.Add("[a]\nb = [1, {c = 1}]", `{"max_file_size": 1e999}`, "DOCUQUEST_=\x00")
	f.Add("base_url = \"http://[::1\"", `{"a": {"a": []}}`, "=")
	f.Fuzz(func(t *testing.T, file, options, variable string) {
		const key = "canary-of-the-key"
		from := settings.Sources{
			File:                  []byte("api_key = \"" + key + "\"\n" + file),
			Environ:               []string{variable},
			InitializationOptions: []byte(options),
		}
		s, warnings, err := settings.Load(from)
		if printed := fmt.Sprintf("%+v %q %v", s, warnings, err); strings.Contains(printed, key) {
			t.Errorf("the key shows in %s", printed)
		}
	})
}
