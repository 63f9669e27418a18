package ground

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"docuquest/core/language/text"
)

// lackingNames returns the names and codes of a statement that neither its quotes, nor the
// sentences around them, nor the titles above contain, also as the initials of a name. Words
// beside one another are one name.
func lackingNames(statement string, e evidence) []lack {
	named := namesOf(statement, e.sources)
	if len(named) == 0 {
		return nil
	}
	held := wordsOf(slices.Concat(e.quotes, e.sentences, e.titles)...)
	for _, s := range slices.Concat(e.quotes, e.sentences, e.titles) {
		addInitials(held, s)
	}
	var all []lack
	end := -2 // of the last name that is lacking
	for _, n := range named {
		name := n.Of(statement)
		switch {
		case holdsName(held, text.Fold(name)):
		case end >= 0 && strings.TrimSpace(statement[end:n.Start]) == "":
			all[len(all)-1].what += " " + name
			end = n.End
		default:
			all = append(all, lack{name, false})
			end = n.End
		}
	}
	return all
}

// holdsName reports whether a folded name is held, as it is or with another ending:
// "Germans" where the text has "German", "Iceland's" where it has "Iceland".
func holdsName(held map[string]bool, name string) bool {
	if held[name] {
		return true
	}
	for _, ending := range nameEndings {
		if base, ok := strings.CutSuffix(name, ending); held[name+ending] || ok && shortestBase <= len(base) && held[base] {
			return true
		}
	}
	return false
}

var nameEndings = []string{"s", "es", "n", "an", "ian", "ese", "ish", "y"}

// mostInitials bounds the letters of a short form.
const mostInitials = 8

// addInitials adds the initials of the runs of capitalised words in s, of each that
// a run ends with: "WHO" for the World Health Organization.
func addInitials(held map[string]bool, s string) {
	var run []rune
	for word := range text.Words(s) {
		first, _ := utf8.DecodeRuneInString(word.Span.Of(s))
		switch {
		case unicode.IsUpper(first):
			run = append(run, unicode.ToLower(first))
		case !small(text.Fold(word.Span.Of(s))) && word.Span.Len() > len("of"):
			run = run[:0]
		}
		for from := max(0, len(run)-mostInitials); from < len(run)-1; from++ {
			held[string(run[from:])] = true
		}
	}
}

// namesOf are the words of a statement that are names: those with a capital letter
// that no sentence's start gives them, and codes such as "p53".
func namesOf(statement string, sources []*source) []text.Span {
	var names []text.Span
	var words []text.Span
	isFigure := figureWords(statement)
	for word := range text.Words(statement) {
		words = append(words, word.Span)
	}
	for i, span := range words {
		word := span.Of(statement)
		switch {
		case isFigure(span), small(text.Fold(word)), openers(text.Fold(word)):
		case isCode(word), text.IsCapitalized(word) && !startsSentence(statement, span.Start) && utf8.RuneCountInString(word) > 1:
			names = append(names, span)
		case text.IsCapitalized(word) && startsWithName(statement, words[i:], sources, isFigure):
			names = append(names, span)
		}
	}
	return names
}

// isCode reports whether a word has a digit among its letters or a capital letter
// behind its first, as "p53" and "mRNA" have.
func isCode(word string) bool {
	var letter, digit, upper bool
	for i, r := range word {
		letter = letter || unicode.IsLetter(r)
		digit = digit || unicode.IsDigit(r)
		upper = upper || 0 < i && unicode.IsUpper(r)
	}
	return letter && digit || upper
}

// startsSentence reports whether a word at an offset begins a sentence, a title or
// what somebody says, so that its capital letter means nothing.
func startsSentence(s string, at int) bool {
	before := strings.TrimRightFunc(s[:at], unicode.IsSpace)
	last, size := utf8.DecodeLastRuneInString(before)
	inner, _ := utf8.DecodeLastRuneInString(before[:len(before)-size])
	if strings.ContainsRune("-–—'’", last) && len(before) == at && isWordRune(inner) {
		return false // the word goes on
	}
	return strings.Trim(before, "-–— ") == "" || strings.ContainsRune(".!?:…\"“„«'‘’`*_#>|•", last)
}

// startsWithName reports whether the first word of a sentence is a name: the documents
// know it as one, or another name follows and it is no word that they use.
func startsWithName(s string, words []text.Span, sources []*source, isFigure func(text.Span) bool) bool {
	first := text.Fold(words[0].Of(s))
	isName, isWord := false, denials(first)
	for _, b := range sources {
		use := b.use(first)
		isName = isName || use == asName
		isWord = isWord || use == asWord
	}
	if isName || isWord || len(words) == 1 {
		return isName && !isWord
	}
	next := words[1].Of(s)
	return text.IsCapitalized(next) && s[words[0].End:words[1].Start] == " " && !isFigure(words[1])
}

// A use is what a document uses a word as.
type use uint8

const (
	unused use = iota // or at the head of sentences alone, where a capital letter means nothing
	asName            // with a capital letter inside of a sentence, and nowhere without one
	asWord            // in small letters
)

// mostNamed in bytes is how much of a document is read to learn its names.
const mostNamed = 256 << 10

// use is what the document uses a folded word as.
func (b *source) use(word string) use {
	found, known := b.uses[word]
	if !known {
		found = useIn(b.document.Text[:min(len(b.document.Text), mostNamed)], word)
		if b.uses == nil {
			b.uses = map[string]use{}
		}
		b.uses[word] = found
	}
	return found
}

// useIn is what a text uses a folded word as. Most that begin a sentence are written in small
// letters elsewhere, which is soon found.
func useIn(s, word string) use {
	switch {
	case word == "":
		return unused
	case holdsSmall(s, word):
		return asWord
	}
	found := unused
	for w := range text.Words(s) {
		said := w.Span.Of(s)
		first := said[0]
		if 'A' <= first && first <= 'Z' {
			first += 'a' - 'A'
		}
		mayFold := first == word[0] || first >= utf8.RuneSelf || word[0] >= utf8.RuneSelf // which is seen without folding
		switch {
		case !mayFold || text.Fold(said) != word:
		case said == word:
			return asWord
		case !startsSentence(s, w.Span.Start):
			found = asName
		}
	}
	return found
}

// holdsSmall reports whether a text has a word as it is folded. It misses a word next to a
// character that is not ASCII.
func holdsSmall(s, word string) bool {
	for at := 0; ; at++ {
		next := strings.Index(s[at:], word)
		if next < 0 {
			return false
		}
		at += next
		if end := at + len(word); (at == 0 || isBetween(s[at-1])) && (end == len(s) || isBetween(s[end])) {
			return true
		}
	}
}

// isBetween reports whether a byte is an ASCII one that separates words.
func isBetween(b byte) bool { return b < utf8.RuneSelf && !isWordRune(rune(b)) }
