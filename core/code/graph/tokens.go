package graph

import (
	"strings"
	"unicode/utf8"

	"docuquest/core/language/text"
)

// A token is a word, a string or a mark of a program.
type token struct {
	kind tokenKind
	text.Span
}

type tokenKind uint8

const (
	nothing tokenKind = iota
	word              // a name or a keyword
	quoted            // a string, with its quotes
	number
	mark // one byte of punctuation
	end  // of the program
)

// A lexer gives the tokens of a program, without its comments. It knows what strings and
// comments look like and nothing else, so that it can be wrong about a line, and goes on
// with the next.
type lexer struct {
	text   string
	traits *traits
	at     int
}

// next gives the next token, of the kind end behind the last.
func (l *lexer) next() token {
	classes := l.traits.classes
	for l.at < len(l.text) {
		c := l.text[l.at]
		is := classes[c]
		if is&isSpace != 0 {
			l.at++
			continue
		}
		if is&beginsComment != 0 {
			if n := l.comment(); n > 0 {
				l.at += n
				continue
			}
		}
		start, kind := l.at, mark
		switch {
		case is&beginsWord != 0:
			kind = word
			l.at = l.behindWord()
		case isDigit(c):
			kind = number
			l.at = behindNumber(l.text, l.at)
		case is&beginsString != 0:
			kind, l.at = l.string()
		default:
			l.at++
		}
		return token{kind, text.Span{Start: start, End: l.at}}
	}
	return token{end, text.Span{Start: len(l.text), End: len(l.text)}}
}

// comment is the length of the comment that begins here, 0 for none.
func (l *lexer) comment() int {
	s := l.text[l.at:]
	for _, m := range l.traits.block {
		if strings.HasPrefix(s, m.open) {
			return lengthUpTo(s, m)
		}
	}
	for _, m := range l.traits.line {
		if strings.HasPrefix(s, m) && l.beginsComment() {
			if n := strings.IndexByte(s, '\n'); n >= 0 {
				return n
			}
			return len(s)
		}
	}
	return 0
}

// beginsComment refuses a hash in the middle of a word, such as that of $#.
func (l *lexer) beginsComment() bool {
	return l.text[l.at] != '#' || l.at == 0 || l.text[l.at-1] <= ' ' || strings.IndexByte(";,(){}[]:", l.text[l.at-1]) >= 0
}

// lengthUpTo is how long a text is up to the mark that closes what it begins with.
func lengthUpTo(s string, m marks) int {
	if n := strings.Index(s[len(m.open):], m.close); n >= 0 {
		return len(m.open) + n + len(m.close)
	}
	return len(s)
}

// string gives where the string ends that begins here. What begins none is a mark.
func (l *lexer) string() (kind tokenKind, behind int) {
	s := l.text[l.at:]
	for _, m := range l.traits.long {
		if strings.HasPrefix(s, m.open) {
			return quoted, l.at + lengthUpTo(s, m)
		}
	}
	if s[0] == '`' && l.traits.templates {
		return quoted, behindTemplate(l.text, l.at)
	}
	if strings.IndexByte(l.traits.quotes, s[0]) < 0 {
		return mark, l.at + 1
	}
	isCharacter := s[0] == '\'' && l.traits.characters
	longest := len(s)
	if isCharacter {
		longest = min(longest, longestCharacter(s))
	}
	length, isClosed := quotedLength(s[:longest])
	if isCharacter && !isClosed {
		return mark, l.at + 1
	}
	return quoted, l.at + length
}

// quotedLength is how long the string is that a text begins with, which ends with its line
// at the latest. It looks at no more than that: a line may be as long as the file.
func quotedLength(s string) (length int, isClosed bool) {
	for i := 1; i < len(s) && s[i] != '\n'; i++ {
		switch {
		case s[i] == s[0]:
			return i + 1, true
		case s[i] == '\\' && i+1 < len(s) && s[i+1] != '\n':
			i++
		}
		length = i
	}
	return length + 1, false
}

// longestCharacter is how long a character between quotes may be that a text begins with.
func longestCharacter(s string) int {
	if strings.HasPrefix(s, `'\`) {
		return len(`'\u{10ffff}'`)
	}
	_, size := utf8.DecodeRuneInString(s[1:])
	return size + len("''")
}

func lineLength(s string) int {
	if n := strings.IndexByte(s, '\n'); n >= 0 {
		return n
	}
	return len(s)
}

// behindTemplate is where a string in backquotes ends, which may hold programs between
// ${ and }, with strings of their own.
func behindTemplate(s string, at int) int {
	var open []int // how many braces are open in each program that is around
	for i := at + 1; i < len(s); i++ {
		inProgram := len(open) > 0 && open[len(open)-1] > 0
		switch c := s[i]; {
		case c == '\\':
			i++
		case c == '`' && inProgram:
			open = append(open, 0)
		case c == '`' && len(open) == 0:
			return i + 1
		case c == '`':
			open = open[:len(open)-1]
		case c == '{' && inProgram:
			open[len(open)-1]++
		case c == '{' && s[i-1] == '$':
			open = append(open, 1)
		case c == '}' && inProgram:
			if open[len(open)-1]--; open[len(open)-1] == 0 {
				open = open[:len(open)-1]
			}
		}
	}
	return len(s)
}

func (l *lexer) behindWord() int {
	at := l.at + 1
	for at < len(l.text) && l.traits.classes[l.text[at]]&inWord != 0 {
		at++
	}
	return at
}

func behindNumber(s string, at int) int {
	for at < len(s) && (isNameByte(s[at]) || s[at] == '.' && at+1 < len(s) && isDigit(s[at+1])) {
		at++
	}
	return at
}

func isDigit(c byte) bool { return '0' <= c && c <= '9' }

func isNameByte(c byte) bool {
	return 'a' <= c && c <= 'z' || 'A' <= c && c <= 'Z' || isDigit(c) || c == '_' || c == '$' || c >= 0x80
}
