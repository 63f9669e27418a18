package render

import (
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/yuin/goldmark/util"
)

// settled brings runs into the one form in which they are kept. White space is single,
// is not at the ends, and has the looks that both of its neighbours have.
// A look that no marks could give a text in this place is dropped. What is settled
// and written is the same when it is parsed and settled again.
func settled(runs []run) []run {
	pieces := spaced(withoutMail(runs))
	keepLook(pieces, bold, 0)
	keepLook(pieces, italic, bold)
	keepLook(pieces, struck, bold|italic|starred)
	return merged(pieces)
}

// onOneLine is settled runs without line breaks.
func onOneLine(runs []run) []run {
	line := make([]run, len(runs))
	for i, r := range runs {
		line[i] = run{strings.ReplaceAll(r.text, "\n", " "), r.style &^ broken, r.link}
	}
	return settled(line)
}

// withoutMail makes text of code that a program may not see as code: what looks like a
// mail address from the middle of a word through a backtick, as in x`y@e.org`, is
// one to those that look for addresses first.
func withoutMail(runs []run) []run {
	safe := slices.Clone(runs)
	for i, r := range safe {
		isCode := r.style&verbatim != 0 && strings.Contains(r.text, "@")
		if before := (stretch{safe, i, i + 1}).before(); isCode && !util.IsSpaceRune(before) && before != '(' {
			safe[i].text, safe[i].style = asText(r.text), r.style&^verbatim
		}
	}
	return safe
}

// spaced cuts runs into words and the white space between them.
func spaced(runs []run) []run {
	var s spacer
	for _, r := range runs {
		if r.style&starred != 0 {
			r.style = r.style&^starred | italic
		}
		if r.isAtom() {
			s.word(r)
		} else {
			s.letters(r)
		}
	}
	return s.pieces
}

// A spacer puts white space between words once it knows both.
type spacer struct {
	pieces []run
	gap    run // the white space behind the last word, "" for none
}

// letters takes a run apart.
func (s *spacer) letters(r run) {
	for r.text != "" {
		n := strings.IndexAny(r.text, " \t\n")
		switch {
		case n < 0:
			n = len(r.text)
			s.word(r)
		case n == 0:
			n = 1
			s.space(r.text[0], r.style)
		default:
			s.word(run{text: r.text[:n], style: r.style})
		}
		r.text = r.text[n:]
	}
}

func (s *spacer) space(c byte, look style) {
	if s.gap.text == "" {
		s.gap = run{text: " ", style: look &^ broken}
	}
	s.gap.style &= look | broken
	if c == '\n' {
		s.gap.text = "\n"
		s.gap.style |= look & broken
	}
}

func (s *spacer) word(w run) {
	if s.gap.text != "" && len(s.pieces) > 0 {
		both := s.pieces[len(s.pieces)-1].style & w.style &^ verbatim
		s.gap.style &= both | broken
		s.pieces = append(s.pieces, s.gap)
	}
	s.gap = run{}
	s.pieces = append(s.pieces, w)
}

// isSpace reports whether a piece is white space.
func (r run) isSpace() bool { return r.text == " " || r.text == "\n" }

// keepLook goes through the stretches of pieces that share a look and the looks outside
// of it. It takes the look from the white space at both ends of a stretch, and from all of
// it where no marks can be.
func keepLook(pieces []run, look, outside style) {
	for i := 0; i < len(pieces); {
		if pieces[i].style&look == 0 {
			i++
			continue
		}
		end := i + 1
		for end < len(pieces) && pieces[end].style&look != 0 && pieces[end].style&outside == pieces[i].style&outside {
			end++
		}
		from, to := i, end
		for i = end; from < to && pieces[from].isSpace(); from++ {
			pieces[from].style &^= look
		}
		for from < to && pieces[to-1].isSpace() {
			to--
			pieces[to].style &^= look
		}
		if from == to {
			continue
		}
		given := marksFor(stretch{pieces, from, to}, look)
		for at := from; at < to; at++ {
			pieces[at].style = pieces[at].style&^look | given
		}
	}
}

// marksFor is the look that marks can give a stretch in the place of the one that is
// wanted, none if they cannot. Underscores mark what is italic and no part of a word, and
// stars what is so within a word, as long as no other stars touch them.
func marksFor(s stretch, look style) style {
	first, last := firstRune(s.pieces[s.start]), lastRune(s.pieces[s.end-1])
	if look == struck && (s.before() == '~' || last == '~') {
		return 0 // one more tilde in front of its marks, and they are none
	}
	if look != italic {
		if s.isMarkable(look) {
			return look
		}
		return 0
	}
	if !util.IsSpaceRune(first) && !util.IsSpaceRune(last) && separates(s.before()) && separates(s.after()) {
		return italic
	}
	own := s.pieces[s.start].style & bold
	before, after := style(0), style(0)
	if 0 < s.start {
		before = s.pieces[s.start-1].style & bold
	}
	if s.end < len(s.pieces) {
		after = s.pieces[s.end].style & bold
	}
	if before == own && after == own && s.isMarkable(look) {
		return starred
	}
	return 0
}

// A stretch is some of the pieces of a paragraph, with those around it.
type stretch struct {
	pieces     []run
	start, end int
}

// before and after are the characters around a stretch, a space at the ends of the
// paragraph.
func (s stretch) before() rune {
	if s.start == 0 {
		return ' '
	}
	return lastRune(s.pieces[s.start-1])
}

func (s stretch) after() rune {
	if s.end == len(s.pieces) {
		return ' '
	}
	return firstRune(s.pieces[s.end])
}

// isMarkable reports whether stars or tildes around a stretch would be read as marks: they
// must touch a letter inside, or none outside. The marks of another look are no
// letters.
func (s stretch) isMarkable(look style) bool {
	first, last := s.pieces[s.start], s.pieces[s.end-1]
	others := map[style]style{bold: italic | starred | struck, italic: struck}[look] // whose marks are inside
	opens := first.style&others == 0 && !separates(firstRune(first)) ||
		!util.IsSpaceRune(firstRune(first)) && separates(s.before())
	closes := last.style&others == 0 && !separates(lastRune(last)) ||
		!util.IsSpaceRune(lastRune(last)) && separates(s.after())
	return opens && closes
}

// separates reports whether a character is none of a word.
func separates(r rune) bool { return util.IsSpaceRune(r) || util.IsPunctRune(r) }

// firstRune and lastRune are the characters with which a run begins and ends where it
// is written.
func firstRune(r run) rune {
	switch {
	case r.link != "":
		return '['
	case r.style&verbatim != 0:
		return '`'
	}
	first, _ := utf8.DecodeRuneInString(r.text)
	return written(first)
}

func lastRune(r run) rune {
	switch {
	case r.link != "":
		return ')'
	case r.style&verbatim != 0:
		return '`'
	}
	last, _ := utf8.DecodeLastRuneInString(r.text)
	return written(last)
}

func written(r rune) rune {
	if r == escapedOpening || r == escapedClosing {
		return '['
	}
	return r
}

// merged joins neighbours that look the same.
func merged(pieces []run) []run {
	var runs []run
	for i := 0; i < len(pieces); {
		var text strings.Builder
		one := pieces[i]
		for ; i < len(pieces) && pieces[i].style == one.style && pieces[i].link == one.link; i++ {
			text.WriteString(pieces[i].text)
		}
		one.text = text.String()
		runs = append(runs, one)
	}
	return runs
}
