package analysis

import (
	"strings"
	"unicode"
	"unicode/utf8"

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

// foreignWords are small words of German, Dutch, French, Spanish, Portuguese, Italian,
// Danish, Norwegian, Swedish and Polish, including words that are also English.
var foreignWords = func() map[string]bool {
	set := map[string]bool{}
	for word := range strings.FieldsSeq(`
		der das dem ein eine einen einem einer und oder aber ist sind waren wird werden wurde hat haben nicht kein keine mit von vom zu zum zur auf aus bei nach für über unter durch auch noch nur sich sie er es wir im am als wie dass wenn seine seiner ihre
		de het een en niet geen voor aan naar uit bij ook nog maar zijn wordt werd heeft dat deze dit te
		le la les un une du au aux et ou est sont était été ne pas que qui dans sur par avec ce cette ces il elle ils elles on nous vous mais sa ses leur
		el los las una unos del al es era fue fueron ser no en con sin por para como más pero su sus se lo que este esta estos está muy
		os um uma uns umas do da dos das no na nos nas é são foi foram não com sem ao aos à pelo pela mais seu sua ou isso este esta tem
		il lo gli uno una di del della dei delle dal dalla nel nella è sono era con senza tra fra che chi più ma anche si suo sua questo questa ha hanno
		og på af til som er var blev ikke ingen med uden fra at det de en et har havde
		och på av är blev inte ingen utan från att ett som
		na do nie jest są był była było być się że to jak ale lub oraz przez dla od po jego jej ich`) {
		set[word] = true
	}
	return set
}()
