// Package charset turns the bytes of a file into text: a Go string in valid UTF-8.
//
// A byte order mark names the encoding. Without one the bytes are UTF-8 if they are valid
// UTF-8, which is nearly always correct; then UTF-16 if every other byte is zero often
// enough; then the best guess of statistics. A file is decoded without a loss or not at
// all: a position in a repaired text would be a position in no file.
package charset

import (
	"errors"
	"fmt"
	"strings"
	"unicode/utf8"
)

// Decode returns the text of a file's content without a byte order mark, and the name of
// its encoding, as IANA has it but in lower case, such as "utf-8", "utf-16le" or
// "windows-1252".
//
// Content in UTF-8 is returned as it is, without a copy. An error explains to the user why
// the content cannot be read as text; it is one sentence without a full stop, to follow
// the file's name.
func Decode(content string) (text, name string, err error) {
	for _, m := range marks {
		if rest, found := strings.CutPrefix(content, m.bytes); found {
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
	}
	hasZero := strings.IndexByte(content, 0) >= 0
	if hasZero {
		if name, found := guessUTF16(content); found {
			text, err := decodeUTF16(content, name)
			return text, name, err
		}
	}
	switch {
	case utf8.ValidString(content):
		return content, nameUTF8, nil
	case hasZero:
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

// errBroken returns the error for content that is invalid at an offset.
func errBroken(name string, offset int) error {
	return fmt.Errorf("looks like %s text, but the bytes at offset %d are not valid in it", strings.ToUpper(name), offset)
}

// A mark is a byte order mark and the encoding that it announces.
type mark struct {
	bytes, name string
}

// marks has longer marks first, since the mark of UTF-32LE starts with the mark of
// UTF-16LE.
var marks = []mark{
	{"\xff\xfe\x00\x00", nameUTF32LE},
	{"\x00\x00\xfe\xff", nameUTF32BE},
	{"\xef\xbb\xbf", nameUTF8},
	{"\xff\xfe", nameUTF16LE},
	{"\xfe\xff", nameUTF16BE},
}

// firstInvalid returns the offset of the first byte of s that is not valid UTF-8, and the
// length of s without one.
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
