package question

import (
	"regexp"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"docuquest/core/language/analysis"
	"docuquest/core/language/lexicon"
	"docuquest/core/language/quantity"
	"docuquest/core/language/text"
)

// A Word is one word of a question, as prose has words: getUserName is one, max_size is two.
type Word struct {
	Span   text.Span // in Question.Text
	Typed  string
	Folded string // as [text.Fold]
	Form   string // as [analysis.Exact], in which words are searched for
	Bigram bool   // see [text.Word]

	Stop   bool // too frequent to search for
	Filler bool // frequent in questions, and no file is found by it
	Name   bool // spelled as a name, a number or a code
	Comma  bool // follows a comma or a semicolon
	Quoted bool // is part of a quotation
	Asked  bool // the noun behind "which" or "what": an answer has one of its kind, seldom the word
	Number bool // the word behind "how" for which an answer has a number: "many", "much"
	Or     bool // joins two alternatives
	// Function reports that the word says how others belong together, in the question's language.
	Function bool
	Light    bool // an answer mostly has another word for it: "get", "keep", "something"
	// Prose reports that the word has only letters, small ones after the first, and is no
	// part of a path, an address or a program.
	Prose bool
}

// IsContent reports whether a word says what the question is about.
func (w Word) IsContent() bool { return !w.Stop && !w.Filler }

// IsCapital reports whether a word begins with a capital.
func (w Word) IsCapital() bool {
	first, _ := utf8.DecodeRuneInString(w.Typed)
	return unicode.IsUpper(first)
}

// WordsIn returns the words of a text.
func WordsIn(s string) []Word {
	var words []Word
	unquoted := withoutQuotations(s)
	fillers := lexicon.Any("fillers")
	end := 0 // of the word before
	for w := range text.Words(s) {
		typed := w.Span.Of(s)
		one := Word{Span: w.Span, Typed: typed, Folded: text.Fold(typed), Form: analysis.Exact(typed), Bigram: w.Bigram}
		one.Stop = analysis.IsStop(one.Folded)
		one.Filler = fillers.Has(one.Folded)
		one.Name = one.IsContent() && isNamed(s, one)
		// Two pairs of a script without spaces overlap: no text is between them.
		between := text.Span{Start: end, End: w.Span.Start}.Of(s)
		one.Comma = len(words) > 0 && strings.ContainsAny(between, ",;")
		one.Quoted = unquoted[w.Span.Start] == ' '
		_, first := utf8.DecodeRuneInString(typed)
		one.Prose = !w.Bigram && text.IsAlphabetic(one.Form) && strings.IndexFunc(typed[first:], unicode.IsUpper) < 0 && !touchesCode(s, w.Span)
		words = append(words, one)
		end = w.Span.End
	}
	return words
}

// isNamed reports whether a word is spelled as the name of one thing: with a digit or with a
// capital, which means nothing at the start of a sentence.
func isNamed(s string, w Word) bool {
	_, size := utf8.DecodeRuneInString(w.Typed)
	before := strings.TrimRightFunc(s[:w.Span.Start], unicode.IsSpace)
	beginsSentence := before == "" || strings.ContainsAny(before[len(before)-1:], ".?!:")
	return strings.ContainsFunc(w.Typed, unicode.IsDigit) ||
		w.IsCapital() && !beginsSentence || strings.ContainsFunc(w.Typed[size:], unicode.IsUpper)
}

// touchesCode reports whether a word is a part of an address, a path or a program: a mark
// ties it to another word.
func touchesCode(s string, word text.Span) bool {
	const ties = `./\@:#$=<>(){}[]_`
	before, _ := utf8.DecodeLastRuneInString(s[:word.Start])
	after, size := utf8.DecodeRuneInString(s[word.End:])
	beyond, _ := utf8.DecodeRuneInString(s[word.End+size:])
	return strings.ContainsRune(ties, before) && before != '(' ||
		after == '(' || strings.ContainsRune(ties, after) && (unicode.IsLetter(beyond) || unicode.IsDigit(beyond))
}

// withoutQuotations replaces each byte of the quotations of a text by a space.
func withoutQuotations(s string) string {
	var kept strings.Builder
	for at := 0; at < len(s); {
		if length := quoted(s[at:]); length > 0 {
			kept.WriteString(strings.Repeat(" ", length))
			at += length
			continue
		}
		kept.WriteByte(s[at])
		at++
	}
	return kept.String()
}

// A Term is one form of a word that is searched for. A word of a program has several: its
// parts, and the whole.
type Term struct {
	Typed string // the word
	analysis.Form
	Stem string
}

// A Verbatim is a word whose spelling matters: another form of it does not mean the same.
type Verbatim struct {
	Kind VerbatimKind
	Form string // as [analysis.Exact]
}

// A VerbatimKind is the reason why the spelling of a word matters.
type VerbatimKind uint8

// The kinds of verbatim words.
const (
	Number VerbatimKind = iota
	Code                // has a digit, is in capitals or is made of several words: RFC, utf8, getUserName
	Name                // has a capital, not at the start of the question
	VerbatimKinds
)

// mostlyCapitals is the share of words with a capital from which on capitals mean nothing,
// as in a heading.
const mostlyCapitals = 0.7

// verbatimIn returns the verbatim words of a text, each once, without stop words.
func verbatimIn(s string) []Verbatim {
	var all []Verbatim
	words, capitals := 0, 0
	for w := range text.Words(s) {
		words++
		if first, _ := utf8.DecodeRuneInString(w.Span.Of(s)); unicode.IsUpper(first) {
			capitals++
		}
	}
	isHeading := float64(capitals) >= mostlyCapitals*float64(words)
	isFirst := true
	seen := map[string]bool{}
	for w := range (text.Options{Underscores: true}).Words(s) {
		word := w.Span.Of(s)
		form := analysis.Exact(word)
		kind, ok := verbatimKindOf(word, isFirst, isHeading)
		isFirst = false
		if ok && !analysis.IsStop(form) && !seen[form] {
			seen[form] = true
			all = append(all, Verbatim{kind, form})
		}
	}
	return all
}

func verbatimKindOf(word string, isFirst, isHeading bool) (VerbatimKind, bool) {
	var digits, capitals, others int
	hasInnerCapital := false
	for _, r := range word {
		switch {
		case unicode.IsDigit(r):
			digits++
		case unicode.IsUpper(r):
			hasInnerCapital = hasInnerCapital || others > 0
			capitals++
		default:
			others++
		}
	}
	switch {
	case capitals+others == 0:
		return Number, true
	case digits > 0, hasInnerCapital, strings.Contains(strings.Trim(word, "_"), "_"):
		return Code, true
	case isHeading:
		return 0, false
	case others == 0 && capitals > 1:
		return Code, true
	}
	return Name, capitals > 0 && !isFirst
}

// compound matches words that marks tie together, with the dashes of an option in front of them.
var compound = regexp.MustCompile(`(?:--)?[\pL\pN]+(?:[-./:+_]+[\pL\pN]+)+`)

// compoundsIn returns the compounds of a text, without those of a small word, as "and/or".
func compoundsIn(s string) []string {
	return slices.DeleteFunc(compound.FindAllString(s, -1), func(c string) bool {
		return slices.ContainsFunc(CompoundParts(c), analysis.IsStop)
	})
}

// CompoundParts returns the words of a compound, folded.
func CompoundParts(c string) []string {
	return strings.FieldsFunc(text.Fold(c), func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) })
}

// HasCompound reports whether a text has the words of a compound one behind the other, whatever
// marks or spaces tie them there: read-only is "read only", too.
func HasCompound(s, compound string) bool {
	const longestTie = 3 // bytes
	isWord := func(r rune) bool { return unicode.IsLetter(r) || unicode.IsDigit(r) }
	parts, folded := CompoundParts(compound), text.Fold(s)
	for at := 0; ; at++ {
		i := strings.Index(folded[at:], parts[0])
		if i < 0 {
			return false
		}
		at += i
		end := at + len(parts[0])
		if before, _ := utf8.DecodeLastRuneInString(folded[:at]); isWord(before) {
			continue
		}
		isWhole := true
		for _, part := range parts[1:] {
			tie := strings.IndexFunc(folded[end:], isWord)
			if isWhole = 0 <= tie && tie <= longestTie && strings.HasPrefix(folded[end+tie:], part); !isWhole {
				break
			}
			end += tie + len(part)
		}
		if after, _ := utf8.DecodeRuneInString(folded[end:]); isWhole && !unicode.IsDigit(after) {
			return true
		}
	}
}

// HasNumber reports whether one of the words has a digit or is a numeral.
func HasNumber(words []Word) bool {
	counting := lexicon.Any("counting words")
	return slices.ContainsFunc(words, func(w Word) bool {
		n, ok := quantity.Numeral(w.Folded)
		return strings.ContainsAny(w.Folded, "0123456789") || ok && n > 1 || counting.Has(w.Folded)
	})
}
