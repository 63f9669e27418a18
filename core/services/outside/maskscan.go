package outside

import (
	"strings"
	"unicode/utf8"
)

// secretsIn finds the secrets of a text, and what has the form of a placeholder. It
// reads the text once, from word to word: every test that costs more than a look at a
// byte is made of a word that asks for it. The stretches may overlap.
func secretsIn(text string) []stretch {
	s := scanner{text: text}
	for _, block := range armoredBlocks(text) {
		s.words(block.start)
		if block.private {
			s.found = append(s.found, block.stretch)
		}
		s.at = block.end
	}
	s.words(len(text))
	s.found = append(append(s.found, ruledKeys(text)...), passLines(text)...)
	return append(s.found, placeholdersIn(text)...)
}

// A scanner goes through a text and collects its secrets.
type scanner struct {
	text  string
	at    int // where it reads on
	found []stretch

	token   token  // that was read last
	ran     string // the command that was read last
	ranTo   int    // where its arguments end
	glanced int    // bytes of tokens that were looked at, by which tests measure the work
}

// words reads words up to a place.
func (s *scanner) words(end int) {
	for s.at < end {
		switch c := s.text[s.at]; {
		case wordBytes[c]:
			s.word(end)
		case c == '$' || c == '{' && strings.HasPrefix(s.text[s.at:], "{S"):
			s.hash()
		case c == '@' && (strings.HasPrefix(s.text[s.at:], "@tcp(") || strings.HasPrefix(s.text[s.at:], "@unix(")):
			s.sourceName()
		case c >= utf8.RuneSelf && wideNames[c] != nil:
			if !s.wideFrom(s.at) {
				s.at++
			}
		case c == '\\' && s.at+1 < end && strings.IndexByte("nrt", s.text[s.at+1]) >= 0:
			s.at += 2 // a line end inside a string, whose letter belongs to no word
		case c == '\\' && isByteEscape(s.text[s.at:end]):
			s.at += len(`\x00`)
		case c == ':' && strings.HasPrefix(s.text[s.at:], "://"):
			s.at += len("://")
			s.userinfo()
		default:
			s.at++
		}
	}
}

// isByteEscape reports whether a text begins with a byte as strings of programs have it.
func isByteEscape(text string) bool {
	return len(text) >= len(`\x00`) && text[1] == 'x' && hexDigits[text[2]] && hexDigits[text[3]]
}

// word reads one word: it may begin a key of a known form, be a random one, or name a
// secret that follows.
func (s *scanner) word(limit int) {
	start := s.at
	end := start
	for end < limit && wordBytes[s.text[end]] {
		end++
	}
	s.at = end
	if key := knownKey(s.text, start); key > start {
		s.hide(start, key)
		return
	}
	if end-start >= shortestNamed || tokenGoesOn(s.text, end) {
		if s.random(start) {
			return
		}
	}
	if wideNames[s.text[start]] != nil && s.wideFrom(start) {
		return
	}
	s.command(start, end)
	s.call(start, end)
	if kind := kindOfName(s.text[start:end]); kind != noSecret {
		s.named(start, end, kind)
	}
}

// named hides what is given to the name of a secret, in its line or below it.
func (s *scanner) named(start, end int, kind nameKind) {
	value, ok := valueGiven(s.text, start, end, kind)
	switch {
	case ok:
		s.hide(value.start, value.end)
	case kind != randomName:
		s.column(start, end)
		s.inserted(start, end)
	}
}

// wideFrom reads a wide name at a place, and reports whether it is one.
func (s *scanner) wideFrom(start int) bool {
	end := wideName(s.text, start)
	if end == start {
		return false
	}
	s.at = max(s.at, end)
	kind := passphrase
	if wideKeys[strings.ToLower(s.text[start:end])] {
		kind = keyName
	}
	s.named(start, end, kind)
	return true
}

// hide adds a secret, and goes on behind it.
func (s *scanner) hide(start, end int) {
	s.found = append(s.found, stretch{start, end})
	s.at = max(s.at, end)
}

// tokenGoesOn reports whether a word is a piece of base64 that goes on behind a mark
// that words do not hold.
func tokenGoesOn(text string, end int) bool {
	return end+1 < len(text) && (text[end] == '+' || text[end] == '/') && wordBytes[text[end+1]]
}

// random hides the token that begins with a word if it looks random, and reports
// whether it is done with it.
func (s *scanner) random(start int) bool {
	t := s.tokenAt(start)
	if t.end-start > longestAlone && !s.isBesideName(start) {
		s.at = t.end // pictures and the like
		return true
	}
	look := s.glance(start, t.end)
	switch {
	case !look.isRandom(beside):
		return false
	case t.encoded || isPublic(s.text, start, t.end) || isPublic(s.text, t.start, t.end):
		s.at = t.end
		return true
	case s.isSpared(look, start, t.stretch):
		return false
	}
	s.hide(start, t.end)
	return true
}

// glance looks at the beginning of what is left of a token. Of a long one every word is
// looked at, so that a look at all of it would take the square of its length.
func (s *scanner) glance(start, end int) features {
	const longest = 256
	end = min(end, start+longest)
	s.glanced += end - start
	return glance(s.text[start:end])
}

// A token is a run of the bytes of base64, of which words are the pieces.
type token struct {
	stretch
	encoded bool // it is a line of encoded data
}

// tokenAt is the token that holds a word. It is read once for all of its words.
func (s *scanner) tokenAt(word int) token {
	if s.token.end <= word {
		t := stretch{word, run(s.text, word, tokenBytes)}
		for t.start > 0 && tokenBytes[s.text[t.start-1]] {
			t.start--
		}
		s.token = token{t, isEncodedLine(s.text, t.start, t.end)}
	}
	return s.token
}

// isSpared reports whether what is left of a token from a word on is no secret though it
// looks random. Beside a name of secrets only the path of an address is spared.
func (s *scanner) isSpared(look features, start int, t stretch) bool {
	const leastCalled = 0.25 // chance; fewer than 1 of 20 random keys have less
	isAlone := look.isRandom(alone)
	if s.isBesideName(start) {
		return !isAlone && look.uppers == 0 && isPath(s.text, t)
	}
	return !isAlone || look.chance < leastCalled && isCalled(s.text, t.end)
}

// isCalled reports whether a token that ends at a place can be the name of a function.
func isCalled(text string, end int) bool { return end < len(text) && text[end] == '(' }

// isPath reports whether a token is the end of an address, as com/golang/go is behind
// github and its dot: letters and a slash behind a dot.
func isPath(text string, t stretch) bool {
	slash := t.start
	for slash < t.end && isLower(text[slash]) {
		slash++
	}
	isBehindDot := t.start > 1 && text[t.start-1] == '.' && wordBytes[text[t.start-2]]
	return isBehindDot && t.start < slash && slash < t.end && text[slash] == '/'
}

// isBesideName reports whether a name of secrets stands before a place in its line.
func (s *scanner) isBesideName(at int) bool {
	const reach = 80 // bytes
	before := s.text[max(0, at-reach):at]
	before = before[strings.LastIndexByte(before, '\n')+1:]
	for end := len(before); end > 0; end-- {
		if !wordBytes[before[end-1]] {
			continue
		}
		begin := end
		for begin > 0 && wordBytes[before[begin-1]] {
			begin--
		}
		if kindOfName(before[begin:end]) != noSecret {
			return true
		}
		end = max(begin, 1)
	}
	return false
}

// userinfo hides the password of an address, behind whose :// the scanner stands.
func (s *scanner) userinfo() {
	const longest = 300
	rest := s.text[s.at:min(len(s.text), s.at+longest)]
	if stop := strings.IndexAny(rest, " \t\r\n\"'`<>/?#|"); stop >= 0 {
		rest = rest[:stop]
	}
	at := strings.LastIndexByte(rest, '@')
	colon := strings.IndexByte(rest, ':')
	if colon < 0 || at < colon {
		return
	}
	if password := rest[colon+1 : at]; password != "" && !isStandIn(password) {
		s.hide(s.at+colon+1, s.at+at)
	}
}

// sourceName hides the password of a data source of Go, user:password@tcp(host), at whose @
// the scanner is.
func (s *scanner) sourceName() {
	const longest = 200
	before := s.text[max(0, s.at-longest):s.at]
	before = before[strings.LastIndexAny(before, " \t\r\n\"'`=")+1:]
	if colon := strings.IndexByte(before, ':'); colon > 0 && isPassword(before[colon+1:]) {
		s.found = append(s.found, stretch{s.at - len(before) + colon + 1, s.at})
	}
	s.at++
}

// wordBytes are what words and most keys are made of; tokenBytes have the further marks
// of base64.
var (
	wordBytes  = newAlphabet("A-Z", "a-z", "0-9", "_-")
	tokenBytes = newAlphabet("A-Z", "a-z", "0-9", "_-", "+/=")
)

// An alphabet is a set of bytes.
type alphabet [256]bool

// newAlphabet makes an alphabet of ranges such as "a-z" and of single bytes.
func newAlphabet(parts ...string) *alphabet {
	var a alphabet
	for _, part := range parts {
		if len(part) == 3 && part[1] == '-' {
			for c := int(part[0]); c <= int(part[2]); c++ {
				a[c] = true
			}
			continue
		}
		for _, c := range []byte(part) {
			a[c] = true
		}
	}
	return &a
}

func isDigit(c byte) bool { return '0' <= c && c <= '9' }
func isUpper(c byte) bool { return 'A' <= c && c <= 'Z' }
func isLower(c byte) bool { return 'a' <= c && c <= 'z' }

func isLetter(r rune) bool { return 'a' <= r|0x20 && r|0x20 <= 'z' }
