package render

import (
	"html"
	"regexp"
	"strings"
	"unicode"
	"unicode/utf8"
)

// A bracket that was escaped is kept apart from one that was not, since [1] is the
// mark of a citation and \[1\] is not. These two mean it in the tree; no text
// can have them, as visible leaves no control characters.
const (
	escapedOpening = '\x02'
	escapedClosing = '\x03'
)

// brackets makes escaped brackets of the tree what a reader sees.
func brackets(s string) string {
	return strings.Map(func(r rune) rune {
		switch r {
		case escapedOpening:
			return '['
		case escapedClosing:
			return ']'
		}
		return r
	}, s)
}

// asText is a text in which no bracket is the mark of a citation.
func asText(s string) string {
	return strings.Map(func(r rune) rune {
		switch r {
		case '[':
			return escapedOpening
		case ']':
			return escapedClosing
		}
		return r
	}, s)
}

// visible drops what would act on a terminal or hide in an editor, and makes every
// break of a line a line feed. Joiners stay: emoji and some scripts need them.
func visible(s string) string {
	s = strings.ReplaceAll(s, "\r\n", "\n")
	return strings.Map(func(r rune) rune {
		switch {
		case r == '\t':
			return r
		case r == '\r', r == '\v', r == '\f', r == '\u0085', r == '\u2028', r == '\u2029':
			return '\n'
		case r != '\n' && Hides(r):
			return -1
		}
		return r
	}, s)
}

// Hides reports whether a character is not seen, or changes how others are seen: controls,
// the direction of text, tags and selectors that can spell out a whole text, letters
// without a mark. Joiners and the selectors of emoji are none of these.
func Hides(r rune) bool {
	const nonJoiner, joiner = '\u200C', '\u200D'
	switch {
	case r == nonJoiner || r == joiner || unicode.Is(unicode.Prepended_Concatenation_Mark, r):
		return false
	case unicode.IsControl(r), r == utf8.RuneError, unicode.Is(unicode.Cf, r):
		return true
	}
	return unicode.Is(unicode.Other_Default_Ignorable_Code_Point, r) || 0xE0100 <= r && r <= 0xE01EF
}

// entity matches a character that is written by its name or number.
var entity = regexp.MustCompile(`^&(?:#[0-9]{1,7}|#[xX][0-9a-fA-F]{1,6}|[A-Za-z][A-Za-z0-9]{0,31});`)

// decoded is a piece of the source of a text as a reader sees it: escapes and entities
// are resolved. A break of a line that comes out of an entity is a space.
func decoded(source string) string {
	if !strings.ContainsAny(source, `\&`) {
		return source
	}
	var b strings.Builder
	for at := 0; at < len(source); {
		plain := strings.IndexAny(source[at:], `\&`)
		if plain < 0 {
			plain = len(source) - at
		}
		b.WriteString(source[at : at+plain])
		at += plain
		if at == len(source) {
			break
		}
		rest := source[at:]
		name := entity.FindString(rest)
		switch {
		case rest[0] == '\\' && len(rest) > 1 && isMark(rest[1]):
			b.WriteString(asText(rest[1:2]))
			at += 2
		case name != "":
			b.WriteString(asText(strings.ReplaceAll(visible(html.UnescapeString(name)), "\n", " ")))
			at += len(name)
		default:
			b.WriteByte(rest[0])
			at++
		}
	}
	return b.String()
}

// isMark reports whether a character is one of those that a backslash escapes.
func isMark(c byte) bool {
	return '!' <= c && c <= '/' || ':' <= c && c <= '@' || '[' <= c && c <= '`' || '{' <= c && c <= '~'
}
