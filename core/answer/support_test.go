package answer_test

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"golang.org/x/tools/txtar"

	"docuquest/core/answer"
	"docuquest/core/document"
	"docuquest/core/search/question"
)

// TestSupport asks the "questions" of each archive in testdata/support of its files. The part "want"
// has a line for each: its share, and what the answer lacks.
func TestSupport(t *testing.T) {
	names, err := filepath.Glob("testdata/support/*.txtar")
	if err != nil || len(names) == 0 {
		t.Fatalf("there are no cases: %v", err)
	}
	for _, name := range names {
		t.Run(filepath.Base(name), func(t *testing.T) { checkSupport(t, name) })
	}
}

func checkSupport(t *testing.T, name string) {
	t.Helper()
	archive, err := txtar.ParseFile(name)
	if err != nil {
		t.Fatal(err)
	}
	var documents []*document.Document
	last := len(archive.Files) - 1 // what is wanted
	for _, f := range archive.Files[1:last] {
		documents = append(documents, parse(f.Name, string(f.Data)))
	}
	var got strings.Builder
	for asked := range strings.Lines(string(archive.Files[0].Data)) {
		asked = strings.TrimSpace(asked)
		found := search(asked, documents)
		draft, err := answer.Extractive{}.Write(t.Context(), answer.Request{Question: question.Of(asked), Found: found})
		switch {
		case err != nil:
			t.Fatal(err)
		case draft.Support == nil:
			fmt.Fprintf(&got, "nothing: %s\n", asked)
		default:
			lacks := strings.Join(draft.Support.Lacks, ", ")
			fmt.Fprintf(&got, "%.2f, must have %q, misses %q: %s\n", draft.Support.Share, lacks, draft.Support.Missing, asked)
		}
	}
	if *update {
		archive.Files[last].Data = []byte(got.String())
		if err := os.WriteFile(name, txtar.Format(archive), 0o600); err != nil {
			t.Fatal(err)
		}
		return
	}
	if diff := cmp.Diff(string(archive.Files[last].Data), got.String()); diff != "" {
		t.Errorf("%s(-want +got):\n%s", archive.Comment, diff)
	}
}
