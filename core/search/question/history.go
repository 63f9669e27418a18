package question

import (
	"strings"

	"docuquest/core/language/lexicon"
)

// A History is a question on what was asked before.
type History struct {
	About string // what it names, "" for this question
	This  bool   // it means the question before it: "Did I ask this before?"
}

// mostWithoutEnd is the number of words that may be named where no word at the end refers to
// earlier questions: "Have I already asked about the rent?"
const mostWithoutEnd = 4

// historyQuery reads a question on what was asked before, such as "Have I already asked
// about the rent?"; nil for any other. "I" or "we" must ask, and only the program may be
// asked: any other sentence about asking, as in minutes and interviews, is a question on
// files. One of the words ever, already, before, earlier or yet is needed.
func historyQuery(s string, words []Word) *History {
	phrases := lexicon.Of("en").Section("earlier questions")
	at, end := 0, len(words)
	take := func(key string) bool {
		n := phraseLength(phrases.Words(key), func(i int) string {
			if at+i >= end {
				return ""
			}
			return words[at+i].Folded
		})
		at += n
		return n > 0
	}
	isPerfect := take("have")
	if !isPerfect && !take("did") {
		return nil
	}
	isEarly := take("early")
	if isPerfect && !take("asked") || !isPerfect && !take("ask") {
		return nil
	}
	take("program")
	first := at
	if at = end - 2; at > first && take("whether") {
		end -= 2
	}
	hasEnd := false
	if at = end - 1; at > first && take("before") {
		hasEnd, end = true, end-1
	}
	at = first
	switch isThis := take("this"); {
	case !isEarly && !hasEnd:
		return nil
	case isThis && at == end:
		return &History{This: true}
	case isThis:
		return nil
	}
	isNoun := take("about")
	if first = at; first == end || !isNoun && !take("asks") || !hasEnd && end-first > mostWithoutEnd {
		return nil
	}
	until := len(s)
	if end < len(words) {
		until = words[end].Span.Start
	}
	return &History{About: strings.Trim(s[words[first].Span.Start:until], " \t\n.?!")}
}
