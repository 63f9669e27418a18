package disk

import "strings"

// A glob is a pattern of an ignore file, compiled. It matches bytes, as git
// does: a `?` is one byte of an encoded character.
//
// Matching is a scan with two places to go back to, one for the last `*` and
// one for the last `**`. The last ones are enough: what a later star can match
// includes all that an earlier star of its kind could have left to it. So
// `*a*a*a*b` costs the product of the two lengths and not a power of it.
type glob []token

type token struct {
	kind    tokenKind
	literal byte
	class   *class
}

type tokenKind uint8

const (
	literal    tokenKind = iota
	anyByte              // `?`: one byte, no slash
	inClass              // `[...]`: one byte of a set, no slash
	star                 // `*`: any bytes without a slash
	anyRest              // `**` at the end: any bytes
	anyFolders           // `**/` at the start of a name: nothing, or folders with their slash
)

// A class is a set of bytes.
type class [256]bool

// compileGlob reads a pattern; ok is false for a pattern that can match nothing,
// such as one with an open bracket.
func compileGlob(pattern string) (g glob, ok bool) {
	for at := 0; at < len(pattern); {
		switch c := pattern[at]; c {
		case '*':
			// Two stars or more mean folders only where they are a whole name
			// between slashes; anywhere else they are one star.
			first := at
			for at < len(pattern) && pattern[at] == '*' {
				at++
			}
			whole := at-first > 1 && (first == 0 || pattern[first-1] == '/')
			switch rest := pattern[at:]; {
			case whole && rest == "":
				g = append(g, token{kind: anyRest})
			case whole && rest[0] == '/':
				g, at = append(g, token{kind: anyFolders}), at+1
			case whole && strings.HasPrefix(rest, `\/`):
				g, at = append(g, token{kind: anyFolders}), at+2
			default:
				g = append(g, token{kind: star})
			}
		case '?':
			g, at = append(g, token{kind: anyByte}), at+1
		case '[':
			set, next := compileClass(pattern, at+1)
			if set == nil {
				return nil, false
			}
			g, at = append(g, token{kind: inClass, class: set}), next
		case '\\':
			if at+1 == len(pattern) {
				return nil, false
			}
			g, at = append(g, token{literal: pattern[at+1]}), at+2
		default:
			g, at = append(g, token{literal: c}), at+1
		}
	}
	return g, true
}

// match reports whether the pattern matches the whole text.
func (g glob) match(text string) bool {
	var inName, overFolders retreat
	p, t := 0, 0
	for {
		if p < len(g) {
			switch g[p].kind {
			case star:
				inName = retreat{pattern: p + 1, text: t, set: true}
				p++
				continue
			case anyRest:
				return true
			case anyFolders:
				overFolders = retreat{pattern: p + 1, text: t, set: true}
				inName = retreat{}
				p++
				continue
			}
			if t < len(text) {
				k, c := &g[p], text[t]
				if k.kind == literal && c == k.literal || k.kind == anyByte && c != '/' ||
					k.kind == inClass && c != '/' && k.class[c] {
					p, t = p+1, t+1
					continue
				}
			}
		} else if t == len(text) {
			return true
		}
		if inName.set && inName.text < len(text) && text[inName.text] != '/' {
			inName.text++ // The `*` matches one byte more.
			p, t = inName.pattern, inName.text
			continue
		}
		if !overFolders.set {
			return false
		}
		slash := strings.IndexByte(text[overFolders.text:], '/')
		if slash < 0 {
			return false
		}
		overFolders.text += slash + 1 // The `**/` matches one folder more.
		p, t = overFolders.pattern, overFolders.text
		inName = retreat{}
	}
}

// A retreat is where matching continues when it failed after a star: after the
// star in the pattern, and at the end of what the star matches in the text.
type retreat struct {
	pattern, text int
	set           bool
}

// compileClass reads a bracket expression after its opening bracket and returns
// the place after the closing bracket. The set is nil if the expression has no
// end or names a class of characters that does not exist.
func compileClass(pattern string, at int) (*class, int) {
	set := new(class)
	negated := at < len(pattern) && (pattern[at] == '!' || pattern[at] == '^')
	if negated {
		at++
	}
	previous, first := -1, true // previous is the start of a range, if one may follow
	for ; at < len(pattern) && (first || pattern[at] != ']'); first = false {
		// A character class is `[:name:]`. Where the brackets do not end in a
		// colon, the first bracket is a character of the set.
		if rest, found := strings.CutPrefix(pattern[at:], "[:"); found {
			if end := strings.IndexByte(rest, ']'); end >= 1 && rest[end-1] == ':' {
				if !set.addNamed(rest[:end-1]) {
					return nil, 0
				}
				at, previous = at+len("[:")+end+1, -1
				continue
			}
		}
		ranged := pattern[at] == '-' && previous >= 0 && at+1 < len(pattern) && pattern[at+1] != ']'
		if ranged {
			at++
		}
		if pattern[at] == '\\' {
			at++
		}
		if at == len(pattern) {
			return nil, 0
		}
		c := int(pattern[at])
		if ranged {
			set.add(previous, c)
			previous = -1
		} else {
			set.add(c, c)
			previous = c
		}
		at++
	}
	if at >= len(pattern) {
		return nil, 0
	}
	if negated {
		for c := range set {
			set[c] = !set[c]
		}
	}
	return set, at + 1
}

// add adds the bytes from low to high, both included, to the set.
func (s *class) add(low, high int) {
	for c := low; c <= high; c++ {
		s[c] = true
	}
}

// addNamed adds a POSIX character class to the set, or returns false for an
// unknown name. Only ASCII belongs to any class.
func (s *class) addNamed(name string) bool {
	switch name {
	case "alpha":
		s.add('a', 'z')
		s.add('A', 'Z')
	case "digit":
		s.add('0', '9')
	case "alnum":
		return s.addNamed("alpha") && s.addNamed("digit")
	case "lower":
		s.add('a', 'z')
	case "upper":
		s.add('A', 'Z')
	case "xdigit":
		s.add('0', '9')
		s.add('a', 'f')
		s.add('A', 'F')
	case "space":
		s.add('\t', '\r')
		s.add(' ', ' ')
	case "blank":
		s.add('\t', '\t')
		s.add(' ', ' ')
	case "cntrl":
		s.add(0, 31)
		s.add(127, 127)
	case "graph":
		s.add(33, 126)
	case "print":
		s.add(32, 126)
	case "punct":
		s.add(33, 47)
		s.add(58, 64)
		s.add(91, 96)
		s.add(123, 126)
	default:
		return false
	}
	return true
}
