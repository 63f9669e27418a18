package lsp

import (
	"maps"
	"os"
	"slices"
	"strings"
	"testing"
)

// README.md names every method and command of the server, and no command that it does not
// have.
func TestReadme(t *testing.T) {
	content, err := os.ReadFile("README.md")
	if err != nil {
		t.Fatal(err)
	}
	page := string(content)
	known := (&server{}).routes()
	names := slices.Concat(commandNames(), slices.Sorted(maps.Keys(known.requests)), slices.Sorted(maps.Keys(known.notifications)), []string{methodAnswer, methodStatus})
	for _, name := range names {
		if !strings.Contains(page, "`"+name+"`") {
			t.Errorf("README.md does not name `%s`", name)
		}
	}
	for line := range strings.Lines(page) {
		name, _, _ := strings.Cut(strings.TrimPrefix(line, "| `"), "`")
		if strings.HasPrefix(name, "docuquest.") && !slices.Contains(commandNames(), name) {
			t.Errorf("README.md names the command %s, which the server does not have", name)
		}
	}
}
