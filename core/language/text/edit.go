package text

import (
	"strings"
	"unicode/utf8"
)

// An Edit is one change of a text, as an editor reports it.
type Edit struct {
	Range *Range // what is replaced; nil for the whole text
	Text  string // the new text of the range
	// Length is how long the editor takes what is replaced to be; nil if it does not say.
	Length *int
}

// Apply returns text after the edits, each of which refers to the text that the one
// before it left. Positions are taken as Lines.Offset takes them, and a reversed range
// is turned around, so that no edit can fail.
//
// It reads the text up to each edit and copies it once for each; no line table is
// built, since a keystroke would have to pay for it.
func Apply(text string, edits []Edit, e Encoding) string {
	for _, edit := range edits {
		text, _ = edit.Apply(text, e)
	}
	return text
}

// Apply is the function for one edit. fits is false if the length of the replaced text differs from
// the length in the edit: then the editor has another text.
func (edit Edit) Apply(text string, e Encoding) (after string, fits bool) {
	if edit.Range == nil {
		return edit.Text, true
	}
	r := edit.Range.ordered()
	start := offsetAt(text, r.Start, e)
	end := offsetAt(text, r.End, e)
	fits = edit.Length == nil || isLong(text[start:end], *edit.Length, end == len(text))
	return text[:start] + edit.Text + text[end:], fits
}

// isLong reports whether a text can have the length n in an editor. Editors count different
// units, independent of the units of their positions; some count a missing line break at
// the end of a text; and each counts bytes that are no character, here U+FFFD, in its own
// way.
func isLong(text string, n int, atEnd bool) bool {
	if strings.ContainsRune(text, utf8.RuneError) {
		return true
	}
	for _, e := range []Encoding{UTF8, UTF16, UTF32} {
		if missing := n - UnitsIn(text, e); missing == 0 || atEnd && 0 < missing && missing <= len("\r\n") {
			return true
		}
	}
	return false
}

// offsetAt does what Lines.Offset does, for one position.
func offsetAt(text string, p Position, e Encoding) int {
	if p.Line < 0 {
		return 0
	}
	l := newLineWalker(text)
	for range p.Line {
		if !l.next() {
			return len(text)
		}
	}
	content := len(text)
	if end, ok := l.end(); ok {
		content = contentEnd(text, l.at, end)
	}
	return l.at + bytesOf(text[l.at:content], p.Character, e)
}
