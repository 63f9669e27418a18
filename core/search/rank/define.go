package rank

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"docuquest/core/language/lexicon"
	"docuquest/core/language/text"
	"docuquest/core/search/question"
)

// How surely a form of words says what a thing is.
const (
	sureForm    = 1.0 // "X is a", "X: ...", "X means"
	nearForm    = 0.8 // "called X", "Xylo Yard (XY)", "the X thing is a"
	loosestForm = 0.5 // "X is seen"
	inPrograms  = 0.6 // of any form: comments define what a program calls by a word
)

// definesWeight is what a document gains that says what the question asks the meaning of, beside the
// BM25 of the best one, which counts 1.
const definesWeight = 0.8

// DefinesPart is what a document gains for how surely it says what the question asks the meaning of.
func DefinesPart(sure float64) Part {
	return Part{Signal: "defines", Value: sure, Whole: 1, Weight: definesWeight}
}

// A Subject is what a question asks the meaning of.
type Subject struct {
	stems []string
	typed string // its longest word
	short bool   // it is one word of capitals, or may be
}

// Subject returns what the question asks the meaning of; ok is false where it asks for something else.
func (m *Matcher) Subject(asked *question.Question) (s Subject, ok bool) {
	for _, w := range asked.Subject() {
		stem := m.stem(w.Typed)
		if stem == "" {
			continue
		}
		s.stems = append(s.stems, stem)
		if len(s.typed) < len(w.Typed) {
			s.typed = w.Typed
		}
	}
	s.short = len(s.stems) == 1 && utf8.RuneCountInString(s.typed) <= longestShort
	return s, len(s.stems) > 0
}

const (
	longestShort = 8   // characters of an abbreviation
	aroundWord   = 300 // bytes of a text before and behind a word of the subject that are read
	mostPlaces   = 60  // of it in a text
	leastMeaning = 2   // words behind the term of a list, which else is a key with a value
)

// Defines returns how surely a text says what a subject is, 0 to 1, and the sentence that does so.
// It reads what is around the longest word of the subject.
func (m *Matcher) Defines(s Subject, content string, isCode bool) (surest float64, at text.Span) {
	forms := []string{s.typed, strings.ToLower(s.typed), strings.ToUpper(s.typed), upperFirst(s.typed)}
	slices.Sort(forms)
	places := 0
	for _, form := range slices.Compact(forms) {
		// The last letter may be another one: libraries, for library.
		stem := form[:max(1, len(form)-1)]
		for from := 0; places < mostPlaces; places++ {
			i := strings.Index(content[from:], stem)
			if i < 0 {
				break
			}
			i += from
			from = i + len(stem)
			line := text.Span{Start: max(0, i-aroundWord), End: min(len(content), i+aroundWord)}
			for sentence := range text.Sentences(line.Of(content)) {
				sentence = sentence.Shift(line.Start)
				if !sentence.Contains(i) {
					continue
				}
				if sure := m.definesIn(s, content, sentence); surest < sure {
					surest, at = sure, sentence
				}
			}
			if sureForm <= surest {
				break
			}
		}
	}
	if isCode {
		surest *= inPrograms
	}
	return surest, at
}

func upperFirst(s string) string {
	first, size := utf8.DecodeRuneInString(s)
	return string(unicode.ToUpper(first)) + s[size:]
}

// definesIn returns how surely a sentence of a text says what the subject is.
func (m *Matcher) definesIn(s Subject, content string, sentence text.Span) float64 {
	said := sentence.Of(content)
	words := question.WordsIn(said)
	surest := 0.0
	for i := 0; i < len(words); i++ {
		end, ok := m.subjectAt(s, words[i:])
		if !ok {
			continue
		}
		named := text.Span{Start: words[i].Span.Start, End: words[i+end-1].Span.End}
		surest = max(surest, s.formOf(m, said, words, i, i+end), s.expands(said, words, i, named))
		i += end - 1
	}
	return surest
}

// subjectAt returns how many words at the start of some are the subject.
func (m *Matcher) subjectAt(s Subject, words []question.Word) (end int, ok bool) {
	has := make([]bool, len(s.stems))
	for ; end < len(words); end++ {
		stem := m.stem(words[end].Typed)
		at := slices.Index(s.stems, stem)
		isInside := stem == "" && end > 0 && slices.Contains(has, false) // "only" of "receive only folder"
		if at < 0 && !isInside {
			break
		}
		if at >= 0 {
			has[at] = true
		}
	}
	return end, end > 0 && !slices.Contains(has, false)
}

// formOf returns how surely the words around the subject, which is words[from:to] of a sentence, say
// what it is.
func (s Subject) formOf(m *Matcher, said string, words []question.Word, from, to int) float64 {
	verbs, articles := lexicon.Any("saying"), lexicon.Any("articles")
	is := func(i int, key string) bool {
		return i < len(words) && slices.Contains(verbs.Keys(words[i].Folded), key)
	}
	// What is in front of it on its line: articles alone, but for marks and roles such as ":ref:".
	start := 1 + strings.LastIndexByte(said[:words[from].Span.Start], '\n')
	isOpening, before := true, from-1
	for i := from - 1; i >= 0 && start <= words[i].Span.Start; i-- {
		isRole := strings.HasPrefix(said[words[i].Span.End:], ":`")
		isOpening = isOpening && (isRole || articles.Has(words[i].Folded))
	}
	for before >= 0 && articles.Has(words[before].Folded) {
		before--
	}
	if before > 0 && is(before, "as") {
		before--
	}
	if before >= 0 && is(before, "name") {
		return nearForm
	}
	if !isOpening {
		return 0
	}
	rest := strings.TrimLeft(said[words[to-1].Span.End:], "*_`'”)")
	isTerm := (from == 0 || words[from-1].Span.End <= start) && (rest == ":" || strings.HasPrefix(rest, ":\n"))
	for _, separator := range []string{": ", " - ", " – ", " — ", " -> "} {
		meaning, ok := strings.CutPrefix(rest, separator)
		isTerm = isTerm || ok && (from == 0 || words[from-1].Span.End <= start) && leastMeaning <= len(strings.Fields(meaning))
	}
	switch {
	case isTerm:
		return sureForm
	case is(to, "definition") && to+1 < len(words) && (articles.Has(words[to+1].Folded) || is(to+1, "defined")), is(to, "meaning"):
		return sureForm
	case is(to+1, "definition") && to+2 < len(words) && articles.Has(words[to+2].Folded), is(to, "definition"):
		return loosestForm
	}
	return 0
}

// expands returns how surely a sentence says what the subject, an abbreviation, is short for: in
// brackets behind it, or in front of the brackets that it is in.
func (s Subject) expands(said string, words []question.Word, at int, named text.Span) float64 {
	if !s.short {
		return 0
	}
	short := strings.Trim(text.Fold(named.Of(said)), "s")
	if strings.HasSuffix(strings.TrimRight(said[:named.Start], "\"'`*“"), "(") {
		for first := max(0, at-len(short)-2); first <= at-2; first++ {
			if abbreviates(short, words[first:at]) {
				return nearForm
			}
		}
	}
	if rest := strings.TrimLeft(said[named.End:], " *`\"'"); strings.HasPrefix(rest, "(") {
		length := strings.IndexByte(rest, ')')
		if length > 0 && abbreviates(short, question.WordsIn(rest[:length])) {
			return nearForm
		}
	}
	return 0
}

// abbreviates reports whether a folded word is made of letters of words, of each its first one and
// perhaps further ones; small words may be left out.
func abbreviates(short string, words []question.Word) bool {
	if len(words) == 0 {
		return short == ""
	}
	if words[0].Stop && abbreviates(short, words[1:]) {
		return true
	}
	word := words[0].Folded
	for at := 0; short != ""; short = short[1:] {
		i := strings.IndexByte(word[at:], short[0])
		if i < 0 || at == 0 && i > 0 {
			return false
		}
		if at += i + 1; abbreviates(short[1:], words[1:]) {
			return true
		}
	}
	return false
}
