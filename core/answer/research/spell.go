package research

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"docuquest/core/language/analysis"
	"docuquest/core/language/text"
)

// A spelling is a text as queries are compared with it: its letters and digits alone, each
// folded by itself, so that neither case nor marks nor other spaces make a difference.
type spelling struct {
	words string // with a space around each; a character of a script without spaces is one
	bare  string // the same without spaces
}

// spell makes the spelling of a text.
func spell(s string) spelling { return forms{}.spell(s) }

// forms are the characters beyond ASCII in some texts, as they are compared: each is worked
// out once. They are for one goroutine.
type forms map[string]string

func (f forms) spell(s string) spelling {
	p := speller{text: s, known: f}
	p.words.Grow(len(s) + 2)
	p.words.WriteByte(' ')
	for at := 0; at < len(s); {
		at = p.next(at)
	}
	p.endWord()
	words := p.words.String()
	return spelling{words, strings.ReplaceAll(words, " ", "")}
}

// list are the words of a spelling.
func (s spelling) list() []string { return strings.Fields(s.words) }

// holds reports whether some words, with a space between two, stand in a row in a text.
func (s spelling) holds(words string) bool { return strings.Contains(s.words, " "+words+" ") }

// joins reports whether words in a row are, joined, what is given.
func (s spelling) joins(bare string) bool {
	words := s.list()
	for i := range words {
		rest, fits := bare, true
		for j := i; fits && j < len(words); j++ {
			if rest, fits = strings.CutPrefix(rest, words[j]); fits && rest == "" {
				return true
			}
		}
	}
	return false
}

// A speller writes the spelling of a text.
type speller struct {
	text   string
	words  strings.Builder
	inWord bool
	known  forms
}

// next takes in the character at an offset, and gives where the next one begins.
func (p *speller) next(at int) int {
	c := p.text[at]
	switch {
	case 'A' <= c && c <= 'Z':
		p.write(c + 'a' - 'A')
	case 'a' <= c && c <= 'z', '0' <= c && c <= '9':
		p.write(c)
	case c < utf8.RuneSelf:
		p.endWord()
	default:
		return p.nextWide(at)
	}
	return at + 1
}

func (p *speller) write(c byte) {
	p.words.WriteByte(c)
	p.inWord = true
}

// nextWide is next beyond ASCII. What is invisible and the marks of a letter end no word.
func (p *speller) nextWide(at int) int {
	r, size := utf8.DecodeRuneInString(p.text[at:])
	end := at + size
	switch {
	case unicode.IsLetter(r), unicode.IsNumber(r):
		end = marksEnd(p.text, end)
		p.writeWide(p.text[at:end], text.IsUnspaced(r))
	case unicode.IsMark(r), unicode.Is(unicode.Cf, r):
	default:
		p.endWord()
	}
	return end
}

// marksEnd is where the marks end that stand on the character before an offset.
func marksEnd(s string, at int) int {
	for at < len(s) {
		r, size := utf8.DecodeRuneInString(s[at:])
		if !unicode.IsMark(r) {
			break
		}
		at += size
	}
	return at
}

// writeWide writes a letter or a number with its marks. Those of scripts without spaces are
// words of their own.
func (p *speller) writeWide(character string, isUnspaced bool) {
	form, known := p.known[character]
	if !known {
		form = strings.Map(plainRune, analysis.Exact(character))
		p.known[character] = form
	}
	if isUnspaced {
		p.endWord()
	}
	p.words.WriteString(form)
	p.inWord = p.inWord || form != ""
	if isUnspaced {
		p.endWord()
	}
}

func (p *speller) endWord() {
	if p.inWord {
		p.words.WriteByte(' ')
		p.inWord = false
	}
}

// plainRune is a letter, or a digit of any script in ASCII; what is neither goes.
func plainRune(r rune) rune {
	switch {
	case unicode.IsDigit(r):
		return asciiDigit(r)
	case unicode.IsLetter(r), unicode.IsNumber(r):
		return r
	}
	return -1
}

// asciiDigit is a decimal digit of any script in ASCII. Unicode has them in tens that begin
// with a zero.
func asciiDigit(r rune) rune {
	if r <= unicode.MaxASCII {
		return r
	}
	zero := rune('0')
	if i, ok := slices.BinarySearchFunc(unicode.Nd.R16, r, func(tens unicode.Range16, r rune) int {
		return besides(r, rune(tens.Lo), rune(tens.Hi))
	}); ok {
		zero = rune(unicode.Nd.R16[i].Lo)
	}
	if i, ok := slices.BinarySearchFunc(unicode.Nd.R32, r, func(tens unicode.Range32, r rune) int {
		return besides(r, rune(tens.Lo), rune(tens.Hi))
	}); ok {
		zero = rune(unicode.Nd.R32[i].Lo)
	}
	return '0' + (r-zero)%10
}

// besides says where a range of characters stands beside one: -1 before it, 1 behind it, 0
// around it.
func besides(r, first, last rune) int {
	switch {
	case last < r:
		return -1
	case r < first:
		return 1
	}
	return 0
}

// isWide reports whether a character of a script without spaces is worth two letters: one
// of Chinese or Japanese rather than a letter of Thai, Lao, Khmer or Burmese.
func isWide(r rune) bool {
	return r > unicode.MaxASCII && unicode.In(r, unicode.Han, unicode.Hiragana, unicode.Katakana)
}

// startsUnspaced reports whether a word of a spelling is a character of a script without
// spaces.
func startsUnspaced(word string) bool {
	r, _ := utf8.DecodeRuneInString(word)
	return text.IsUnspaced(r)
}
