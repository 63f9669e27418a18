package research

import (
	"strings"
	"unicode"
)

// What a code is: a number or a mix of letters and digits that stands for one person or
// thing. Years, the names of standards and of models are none.
const (
	codeDigits   = 6  // of one number
	spreadDigits = 9  // of a number that is written as several, as those of cards are
	spreadWords  = 8  // that such a number has at most: more are a table
	codeLength   = 6  // letters and digits of a word that has codeTurns
	codeTurns    = 3  // from letters to digits and back
	longestName  = 11 // letters and digits of a word that has both
	partsDigits  = 4  // of a code in three parts, such as AB-1234-CD
)

// codesOf are the numbers and codes in some texts, bare, each once.
func codesOf(texts []string) []string {
	var codes []string
	known := map[string]bool{}
	add := func(code string) {
		if !known[code] {
			known[code] = true
			codes = append(codes, code)
		}
	}
	for _, text := range texts {
		var spread []string
		for raw := range strings.FieldsSeq(text) {
			token := newToken(raw)
			if token.isCode() {
				add(token.bare)
			}
			if token.digits > 0 {
				spread = append(spread, token.bare)
			}
			if token.digits == 0 || strings.ContainsAny(raw[len(raw)-1:], ",;.:|") {
				addSpread(spread, add)
				spread = spread[:0]
			}
		}
		addSpread(spread, add)
	}
	return codes
}

// addSpread adds what words in a row that all hold digits may be together.
func addSpread(words []string, add func(string)) {
	code := strings.Join(words, "")
	if 1 < len(words) && len(words) <= spreadWords && countDigits(code) >= spreadDigits {
		add(code)
	}
}

// A token is what stands between spaces.
type token struct {
	bare                   string
	letters, digits, turns int
	parts                  int // that marks cut it into
	isMail                 bool
}

func newToken(raw string) token {
	words := strings.Fields(folded(raw))
	t := token{bare: bareOf(strings.Join(words, "")), parts: len(words)}
	t.digits = countDigits(t.bare)
	t.letters = len([]rune(t.bare)) - t.digits
	for i, r := range t.bare {
		if i > 0 && unicode.IsDigit(r) != unicode.IsDigit(rune(t.bare[i-1])) {
			t.turns++
		}
	}
	at := strings.IndexByte(raw, '@')
	t.isMail = at > 0 && strings.Contains(raw[at:], ".")
	return t
}

func (t token) isCode() bool {
	length := t.letters + t.digits
	switch {
	case t.isMail, t.digits >= codeDigits:
		return true
	case t.parts > 2 && t.letters > 0:
		return t.digits >= partsDigits
	}
	return t.turns >= codeTurns && length >= codeLength || t.turns > 0 && length > longestName
}

// spreadNumbers are the numbers that words in a row of digits alone may be together, each
// as it stands there.
func spreadNumbers(words []string) []string {
	var numbers []string
	for i := range words {
		end := i
		for end < len(words) && countDigits(words[end]) == len(words[end]) {
			end++
		}
		if i+1 < end && len(strings.Join(words[i:end], "")) >= spreadDigits {
			numbers = append(numbers, strings.Join(words[i:end], " "))
		}
	}
	return numbers
}

func countDigits(s string) (n int) {
	for _, r := range s {
		if unicode.IsDigit(r) {
			n++
		}
	}
	return n
}

// bareOf is a folded text without spaces, digits of all scripts written in ASCII.
func bareOf(s string) string {
	return strings.Map(func(r rune) rune {
		switch {
		case r == ' ':
			return -1
		case r > unicode.MaxASCII && unicode.IsDigit(r):
			return asciiDigit(r)
		}
		return r
	}, s)
}

// asciiDigit is a decimal digit of any script in ASCII. Unicode has them in tens that begin
// with a zero.
func asciiDigit(r rune) rune {
	for _, tens := range unicode.Nd.R16 {
		if rune(tens.Lo) <= r && r <= rune(tens.Hi) {
			return '0' + (r-rune(tens.Lo))%10
		}
	}
	for _, tens := range unicode.Nd.R32 {
		if rune(tens.Lo) <= r && r <= rune(tens.Hi) {
			return '0' + (r-rune(tens.Lo))%10
		}
	}
	return r
}
