package ground

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"

	"docuquest/core/language/text"
)

// A folded is the normal form of a text: what is left of it when case, white
// space, line breaks, the marks at the starts of lines, emphasis, soft and
// line-end hyphens, and the shapes of quotation marks and dashes are forgotten,
// and when characters that Unicode holds compatible are one: "ﬁ" and "fi", "é" as
// one character and as two. Characters are taken apart rather than put together,
// since each then depends on itself alone.
type folded struct {
	text   string
	starts []int32 // for each byte of text, the offset of the character that it was made from
}

// fold makes the normal form of raw, which is at most 2 GB long.
func fold(raw string) *folded {
	f := folder{raw: raw, out: make([]byte, 0, len(raw)), starts: make([]int32, 0, len(raw))}
	at := text.LineMarks(raw)
	for at < len(raw) {
		if at = f.plain(at); at < len(raw) {
			at = f.step(at)
		}
	}
	return &folded{text: string(f.out), starts: f.starts}
}

// trimmed is the normal form without a space at either end.
func (f *folded) trimmed() string { return strings.Trim(f.text, " ") }

// source is the span of raw, the text that was folded, that a span of the
// normal form was made from. The span must not be empty.
func (f *folded) source(raw string, span text.Span) text.Span {
	last := int(f.starts[span.End-1])
	_, size := utf8.DecodeRuneInString(raw[last:])
	return text.Span{Start: int(f.starts[span.Start]), End: last + size}
}

// splits reports whether a span of the normal form begins or ends inside of what one
// character was made into: "caf" is not said where "café" is taken apart.
func (f *folded) splits(span text.Span) bool {
	inside := func(at int) bool { return 0 < at && at < len(f.starts) && f.starts[at-1] == f.starts[at] }
	return inside(span.Start) || inside(span.End)
}

// A folder writes a normal form.
type folder struct {
	raw    string
	out    []byte
	starts []int32
}

// plain copies the ASCII letters and digits from an offset on, with the single
// spaces between them, and gives the offset behind them: most of most texts.
func (f *folder) plain(at int) int {
	for ; at < len(f.raw); at++ {
		b := f.raw[at]
		switch {
		case 'a' <= b && b <= 'z', '0' <= b && b <= '9':
		case 'A' <= b && b <= 'Z':
			b += 'a' - 'A'
		case b == ' ' && len(f.out) > 0 && f.out[len(f.out)-1] != ' ':
		default:
			return at
		}
		f.out = append(f.out, b)
		f.starts = append(f.starts, int32(at))
	}
	return at
}

// emit writes s as what was made from the character at an offset.
func (f *folder) emit(at int, s string) {
	f.out = append(f.out, s...)
	for range len(s) {
		f.starts = append(f.starts, int32(at))
	}
}

// step folds what is at an offset and gives the offset behind it.
func (f *folder) step(at int) int {
	r, size := utf8.DecodeRuneInString(f.raw[at:])
	next := at + size
	switch {
	case r == '\n' || r == '\r':
		f.space(at)
		return next + text.LineMarks(f.raw[next:])
	case unicode.IsSpace(r):
		f.space(at)
	case isInvisible(r):
	case r == '-' || r == '\u2010' || r == '\u2011':
		return f.hyphen(at, next)
	case r == '*' || r == '_' || r == '~' || r == '`':
		return f.emphasis(at)
	case r == '\\' && next < len(f.raw) && f.raw[next] < utf8.RuneSelf && unicode.In(rune(f.raw[next]), unicode.Punct, unicode.Symbol):
	default:
		f.character(at, r)
	}
	return next
}

// space writes one for a run of them, and none at the start.
func (f *folder) space(at int) {
	if n := len(f.out); 0 < n && f.out[n-1] != ' ' {
		f.emit(at, " ")
	}
}

// isInvisible reports whether r shows nothing: the soft hyphen, the zero-width
// characters and the byte order mark.
func isInvisible(r rune) bool {
	return r == '\u00AD' || '\u200B' <= r && r <= '\u200D' || r == '\u2060' || r == '\uFEFF'
}

// hyphen forgets one between two letters, whether or not the line ends there:
// nobody can distinguish a word that was broken from one that has a hyphen.
func (f *folder) hyphen(at, next int) int {
	before, _ := utf8.DecodeLastRuneInString(f.raw[:at])
	behind := next // and one line break, with the marks of the next line
	if line, ok := strings.CutPrefix(strings.TrimPrefix(f.raw[next:], "\r"), "\n"); ok {
		behind = len(f.raw) - len(line) + text.LineMarks(line)
	}
	after, _ := utf8.DecodeRuneInString(f.raw[behind:])
	if unicode.IsLetter(before) && unicode.IsLetter(after) {
		return behind
	}
	f.emit(at, "-")
	return next
}

// emphasis forgets a run of *, _, ~ or ` unless it joins two words, as in
// max_retry and 2*3, or is alone between spaces.
func (f *folder) emphasis(at int) int {
	mark := f.raw[at]
	end := at
	for end < len(f.raw) && f.raw[end] == mark {
		end++
	}
	before, _ := utf8.DecodeLastRuneInString(f.raw[:at])
	after, _ := utf8.DecodeRuneInString(f.raw[end:])
	joins := isWordRune(before) && isWordRune(after)
	alone := unicode.IsSpace(before) && unicode.IsSpace(after)
	if mark != '`' && (joins || alone) {
		for i := at; i < end; i++ {
			f.emit(i, string(mark))
		}
	}
	return end
}

// character writes any other character in its plain lower-case shape.
func (f *folder) character(at int, r rune) {
	switch {
	case strings.ContainsRune("‘’‚‛′", r):
		f.emit(at, "'")
	case strings.ContainsRune("“”„‟″«»", r):
		f.emit(at, `"`)
	case '\u2012' <= r && r <= '\u2015' || r == '\u2212':
		f.emit(at, "-")
	case r == '…':
		f.emit(at, "...")
	case r == 'ς':
		f.emit(at, "σ")
	case r < utf8.RuneSelf:
		f.out = append(f.out, byte(unicode.ToLower(r)))
		f.starts = append(f.starts, int32(at))
	default:
		compatible := string(r)
		if made := norm.NFKD.PropertiesString(f.raw[at:]).Decomposition(); made != nil {
			compatible = string(made)
		}
		f.emit(at, strings.ToLower(compatible))
	}
}
