package history

import (
	"fmt"
	"strings"

	"docuquest/core/answer/render"
	"docuquest/core/answer/replies"
	"docuquest/core/language/text"
)

// repeatedCitations is how many citations of each earlier answer are repeated.
const repeatedCitations = 3

// Describe answers whether a question was asked before by the earlier questions that are like it,
// as Markdown in which name writes a question. It repeats the first citations of their answers
// that are still there, at their places of now.
func Describe(about string, before []replies.Remembered, name func(replies.Remembered) string) (markdown string, cited []replies.Citation) {
	if len(before) == 0 {
		return fmt.Sprintf("No: among the answers that are kept, no question is like %s.", render.Inline(`"`+about+`"`)), nil
	}
	var b strings.Builder
	b.WriteString("Yes, " + text.Counted(len(before), "earlier question is", "earlier questions are") + " like this:\n\n")
	for _, r := range before {
		fmt.Fprintf(&b, "- %s, %s", name(r), r.When())
		if r.Says != "" {
			b.WriteString(": " + render.Inline(r.Says))
		}
		repeated := 0
		for _, e := range r.Evidence {
			if repeated == repeatedCitations || e.Now == nil || e.State != replies.StateOK && e.State != replies.StateMoved {
				continue
			}
			repeated++
			cited = append(cited, replies.Citation{
				Number: len(cited) + 1, URI: e.Now.URI, Path: e.Now.Path, Range: e.Now.Range, Page: e.Now.Page,
				Quote: e.Now.Text, Ratio: e.Ratio, Titles: []string{},
			})
			fmt.Fprintf(&b, " [%d]", len(cited))
		}
		if r.Standing.OK+r.Standing.Moved < r.Standing.Cited {
			fmt.Fprintf(&b, " (%s)", r.Standing)
		}
		b.WriteString("\n")
	}
	return strings.TrimSpace(b.String()), cited
}
