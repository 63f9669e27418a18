package agent

import (
	"regexp"
	"strings"
)

// A historyAsk is a question on what was asked before.
type historyAsk struct {
	about string // what it names, "" for this
	this  bool   // it speaks of the question in front of it: "Did I ask this before?"
}

// asksBefore matches the few English forms of such a question, from its first word to its
// last. Who asks is "I" or "we", and nobody but the program is asked; what else is said of
// asking, as in minutes and interviews, is a question on files.
var asksBefore = regexp.MustCompile(`(?i)^(?:(?:have|had) (?:i|we) (ever |already )?asked|did (?:i|we) (ever |already )?ask)(?: you)? ` +
	`(?:((?:this|that|it)(?: question)?)|about (.+?)|((?:who|whose|what|when|where|why|how|which|whether) .+?))` +
	`( (?:before|already|earlier|yet))?(?: (?:or not))?\s*[?.! ]*$`)

// mostWithoutEnd is how many words may be named where nothing at the end says that the
// question is on earlier ones: "Have I already asked about the rent?"
const mostWithoutEnd = 4

// askHistory reads a question on what was asked before; false for any other. A word has to
// say that it is one: ever, already, before, earlier or yet.
func askHistory(question string) (historyAsk, bool) {
	m := asksBefore.FindStringSubmatch(strings.Join(strings.Fields(question), " "))
	if m == nil {
		return historyAsk{}, false
	}
	early, about, atEnd := m[1]+m[2] != "", m[4]+m[5], m[6] != ""
	switch {
	case !early && !atEnd:
		return historyAsk{}, false
	case m[3] != "":
		return historyAsk{this: true}, true
	case !atEnd && len(strings.Fields(about)) > mostWithoutEnd:
		return historyAsk{}, false
	}
	return historyAsk{about: about}, true
}
