package outside

import (
	"math/bits"
	"regexp"
	"strings"
)

// A value is what is given to a name.
type value struct {
	stretch
	quoted bool
	whole  bool // it is all that is left of the line
}

// readValue reads the value at a place. ownLine says that its name begins the line.
func readValue(text string, at int, ownLine bool) value {
	escapes := skipAny(text, at, `\`) - at // of a quote inside a string
	at = skipScheme(text, at+escapes)
	if at < len(text) && strings.IndexByte("bfru@$", text[at]) >= 0 && at+1 < len(text) && isQuote(text[at+1]) {
		at++ // the mark of a kind of string
	}
	if at < len(text) && isQuote(text[at]) {
		return quotedValue(text, at, escapes)
	}
	stops := " \t\r\n\"'`,;()[]{}<>|&\\"
	if ownLine {
		stops = " \t\r\n\"'`" // a password of a settings file may hold any other sign
	}
	rest := window(text, at)
	end := at + len(rest)
	if i := strings.IndexAny(rest, stops); i >= 0 {
		end = at + i
	}
	line, _, _ := strings.Cut(window(text, end), "\n")
	if ownLine && end > at && strings.IndexByte(",;", text[end-1]) >= 0 {
		end-- // of the language around it, which is no settings file
		line = ","
	}
	return value{stretch{at, end}, false, strings.TrimSpace(line) == ""}
}

// window is what is read of a text from a place on: more than any value has.
func window(text string, at int) string {
	const longest = 8 << 10
	return text[at:min(len(text), at+longest)]
}

// quotedValue reads the string whose quote stands at a place, behind a number of
// backslashes where it is a string inside a string.
func quotedValue(text string, at, escapes int) value {
	quote := text[at : at+1]
	if strings.HasPrefix(text[at:], quote+quote+quote) {
		at += 2 // a string of several lines
	}
	at++
	line, _, _ := strings.Cut(window(text, at), "\n")
	return value{stretch{at, at + stringEnd(line, quote, escapes)}, true, false}
}

// stringEnd is the length of the string that a line begins with. Where no quote closes
// it, the word ends it that has the first escaped quote, or the line if there is none:
// the text is cut, or its language has no escapes.
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
		if isClosing(backslashes, escapes) {
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

// isClosing reports whether a quote behind some backslashes ends a string whose first
// quote stood behind escapes of them. Each string around it has doubled the backslashes;
// what then is left in front of the quote escapes it if it is an odd number.
func isClosing(backslashes, escapes int) bool { return backslashes>>bits.Len(uint(escapes))%2 == 0 }

// skipScheme skips the scheme of a header in front of its credentials.
func skipScheme(text string, at int) int {
	from := skipAny(text, at, "\"'`")
	for _, scheme := range []string{"Bearer ", "bearer ", "Basic ", "basic ", "token ", "Token "} {
		if strings.HasPrefix(text[from:], scheme) {
			return from + len(scheme)
		}
	}
	return at
}

func isQuote(c byte) bool { return c == '"' || c == '\'' || c == '`' }

// An assignment is a value that was given to the name of a secret.
type assignment struct {
	name  string
	kind  nameKind
	link  link
	value value
	text  string // of the value
}

// isSecret reports whether the value is one: a literal that somebody chose or that a
// service made, and not an expression, a type or a sentence.
func (a assignment) isSecret() bool {
	const shortest, longest = 4, 256
	if len(a.text) > longest {
		return isRandom(a.text[:longest], named) // the rest is no other
	}
	switch {
	case a.kind == keyName:
		return a.isKey()
	case len(a.text) < shortest:
		return false
	case a.value.quoted:
		return a.isQuotedPassword()
	case a.link == callLink:
		return false // a variable
	}
	return a.isBarePassword()
}

// isKey judges what is given to the name of a key. Without quotes it may be a name of
// the program.
func (a assignment) isKey() bool {
	if a.value.quoted {
		return isRandom(a.text, named)
	}
	look := glance(a.text)
	return !isExpression(a.text) && look.isRandom(named) && (a.value.whole || look.hex || look.chance >= 0.1)
}

// isQuotedPassword judges a string: one word, and not one of the words that programs
// name things by.
func (a assignment) isQuotedPassword() bool {
	if strings.ContainsAny(a.text, " \t") {
		return hasDigit(a.text) && strings.Count(a.text, " ") < 6 && !strings.ContainsAny(a.text, ".,:?")
	}
	return !isPlainName(a.text) || isSettingsName(a.name) ||
		len(a.text) >= 16 && isOneCase(a.text) || glance(a.text).isMixedCase()
}

// isBarePassword judges what stands without quotes, where languages have expressions
// and settings files have values.
func (a assignment) isBarePassword() bool {
	switch {
	case a.link == spaceLink:
		return !isPlainName(a.text)
	case !a.value.whole:
		return !isPlainName(a.text) && !isExpression(a.text) && hasDigit(a.text)
	case isSettingsName(a.name):
		return !isExpression(a.text)
	case isPlainName(a.text):
		return false
	}
	return !isExpression(a.text)
}

// isSettingsName reports whether a name is written as in the environment: DB_PASSWORD.
func isSettingsName(name string) bool {
	return strings.Contains(name, "_") && name == strings.ToUpper(name)
}

// isPlainName reports whether a text is letters alone, with the marks that names have:
// what a program or a sentence says, rather than what somebody made up.
func isPlainName(s string) bool {
	return !strings.ContainsFunc(s, func(r rune) bool {
		return !isLetter(r) && !strings.ContainsRune("_-.:/", r)
	})
}

func isOneCase(s string) bool {
	return !strings.ContainsFunc(s, func(r rune) bool { return r < 'a' || 'z' < r })
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

// isStandIn reports whether a value stands in for a secret: a variable, a mark, a word
// of documentation.
func isStandIn(s string) bool {
	const longest = 80
	if len(s) > longest {
		return false
	}
	if variable.MatchString(s) || strings.Trim(s, s[:1]) == "" {
		return true
	}
	lower := strings.ToLower(s)
	return standIns[lower] || isElided(lower) || isExample(lower)
}

// isElided reports whether a value was left out but for a beginning such as sk-.
func isElided(s string) bool {
	const longest = 8 // bytes of the beginning
	begins := strings.TrimSuffix(strings.TrimRight(s, "."), "…")
	return len(s)-len(begins) >= len("...") && len(begins) <= longest && isPlainName(begins)
}

// isExample reports whether a value in lower case is made of the words of stand-ins
// alone, with or without marks between them, one of which says that it is one:
// your_api_key, <example>, changeme. A password in which such a word stands is none.
func isExample(s string) bool {
	told := false
	for s != "" {
		if strings.IndexByte(" _-.<>[]'!*", s[0]) >= 0 {
			s = s[1:]
			continue
		}
		word := longestPrefix(s, exampleWords)
		if word == "" {
			word = longestPrefix(s, secretWords)
		} else {
			told = true
		}
		if word == "" {
			return false
		}
		s = s[len(word):]
	}
	return told
}

// longestPrefix is the longest of some words that a text begins with, "" if none.
func longestPrefix(s string, words []string) string {
	longest := ""
	for _, w := range words {
		if len(w) > len(longest) && strings.HasPrefix(s, w) {
			longest = w
		}
	}
	return longest
}

// exampleWords are words that nobody writes but in the place of a secret, and
// secretWords are what may stand beside them.
var (
	exampleWords = strings.Fields(`your example placeholder redacted changeme change replace insert enter xxxx`)
	secretWords  = strings.Fields(`password passwd pass pwd passphrase secret token key apikey api access auth
		private public signing encryption client session user username account app application admin database
		db service server bot webhook value string id here goes me it this that with in for the a an my own real
		actual new old before use please super very strong secure long random com org net x`)
)

// variable matches what stands for a value as a whole: $NAME, ${NAME:-x}, $(run), %NAME%,
// &anchor, *alias, {{ name }}, <name>, [name], (name).
var variable = regexp.MustCompile(`^(?:\$[A-Za-z_][A-Za-z0-9_]*|\$\{[^{}]*\}|\$\([^()]*\)|%[A-Za-z_][A-Za-z0-9_]*%|[&*][A-Za-z_-]+|\{\{.*\}\}|\{[A-Za-z_. -]*\}|<.*>|\[.*\]|\(.*\))$`)

// standIns are words that name a secret or its absence.
var standIns = func() map[string]bool {
	all := map[string]bool{}
	for _, w := range strings.Fields(`password passwd pass pwd passphrase secret token key apikey api_key api-key
		string str text bool int bytes none null nil undefined true false yes no on off empty required optional
		default hidden masked enabled disabled prompt stdin env file auto random test dummy sample foo bar`) {
		all[w] = true
	}
	return all
}()
