package code

import (
	"slices"
	"strings"
	"unicode/utf8"

	"docuquest/core/code/languages"
)

// maxParameters is how many bytes the parameters of a function may take for the
// outline to see it.
const maxParameters = 600

// quotes are marks around names.
const quotes = "\"`'"

// Words that several languages share, see languages.Shared.
var (
	modifiers  = languages.Shared("modifiers")
	statements = languages.Shared("statements")
)

// A header is the beginning of a definition as the outline sees it.
type header struct {
	name, info string
	length     int // of the declaration without its body, in bytes
}

// readHeader reads the first line of a definition. The line is trimmed and has no
// comment; rest is the text from it on, and parent the info of the definition
// that it is in.
func readHeader(l *languages.Language, rest, line, parent string) (header, bool) {
	h, ok := wordedHeader(l, line)
	if !ok {
		switch l.Functions {
		case languages.Bare, languages.InTypes, languages.Typed:
			h, ok = callable(l, rest, line, parent)
		case languages.Assigned:
			if h, ok = assignedFunction(rest, line, "="); !ok {
				h, ok = callable(l, rest, line, parent)
			}
		case languages.Arrowed:
			if h, ok = assignedFunction(rest, line, "<-"); !ok {
				h, ok = assignedFunction(rest, line, "=")
			}
		}
	}
	if !ok {
		return header{}, false
	}
	if h.info == "function" && isType(parent) {
		h.info = "method"
	}
	// The declaration goes through the parameters, and up to the bracket that opens the body.
	from, end := 0, len(line)
	if open := strings.IndexAny(line, "({"); open >= 0 && line[open] == '(' {
		if from = max(0, closing(rest, open)); end < from {
			last, _, _ := strings.Cut(rest[from:], "\n")
			end = from + len(last)
		}
	}
	if body := strings.IndexByte(rest[from:end], '{'); body >= 0 {
		end = from + body
	}
	h.length = end
	return h, true
}

// wordedHeader reads a line such as "public static class Name extends Other {".
func wordedHeader(l *languages.Language, line string) (header, bool) {
	rest := strings.TrimPrefix(line, "(")
	for {
		w := word(rest)
		if w == "" {
			return header{}, false
		}
		if info, ok := definer(l, w); ok {
			return named(l, w, info, rest[len(w):])
		}
		if w[0] != '@' && !modifiers[strings.ToLower(w)] {
			return header{}, false
		}
		rest = strings.TrimLeft(rest[len(w):], " \t")
		if w == "extern" && strings.HasPrefix(rest, "\"") {
			_, rest = quotedNames(rest) // "C"
		} else {
			rest = afterBrackets(rest, '(', ')') // (crate)
		}
	}
}

func definer(l *languages.Language, w string) (info string, ok bool) {
	if l.FoldCase {
		w = strings.ToLower(w)
	}
	info, ok = l.Defines[w]
	return info, ok
}

// named reads the name behind the word that begins a definition.
func named(l *languages.Language, w, info, rest string) (header, bool) {
	rest = afterBrackets(strings.TrimLeft(rest, "*! \t"), '<', '>')
	if next := word(rest); next != "" && startsName(strings.TrimLeft(rest[len(next):], " \t")) {
		if more, ok := definer(l, next); ok && info == "enum" {
			return named(l, w, info, rest[len(next):]) // an "enum class" is an enum
		} else if ok {
			return named(l, next, more, rest[len(next):])
		}
	}
	if info == "impl" {
		name, _, _ := strings.Cut(rest, "{")
		name, _, _ = strings.Cut(name, " where ")
		return header{name: strings.TrimSpace(name), info: info}, !blank(name)
	}
	if w == "func" && strings.HasPrefix(rest, "(") { // "(r *Type) Name("
		end := strings.IndexByte(rest, ')')
		if end < 0 {
			return header{}, false
		}
		receiver, _, _ := strings.Cut(rest[1:end], "[")
		receiver = receiver[strings.LastIndexAny(receiver, " *")+1:]
		name, _ := nameOf(strings.TrimLeft(rest[end+1:], " "))
		return header{name: receiver + "." + name, info: "method"}, receiver != "" && name != ""
	}
	for { // modifiers between the word and the name
		w := word(rest)
		behind := strings.TrimLeft(rest[len(w):], " \t")
		if !modifiers[strings.ToLower(w)] || !startsName(behind) {
			break
		}
		rest = behind
	}
	name, after := nameOf(strings.TrimPrefix(rest, "::"))
	if more := afterBrackets(after, '<', '>'); strings.HasPrefix(more, ".") { // Type<T>.name
		tail, _ := nameOf(more[1:])
		name += "." + tail
	}
	if name == "" && (after == "" || strings.IndexByte("({?!", after[0]) >= 0) && languages.Shared("nameless")[w] {
		return header{name: w, info: info}, true
	}
	if name == "" || languages.Shared("unnamed")[name] {
		return header{}, false
	}
	if l.Functions == languages.Typed { // what is not defined here: "struct name *f(void)", "enum name x;"
		head, _, hasBody := strings.Cut(after, "{")
		isC := info == "struct" || info == "union" || info == "enum"
		if isC && strings.ContainsAny(head, "(=;*&") || info == "class" && !hasBody && strings.HasSuffix(head, ";") {
			return header{}, false
		}
	}
	if w := word(strings.TrimLeft(after, " ")); info == "type" && (w == "struct" || w == "interface") {
		info = w // as Go writes it
	}
	return header{name: name, info: info}, true
}

// callable reads a line such as "static int name(int x) {".
func callable(l *languages.Language, rest, line, parent string) (header, bool) {
	open := strings.IndexByte(line, '(')
	if open <= 0 || isFunction(parent) {
		return header{}, false
	}
	before := strings.TrimPrefix(strings.TrimSpace(line[:open]), "extern \"C\"")
	start := len(before)
	for start > 0 && (isWordByte(before[start-1]) || strings.IndexByte(":~#", before[start-1]) >= 0) {
		start--
	}
	name := strings.TrimLeft(before[start:], ":") // with the types that it belongs to
	if name == "" || '0' <= name[0] && name[0] <= '9' || statements[name] || statements[word(before)] {
		return header{}, false
	}
	types := strings.TrimSpace(before[:len(before)-len(name)])
	isAllowed := isType(parent)
	switch l.Functions {
	case languages.Bare:
		isAllowed = types == ""
	case languages.Typed:
		isAllowed = isAllowed || types != ""
	default:
		isAllowed = isAllowed && !slices.ContainsFunc(strings.Fields(types), func(w string) bool {
			return !modifiers[w] && w != "get" && w != "set" && w != "*"
		})
	}
	end := closing(rest, open)
	if !isAllowed || strings.ContainsAny(types, "=\"'{};()+/%|!") || end < 0 {
		return header{}, false
	}
	// A body begins behind the parameters. Where prototypes count, a semicolon will do.
	head, below, _ := strings.Cut(rest[end:], "\n")
	head = strings.TrimSpace(head)
	switch {
	case strings.Contains(head, "{"), strings.Contains(head, "=>"):
	case strings.HasSuffix(head, ";"):
		if types == "" || l.Functions != languages.Typed {
			return header{}, false
		}
	default:
		below = strings.TrimLeft(below[:min(len(below), maxParameters)], " \t\r\n")
		if !strings.HasPrefix(below, "{") && !languages.Shared("prebody")[word(below)] {
			return header{}, false
		}
	}
	if strings.Contains(name, "::") {
		return header{name: name, info: "method"}, true
	}
	return header{name: name, info: "function"}, true
}

// assignedFunction reads "const name = (x) =>" and "name <- function(x)".
func assignedFunction(rest, line, sign string) (header, bool) {
	at := strings.Index(line, sign)
	if at <= 0 || strings.HasPrefix(line[at:], "==") || strings.HasPrefix(line[at:], "=>") {
		return header{}, false
	}
	left := strings.Fields(strings.ReplaceAll(line[:at], ":", " "))
	for len(left) > 1 && (modifiers[left[0]] || languages.Shared("variables")[left[0]]) {
		left = left[1:]
	}
	if len(left) == 0 || !startsName(left[0]) {
		return header{}, false
	}
	value := strings.TrimLeft(line[at+len(sign):], " \t")
	value = strings.TrimLeft(strings.TrimPrefix(value, "async"), " \t")
	isFunction := word(value) == "function"
	switch {
	case isFunction:
	case strings.HasPrefix(value, "("):
		if end := closing(rest, len(line)-len(value)); end >= 0 {
			tail, _, _ := strings.Cut(rest[end:], "\n")
			isFunction = strings.Contains(tail, "=>")
		}
	default:
		isFunction = strings.HasPrefix(strings.TrimLeft(value[len(word(value)):], " "), "=>")
	}
	return header{name: left[0], info: "function"}, isFunction
}

// closing returns the offset behind the bracket that closes the one at an offset,
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

// afterBrackets skips brackets, and what is in them, at the beginning of a text.
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

// nameOf reads the name that begins a text.
func nameOf(s string) (name, after string) {
	if s != "" && strings.IndexByte(quotes, s[0]) >= 0 {
		return quotedNames(s)
	}
	end := 0
	for end < len(s) && (isWordByte(s[end]) || 0 < end && strings.IndexByte(".:#-?!/\\", s[end]) >= 0) {
		end++
	}
	name = strings.TrimRight(s[:end], ".:#-/\\")
	return name, strings.TrimLeft(s[len(name):], " \t")
}

// quotedNames reads names in quotes at the beginning of a text, and joins them by dots.
func quotedNames(s string) (name, after string) {
	var list []string
	for s != "" && strings.IndexByte(quotes, s[0]) >= 0 {
		end := strings.IndexByte(s[1:], s[0])
		if end < 0 {
			break
		}
		list = append(list, s[1:1+end])
		s = strings.TrimLeft(s[end+2:], " \t.")
	}
	return strings.Join(list, "."), s
}

func startsName(s string) bool {
	return s != "" && (isWordByte(s[0]) || strings.IndexByte(quotes, s[0]) >= 0)
}

// word returns the word that begins a text, with an @ in front if there is one.
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
