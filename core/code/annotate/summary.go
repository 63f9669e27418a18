package annotate

import (
	"cmp"
	"strings"
	"unicode/utf8"

	"docuquest/core/document"
	"docuquest/core/language/text"
)

const (
	longestSentence  = 300 // bytes of a summary that are taken from a comment or a text
	longestSignature = 200 // bytes of a declaration
	mostNames        = 12  // of what a file or a class defines
	longestHead      = 8 << 10
)

// summary says what a node is for: what its comment or its text begins with, and how it
// is declared; of a program's file or class that says nothing, what it defines.
func (p *page) summary(n node) []string {
	said := p.said(n)
	if !p.code {
		return []string{joined(": ", cmp.Or(n.title(), p.doc.Title), said)}
	}
	declared := shortened(oneLine(n.signature.Of(p.doc.Text)), longestSignature)
	if said == "" && declared == "" {
		declared = strings.Join(namesIn(n.inside), ", ")
	}
	return []string{said, declared}
}

// said is the first sentence that is meant for readers.
func (p *page) said(n node) string {
	switch own := n.span.Of(p.doc.Text); {
	case !n.doc.Empty():
		return firstSentence(unmarked(n.doc.Of(p.doc.Text)))
	case !p.code:
		start := min(max(n.span.Start, headingEnd(n.inside)), n.span.End)
		return firstSentence(p.doc.Text[start:n.span.End])
	case n.info == "file":
		return firstSentence(headComment(own[:boundary(own, longestHead)]))
	case p.doc.Language == "python" && !n.signature.Empty():
		return firstSentence(docstring(p.doc.Text[n.signature.End:n.span.End]))
	}
	return ""
}

// docstring is what the string says that a body begins with, "" if it begins with another
// thing. Readers without a grammar do not find it.
func docstring(body string) string {
	body = strings.TrimLeft(body, ": \t\r\n")
	for _, mark := range [...]string{`"""`, "'''"} {
		if rest, ok := strings.CutPrefix(body, mark); ok {
			said, _, _ := strings.Cut(rest, mark)
			return unmarked(said)
		}
	}
	return ""
}

// headingEnd is where the headings end that some blocks begin with, 0 if there is none.
func headingEnd(blocks []document.Block) int {
	if len(blocks) == 0 {
		return 0
	}
	switch first := blocks[0]; first.Kind {
	case document.Heading:
		return max(first.Span.End, headingEnd(blocks[1:]))
	case document.Section:
		return headingEnd(first.Children)
	}
	return 0
}

// firstSentence is the first one that says something, in one line.
func firstSentence(s string) string {
	const farthest = 4 << 10
	s = s[:boundary(s, farthest)]
	for span := range text.Sentences(s) {
		if sentence := oneLine(span.Of(s)); hasLetter(sentence) {
			return shortened(sentence, longestSentence)
		}
	}
	return ""
}

// namesIn are what some blocks define, the first few.
func namesIn(blocks []document.Block) []string {
	var names []string
	for _, b := range blocks {
		if title, _ := nodeOf(b); title != "" && len(names) < mostNames {
			names = append(names, title)
		}
	}
	return names
}

// joined puts a mark between two texts where there are both.
func joined(mark, a, b string) string {
	if a == "" || b == "" {
		return a + b
	}
	return a + mark + b
}

func oneLine(s string) string { return strings.Join(strings.Fields(s), " ") }

// shortened cuts a text that is longer than so many bytes behind a word.
func shortened(s string, most int) string {
	if len(s) <= most {
		return s
	}
	s = s[:boundary(s, most)]
	if space := strings.LastIndexByte(s, ' '); space > most/2 {
		s = s[:space]
	}
	return s
}

// boundary is where a text of at most so many bytes ends between two characters.
func boundary(s string, most int) int {
	end := min(most, len(s))
	for end > 0 && end < len(s) && !utf8.RuneStart(s[end]) {
		end--
	}
	return end
}
