package graph

import (
	"regexp"
	"slices"
	"strings"
	"unicode/utf8"

	"docuquest/core/code/languages"
	"docuquest/core/language/text"
)

// A dialect is a language with what its bytes may begin.
type dialect struct {
	*languages.Language
	classes [256]class
}

// class is what a byte of a program may begin, in bits.
type class uint8

const (
	inWord class = 1 << iota
	beginsWord
	beginsComment
	beginsString
	isSpace
)

func dialectOf(language string) *dialect {
	if d, ok := dialects[language]; ok {
		return d
	}
	return dialects[""]
}

var dialects = func() map[string]*dialect {
	all := map[string]*dialect{}
	for _, l := range append(slices.Clone(languages.All()), languages.Of("")) {
		d := &dialect{Language: l}
		for i := range d.classes {
			c := byte(i)
			switch {
			case c <= ' ':
				d.classes[i] = isSpace
			case isDigit(c):
				d.classes[i] = inWord
			case isNameByte(c):
				d.classes[i] = inWord | beginsWord
			case strings.IndexByte(l.NameBytes, c) >= 0:
				d.classes[i] = inWord
			case strings.IndexByte(l.Quotes, c) >= 0, c == '\'' && l.Characters:
				d.classes[i] = beginsString
			}
		}
		for _, m := range l.Line {
			d.classes[m[0]] |= beginsComment
		}
		for _, m := range l.Block {
			d.classes[m.Open[0]] |= beginsComment
		}
		for _, m := range l.Long {
			d.classes[m.Open[0]] |= beginsString
		}
		all[l.Name] = d
	}
	return all
}()

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

// A lexer reads the tokens of a program, without its comments. It knows how strings and
// comments are written and nothing else, so that it can be wrong about a line, and continues
// with the next.
type lexer struct {
	text string
	*dialect
	at int
}

// next returns the next token, of the kind end behind the last.
func (l *lexer) next() token {
	for l.at < len(l.text) {
		c := l.text[l.at]
		is := l.classes[c]
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
			for l.at++; l.at < len(l.text) && l.classes[l.text[l.at]]&inWord != 0; l.at++ {
			}
		case isDigit(c):
			kind = number
			for l.at < len(l.text) && (isNameByte(l.text[l.at]) || l.text[l.at] == '.' && l.at+1 < len(l.text) && isDigit(l.text[l.at+1])) {
				l.at++
			}
		case is&beginsString != 0:
			if n := l.string(l.text[l.at:]); n > 0 {
				kind, l.at = quoted, l.at+n
				break
			}
			fallthrough
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
	before := byte('\n')
	if l.at > 0 {
		before = l.text[l.at-1]
	}
	for _, m := range l.Block {
		if strings.HasPrefix(s, m.Open) && (m.Open[0] != '=' || before == '\n') {
			return lengthUpTo(s, m)
		}
	}
	for _, m := range l.Line {
		if !strings.HasPrefix(s, m) {
			continue
		}
		switch {
		case isNameByte(m[0]): // a whole word
			if before > ' ' || len(m) < len(s) && isNameByte(s[len(m)]) {
				continue
			}
		case m[0] == '#': // not in the middle of a word, as that of $#
			if before > ' ' && strings.IndexByte(";,(){}[]:", before) < 0 {
				continue
			}
		}
		return lineLength(s)
	}
	return 0
}

// lengthUpTo is how long a text is up to the mark that closes what it begins with.
func lengthUpTo(s string, m languages.Marks) int {
	if n := strings.Index(s[len(m.Open):], m.Close); n >= 0 {
		return len(m.Open) + n + len(m.Close)
	}
	return len(s)
}

func lineLength(s string) int {
	if n := strings.IndexByte(s, '\n'); n >= 0 {
		return n
	}
	return len(s)
}

// string is the length of the string that a text begins with, 0 for none. It reads no more than
// that: a line may be as long as the file.
func (l *lexer) string(s string) int {
	if s[0] == '`' && l.Templates {
		return templateLength(s)
	}
	for _, m := range l.Long {
		if strings.HasPrefix(s, m.Open) {
			return lengthUpTo(s, m)
		}
	}
	if s[0] == '\'' && l.Characters {
		return l.CharacterLength(s)
	}
	if strings.IndexByte(l.Quotes, s[0]) < 0 {
		return 0
	}
	at := 1
	for ; at < len(s) && s[at] != '\n'; at++ { // it ends with its line
		switch {
		case s[at] == s[0]:
			return at + 1
		case s[at] == '\\' && at+1 < len(s) && s[at+1] != '\n':
			at++
		}
	}
	return at
}

// templateLength is the length of a string in backquotes, which may have programs between
// ${ and }, with strings of their own.
func templateLength(s string) int {
	var open []int // how many braces are open in each program that is around
	for i := 1; i < len(s); i++ {
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

func isDigit(c byte) bool { return '0' <= c && c <= '9' }

func isNameByte(c byte) bool {
	return 'a' <= c && c <= 'z' || 'A' <= c && c <= 'Z' || isDigit(c) || c == '_' || c == '$' || c >= 0x80
}

// longestOpening is how many bytes of a file's opening are kept.
const longestOpening = 200

// opening is the first sentence of the comment that a program begins with, without its
// marks; "" where it does not describe the program. Comments for lawyers and tools in front of it
// are skipped.
func opening(program string, d *dialect) string {
	l := lexer{text: program, dialect: d}
	for _, preamble := range [...]string{"#!", "<?php", `"use strict"`, "'use strict'"} {
		if strings.HasPrefix(program, preamble) {
			l.at = lineLength(program)
		}
	}
	found := ""
	for l.at < len(program) {
		l.at += len(program[l.at:]) - len(strings.TrimLeft(program[l.at:], " \t\r\n\f\ufeff"))
		start := l.at // of a comment, with those in the lines right below it
		for l.at < len(program) && l.classes[program[l.at]]&beginsComment != 0 {
			n := l.comment()
			if n == 0 {
				break
			}
			l.at += n
			rest := program[l.at:]
			next := strings.TrimLeft(rest, " \t\r\n")
			if strings.Count(rest[:len(rest)-len(next)], "\n") != 1 {
				break
			}
			l.at += len(rest) - len(next)
		}
		comment := program[start:l.at]
		if comment == "" {
			break
		}
		const enough = 400
		lower := strings.ToLower(comment[:min(len(comment), enough)])
		isBoilerplate := slices.ContainsFunc(boilerplate, func(mark string) bool { return strings.Contains(lower, mark) })
		if said := firstSentence(d.Uncommented(comment)); said != "" && !isBoilerplate {
			found = said
		}
	}
	if first := l.next(); first.kind == quoted && d.Docstrings {
		found = firstSentence(d.Uncommented(first.Of(program)))
	}
	return strings.Clone(found)
}

// firstSentence is that of the first paragraph of a text, on one line.
func firstSentence(s string) string {
	paragraph, _, _ := strings.Cut(strings.TrimSpace(s), "\n\n")
	line := text.OneLine(paragraph)
	if at := sentenceEnd.FindStringIndex(line); at != nil {
		line = line[:at[0]+1]
	}
	if len(line) <= longestOpening {
		return line
	}
	end := longestOpening
	for !utf8.RuneStart(line[end]) {
		end--
	}
	return line[:end] + "…"
}

var sentenceEnd = regexp.MustCompile(`[.!?] +[A-Z]`)

// boilerplate occurs in comments for lawyers or tools.
var boilerplate = []string{
	"copyright", "licence", "license", "spdx", "rights reserved", "go:build", "+build", "code generated",
	"eslint", "@ts-", "coding:", "coding=", "use strict", "prettier", "pragma", "vim:",
}
