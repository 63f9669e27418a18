package disk

import "strings"

// A glob is a pattern of an ignore file, compiled. It matches bytes, as git
// does: a `?` is one byte of an encoded character.
//
// Matching is a scan with two places to go back to, one for the last `*` and
// one for the last `**`. The last ones are enough: what a later star can take
// up includes all that an earlier one of its kind could have left to it. So
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

// compileGlob reads a pattern; ok is false for one that can match nothing, such
// as one with an open bracket.
func compileGlob(pattern string) (g glob, ok bool) {
	for at := 0; at < len(pattern); {
		switch c := pattern[at]; c {
		case '*':
			t, next := compileStars(pattern, at)
			g, at = append(g, t), next
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

// compileStars reads a run of stars. Two or more mean folders only where they
// are a whole name between slashes; anywhere else they are one star.
func compileStars(pattern string, at int) (t token, next int) {
	next = at
	for next < len(pattern) && pattern[next] == '*' {
		next++
	}
	starts := at == 0 || pattern[at-1] == '/'
	switch rest := pattern[next:]; {
	case next-at < 2 || !starts:
		return token{kind: star}, next
	case rest == "":
		return token{kind: anyRest}, next
	case rest[0] == '/':
		return token{kind: anyFolders}, next + 1
	case strings.HasPrefix(rest, `\/`):
		return token{kind: anyFolders}, next + 2
	}
	return token{kind: star}, next
}

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
			if t < len(text) && g[p].takes(text[t]) {
				p, t = p+1, t+1
				continue
			}
		} else if t == len(text) {
			return true
		}
		var ok bool
		if p, t, ok = inName.longer(text); ok {
			continue
		}
		if p, t, ok = overFolders.furtherDown(text); !ok {
			return false
		}
		inName = retreat{}
	}
}

// takes says whether a token for one byte takes c.
func (k *token) takes(c byte) bool {
	switch k.kind {
	case literal:
		return c == k.literal
	case anyByte:
		return c != '/'
	}
	return c != '/' && k.class[c]
}

// A retreat is where matching goes on when it failed after a star: behind the
// star in the pattern, and at the end of what the star takes in the text.
type retreat struct {
	pattern, text int
	set           bool
}

// longer lets a `*` take one byte more.
func (r *retreat) longer(text string) (pattern, at int, ok bool) {
	if !r.set || r.text == len(text) || text[r.text] == '/' {
		return 0, 0, false
	}
	r.text++
	return r.pattern, r.text, true
}

// furtherDown lets a `**/` take one folder more.
func (r *retreat) furtherDown(text string) (pattern, at int, ok bool) {
	if !r.set {
		return 0, 0, false
	}
	slash := strings.IndexByte(text[r.text:], '/')
	if slash < 0 {
		return 0, 0, false
	}
	r.text += slash + 1
	return r.pattern, r.text, true
}

// compileClass reads a bracket expression from behind its bracket and gives the
// place behind the closing one. The set is nil if the expression has no end or
// names a class of characters that does not exist.
func compileClass(pattern string, at int) (*class, int) {
	set := new(class)
	negated := at < len(pattern) && (pattern[at] == '!' || pattern[at] == '^')
	if negated {
		at++
	}
	previous, first := -1, true // previous is the start of a range, if one may follow
	for ; at < len(pattern) && (first || pattern[at] != ']'); first = false {
		if name, next, ok := characterClass(pattern, at); ok {
			if !set.addNamed(name) {
				return nil, 0
			}
			at, previous = next, -1
			continue
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

// characterClass reads `[:name:]`. Where the brackets do not end in a colon it
// is no character class, and its first bracket stands for itself.
func characterClass(pattern string, at int) (name string, next int, ok bool) {
	rest, found := strings.CutPrefix(pattern[at:], "[:")
	if !found {
		return "", 0, false
	}
	end := strings.IndexByte(rest, ']')
	if end < 1 || rest[end-1] != ':' {
		return "", 0, false
	}
	return rest[:end-1], at + len("[:") + end + 1, true
}

// add puts the bytes from low to high, both included, into the set.
func (s *class) add(low, high int) {
	for c := low; c <= high; c++ {
		s[c] = true
	}
}

// addNamed puts a POSIX character class into the set, or gives false for a name
// that there is not. Only ASCII belongs to any class.
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
