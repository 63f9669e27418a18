package charset

import (
	"encoding/binary"
	"strings"
	"unicode"
	"unicode/utf16"
	"unicode/utf8"
)

// byteOrder returns the byte order of an encoding.
func byteOrder(name string) binary.ByteOrder {
	if name == nameUTF16LE || name == nameUTF32LE {
		return binary.LittleEndian
	}
	return binary.BigEndian
}

// decodeUTF16 decodes content without a mark. Half a unit and half a surrogate pair are
// errors.
func decodeUTF16(content, name string) (string, error) {
	var b strings.Builder
	b.Grow(len(content) / 2)
	order := byteOrder(name)
	for at := 0; at < len(content); at += 2 {
		if at+2 > len(content) {
			return "", errBroken(name, at)
		}
		r := rune(order.Uint16([]byte(content[at : at+2])))
		if utf16.IsSurrogate(r) {
			start := at
			if at += 2; at+2 > len(content) {
				return "", errBroken(name, start)
			}
			r = utf16.DecodeRune(r, rune(order.Uint16([]byte(content[at:at+2]))))
			if r == utf8.RuneError {
				return "", errBroken(name, start)
			}
		}
		b.WriteRune(r)
	}
	return b.String(), nil
}

// decodeUTF32 decodes content without a mark.
func decodeUTF32(content, name string) (string, error) {
	var b strings.Builder
	b.Grow(len(content) / 4)
	order := byteOrder(name)
	for at := 0; at < len(content); at += 4 {
		if at+4 > len(content) {
			return "", errBroken(name, at)
		}
		r := order.Uint32([]byte(content[at : at+4]))
		if r > unicode.MaxRune || !utf8.ValidRune(rune(r)) {
			return "", errBroken(name, at)
		}
		b.WriteRune(rune(r))
	}
	return b.String(), nil
}

// guessUTF16 reports whether content is UTF-16 without a mark. Text has spaces, line
// ends and ASCII in every script, each with a zero byte on the same side, hardly any on
// the other, and the decoded text is plausible. ASCII with a stray zero has fewer.
func guessUTF16(content string) (name string, found bool) {
	var zeros [2]int
	for i := range len(content) {
		if content[i] == 0 {
			zeros[i%2]++
		}
	}
	name = nameUTF16LE
	if zeros[0] > zeros[1] {
		name = nameUTF16BE
	}
	most, least := max(zeros[0], zeros[1]), min(zeros[0], zeros[1])
	if 8*least > most || utf8.ValidString(content) && 20*most < len(content) {
		return "", false
	}
	text, err := decodeUTF16(content, name)
	return name, err == nil && isPlausible(text)
}

// isPlausible reports whether a text that was decoded on a guess could have been written
// by a person: no unassigned character and no control character but white space, a form
// feed, an escape and the end-of-file mark of old systems.
func isPlausible(text string) bool {
	for _, r := range text {
		switch {
		case r == utf8.RuneError:
			return false
		case unicode.IsGraphic(r), unicode.Is(unicode.Cf, r), unicode.Is(unicode.Co, r):
		case r == '\t', r == '\n', r == '\v', r == '\f', r == '\r', r == 0x1b, r == 0x1a, r == 0x85:
		case r == 0x2028, r == 0x2029:
		default:
			return false
		}
	}
	return true
}
