package settings_test

import (
	"strings"
	"testing"

	"docuquest/core/settings"
)

// What an editor is given and where can be said in every source.
func TestLanguages(t *testing.T) {
	s, warnings, err := settings.Load(settings.Sources{
		File:                  []byte(`languages = "prose python"`),
		Environ:               []string{"DOCUQUEST_HOVER_WORDS=off", "DOCUQUEST_LANGUAGES=all, -json"},
		InitializationOptions: []byte(`{"symbols": "go.mod c++ -markdown"}`),
	})
	if err != nil || len(warnings) != 0 {
		t.Fatal(err, warnings)
	}
	if s.Languages != "all, -json" || s.HoverWords != "off" || s.Symbols != "go.mod c++ -markdown" {
		t.Errorf("%q, %q, %q", s.Languages, s.HoverWords, s.Symbols)
	}
	if d := settings.Defaults(); d.Languages != "prose" || d.HoverWords != "prose" || d.Symbols != "" {
		t.Errorf("by default %q, %q, %q", d.Languages, d.HoverWords, d.Symbols)
	}
	if _, _, err := settings.Load(settings.Sources{File: []byte(`languages = "*.py"`)}); err == nil || !strings.Contains(err.Error(), `"prose python -json"`) {
		t.Error(err)
	}
}
