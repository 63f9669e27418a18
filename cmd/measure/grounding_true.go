package main

import (
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"
)

// A kind is a way to make statements of sentences.
type kind struct {
	name   string
	isTrue bool
	// make is false for a sentence that does not allow it.
	make func(drawing) (trial, bool)
}

// kinds are all ways, the true ones first.
var kinds = slices.Concat(trueKinds, spoiledKinds)

// trueKinds say what their sentence says.
var trueKinds = []kind{
	{"as it stands", true, func(d drawing) (trial, bool) { return trial{d.text, d.text, d.found(d.paper)}, true }},
	// Takes a sentence up to a comma as statement and quote.
	{"a part of a sentence", true, func(d drawing) (trial, bool) {
		at := max(strings.LastIndex(d.text, ", "), strings.LastIndex(d.text, "; "))
		if at < shortestSentence {
			return trial{}, false
		}
		return d.of(strings.TrimSpace(d.text[:at]), strings.TrimSpace(d.text[:at]))
	}},
	// Drops what is in front of the first comma and says nothing that
	// the rest depends on.
	{"without what leads to it", true, func(d drawing) (trial, bool) {
		lead, rest, ok := strings.Cut(d.text, ", ")
		for _, word := range slices.Concat(denying, []string{"if", "unless", "when"}) {
			ok = ok && !saysWord(lead, word)
		}
		first, size := utf8.DecodeRuneInString(rest)
		if !ok || len(rest) < shortestSentence || !unicode.IsLower(first) || len(lead) > shortestSentence {
			return trial{}, false
		}
		return d.of(string(unicode.ToUpper(first))+rest[size:], d.text)
	}},
	{"contractions", true, func(d drawing) (trial, bool) {
		statement := d.text
		for _, form := range shortForms {
			from, to := form[0], form[1]
			if !strings.Contains(statement, from) {
				from, to = to, from
			}
			statement = strings.Replace(statement, from, to, 1)
		}
		return d.of(statement, d.text)
	}},
	{"quote in other case", true, func(d drawing) (trial, bool) {
		quote := strings.ToUpper(d.text)
		if d.r.IntN(2) == 0 {
			quote = strings.ToLower(d.text)
		}
		return trial{d.text, quote, d.found(d.paper)}, true
	}},
	// Writes the quote as it might be on a page of a book.
	{"quote in other layout", true, func(d drawing) (trial, bool) {
		words := wordsOf(d.text)
		w := words[d.r.IntN(len(words))]
		quote := w.replaced(d.text, "**"+w.text+"**")
		switch d.r.IntN(4) {
		case 0:
			quote = strings.Replace(d.text, " ", "\n", d.r.IntN(len(words)))
		case 1:
			half := len(w.text) / 2
			if strings.IndexFunc(w.text, func(r rune) bool { return r > unicode.MaxASCII || !unicode.IsLetter(r) }) >= 0 || half == 0 {
				return trial{}, false
			}
			quote = w.replaced(d.text, w.text[:half]+"-\n"+w.text[half:])
		case 2:
			quote = strings.NewReplacer("'", "’", "\"", "“", " - ", " – ", "fi", "ﬁ").Replace(d.text)
		}
		return trial{d.text, quote, d.found(d.paper)}, true
	}},
	// Quotes the first and the last words of a sentence, or of two neighbours.
	{"quote with pieces left out", true, func(d drawing) (trial, bool) {
		next := d.text
		if d.at+1 < len(d.sentences) {
			next = d.sentences[d.at+1]
		}
		head, tail := headOf(d.text), tailOf(next)
		for _, word := range denying { // in what is left out it may deny what is quoted
			if saysWord(d.text, word) || saysWord(next, word) {
				return trial{}, false
			}
		}
		gap := pick(d.r, []string{" ... ", " [...] ", " … "})
		first, second := strings.Index(d.document.Text, d.text), strings.LastIndex(d.document.Text, next)
		const near = 1200
		return trial{head, head + gap + tail, d.found(d.paper)}, 0 <= first && first <= second && second-first < near
	}},
	// Groups digits or takes the groups away, and writes small numbers as
	// words and words as numbers.
	{"numbers in another form", true, func(d drawing) (trial, bool) {
		if m := groupedNumber.FindString(d.text); m != "" {
			return d.of(strings.Replace(d.text, m, strings.ReplaceAll(m, ",", ""), 1), d.text)
		}
		if m := longNumber.FindStringSubmatchIndex(d.text); m != nil && d.r.IntN(2) == 0 {
			number := d.text[m[4]:m[5]]
			if number[0] > '2' || len(number) > 4 {
				return d.of(d.text[:m[4]]+number[:len(number)-3]+","+number[len(number)-3:]+d.text[m[5]:], d.text)
			}
		}
		if m := smallNumber.FindStringSubmatchIndex(d.text); m != nil {
			n, _ := strconv.Atoi(d.text[m[4]:m[5]])
			if 1 < n && n < len(smallNumbers) && monthNumber(d.text[m[6]:m[7]]) == 0 {
				return d.of(d.text[:m[4]]+smallNumbers[n]+d.text[m[5]:], d.text)
			}
		}
		for n, word := range smallNumbers {
			for _, w := range wordsOf(d.text) {
				if n > 1 && w.text == word && !bigNumber.MatchString(d.text) {
					return d.of(w.replaced(d.text, strconv.Itoa(n)), d.text)
				}
			}
		}
		return trial{}, false
	}},
	{"units in another form", true, func(d drawing) (trial, bool) {
		for _, i := range d.r.Perm(len(sameUnits)) {
			from, to := sameUnits[i][0], sameUnits[i][1]
			if d.r.IntN(2) == 0 {
				from, to = to, from
			}
			if at := unitAt(d.text, from); at >= 0 {
				return d.of(d.text[:at]+to+d.text[at+len(from):], d.text)
			}
		}
		return trial{}, false
	}},
	{"dates in another form", true, func(d drawing) (trial, bool) {
		one, ok := dateIn(d.text)
		if !ok {
			return trial{}, false
		}
		return d.of(d.text[:one.start]+pick(d.r, one.written())+d.text[one.end:], d.text)
	}},
}

// denying are words that may deny what is around them.
var denying = strings.Fields("without not no never neither nor few little cannot n't lack lacking nothing none")

// shortForms are pairs of a long and a short form.
var shortForms = [][2]string{
	{" did not ", " didn't "},
	{" does not ", " doesn't "},
	{" do not ", " don't "},
	{" is not ", " isn't "},
	{" are not ", " aren't "},
	{" was not ", " wasn't "},
	{" were not ", " weren't "},
	{" has not ", " hasn't "},
	{" have not ", " haven't "},
	{" had not ", " hadn't "},
	{" cannot ", " can't "},
	{" can not ", " cannot "},
	{" could not ", " couldn't "},
	{" would not ", " wouldn't "},
	{" will not ", " won't "},
	{" should not ", " shouldn't "},
	{" it is ", " it's "},
	{" that is ", " that's "},
	{" they are ", " they're "},
	{" did n't ", " did not "},
	{" is n't ", " is not "},
}

// headOf and tailOf are the first and the last words of a sentence.
func headOf(s string) string {
	words := wordsOf(s)
	return s[:words[len(words)*2/5].end]
}

func tailOf(s string) string {
	words := wordsOf(s)
	return s[words[len(words)*3/5].start:]
}

var (
	groupedNumber = regexp.MustCompile(`\b\d{1,3}(,\d{3})+\b`)
	longNumber    = regexp.MustCompile(`(^|[ (])(\d{4,7})([ ,;)])`)
	bigNumber     = regexp.MustCompile(`(?i)hundred|thousand|ty[- ]`)
	smallNumber   = regexp.MustCompile(`(^|[ (])(\d{1,2}) ([a-z]{4,})`)
)

// sameUnits are pairs of spellings behind a number.
var sameUnits = [][2]string{
	{" km", " kilometres"},
	{" kg", " kilograms"},
	{" mg", " milligrams"},
	{" mm", " millimeters"},
	{" cm", " centimetres"},
	{"%", " percent"},
	{" %", " per cent"},
	{" ml", " millilitres"},
	{" ms", " milliseconds"},
	{" m", " metres"},
	{" years", "-year"},
	{" h", " hours"},
	{" min", " minutes"},
	{" miles", " mi"},
	{" °C", " degrees Celsius"},
	{" weeks", " wk"},
	{" feet", " ft"},
	{" months", " mo"},
	{" hours", " h"},
	{" minutes", " min"},
	{" days", "-day"},
}

// unitAt is where a unit is right behind a digit and ends a word, -1 if nowhere.
func unitAt(s, unit string) int {
	for from := 0; ; {
		at := strings.Index(s[from:], unit)
		if at < 0 {
			return -1
		}
		at += from
		next, _ := utf8.DecodeRuneInString(s[at+len(unit):])
		if at > 0 && '0' <= s[at-1] && s[at-1] <= '9' && !unicode.IsLetter(next) && !unicode.IsDigit(next) && next != '/' && next != '-' && next != '^' {
			return at
		}
		from = at + len(unit)
	}
}

var (
	dayFirst   = regexp.MustCompile(`\b(\d{1,2}) ([A-Z][a-z]+),? (\d{4})\b`)
	monthFirst = regexp.MustCompile(`\b([A-Z][a-z]+) (\d{1,2}) ?, (\d{4})\b`)
)

// A date is one in a sentence.
type date struct {
	start, end       int
	day, month, year int
}

// dateIn is the first whole date of a sentence.
func dateIn(s string) (date, bool) {
	if m := dayFirst.FindStringSubmatchIndex(s); m != nil && monthNumber(s[m[4]:m[5]]) > 0 {
		return newDate(m, s[m[2]:m[3]], s[m[4]:m[5]], s[m[6]:m[7]]), true
	}
	if m := monthFirst.FindStringSubmatchIndex(s); m != nil && monthNumber(s[m[2]:m[3]]) > 0 {
		return newDate(m, s[m[4]:m[5]], s[m[2]:m[3]], s[m[6]:m[7]]), true
	}
	return date{}, false
}

func newDate(at []int, day, month, year string) date {
	d, _ := strconv.Atoi(day) // digits, as the pattern says
	y, _ := strconv.Atoi(year)
	return date{at[0], at[1], d, monthNumber(month), y}
}

// written are the ways to write the date.
func (d date) written() []string {
	month := monthNames[d.month]
	return []string{
		fmt.Sprintf("%d %s %d", d.day, month, d.year), fmt.Sprintf("%s %d, %d", month, d.day, d.year),
		fmt.Sprintf("%04d-%02d-%02d", d.year, d.month, d.day), fmt.Sprintf("%d %s. %d", d.day, month[:3], d.year),
		fmt.Sprintf("the %dth of %s %d", d.day, month, d.year),
	}
}

// monthNames are those of the year, from 1.
var monthNames = strings.Split(" January February March April May June July August September October November December", " ")

// monthNumber is the number of a month, 0 for any other word.
func monthNumber(word string) int {
	for n, month := range monthNames {
		if n > 0 && month == word {
			return n
		}
	}
	return 0
}

// smallNumbers are the words of numbers.
var smallNumbers = strings.Fields("zero one two three four five six seven eight nine ten eleven twelve")
