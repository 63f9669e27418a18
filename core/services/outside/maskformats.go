package outside

import (
	"encoding/base64"
	"strings"
)

// A keyFormat is the form of the keys of a service: a beginning that nothing else has,
// and what follows it.
type keyFormat struct {
	prefix string
	rest   *alphabet
	least  int  // bytes of the rest
	mixed  bool // the rest holds a digit: the beginning is one that words have, too
}

var (
	alphanumeric  = newAlphabet("A-Z", "a-z", "0-9")
	decimalDigits = newAlphabet("0-9")
	hexDigits     = newAlphabet("A-F", "a-f", "0-9")
	dotted        = newAlphabet("A-Z", "a-z", "0-9", "_-", ".")
	slashed       = newAlphabet("A-Z", "a-z", "0-9", "_-", "+/=")
)

// keyFormats are forms that gitleaks lacks, or describes so exactly that longer or newer
// keys are missed. A prefix that begins another one comes after it.
var keyFormats = []keyFormat{
	{"ya29.", dotted, 20, false},
	{"GOCSPX-", wordBytes, 20, false},
	{"ATBB", alphanumeric, 24, true},
	{"dckr_pat_", wordBytes, 20, false},
	{"CCIPAT_", wordBytes, 20, false},
	{"bkua_", hexDigits, 30, false},
	{"xoxe.", dotted, 16, false},
	{"SG.", dotted, 40, true},
	{"key-", hexDigits, 32, false},
	{"whsec_", slashed, 20, false},
	{"sq0csp-", wordBytes, 40, false},
	{"sk-", wordBytes, 20, true},
	{"hf_", alphanumeric, 30, false},
	{"gsk_", alphanumeric, 40, false},
	{"xai-", wordBytes, 40, true},
	{"r8_", alphanumeric, 30, false},
	{"HRKU-", wordBytes, 30, false},
	{"tskey-", wordBytes, 20, true},
	{"sbp_", hexDigits, 40, false},
	{"nfp_", alphanumeric, 30, false},
	{"figd_", wordBytes, 30, false},
}

// keyFormatsBy are the formats by their first byte.
var keyFormatsBy = func() (by [256][]keyFormat) {
	for _, f := range keyFormats {
		by[f.prefix[0]] = append(by[f.prefix[0]], f)
	}
	return by
}()

// knownKey is the end of the key of a known form that begins at a place, or the place
// itself if there is none.
func knownKey(text string, start int) int {
	for _, f := range keyFormatsBy[text[start]] {
		if !strings.HasPrefix(text[start:], f.prefix) {
			continue
		}
		if end, ok := f.end(text, start); ok {
			return end
		}
	}
	switch {
	case strings.HasPrefix(text[start:], webTokenStart):
		return webToken(text, start)
	case strings.HasPrefix(text[start:], encodedArmor):
		return encodedKey(text, start)
	case isDigit(text[start]):
		return botToken(text, start)
	}
	return start
}

// end is the end of a key of the format that begins at start. One that the end of the
// text cuts may be short.
func (f keyFormat) end(text string, start int) (int, bool) {
	const head = 128 // bytes, which tell whether it is a key: a text of beginnings is read once
	from := start + len(f.prefix)
	end := run(text[:min(len(text), from+head)], from, f.rest)
	if f.mixed && !hasDigit(text[from:end]) {
		return 0, false
	}
	end = run(text, end, f.rest)
	for end > from && text[end-1] == '.' {
		end-- // of a sentence
	}
	length := end - from
	return end, length >= f.least || end == len(text) && length >= leastCut
}

// run is the end of a run of bytes of an alphabet.
func run(text string, at int, a *alphabet) int {
	for at < len(text) && a[text[at]] {
		at++
	}
	return at
}

// webTokenStart is how the JSON object of a JSON Web Token begins in base64.
const webTokenStart = "eyJ"

// webToken is the end of a JSON Web Token: two or three parts with dots between them.
func webToken(text string, start int) int {
	const leastHead, leastRest = 12, 10
	end := run(text, start, wordBytes)
	if end-start < leastHead || end+leastRest >= len(text) || text[end] != '.' {
		return start
	}
	rest := run(text, end+1, dotted)
	for rest > end && text[rest-1] == '.' {
		rest--
	}
	if rest-end < leastRest {
		return start
	}
	return rest
}

// encodedArmor is the beginning of a PEM block in base64, as Kubernetes keeps them.
const encodedArmor = "LS0tLS1CRUdJTi"

// encodedKey is the end of a private key whose whole PEM block is in base64. A public
// block of that form is none.
func encodedKey(text string, start int) int {
	const head = 64 // characters, which hold the kind of any block
	end := run(text[:min(len(text), start+head)], start, slashed)
	decoded, _ := base64.StdEncoding.DecodeString(text[start:end])
	if end-start < head || strings.Contains(string(decoded), privateKey) {
		return run(text, end, slashed)
	}
	return start
}

// botToken is the end of a token of Telegram: the number of a bot, a colon and some 35
// characters that begin with AA.
func botToken(text string, start int) int {
	const digits, rest = 8, 33
	colon := start
	for colon < len(text) && isDigit(text[colon]) {
		colon++
	}
	if colon-start < digits || !strings.HasPrefix(text[colon:], ":AA") {
		return start
	}
	if end := run(text, colon+1, wordBytes); end-colon-1 >= rest {
		return end
	}
	return start
}
