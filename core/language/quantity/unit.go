package quantity

import (
	_ "embed"
	"math/big"
	"slices"
	"strings"
	"sync"
	"unicode"
	"unicode/utf8"

	"docuquest/core/language/lexicon"
	"docuquest/core/language/text"
)

// A Unit is what an amount is measured in. The zero Unit is that of a bare number.
type Unit struct {
	// Text is the unit as it is written, and Symbol the one symbol that all ways of
	// writing it share: "km" of "kilometres", "km/h" of "km per hour".
	Text, Symbol string
	// Dimension is what the unit measures: "mass", "length", "money". It is "" for a
	// word that is known to count something and for nothing else, such as "beads".
	Dimension string

	readings []reading // a pound is a mass or a currency, a degree of some scale
}

// A reading is one unit that a word may name. Amounts of one dimension can be compared: a
// currency is a dimension of its own, as "money €".
type reading struct {
	symbol, dimension string
	factor, offset    *big.Rat // an amount times the factor, plus the offset, is in the base unit
}

// unitOf makes a unit of its readings.
func unitOf(written string, readings []reading) Unit {
	u := Unit{Text: written, Symbol: readings[0].symbol, Dimension: readings[0].dimension, readings: readings}
	if strings.HasPrefix(u.Dimension, money) {
		u.Dimension = money
	}
	return u
}

// money begins the dimension of each currency.
const money = "money"

// IsZero reports whether the unit is none.
func (u Unit) IsZero() bool { return u.Symbol == "" }

// IsMoney reports whether the unit is a currency.
func (u Unit) IsMoney() bool {
	return slices.ContainsFunc(u.readings, func(r reading) bool { return strings.HasPrefix(r.dimension, money) })
}

// longestSymbol is the length in bytes up to which the case of a letter in an unknown unit
// may matter.
const longestSymbol = 3

// Same reports whether two units may be one: pounds are weight or money, and degrees may
// be of any scale. An unknown unit is the same as another one in other case, unless it is
// short.
func (u Unit) Same(o Unit) bool {
	for _, a := range u.readings {
		for _, b := range o.readings {
			if a.symbol == b.symbol || a.dimension == b.dimension && a.factor.Cmp(b.factor) == 0 && a.offset == nil && b.offset == nil {
				return true
			}
		}
	}
	return u.Symbol == o.Symbol || len(u.Symbol) > longestSymbol && strings.EqualFold(u.Symbol, o.Symbol)
}

//go:embed units.txt
var unitData string

// A unitTable is the known units by the ways of writing them.
type unitTable struct {
	symbols map[string]reading             // as they are written
	words   map[string]map[string][]string // by language, symbols by folded words
	longest map[string]int                 // by language, the longest word in bytes
	signs   []string                       // symbols that are no words, longest first
}

// units reads the data once: the table of units, the prefixes and the words of all
// languages.
var units = sync.OnceValue(func() *unitTable {
	t := &unitTable{symbols: map[string]reading{}, words: map[string]map[string][]string{}, longest: map[string]int{}}
	prefixed := map[string]bool{}
	dimension := ""
	for line := range strings.Lines(unitData) {
		fields := strings.Fields(line)
		switch {
		case len(fields) == 0 || line[0] == '#':
		case line[0] == '[':
			dimension, _, _ = strings.Cut(line[1:], "]")
		default:
			symbol, takesPrefix := strings.CutPrefix(fields[0], "*")
			factor, offset, hasOffset := strings.Cut(fields[1], "+")
			r := reading{symbol: symbol, dimension: dimension, factor: rational(factor)}
			if hasOffset {
				r.offset = rational(offset)
			}
			prefixed[symbol] = takesPrefix
			for _, s := range append([]string{symbol}, fields[2:]...) {
				t.addSymbol(s, r, takesPrefix)
			}
		}
	}
	delete(t.symbols, "pm") // an hour rather than a picometre
	delete(t.symbols, "A")  // an article, and the letter of an appendix
	for _, language := range lexicon.Languages() {
		t.addWords(lexicon.Of(language), prefixed)
	}
	slices.SortFunc(t.signs, func(a, b string) int { return len(b) - len(a) })
	return t
})

// addSymbol enters a symbol, with each prefix where it takes any.
func (t *unitTable) addSymbol(symbol string, r reading, takesPrefix bool) {
	t.symbols[symbol] = r
	if first, _ := utf8.DecodeRuneInString(symbol); !unicode.IsLetter(first) || strings.Contains(symbol, "$") {
		t.signs = append(t.signs, symbol)
	}
	if !takesPrefix {
		return
	}
	for _, p := range prefixes {
		scaled := r
		scaled.symbol = p.symbol + r.symbol
		scaled.factor = new(big.Rat).Mul(r.factor, p.factor)
		t.symbols[p.symbol+symbol] = scaled
		if p.symbol == "µ" {
			t.symbols["μ"+symbol] = scaled
		}
	}
}

// addWords enters the words of a language, with the words of the prefixes.
func (t *unitTable) addWords(l *lexicon.Lexicon, prefixed map[string]bool) {
	words := map[string][]string{}
	add := func(word, symbol string) {
		if !slices.Contains(words[word], symbol) {
			words[word] = append(words[word], symbol)
			t.longest[l.Language()] = max(t.longest[l.Language()], len(word))
		}
	}
	for symbol, names := range l.Section("units").All() {
		for _, name := range names {
			add(name, symbol)
			for prefix, said := range l.Section("prefixes").All() {
				for _, p := range said {
					if prefixed[symbol] {
						add(p+name, prefix+symbol)
					}
				}
			}
		}
	}
	t.words[l.Language()] = words
}

var prefixes = []struct {
	symbol string
	factor *big.Rat
}{
	{"k", rational("1000")},
	{"c", rational("1/100")},
	{"m", rational("1/1000")},
	{"µ", rational("1/1000000")},
	{"n", rational("1/1000000000")},
	{"p", rational("1/1000000000000")},
	{"M", rational("1000000")},
	{"G", rational("1000000000")},
	{"T", rational("1000000000000")},
	{"d", rational("1/10")},
	{"h", rational("100")},
}

// rational reads a number of the data, and gives 0 for any other text.
func rational(s string) *big.Rat {
	r, ok := new(big.Rat).SetString(s)
	if !ok {
		return new(big.Rat)
	}
	return r
}

// A unitReader reads units of a text from an offset on.
type unitReader struct {
	s         string
	at        int
	languages []string // whose words count
}

// unit reads a unit with what it is divided by: "mg/kg" and "mg per kg" are one. It
// returns no readings and reads nothing if there is none.
func (r *unitReader) unit() []reading {
	all := r.factor()
	for len(all) > 0 {
		start := r.at
		if !r.division() {
			break
		}
		below := r.factor()
		if len(below) == 0 || !r.isRate(start, below) {
			r.at = start
			break
		}
		var divided []reading
		for _, a := range all {
			for _, b := range below {
				if a.offset != nil || b.offset != nil || b.factor.Sign() == 0 {
					continue
				}
				rate := reading{a.symbol + "/" + b.symbol, a.dimension + "/" + b.dimension, new(big.Rat).Quo(a.factor, b.factor), nil}
				if known, ok := rates[rate.dimension]; ok {
					rate.dimension = known
				}
				divided = append(divided, rate)
			}
		}
		all = divided
	}
	return all
}

// rates are the dimensions of one dimension by another that have units of their own.
var rates = map[string]string{"length/time": "speed", "information/time": "data rate"}

// division reads a sign or a word that divides.
func (r *unitReader) division() bool {
	for _, sign := range [...]string{"/", " / ", " per ", " a ", " an ", " pro ", " par ", " por "} {
		if strings.HasPrefix(r.s[r.at:], sign) {
			r.at += len(sign)
			return true
		}
	}
	return false
}

// isRate reports whether what was read from an offset on divides. An article does so in
// front of a span of time that nothing follows which makes it a distance in time: "5 km a
// day" is a speed, and "3 m a day later" is none.
func (r *unitReader) isRate(start int, below []reading) bool {
	if joint := r.s[start:]; !strings.HasPrefix(joint, " a ") && !strings.HasPrefix(joint, " an ") {
		return true
	}
	isSpan := slices.ContainsFunc(below, func(b reading) bool { return b.dimension == "time" || b.dimension == "calendar" })
	next := strings.TrimLeft(r.s[r.at:], " ")
	next = next[:letters(next)]
	for _, language := range r.languages {
		if lexicon.Of(language).Section("after a span of time").Has(next) {
			return false
		}
	}
	return isSpan
}

// factor reads one unit with its power: "m2", "m²", "square metres".
func (r *unitReader) factor() []reading {
	start := r.at
	for _, sign := range units().signs {
		if strings.HasPrefix(r.s[r.at:], sign) && !isLetterAt(r.s, r.at+len(sign)) {
			r.at += len(sign)
			return r.named(sign)
		}
	}
	word := r.word()
	if power := r.powerOf(word); power != "" && strings.HasPrefix(r.s[r.at:], " ") {
		r.at++
		if raised := r.named(r.word()); len(raised) > 0 {
			return raise(raised, power)
		}
	}
	if word == "per" && strings.HasPrefix(r.s[r.at:], " cent") && !isLetterAt(r.s, r.at+len(" cent")) {
		r.at += len(" cent")
		return r.named("%")
	}
	readings := r.named(word)
	isInitial := len(word) == 1 && byteAt(r.s, r.at) == '.' && isLetterAt(r.s, r.at+1) // "300 B.C."
	if len(readings) == 0 || isInitial {
		r.at = start
		return nil
	}
	for sign, power := range powerSigns {
		if strings.HasPrefix(r.s[r.at:], sign) && !isInsideWord(r.s, r.at+len(sign)) {
			r.at += len(sign)
			return raise(readings, power)
		}
	}
	return readings
}

var powerSigns = map[string]string{"²": "2", "³": "3", "2": "2", "3": "3"}

// powerOf is the power of a word such as "square", "" for others.
func (r *unitReader) powerOf(word string) string {
	for _, language := range r.languages {
		if power, ok := lexicon.Of(language).Section("powers").Key(word); ok {
			return power
		}
	}
	return ""
}

// word reads letters. In scripts without spaces it reads the longest word that is a unit.
func (r *unitReader) word() string {
	rest := r.s[r.at:]
	n := letters(rest)
	if first, _ := utf8.DecodeRuneInString(rest); text.IsUnspaced(first) {
		n = r.longestWord(rest[:n])
	}
	r.at += n
	return rest[:n]
}

// longestWord is the length of the longest unit at the start of a text.
func (r *unitReader) longestWord(s string) int {
	for _, language := range r.languages {
		for n := min(len(s), units().longest[language]); n > 0; n-- {
			if utf8.RuneStart(byteAt(s, n)) && len(units().words[language][s[:n]]) > 0 {
				return n
			}
		}
	}
	return 0
}

// named are the readings of a symbol or a word. Symbols go first, since their case
// matters; an English word may end in the s of several.
func (r *unitReader) named(word string) []reading {
	if one, ok := units().symbols[word]; ok {
		if word == "°" {
			return []reading{one, units().symbols["°C"], units().symbols["°F"]}
		}
		return []reading{one}
	}
	folded := text.Fold(word)
	for _, language := range r.languages {
		symbols := units().words[language][folded]
		if len(symbols) == 0 && language == "en" {
			symbols = units().words[language][strings.TrimSuffix(folded, "s")]
		}
		var all []reading
		for _, symbol := range symbols {
			if one, ok := units().symbols[symbol]; ok {
				all = append(all, one)
			}
		}
		if len(all) > 0 {
			return all
		}
	}
	return nil
}

// raise makes a square or a cube of units.
func raise(readings []reading, power string) []reading {
	var all []reading
	for _, u := range readings {
		if u.offset != nil {
			continue
		}
		raised := reading{u.symbol + power, u.dimension + power, new(big.Rat).Mul(u.factor, u.factor), nil}
		if power == "3" {
			raised.factor.Mul(raised.factor, u.factor)
		}
		switch raised.dimension {
		case "length2":
			raised.dimension = "area"
		case "length3":
			raised.dimension = "volume"
		}
		all = append(all, raised)
	}
	return all
}

// letters is the length of the letters at the start of s.
func letters(s string) int {
	end := strings.IndexFunc(s, func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsMark(r) })
	if end < 0 {
		return len(s)
	}
	return end
}

func isLetterAt(s string, at int) bool {
	r, _ := utf8.DecodeRuneInString(s[at:])
	return unicode.IsLetter(r)
}

// isInsideWord reports whether an offset is between two characters of a word.
func isInsideWord(s string, at int) bool {
	before, _ := utf8.DecodeLastRuneInString(s[:at])
	after, _ := utf8.DecodeRuneInString(s[at:])
	return isWordRune(before) && isWordRune(after)
}

func isWordRune(r rune) bool {
	return unicode.In(r, unicode.L, unicode.N, unicode.M) && r != utf8.RuneError
}

// byteAt is a byte of s, and 0 at its end.
func byteAt(s string, at int) byte {
	if at < len(s) {
		return s[at]
	}
	return 0
}
