package structured

import (
	"iter"
	"strconv"
	"strings"
	"unicode/utf16"
	"unicode/utf8"

	"docuquest/core/document"
	"docuquest/core/language/text"
)

// A writer writes the reading of a JSON file: its keys and values without quotes,
// escapes and brackets, a line for each. All its methods do nothing for a nil
// writer, so that formats that read as they are go the same way.
type writer struct {
	text string
	made document.ReadingMaker
}

// line writes a node with all that it holds.
func (p *writer) line(n *node) {
	if p == nil {
		return
	}
	if !n.keyAt.Empty() {
		p.string(n.keyAt)
		p.made.Gap(": ")
	}
	p.value(n)
	p.made.Gap("\n")
}

// all writes a node of any depth, each plain value in it on its own line.
func (p *writer) all(n *node) {
	if p == nil || n.plain {
		p.line(n)
		return
	}
	p.title(n)
	for i := range n.children {
		p.all(&n.children[i])
	}
}

// title writes the key of a node on a line of its own.
func (p *writer) title(n *node) {
	if p == nil || n.keyAt.Empty() {
		return
	}
	p.string(n.keyAt)
	p.made.Gap("\n")
}

// value writes a plain node without its key.
func (p *writer) value(n *node) {
	switch {
	case p == nil:
	case len(n.children) > 0:
		for i := range n.children {
			if i > 0 {
				p.made.Gap(", ")
			}
			p.value(&n.children[i])
		}
	case n.kind == quoted:
		p.string(n.value)
	default:
		p.made.Copy(n.value, p.text)
	}
}

// string writes what a string says, given without its quotes.
func (p *writer) string(span text.Span) {
	if p == nil {
		return
	}
	for source, made := range pieces(p.text, span) {
		p.made.Add(made, source)
	}
}

// gap writes what does not occur in the file.
func (p *writer) gap(s string) {
	if p != nil {
		p.made.Gap(s)
	}
}

// decode is what a string of JSON says, given without its quotes. A string
// without escapes is not copied.
func decode(s string, span text.Span) string {
	if strings.IndexByte(span.Of(s), '\\') < 0 {
		return span.Of(s)
	}
	var says strings.Builder
	for _, made := range pieces(s, span) {
		says.WriteString(made)
	}
	return says.String()
}

// pieces takes a string of JSON apart: each escape, and each stretch between
// two of them, with what it says.
func pieces(s string, span text.Span) iter.Seq2[text.Span, string] {
	return func(yield func(text.Span, string) bool) {
		for at := span.Start; at < span.End; {
			source := text.Span{Start: at, End: span.End}
			n := strings.IndexByte(source.Of(s), '\\')
			if n > 0 {
				source.End = at + n
			}
			made := source.Of(s)
			if n == 0 {
				var length int
				made, length = unescape(made)
				source.End = at + length
			}
			if !yield(source, made) {
				return
			}
			at = source.End
		}
	}
}

// escapes are the escapes of one letter, each before what it says.
const escapes = "b\bf\fn\nr\rt\t"

// unescape reads the escape that s begins with, and returns its length too. Two escapes
// \uXXXX may be one character together.
func unescape(s string) (made string, length int) {
	switch {
	case len(s) < 2:
		return s, len(s)
	case s[1] != 'u':
		if i := strings.IndexByte(escapes, s[1]); i >= 0 && i%2 == 0 {
			return escapes[i+1 : i+2], 2
		}
		return s[1:2], 2
	}
	first := hex(s)
	if utf16.IsSurrogate(first) {
		if r := utf16.DecodeRune(first, hex(s[min(6, len(s)):])); r != utf8.RuneError {
			return string(r), 12
		}
		first = utf8.RuneError
	}
	return string(first), min(6, len(s))
}

// hex is the number of \uXXXX at the head of s, and no character if there is
// none.
func hex(s string) rune {
	if len(s) < 6 || !strings.HasPrefix(s, `\u`) {
		return utf8.RuneError
	}
	n, err := strconv.ParseUint(s[2:6], 16, 16)
	if err != nil {
		return utf8.RuneError
	}
	return rune(n)
}
