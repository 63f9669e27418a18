// Package charset turns the bytes of a file into text: a Go string in valid UTF-8.
//
// A byte order mark says what the bytes are. Without one they are UTF-8 if they can be,
// which is nearly always the truth; then UTF-16 if every other byte is zero often enough;
// then whatever statistics make of them. A file is decoded without a loss or not at all:
// a place in a text that was patched together would be a place in no file.
package charset

import (
	"errors"
	"fmt"
	"strings"
	"unicode/utf8"
)

// Decode returns the text of a file's content without a byte order mark, and the name of
// the encoding that it was in, as IANA has it but in lower case, such as "utf-8",
// "utf-16le" or "windows-1252".
//
// Content in UTF-8 is returned as it is, without a copy. An error says in words for the
// user why the content cannot be read as text; it is one sentence without a full stop,
// to stand behind the file's name.
func Decode(content string) (text, name string, err error) {
	if m, found := markOf(content); found {
		return m.decode(content)
	}
	holdsZero := strings.IndexByte(content, 0) >= 0
	if holdsZero {
		if name, found := guessUTF16(content); found {
			text, err := decodeUTF16(content, name)
			return text, name, err
		}
	}
	switch {
	case utf8.ValidString(content):
		return content, nameUTF8, nil
	case holdsZero:
		return "", "", errBinary
	case isMostlyUTF8(content):
		return "", "", errBroken(nameUTF8, firstInvalid(content))
	}
	return guess(content)
}

const (
	nameUTF8    = "utf-8"
	nameUTF16LE = "utf-16le"
	nameUTF16BE = "utf-16be"
	nameUTF32LE = "utf-32le"
	nameUTF32BE = "utf-32be"
)

var (
	errBinary  = errors.New("holds binary data, not text")
	errUnknown = errors.New("is in no character encoding that can be recognised")
)

// errBroken says where content is not what it seems to be.
func errBroken(name string, offset int) error {
	return fmt.Errorf("looks like %s text, but the bytes at offset %d are not valid in it", strings.ToUpper(name), offset)
}

// A mark is a byte order mark and the encoding that it announces.
type mark struct {
	bytes, name string
}

// marks holds the longer marks first, since that of UTF-32LE starts with that of UTF-16LE.
var marks = []mark{
	{"\xff\xfe\x00\x00", nameUTF32LE},
	{"\x00\x00\xfe\xff", nameUTF32BE},
	{"\xef\xbb\xbf", nameUTF8},
	{"\xff\xfe", nameUTF16LE},
	{"\xfe\xff", nameUTF16BE},
}

func markOf(content string) (m mark, found bool) {
	for _, m := range marks {
		if strings.HasPrefix(content, m.bytes) {
			return m, true
		}
	}
	return mark{}, false
}

// decode decodes content, which starts with the mark.
func (m mark) decode(content string) (text, name string, err error) {
	rest := content[len(m.bytes):]
	switch m.name {
	case nameUTF8:
		text = rest
		if !utf8.ValidString(rest) {
			err = errBroken(nameUTF8, len(m.bytes)+firstInvalid(rest))
		}
	case nameUTF16LE, nameUTF16BE:
		text, err = decodeUTF16(rest, m.name)
	default:
		text, err = decodeUTF32(rest, m.name)
	}
	if err != nil {
		return "", "", err
	}
	return text, m.name, nil
}

// firstInvalid returns the offset of the first byte of s that is not valid UTF-8, and the
// length of s if there is none.
func firstInvalid(s string) int {
	for at := 0; at < len(s); {
		r, size := utf8.DecodeRuneInString(s[at:])
		if r == utf8.RuneError && size == 1 {
			return at
		}
		at += size
	}
	return len(s)
}

// isMostlyUTF8 reports whether s is UTF-8 with a few faults, or cut off at its end: other
// encodings hardly ever form its sequences by chance.
func isMostlyUTF8(s string) bool {
	valid, faults := 0, 0
	inFault := false
	for at := 0; at < len(s); {
		r, size := utf8.DecodeRuneInString(s[at:])
		invalid := r == utf8.RuneError && size == 1
		switch {
		case invalid && !inFault:
			faults++
		case size > 1:
			valid++
		}
		inFault = invalid
		at += size
	}
	return valid > 2*faults
}
