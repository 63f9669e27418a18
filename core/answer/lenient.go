package answer

import (
	"maps"
	"slices"
	"strconv"
	"strings"
	"unicode/utf16"
	"unicode/utf8"
)

// A word is a value of JSON that is neither a string, a list nor an object: a
// number, true, false, or whatever else stands there.
type word string

// parseLenient reads the JSON at the start of s as models write it. It takes
// commas too many or too few, line breaks and quotation marks inside of strings,
// escapes that there are not, and an end at any place, and never fails: what is
// there is returned, null as nil. It says whether the value came to its end.
func parseLenient(s string) (value any, complete bool) {
	p := lenient{s: s}
	value = p.value(0)
	return value, !p.cut
}

// deepest bounds the nesting that is read; a reply has a depth of 4.
const deepest = 32

type lenient struct {
	s   string
	at  int
	cut bool // the text ended inside of a value
	// objects is how many are open.
	objects int
}

// peek skips white space and gives the byte that follows, 0 at the end.
func (p *lenient) peek() byte {
	for p.at < len(p.s) && strings.IndexByte(" \t\r\n", p.s[p.at]) >= 0 {
		p.at++
	}
	if p.at == len(p.s) {
		return 0
	}
	return p.s[p.at]
}

// ended notes that the text ended too early.
func (p *lenient) ended() bool {
	p.cut = p.cut || p.at == len(p.s)
	return p.at == len(p.s)
}

func (p *lenient) value(depth int) any {
	switch c := p.peek(); {
	case p.ended():
		return nil
	case c == '{' && depth < deepest:
		return p.object(depth)
	case c == '[' && depth < deepest:
		return p.list(depth)
	case c == '"':
		return p.str()
	}
	return p.word()
}

// object reads members up to the brace that closes them.
func (p *lenient) object(depth int) map[string]any {
	object := map[string]any{}
	p.objects++
	defer func() { p.objects-- }()
	for p.at++; ; {
		switch c := p.peek(); {
		case p.ended():
			return object
		case c == '}':
			p.at++
			return object
		case c == ',':
			p.at++
			continue
		}
		name := plainText(p.value(deepest))
		if p.peek() == ':' {
			p.at++
			object[name] = p.value(depth + 1)
		}
	}
}

// list reads items up to the bracket that closes them, or to what shows that the
// bracket is missing: the object that holds the list ends or has another member.
func (p *lenient) list(depth int) []any {
	list := []any{}
	for p.at++; ; {
		switch c := p.peek(); {
		case p.ended():
			return list
		case c == ']':
			p.at++
			return list
		case c == '}' && p.objects > 0 && !p.isStray():
			return list
		case c == ',' || c == '}':
			p.at++
			continue
		}
		start := p.at
		item := p.value(depth + 1)
		if _, isString := item.(string); isString && p.objects > 0 && p.peek() == ':' {
			p.at = start
			return list
		}
		list = append(list, item)
	}
}

// isStray says whether the brace at hand is one too many in a list that goes on.
func (p *lenient) isStray() bool {
	rest := strings.TrimLeft(p.s[p.at+1:], " \t\r\n")
	next, isMore := strings.CutPrefix(rest, ",")
	return strings.HasPrefix(rest, "]") || isMore && strings.HasPrefix(strings.TrimLeft(next, " \t\r\n"), "{")
}

// word reads up to what ends a value, and one byte at least.
func (p *lenient) word() any {
	start := p.at
	p.at++
	for p.at < len(p.s) && strings.IndexByte(",:{}[]\" \t\r\n", p.s[p.at]) < 0 {
		p.at++
	}
	w := p.s[start:p.at]
	if w == "null" {
		return nil
	}
	return word(w)
}

// str reads a string. A quotation mark closes it only where something can
// follow a string.
func (p *lenient) str() string {
	var b strings.Builder
	for p.at++; p.at < len(p.s); {
		switch c := p.s[p.at]; {
		case c == '"' && p.closes():
			p.at++
			return b.String()
		case c == '\\':
			p.escape(&b)
		default:
			b.WriteByte(c)
			p.at++
		}
	}
	p.cut = true
	return b.String()
}

// closes says whether the quotation mark at hand is the end of its string.
func (p *lenient) closes() bool {
	rest := strings.TrimLeft(p.s[p.at+1:], " \t\r\n")
	return rest == "" || strings.IndexByte(",:}]", rest[0]) >= 0
}

// escape reads a backslash with what it stands before.
func (p *lenient) escape(b *strings.Builder) {
	p.at++
	if p.at == len(p.s) {
		return
	}
	c := p.s[p.at]
	switch at := strings.IndexByte("nrtbf", c); {
	case at >= 0:
		b.WriteByte("\n\r\t\b\f"[at])
	case c == 'u':
		b.WriteRune(p.unicodeEscape())
		return
	case strings.IndexByte(`"\/`, c) >= 0:
		b.WriteByte(c)
	default:
		b.WriteString(p.s[p.at-1 : p.at+1])
	}
	p.at++
}

// unicodeEscape reads the four digits behind a u, and a second half if there
// should be one.
func (p *lenient) unicodeEscape() rune {
	first := p.fourDigits()
	if !utf16.IsSurrogate(first) || !strings.HasPrefix(p.s[p.at:], `\u`) {
		return first
	}
	p.at++
	return utf16.DecodeRune(first, p.fourDigits())
}

func (p *lenient) fourDigits() rune {
	p.at++ // the u
	end := min(p.at+4, len(p.s))
	n, err := strconv.ParseUint(p.s[p.at:end], 16, 16)
	if err != nil {
		return utf8.RuneError
	}
	p.at = end
	return rune(n)
}

func sortedNames(object map[string]any) []string {
	return slices.Sorted(maps.Keys(object))
}
