package ground

import "strings"

// Plain writes a text that is not Markdown, such as the name of a file, on one line as
// Markdown that shows just that. It is Inline without emphasis and code: no mark keeps its
// meaning. It may stand anywhere but at the start of a block.
func Plain(s string) string {
	e := escaper{s: Visible(s)}
	for e.at < len(e.s) {
		if strings.IndexByte("*_~`$", e.s[e.at]) >= 0 {
			e.out.WriteByte('\\')
		}
		e.next()
	}
	return e.out.String()
}

// Visible is a text on one line with single spaces, without what would act on a terminal
// or hide in an editor, and without marks that turn the direction of text.
func Visible(s string) string { return oneLine(s) }
