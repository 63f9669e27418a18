package lsptest

import (
	"unicode/utf16"
	"unicode/utf8"
)

// A Position is a line and a character in it, both from 0.
type Position struct {
	Line      int `json:"line"`
	Character int `json:"character"`
}

// A Range is the stretch between two positions; the end is exclusive.
type Range struct {
	Start Position `json:"start"`
	End   Position `json:"end"`
}

// A Text is an editor's model of a text: an array of the units that positions
// count, bytes, UTF-16 units or code points. It shares no code with the
// server's, and does everything the slow way.
type Text struct {
	units    []uint32
	encoding string
}

// NewText makes the model of a text in the given encoding of positions.
func NewText(s, encoding string) *Text {
	return &Text{units: unitsOf(s, encoding), encoding: encoding}
}

// unitsOf takes a text apart.
func unitsOf(s, encoding string) []uint32 {
	var units []uint32
	switch encoding {
	case "utf-8":
		for i := range len(s) {
			units = append(units, uint32(s[i]))
		}
	case "utf-32":
		for _, r := range s {
			units = append(units, uint32(r))
		}
	default:
		for _, u := range utf16.Encode([]rune(s)) {
			units = append(units, uint32(u))
		}
	}
	return units
}

// String puts the text together.
func (t *Text) String() string {
	switch t.encoding {
	case "utf-8":
		b := make([]byte, len(t.units))
		for i, u := range t.units {
			b[i] = byte(u)
		}
		return string(b)
	case "utf-32":
		r := make([]rune, len(t.units))
		for i, u := range t.units {
			r[i] = rune(u)
		}
		return string(r)
	default:
		w := make([]uint16, len(t.units))
		for i, u := range t.units {
			w[i] = uint16(u)
		}
		return string(utf16.Decode(w))
	}
}

// Len is the number of units.
func (t *Text) Len() int { return len(t.units) }

// Whole reports whether no character is cut at an index.
func (t *Text) Whole(index int) bool {
	if index <= 0 || len(t.units) <= index {
		return true
	}
	switch u := t.units[index]; t.encoding {
	case "utf-8":
		return utf8.RuneStart(byte(u))
	case "utf-32":
		return true
	default:
		return u < 0xDC00 || 0xDFFF < u
	}
}

// Position gives the position of an index, which must not lie inside of a line
// break.
func (t *Text) Position(index int) Position {
	var p Position
	for i := 0; i < index; i++ {
		if t.breakAt(i) {
			p.Line++
			p.Character = 0
		} else {
			p.Character++
		}
	}
	return p
}

// InBreak reports whether an index lies between the two units of a line break.
func (t *Text) InBreak(index int) bool {
	return 0 < index && index < len(t.units) && t.units[index-1] == '\r' && t.units[index] == '\n'
}

// breakAt reports whether a line ends with the unit at an index.
func (t *Text) breakAt(i int) bool {
	return t.units[i] == '\n' || t.units[i] == '\r' && !t.InBreak(i+1)
}

// Index gives the index of a position. A character past the end of its line is
// that end; a line past the last is the end of the text.
func (t *Text) Index(p Position) int {
	line, i := 0, 0
	for ; line < p.Line; i++ {
		if i == len(t.units) {
			return i
		}
		if t.breakAt(i) {
			line++
		}
	}
	for range p.Character {
		if i == len(t.units) || t.units[i] == '\n' || t.units[i] == '\r' {
			break
		}
		i++
	}
	return i
}

// Slice is the text in a range.
func (t *Text) Slice(r Range) string {
	part := Text{units: t.units[t.Index(r.Start):t.Index(r.End)], encoding: t.encoding}
	return part.String()
}

// Apply changes the text.
func (t *Text) Apply(e Edit) {
	inserted := unitsOf(e.Text, t.encoding)
	if e.Range == nil {
		t.units = inserted
		return
	}
	start, end := t.Index(e.Range.Start), t.Index(e.Range.End)
	if end < start {
		start, end = end, start
	}
	after := append([]uint32(nil), t.units[end:]...)
	t.units = append(append(t.units[:start:start], inserted...), after...)
}
