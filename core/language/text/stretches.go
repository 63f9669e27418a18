package text

import "unicode/utf8"

// Stretches returns stretches of a span of s of up to so many bytes that begin and end with a word.
func Stretches(s string, within Span, most int) []Span {
	const step = 40 // bytes, the least distance of two stretches
	var words, all []Span
	for w := range Words(within.Of(s)) {
		words = append(words, w.Span.Shift(within.Start))
	}
	last := 0
	for i, w := range words {
		if n := len(all); 0 < n && w.Start < all[n-1].Start+step {
			continue
		}
		for last+1 < len(words) && words[last+1].End <= w.Start+most {
			last++
		}
		last = max(last, i)
		if end := words[last].End; end <= w.Start+most {
			all = append(all, Span{Start: w.Start, End: end})
		}
	}
	return all
}

// Widened returns a span with up to so many bytes more on both sides, on the borders
// of characters.
func Widened(s string, span Span, by int) Span {
	span.Start, span.End = max(span.Start-by, 0), min(span.End+by, len(s))
	for 0 < span.Start && span.Start < len(s) && !utf8.RuneStart(s[span.Start]) {
		span.Start--
	}
	for span.End < len(s) && !utf8.RuneStart(s[span.End]) {
		span.End++
	}
	return span
}
