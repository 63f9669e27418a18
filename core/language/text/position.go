package text

// A Position is a place in a text as editors name it: a line and a character in that
// line, both from 0. What a character is depends on the Encoding.
type Position struct {
	Line, Character int
}

// A Range is the stretch between two positions. The end is exclusive.
type Range struct {
	Start, End Position
}

// ordered returns the range with its earlier position first.
func (r Range) ordered() Range {
	if s, e := r.Start, r.End; e.Line < s.Line || e.Line == s.Line && e.Character < s.Character {
		return Range{r.End, r.Start}
	}
	return r
}

// An Encoding is the unit of the Character of a Position. The zero value is UTF8.
type Encoding uint8

// The three encodings that the Language Server Protocol knows.
const (
	UTF8  Encoding = iota // bytes
	UTF16                 // UTF-16 code units: two for a character beyond U+FFFF
	UTF32                 // code points
)

// String returns the encoding's name in the protocol, such as "utf-16".
func (e Encoding) String() string {
	switch e {
	case UTF16:
		return "utf-16"
	case UTF32:
		return "utf-32"
	default:
		return "utf-8"
	}
}

// ParseEncoding returns the encoding with the given name in the protocol; ok is
// false for any other name.
func ParseEncoding(name string) (e Encoding, ok bool) {
	for _, e := range []Encoding{UTF8, UTF16, UTF32} {
		if e.String() == name {
			return e, true
		}
	}
	return UTF8, false
}
