package html

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/net/html"

	"docuquest/core/document"
	"docuquest/core/language/text"
)

// A gap is what separates two pieces of the reading; the greater one wins.
type gap uint8

const (
	none gap = iota
	space
	tab       // between two cells
	lineEnd   // between two rows, two items, and at <br>
	blankLine // between two paragraphs
)

var gaps = [...]string{none: "", space: " ", tab: "\t", lineEnd: "\n", blankLine: "\n\n"}

// A writer writes the reading. White space is owed until something follows it, so
// that no block and no line ends with any, and none is doubled.
type writer struct {
	source  string
	tree    *tree // has the block that is written
	reading document.ReadingMaker
	owed    gap
	spaceAt int         // where the space that is owed is in the source, 0 if it does not
	held    []text.Span // white space of code that is owed
}

// owe asks for a gap in front of what is written next.
func (p *writer) owe(g gap) { p.owed = max(p.owed, g) }

// flow writes text whose white space only separates words.
func (p *writer) flow(span text.Span) {
	isSeparator := func(r rune) bool { return isInvisible(r) || unicode.IsSpace(r) }
	for span.Start < span.End {
		s := span.Of(p.source)
		end := strings.IndexFunc(s, func(r rune) bool { return r == '&' || isSeparator(r) })
		switch {
		case end < 0:
			p.copy(span)
			return
		case end > 0:
			p.copy(text.Span{Start: span.Start, End: span.Start + end})
		case s[0] == '&':
			end = referenceLen(s)
			p.reference(text.Span{Start: span.Start, End: span.Start + end}, flowing)
		default:
			end = len(s) - len(strings.TrimLeftFunc(s, isSeparator))
			if strings.IndexFunc(s[:end], unicode.IsSpace) < 0 {
				break
			}
			if n := strings.IndexByte(s[:end], ' '); n >= 0 && p.owed < space {
				p.spaceAt = span.Start + n
			}
			p.owe(space)
		}
		span.Start += end
	}
}

// isInvisible reports whether a character only marks where a word may be broken.
func isInvisible(r rune) bool { return r == '\u00ad' || r == '\u200b' }

// verbatim writes text in which every space counts. Blank lines at its head and
// white space at its end are left out.
func (p *writer) verbatim(span text.Span) {
	s := span.Of(p.source)
	if !p.tree.block.isOpen {
		lead := s[:len(s)-len(strings.TrimLeftFunc(s, unicode.IsSpace))]
		if n := strings.LastIndexAny(lead, "\r\n"); n >= 0 {
			p.held = p.held[:0]
			s = s[n+1:]
			span.Start += n + 1
		}
	}
	end := span.Start + len(strings.TrimRightFunc(s, unicode.IsSpace))
	for at := span.Start; at < end; {
		s := p.source[at:end]
		size := strings.IndexByte(s, '&')
		if size == 0 {
			size = referenceLen(s)
			p.reference(text.Span{Start: at, End: at + size}, exact)
		} else {
			if size < 0 {
				size = len(s)
			}
			p.copy(text.Span{Start: at, End: at + size})
		}
		at += size
	}
	if end < span.End {
		p.held = append(p.held, text.Span{Start: end, End: span.End})
	}
}

// A mode says what white space means.
type mode uint8

const (
	flowing mode = iota
	exact
)

// reference writes what "&amp;" stands for. If it is nothing that HTML knows,
// it means itself.
func (p *writer) reference(span text.Span, m mode) {
	raw := span.Of(p.source)
	made := html.UnescapeString(raw)
	switch {
	case made == raw:
		p.copy(span)
	case m == exact:
		p.stand(made, span)
	case strings.TrimFunc(made, isInvisible) == "":
	case strings.TrimSpace(made) == "":
		p.owe(space)
	default:
		p.stand(made, span)
	}
}

// stand writes text that replaces other bytes of the source. Some references
// are as long as what they make, which a reading would take for the same bytes:
// their first character is then made a part of its own.
func (p *writer) stand(made string, span text.Span) {
	p.begin(span)
	if len(made) == span.Len() {
		_, first := utf8.DecodeRuneInString(made)
		border := span.Start + 1
		if first == 1 {
			border++
		}
		p.reading.Add(made[:first], text.Span{Start: span.Start, End: border})
		made, span.Start = made[first:], border
	}
	p.reading.Add(made, span)
}

// copy writes bytes of the source as they are.
func (p *writer) copy(span text.Span) {
	p.begin(span)
	p.reading.Copy(span, p.source)
}

// begin writes what is owed in front of a piece.
func (p *writer) begin(span text.Span) {
	if len(p.held) > 0 {
		span.Start = p.held[0].Start
	}
	if t := p.tree; !t.block.isOpen { // the first piece of a block begins it
		if !t.top().isLeaf() && !t.isAboveRows() {
			t.makeRoom(span.Start)
		}
		t.block = openBlock{isOpen: true, span: span}
	}
	p.tree.block.span.End = span.End
	switch {
	case p.reading.Len() == 0:
	case p.owed == space && p.spaceAt > 0:
		p.reading.Copy(text.Span{Start: p.spaceAt, End: p.spaceAt + 1}, p.source)
	default:
		p.reading.Gap(gaps[p.owed])
	}
	for _, blank := range p.held {
		p.reading.Copy(blank, p.source)
	}
	p.owed, p.spaceAt, p.held = none, 0, p.held[:0]
}

// maxReference is longer than every name of a reference.
const maxReference = 64

// referenceLen returns the length of the reference at the head of s, which begins
// with an ampersand.
func referenceLen(s string) int {
	s = s[:min(len(s), maxReference)]
	end := 1
	for end < len(s) {
		c := s[end]
		if !('0' <= c && c <= '9' || 'a' <= c|0x20 && c|0x20 <= 'z' || c == '#' && end == 1) {
			break
		}
		end++
	}
	if end < len(s) && s[end] == ';' {
		end++
	}
	return end
}
