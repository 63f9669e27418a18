package mask

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
	mixed  bool // the rest has a digit: the beginning is one that words have, too
}

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
	{"whsec_", tokenBytes, 20, false},
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

// knownKey returns the end of the key of a known form that begins at a place, or the place
// itself. A key that the end of the text cuts may be short.
func knownKey(text string, start int) int {
	const head = 128 // bytes, which decide whether it is a key: a text of beginnings is read once
	for _, f := range keyFormatsBy[text[start]] {
		if !strings.HasPrefix(text[start:], f.prefix) {
			continue
		}
		from := start + len(f.prefix)
		end := run(text[:min(len(text), from+head)], from, f.rest)
		if f.mixed && !hasDigit(text[from:end]) {
			continue
		}
		end = run(text, end, f.rest)
		for end > from && text[end-1] == '.' {
			end-- // of a sentence
		}
		if length := end - from; length >= f.least || end == len(text) && length >= leastCut {
			return end
		}
	}
	const leastEncoded, leastBot, leastSecret = 64, 8, 33
	switch {
	case strings.HasPrefix(text[start:], "eyJ"): // a JSON object in base64
		return webToken(text, start)
	case strings.HasPrefix(text[start:], "LS0tLS1CRUdJTi"):
		// A private key whose whole PEM block is in base64, as Kubernetes keeps them. Its first
		// characters hold the kind of the block.
		end := run(text[:min(len(text), start+leastEncoded)], start, tokenBytes)
		decoded, _ := base64.StdEncoding.DecodeString(text[start:end])
		if end-start < leastEncoded || strings.Contains(string(decoded), privateKey) {
			return run(text, end, tokenBytes)
		}
	case isDigit(text[start]):
		// A token of Telegram: the number of a bot, a colon and some 35 characters.
		colon := run(text, start, decimalDigits)
		if colon-start >= leastBot && strings.HasPrefix(text[colon:], ":AA") {
			if end := run(text, colon+1, wordBytes); end-colon-1 >= leastSecret {
				return end
			}
		}
	}
	return start
}

// webToken returns the end of a JSON Web Token: two or three parts with dots between them.
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
