package question

import (
	"regexp"
	"slices"
	"strings"
	"sync"

	"docuquest/core/language/lexicon"
	"docuquest/core/language/quantity"
	"docuquest/core/language/text"
)

// A LineItem is a line of a statement of accounts that a question asks for, by its name or by
// that of a figure which is computed of it: "COGS", or "inventory turnover".
type LineItem struct {
	Key  string // of [line items] in the lexicon
	Said string // as the question has it, see [Label]
}

// Label returns a name as line items are compared: its words, folded, with one space between
// them. Marks are left out, but for "&" inside of a short name: "P&L", "PP&E".
func Label(s string) string {
	var b strings.Builder
	end := 0
	for w := range text.Words(s) {
		if w.Bigram && w.Span.Start < end {
			continue
		}
		if between := s[end:w.Span.Start]; b.Len() > 0 && between == "&" {
			b.WriteByte('&')
		} else if b.Len() > 0 && between != "'" && between != "’" {
			b.WriteByte(' ')
		}
		b.WriteString(text.Fold(w.Span.Of(s)))
		end = w.Span.End
	}
	return b.String()
}

// A phrasebook finds the phrases of a section of the lexicon in labels.
type phrasebook struct {
	keys    map[string][]string // by phrase
	longest int                 // in words
}

// phrases returns the phrasebook of a section, in all languages.
var phrases = func() func(section string) phrasebook {
	var books sync.Map
	return func(section string) phrasebook {
		if b, ok := books.Load(section); ok {
			return b.(phrasebook)
		}
		b := phrasebook{keys: map[string][]string{}}
		for key, words := range lexicon.Any(section).All() {
			for _, w := range words {
				label := Label(w)
				b.keys[label] = append(b.keys[label], key)
				b.longest = max(b.longest, 1+strings.Count(label, " "))
			}
		}
		books.Store(section, b)
		return b
	}
}()

// find visits the phrases in a label, each time the longest one from a word on, with the keys of each.
func (b phrasebook) find(label string, visit func(phrase string, keys []string)) {
	words := strings.Split(label, " ")
	for at := 0; at < len(words); {
		length := min(b.longest, len(words)-at)
		for ; length > 0; length-- {
			phrase := strings.Join(words[at:at+length], " ")
			if keys := b.keys[phrase]; keys != nil {
				visit(phrase, keys)
				break
			}
		}
		at += max(1, length)
	}
}

// phrasesOf returns the phrases of a section of the lexicon in a text.
func phrasesOf(section, s string) []string {
	var all []string
	phrases(section).find(Label(s), func(phrase string, _ []string) { all = append(all, phrase) })
	return all
}

// StatementsIn returns the kinds of statements of accounts that a text names, such as "balance",
// each once.
func StatementsIn(s string) []string {
	var kinds []string
	phrases("financial statements").find(Label(s), func(_ string, keys []string) {
		if !slices.Contains(kinds, keys[0]) {
			kinds = append(kinds, keys[0])
		}
	})
	return kinds
}

// readLineItems reads which lines of which statements a question asks for. One that names
// neither a statement nor a fiscal year is no question on accounts: "sales" may be anything.
func (q *Question) readLineItems() {
	q.Statements = StatementsIn(q.Text)
	if len(q.Statements) == 0 && len(q.FiscalYears()) == 0 {
		return
	}
	add := func(key, said string) {
		at := slices.IndexFunc(q.LineItems, func(i LineItem) bool { return i.Key == key })
		if at < 0 {
			q.LineItems = append(q.LineItems, LineItem{key, said})
		} else {
			q.LineItems[at].Said += " " + said
		}
	}
	// A figure may be both: "gross margin" is a line of some statements.
	label := Label(q.Text)
	taken := map[string]bool{}
	phrases("computed figures").find(label, func(phrase string, keys []string) {
		taken[phrase] = true
		for _, key := range keys {
			add(key, phrase)
		}
	})
	for phrase := range taken {
		label = strings.ReplaceAll(" "+label+" ", " "+phrase+" ", "  ")
	}
	phrases("line items").find(label, func(phrase string, keys []string) { add(keys[0], phrase) })
}

// FiscalYears returns the fiscal years that the question names, as "2017", each once.
func (q *Question) FiscalYears() []string {
	var years []string
	for t := range quantity.Terms(q.Text) {
		if year, ok := strings.CutPrefix(t.Form, "FY"); ok && !slices.Contains(years, year) {
			years = append(years, year)
		}
	}
	return years
}

// A Period is a quarter of a year, or a year where Quarter is 0.
type Period struct{ Year, Quarter string }

var (
	quarterBefore = regexp.MustCompile(`(?i)(?:^|[^\pL\d])q([1-4])\D{0,12}((?:19|20)\d\d)(?:\D|$)`)
	quarterBehind = regexp.MustCompile(`(?i)(?:^|\D)((?:19|20)\d\d)[^\pL\d]?q([1-4])(?:[^\pL\d]|$)`)
	joinedQuarter = regexp.MustCompile(`(?i)(?:^|[^\pL\d])q([1-4])((?:19|20)\d\d)(?:\D|$)`)
	yearAlone     = regexp.MustCompile(`(?:^|\D)((?:19|20)\d\d)(?:\D|$)`)
)

// PeriodsIn returns the quarters that a text names with their years, as in "Q2 of FY2023" and "2023Q2", and
// the years, each once.
func PeriodsIn(s string) []Period {
	var all []Period
	add := func(p Period) {
		if !slices.Contains(all, p) {
			all = append(all, p)
		}
	}
	for _, re := range []*regexp.Regexp{quarterBefore, joinedQuarter} {
		for _, m := range re.FindAllStringSubmatch(s, -1) {
			add(Period{m[2], m[1]})
		}
	}
	for _, m := range quarterBehind.FindAllStringSubmatch(s, -1) {
		add(Period{m[1], m[2]})
	}
	for _, m := range yearAlone.FindAllStringSubmatch(s, -1) {
		add(Period{m[1], ""})
	}
	return all
}

// withoutAnswerForm returns a text without what only says how to answer it, or where to look: sentences such
// as "Round your answer to two decimal places.", definitions of figures and statements in front of the
// question, where another sentence asks.
func (q *Question) withoutAnswerForm(s string) string {
	type sentence struct {
		said string
		asks bool
	}
	var all []sentence
	asks := func(s string) bool {
		words := wordsOf(s)
		return strings.HasSuffix(strings.TrimSpace(s), "?") || len(words) > 0 && (q.words.Section("asks").Has(words[0]) || q.words.Has("helpers", "verb", words[0]))
	}
	one := false
	for span := range text.Sentences(s) {
		said := span.Of(s)
		all = append(all, sentence{said, asks(said)})
		one = one || asks(said)
	}
	if !one {
		return s
	}
	var kept []string
	for _, one := range all {
		words := wordsOf(one.said)
		for len(words) > 0 && q.words.Has("instructions", "polite", words[0]) {
			words = words[1:]
		}
		instructs := len(words) > 0 && q.words.Has("answer instructions", "verb", words[0])
		defines := len(phrasesOf("line items", one.said)) > 1 || len(StatementsIn(one.said)) > 0
		if !one.asks && (instructs || defines) {
			continue
		}
		kept = append(kept, q.withoutSource(q.withoutRemarks(one.said)))
	}
	if len(kept) == 0 {
		return s
	}
	return strings.Join(kept, " ")
}

// withoutRemarks returns a sentence without the brackets that say how to write the answer.
func (q *Question) withoutRemarks(s string) string {
	isRemark := func(words []string) bool {
		return slices.ContainsFunc(words, func(w string) bool { return q.words.Has("answer instructions", "form", w) })
	}
	for at := 0; ; {
		open := strings.IndexByte(s[at:], '(')
		if open < 0 {
			return s
		}
		open += at
		length := strings.IndexByte(s[open:], ')')
		if length < 0 {
			return s
		}
		if at = open + length + 1; isRemark(wordsOf(s[open:at])) || strings.Contains(s[open:at], "%") {
			s, at = s[:open]+s[at:], open
		}
	}
}

// withoutSource returns a question without a clause in front of it that names a statement of accounts: "In
// agreement with the information in the income statement, what is ...".
func (q *Question) withoutSource(s string) string {
	for at := range len(s) {
		if s[at] != ',' && s[at] != ':' {
			continue
		}
		rest := strings.TrimSpace(s[at+1:])
		words := wordsOf(rest)
		asks := len(words) > 0 && (q.words.Section("asks").Has(words[0]) || q.words.Has("helpers", "verb", words[0]))
		if asks && len(StatementsIn(s[:at])) > 0 {
			return rest
		}
	}
	return s
}

// NamedBy returns how well what a row is called names each line item of the question, by its number: 1 if it
// does and says no more, else the share of its words that do.
func (q *Question) NamedBy(row string) map[int]float64 {
	label := Label(row[:strings.IndexByte(row+"(", '(')])
	if label == "" {
		return nil
	}
	words := 0
	modifiers := lexicon.Any("line item modifiers")
	for w := range strings.SplitSeq(label, " ") {
		if !modifiers.Has(w) {
			words++
		}
	}
	var named map[int]float64
	phrases("line items").find(label, func(phrase string, keys []string) {
		said := 0
		for w := range strings.SplitSeq(phrase, " ") {
			if !modifiers.Has(w) {
				said++
			}
		}
		for i, item := range q.LineItems {
			if slices.Contains(keys, item.Key) {
				if named == nil {
					named = map[int]float64{}
				}
				named[i] = max(named[i], float64(max(said, 1))/float64(max(words, 1)))
			}
		}
	})
	return named
}
