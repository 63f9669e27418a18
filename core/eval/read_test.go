package eval

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// Files as editors of Windows leave them are read like any other.
func TestReadLines(t *testing.T) {
	name := filepath.Join(t.TempDir(), "queries.jsonl")
	if err := os.WriteFile(name, []byte("\ufeff{\"id\": \"1\"}\r\n\r\n{\"id\": \"2\"}"), 0o644); err != nil {
		t.Fatal(err)
	}
	got, err := readLines[Entry](name)
	if diff := cmp.Diff([]Entry{{ID: "1"}, {ID: "2"}}, got); diff != "" || err != nil {
		t.Errorf("%v (-want +got):\n%s", err, diff)
	}
}
