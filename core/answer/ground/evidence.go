package ground

import (
	"slices"
	"strings"
	"unicode/utf8"

	"docuquest/core/answer"
	"docuquest/core/language/analysis"
	"docuquest/core/language/text"
)

// evidence is what the places of a statement's quotes say.
type evidence struct {
	quotes    []string // as found
	sentences []string // whole, of which a quote may be cut so that it says the opposite
	titles    []string // what the documents, sections and tables around are called
	headers   []string // the first rows of the tables
	sources   []*source
}

// mostTitle in bytes is how much of a title, a path or a table's header is read.
const mostTitle = 1000

func evidenceOf(places []place) evidence {
	var e evidence
	for _, p := range places {
		e.quotes = append(e.quotes, answer.Display(p.quote()))
		if p.said != p.quote() {
			e.quotes = append(e.quotes, answer.Display(p.said))
		}
		d := p.source.document
		for _, span := range answer.SentencesAt(d, p.span) {
			e.sentences = append(e.sentences, answer.Display(span.Of(d.Text)))
		}
		header := p.source.header(p.span.Start)
		e.headers = append(e.headers, header)
		e.addTitle(d.Title, d.Path, header)
		e.addTitle(p.source.titlesAt(p.span)...)
		e.sources = append(e.sources, p.source)
	}
	return e
}

func (e *evidence) addTitle(titles ...string) {
	for _, title := range titles {
		if title != "" {
			e.titles = append(e.titles, answer.Display(title[:min(len(title), mostTitle)]))
		}
	}
}

// lacks are the pieces of a statement that its evidence does not say: figures with
// their units, denials, comparisons and names.
func (e evidence) lacks(statement string) []lack {
	all := lackingFigures(statement, e)
	around := passagesOf(e.sentences)
	if denial := lackingDenial(statement, around); denial != "" {
		all = append(all, lack{denial, true})
	}
	if word := turnedComparison(statement, around); word != "" {
		all = append(all, lack{word, true})
	} else {
		all = append(all, lackingComparisons(statement, e)...)
	}
	all = append(all, lackingNames(statement, e)...)
	if shareOfWords(statement, slices.Concat(e.quotes, e.sentences, e.headers)...) <= strangeShare {
		all = append(all, lack{"most of its words", false})
	}
	return all
}

// strangeShare of a statement's words may occur in any evidence by chance: what shares
// no more with it is of another thing, or in another language, which nobody here can
// read.
const strangeShare = 1.0 / 3

// canCheck reports whether a statement can be compared with its evidence: each of its
// sentences, and one of the evidence, may be English, or a quote says the very same.
func (e evidence) canCheck(statement string) bool {
	isEnglish := !slices.ContainsFunc(sentencesOf(statement), analysis.IsForeign) &&
		slices.ContainsFunc(sentencesOf(e.sentences...), func(s string) bool { return !analysis.IsForeign(s) })
	said := strings.Trim(fold(statement).text, " .!?")
	return isEnglish || said != "" && slices.ContainsFunc(e.quotes, func(quote string) bool {
		held := fold(quote).text
		at := strings.Index(held, said)
		if at < 0 {
			return false
		}
		before, _ := utf8.DecodeLastRuneInString(held[:at])
		after, _ := utf8.DecodeRuneInString(held[at+len(said):])
		return !isWordRune(before) && !isWordRune(after)
	})
}

func sentencesOf(texts ...string) []string {
	var all []string
	for _, s := range texts {
		for span := range text.Sentences(s) {
			all = append(all, span.Of(s))
		}
	}
	return all
}
