package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"golang.org/x/tools/txtar"
)

// TestRun runs the program as testdata/*.txtar say: args a line, with $WORK for the folder of the
// other files, and the wanted stdout or a part of the wanted error.
func TestRun(t *testing.T) {
	scripts, err := filepath.Glob("testdata/*.txtar")
	if err != nil || len(scripts) == 0 {
		t.Fatalf("no scripts: %v", err)
	}
	for _, script := range scripts {
		t.Run(strings.TrimSuffix(filepath.Base(script), ".txtar"), func(t *testing.T) {
			t.Parallel()
			archive, err := txtar.ParseFile(script)
			if err != nil {
				t.Fatal(err)
			}
			work, parts := t.TempDir(), map[string]string{}
			for _, f := range archive.Files {
				parts[f.Name] = string(f.Data)
				writeFile(t, filepath.Join(work, f.Name), f.Data)
			}
			var out strings.Builder
			err = run(t.Context(), strings.Fields(strings.ReplaceAll(parts["args"], "$WORK", work)), &out)
			if want := strings.TrimSpace(parts["error"]); want != "" && (err == nil || !strings.Contains(err.Error(), want)) {
				t.Errorf("error %v, want %q", err, want)
			}
			if want, ok := parts["stdout"]; ok && (err != nil || out.String() != want) {
				t.Errorf("error %v; stdout (-want +got):\n%s", err, cmp.Diff(want, out.String()))
			}
		})
	}
}

// TestSeed checks that one seed makes the same statements in each run.
func TestSeed(t *testing.T) {
	folder := t.TempDir()
	writeFile(t, filepath.Join(folder, "corpus.jsonl"), []byte(`{"id": "1", "text": "The wall of the old fort was 12 km long, and it did not fall."}`))
	writeFile(t, filepath.Join(folder, "sents.jsonl"), []byte(`{"id": "1", "sents": ["The wall of the old fort was 12 km long, and it did not fall."]}`))
	var outs [2]strings.Builder
	for i := range outs {
		if err := run(t.Context(), []string{"grounding", "--seed", "7", "--count", "100", folder}, &outs[i]); err != nil {
			t.Fatal(err)
		}
	}
	if first := outs[0].String(); first != outs[1].String() || !strings.HasPrefix(first, "seed 7\n") {
		t.Errorf("one seed gives\n%s\nand\n%s", first, outs[1].String())
	}
}

func writeFile(t *testing.T, name string, content []byte) {
	t.Helper()
	if err := os.MkdirAll(filepath.Dir(name), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(name, content, 0o600); err != nil {
		t.Fatal(err)
	}
}
