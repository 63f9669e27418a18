package retrieve

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"golang.org/x/tools/txtar"

	"docuquest/core/document"
	"docuquest/core/document/markdown"
)

// TestAskTables takes the txtar files of testdata/tables: documents, and questions.txt
// with a question and its answer on each line, "-" where no table answers.
func TestAskTables(t *testing.T) {
	files, err := filepath.Glob(filepath.Join("testdata", "tables", "*.txtar"))
	if err != nil || len(files) == 0 {
		t.Fatalf("no files: %v", err)
	}
	for _, name := range files {
		t.Run(filepath.Base(name), func(t *testing.T) {
			content, err := os.ReadFile(name)
			if err != nil {
				t.Fatal(err)
			}
			checkTables(t, txtar.Parse(content))
		})
	}
}

func checkTables(t *testing.T, a *txtar.Archive) {
	t.Helper()
	var documents []*document.Document
	var questions string
	for _, f := range a.Files {
		if f.Name == "questions.txt" {
			questions = string(f.Data)
			continue
		}
		documents = append(documents, markdown.New().Parse(fileOf(f.Name, string(f.Data))))
	}
	for line := range strings.Lines(questions) {
		question, want, ok := strings.Cut(strings.TrimSpace(line), " => ")
		if !ok {
			continue
		}
		if got := saidOf(AskTables(t.Context(), question, documents)); got != want {
			t.Errorf("%s\n\tis %s\n\twant %s", question, got, want)
		}
	}
}

// saidOf is an answer on one line: what was computed, or the cells; each must stand in
// the document where it says.
func saidOf(a TableAnswer, ok bool) string {
	if !ok {
		return "-"
	}
	var cells []string
	for _, c := range a.Cells {
		if c.Text != c.Span.Of(a.Grid.Document.Text) {
			return "a cell stands elsewhere: " + c.Text
		}
		cells = append(cells, c.Text)
	}
	if a.Value != "" {
		return a.Value
	}
	said := strings.Join(slices.Compact(cells), "; ")
	if a.Near > 0 {
		said += fmt.Sprintf(" (%d more nearly)", a.Near)
	}
	return said
}
