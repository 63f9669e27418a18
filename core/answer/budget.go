package answer

import (
	"fmt"
	"strings"
	"unicode"

	"docuquest/core/language/text"
	"docuquest/core/search/retrieve"
)

// DefaultBudget is how many tokens the passages in a prompt have at most where nobody
// says otherwise: the best ten or so, which every model has room for.
const DefaultBudget = 6000

// A passage is a hit as the model sees it.
type passage struct {
	number int // its place in the prompt, from 1
	hit    int // index in Result.Hits
	text   string
}

// passageText is "[1] path > titles" above the text of the passage. Of one that was not
// found itself it says behind these why it is there: "(called by Deep)". What is noted
// about it stands on a line between the two.
func passageText(number int, h retrieve.Hit) string {
	names := append([]string{h.Document.Path}, h.Chunk.Titles...)
	for i, name := range names {
		names[i] = oneSpaced(name)
	}
	head := strings.Join(names, " > ")
	if h.Beside != "" {
		head += " (" + oneSpaced(h.Beside) + ")"
	}
	return fmt.Sprintf("[%d] %s\n%s%s\n\n", number, head, noteLine(h), text.WithoutQuestions(h.Chunk.Text))
}

// A tokenKind says how many characters of a kind make up a token, 0 for those that
// count for nothing. Characters of different kinds are never in one token.
type tokenKind int

// The kinds. Each model cuts texts in its own way, and its vocabulary is not here, so
// these are estimates.
const (
	blankKind tokenKind = 0
	signKind  tokenKind = 1 // a sign, and a character of a script without spaces
	digitKind tokenKind = 3
	otherKind tokenKind = 4 // a letter that vocabularies know less well
	latinKind tokenKind = 7
)

// countTokens estimates how many tokens a model makes of s: an eighth more or less than
// the vocabulary of the built-in vectors gives for prose, code and tables.
func countTokens(s string) int {
	count, run, before := 0, 0, blankKind
	for _, r := range s {
		kind := tokenKindOf(r)
		if kind != before || run == int(kind) {
			run = 0
		}
		if run == 0 && kind != blankKind {
			count++
		}
		run++
		before = kind
	}
	return count
}

const lastLatin = 0x024F

func tokenKindOf(r rune) tokenKind {
	switch {
	case unicode.IsSpace(r) || unicode.IsControl(r):
		return blankKind
	case unicode.IsDigit(r):
		return digitKind
	case !unicode.IsLetter(r) && !unicode.IsMark(r):
		return signKind
	case r <= lastLatin:
		return latinKind
	case text.IsUnspaced(r) || unicode.Is(unicode.Hangul, r):
		return signKind
	}
	return otherKind
}
