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

// A pen writes the reading. White space is owed until something follows it, so
// that no block and no line ends with any, and none is doubled.
type pen struct {
	source  string
	tree    *tree // is told of all that is written
	reading document.ReadingMaker
	owed    gap
	spaceAt int         // where the space that is owed stands in the source, 0 if it does not
	held    []text.Span // white space of code that is owed
}

// owe asks for a gap in front of what is written next.
func (p *pen) owe(g gap) { p.owed = max(p.owed, g) }

// flow writes text whose white space is only there to separate words.
func (p *pen) flow(span text.Span) {
	for span.Start < span.End {
		s := span.Of(p.source)
		end := span.Start + strings.IndexFunc(s, isNoWord)
		switch {
		case end < span.Start: // no other character
			p.copy(span)
			return
		case span.Start < end:
			p.copy(text.Span{Start: span.Start, End: end})
		case s[0] == '&':
			end += referenceLen(s)
			p.reference(text.Span{Start: span.Start, End: end}, flowing)
		default:
			end += p.separator(s, span.Start)
		}
		span.Start = end
	}
}

func isNoWord(r rune) bool { return r == '&' || isInvisible(r) || unicode.IsSpace(r) }

// isInvisible says whether a character only tells where a word may be broken.
func isInvisible(r rune) bool { return r == '\u00ad' || r == '\u200b' }

// separator takes in white space, and characters that are not seen, at the head
// of s, which stands at an offset, and gives their length.
func (p *pen) separator(s string, at int) int {
	size := strings.IndexFunc(s, func(r rune) bool { return !isInvisible(r) && !unicode.IsSpace(r) })
	if size < 0 {
		size = len(s)
	}
	if strings.IndexFunc(s[:size], unicode.IsSpace) < 0 {
		return size
	}
	if n := strings.IndexByte(s[:size], ' '); n >= 0 && p.owed < space {
		p.spaceAt = at + n
	}
	p.owe(space)
	return size
}

// verbatim writes text of which every space counts. Blank lines at its head and
// white space at its end are left out.
func (p *pen) verbatim(span text.Span) {
	s := span.Of(p.source)
	if !p.tree.isWriting() {
		lead := s[:len(s)-len(strings.TrimLeftFunc(s, unicode.IsSpace))]
		if n := strings.LastIndexAny(lead, "\r\n"); n >= 0 {
			p.held = p.held[:0]
			s = s[n+1:]
			span.Start += n + 1
		}
	}
	end := span.Start + len(strings.TrimRightFunc(s, unicode.IsSpace))
	if span.Start < end {
		p.code(text.Span{Start: span.Start, End: end})
	}
	if end < span.End {
		p.held = append(p.held, text.Span{Start: end, End: span.End})
	}
}

// code writes text with its references.
func (p *pen) code(span text.Span) {
	for span.Start < span.End {
		s := span.Of(p.source)
		n := strings.IndexByte(s, '&')
		switch {
		case n < 0:
			p.copy(span)
			return
		case n > 0:
			p.copy(text.Span{Start: span.Start, End: span.Start + n})
			span.Start += n
		default:
			end := span.Start + referenceLen(s)
			p.reference(text.Span{Start: span.Start, End: end}, exact)
			span.Start = end
		}
	}
}

// A mode says what white space means.
type mode uint8

const (
	flowing mode = iota
	exact
)

// reference writes what "&amp;" stands for. If it is nothing that HTML knows,
// it stands for itself.
func (p *pen) reference(span text.Span, m mode) {
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

// stand writes text that stands for other bytes of the source. Some references
// are as long as what they make, which a reading would take for the same bytes:
// their first character is then made a part of its own.
func (p *pen) stand(made string, span text.Span) {
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

// copy writes bytes of the source as they stand.
func (p *pen) copy(span text.Span) {
	p.begin(span)
	p.reading.Copy(span, p.source)
}

// begin writes what is owed in front of a piece.
func (p *pen) begin(span text.Span) {
	if len(p.held) > 0 {
		span.Start = p.held[0].Start
	}
	p.tree.write(span)
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

// referenceLen gives the length of the reference at the head of s, which begins
// with an ampersand.
func referenceLen(s string) int {
	s = s[:min(len(s), maxReference)]
	end := 1
	for end < len(s) && (s[end] == '#' && end == 1 || isAlphanumeric(s[end])) {
		end++
	}
	if end < len(s) && s[end] == ';' {
		end++
	}
	return end
}

func isAlphanumeric(c byte) bool {
	return '0' <= c && c <= '9' || 'a' <= c|0x20 && c|0x20 <= 'z'
}
