package analysis

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"docuquest/core/language/lexicon"
	"docuquest/core/language/text"
	"docuquest/core/language/thesaurus"
)

// IsForeign reports whether a sentence is surely not in English: it is in another script,
// more of its small words belong to other languages, or it has more words than an English
// sentence usually has without a small word, most of them no English nouns. Names, numbers
// and code belong to no language, so a few words without a small word are not foreign.
func IsForeign(sentence string) bool {
	var english, foreign, both, accented, latin, other int
	var words, plain []string
	for w := range text.Words(sentence) {
		words = append(words, w.Span.Of(sentence))
	}
	for i, w := range words {
		first, _ := utf8.DecodeRuneInString(w)
		if !unicode.IsLetter(first) {
			continue
		}
		if !unicode.Is(unicode.Latin, first) {
			other++
			continue
		}
		latin++
		folded := strings.ToLower(w)
		before, after := i > 0 && text.IsCapitalized(words[i-1]), i+1 < len(words) && text.IsCapitalized(words[i+1])
		isName := text.IsCapitalized(w) && (i > 0 || after)
		joinsNames := before && after // as the "de" of Charles de Gaulle
		isForeignLetter := func(r rune) bool { return r >= utf8.RuneSelf && unicode.IsLetter(r) }
		switch {
		case foreignWords[folded] && IsStop(folded):
			both++
		case foreignWords[folded] && !isName && !joinsNames:
			foreign++
		case IsStop(folded):
			english++
		case isName || i == 0:
		case strings.ContainsFunc(w, isForeignLetter):
			accented++
		default:
			plain = append(plain, folded)
		}
	}
	return latin < other || english < foreign || english+both == 0 && (accented > 0 || mostWithout <= len(plain) && !mostlyNouns(plain))
}

// mostlyNouns reports whether at least half of some words are English nouns, as in the
// terse sentences of programs: "Default maximum backoff time: 120 seconds."
func mostlyNouns(words []string) bool {
	nouns := 0
	for _, w := range words {
		if thesaurus.Noun(w) {
			nouns++
		}
	}
	return len(words) <= 2*nouns
}

// mostWithout is the number of words that a sentence in English hardly ever has without a
// small word.
const mostWithout = 4

// foreignWords are small words of other languages, including words that are also English.
var foreignWords = func() map[string]bool {
	set := map[string]bool{}
	for _, words := range lexicon.Of("en").Section("foreign words").All() {
		for _, word := range words {
			set[word] = true
		}
	}
	return set
}()
