package websearch

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// FragmentLink returns the address of a page with a text fragment: browsers scroll to the
// bytes [start, end) of the page's text and mark them. text is the visible text of the page,
// with a line end wherever a block ends. A short piece of one line is named
// whole, others by their first and last words. Where the same words occur elsewhere in
// the text, those around them are named as well.
//
// Everything but letters and digits of ASCII is encoded, so that Markdown may contain the
// link. A range with nothing to read in it gives the address without a fragment.
func FragmentLink(address, text string, start, end int) string {
	address, _, _ = strings.Cut(address, "#")
	start, end = wholeWords(text, start, end)
	if start >= end {
		return address
	}
	return address + "#:~:text=" + newFragment(text, start, end).String()
}

// How much of a text is named, in words.
const (
	wholeWordsMost = 24 // of a piece that is named whole
	edgeWords      = 6  // of the first and of the last of another
	fewestAround   = 3  // beside a piece that occurs more than once
	mostAround     = 4 * fewestAround
)

// A fragment is a text directive: [prefix-,]start[,end][,-suffix].
type fragment struct{ prefix, start, end, suffix string }

// String writes the directive behind "text=".
func (f fragment) String() string {
	var b strings.Builder
	if f.prefix != "" {
		b.WriteString(encoded(f.prefix) + "-,")
	}
	b.WriteString(encoded(f.start))
	if f.end != "" {
		b.WriteString("," + encoded(f.end))
	}
	if f.suffix != "" {
		b.WriteString(",-" + encoded(f.suffix))
	}
	return b.String()
}

// newFragment describes a range that is not empty and holds whole words.
func newFragment(text string, start, end int) fragment {
	var f fragment
	quote := text[start:end]
	words := strings.Fields(quote)
	if strings.Contains(quote, "\n") || len(words) > wholeWordsMost {
		firstLine, _, _ := strings.Cut(quote, "\n")
		lastLine := quote[strings.LastIndexByte(quote, '\n')+1:]
		f.start, f.end = firstWords(firstLine, edgeWords), lastWords(lastLine, edgeWords)
	} else {
		f.start = strings.Join(words, " ")
	}
	// The line around it, or else the nearest one that is not empty.
	before := strings.TrimRightFunc(text[:start], unicode.IsSpace)
	before = before[strings.LastIndexByte(before, '\n')+1:]
	behind, _, _ := strings.Cut(strings.TrimLeftFunc(text[end:], unicode.IsSpace), "\n")
	flat := flattened(text)
	for around := fewestAround; around <= mostAround && f.isAmbiguous(flat); around *= 2 {
		f.prefix = lastWords(before, around)
		f.suffix = firstWords(behind, around)
	}
	return f
}

// isAmbiguous reports whether a browser that searches a flattened text for the fragment
// may find it in two places. It may report so of words that begin inside of others, which
// costs a longer link and nothing else.
func (f fragment) isAmbiguous(flat string) bool {
	if f.end == "" {
		return strings.Count(flat, flattened(strings.Join([]string{f.prefix, f.start, f.suffix}, " "))) > 1
	}
	return strings.Count(flat, flattened(f.prefix+" "+f.start)) > 1 ||
		strings.Count(flat, flattened(f.end+" "+f.suffix)) > 1
}

// flattened returns a text as browsers compare it: no difference of case or of white space.
func flattened(text string) string { return strings.ToLower(strings.Join(strings.Fields(text), " ")) }

func firstWords(line string, most int) string {
	words := strings.Fields(line)
	return strings.Join(words[:min(len(words), most)], " ")
}

func lastWords(line string, most int) string {
	words := strings.Fields(line)
	return strings.Join(words[max(len(words)-most, 0):], " ")
}

// wholeWords takes white space off a range of a text, and adds the rest of characters and
// of words that it cuts: browsers find whole words alone. A range outside of the text is
// cut to it; one without anything to read is empty.
func wholeWords(text string, start, end int) (int, int) {
	end = max(min(end, len(text)), 0)
	start = min(max(start, 0), end)
	for start > 0 && start < end && !utf8.RuneStart(text[start]) {
		start--
	}
	for start < end && end < len(text) && !utf8.RuneStart(text[end]) {
		end++
	}
	piece := text[start:end]
	start += len(piece) - len(strings.TrimLeftFunc(piece, unicode.IsSpace))
	end -= len(piece) - len(strings.TrimRightFunc(piece, unicode.IsSpace))
	if start >= end {
		return start, start
	}
	for start > 0 && inWord(text, start) {
		_, size := utf8.DecodeLastRuneInString(text[:start])
		start -= size
	}
	for end < len(text) && inWord(text, end) {
		_, size := utf8.DecodeRuneInString(text[end:])
		end += size
	}
	return start, end
}

// inWord reports whether a word goes on over a place in a text. Browsers find the words of
// scripts without spaces in ways of their own; these do not count.
func inWord(text string, at int) bool {
	before, _ := utf8.DecodeLastRuneInString(text[:at])
	behind, _ := utf8.DecodeRuneInString(text[at:])
	return isSpaced(before) && isSpaced(behind)
}

func isSpaced(r rune) bool {
	return (unicode.IsLetter(r) || unicode.IsDigit(r) || unicode.IsMark(r)) &&
		!unicode.In(r, unicode.Han, unicode.Hiragana, unicode.Katakana, unicode.Thai, unicode.Lao, unicode.Khmer, unicode.Myanmar)
}

// encoded percent-encodes all but letters, digits and dots. Of what else addresses allow,
// "-", "," and "&" have a meaning in a directive, and brackets, stars, underscores and
// tildes one in Markdown.
func encoded(s string) string {
	const digits = "0123456789ABCDEF"
	var b strings.Builder
	for i := range len(s) {
		switch c := s[i]; {
		case 'a' <= c && c <= 'z', 'A' <= c && c <= 'Z', '0' <= c && c <= '9', c == '.':
			b.WriteByte(c)
		default:
			b.Write([]byte{'%', digits[c>>4], digits[c&15]})
		}
	}
	return b.String()
}
