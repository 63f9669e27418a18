package mask

import (
	"strings"
)

// A strictness is how random a text has to look to count as a secret.
type strictness uint8

const (
	named  strictness = iota // it is given to a name of secrets
	beside                   // its line has such a name
	alone                    // it has no name
)

// The least lengths of a random text.
const (
	shortestNamed = 12
	shortestAlone = 24
	// longestAlone is that of keys; what is longer has pictures, fonts or programs.
	longestAlone = 900
)

// isRandom reports whether a text looks as if it was drawn by chance.
//
// The thresholds come from 20,000 random texts of each length and alphabet: of base62,
// 1 in 100 of 24 characters and 1 in 1,000 of 40 has less chance than a token alone
// must have, and names such as OpAddPairsGroupedInt16x16 have about 0.1.
func isRandom(s string, how strictness) bool { return glance(s).isRandom(how) }

func (f features) isRandom(how strictness) bool {
	switch how {
	case named:
		switch { // little is enough
		case f.length < shortestNamed, f.isSentence, f.letters == 0:
			return false
		case f.digits == 0:
			return f.isMixedCase()
		case f.marks == 0 && f.length >= 16:
			return true
		}
		return f.chance >= -0.05
	case beside:
		return f.length >= 16 && f.others == 0 && !f.hex && (f.digits > 0 && f.letters > 0 && f.chance >= 0.1 || f.isMixedCase())
	}
	switch {
	case f.length < shortestAlone:
		return false
	case f.others > 0, f.hex, f.different < 10, f.marks > 2+f.length/16:
		return false
	case f.uppers > 1 && f.lowers > 1:
		return (f.digits > 1 || f.length >= 32) && f.chance >= max(0.1, 0.2-0.005*float64(f.length-shortestAlone))
	}
	return f.length >= 32 && f.digits >= 4 && f.letters > 0 && f.chance >= 0.08
}

// isMixedCase reports whether letters alone look drawn by chance.
func (f features) isMixedCase() bool {
	return f.length >= 16 && f.others == 0 && f.uppers > 2 && f.lowers > 2 && f.chance >= 0.15
}

// features are what the bytes of a text are.
type features struct {
	length          int
	digits, letters int
	uppers, lowers  int
	different       int     // bytes
	marks           int     // dashes, slashes and the like
	others          int     // bytes that no key has
	chance          float64 // how much it looks drawn by chance: about 0.45 if it was
	hex             bool    // most of it are hexadecimal numbers, as of a hash or a UUID
	isSentence      bool    // with spaces
}

// glance counts the features of a text.
func glance(s string) features {
	f := features{length: len(s)}
	var seen [256]bool
	for i := range len(s) {
		c := s[i]
		if !seen[c] {
			seen[c] = true
			f.different++
		}
		switch {
		case isDigit(c):
			f.digits++
		case isUpper(c):
			f.uppers++
		case isLower(c):
			f.lowers++
		default:
			f.marks++
			if !tokenBytes[c] && c != '.' && c != '~' && c != ':' {
				f.others++
			}
		}
		f.isSentence = f.isSentence || c == ' '
	}
	f.letters = f.uppers + f.lowers
	f.chance = chance(s, f.letters)
	// Hexadecimal numbers are pieces between marks without other letters, in one case.
	const leastNumber, hash = 4, 32
	numbers, longest := 0, 0
	for at := 0; at < len(s); {
		end := run(s, at, alphanumeric)
		piece := strings.TrimPrefix(s[at:end], "0x")
		if len(piece) >= leastNumber && (run(piece, 0, lowerHex) == len(piece) || run(piece, 0, upperHex) == len(piece)) {
			numbers += len(piece)
			longest = max(longest, len(piece))
		}
		at = end + 1
	}
	f.hex = 2*numbers > f.letters+f.digits || longest >= hash
	return f
}

var (
	lowerHex = newAlphabet("0-9", "a-f")
	upperHex = newAlphabet("0-9", "A-F")
)

// chance returns how short the pieces of a text are, split as in camelCase and where letters
// and digits meet, less the share of its letters in pieces that can be words: three
// letters and more, with vowels among them and never five consonants in a row.
func chance(s string, letters int) float64 {
	const weight = 0.3 // of the words
	pieces, inWords := 0, 0
	for at := 0; at < len(s); pieces++ {
		// A piece is digits, an abbreviation, a word with or without a capital, or one mark.
		end := run(s, at, decimalDigits)
		if end == at {
			for end < len(s) && isUpper(s[end]) {
				end++
			}
			if end-at <= 1 {
				for end < len(s) && isLower(s[end]) {
					end++
				}
				end = max(end, at+1)
			}
		}
		if end-at >= 3 && isPronounceable(s[at:end]) {
			inWords += end - at
		}
		at = end
	}
	return float64(pieces)/float64(max(len(s), 1)) - weight*float64(inWords)/float64(max(letters, 1))
}

func isPronounceable(piece string) bool {
	vowels, consonants := 0, 0
	for i := range len(piece) {
		if strings.IndexByte("aeiouyAEIOUY", piece[i]) >= 0 {
			vowels++
			consonants = 0
		} else if isDigit(piece[i]) {
			return false
		} else if consonants++; consonants == 5 {
			return false
		}
	}
	return vowels*5 >= len(piece)
}

// isPublic reports whether a token is known to be no secret by what surrounds it: a
// checksum, a public key, data inside an address, a line of encoded data.
func isPublic(text string, start, end int) bool {
	const reach = 24
	before := text[max(0, start-reach):start]
	for _, mark := range []string{"h1:", "t1:", "SHA256:", "sha256:", "sha512:", "base64,", "nonce-"} {
		if strings.HasSuffix(before, mark) {
			return true
		}
	}
	token := text[start:end]
	for _, mark := range []string{"sha1-", "sha256-", "sha384-", "sha512-", "AAAAB3", "AAAAC3", "AAAAE2"} {
		if strings.HasPrefix(token, mark) {
			return true
		}
	}
	return false
}

// shortestEncodedLine is the length that programs give to the lines of encoded files.
// Keys are shorter.
const shortestEncodedLine = 76

// isEncodedLine reports whether a token is one of several lines of an encoded file, or
// the rest below them. A rule below a key and one line above it do not make it one.
func isEncodedLine(text string, start, end int) bool {
	if start > 0 && text[start-1] != '\n' || end < len(text) && text[end] != '\n' {
		return false
	}
	length := end - start
	above := encodedLineAbove(text, start)
	if length < shortestEncodedLine {
		return above > 0 && (text[end-1] == '=' || encodedLineAbove(text, start-1-above) == above)
	}
	next := min(end+1, len(text))
	nextEnd := run(text, next, tokenBytes)
	isAboveOne := (nextEnd == len(text) || text[nextEnd] == '\n') && encodedLength(text[next:nextEnd]) == length
	return length == above || isAboveOne
}

// encodedLineAbove returns the length of the encoded line above the one that begins at a
// place, 0 without one.
func encodedLineAbove(text string, at int) int {
	if at == 0 {
		return 0
	}
	start := at - 1 // of the line; its end is the line end in front of at
	for start > 0 && tokenBytes[text[start-1]] {
		start--
	}
	if start > 0 && text[start-1] != '\n' {
		return 0
	}
	return encodedLength(text[start : at-1])
}

// encodedLength returns the length of a line, 0 if it is no full line of an encoded file: one
// has capitals, other letters or digits and few marks, or many of the As that zeros
// become. Rules and paths are none.
func encodedLength(line string) int {
	f := glance(line)
	isMixed := f.uppers > 0 && f.lowers+f.digits > 0 || 2*strings.Count(line, "A") > f.length
	if f.length < shortestEncodedLine || !isMixed || 4*f.marks > f.length {
		return 0
	}
	return f.length
}
