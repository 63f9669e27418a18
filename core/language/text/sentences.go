package text

import (
	"iter"
	"strings"
	"unicode"
	"unicode/utf8"
)

// Sentences returns the sentences of s in order, without the white space around them.
// No byte that is not white space is left out.
//
// A sentence ends at a full stop, question or exclamation mark (with the quotes and
// brackets that close there) unless the mark is part of a number, a name or an
// abbreviation, or the text continues in lower case; it ends at a blank line, before a
// list item and around a heading; and at the end of a line that was ended on purpose. The
// end of a line that was merely full does not end it.
func Sentences(s string) iter.Seq[Span] {
	return func(yield func(Span) bool) {
		for passage := range passages(s) {
			if !splitPassage(s, passage, yield) {
				return
			}
		}
	}
}

// splitPassage yields the sentences of a stretch that no line break ends.
func splitPassage(s string, passage Span, yield func(Span) bool) bool {
	start := passage.Start
	for at := start; at < passage.End; {
		mark := nextTerminator(s, Span{at, passage.End})
		if mark < 0 {
			break
		}
		// The sentence includes further terminators and the signs that close after them.
		rest := strings.TrimLeft(s[mark:passage.End], terminators)
		at = passage.End - len(strings.TrimLeft(rest, closers))
		if !endsSentence(s, Span{start, passage.End}, mark, at) {
			continue
		}
		if !yieldTrimmed(s, Span{start, at}, yield) {
			return false
		}
		start = at
	}
	return yieldTrimmed(s, Span{start, passage.End}, yield)
}

func yieldTrimmed(s string, span Span, yield func(Span) bool) bool {
	trimmed := strings.TrimLeftFunc(span.Of(s), unicode.IsSpace)
	span.Start = span.End - len(trimmed)
	span.End = span.Start + len(strings.TrimRightFunc(trimmed, unicode.IsSpace))
	return span.Empty() || yield(span)
}

const (
	wideTerminators = "。！？｡"
	terminators     = ".!?…" + wideTerminators
	closers         = "\"')]}>*_`”’»›」』）】"
	openers         = "\"'([{<*_`“‘«‹「『（【¿¡"
)

// nextTerminator returns the offset of the first terminator in the span, or -1. It decodes
// a character only after the first byte of a terminator.
func nextTerminator(s string, span Span) int {
	for at := span.Start; at < span.End; at++ {
		switch b := s[at]; b {
		case '.', '!', '?':
			return at
		case "…"[0], "。"[0], "！"[0]:
			if r, _ := utf8.DecodeRuneInString(s[at:span.End]); strings.ContainsRune(terminators, r) {
				return at
			}
		}
	}
	return -1
}

// endsSentence reports whether the terminators at mark, which with their closers end at
// end, end a sentence. sentence starts where the sentence does and ends where the
// passage does.
func endsSentence(s string, sentence Span, mark, end int) bool {
	if end == sentence.End {
		return true
	}
	first, _ := utf8.DecodeRuneInString(s[mark:])
	if strings.ContainsRune(wideTerminators, first) {
		return true
	}
	next := strings.TrimLeftFunc(s[end:sentence.End], unicode.IsSpace)
	if len(next) == sentence.End-end {
		return false // no space: a decimal, a version, a file's name
	}
	next = strings.TrimLeft(next, openers)
	if r, _ := utf8.DecodeRuneInString(next); unicode.IsLower(r) {
		return false
	}
	single := first == '.' && !strings.HasPrefix(s[mark+1:], ".")
	return !single || !isAbbreviation(s[sentence.Start:mark], next)
}

// isAbbreviation reports whether the full stop after before, before next,
// belongs to a word and not to a sentence.
func isAbbreviation(before, next string) bool {
	word := lastField(before)
	lower := strings.ToLower(word)
	switch {
	case word == "":
		return false
	case neverLast[lower]:
		return true
	case beforeNumber[lower]:
		return startsWithDigit(next)
	case strings.Trim(word, "0123456789") == "":
		return len(word) == len(strings.TrimSpace(before)) // "3. Open the lid": an item's number
	case isInitial(word):
		return !isNoName(before, word) && !startsLikeSentence(next)
	case strings.Contains(word, ".") && startsWithUpper(word):
		return !startsLikeSentence(next) // "the U.S. Army", "Ph.D. student"
	}
	return false
}

// lastField returns the text after the last white space, bracket or quote.
func lastField(before string) string {
	i := strings.LastIndexFunc(before, func(r rune) bool {
		return unicode.IsSpace(r) || strings.ContainsRune(openers, r)
	})
	if i < 0 {
		return before
	}
	_, size := utf8.DecodeRuneInString(before[i:])
	return before[i+size:]
}

// isInitial reports whether word is one capital letter, or several capitals with full
// stops between them, as in "J.R".
func isInitial(word string) bool {
	for part := range strings.SplitSeq(word, ".") {
		r, size := utf8.DecodeRuneInString(part)
		if size != len(part) || !unicode.IsUpper(r) {
			return false
		}
	}
	return true
}

// isNoName reports whether word, a capital at the end of before, follows a word in lower
// case that it belongs to, as in "vitamin C", and so is no initial of a name.
func isNoName(before, word string) bool {
	if strings.Contains(word, ".") {
		return false
	}
	previous := lastField(strings.TrimSpace(strings.TrimSuffix(before, word)))
	r, _ := utf8.DecodeRuneInString(previous)
	return unicode.IsLower(r) && !beforeNames[previous]
}

func startsLikeSentence(next string) bool {
	word, _, _ := strings.Cut(next, " ")
	return sentenceStarters[strings.TrimRight(word, ",;:\n")]
}

func startsWithUpper(s string) bool {
	r, _ := utf8.DecodeRuneInString(s)
	return unicode.IsUpper(r)
}

func startsWithDigit(s string) bool {
	return s != "" && '0' <= s[0] && s[0] <= '9'
}

var (
	// neverLast are abbreviations that something always follows.
	neverLast = WordSet(`dr mr mrs ms mx prof rev hon gen col capt lt sgt st ste mt ft fr sr
		messrs gov sen rep pres e.g i.e eg ie cf vs viz approx ca resp al`)
	// beforeNumber are abbreviations if a number follows, and words if not.
	beforeNumber = WordSet(`no nos fig figs sec secs eq eqs ch chap vol vols p pp art nr bd s
		jan feb mar apr jun jul aug sep sept oct nov dec op cl para par tab`)
	// beforeNames are words in lower case that a name's initial follows easily.
	beforeNames = WordSet(`by of to from with and or for as at on that when than
		von van de der den di da la le du zu et`)
	// sentenceStarters are words in upper case that a sentence starts with far more
	// often than a name does.
	sentenceStarters = WordSet(`The A An This That These Those It Its He She We They I You His Her
		Their Our My In On At For From With By As If When While After Before But And However
		There Here What Who Why How Since Although Because Then Thus`)
)
