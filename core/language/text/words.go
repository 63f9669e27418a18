package text

import (
	"iter"
	"strings"
	"unicode"
	"unicode/utf8"
)

// A Word is one word of a text: its place, not its folded form.
type Word struct {
	Span Span
	// Bigram is set if the word is a pair of neighbours in a longer run of a
	// script that is written without spaces. Such words overlap.
	Bigram bool
}

// Words returns the words of s in the order in which they start.
//
// On ASCII text they are the runs of letters and digits, as in Classic. Beyond ASCII
// letters, digits and numbers of all scripts make up a word too, together with the
// marks on them; a soft hyphen and the zero-width joiners inside a word keep it
// together. Han, Hiragana, Katakana, Thai, Lao, Khmer and
// Myanmar are written without spaces: a run of them is cut into each pair of
// neighbouring characters, and a lone character is a word. Underscores separate.
func Words(s string) iter.Seq[Word] { return Options{}.Words(s) }

// Options define the words of a text. The zero value is right for prose.
type Options struct {
	// Underscores belong to a word, as they do in code. A run of nothing but
	// underscores is no word.
	Underscores bool
}

// Words returns the words of s as the package's Words does, under the options.
func (o Options) Words(s string) iter.Seq[Word] {
	return func(yield func(Word) bool) {
		eachRun(s, o.class(), func(start, end int, wide bool) bool {
			if wide && !isASCII(s[start:end]) {
				return eachWideWord(s, Span{start, end}, yield)
			}
			return onlyUnderscores(s[start:end]) || yield(Word{Span: Span{start, end}})
		})
	}
}

// each calls visit for every word of s, without the cost of an end before the last.
func (o Options) each(s string, visit func(start, end int)) {
	visitWord := func(w Word) bool {
		visit(w.Span.Start, w.Span.End)
		return true
	}
	eachRun(s, o.class(), func(start, end int, wide bool) bool {
		switch {
		case wide && !isASCII(s[start:end]):
			eachWideWord(s, Span{start, end}, visitWord)
		case s[start] != '_' || !onlyUnderscores(s[start:end]):
			visit(start, end)
		}
		return true
	})
}

// class returns the bytes that words are made of: all that are not ASCII among them,
// to be looked at one character at a time.
func (o Options) class() class {
	if o.Underscores {
		return class{underscore: highBits, wide: highBits}
	}
	return class{wide: highBits}
}

func onlyUnderscores(run string) bool {
	return run[0] == '_' && strings.Trim(run, "_") == ""
}

// eachWideWord calls yield for each word in a run that is not all ASCII, until yield
// returns false; it returns what yield returned last.
func eachWideWord(s string, run Span, yield func(Word) bool) bool {
	for at := run.Start; at < run.End; {
		r, size := utf8.DecodeRuneInString(s[at:run.End])
		next, more := at+size, true
		switch kindOf(r) {
		case letter:
			next = wordEnd(s, next, run.End)
			more = onlyUnderscores(s[at:next]) || yield(Word{Span: Span{at, next}})
		case unspaced:
			next, more = eachPair(s, Span{at, run.End}, yield)
		}
		if !more {
			return false
		}
		at = next
	}
	return true
}

// wordEnd returns where the word that goes on at offset at ends. Joiners belong to it
// only if more of the word follows them.
func wordEnd(s string, at, limit int) int {
	end := at
	for at < limit {
		r, size := utf8.DecodeRuneInString(s[at:limit])
		at += size
		switch kindOf(r) {
		case letter, mark:
			end = at
		case joiner:
		default:
			return end
		}
	}
	return end
}

// eachPair calls yield for the pairs of neighbours at the start of the span, as far as
// the script is one without spaces, and returns where that ends. A character takes
// its marks with it.
func eachPair(s string, span Span, yield func(Word) bool) (end int, more bool) {
	first := span.Start
	second := clusterEnd(s, first, span.End)
	if !unspacedAt(s, second, span.End) {
		return second, yield(Word{Span: Span{first, second}})
	}
	for unspacedAt(s, second, span.End) {
		end := clusterEnd(s, second, span.End)
		if !yield(Word{Span: Span{first, end}, Bigram: true}) {
			return end, false
		}
		first, second = second, end
	}
	return second, true
}

// clusterEnd returns the end of the character at offset at and of its marks.
func clusterEnd(s string, at, limit int) int {
	_, size := utf8.DecodeRuneInString(s[at:limit])
	for at += size; at < limit; at += size {
		var r rune
		r, size = utf8.DecodeRuneInString(s[at:limit])
		if k := kindOf(r); k != mark && k != joiner {
			break
		}
	}
	return at
}

func unspacedAt(s string, at, limit int) bool {
	if at >= limit {
		return false
	}
	r, _ := utf8.DecodeRuneInString(s[at:limit])
	return kindOf(r) == unspaced
}

// A runeKind is the part that a character plays in a word.
type runeKind uint8

const (
	separator runeKind = iota
	letter             // starts a word and goes on with one
	mark               // goes on with a word
	joiner             // goes on with a word if more of it follows
	unspaced           // a letter of a script without spaces
)

// kindOf returns the kind of a character of a run, in which every ASCII character is
// part of a word already.
func kindOf(r rune) runeKind {
	switch {
	case r < utf8.RuneSelf:
		return letter
	case IsUnspaced(r):
		return unspaced
	case r == 'ﾞ', r == 'ﾟ': // letters by their category, marks by their use
		return mark
	case unicode.IsLetter(r), unicode.IsNumber(r):
		return letter
	case unicode.IsMark(r):
		return mark
	case isJoiner(r):
		return joiner
	}
	return separator
}

// isJoiner reports whether r is invisible and holds a word together: the soft hyphen
// and the zero-width non-joiner and joiner.
func isJoiner(r rune) bool {
	return r == 0xAD || r == 0x200C || r == 0x200D
}

// IsUnspaced reports whether r is a letter of a script that is written without spaces.
func IsUnspaced(r rune) bool {
	const thai, lastOfLao, myanmar = 0x0E00, 0x0EFF, 0x1000
	switch {
	case r < thai, lastOfLao < r && r < myanmar:
		return false
	case 0x4E00 <= r && r <= 0x9FFF: // most of Han, at once
		return true
	case r == '〇', r == 'ー', r == 'ｰ': // a number and two lengtheners, common to scripts
		return true
	case r == 'ﾞ', r == 'ﾟ':
		return false
	}
	return unicode.IsLetter(r) && unicode.In(r, unicode.Han, unicode.Hiragana, unicode.Katakana,
		unicode.Thai, unicode.Lao, unicode.Khmer, unicode.Myanmar)
}

// IsCapitalized reports whether a word begins with a capital letter.
func IsCapitalized(word string) bool {
	first, _ := utf8.DecodeRuneInString(word)
	return unicode.IsUpper(first)
}
