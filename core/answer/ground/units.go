package ground

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"docuquest/core/language/text"
)

// unitAt reads the unit of the number at a span: the sign of a currency in front of
// it, or what stands behind it, such as "kg", "-year", " km per hour" and "%". It
// gives "" where there is none, and the span with the unit.
func unitAt(s string, number text.Span) (string, text.Span) {
	if sign := currencyBefore(s, number.Start); sign != "" {
		return currencies[strings.TrimSpace(sign)], text.Span{Start: number.Start - len(sign), End: number.End}
	}
	r := unitReader{s: s, at: number.End}
	if !r.gap() || isDecade(s, number) {
		return "", number
	}
	unit := r.unit()
	if unit == "" {
		return "", number
	}
	return unit, text.Span{Start: number.Start, End: r.at}
}

// isDecade knows the years of "the 1990s", which are no seconds.
func isDecade(s string, number text.Span) bool {
	return strings.HasPrefix(s[number.End:], "s") && number.Len() >= 2 && s[number.End-1] == '0'
}

// currencyBefore is the sign or code of a currency right in front of an offset.
func currencyBefore(s string, at int) string {
	before := s[:at]
	for _, sign := range []string{"US$", "$", "€", "£", "¥", "$ ", "€ ", "£ ", "¥ "} {
		if strings.HasSuffix(before, sign) {
			return sign
		}
	}
	for _, code := range []string{"USD ", "EUR ", "GBP ", "JPY "} {
		if rest, ok := strings.CutSuffix(before, code); ok && !insideWord(s, len(rest)) {
			return code
		}
	}
	return ""
}

var currencies = map[string]string{
	"US$": "$", "$": "$", "€": "€", "£": "£", "¥": "¥", "USD": "$", "EUR": "€", "GBP": "£", "JPY": "¥",
}

// A unitReader reads a unit from an offset on.
type unitReader struct {
	s  string
	at int
}

// gap goes over what may stand between a number and its unit: nothing, a space, a
// hyphen. It is false at the end.
func (r *unitReader) gap() bool {
	for _, gap := range []string{" - ", "-", "\u2011", " ", "\u00A0", "\u2009", "\u202F"} {
		if strings.HasPrefix(r.s[r.at:], gap) {
			r.at += len(gap)
			break
		}
	}
	return r.at < len(r.s)
}

// unit reads a unit with what it is divided by: "mg/kg" and "mg per kg" are one. It
// is "" and reads nothing if there is none.
func (r *unitReader) unit() string {
	unit := r.factor()
	for unit != "" {
		start := r.at
		if !r.division() {
			break
		}
		below := r.factor()
		if below == "" {
			r.at = start
			break
		}
		unit += "/" + below
	}
	return unit
}

func (r *unitReader) division() bool {
	for _, sign := range []string{"/", " / ", " per ", " a "} {
		if strings.HasPrefix(r.s[r.at:], sign) {
			r.at += len(sign)
			return true
		}
	}
	return false
}

// factor reads one unit with its power: "m2", "m²", "square metres".
func (r *unitReader) factor() string {
	start := r.at
	for sign, unit := range signUnits {
		if strings.HasPrefix(r.s[r.at:], sign) && !isLetterAt(r.s, r.at+len(sign)) {
			r.at += len(sign)
			return unit
		}
	}
	word := r.word()
	if power, ok := powers[word]; ok && strings.HasPrefix(r.s[r.at:], " ") {
		r.at++
		if unit := unitOf(r.word()); unit != "" {
			return unit + power
		}
	}
	if word == "per" && strings.HasPrefix(r.s[r.at:], " cent") && !isLetterAt(r.s, r.at+len(" cent")) {
		r.at += len(" cent")
		return percent
	}
	unit := unitOf(word)
	if unit == "" {
		r.at = start
		return ""
	}
	return unit + r.power()
}

// word reads letters.
func (r *unitReader) word() string {
	n := letters(r.s[r.at:])
	word := r.s[r.at : r.at+n]
	r.at += n
	return word
}

func (r *unitReader) power() string {
	for sign, power := range map[string]string{"²": "2", "³": "3", "2": "2", "3": "3"} {
		if strings.HasPrefix(r.s[r.at:], sign) && !insideWord(r.s, r.at+len(sign)) {
			r.at += len(sign)
			return power
		}
	}
	return ""
}

func isLetterAt(s string, at int) bool {
	r, _ := utf8.DecodeRuneInString(s[at:])
	return unicode.IsLetter(r)
}

// unitOf is the one form of a word or symbol that is a unit, "" for all others.
// Short symbols mean something else in other case: "mg" and "Mg".
func unitOf(word string) string {
	if unit, ok := unitSymbols[word]; ok {
		return unit
	}
	folded := text.Fold(word)
	if unit, ok := unitWords[folded]; ok {
		return unit
	}
	return unitWords[strings.TrimSuffix(folded, "s")]
}

// sameUnit says whether two units may be one: pounds are weight or money, and
// degrees may be of any scale.
func sameUnit(a, b string) bool {
	for _, pair := range [][2]string{{a, b}, {b, a}} {
		if pair[0] == pair[1] || slices.Contains(looseUnits[pair[0]], pair[1]) {
			return true
		}
	}
	return false
}

var looseUnits = map[string][]string{"pound": {"lb", "£"}, "°": {"°C", "°F"}, "ton": {"t"}, "dollar": {"$"}}

// shareUnits gives numbers the unit of the list or the range that they stand in: in
// "10, 20 and 30 mg" all are mg.
func shareUnits(s string, all []figure) {
	for i := len(all) - 2; 0 <= i; i-- {
		next := all[i+1]
		if all[i].unit == "" && !all[i].isDate && next.unit != "" && all[i].span.End <= next.span.Start &&
			listJoins[strings.TrimSpace(s[all[i].span.End:next.span.Start])] {
			all[i].unit = next.unit
		}
	}
}

var listJoins = wordSet("- – — , / and or to versus vs vs. ± +/- × x through , and , or")

// mentionsUnit says whether the quotes, or what stands above them, name a unit
// anywhere.
func (e evidence) mentionsUnit(unit string) bool {
	for _, s := range slices.Concat(e.quotes, e.titles) {
		for at := 0; at < len(s); {
			r := unitReader{s: s, at: at}
			if found := r.unit(); found != "" && !insideWord(s, at) && sameUnit(unit, found) {
				return true
			}
			_, size := utf8.DecodeRuneInString(s[at:])
			at += max(size, letters(s[at:]))
		}
	}
	return false
}

const percent = "%"

var (
	// signUnits are no words.
	signUnits = map[string]string{"%": percent, "‰": "‰", "°C": "°C", "℃": "°C", "°F": "°F", "°": "°", "$": "$", "€": "€", "£": "£", "¥": "¥"}
	powers    = map[string]string{"square": "2", "sq": "2", "cubic": "3"}
	// unitSymbols and unitWords lead to the one form of a unit. Words are folded and
	// without the s of several.
	unitSymbols, unitWords = makeUnits()
)

// makeUnits writes out the units that have prefixes, and adds the others.
func makeUnits() (symbols, words map[string]string) {
	symbols, words = map[string]string{}, map[string]string{}
	for _, base := range strings.Split(prefixed, "\n") {
		names := strings.Fields(base) // the symbol, then words
		for _, prefix := range strings.Split(prefixes, "\n") {
			p := strings.Fields(prefix)
			symbols[p[0]+names[0]] = p[0] + names[0]
			for _, name := range names[1:] {
				words[p[1]+name] = p[0] + names[0]
			}
		}
	}
	for _, line := range strings.Split(plainUnits, "\n") {
		names := strings.Fields(line)
		for _, name := range names[1:] {
			words[name] = names[0]
		}
	}
	for symbol, unit := range map[string]string{
		"μg": "µg", "μm": "µm", "μs": "µs", "μl": "µL", "µl": "µL", "μL": "µL", "μM": "µM", "μmol": "µmol",
		"ml": "mL", "l": "L", "dl": "dL", "cl": "cL", "nl": "nL", "h": "hour", "s": "s", "m": "m", "g": "g", "d": "day",
		"B": "B", "K": "K", "W": "W", "V": "V", "t": "t", "KB": "kB", "ft": "foot", "lb": "lb", "lbs": "lb", "oz": "ounce",
		"mi": "mile", "L": "L", "M": "M", "Hz": "Hz", "C": "°C", "F": "°F", "N": "N", "J": "J",
		"KiB": "KiB", "MiB": "MiB", "GiB": "GiB", "TiB": "TiB", "dB": "dB", "USD": "$", "EUR": "€", "GBP": "£", "mol": "mol",
		"kph": "km/hour", "kmh": "km/hour", "mph": "mile/hour", "cc": "cm3", "U": "unit", "IU": "IU", "Da": "Da", "kDa": "kDa",
		"bp": "bp", "kb": "kb", "bps": "bit/s", "Mbps": "Mbit/s", "Gbps": "Gbit/s", "kbps": "kbit/s", "ms": "ms", "in": "",
	} {
		symbols[symbol] = unit
	}
	delete(symbols, "pm") // an hour rather than a picometre
	return symbols, words
}

const (
	prefixes = `k kilo
c centi
m milli
µ micro
n nano
p pico
M mega
G giga
T tera
d deci
h hecto`
	prefixed = `m metre meter
g gram gramme
L litre liter
s second
W watt
V volt
Hz hertz
Pa pascal
J joule
A ampere amp
B byte
bit bit
N newton
mol mole
M molar
Bq becquerel
Gy gray
Sv sievert
cal calorie
eV electronvolt`
	plainUnits = `m metre meter
g gram gramme
L litre liter
s second sec
W watt
V volt
Hz hertz
Pa pascal
J joule
B byte
bit bit
minute minute min
hour hour hr
day day
week week wk
month month mo
year year yr
decade decade
fortnight fortnight
inch inch inche
foot foot feet ft
yard yard yd
mile mile
lb lb
pound pound
ounce ounce oz
stone stone
ton ton
t tonne
gallon gallon
pint pint
acre acre
ha hectare ha
knot knot
°C celsius centigrade
°F fahrenheit
K kelvin
° degree deg
KiB kibibyte
MiB mebibyte
GiB gibibyte
TiB tebibyte
ppm ppm
ppb ppb
rpm rpm
bpm bpm
psi psi
mmHg mmhg
µm micron
% percent pct
pp point
$ dollar buck
cent cent
€ euro
¥ yen
rupee rupee`
)
