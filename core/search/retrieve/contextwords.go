package retrieve

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"docuquest/core/language/analysis"
	"docuquest/core/language/text"
)

// A leaning says whether a question can be understood by itself.
type leaning uint8

const (
	byItself    leaning = iota
	goesOn              // asks more about what was spoken of
	asksAnother         // asks the same of another thing, which it names
)

// A spoken word is one of a question.
type spoken struct {
	surface string
	folded  string
	stop    bool // says nothing of what is asked for
	name    bool // is written as a name, a number or a code
	comma   bool // stands behind one
}

func (w spoken) isCapital() bool {
	first, _ := utf8.DecodeRuneInString(w.surface)
	return unicode.IsUpper(first)
}

// An utterance is a question as its words.
type utterance struct {
	words []spoken
	asks  bool // ends with a question mark
}

func readUtterance(s string) utterance {
	var u utterance
	end := 0
	for w := range text.Words(s) {
		surface := w.Span.Of(s)
		folded := text.Fold(surface)
		// Nothing stands between pairs of a script without spaces, which overlap.
		between := text.Span{Start: end, End: w.Span.Start}.Of(s)
		one := spoken{
			surface: surface, folded: folded,
			stop:  analysis.IsStop(folded) || idle[folded],
			comma: len(u.words) > 0 && strings.ContainsAny(between, ",;"),
		}
		one.name = !one.stop && isNamed(surface, len(u.words) == 0)
		u.words = append(u.words, one)
		end = w.Span.End
	}
	u.asks = strings.HasSuffix(strings.TrimSpace(s), "?")
	return u
}

// isNamed reports whether a word is written as the name of one thing. At the beginning
// of a question a capital says nothing.
func isNamed(surface string, first bool) bool {
	for i, r := range surface {
		if unicode.IsDigit(r) || r == '_' || unicode.IsUpper(r) && !(first && i == 0) {
			return true
		}
	}
	return false
}

// content are the words that say what is asked for.
func (u utterance) content() []spoken {
	var all []spoken
	for _, w := range u.words {
		if !w.stop {
			all = append(all, w)
		}
	}
	return all
}

func (u utterance) holds(is func(folded string) bool) bool {
	for _, w := range u.words {
		if is(w.folded) {
			return true
		}
	}
	return false
}

func (u utterance) hasName() bool {
	for _, w := range u.words {
		if w.name {
			return true
		}
	}
	return false
}

// leaning tells whether the question needs those before it.
func (u utterance) leaning() leaning {
	content := len(u.content())
	switch {
	case len(u.words) == 0 || mostLeaning < content:
		return byItself
	case content == 0:
		return goesOn
	case u.turnsTo() || u.isAdded() && !u.isWhole():
		return u.another()
	case u.refersBack(), u.asksElse(), content == 1 && u.isFragment():
		return goesOn
	}
	return byItself
}

// mostLeaning is how many words with a meaning a question has at most that needs others
// before it: a longer one says what it is on.
const mostLeaning = 8

// another is asksAnother where a name says of which thing, else goesOn: "what about the
// bridge?" asks for a part of what was spoken of.
func (u utterance) another() leaning {
	if u.hasName() {
		return asksAnother
	}
	return goesOn
}

// turnsTo reports whether the question puts something in the place of what it was on:
// "what about ...", "no, I mean ...", "sorry, ...".
func (u utterance) turnsTo() bool {
	for i, w := range u.words[:min(longestTurn, len(u.words))] {
		next := spoken{}
		if i+1 < len(u.words) {
			next = u.words[i+1]
		}
		switch {
		case next.folded == "about" && (w.folded == "what" || w.folded == "how"),
			w.folded == "i" && (next.folded == "mean" || next.folded == "meant"),
			i == 0 && next.comma && corrections[w.folded]:
			return true
		}
	}
	return false
}

// longestTurn is among how many first words such a turn is looked for.
const longestTurn = 4

// isAdded reports whether the question begins as one that is added to another.
func (u utterance) isAdded() bool { return adders[u.words[0].folded] }

// isWhole reports whether a question that begins as an added one says all the same what
// it is on, and what it wants to know of it.
func (u utterance) isWhole() bool {
	opens := false
	for _, w := range u.words[:min(longestTurn, len(u.words))] {
		opens = opens || askers[w.folded] || helpers[w.folded]
	}
	return opens && u.hasName() && len(u.content()) > 1
}

// isFragment reports whether a question lacks its verb: "how deep?", "the silver?".
func (u utterance) isFragment() bool {
	first := u.words[0].folded
	return !u.hasName() && !u.holds(isHelper) && (askers[first] || u.asks && first == "the")
}

// refersBack reports whether a word stands for something that the question does not
// name in front of it.
func (u utterance) refersBack() bool {
	for i, w := range u.words {
		if u.stands(i) && !hasAntecedent(u.words[:i]) && !(pointers[w.folded] && u.hasName()) {
			return true
		}
	}
	return false
}

// stands reports whether a word stands for something else. "There" does not in "is
// there", nor does "that" behind the word which it belongs to.
func (u utterance) stands(i int) bool {
	before, after := spoken{}, spoken{}
	if i > 0 {
		before = u.words[i-1]
	}
	if i+1 < len(u.words) {
		after = u.words[i+1]
	}
	switch w := u.words[i].folded; w {
	case "there":
		return !helpers[before.folded] && !helpers[after.folded]
	case "that":
		return i == 0 || before.stop
	default:
		return pronouns[w] || pointers[w]
	}
}

// pointsAtThing reports whether a word that stands for something names its kind: "that
// shaft".
func (u utterance) pointsAtThing() bool {
	for i, w := range u.words[:max(0, len(u.words)-1)] {
		if pointers[w.folded] && u.stands(i) && !u.words[i+1].stop {
			return true
		}
	}
	return false
}

// asksElse reports whether a question asks for more of something that it does not name.
func (u utterance) asksElse() bool {
	return !u.hasName() && u.holds(func(folded string) bool { return folded == "else" })
}

// hasAntecedent reports whether the words in front of a pronoun hold what it stands for:
// a name, or a clause of their own with something in it.
func hasAntecedent(before []spoken) bool {
	content := false
	for _, w := range before {
		if w.name || content && (w.comma || joiners[w.folded]) {
			return true
		}
		content = content || !w.stop
	}
	return false
}

func isHelper(folded string) bool { return helpers[folded] }
func isPerson(folded string) bool { return persons[folded] }

// The English words that tell how a question hangs together.
var (
	pronouns    = wordSet("it its itself he him his himself she her hers herself they them their theirs themselves")
	persons     = wordSet("he him his himself she her hers herself")
	pointers    = wordSet("this that these those")
	joiners     = wordSet("and or but when while after before if because since that which who until as where")
	adders      = wordSet("and but also or so then plus")
	corrections = wordSet("no sorry rather instead actually")
	askers      = wordSet("who whom whose what which when where why how by of")
	helpers     = wordSet("is are was were be been am do does did has have had can could may might must shall should will would")
	// idle are words that a question is made of and that no file answers by.
	idle = wordSet("many much please else also mean meant sorry tell instead rather actually plus ok okay yes thanks one ones made whose could may might must shall would")
)
