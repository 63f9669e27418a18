package mask

import (
	"math/bits"
	"regexp"
	"strings"
	"unicode"

	"docuquest/core/language/text"
)

// A value is what is given to a name.
type value struct {
	stretch
	quoted bool
	whole  bool // it is all that is left of the line
	scheme bool // it follows the scheme of a header
}

// readValue reads the value at a place. ownLine says that its name begins the line.
func readValue(text string, at int, ownLine bool) value {
	escapes := skipAny(text, at, `\`) - at // of a quote inside a string
	at += escapes
	hasScheme := false
	from := skipAny(text, at, "\"'`")
	for _, scheme := range []string{"Bearer ", "bearer ", "Basic ", "basic ", "token ", "Token "} {
		if strings.HasPrefix(text[from:], scheme) {
			at, hasScheme = from+len(scheme), true
			break
		}
	}
	if at+1 < len(text) && strings.IndexByte("bfru@$", text[at]) >= 0 && isQuote(text[at+1]) {
		at++ // the mark of a kind of string
	}
	if at < len(text) && isQuote(text[at]) {
		quote := text[at : at+1]
		if strings.HasPrefix(text[at:], quote+quote+quote) {
			at += 2 // a string of several lines
		}
		at++
		line, _, _ := strings.Cut(window(text, at), "\n")
		return value{stretch: stretch{at, at + stringEnd(line, quote, escapes)}, quoted: true}
	}
	stops := " \t\r\n\"'`,;()[]{}<>|&\\"
	if ownLine {
		stops = " \t\r\n\"'`<" // a password of a settings file may have any other sign
	}
	rest := window(text, at)
	end := at + len(rest)
	if i := strings.IndexAny(rest, stops); i >= 0 {
		end = at + i
	}
	if i := strings.IndexAny(text[at:end], "。，、；！？"); i >= 0 { // a clause of Chinese or Japanese ends
		end = at + i
	}
	line, _, _ := strings.Cut(window(text, end), "\n")
	line = strings.TrimSpace(line)
	if ownLine && end > at && strings.IndexByte(",;", text[end-1]) >= 0 {
		end-- // of the language around it, which is no settings file
		line = ","
	}
	isElement := strings.HasPrefix(line, "</")
	return value{stretch{at, end}, isElement, line == "" || strings.HasPrefix(line, "#"), hasScheme}
}

// window returns what is read of a text from a place on: more than any value has.
func window(text string, at int) string {
	const longest = 8 << 10
	return text[at:min(len(text), at+longest)]
}

// stringEnd returns the length of the string that a line begins with. The first quote was
// behind some escapes: each string around it has doubled the backslashes; those then left in
// front of a quote escape it if their number is odd. Where no quote closes the string, the word
// that has the first escaped quote ends it, or the line if none has: the text is cut, or its
// language has no escapes.
func stringEnd(line, quote string, escapes int) int {
	first := -1
	for from := 0; ; {
		i := strings.Index(line[from:], quote)
		if i < 0 {
			break
		}
		i += from
		from = i + 1
		backslashes := i - len(strings.TrimRight(line[:i], `\`))
		if backslashes>>bits.Len(uint(escapes))%2 == 0 {
			return i - min(backslashes, escapes)
		}
		if first < 0 {
			first = i
		}
	}
	if word := strings.IndexAny(line[max(first, 0):], " \t"); first >= 0 && word >= 0 {
		return first + word
	}
	return len(line)
}

func isQuote(c byte) bool { return c == '"' || c == '\'' || c == '`' }

// An assignment is a value that was given to the name of a secret.
type assignment struct {
	name  string
	kind  nameKind
	link  link
	value value
	text  string // of the value
	from  int    // where the name begins
	all   string // the text around it
}

// isSecret reports whether the value is one: a literal that somebody chose or that a
// service made, and not an expression, a type or a sentence.
func (a assignment) isSecret() bool {
	const shortest, longest, shortestCredentials, shortestWord = 3, 256, 8, 5
	if len(a.text) > longest {
		return a.link != verbLink && isRandom(a.text[:longest], named) // the rest is no other
	}
	isPlain := isPlainName(a.text)
	switch {
	case a.value.scheme && a.link == valueLink && len(a.text) >= shortestCredentials && !strings.ContainsAny(a.text, "(){}[]"):
		return true
	case a.kind == randomName && a.value.quoted:
		return isRandom(a.text, named)
	case a.kind == randomName: // without quotes it may be a name of the program
		f := glance(a.text)
		return !isExpression(a.text) && f.isRandom(named) && (a.value.whole || f.hex || f.chance >= 0.1)
	case len(a.text) < shortest || !hasWord(a.text) || a.kind == keyName && isNumber.MatchString(a.text):
		return false
	case isReference(a.text) || isVariable(a.text) && !isSettingsName(a.name):
		return false
	case a.value.quoted && strings.ContainsAny(a.text, " \t"): // a sentence, or a password of several words
		return a.kind == passphrase && hasDigit(a.text) && strings.Count(a.text, " ") < 6 && !strings.ContainsAny(a.text, ".,:?")
	case a.value.quoted && a.kind == keyName && isPlain:
		isSymbol := a.text == strings.ToUpper(a.text) // of a grammar, as "token": "COUNT"
		return !isSymbol && (a.link == valueLink || isSettingsName(a.name))
	case a.value.quoted:
		return true
	case descriptions[strings.ToLower(a.text)] && !isSettingsName(a.name):
		return false // Password: weak
	case a.link == verbLink && a.kind == passphrase && len(a.text) >= shortestWord && !isDescription(a.text):
		// A word that ends an English sentence behind "is" is the password.
		after := a.all[a.value.end:]
		isEnd := after == "" || strings.IndexByte("\r\n", after[0]) >= 0 || strings.HasPrefix(after, ".") && (len(after) == 1 || strings.IndexByte(" \r\n", after[1]) >= 0)
		return isEnd && strings.HasSuffix(strings.ToLower(a.all[a.from:a.value.start]), " is ") || isMadeUp(a.text)
	case a.link == verbLink:
		return isMadeUp(a.text)
	case a.link == callLink:
		return false // a variable
	case a.link == cellLink:
		// A row of two cells may have the name of a password and any word.
		after, _, _ := strings.Cut(window(a.all, a.value.end), "\n")
		isPair := a.kind == passphrase && strings.Trim(lineTo(a.all, a.from), " \t|*`") == "" && strings.Trim(after, " \t\r*`") == "|"
		return isPair && !isDescription(a.text) || !isPlain && !isExpression(a.text) && hasDigit(a.text)
	case a.link == spaceLink:
		return a.isArgument()
	}
	return a.isBareWord()
}

// isArgument judges what follows a name behind a space: of a flag, and in a line of .netrc.
func (a assignment) isArgument() bool {
	switch {
	case a.text[0] == '-' || isSettingsName(a.text) || a.text == strings.ToUpper(a.text) && isPlainName(a.text):
		return false // one more flag, and a stand-in
	case !isPlainName(strings.TrimSuffix(a.text, "?")): // of a label: Kennwort vergessen?
		return strings.HasPrefix(a.name, "--") || !strings.ContainsAny(a.text, "(){}[]")
	case strings.EqualFold(a.name, "bearer"):
		return false
	case strings.HasPrefix(a.name, "--"):
		return !usualWords[a.text] && !strings.HasPrefix(a.all[a.value.end:], "  ")
	}
	// No name of a sentence has several words: imap_pass, storePassword.
	isCompound := strings.Contains(a.name, "_") || strings.ToLower(a.name[1:]) != a.name[1:] && strings.ToUpper(a.name) != a.name
	isSetting := a.value.whole && lineBegins(a.all, a.from) && a.kind == passphrase && isCompound
	return isSettingsName(a.name) || directives[a.name] || isLogin(a.all, a.from) || isSetting && !isDescription(a.text)
}

// directives are the names that begin a line of settings and give the rest of it.
var directives = text.WordSet("requirepass masterauth bindpw")

// isBareWord judges what a sign gives to a name without quotes, where programs have
// expressions and settings have values.
func (a assignment) isBareWord() bool {
	const open = "({["
	before := a.all[max(0, a.from-2):a.from]
	isTight := a.from+len(a.name)+1 == a.value.start && a.all[a.value.start-1] == '='
	isPlain := isPlainName(a.text)
	switch {
	case isSettingsName(a.name) && !isTight && isPlain && isProgram(a.all, a.from):
		return false // a constant
	case isSettingsName(a.name), isTight && a.value.whole && lineBegins(a.all, a.from):
		return !isExpression(a.text)
	case isExpression(a.text) && !a.value.whole:
		return false
	case isTight && (strings.HasSuffix(before, "(") || before == ", "):
		return !isPlain && hasDigit(a.text) // of a call
	case isTight && strings.ContainsAny(before[max(0, len(before)-1):], "?&;"):
		return !isPlain || !strings.Contains(lineTo(a.all, a.from), "(") // of an address, of a connection
	case isTight:
		line := lineTo(a.all, a.from)
		inString := strings.Count(line, `"`)%2 == 1 || strings.Count(line, "'")%2 == 1 || strings.Count(line, "`")%2 == 1
		return !isPlain || inString || !isProgram(a.all, a.from)
	case a.value.whole && (a.kind == passphrase || lineBegins(a.all, a.from) || strings.HasPrefix(a.name, "X-")):
		isMember := isExpression(a.text) && (a.all[a.from+len(a.name)] != ':' || strings.ContainsAny(a.text, "()[]{}"))
		return !isMember && !(isPlain && isProgram(a.all, a.from))
	case strings.ContainsAny(before, open) || before == ", ":
		return !isProgram(a.all, a.from) && a.kind == passphrase // as YAML has it in braces
	}
	return !isPlain && hasDigit(a.text)
}

// lineTo returns what precedes a place in its line.
func lineTo(text string, at int) string {
	const reach = 300
	line := text[max(0, at-reach):at]
	return line[strings.LastIndexByte(line, '\n')+1:]
}

// isProgram reports whether the lines around a place are those of a program, where a bare
// word is a variable: one in four is a statement. Lines beyond an empty one may belong to another
// file: what is sent has passages of several, and the words of a prompt.
func isProgram(text string, at int) bool {
	const reach = 400
	before, after := text[max(0, at-reach):at], text[at:min(len(text), at+reach)]
	before = before[strings.LastIndex(before, "\n\n")+1:]
	after, _, _ = strings.Cut(after, "\n\n")
	lines, statements := 0, 0
	for line := range strings.Lines(before + after) {
		line = strings.TrimSpace(line)
		if line == "" {
			continue
		}
		lines++
		first, _, _ := strings.Cut(line, " ")
		if statementMarks.MatchString(line) || statementWords[strings.TrimRight(first, ":")] {
			statements++
		}
	}
	return statements*4 >= lines
}

// statementMarks match a line that has what only programs have, at its ends or inside.
var statementMarks = regexp.MustCompile(`^[})\]]|[;{(]$|\)[,:]?$|:=|\(\)|self\.|=> |->`)

// statementWords begin statements, declarations and comments of programs.
var statementWords = text.WordSet(`return import def func fn class const let var val if for else elif case switch from use
	public private protected static package while try catch except raise throw async await //`)

// isDescription reports whether a word describes something.
func isDescription(word string) bool {
	word = strings.ToLower(word)
	for _, ending := range descriptionEndings {
		if strings.HasSuffix(word, ending) {
			return true
		}
	}
	return descriptions[word] || strings.Contains(word, "-") && isPlainName(word)
}

var (
	descriptionEndings = strings.Fields("able ible ed ing al ent ant ic ive ous ful less ory ary ly en wn")
	descriptions       = text.WordSet(`above about after again alone always anyway asked available bad before below blank broken
		clear common complex correct different easier elsewhere empty enough equal exact false first fixed fresh hashed here
		identical incorrect inside instead invalid later longer lost mandatory maybe mixed never newer obscure often okay older
		outside perfect plain plaintext public random readable reset right salted secret secure sensitive short shorter similar
		simple single still strong stronger there today together unclear unique unknown unsafe unset valid visible weaker weak
		whatever worse worst wrong yours`)
)

// isMadeUp reports whether a word of a sentence belongs to no language: it has a digit, a
// sign or capitals among its letters.
func isMadeUp(s string) bool {
	const shortest = 5
	s = strings.Trim(s, ".!?:*_")
	if len(s) < shortest || isExpression(s) || measure.MatchString(s) {
		return false
	}
	f := glance(s)
	hasSign := strings.ContainsAny(s, "!$%&*+=?@^#~")
	return f.letters >= 3 && (f.digits > 0 || hasSign) || isInnerCapital.MatchString(s)
}

var (
	// measure matches numbers with units, versions and standards: 64-bit, v1.2, base64-encoded.
	measure        = regexp.MustCompile(`^[0-9.,+]+[-–]?[A-Za-z%]+$|^[A-Z]+[-_]?[0-9.]+$|^v?[0-9.]+$|^(?i:base|sha-?|md|utf-?|oauth|ed|x|aes-?|pbkdf|iso-?|rfc-?|tls-?)[0-9]+(?:-[A-Za-z0-9]+)*$`)
	isNumber       = regexp.MustCompile(`^(?:[0-9]*|0x[0-9A-Fa-f]*)$`)
	isInnerCapital = regexp.MustCompile(`^[A-Za-z]*[a-z][A-Z][A-Za-z]*[a-z][A-Z]|^[a-z]+[A-Z]+[a-z]+[A-Z]`)
)

// hasWord reports whether a text has a letter or a digit.
func hasWord(s string) bool {
	return strings.ContainsFunc(s, func(r rune) bool { return unicode.IsLetter(r) || unicode.IsDigit(r) })
}

// isSettingsName reports whether a name is written as in the environment: DB_PASSWORD.
func isSettingsName(name string) bool {
	return strings.Contains(name, "_") && name == strings.ToUpper(name)
}

// isPlainName reports whether a text is letters alone, with the marks that names have:
// a word of a program or a sentence, rather than one that somebody made up.
func isPlainName(s string) bool {
	return !strings.ContainsFunc(s, func(r rune) bool {
		return !isLetter(r) && !strings.ContainsRune("_-.:/", r)
	})
}

// isExpression reports whether a text has the signs of a program: calls, members,
// indexes, paths.
func isExpression(s string) bool {
	if strings.ContainsAny(s, "()[]{}") {
		return true
	}
	before, after, isMember := strings.Cut(s, ".")
	return isMember && isIdentifier(before) && isIdentifier(after)
}

func isIdentifier(s string) bool {
	return s != "" && !isDigit(s[0]) && run(s, 0, identifierBytes) == len(s)
}

var identifierBytes = newAlphabet("A-Z", "a-z", "0-9", "_", ".")

func hasDigit(s string) bool { return strings.ContainsAny(s, "0123456789") }
