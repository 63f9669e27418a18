package mask

import (
	"regexp"
	"slices"
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
	for at := 0; at < len(text); {
		line := text[at:lineEnd(text, at)]
		if strings.Count(line, ":") == 4 {
			if m := passLine.FindStringSubmatchIndex(line); m != nil && isPassword(line[m[2]:m[3]]) {
				s.found = append(s.found, stretch{at + m[2], at + m[3]})
			}
		}
		at += len(line) + 1
	}
	return slices.Concat(s.found, ruledKeys(text), placeholdersIn(text))
}

// passLine matches a line of a .pgpass: host:port:database:user:password.
var passLine = regexp.MustCompile(`^[\w.*-]+:(?:\d{2,5}|\*):(?:\*|[\w-]*[A-Za-z][\w-]*):(?:\*|[\w-]*[A-Za-z][\w-]*):([^\s:]+)\r?$`)

// A scanner goes through a text and collects its secrets.
type scanner struct {
	text  string
	at    int // where it reads on
	found []stretch

	token   token  // that was read last
	ran     string // the command that was read last
	ranTo   int    // where its arguments end
	glanced int    // bytes of tokens that were examined, by which tests measure the work
}

// passwordHash matches the hash of a password as htpasswd, shadow and databases keep it.
var passwordHash = regexp.MustCompile(`^(?:\$(?:apr1|1|2[abxy]?|5|6|7|y|argon2(?:id|i|d)|scrypt|pbkdf2[a-z0-9-]*)\$[./A-Za-z0-9$=,+-]{20,}|\{S?SHA(?:256|512)?\}[A-Za-z0-9+/]{20,}=*)`)

// words reads words up to a place.
func (s *scanner) words(end int) {
	const longestHash, longestSource, longestUserinfo = 512, 200, 300 // bytes
	for s.at < end {
		rest := s.text[s.at:]
		switch c := rest[0]; {
		case wordBytes[c]:
			s.word(end)
		case c == '$' || strings.HasPrefix(rest, "{S"):
			if m := passwordHash.FindStringIndex(rest[:min(len(rest), longestHash)]); m != nil {
				s.hide(s.at, s.at+m[1])
			} else {
				s.at++
			}
		case strings.HasPrefix(rest, "@tcp(") || strings.HasPrefix(rest, "@unix("):
			// A data source of Go: user:password@tcp(host).
			before := s.text[max(0, s.at-longestSource):s.at]
			before = before[strings.LastIndexAny(before, " \t\r\n\"'`=")+1:]
			if colon := strings.IndexByte(before, ':'); colon > 0 && isPassword(before[colon+1:]) {
				s.found = append(s.found, stretch{s.at - len(before) + colon + 1, s.at})
			}
			s.at++
		case c >= utf8.RuneSelf && wideNames[c] != nil:
			if !s.wideFrom(s.at) {
				s.at++
			}
		case c == '\\' && s.at+1 < end && strings.IndexByte("nrt", rest[1]) >= 0:
			s.at += 2 // a line end inside a string, whose letter belongs to no word
		case c == '\\' && s.at+4 <= end && rest[1] == 'x' && hexDigits[rest[2]] && hexDigits[rest[3]]:
			s.at += len(`\x00`) // a byte in a string of a program
		case strings.HasPrefix(rest, "://"):
			s.at += len("://")
			host := s.text[s.at:min(len(s.text), s.at+longestUserinfo)]
			if stop := strings.IndexAny(host, " \t\r\n\"'`<>/?#|"); stop >= 0 {
				host = host[:stop]
			}
			at, colon := strings.LastIndexByte(host, '@'), strings.IndexByte(host, ':')
			if 0 <= colon && colon+1 < at && !isStandIn(host[colon+1:at]) {
				s.hide(s.at+colon+1, s.at+at)
			}
		default:
			s.at++
		}
	}
}

// word reads one word: it may begin a key of a known form, be a random one, or name a
// secret that follows.
func (s *scanner) word(limit int) {
	start := s.at
	end := run(s.text[:limit], start, wordBytes)
	s.at = end
	if key := knownKey(s.text, start); key > start {
		s.hide(start, key)
		return
	}
	// A piece of base64 goes on behind a mark that words do not have.
	goesOn := end+1 < len(s.text) && (s.text[end] == '+' || s.text[end] == '/') && wordBytes[s.text[end+1]]
	if (end-start >= shortestNamed || goesOn) && s.random(start) {
		return
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
	at, link := behindName(s.text, start, end)
	if link != noLink && (link != spaceLink || givesBySpace(s.text, start, end, at)) {
		v := readValue(s.text, at, lineBegins(s.text, start))
		for link == verbLink && !v.quoted && v.end > v.start && strings.IndexByte(".,;:", s.text[v.end-1]) >= 0 {
			v.end-- // of the sentence
		}
		if v.start < v.end && !isStandIn(s.text[v.start:v.end]) {
			a := assignment{name: s.text[start:end], kind: kind, link: link, value: v, text: s.text[v.start:v.end], from: start, all: s.text}
			if a.isSecret() {
				s.hide(v.start, v.end)
				return
			}
		}
	}
	if kind != randomName {
		s.column(start, end)
		s.insertValues(start, end)
	}
}

// wideFrom reads a wide name, in capitals or not, at a place, and reports whether it is one.
func (s *scanner) wideFrom(start int) bool {
	for _, name := range wideNames[s.text[start]] {
		isInWord := isLetter(rune(name[0])) && start > 0 && alphanumeric[s.text[start-1]]
		if isInWord || !hasPrefixFold(s.text[start:], name) {
			continue
		}
		end := start + len(name)
		s.at = max(s.at, end)
		kind := passphrase
		if wideKeys[strings.ToLower(s.text[start:end])] {
			kind = keyName
		}
		s.named(start, end, kind)
		return true
	}
	return false
}

// hide adds a secret, and goes on behind it.
func (s *scanner) hide(start, end int) {
	s.found = append(s.found, stretch{start, end})
	s.at = max(s.at, end)
}

// A token is a run of the bytes of base64; words are its pieces.
type token struct {
	stretch
	isEncoded bool // it is a line of encoded data
}

// random hides the token that begins with a word if it looks random, and reports
// whether it is done with it. Beside a name of secrets only the path of an address is spared.
func (s *scanner) random(start int) bool {
	const (
		longestExamined = 256  // bytes: to examine all of a long token for each word would take the square of its length
		leastCalled     = 0.25 // chance; fewer than 1 of 20 random keys have less
	)
	if s.token.end <= start { // it is read once for all of its words
		t := stretch{start, run(s.text, start, tokenBytes)}
		for t.start > 0 && tokenBytes[s.text[t.start-1]] {
			t.start--
		}
		s.token = token{t, isEncodedLine(s.text, t.start, t.end)}
	}
	t := s.token
	if t.end-start > longestAlone && !s.isBesideName(start) {
		s.at = t.end // pictures and the like
		return true
	}
	examined := min(t.end, start+longestExamined)
	s.glanced += examined - start
	features := glance(s.text[start:examined])
	if !features.isRandom(beside) {
		return false
	}
	if t.isEncoded || isPublic(s.text, start, t.end) || isPublic(s.text, t.start, t.end) {
		s.at = t.end
		return true
	}
	isAlone := features.isRandom(alone)
	isCalled := t.end < len(s.text) && s.text[t.end] == '(' // as a function
	isSpared := !isAlone || features.chance < leastCalled && isCalled
	if s.isBesideName(start) {
		// A path is letters and a slash behind a dot: com/golang/go is one behind "github.".
		slash := run(s.text[:t.end], t.start, lowercase)
		isPath := t.start > 1 && s.text[t.start-1] == '.' && wordBytes[s.text[t.start-2]] &&
			t.start < slash && slash < t.end && s.text[slash] == '/'
		isSpared = !isAlone && features.uppers == 0 && isPath
	}
	if isSpared {
		return false
	}
	s.hide(start, t.end)
	return true
}

// isBesideName reports whether a name of secrets precedes a place in its line.
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

// wordBytes are the bytes of words and of most keys; tokenBytes have the further marks of
// base64.
var (
	wordBytes     = newAlphabet("A-Z", "a-z", "0-9", "_-")
	tokenBytes    = newAlphabet("A-Z", "a-z", "0-9", "_-", "+/=")
	alphanumeric  = newAlphabet("A-Z", "a-z", "0-9")
	lowercase     = newAlphabet("a-z")
	decimalDigits = newAlphabet("0-9")
	hexDigits     = newAlphabet("A-F", "a-f", "0-9")
	dotted        = newAlphabet("A-Z", "a-z", "0-9", "_-", ".")
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

// run returns the end of a run of bytes of an alphabet.
func run(text string, at int, a *alphabet) int {
	for at < len(text) && a[text[at]] {
		at++
	}
	return at
}

func isDigit(c byte) bool { return '0' <= c && c <= '9' }
func isUpper(c byte) bool { return 'A' <= c && c <= 'Z' }
func isLower(c byte) bool { return 'a' <= c && c <= 'z' }

func isLetter(r rune) bool { return 'a' <= r|0x20 && r|0x20 <= 'z' }
