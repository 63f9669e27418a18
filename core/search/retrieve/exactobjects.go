package retrieve

import (
	"strings"
	"unicode"

	"docuquest/core/language/analysis"
)

// An exactVerb is a kind of verb, by what its objects may be.
type exactVerb uint8

const (
	mentions exactVerb = iota // any words
	holds                     // only what is plainly meant as words
)

// objects reads the wordings behind a verb: "jade", "both jade and gold", "jade or gold
// but not silver". A verb that is denied has them all absent.
func (p *exactParser) objects(verb exactVerb, denied bool) bool {
	lead := p.lead()
	wordings, joint, ok := p.wordings(verb)
	if !ok {
		return false
	}
	switch {
	case lead != "" && joint != leadJoint[lead]:
		return false
	case lead == "neither" && !denied, denied && lead != "neither" && joint != "and":
		p.ask.None = wordings
		return true // "neither jade nor gold but silver" is left over, and the question none
	case denied || joint == "nor":
		return false // "do not mention jade and gold" may be said of files with one of them
	case joint == "or":
		p.ask.Any = wordings
	default:
		p.ask.All = wordings
	}
	return p.exception(verb)
}

// leadJoint is what stands between objects behind a word that announces them.
var leadJoint = map[string]string{"both": "and", "either": "or", "neither": "nor"}

// lead reads the word that announces more than one object, "" if there is none.
func (p *exactParser) lead() string {
	for _, word := range []string{"both", "either", "neither"} {
		if p.any(word) {
			return word
		}
	}
	return ""
}

// wordings reads objects with one kind of joint between them.
func (p *exactParser) wordings(verb exactVerb) (all []Wording, joint string, ok bool) {
	for {
		w, ok := p.wording(verb)
		if !ok {
			return nil, "", false
		}
		all = append(all, w)
		next, more := p.joint()
		switch {
		case !more:
			return all, joint, joint != ","
		case joint != "" && joint != "," && next != joint:
			return nil, "", false // "jade and gold or silver" can be read in two ways
		case joint == "" || joint == ",":
			joint = next
		}
	}
}

// joint reads what stands between two objects: "and", "or", "nor", or a comma, after
// which one of these must come in the end.
func (p *exactParser) joint() (joint string, ok bool) {
	start := p.at
	comma := p.any(",")
	for _, way := range []struct{ said, means string }{
		{"and also", "and"}, {"as well as", "and"}, {"and", "and"}, {"or", "or"}, {"nor", "nor"},
	} {
		if !p.any(way.said) {
			continue
		}
		if p.denies() {
			p.at = start
			return "", false
		}
		return way.means, true
	}
	if comma && !p.begins([]string{"but"}) {
		return ",", true
	}
	p.at = start
	return "", false
}

func (p *exactParser) denies() bool {
	return p.begins([]string{"not"}) || p.begins([]string{"never"}) || p.begins([]string{"no"})
}

// exception reads "but not silver", if that is there.
func (p *exactParser) exception(verb exactVerb) bool {
	p.any(",")
	if !p.any("but not", "but never mention", "but do not mention", "but don't mention", "but no", "but without", "and not", "but never", "and do not mention", "and never mention", "without mentioning", "without") {
		return p.tokens[max(0, p.at-1)].folded != ","
	}
	p.any("mentioning")
	none, joint, ok := p.wordings(verb)
	p.ask.None = none
	return ok && joint != "and"
}

// mostObjectWords is how many words an object has at most that is not in quotes.
const mostObjectWords = 3

// wording reads one object.
func (p *exactParser) wording(verb exactVerb) (Wording, bool) {
	if p.it.Text != "" && p.any("it", "them", "this", "that", "these", "those") {
		return p.it, verb == mentions || p.it.Literal
	}
	p.skip("a", "an", "the", "any")
	worded := p.any("word", "words", "term", "phrase", "string", "text", "identifier", "expression")
	switch t := p.peek(); {
	case t.quoted:
		p.at++
		return Wording{Text: t.raw, Literal: true}, isCountable(t.raw)
	case worded, isCodeLike(t.raw):
		p.at++
		return Wording{Text: t.raw, Literal: true}, isCountable(t.raw) && !p.goesOn()
	case verb == holds:
		return Wording{}, false
	}
	return p.plainWording()
}

// isCountable says whether a wording begins and ends with what the index has words of: it
// knows no difference between C and C#, or force and --force.
func isCountable(s string) bool {
	isMark := func(r rune) bool {
		return r != '_' && !unicode.IsLetter(r) && !unicode.IsNumber(r) && !unicode.IsMark(r)
	}
	return saysSomething(s) && strings.TrimFunc(s, isMark) == s
}

// goesOn says whether an object that is one word is followed by another word.
func (p *exactParser) goesOn() bool {
	t := p.peek()
	return t.folded != "" && (t.quoted || isObjectWord(t))
}

// plainWording reads up to three words in a row that mean something.
func (p *exactParser) plainWording() (Wording, bool) {
	var words []string
	for t := p.peek(); !t.quoted && isObjectWord(t); t = p.peek() {
		words = append(words, t.raw)
		p.at++
	}
	w := Wording{Text: strings.Join(words, " ")}
	w.Literal = hasDigit(w.Text) // figures have no stem
	return w, 0 < len(words) && len(words) <= mostObjectWords && !p.peek().quoted
}

// isObjectWord says whether a word can be what a file mentions, rather than a part of
// the question.
func isObjectWord(t exactToken) bool {
	switch t.folded {
	case "occur", "occurs", "appear", "appears", "stand", "mentioned", "referred", "nor", "neither", "without", "never", "exist":
		return false
	}
	return saysSomething(t.raw) && !analysis.IsStop(analysis.Exact(t.raw)) && !strings.ContainsAny(t.raw, "()[]{}<>\"'")
}

// isCodeLike says whether a word is written as pieces of programs are: with a mark
// inside, a capital behind a small letter, or in capitals alone.
func isCodeLike(word string) bool {
	if !saysSomething(word) {
		return false
	}
	if strings.ContainsAny(word, "_.():/=#@$") {
		return true
	}
	small, large := 0, 0
	for _, r := range word {
		switch {
		case unicode.IsLower(r):
			small++
		case unicode.IsUpper(r) && small > 0:
			return true
		case unicode.IsUpper(r):
			large++
		}
	}
	return small == 0 && large > 2
}
