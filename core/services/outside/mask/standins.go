package mask

import (
	"regexp"
	"strings"

	"docuquest/core/language/text"
)

// isStandIn reports whether a value stands in for a secret: a variable, a mark, a word
// of documentation.
func isStandIn(s string) bool {
	const (
		longest        = 80
		longestElided  = 8 // bytes of a beginning such as sk- before dots
		leastBlotted   = 8 // crosses or stars
		longestBlotted = 12
	)
	if len(s) > longest {
		return false
	}
	if variable.MatchString(s) || strings.Trim(s, s[:1]) == "" {
		return true
	}
	lower := strings.TrimSuffix(strings.ToLower(s), ":")
	beforeDots := strings.TrimSuffix(strings.TrimRight(lower, "."), "…")
	if len(lower)-len(beforeDots) >= len("...") && len(beforeDots) <= longestElided && isPlainName(beforeDots) {
		return true
	}
	beforeCrosses := strings.TrimRight(lower, "x*")
	isBlotted := len(lower)-len(beforeCrosses) >= leastBlotted && len(beforeCrosses) <= longestBlotted
	return isBlotted || standIns[lower] || isExample(lower)
}

// isExample reports whether a value in lower case is made of the words of stand-ins
// alone, with or without marks between them, one of which names an example:
// your_api_key, <example>, changeme. A password that contains such a word is none.
func isExample(s string) bool {
	isNamed := false
	for s != "" {
		if strings.IndexByte(" _-.<>[]'!*", s[0]) >= 0 {
			s = s[1:]
			continue
		}
		word := longestPrefix(s, exampleWords)
		if word == "" {
			word = longestPrefix(s, secretWords)
		} else {
			isNamed = true
		}
		if word == "" {
			return false
		}
		s = s[len(word):]
	}
	return isNamed
}

// longestPrefix returns the longest of some words that a text begins with, "" without one.
func longestPrefix(s string, words []string) string {
	longest := ""
	for _, w := range words {
		if len(w) > len(longest) && strings.HasPrefix(s, w) {
			longest = w
		}
	}
	return longest
}

// exampleWords are words that people write only in the place of a secret, and
// secretWords are words that may come with them.
var (
	exampleWords = strings.Fields(`your example placeholder redacted changeme change replace insert enter xxxx`)
	secretWords  = strings.Fields(`password passwd pass pwd passphrase secret token key apikey api access auth
		private public signing encryption client session user username account app application admin database
		db service server bot webhook value string id here goes me it this that with in for the a an my own real
		actual new old before use please super very strong secure long random com org net x`)
)

// variable matches a value that is a variable as a whole: $NAME, ${NAME:-x}, $(run), %NAME%,
// &anchor, *alias, {{ name }}, <name>, [name], (name).
var variable = regexp.MustCompile(`^(?:\$[A-Za-z_][A-Za-z0-9_]*|\$\{[^{}]*\}|\$\([^()]*\)|%[A-Za-z_][A-Za-z0-9_]*%|[&*][A-Za-z_-]+|\{\{.*\}\}|\{[A-Za-z_. -]*\}|<.*>|\[.*\]|\(.*\))$`)

// standIns are words that name a secret or its absence.
var standIns = text.WordSet(`password passwd passwort kennwort contraseña senha pass pwd passphrase secret token key apikey
	api_key api-key string str text bool int bytes none null nil undefined true false yes no on off empty required
	int32 int64 uint uint32 uint64 float float64 double number boolean object array any date char varchar bytea blob
	erforderlich pflichtfeld obligatoire facultatif obligatorio obligatoria requerida opcional obrigatória обязателен 必填
	optional default hidden wpa wpa2 wpa3 masked enabled disabled prompt stdin env file auto random test dummy sample foo bar`)

// usualWords are what follows the name of a flag in a sentence or in a list of flags.
var usualWords = text.WordSet(`to and or is are was the a an of for in with as if by on at from flag flags option options
	value values string strings path file text when can cannot must may will should has have takes sets reads needs
	gives not without instead only argument parameter parameters`)

// isReference reports whether a value names the place of a secret: a file, an address, a
// directive that is filled in.
func isReference(s string) bool {
	for _, mark := range []string{"://", "${", "{{", "<%", "#{", "%("} {
		if strings.Contains(s, mark) {
			return true
		}
	}
	for _, start := range []string{"/", "./", "../", "~/", "file:", "secret:", "vault:", "env:", "arn:", "op://", "%"} {
		if strings.HasPrefix(s, start) {
			return true
		}
	}
	return false
}

// isVariable reports whether a value is written as programs name a secret.
func isVariable(s string) bool {
	return isPlainName(s) && kindOfName(s) != noSecret && (strings.ContainsAny(s, "_-.:") || s != strings.ToLower(s) || wholeNames[s])
}

// wholeNames are variables as programs call them.
var wholeNames = text.WordSet("password passwd pass pwd pw passphrase secret token psk")
