package code

import (
	"strings"
	"unicode/utf8"
)

// maxParameters is how many bytes the parameters of a function may take for the
// outline to see it.
const maxParameters = 600

// A header is the beginning of a definition as the outline sees it.
type header struct {
	name, info string
	length     int // of the declaration without its body, in bytes
}

// header reads the first line of a definition. The line is trimmed and has no
// comment; rest is the text from it on, and parent the info of the definition
// that it lies in.
func (s style) header(rest, line, parent string) (header, bool) {
	h, ok := s.wordedHeader(line)
	if !ok {
		switch s.functions {
		case bare, inTypes, typed:
			h, ok = s.callable(rest, line, parent)
		case assigned:
			if h, ok = assignedFunction(rest, line, "="); !ok {
				h, ok = s.callable(rest, line, parent)
			}
		case arrowed:
			if h, ok = assignedFunction(rest, line, "<-"); !ok {
				h, ok = assignedFunction(rest, line, "=")
			}
		}
	}
	if ok && h.info == "function" && isType(parent) {
		h.info = "method"
	}
	h.length = declarationLength(rest, len(line))
	return h, ok
}

// wordedHeader reads a line such as "public static class Name extends Other {".
func (s style) wordedHeader(line string) (header, bool) {
	rest := strings.TrimPrefix(line, "(")
	for {
		w := word(rest)
		if w == "" {
			return header{}, false
		}
		if info, ok := s.kind(w); ok {
			return s.named(w, info, rest[len(w):])
		}
		if w[0] != '@' && !modifiers[strings.ToLower(w)] {
			return header{}, false
		}
		rest = afterModifier(w, rest[len(w):])
	}
}

func (s style) kind(w string) (string, bool) {
	if s.foldCase {
		w = strings.ToLower(w)
	}
	info, ok := s.kinds[w]
	return info, ok
}

// named reads the name behind the word that begins a definition.
func (s style) named(w, info, rest string) (header, bool) {
	rest = afterBrackets(strings.TrimLeft(rest, "*! \t"), '<', '>')
	if next := word(rest); next != "" && startsName(strings.TrimLeft(rest[len(next):], " \t")) {
		if more, ok := s.kind(next); ok && info == "enum" {
			return s.named(w, info, rest[len(next):]) // an "enum class" is an enum
		} else if ok {
			return s.named(next, more, rest[len(next):])
		}
	}
	if info == "impl" {
		name, _, _ := strings.Cut(rest, "{")
		name, _, _ = strings.Cut(name, " where ")
		return header{name: strings.TrimSpace(name), info: info}, !blank(name)
	}
	if w == "func" && strings.HasPrefix(rest, "(") {
		return goMethod(rest)
	}
	rest = afterModifiers(rest)
	name, after := nameOf(strings.TrimPrefix(rest, "::"))
	if more := afterBrackets(after, '<', '>'); strings.HasPrefix(more, ".") { // Type<T>.name
		tail, _ := nameOf(more[1:])
		name += "." + tail
	}
	if name == "" && (after == "" || strings.IndexByte("({?!", after[0]) >= 0) && nameless[w] {
		return header{name: w, info: info}, true
	}
	if name == "" || notNames[name] || s.functions == typed && declaresOnly(info, after) {
		return header{}, false
	}
	return header{name: name, info: refined(info, after)}, true
}

// goMethod reads "(r *Type) Name(".
func goMethod(rest string) (header, bool) {
	end := strings.IndexByte(rest, ')')
	if end < 0 {
		return header{}, false
	}
	receiver, _, _ := strings.Cut(rest[1:end], "[")
	receiver = receiver[strings.LastIndexAny(receiver, " *")+1:]
	name, _ := nameOf(strings.TrimLeft(rest[end+1:], " "))
	return header{name: receiver + "." + name, info: "method"}, receiver != "" && name != ""
}

// declaresOnly says whether what follows the name of a type shows that it is not
// defined here: "struct name *f(void)", "enum name x;".
func declaresOnly(info, after string) bool {
	head, _, hasBody := strings.Cut(after, "{")
	switch info {
	case "struct", "union", "enum":
		return strings.ContainsAny(head, "(=;*&")
	case "class":
		return !hasBody && strings.HasSuffix(head, ";")
	}
	return false
}

// refined says more of a type whose kind follows its name, as it does in Go.
func refined(info, after string) string {
	if w := word(strings.TrimLeft(after, " ")); info == "type" && (w == "struct" || w == "interface") {
		return w
	}
	return info
}

// callable reads a line such as "static int name(int x) {".
func (s style) callable(rest, line, parent string) (header, bool) {
	open := strings.IndexByte(line, '(')
	if open <= 0 || isFunction(parent) {
		return header{}, false
	}
	before := strings.TrimPrefix(strings.TrimSpace(line[:open]), "extern \"C\"")
	name := lastName(before)
	types := strings.TrimSpace(before[:len(before)-len(name)])
	if name == "" || statements[name] || statements[word(before)] || strings.ContainsAny(types, "=\"'{};()+/%|!") {
		return header{}, false
	}
	if !s.mayBeFunction(types, parent) {
		return header{}, false
	}
	end := closing(rest, open)
	if end < 0 || !beginsBody(rest[end:], types != "" && s.functions == typed) {
		return header{}, false
	}
	if strings.Contains(name, "::") {
		return header{name: name, info: "method"}, true
	}
	return header{name: name, info: "function"}, true
}

// mayBeFunction judges what stands in front of the name of a function.
func (s style) mayBeFunction(types, parent string) bool {
	switch {
	case s.functions == bare:
		return types == ""
	case s.functions == typed:
		return types != "" || isType(parent)
	}
	for _, w := range strings.Fields(types) {
		if !modifiers[w] && w != "get" && w != "set" && w != "*" {
			return false
		}
	}
	return isType(parent)
}

// beginsBody says whether a function begins behind its parameters. Where
// prototypes count, a semicolon will do.
func beginsBody(rest string, prototypes bool) bool {
	line, below, _ := strings.Cut(rest, "\n")
	line = strings.TrimSpace(line)
	if strings.Contains(line, "{") || strings.Contains(line, "=>") {
		return true
	}
	if strings.HasSuffix(line, ";") {
		return prototypes
	}
	below = strings.TrimLeft(below[:min(len(below), maxParameters)], " \t\r\n")
	return strings.HasPrefix(below, "{") || beforeBodies[word(below)]
}

// assignedFunction reads "const name = (x) =>" and "name <- function(x)".
func assignedFunction(rest, line, sign string) (header, bool) {
	at := strings.Index(line, sign)
	if at <= 0 || strings.HasPrefix(line[at:], "==") || strings.HasPrefix(line[at:], "=>") {
		return header{}, false
	}
	left := strings.Fields(strings.ReplaceAll(line[:at], ":", " "))
	for len(left) > 1 && (modifiers[left[0]] || declarers[left[0]]) {
		left = left[1:]
	}
	if len(left) == 0 || !startsName(left[0]) {
		return header{}, false
	}
	value := at + len(sign)
	value += len(line[value:]) - len(strings.TrimLeft(line[value:], " \t"))
	h := header{name: left[0], info: "function"}
	if strings.HasPrefix(line[value:], "async") {
		value += len("async")
		value += len(line[value:]) - len(strings.TrimLeft(line[value:], " \t"))
	}
	return h, isFunctionValue(rest, line, value)
}

func isFunctionValue(rest, line string, at int) bool {
	value := line[at:]
	if word(value) == "function" {
		return true
	}
	if strings.HasPrefix(value, "(") {
		end := closing(rest, at)
		if end < 0 {
			return false
		}
		tail, _, _ := strings.Cut(rest[end:], "\n")
		return strings.Contains(tail, "=>")
	}
	return strings.HasPrefix(strings.TrimLeft(value[len(word(value)):], " "), "=>")
}

// declarationLength gives how much of a text is the declaration that begins it:
// through its parameters, and up to the bracket that opens the body.
func declarationLength(rest string, line int) int {
	from, end := 0, line
	if open := strings.IndexAny(rest[:line], "({"); open >= 0 && rest[open] == '(' {
		if from = max(0, closing(rest, open)); end < from {
			end = len(rest)
			if n := strings.IndexByte(rest[from:], '\n'); n >= 0 {
				end = from + n
			}
		}
	}
	if body := strings.IndexByte(rest[from:end], '{'); body >= 0 {
		return from + body
	}
	return end
}

// closing gives the offset behind the bracket that closes the one at an offset,
// -1 if it is far away.
func closing(s string, open int) int {
	depth := 0
	for i := open; i < min(len(s), open+maxParameters); i++ {
		switch s[i] {
		case '(':
			depth++
		case ')':
			if depth--; depth == 0 {
				return i + 1
			}
		}
	}
	return -1
}

// afterModifiers skips the words between the word that begins a definition and
// its name.
func afterModifiers(s string) string {
	for {
		w := word(s)
		if !modifiers[strings.ToLower(w)] || !startsName(strings.TrimLeft(s[len(w):], " \t")) {
			return s
		}
		s = strings.TrimLeft(s[len(w):], " \t")
	}
}

// afterModifier skips what may stand behind a modifier: (crate), "C".
func afterModifier(modifier, s string) string {
	s = strings.TrimLeft(s, " \t")
	if modifier == "extern" && strings.HasPrefix(s, "\"") {
		_, s = quotedNames(s)
		return s
	}
	return afterBrackets(s, '(', ')')
}

// afterBrackets skips what stands in brackets at the beginning of a text.
func afterBrackets(s string, open, end byte) string {
	depth := 0
	for i := range len(s) {
		switch s[i] {
		case open:
			depth++
		case end:
			depth--
		}
		if depth == 0 {
			if i == 0 {
				return s
			}
			return strings.TrimLeft(s[i+1:], " \t")
		}
	}
	return s
}

// nameOf reads the name that begins a text. Names in quotes are joined by dots.
func nameOf(s string) (name, after string) {
	if s != "" && strings.IndexByte("\"`'", s[0]) >= 0 {
		return quotedNames(s)
	}
	end := 0
	for end < len(s) {
		c := s[end]
		joins := strings.IndexByte(".:#-?!/\\", c) >= 0 && 0 < end
		if !isWordByte(c) && !joins {
			break
		}
		end++
	}
	name = strings.TrimRight(s[:end], ".:#-/\\")
	return name, strings.TrimLeft(s[len(name):], " \t")
}

func quotedNames(s string) (name, after string) {
	var list []string
	for s != "" && strings.IndexByte("\"`'", s[0]) >= 0 {
		end := strings.IndexByte(s[1:], s[0])
		if end < 0 {
			break
		}
		list = append(list, s[1:1+end])
		s = strings.TrimLeft(s[end+2:], " \t.")
	}
	return strings.Join(list, "."), s
}

// lastName gives the name that ends a text, with the types that it belongs to.
func lastName(s string) string {
	start := len(s)
	for start > 0 && (isWordByte(s[start-1]) || strings.IndexByte(":~#", s[start-1]) >= 0) {
		start--
	}
	name := strings.TrimLeft(s[start:], ":")
	if name == "" || '0' <= name[0] && name[0] <= '9' {
		return ""
	}
	return name
}

func startsName(s string) bool {
	return s != "" && (isWordByte(s[0]) || strings.IndexByte("\"`'", s[0]) >= 0)
}

// word gives the word that begins a text, with an @ in front if there is one.
func word(s string) string {
	end := 0
	if strings.HasPrefix(s, "@") {
		end = 1
	}
	for end < len(s) && (isWordByte(s[end]) || s[end] == '-' && strings.HasPrefix(s, "defn")) {
		end++
	}
	return s[:end]
}

func isWordByte(c byte) bool {
	return 'a' <= c && c <= 'z' || 'A' <= c && c <= 'Z' || '0' <= c && c <= '9' || c == '_' || c == '$' || utf8.RuneSelf <= c
}

// modifiers are the words that may stand in front of the one that begins a
// definition.
var modifiers = wordSet(`export default declare public private protected internal static abstract final sealed open
	data inline async override virtual partial readonly unsafe extern pub const constexpr volatile case companion
	annotation inner value suspend operator infix tailrec external mutable mut local global implicit lazy
	fileprivate indirect convenience required mutating nonisolated create or replace temporary temp unlogged if not
	exists unique materialized recursive rec pure elemental impure friend shared overridable overrides mustinherit
	transparent native synchronized strictfp typedef template unsigned auto comptime noinline my our`)

// statements are the words that begin or call something and define nothing.
var statements = wordSet(`if for foreach while switch return else catch do new throw using lock assert case await
	yield delete sizeof typedef elif until unless goto when with match function super this typeof defined`)

// declarers are the words that begin a variable that may hold a function.
var declarers = wordSet("const let var")

// beforeBodies are the words that stand between the parameters of a function and
// its body on a line of their own.
var beforeBodies = wordSet("throws where")

// nameless are the words that are names themselves where none follows.
var nameless = wordSet("init deinit subscript constructor object locals")

// notNames are the words that follow where a name was left out.
var notNames = wordSet("extends implements for of in is as where with from")
