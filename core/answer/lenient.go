package answer

import (
	"bytes"
	"strconv"
	"strings"
	"unicode/utf16"
	"unicode/utf8"
)

// A lenient parser reads JSON as models write it, and while they write it. It takes
// commas too many or too few, brackets that nothing closes, line breaks and quotation
// marks inside of strings, unknown escapes, and an end at any place. It never fails: it
// returns what it has read, null as nil.
//
// It looks at a byte only after [lenient.has] has waited for it, and decides nothing
// by where the text ends as long as more may come. So what it reads does not depend
// on the pieces in which the text arrives. The time is linear in the text.
type lenient struct {
	text    []byte
	at      int
	await   func() bool // waits until text has grown; false where it will not
	cut     bool        // the text ended inside of a value
	objects int         // that are open
}

// A word is a value of JSON that is neither a string, a list nor an object: a
// number, true, false, or anything else.
type word string

// A torn value is the front of a string whose end never came.
type torn string

// deepest bounds the nesting that is read; a reply has a depth of 4.
const deepest = 32

// A role is the part that a string plays, which decides what may follow it.
type role uint8

const (
	nameRole   role = iota // the name of a member
	memberRole             // the value of a member
	itemRole               // an item of a list
)

// has reports whether the text has a byte at an offset, and waits for it.
func (p *lenient) has(at int) bool {
	for at >= len(p.text) {
		if !p.await() {
			return false
		}
	}
	return true
}

// skip returns the first offset from at on without white space.
func (p *lenient) skip(at int) int {
	for p.has(at) && strings.IndexByte(" \t\r\n", p.text[at]) >= 0 {
		at++
	}
	return at
}

// peek skips white space and returns the byte that follows, 0 at the end.
func (p *lenient) peek() byte {
	p.at = p.skip(p.at)
	if !p.has(p.at) {
		return 0
	}
	return p.text[p.at]
}

// ended notes that the text ended too early.
func (p *lenient) ended() bool {
	if p.has(p.at) {
		return false
	}
	p.cut = true
	return true
}

// value reads any value. Where the nesting is too deep, brackets are words.
func (p *lenient) value(depth int, as role) any {
	switch c := p.peek(); {
	case p.ended():
		return nil
	case c == '{' && depth < deepest:
		object := map[string]any{}
		p.members(func(name string) { put(object, name, p.value(depth+1, memberRole)) })
		return object
	case c == '[' && depth < deepest:
		list := []any{}
		p.items(depth, func(item any) { list = append(list, item) })
		return list
	case isMark(c):
		return p.str(as)
	}
	// A word goes up to what ends a value, and has one byte at least.
	start := p.at
	p.at++
	for p.has(p.at) && strings.IndexByte(",:{}[]\" \t\r\n", p.text[p.at]) < 0 {
		p.at++
	}
	w := string(p.text[start:p.at])
	if w == "null" {
		return nil
	}
	return word(w)
}

// put sets a member. An earlier one with the same name is kept with it in a list: the objects
// of two statements may have run together.
func put(object map[string]any, name string, value any) {
	before, again := object[name]
	switch list, isList := before.([]any); {
	case isList:
		value = append(list, value)
	case again:
		value = []any{before, value}
	}
	object[name] = value
}

// members reads an object up to the brace that closes it, or to one that opens
// in place of a name: the next object has begun then. each is called behind the
// colon of each member, with its name in lower case, and has to read the value.
func (p *lenient) members(each func(name string)) {
	p.objects++
	defer func() { p.objects-- }()
	for p.at++; ; {
		switch c := p.peek(); {
		case p.ended() || c == '{':
			return
		case c == '}':
			p.at++
			return
		case c == ',':
			p.at++
			continue
		}
		name := plainText(p.value(deepest, nameRole))
		if p.peek() == ':' {
			p.at++
			each(strings.ToLower(name))
		}
	}
}

// items reads a list up to the bracket that closes it, or to what shows that the
// bracket is missing: the object that has the list ends or has another member. each
// is called with each item as soon as it has been read.
func (p *lenient) items(depth int, each func(item any)) {
	for p.at++; ; {
		switch c := p.peek(); {
		case p.ended():
			return
		case c == ']':
			p.at++
			return
		case c == '}' && p.objects > 0 && !p.isStray():
			return
		case c == ',' || c == '}':
			p.at++
			continue
		}
		start := p.at
		item := p.value(depth+1, itemRole)
		if _, isString := item.(string); isString && p.objects > 0 && p.peek() == ':' {
			p.at = start
			return
		}
		each(item)
	}
}

// isStray reports whether the brace at hand is one too many in a list that continues.
func (p *lenient) isStray() bool {
	next := p.skip(p.at + 1)
	if p.is(next, ']') {
		return true
	}
	return p.is(next, ',') && p.is(p.skip(next+1), '{')
}

// is reports whether the byte at an offset is b.
func (p *lenient) is(at int, b byte) bool { return p.has(at) && p.text[at] == b }

// isMark reports whether a byte opens a string. The second one is Python's.
func isMark(b byte) bool { return b == '"' || b == '\'' }

// str reads a string: a torn one where the text ends in it. Its mark closes it only
// where something can follow a string. An unknown escape stays as it is.
func (p *lenient) str(as role) any {
	var b strings.Builder
	mark := p.text[p.at]
	for p.at++; p.has(p.at); {
		c := p.text[p.at]
		if c == mark && p.closes(as) {
			p.at++
			return b.String()
		}
		p.at++
		if c != '\\' {
			b.WriteByte(c)
			continue
		}
		if !p.has(p.at) {
			break
		}
		c = p.text[p.at]
		p.at++
		switch at := strings.IndexByte("nrtbf", c); {
		case at >= 0:
			b.WriteByte("\n\r\t\b\f"[at])
		case c == 'u':
			b.WriteRune(p.unicodeEscape())
		case strings.IndexByte(`"'\/`, c) >= 0:
			b.WriteByte(c)
		default:
			b.Write(p.text[p.at-2 : p.at])
		}
	}
	p.cut = true
	return torn(b.String())
}

// closes reports whether the quotation mark at hand is the end of its string.
func (p *lenient) closes(as role) bool {
	next := p.skip(p.at + 1)
	if !p.has(next) {
		return true
	}
	switch c := p.text[next]; c {
	case '}', ']':
		return true
	case ':':
		return as != memberRole
	case ',':
		return as == nameRole || p.continues(next+1, as)
	default:
		return as == memberRole && p.isName(next)
	}
}

// continues reports whether the text behind a comma belongs to the object or list around a
// string, and not to the string.
func (p *lenient) continues(at int, as role) bool {
	next := p.skip(at)
	if !p.has(next) {
		return true
	}
	switch c := p.text[next]; {
	case strings.IndexByte("{}[],", c) >= 0:
		return true
	case as == memberRole:
		return p.isName(next)
	default:
		return isMark(c) || c == '-' || '0' <= c && c <= '9'
	}
}

// longestName is the greatest length in bytes of the name of a member.
const longestName = 40

// isName reports whether the name of a member, with its marks and colon, begins at an
// offset.
func (p *lenient) isName(at int) bool {
	mark := p.text[at]
	if !isMark(mark) {
		return false
	}
	for end := at + 1; end <= at+longestName && p.has(end); end++ {
		if p.text[end] == mark {
			return p.is(p.skip(end+1), ':')
		}
	}
	return false
}

// unicodeEscape reads the four digits behind a u, and a second half if the first needs one.
func (p *lenient) unicodeEscape() rune {
	first := p.fourDigits()
	if !utf16.IsSurrogate(first) || !p.has(p.at+1) || !bytes.HasPrefix(p.text[p.at:], []byte(`\u`)) {
		return first
	}
	p.at += 2
	return utf16.DecodeRune(first, p.fourDigits())
}

func (p *lenient) fourDigits() rune {
	if !p.has(p.at + 3) {
		return utf8.RuneError
	}
	n, err := strconv.ParseUint(string(p.text[p.at:p.at+4]), 16, 16)
	if err != nil {
		return utf8.RuneError
	}
	p.at += 4
	return rune(n)
}
