// Package fuzzy compares texts that are nearly the same: how similar two texts are,
// which part of a long text is most similar to a short one, and which known word was meant.
//
// Similarity is the ratio of Ratcliff and Obershelp, 2M/T: T is the length of both texts
// in code points, and M how many of them are in matching blocks. The first block is the
// longest stretch that both have in common; the other blocks are found in the same way to
// the left and to the right of it. It is the ratio of SequenceMatcher in Python's difflib,
// without its exception for frequent characters.
//
// All functions are pure and may run at the same time.
package fuzzy

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"docuquest/core/language/text"
)

// Ratio returns the similarity of a and b, from 0 for nothing in common to 1 for the same
// text. Two empty texts are the same. It is not symmetric where several stretches are
// longest. The time grows with the product of the lengths: about a millisecond for two
// texts of 1000 characters.
func Ratio(a, b string) float64 {
	if a == b {
		return 1
	}
	m := newMatcher([]rune(a), []rune(b))
	matched := 0
	m.eachBlock(func(found block) { matched += found.size })
	return ratio(matched, len(m.a)+len(m.b))
}

// ratio returns 2M/T.
func ratio(matched, total int) float64 {
	if total == 0 {
		return 1
	}
	return 2 * float64(matched) / float64(total)
}

// LongestNeedle is the length in bytes up to which BestWindow finds similar text. A longer
// needle is found only word for word: a text that is too long for a quote must not cost
// seconds.
const LongestNeedle = 4 << 10

// BestWindow returns the stretch of the text that is most similar to the needle, and their
// Ratio. It avoids cutting words. If the text contains the needle word for word, the
// stretch is its first occurrence, with the ratio 1. If nothing is similar it returns the
// zero Span and 0.
//
// Windows are chosen by the short byte sequences that they share with the needle, and
// the best few are aligned with it, so a better window can be missed only if it has hardly
// a sequence in common; the caller decides from which ratio on a window counts. A quote of 300
// characters in a text of 100 KB takes a few milliseconds.
func BestWindow(needle, in string) (text.Span, float64) {
	if needle == "" {
		return text.Span{}, 0
	}
	if at := strings.Index(in, needle); at >= 0 {
		return text.Span{Start: at, End: at + len(needle)}, 1
	}
	if len(needle) > LongestNeedle {
		return text.Span{}, 0
	}
	var best text.Span
	var bestRatio float64
	for _, region := range regions(needle, in) {
		window, ratio := align(needle, in, region)
		if ratio > bestRatio {
			best, bestRatio = window, ratio
		}
	}
	if bestRatio == 0 {
		return text.Span{}, 0
	}
	return wholeWords(needle, in, best, bestRatio)
}

// wholeWords widens a window by the rest of the words that it cuts, if that makes it
// no less similar to the needle.
func wholeWords(needle, in string, window text.Span, ratio float64) (text.Span, float64) {
	const longestWord = 40 // bytes of a cut word that are read
	head, tail := 0, 0
	for head < longestWord {
		r, size := utf8.DecodeLastRuneInString(in[:window.Start-head])
		if !inWord(r) {
			break
		}
		head += size
	}
	for tail < longestWord {
		r, size := utf8.DecodeRuneInString(in[window.End+tail:])
		if !inWord(r) {
			break
		}
		tail += size
	}
	for _, wider := range []text.Span{
		{Start: window.Start - head, End: window.End},
		{Start: window.Start, End: window.End + tail},
		{Start: window.Start - head, End: window.End + tail},
	} {
		if wider == window {
			continue
		}
		if r := Ratio(needle, wider.Of(in)); r >= ratio {
			window, ratio = wider, r
		}
	}
	return window, ratio
}

// inWord reports whether r belongs to a word.
func inWord(r rune) bool {
	return r != utf8.RuneError && (unicode.IsLetter(r) || unicode.IsNumber(r) || unicode.IsMark(r))
}

// align returns the stretch of a region that is most similar to the needle. It starts and
// ends with a block that both have in common, and without white space. Blocks at the
// edges that match by chance are left out.
func align(needle, in string, region text.Span) (text.Span, float64) {
	around := region.Of(in)
	m := newMatcher([]rune(needle), []rune(around))
	blocks := m.blocks()
	var first, last block
	best := 0.0
	for i := range blocks {
		matched := 0
		for j := i; j < len(blocks); j++ {
			matched += blocks[j].size
			length := blocks[j].b + blocks[j].size - blocks[i].b
			if r := ratio(matched, len(m.a)+length); r > best {
				best, first, last = r, blocks[i], blocks[j]
			}
		}
	}
	if last.size == 0 {
		return text.Span{}, 0
	}
	start, end := byteOffset(around, first.b), byteOffset(around, last.b+last.size)
	start = end - len(strings.TrimLeftFunc(around[start:end], unicode.IsSpace))
	end = start + len(strings.TrimRightFunc(around[start:end], unicode.IsSpace))
	window := text.Span{Start: start, End: end}.Shift(region.Start)
	if window.Empty() {
		return text.Span{}, 0
	}
	return window, Ratio(needle, around[start:end])
}

// byteOffset returns where character n of s starts.
func byteOffset(s string, n int) int {
	for at := range s {
		if n == 0 {
			return at
		}
		n--
	}
	return len(s)
}
