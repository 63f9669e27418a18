package markdown

import (
	"testing"

	"github.com/yuin/goldmark/ast"
	"github.com/yuin/goldmark/parser"
	gtext "github.com/yuin/goldmark/text"

	"docuquest/core/document/documenttest"
)

// faulty is a library that breaks on every text.
type faulty struct{ parser.Parser }

func (faulty) Parse(gtext.Reader, ...parser.ParseOption) ast.Node { panic("out of range") }

// A fault of the library costs the structure of one file and not its text.
func TestLibraryFault(t *testing.T) {
	d := (&Parser{blocks: faulty{}}).Parse(documenttest.File("a.md", "# A\n\ntext\n"))
	documenttest.Check(t, d)
	documenttest.CheckCovered(t, d)
	want := "problem 0-0 read as plain text, since its Markdown could not be read: out of range\n" +
		"paragraph 0-3 \"# A\"\nparagraph 5-9 \"text\"\n"
	if got := documenttest.Outline(d); got != want {
		t.Errorf("got\n%swant\n%s", got, want)
	}
}
