package main

import (
	"regexp"
	"strconv"
	"strings"
)

// spoiledKinds say something else than their sentence, or quote what no document has.
var spoiledKinds = []kind{
	// Puts another number, in digits or in words, in the place of one.
	{"another number", false, func(d drawing) (trial, bool) {
		if d.r.IntN(4) == 0 {
			for _, w := range wordsOf(d.text) {
				n := indexOf(smallNumbers, w.text)
				if n < 2 {
					continue
				}
				other := smallNumbers[2+d.r.IntN(len(smallNumbers)-2)]
				if other == w.text || saysWord(d.text, other) || saysNumber(d.text, strconv.Itoa(indexOf(smallNumbers, other))) {
					break
				}
				return d.of(w.replaced(d.text, other), d.text)
			}
			return trial{}, false
		}
		all := plainNumber.FindAllStringSubmatchIndex(d.text, -1)
		if len(all) == 0 {
			return trial{}, false
		}
		m := all[d.r.IntN(len(all))]
		number := d.text[m[4]:m[5]]
		other := d.otherDigits(number)
		if saysNumber(d.text, other) {
			return trial{}, false
		}
		return d.of(d.text[:m[4]]+other+d.text[m[5]:], d.text)
	}},
	// Changes the day, the month or the year of a date, or a month
	// in front of a year.
	{"another date", false, func(d drawing) (trial, bool) {
		one, ok := dateIn(d.text)
		if !ok {
			for _, w := range wordsOf(d.text) {
				n, rest := monthNumber(w.text), d.text[w.end:]
				other := monthNames[1+d.r.IntN(len(monthNames)-1)]
				beforeYear := len(rest) > 4 && rest[0] == ' ' && (rest[1] == '1' || rest[1] == '2') && anyNumber.FindString(rest[1:5]) == rest[1:5]
				if n > 0 && beforeYear && !strings.Contains(d.text, other) {
					return d.of(w.replaced(d.text, other), d.text)
				}
			}
			return trial{}, false
		}
		switch d.r.IntN(3) {
		case 0:
			one.day = 1 + (one.day+d.r.IntN(26))%28
		case 1:
			one.month = 1 + (one.month+d.r.IntN(10))%12
		default:
			one.year += 1 + d.r.IntN(30)
		}
		was, _ := dateIn(d.text)
		rest := d.text[:one.start] + d.text[one.end:]
		switch { // what the sentence says elsewhere may be the date of another thing
		case was == one,
			was.day != one.day && saysNumber(rest, strconv.Itoa(one.day)),
			was.month != one.month && strings.Contains(rest, monthNames[one.month]),
			was.year != one.year && saysNumber(rest, strconv.Itoa(one.year)):
			return trial{}, false
		}
		return d.of(d.text[:one.start]+pick(d.r, one.written())+d.text[one.end:], d.text)
	}},
	// Puts another unit behind a number, or another currency in front.
	{"another unit", false, func(d drawing) (trial, bool) {
		if m := dollars.FindStringIndex(d.text); m != nil && d.r.IntN(2) == 0 {
			other := pick(d.r, []string{"€", "£"})
			statement := d.text[:m[0]] + other + d.text[m[0]+1:]
			return trial{statement, d.text, d.found(d.paper)}, !strings.Contains(d.text, other)
		}
		for _, i := range d.r.Perm(len(otherUnitsOf)) {
			list := otherUnitsOf[i]
			unit, other := pick(d.r, list), pick(d.r, list)
			at := unitAt(d.text, unit)
			if at < 0 || unit == other || unitAt(d.text, other) >= 0 {
				continue
			}
			return d.of(d.text[:at]+other+d.text[at+len(unit):], d.text)
		}
		return trial{}, false
	}},
	// Takes a denial out of a sentence, or puts one in.
	{"turned negation", false, func(d drawing) (trial, bool) {
		if d.r.IntN(2) == 0 {
			for _, pair := range denials {
				if strings.Contains(d.text, pair[0]) && !strings.Contains(d.text, " not only ") {
					return d.of(strings.Replace(d.text, pair[0], pair[1], 1), d.text)
				}
			}
			return trial{}, false
		}
		words := wordsOf(d.text)
		for _, i := range d.r.Perm(len(words)) {
			w := words[i]
			isDenied := i+1 < len(words) && indexOf([]string{"not", "no", "never", "n't"}, words[i+1].text) >= 0
			if indexOf(helpers, w.text) < 0 || !strings.HasPrefix(d.text[w.end:], " ") || isDenied {
				continue
			}
			return d.of(w.replaced(d.text, w.text+pick(d.r, []string{" not", " never", " not"})), d.text)
		}
		return trial{}, false
	}},
	// Puts a name of another document in the place of one.
	{"another name", false, func(d drawing) (trial, bool) {
		names := namesIn(d.text)
		name, other := pick(d.r, names), pick(d.r, d.names)
		if name == "" || other == "" || strings.Contains(strings.ToLower(d.document.Text), strings.ToLower(other)) {
			return trial{}, false
		}
		if strings.EqualFold(name[:3], other[:3]) { // two forms of one name, such as "Poland" and "Polish"
			return trial{}, false
		}
		for _, w := range wordsOf(d.text) {
			if w.text == name && w.start > 0 {
				return d.of(w.replaced(d.text, other), d.text)
			}
		}
		return trial{}, false
	}},
	// Puts a word's opposite in its place.
	{"turned comparison", false, func(d drawing) (trial, bool) {
		pair := opposites[d.r.IntN(len(opposites))]
		if d.r.IntN(2) == 0 {
			pair[0], pair[1] = pair[1], pair[0]
		}
		for i, words := 0, wordsOf(d.text); i < len(words); i++ {
			near := d.text[words[max(0, i-4)].start:words[min(len(words)-1, i+4)].end]
			if words[i].text == pair[0] && !saysWord(near, pair[1]) {
				return d.of(words[i].replaced(d.text, pair[1]), d.text)
			}
		}
		return trial{}, false
	}},
	// Quotes a sentence of another document, which was found as well or not.
	{"quote of another document", false, func(d drawing) (trial, bool) {
		other, ok := d.other()
		if !ok {
			return trial{}, false
		}
		found := d.found(d.paper)
		if d.r.IntN(2) == 0 {
			found = d.found(d.paper, other.paper)
		}
		return trial{d.text, other.text, found}, true
	}},
	// Joins the pieces of two documents, or those of one in wrong order.
	{"stitched quote", false, func(d drawing) (trial, bool) {
		head, gap := headOf(d.text), pick(d.r, []string{" ... ", " [...] ", " … "})
		if d.r.IntN(2) == 0 && d.at > 0 {
			tail := tailOf(d.sentences[d.at-1])
			whole := strings.ToLower(d.document.Text)
			at := strings.LastIndex(whole, strings.ToLower(tail))
			return trial{d.text, head + gap + tail, d.found(d.paper)}, len(tail) >= 20 && at < strings.Index(whole, strings.ToLower(head))
		}
		other, ok := d.other()
		if !ok {
			return trial{}, false
		}
		tail := tailOf(other.text)
		return trial{d.text, head + gap + tail, d.found(d.paper, other.paper)}, !d.says(tail) && !other.says(head)
	}},
	// Returns words of many sentences in an order that nobody wrote, or half
	// a sentence with half of another, which is as long: a quote of which more than three
	// quarters occur in the document is one of those that are only inexact.
	{"invented quote", false, func(d drawing) (trial, bool) {
		other, ok := d.other()
		if !ok {
			return trial{}, false
		}
		head, tail := headOf(d.text), tailOf(other.text)
		quote, isMade := head+" "+tail, len(head) <= len(tail)
		if d.r.IntN(2) == 0 {
			var words []string
			for range 8 + d.r.IntN(12) {
				words = append(words, pick(d.r, strings.Fields(d.pool.sentence(d.r).text)))
			}
			quote, isMade = strings.Join(words, " "), true
		}
		return trial{d.text, quote, d.found(d.paper, other.paper)}, isMade
	}},
}

// A spoiled statement says something that its sentence does not. The words for this
// are the spoiler's own.

var plainNumber = regexp.MustCompile(`(^|[ (=<>~$£€])(\d+(?:[.,]\d+)*)($|[ %,;)]|\.( |$))`)

func indexOf(list []string, s string) int {
	for i, one := range list {
		if one == s {
			return i
		}
	}
	return -1
}

// otherDigits is a number with one digit changed, one more, or two in other order.
func (d drawing) otherDigits(number string) string {
	b := []byte(number)
	at := d.r.IntN(len(b))
	for b[at] < '0' || '9' < b[at] {
		at = d.r.IntN(len(b))
	}
	switch d.r.IntN(3) {
	case 0:
		if at+1 < len(b) && '0' <= b[at+1] && b[at+1] <= '9' && b[at] != b[at+1] && b[at+1] != '0' {
			b[at], b[at+1] = b[at+1], b[at]
			return string(b)
		}
	case 1:
		if !strings.ContainsAny(number, ".,") {
			return number + strconv.Itoa(d.r.IntN(10))
		}
	}
	b[at] = '1' + (b[at]-'0'+byte(d.r.IntN(8)))%9
	return string(b)
}

// saysNumber reports whether a sentence has a number of the same value, or its digits.
func saysNumber(s, number string) bool {
	value := func(n string) float64 {
		f, _ := strconv.ParseFloat(strings.ReplaceAll(n, ",", ""), 64) // of dots there may be several: 0 then
		return f
	}
	for _, m := range anyNumber.FindAllString(s, -1) {
		if m == number || value(m) == value(number) {
			return true
		}
	}
	for n, word := range smallNumbers {
		if value(number) == float64(n) && saysWord(s, word) {
			return true
		}
	}
	return false
}

var anyNumber = regexp.MustCompile(`\d+(?:[.,]\d+)*`)

// otherUnitsOf are lists of units of which each may replace another.
var otherUnitsOf = [][]string{
	{" years", " months", " weeks", " days", " hours", " minutes", " seconds"},
	{" year", " month", " week", " day", " hour", " minute"},
	{"-year", "-month", "-week", "-day", "-hour"},
	{" kg", " g", " mg", " pounds"},
	{" mg/kg", " mg/l"},
	{" km", " miles", " m", " feet"},
	{" metres", " feet", " km"},
	{" mm", " cm", " nm"},
	{"%", " kg", "‰", " °C"},
	{" %", " ‰", " ml"},
	{" percent", " tons"},
	{" ml", " litres"},
	{" °C", " °F"},
	{" h", " min"},
	{" MB", " GB", " KiB"},
	{" acres", " hectares"},
	{" inches", " feet", " yards"},
}

var dollars = regexp.MustCompile(`\$\d`)

// Words behind which "not" may be, and what takes a denial out of a sentence.
var (
	helpers = strings.Fields("is are was were has have had can could will would should must did does may might")
	denials = [][2]string{
		{" did not ", " did "},
		{" does not ", " does "},
		{" is not ", " is "},
		{" are not ", " are "},
		{" was not ", " was "},
		{" were not ", " were "},
		{" cannot ", " can "},
		{" could not ", " could "},
		{" has not ", " has "},
		{" have not ", " have "},
		{" had not ", " had "},
		{" would not ", " would "},
		{" may not ", " may "},
		{" never ", " always "},
		{" without ", " with "},
		{" no significant ", " a significant "},
		{" no difference", " a difference"},
		{" no evidence", " evidence"},
		{" nor ", " and "},
		{" neither ", " both "},
		{" n't ", " "},
		{" not ", " "},
	}
)

// opposites are words of which each says the other's contrary.
var opposites = [][2]string{
	{"more", "less"},
	{"higher", "lower"},
	{"larger", "smaller"},
	{"greater", "smaller"},
	{"longer", "shorter"},
	{"older", "younger"},
	{"better", "worse"},
	{"before", "after"},
	{"earlier", "later"},
	{"first", "last"},
	{"increased", "decreased"},
	{"increase", "decrease"},
	{"increases", "decreases"},
	{"increasing", "decreasing"},
	{"reduced", "increased"},
	{"most", "least"},
	{"above", "below"},
	{"largest", "smallest"},
	{"highest", "lowest"},
	{"oldest", "youngest"},
	{"best", "worst"},
	{"faster", "slower"},
	{"stronger", "weaker"},
	{"reduces", "increases"},
	{"reduction", "increase"},
	{"positive", "negative"},
	{"fewer", "more"},
	{"maximum", "minimum"},
}

// says reports whether a sentence's document has a text, in any case of its letters.
func (s sentence) says(said string) bool {
	return strings.Contains(strings.ToLower(s.document.Text), strings.ToLower(said))
}
