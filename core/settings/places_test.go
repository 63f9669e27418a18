package settings_test

import (
	"path/filepath"
	"testing"

	"github.com/google/go-cmp/cmp"

	"docuquest/core/settings"
)

// DOCUQUEST_CONFIG moves the settings, DOCUQUEST_HOME what is written; the key
// file stays in the user's configuration folder.
func TestLocate(t *testing.T) {
	config, cache, state := filepath.Join("c", "docuquest"), filepath.Join("k", "docuquest"), filepath.Join("s", "docuquest")
	user := settings.Folders{Config: "c", Cache: "k", State: "s"}
	tests := []struct {
		environ []string
		folders settings.Folders
		want    settings.Places
	}{
		{nil, user, settings.Places{ConfigFile: filepath.Join(config, "config.toml"), KeyFile: filepath.Join(config, ".orkey"), LogFile: filepath.Join(cache, "lsp.log"), Answers: filepath.Join(state, "answers"), Talks: filepath.Join(state, "conversations"), Sent: filepath.Join(state, "sent"), Consents: filepath.Join(state, "consents.json"), Notes: filepath.Join(state, "notes"), Texts: filepath.Join(state, "texts")}},
		{[]string{"DOCUQUEST_CONFIG=my.toml", "DOCUQUEST_HOME=h"}, user, settings.Places{ConfigFile: "my.toml", Chosen: true, KeyFile: filepath.Join(config, ".orkey"), LogFile: filepath.Join("h", "lsp.log"), Answers: filepath.Join("h", "answers"), Talks: filepath.Join("h", "conversations"), Sent: filepath.Join("h", "sent"), Consents: filepath.Join("h", "consents.json"), Notes: filepath.Join("h", "notes"), Texts: filepath.Join("h", "texts")}},
		{nil, settings.Folders{}, settings.Places{}},
		{[]string{"DOCUQUEST_HOME=h"}, settings.Folders{}, settings.Places{LogFile: filepath.Join("h", "lsp.log"), Answers: filepath.Join("h", "answers"), Talks: filepath.Join("h", "conversations"), Sent: filepath.Join("h", "sent"), Consents: filepath.Join("h", "consents.json"), Notes: filepath.Join("h", "notes"), Texts: filepath.Join("h", "texts")}},
	}
	for _, test := range tests {
		if diff := cmp.Diff(test.want, settings.Locate(test.environ, test.folders)); diff != "" {
			t.Errorf("%q, %+v (-want +got):\n%s", test.environ, test.folders, diff)
		}
	}
}

// A size prints as it can be read again.
func TestSizeString(t *testing.T) {
	for size, want := range map[settings.Size]string{0: "0 B", 1: "1 B", 1500: "1500 B", 2048: "2 KiB", 2 << 20: "2 MiB", 1 << 30: "1 GiB"} {
		if got := size.String(); got != want {
			t.Errorf("%d prints as %q, want %q", int64(size), got, want)
		}
	}
}
