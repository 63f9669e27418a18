package mask

import (
	"slices"
	"strings"
)

// A nameKind is the sort of value that a name is for.
type nameKind uint8

const (
	noSecret   nameKind = iota
	randomName          // what is given to it is a secret if it looks random
	keyName             // a key or a token: any word, but for the names of a program
	passphrase          // a password, which may be any word
)

// nameRests are what may follow the telling part of a name.
var nameRests = newAlphabet("0-9", "_-")

// shortestName is that of the names of secrets, "pw" aside.
const shortestName = 3

// kindOfName reads a name in the ways of all languages: DB_PASSWORD, clientSecret,
// --api-key. What precedes its last part does not matter.
func kindOfName(name string) nameKind {
	for len(name) > 0 && nameRests[name[len(name)-1]] {
		name = name[:len(name)-1]
	}
	if len(name) < shortestName && !strings.EqualFold(name, "pw") {
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
		if at < free || string(letters[at:]) != end.text {
			continue
		}
		// The letters of db_pass and of dbPass are a part of their own, and not those of
		// bypass or of PASS, which tests print.
		first := len(name) - len(end.text)
		isApart := first == 0 && (isLower(name[0]) || isLower(name[1]) || name == "PWD" || name == "PW") ||
			first > 0 && (name[first-1] == '_' || name[first-1] == '-' || isUpper(name[first]) && isLower(name[first-1]))
		if isApart || !end.apart {
			return end.kind
		}
	}
	return noSecret
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
	add(passphrase, false, `password passwd passphrase passwort passcode kennwort senha wachtwoord contrasena
		motdepasse losenord salasana passwordvalue passwordbase64 passwordprod passworddev passwordstaging
		requirepass masterauth bindpw userpass adgangskode passord jelszo`)
	add(passphrase, true, "pass pw pwd mdp psk parola haslo heslo sifre")
	add(keyName, false, `secret secretvalue apitoken apikey accesskey accesskeyid secretkey authkey accountkey
		signingkey encryptionkey masterkey sharedkey sharedaccesskey servicekey deploykey licensekey sessionkey
		appkey adminkey hmackey jwtkey storagekey consumerkey integrationkey writekey ingestkey secretkeybase
		token tokenvalue presharedkey`)
	add(randomName, false, `privatekey clientkey keydata sessionid
		credential credentials authorization bearer cookie signature webhook connectionstring
		secrets passwords tokens apikeys keyvalue`)
	add(randomName, true, "sig auth creds")
	return by
}()

// wideNames are the names of passwords that have a space or a letter beyond ASCII. Those of
// other alphabets need no space around them.
var wideNames = func() (by [256][]string) {
	for _, name := range []string{
		"api key", "access key", "secret key", "contraseña", "mot de passe", "mots de passe", "lösenord", "jelszó", "hasło", "şifre", "parola d'ordine", "clave api",
		"clave de api", "clé api", "clé d'api", "jeton d'accès", "пароль", "密码", "密碼", "口令", "パスワード",
		"暗証番号", "비밀번호", "암호", "mật khẩu", "κωδικός", "סיסמה", "كلمة المرور",
	} {
		first := name[0]
		by[first] = append(by[first], name)
		if isLower(first) {
			by[first-0x20] = append(by[first-0x20], name)
		} else if upper := strings.ToUpper(name)[0]; upper != first {
			by[upper] = append(by[upper], name)
		}
	}
	return by
}()

// wideKeys are the names among them that name no passwords.
var wideKeys = map[string]bool{
	"api key": true, "access key": true, "secret key": true, "clave api": true, "clave de api": true, "clé api": true,
	"clé d'api": true, "jeton d'accès": true,
}

// A link is what is between a name and its value.
type link uint8

const (
	noLink    link = iota
	valueLink      // = or : or another sign that gives a value to a name
	cellLink       // | between the cells of a table
	callLink       // a bracket or a comma, which a call has
	verbLink       // "is", as sentences have it
	spaceLink      // nothing
)

// behindName reads what follows a name, up to its value.
func behindName(text string, start, at int) (value int, l link) {
	name := at
	at = skipAny(text, at, "\"'`]*\\")
	at = skipSpaces(text, at)
	at = skipType(text, at)
	if behind, isVerb := behindVerb(text, at); isVerb && at > name {
		if strings.HasPrefix(text[behind:], ":") { // as settings give a value
			return skipSpaces(text, behind+1), valueLink
		}
		return behind, verbLink
	}
	isElement := start > 0 && text[start-1] == '<'
	switch rest := text[at:]; {
	case rest == "":
		return at, noLink
	case strings.HasPrefix(rest, "=>"), strings.HasPrefix(rest, "=="), strings.HasPrefix(rest, "->"), strings.HasPrefix(rest, ":: "):
		return skipAny(text, at+2, " \t="), valueLink
	case strings.HasPrefix(rest, "："):
		return skipSpaces(text, at+len("：")), valueLink
	case strings.HasPrefix(rest, "是"):
		return skipSpaces(text, at+len("是")), verbLink
	case strings.HasPrefix(rest, "+=") || rest[0] == '=':
		return skipAny(text, at+1, " \t="), valueLink
	case rest[0] == '|' && !strings.HasPrefix(rest, "||"):
		return skipAny(text, at+1, " \t"), cellLink
	case rest[0] == '>' && (isElement || start > 0 && isQuote(text[name])): // or the value of an attribute
		return at + 1, valueLink
	case rest[0] == ':' || rest[0] == '?' || rest[0] == '|' || rest[0] == '.':
		if assigned := skipAny(text, at, ":?|."); assigned < len(text) && assigned < at+4 && text[assigned] == '=' {
			return skipAny(text, assigned+1, " \t="), valueLink
		}
		if rest[0] != ':' || strings.HasPrefix(rest, "::") {
			return at, noLink
		}
		at = skipSpaces(text, skipAny(text, at+1, "*"))
		if typed := skipType(text, at); typed > at && typed < len(text) && text[typed] == '=' {
			return skipAny(text, typed+1, " \t="), valueLink
		}
		return at, valueLink
	case rest[0] == '(':
		return skipAny(text, at+1, " \t"), callLink
	case rest[0] == ',' || rest[0] == '\n' || strings.HasPrefix(rest, "value"):
		return behindPair(text, start, at)
	case isElement:
		const longestTag = 80
		tag := rest[:min(len(rest), longestTag)]
		if end := strings.IndexAny(tag, "<>\n"); end > 0 && tag[end] == '>' && tag[end-1] != '/' {
			return at + end + 1, valueLink
		}
	case at > name && (text[at-1] == ' ' || text[at-1] == '\t'):
		return at, spaceLink
	}
	return at, noLink
}

// verbs are the words of sentences that give a value to a name.
var verbs = []string{"is", "ist", "lautet", "est", "es", "é", "è", "jest", "är", "er", "—", "-"}

// behindVerb returns the place behind the verb at a place, which one more word may precede:
// "temporal es".
func behindVerb(text string, at int) (int, bool) {
	const longest = 24 // bytes of a word
	for range 2 {
		end := at
		for end < len(text) && end-at < longest && (alphanumeric[text[end]] || text[end] >= 0x80) {
			end++
		}
		behind := skipSpaces(text, end)
		isWord := behind > end || end < len(text) && text[end] == ':'
		if isWord && slices.Contains(verbs, text[at:end]) {
			return behind, true
		}
		if behind == end {
			break
		}
		at = behind
	}
	return 0, false
}

// behindPair finds the value of a name that is a value itself, as in name: X, value: Y;
// and the second argument of a call.
func behindPair(text string, start, at int) (int, link) {
	next := skipAny(text, at, ", \t\r\n\"'")
	if rest, ok := strings.CutPrefix(text[next:], "value"); ok {
		behind := skipAny(text, len(text)-len(rest), "\"' \t")
		if behind < len(text) && (text[behind] == '=' || text[behind] == ':') {
			return skipAny(text, behind+1, " \t"), valueLink
		}
	}
	if open := start - 1; text[at] == ',' && open > 0 && isQuote(text[open]) && strings.TrimRight(text[max(0, open-3):open], " ") != "" {
		if before := strings.TrimRight(text[max(0, open-3):open], " "); before[len(before)-1] == '(' {
			return skipAny(text, at+1, " \t"), callLink
		}
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

// givesBySpace reports whether a name gives the value at a place without any sign: the
// flag of a command, a line of .netrc, a scheme of HTTP.
func givesBySpace(text string, start, end, at int) bool {
	name := text[start:end]
	if strings.HasPrefix(name, "--") {
		return at == end+1 && !strings.Contains(name, "-no-")
	}
	if strings.EqualFold(name, "bearer") {
		return true
	}
	const reach = 200
	before := text[max(0, start-reach):start]
	env := strings.TrimRight(before[max(0, len(before)-8):], " \t")
	if strings.HasSuffix(env, "ENV") || strings.HasSuffix(env, "ARG") {
		return true
	}
	if kindOfName(name) != passphrase {
		return false
	}
	if isQuote(text[at]) && !strings.EqualFold(name, "pass") {
		return true // user `a` and password `b`, but not what documents say to pass
	}
	line, _, _ := strings.Cut(window(text, start), "\n")
	return isLogin(text, start) || lineBegins(text, start) && len(strings.Fields(line)) == 2
}

// isLogin reports whether the two words in front of a place name a user, as .netrc has it
// in one line or in several.
func isLogin(text string, at int) bool {
	const reach = 200
	words := strings.Fields(text[max(0, at-reach):at])
	n := len(words)
	return n >= 2 && (words[n-2] == "login" || words[n-2] == "user" && lineBegins(text, at)) ||
		n >= 4 && words[n-4] == "line" && lineBegins(text, at)
}

// lineBegins reports whether nothing but a mark precedes a place in its line.
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

// skipAny returns the first place from at on whose byte is none of marks.
func skipAny(text string, at int, marks string) int {
	for at < len(text) && strings.IndexByte(marks, text[at]) >= 0 {
		at++
	}
	return at
}

// skipSpaces returns the first place from at on that has no space.
func skipSpaces(text string, at int) int {
	at = skipAny(text, at, " \t")
	for strings.HasPrefix(text[at:], "\u00a0") {
		at = skipAny(text, at+len("\u00a0"), " \t")
	}
	return at
}
