package render

import (
	"testing"

	"github.com/yuin/goldmark/ast"
	"github.com/yuin/goldmark/parser"
	gtext "github.com/yuin/goldmark/text"
)

// faulty is a library that breaks on every text.
type faulty struct{ parser.Parser }

func (faulty) Parse(gtext.Reader, ...parser.ParseOption) ast.Node { panic("out of range") }

// A fault of the library costs the structure of a text and not what it says.
func TestLibraryFault(t *testing.T) {
	const want = `\# A` + "\n\n" + `\<b> \*\*c\*\*` + "\nd"
	if got := markdownOf(blocksOf(faulty{}, "# A\n\n\n\n<b> **c**\nd\n", nil)); got != want {
		t.Errorf("got %q, want %q", got, want)
	}
}
