package outside

import (
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
	at = skipAny(text, at, `\`) // of a quote inside a string
	at = skipScheme(text, at)
	if at < len(text) && strings.IndexByte("bfru@$", text[at]) >= 0 && at+1 < len(text) && isQuote(text[at+1]) {
		at++ // the mark of a kind of string
	}
	if at < len(text) && isQuote(text[at]) {
		return quotedValue(text, at)
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

func quotedValue(text string, at int) value {
	quote := text[at]
	at++
	rest := window(text, at)
	end := 0
	for end < len(rest) && rest[end] != quote && rest[end] != '\n' {
		if rest[end] == '\\' && end+1 < len(rest) && rest[end+1] == quote {
			break // of a string inside a string, or what a password hardly holds
		}
		end++
	}
	return value{stretch{at, at + end}, true, false}
}

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
	if standIns[lower] {
		return true
	}
	for _, part := range []string{"your", "example", "placeholder", "redacted", "changeme", "change-me", "xxxx", "...", "…"} {
		if strings.Contains(lower, part) {
			return true
		}
	}
	return false
}

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
