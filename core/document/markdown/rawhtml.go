package markdown

import (
	"strings"

	"github.com/yuin/goldmark/ast"
	"github.com/yuin/goldmark/parser"
	gtext "github.com/yuin/goldmark/text"
)

// rawHTML looks at a line before the library does, which tries eight regular
// expressions on it: they are what makes "<a" times 350,000 take a second.
type rawHTML struct{ placing }

func (r rawHTML) Open(parent ast.Node, reader gtext.Reader, pc parser.Context) (ast.Node, parser.State) {
	line, _ := reader.PeekLine()
	if !mayOpenHTML(strings.TrimSpace(string(line)), ast.IsParagraph(pc.LastOpenedBlock().Node)) {
		return nil, parser.NoChildren
	}
	return r.placing.Open(parent, reader, pc)
}

// mayOpenHTML says whether a line can be the first of a block of HTML. A tag that
// is no block of a page must be whole, and does not end a paragraph.
func mayOpenHTML(line string, belowParagraph bool) bool {
	rest := strings.TrimPrefix(line, "<")
	if strings.HasPrefix(rest, "!") || strings.HasPrefix(rest, "?") {
		return true
	}
	rest = strings.TrimLeft(strings.TrimPrefix(rest, "/"), " ")
	if isBlockTag(rest[:tagNameLen(rest)]) {
		return true
	}
	return !belowParagraph && strings.HasSuffix(line, ">")
}

func tagNameLen(s string) int {
	end := 0
	for end < len(s) && ('0' <= s[end] && s[end] <= '9' || 'a' <= s[end]|0x20 && s[end]|0x20 <= 'z') {
		end++
	}
	return end
}

// isBlockTag knows the names of CommonMark's kinds 1 and 6 of HTML blocks.
func isBlockTag(name string) bool {
	const longest = len("blockquote")
	return len(name) <= longest && blockTags[strings.ToLower(name)]
}

var blockTags = setOf(`script pre style textarea
	address article aside base basefont blockquote body caption center col colgroup dd details dialog dir div dl dt
	fieldset figcaption figure footer form frame frameset h1 h2 h3 h4 h5 h6 head header hr html iframe legend li link
	main menu menuitem meta nav noframes ol optgroup option p param search section summary table tbody td tfoot th
	thead title tr track ul`)

func setOf(names string) map[string]bool {
	set := map[string]bool{}
	for name := range strings.FieldsSeq(names) {
		set[name] = true
	}
	return set
}
