package answer

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"docuquest/core/language/text"
)

// A kind is what sort of thing a question asks for. Only questions in English
// have one, and only as a hint: it moves a sentence up and never rules one out.
type kind struct {
	sort    sort
	noun    string // for named: what is asked for by its name; for amount: what is counted, folded
	measure string // for amount: the word behind "how", folded
}

type sort uint8

const (
	anything sort = iota
	amount        // how many, how long
	moment        // when, in what year
	person        // who
	named         // which package: a sentence that begins with the word
)

// kindOf reads the kind off the words that a question is asked with.
func kindOf(question string) kind {
	words := wordsOf(question)
	for i, w := range words {
		next := ""
		if i+1 < len(words) {
			next = words[i+1]
		}
		switch {
		case w == "how" && measures[next]:
			k := kind{sort: amount, measure: next}
			if next == "many" && i+2 < len(words) {
				k.noun = words[i+2]
			}
			return k
		case w == "when", asksWhich[w] && moments[next]:
			return kind{sort: moment}
		case w == "who", w == "whom":
			return kind{sort: person}
		case w == "which" && next != "":
			return kind{sort: named, noun: next}
		}
	}
	return kind{}
}

// in says whether a sentence holds a thing of this kind.
func (k kind) in(sentence string) bool {
	switch k.sort {
	case amount:
		return hasNumber(sentence)
	case moment:
		return hasMoment(sentence)
	case person:
		return hasName(sentence)
	case named:
		words := wordsOf(sentence)
		return len(words) > 0 && words[0] == k.noun
	}
	return false
}

// counts reports whether in a sentence a number stands a little before the thing that is
// counted: "8,412 gold coins".
func (k kind) counts(sentence string) bool {
	const near = 4 // words, and the groups of a number are one each
	if k.sort != amount || k.noun == "" {
		return false
	}
	words, one := wordsOf(sentence), strings.TrimSuffix(k.noun, "s")
	for i, w := range words {
		if strings.TrimSuffix(w, "s") == one && slices.ContainsFunc(words[max(0, i-near):i], hasNumber) {
			return true
		}
	}
	return false
}

func hasNumber(s string) bool {
	if strings.ContainsAny(s, "0123456789") {
		return true
	}
	for _, w := range wordsOf(s) {
		if n, ok := Numeral(w); ok && n > 1 || countWords[w] {
			return true
		}
	}
	return false
}

// hasMoment finds a year of three or four digits, a century or a month.
func hasMoment(s string) bool {
	for _, w := range wordsOf(s) {
		digits := strings.Trim(w, "0123456789") == ""
		if digits && (len(w) == 3 || len(w) == 4) || Month(w) > 0 || timeWords[w] {
			return true
		}
	}
	return false
}

// hasName finds two words in capitals one after the other.
func hasName(s string) bool {
	end := -1 // of the last word in capitals
	for w := range text.Words(s) {
		first, _ := utf8.DecodeRuneInString(w.Span.Of(s))
		if !unicode.IsUpper(first) {
			continue
		}
		if end >= 0 && s[end:w.Span.Start] == " " {
			return true
		}
		end = w.Span.End
	}
	return false
}

var (
	moments  = setOf("year century decade month day date")
	measures = setOf(`many much long deep high tall wide broad large big old far heavy fast often
		small thick late early`)
	// dimensions are the beginnings of the words that tell how much of a measure there is,
	// where they are not its own.
	dimensions = map[string]string{
		"high": "height", "tall": "height", "deep": "depth", "long": "length", "wide": "width", "broad": "width",
		"heavy": "weigh", "far": "distan", "fast": "speed",
	}
	timeWords  = setOf("century centuries bce ce bc ad")
	countWords = setOf("once twice half none")
)

func setOf(list string) map[string]bool {
	set := map[string]bool{}
	for w := range strings.FieldsSeq(list) {
		set[w] = true
	}
	return set
}
