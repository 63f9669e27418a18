package answer

import (
	"slices"
	"strings"
)

// A Turn is one question of a conversation with its answer.
type Turn struct {
	Question, Answer string
}

// TurnsText is what a model is told of turns, the oldest first: so many of the last that
// they have room for so many tokens, as estimated. The answer of the last one is cut
// where it alone is too long, and any other turn goes whole or not at all. It is "" where
// not even the last question has room.
func TurnsText(turns []Turn, tokens int) string {
	var told []string
	for i, t := range slices.Backward(turns) {
		text := "Asked: " + oneSpaced(t.Question) + "\nAnswered: "
		room := tokens - countTokens(text)
		said := oneSpaced(t.Answer)
		if i == len(turns)-1 {
			said = cutToTokens(said, room)
		}
		if tokens = room - countTokens(said); tokens < 0 || said == "" {
			break
		}
		told = append(told, text+said)
	}
	slices.Reverse(told)
	return strings.Join(told, "\n\n")
}

// cutToTokens is so much of a text on one line as has room, up to the end of a word; all
// of it, where it has room, and "" where not one word has.
func cutToTokens(s string, tokens int) string {
	const mark = " …"
	if countTokens(s) <= tokens {
		return s
	}
	room, end := tokens-countTokens(mark), 0
	for word := range strings.SplitSeq(s, " ") {
		if room -= countTokens(word); room < 0 {
			break
		}
		end += len(word) + len(" ")
	}
	if end == 0 {
		return ""
	}
	return s[:end-len(" ")] + mark
}
