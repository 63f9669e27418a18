// Package fuzzy compares texts that are nearly the same: how alike two are, where in a
// long text the best likeness of a short one stands, and which known word was meant.
//
// Likeness is the ratio of Ratcliff and Obershelp, 2M/T: T is the length of both texts
// in code points, and M how many of them lie in matching blocks. The first block is the
// longest stretch that both have in common, the others are found in the same way to the
// left and to the right of it. It is the ratio of SequenceMatcher in Python's difflib,
// with nothing left out for being frequent.
//
// All functions are pure and may run at the same time.
package fuzzy

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"docuquest/core/language/text"
)

// Ratio returns the likeness of a and b, from 0 for nothing in common to 1 for the same
// text. Two empty texts are the same. It is not symmetric where several stretches are
// longest. The time grows with the product of the lengths: about a millisecond for two
// texts of 1000 characters.
func Ratio(a, b string) float64 {
	if a == b {
		return 1
	}
	m := newMatcher([]rune(a), []rune(b))
	return ratio(m.matched(), len(m.a)+len(m.b))
}

func ratio(matched, total int) float64 {
	if total == 0 {
		return 1
	}
	return 2 * float64(matched) / float64(total)
}

// LongestNeedle is the length in bytes up to which BestWindow looks for a likeness. A
// longer needle is found only where it stands word for word: what nobody would call a
// quote must not cost seconds.
const LongestNeedle = 4 << 10

// BestWindow returns the stretch of the text that is most like the needle, and their
// Ratio. It cuts no word where it need not. Where the needle stands word for word, that is its first occurrence with the
// ratio 1. If nothing is alike it returns the zero Span and 0.
//
// Windows are chosen by the short byte sequences that they share with the needle, and
// the best few are aligned with it, so a better one can be missed only among those with
// hardly a sequence in common; from which ratio on a window counts is for the caller to
// say. A quote of 300 characters in a text of 100 KB takes a few milliseconds.
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

// wholeWords widens a window by the rest of the words that it cuts, where that makes it
// no less like the needle.
func wholeWords(needle, in string, window text.Span, ratio float64) (text.Span, float64) {
	head, tail := wordBefore(in[:window.Start]), wordAfter(in[window.End:])
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

// longestWord is how many bytes of a cut word are looked at.
const longestWord = 40

// wordBefore returns how many bytes at the end of s belong to a word.
func wordBefore(s string) int {
	n := 0
	for n < longestWord {
		r, size := utf8.DecodeLastRuneInString(s[:len(s)-n])
		if !inWord(r) {
			break
		}
		n += size
	}
	return n
}

// wordAfter returns how many bytes at the start of s belong to a word.
func wordAfter(s string) int {
	n := 0
	for n < longestWord {
		r, size := utf8.DecodeRuneInString(s[n:])
		if !inWord(r) {
			break
		}
		n += size
	}
	return n
}

func inWord(r rune) bool {
	return r != utf8.RuneError && (unicode.IsLetter(r) || unicode.IsNumber(r) || unicode.IsMark(r))
}

// align returns the stretch of a region that is most like the needle. It starts and ends
// with a block that both have in common, and without white space.
func align(needle, in string, region text.Span) (text.Span, float64) {
	around := region.Of(in)
	m := newMatcher([]rune(needle), []rune(around))
	first, last := bestBlocks(m.blocks(), len(m.a))
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

// bestBlocks returns the first and the last of those blocks whose stretch in b is most
// like all of a, which is n long: blocks at the edges that match by chance are left out.
func bestBlocks(blocks []block, n int) (first, last block) {
	best := 0.0
	for i := range blocks {
		matched := 0
		for j := i; j < len(blocks); j++ {
			matched += blocks[j].size
			length := blocks[j].b + blocks[j].size - blocks[i].b
			if r := ratio(matched, n+length); r > best {
				best, first, last = r, blocks[i], blocks[j]
			}
		}
	}
	return first, last
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
