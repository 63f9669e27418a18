package graph_test

import (
	"fmt"
	"strings"
	"testing"

	"docuquest/core/code/graph"
	"docuquest/core/document/code"
	"docuquest/core/document/documenttest"
	"docuquest/core/file"
	"docuquest/core/language/text"
)

// Each golden has a program of Go, and what it declares.
func TestDeclarations(t *testing.T) { checkDeclarations(t, "testdata/declarations/go.txtar") }

func checkDeclarations(t *testing.T, goldens string) {
	t.Helper()
	documenttest.Golden(t, goldens, func(_ *testing.T, f file.File) string {
		d := code.New(code.Options{}).Parse(f)
		var b strings.Builder
		for _, one := range graph.Declarations(d, func(string) bool { return true }) {
			fmt.Fprintf(&b, "%s %s: %s", one.Kind, one.Title(), text.OneLine(one.Span.Of(d.Text)))
			if one.Kind == "parameter" {
				fmt.Fprintf(&b, " (of %s)", one.Owner)
			}
			if !one.Value.Empty() {
				fmt.Fprintf(&b, " -> %s", text.OneLine(one.Value.Of(d.Text)))
			}
			if !one.Doc.Empty() && one.Kind != "parameter" {
				fmt.Fprintf(&b, " | %s", text.OneLine(one.Doc.Of(d.Text)))
			}
			b.WriteByte('\n')
		}
		return b.String()
	})
}
