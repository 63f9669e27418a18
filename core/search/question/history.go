package question

import (
	"regexp"
	"strings"
)

// A History is a question on what was asked before.
type History struct {
	About string // what it names, "" for this question
	This  bool   // it means the question before it: "Did I ask this before?"
}

// askedBefore matches the few English forms of such a question from its first word to its
// last. "I" or "we" ask, and only the program is asked; any other sentence about asking, as
// in minutes and interviews, is a question on files.
var askedBefore = regexp.MustCompile(`(?i)^(?:(?:have|had) (?:i|we) (ever |already )?asked|did (?:i|we) (ever |already )?ask)(?: you)? ` +
	`(?:((?:this|that|it)(?: question)?)|about (.+?)|((?:who|whose|what|when|where|why|how|which|whether) .+?))` +
	`( (?:before|already|earlier|yet))?(?: (?:or not))?\s*[?.! ]*$`)

// mostWithoutEnd is the number of words that may be named where no word at the end refers to
// earlier questions: "Have I already asked about the rent?"
const mostWithoutEnd = 4

// historyQuery reads a question on what was asked before; nil for any other. One of the
// words ever, already, before, earlier or yet is needed.
func historyQuery(s string) *History {
	m := askedBefore.FindStringSubmatch(strings.Join(strings.Fields(s), " "))
	if m == nil {
		return nil
	}
	isEarly, about, hasEnd := m[1]+m[2] != "", m[4]+m[5], m[6] != ""
	switch {
	case !isEarly && !hasEnd:
		return nil
	case m[3] != "":
		return &History{This: true}
	case !hasEnd && len(strings.Fields(about)) > mostWithoutEnd:
		return nil
	}
	return &History{About: about}
}
