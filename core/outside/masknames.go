package outside

import "strings"

// A nameKind is what a name says of the value that it is given to.
type nameKind uint8

const (
	noSecret   nameKind = iota
	keyName             // a key or a token, which is long and random
	passphrase          // a password, which may be any word
)

// nameRests are what may follow the telling part of a name.
var nameRests = newAlphabet("0-9", "_-")

// shortestName is that of the names of secrets, "pw" aside.
const shortestName = 3

// kindOfName reads a name in the ways of all languages: DB_PASSWORD, clientSecret,
// --api-key. What stands before its last part does not matter.
func kindOfName(name string) nameKind {
	for len(name) > 0 && nameRests[name[len(name)-1]] {
		name = name[:len(name)-1]
	}
	if len(name) < shortestName {
		return noSecret
	}
	ends := nameEndsBy[name[len(name)-1]|0x20]
	if len(ends) == 0 {
		return noSecret
	}
	var letters [longestNameEnd]byte // the last of them, lower-cased
	free := len(letters)
	for i := len(name) - 1; i >= 0 && free > 0; i-- {
		if c := name[i]; c != '_' && c != '-' {
			free--
			letters[free] = c | 0x20
		}
	}
	for _, end := range ends {
		at := len(letters) - len(end.text)
		if at >= free && string(letters[at:]) == end.text && (!end.apart || isApart(name, len(end.text))) {
			return end.kind
		}
	}
	return noSecret
}

// isApart reports whether the last letters of a name are a part of their own: those of
// db_pass and of dbPass, and not those of bypass or of PASS, which tests print.
func isApart(name string, letters int) bool {
	at := len(name) - letters
	return at == 0 && isLower(name[0]) || at > 0 && (name[at-1] == '_' || name[at-1] == '-' || isUpper(name[at]) && isLower(name[at-1]))
}

// A nameEnd is how the names of secrets end, in lower case and without marks.
type nameEnd struct {
	text  string
	kind  nameKind
	apart bool // other words end so, too
}

// longestNameEnd is more letters than any of the ends has.
const longestNameEnd = 32

// nameEndsBy are the ends by their last letter.
var nameEndsBy = func() (by [256][]nameEnd) {
	add := func(kind nameKind, apart bool, ends string) {
		for _, end := range strings.Fields(ends) {
			last := end[len(end)-1]
			by[last] = append(by[last], nameEnd{end, kind, apart})
		}
	}
	add(passphrase, false, `password passwd passphrase passwort passcode secret
		passwordvalue passwordbase64 secretvalue passwordprod passworddev passwordstaging`)
	add(passphrase, true, "pass pw pwd") // PWD is the current folder
	add(keyName, false, `token apikey apitoken accesskey accesskeyid secretkey privatekey authkey accountkey
		signingkey encryptionkey masterkey sharedkey servicekey deploykey licensekey sessionkey appkey clientkey
		adminkey hmackey jwtkey storagekey consumerkey integrationkey writekey ingestkey secretkeybase keydata
		credential credentials authorization bearer cookie sessionid signature webhook connectionstring
		secrets passwords tokens apikeys tokenvalue keyvalue`)
	add(keyName, true, "sig auth")
	return by
}()

// valueNamed is the secret that the word from start to end is the name of; false if it
// names none, or none is given to it.
func valueNamed(text string, start, end int) (stretch, bool) {
	if end-start < shortestName || isProse(text, start, end) {
		return stretch{}, false
	}
	kind := kindOfName(text[start:end])
	if kind == noSecret {
		return stretch{}, false
	}
	at, link := behindName(text, end)
	if link == noLink {
		return stretch{}, false
	}
	if link == spaceLink && !tellsBySpace(text, start, end) {
		return stretch{}, false
	}
	v := readValue(text, at, lineBegins(text, start))
	if v.end <= v.start || isStandIn(text[v.start:v.end]) {
		return stretch{}, false
	}
	a := assignment{name: text[start:end], kind: kind, link: link, value: v, text: text[v.start:v.end]}
	return v.stretch, a.isSecret()
}

// isProse reports whether one more word follows behind a space, as most words are
// followed by one, and no name that gives its value so. It spares their reading.
func isProse(text string, start, end int) bool {
	return end+1 < len(text) && text[end] == ' ' && isLower(text[end+1]) && text[end+1] != 'v' &&
		text[start] != '-' && text[start] != 'p' && text[start]|0x20 != 'b'
}

// A link is what stands between a name and its value.
type link uint8

const (
	noLink    link = iota
	valueLink      // = or : or another sign that gives a value to a name
	callLink       // a bracket or a comma, which a call has
	spaceLink      // nothing
)

// behindName reads what follows a name, up to its value.
func behindName(text string, at int) (value int, l link) {
	at = skipAny(text, at, "\"'`]*\\")
	at = skipAny(text, at, " \t")
	at = skipType(text, at)
	switch rest := text[at:]; {
	case rest == "":
		return at, noLink
	case strings.HasPrefix(rest, ":=") || strings.HasPrefix(rest, "=>") || strings.HasPrefix(rest, "==") || strings.HasPrefix(rest, "->"):
		return skipAny(text, at+2, " \t="), valueLink
	case rest[0] == '=' || rest[0] == '|' || rest[0] == '>':
		return skipAny(text, at+1, " \t="), valueLink
	case rest[0] == ':':
		return afterColon(text, at+1)
	case rest[0] == '(':
		return skipAny(text, at+1, " \t"), callLink
	case rest[0] == ',' || rest[0] == '\n' || strings.HasPrefix(rest, "value"):
		return behindPair(text, at)
	case at > 0 && (text[at-1] == ' ' || text[at-1] == '\t'):
		return at, spaceLink
	}
	return at, noLink
}

// afterColon is behind the colon of a value, and of a type that stands in front of it.
func afterColon(text string, at int) (int, link) {
	at = skipAny(text, at, "*")
	at = skipAny(text, at, " \t")
	if typed := skipType(text, at); typed > at && typed < len(text) && text[typed] == '=' {
		return skipAny(text, typed+1, " \t="), valueLink
	}
	return at, valueLink
}

// behindPair finds the value of a name that is a value itself, as in name: X, value: Y;
// and the second argument of a call.
func behindPair(text string, at int) (int, link) {
	next := skipAny(text, at, ", \t\r\n\"'")
	if rest, ok := strings.CutPrefix(text[next:], "value"); ok {
		behind := skipAny(text, len(text)-len(rest), "\"' \t")
		if behind < len(text) && (text[behind] == '=' || text[behind] == ':') {
			return skipAny(text, behind+1, " \t"), valueLink
		}
	}
	if text[at] == ',' {
		return skipAny(text, at+1, " \t"), callLink
	}
	return at, noLink
}

// skipType skips the name of a type of texts, as languages put one between a name and
// its value.
func skipType(text string, at int) int {
	for _, name := range []string{"string", "str", "String", "&str", "&'static str"} {
		if rest, ok := strings.CutPrefix(text[at:], name); ok && strings.HasPrefix(strings.TrimLeft(rest, " \t"), "=") {
			return skipAny(text, at+len(name), " \t")
		}
	}
	return at
}

// tellsBySpace reports whether a name gives its value without any sign: the flag of a
// command, a line of .netrc, a scheme of HTTP.
func tellsBySpace(text string, start, end int) bool {
	name := text[start:end]
	if strings.HasPrefix(name, "--") || strings.EqualFold(name, "bearer") {
		return true
	}
	if name != "password" && name != "passwd" {
		env := strings.TrimRight(text[max(0, start-8):start], " \t")
		return strings.HasSuffix(env, "ENV") || strings.HasSuffix(env, "ARG")
	}
	const reach = 200
	before := text[max(0, start-reach):start]
	return strings.Contains(before, "login ") || lineBegins(text, start) && wordsOfLine(text, start) == 2
}

// wordsOfLine counts the words from a place to the end of its line.
func wordsOfLine(text string, at int) int {
	line, _, _ := strings.Cut(window(text, at), "\n")
	return len(strings.Fields(line))
}

// lineBegins reports whether nothing but a mark stands in front of a place in its line.
func lineBegins(text string, at int) bool {
	const reach = 120 // bytes, so that lines without end cost no more than others
	before := text[max(0, at-reach):at]
	if at > reach && !strings.Contains(before, "\n") {
		return false
	}
	before = strings.TrimSpace(before[strings.LastIndexByte(before, '\n')+1:])
	switch before {
	case "", "-", "export", "set", "ENV", "ARG", "+", ">", "#", "//", "*":
		return true
	}
	// The first part of a name such as spring.datasource.password.
	return strings.HasSuffix(before, ".") && !strings.ContainsAny(before, " \t=:(\"'")
}

// skipAny is the first place from at on whose byte is none of marks.
func skipAny(text string, at int, marks string) int {
	for at < len(text) && strings.IndexByte(marks, text[at]) >= 0 {
		at++
	}
	return at
}
