package research

import (
	"regexp"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"
)

// What a query may take along that is none of the question's: as much as the names need
// that lead from one search to the next, and no more. So whatever a file says and however it
// is written, no sentence of it and no long number fits in.
const (
	mostNews       = runWeight - 1 // by wordWeight: 7 words
	mostNewLetters = 40
	longestNews    = 20 // letters of one word
	mostNewDigits  = 3  // but for years
	mostNewNumbers = 2  // words of digits, years left out
	mostNewYears   = 2
	mostNewCodes   = 1  // words of letters and digits, such as covid19
	mostInitials   = 3  // words of one or two letters, as in J. R. R. Tolkien
	mostNumerals   = 4  // of Chinese, as in a year
	mostSigns      = 12 // that are no letters, digits and spaces
	mostOddSigns   = 2  // pictures, and what is invisible
	joinedNews     = 4  // letters of a word that the question may hold cut otherwise
)

// exceeds says why a query takes more along than names need, "" where it does not.
func (p *privacy) exceeds(query string, q spelling) string {
	n := news{figures: map[string]int{}}
	for _, word := range p.askedWords {
		n.figures[word]++
	}
	for _, word := range q.list() {
		if !p.isAsked(word) || n.isUsedUp(word) {
			n.add(word)
		}
	}
	plain := withoutInvisible(norm.NFKC.String(query))
	switch {
	case n.digits > mostNewDigits || n.numbers > mostNewNumbers || n.years > mostNewYears || n.codes > mostNewCodes,
		n.isMixed || n.initials > mostInitials || n.numerals > mostNumerals,
		p.hasJoined(plain), p.hasAddress(query):
		return keptForNumber
	case n.weight > mostNews || n.letters > mostNewLetters || n.longest > longestNews || isOddlySigned(query):
		return keptForLength
	}
	return ""
}

// isAsked reports whether the question holds a word, however spaces cut it there.
func (p *privacy) isAsked(word string) bool {
	return slices.Contains(p.askedWords, word) || joinedNews <= utf8.RuneCountInString(word) && strings.Contains(p.asked.bare, word)
}

// news are words of a query that its question has not.
type news struct {
	figures  map[string]int // the words of the question, and how often those with digits may still stand
	weight   int            // by wordWeight
	letters  int
	longest  int // letters of one word
	digits   int // of numbers and codes
	numbers  int
	years    int
	codes    int
	initials int
	numerals int
	isMixed  bool // some word has digits between letters, or letters between digits
}

// isUsedUp reports whether a number of the question stands once more than it does there.
func (n *news) isUsedUp(word string) bool {
	digits, _ := digitsIn(word)
	if _, isWord := n.figures[word]; digits == 0 || !isWord {
		return false
	}
	n.figures[word]--
	return n.figures[word] < 0
}

func (n *news) add(word string) {
	letters := utf8.RuneCountInString(word)
	digits, changes := digitsIn(word)
	n.weight += wordWeight(word)
	n.letters += letters
	n.longest = max(n.longest, letters)
	switch {
	case strings.ContainsAny(word, "零〇一二三四五六七八九壹贰叁肆伍陆柒捌玖"):
		n.numerals++
	case digits == 0:
		if len(word) <= 2 && !isSmallWord(word) { // bytes, so only of ASCII
			n.initials++
		}
	case isYearNumber(strings.TrimSuffix(word, "s")):
		n.years++
	case digits == letters:
		n.numbers++
		n.digits += digits
	default:
		n.codes++
		n.digits += digits
		n.isMixed = n.isMixed || changes > 1
	}
}

// isSmallWord reports whether two letters are a word as English has them.
func isSmallWord(word string) bool {
	switch word {
	case "a", "i", "am", "an", "as", "at", "be", "by", "do", "he", "if", "in", "is", "it", "me", "my", "no", "of", "on", "or", "so", "to", "up", "us", "we":
		return true
	}
	return false
}

// digitsIn counts the digits of a word, and how often digits and letters take turns in it.
func digitsIn(word string) (digits, changes int) {
	var before rune
	for _, r := range word {
		if unicode.IsNumber(r) {
			digits++
		}
		if before != 0 && unicode.IsNumber(r) != unicode.IsNumber(before) {
			changes++
		}
		before = r
	}
	return digits, changes
}

// isYearNumber reports whether a word is a year from 1400 to 2099.
func isYearNumber(word string) bool {
	return len(word) == 4 && strings.Trim(word, "0123456789") == "" && "1400" <= word && word < "2100"
}

// What marks join.
var (
	joinedNumbers = regexp.MustCompile(`\pN+(?:[^\pL\pN\s]+\pN+)+`)
	joinedYears   = regexp.MustCompile(`^(?:1[4-9]|20)\d\d[-–/](?:\d\d|(?:1[4-9]|20)\d\d)$`)
	// joinedCode matches a year that is a part of a code, such as AB-1987 and ab-1987-cd.
	joinedCode = regexp.MustCompile(`\p{Lu}[^\pL\pN\s]+\d{4}|\pL[^\pL\pN\s]+\d{4}[^\pL\pN\s]+\pL`)
)

// hasJoined reports whether marks join more digits in a query than it may have, or digits and
// letters into a code, that the question has not.
func (p *privacy) hasJoined(query string) bool {
	isNew := func(joined string) bool { return !strings.Contains(p.asked.bare, spell(joined).bare) }
	for _, joined := range joinedNumbers.FindAllString(query, -1) {
		if digits := spell(joined).bare; len(digits) > mostNewDigits && !joinedYears.MatchString(joined) && isNew(joined) {
			return true
		}
	}
	return slices.ContainsFunc(joinedCode.FindAllString(query, -1), isNew)
}

// isOddlySigned reports whether a text has more than a few signs: letters can be written in
// them, too.
func isOddlySigned(s string) bool {
	letters, marks, signs, odd := 0, 0, 0, 0
	for _, r := range s {
		switch {
		case unicode.IsLetter(r), unicode.IsNumber(r):
			letters++
		case unicode.IsMark(r):
			marks++
		case unicode.In(r, unicode.Cf, unicode.So, unicode.Sk, unicode.Co):
			odd++
		case !unicode.IsSpace(r):
			signs++
		}
	}
	return marks > letters || signs > mostSigns || odd > mostOddSigns
}

// withoutInvisible is a text without what is not seen between letters.
func withoutInvisible(s string) string {
	return strings.Map(func(r rune) rune {
		if unicode.Is(unicode.Cf, r) {
			return -1
		}
		return r
	}, s)
}

// hasAddress reports whether a query holds an address of mail, also as it stands in the
// addresses of pages, that the question has not.
func (p *privacy) hasAddress(query string) bool {
	return slices.ContainsFunc(addressesOf(withSigns(query)), func(a string) bool { return !strings.Contains(p.askedPlainly, a) })
}

// withSigns is a text with the sign of mail for what stands for it in addresses.
func withSigns(s string) string {
	return strings.NewReplacer("%40", "@", "&#64;", "@", "＠", "@", "﹫", "@").Replace(s)
}

// longestAddress is how much is looked at on each side of an @, in bytes, so that a text
// without spaces takes no time.
const longestAddress = 64

// addressesOf are the addresses of mail in a text, as queries are compared with them: each
// with every beginning of its host that has a point in it, since a host may be followed by
// the ending of a file's name.
func addressesOf(text string) []string {
	var all []string
	for at := strings.IndexByte(text, '@'); at >= 0; {
		name := text[max(0, at-longestAddress):at]
		if i := strings.LastIndexFunc(name, isNoAddress); i >= 0 {
			_, size := utf8.DecodeRuneInString(name[i:])
			name = name[i+size:]
		}
		host := text[at+1 : min(len(text), at+1+longestAddress)]
		if end := strings.IndexFunc(host, isNoAddress); end >= 0 {
			host = host[:end]
		}
		labels := strings.Split(host, ".")
		for n := 2; name != "" && n <= min(len(labels), mostLabels); n++ {
			all = append(all, spell(name+strings.Join(labels[:n], "")).bare)
		}
		next := strings.IndexByte(text[at+1:], '@')
		if next < 0 {
			break
		}
		at += 1 + next
	}
	return all
}

// mostLabels is how many parts of a host are looked at.
const mostLabels = 5

// isNoAddress reports whether a character stands in no address of mail.
func isNoAddress(r rune) bool {
	return r == utf8.RuneError || !unicode.IsLetter(r) && !unicode.IsNumber(r) && !unicode.IsMark(r) && !strings.ContainsRune("._+-", r)
}
