package research

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"docuquest/core/document"
	"docuquest/core/language/analysis"
	"docuquest/core/language/text"
	"docuquest/core/search/question"
	"docuquest/core/search/retrieve"
)

// A vocabulary is what a query to the other sources may contain: the words of the
// question and of the searches that were planned from it before any file was read, small words
// such as "of", and names that are titles or headings, each of them whole. A query with anything
// else is held, and the user is asked.
//
// So nothing that a file says leaves the machine but its titles, however it is written and
// whoever makes the query: the rules, or a model that obeys an order in a file.
type vocabulary struct {
	typed string          // the question
	words map[string]bool // as they are compared: case, marks and accents make no difference
	names map[string]bool // the words of each, with a space around every one
}

func newVocabulary(asked *question.Question) *vocabulary {
	v := &vocabulary{typed: asked.Text, words: map[string]bool{}, names: map[string]bool{}}
	v.addWords(asked.Text)
	return v
}

func (v *vocabulary) addWords(s string) {
	for _, w := range plainWords(s) {
		v.words[w] = true
	}
}

// longestName is how long a name may be, in bytes: 48 letters of English, 16 of Chinese.
const longestName = 48

// addName adds a title if it is a name: letters in words that begin with capitals, but for small
// ones between them. What has a digit may be a number of somebody, and a sentence is no name.
// What follows in brackets distinguishes a title from another one of the same name.
func (v *vocabulary) addName(title string) {
	title, _, _ = strings.Cut(title, " (")
	letters := 0
	for _, r := range title {
		switch {
		case unicode.IsLetter(r):
			letters++
		case !unicode.IsMark(r) && !strings.ContainsRune(" -'’.&", r):
			return
		}
	}
	if letters < 3 || longestName < len(title) {
		return
	}
	for i, word := range strings.Fields(title) {
		first, _ := utf8.DecodeRuneInString(word)
		if unicode.IsLower(first) && (i == 0 || !question.JoinsNames(word)) {
			return
		}
	}
	v.names[analysis.Phrase(title)] = true
}

// addHeadings adds the headings of a document.
func (v *vocabulary) addHeadings(blocks []document.Block) {
	for _, b := range blocks {
		if b.Kind == document.Section {
			v.addName(b.Title)
		}
		v.addHeadings(b.Children)
	}
}

// mostSigns is how many signs may be between two words of a query.
const mostSigns = 2

// unknown returns the first words of a query that the vocabulary lacks, "" if it has all.
func (v *vocabulary) unknown(query string) string {
	if strings.Contains(v.typed, query) {
		return ""
	}
	for _, r := range query { // what is invisible may be inside of words, too
		if unicode.Is(unicode.Cf, r) && !strings.ContainsRune(v.typed, r) {
			return string(r)
		}
	}
	// A word is covered by itself or by a name that begins with it; covered[i] reports
	// whether all words before the i-th are.
	var words []text.Span
	end := 0
	for w := range text.Words(query) {
		if between := query[min(end, w.Span.Start):w.Span.Start]; !v.isPlain(between) {
			return strings.TrimSpace(between)
		}
		words, end = append(words, w.Span), w.Span.End
	}
	if !v.isPlain(query[end:]) {
		return strings.TrimSpace(query[end:])
	}
	covered := make([]bool, len(words)+1)
	covered[0] = true
	last := 0
	for i := range words {
		if !covered[i] {
			continue
		}
		last = i
		name := " "
		for j := i; j < len(words) && len(name) <= 2*longestName; j++ {
			word := analysis.Exact(words[j].Of(query))
			name += word + " "
			if v.names[name] || i == j && (v.words[word] || analysis.IsStop(word)) {
				covered[j+1] = true
			}
		}
	}
	if covered[len(words)] {
		return ""
	}
	return words[last].Of(query)
}

// isPlain reports whether what is between two words says nothing by itself: spaces and a
// few signs of ASCII, or what the question has.
func (v *vocabulary) isPlain(between string) bool {
	signs := strings.Join(strings.Fields(between), "")
	return len(signs) <= mostSigns && strings.IndexFunc(signs, func(r rune) bool { return r >= utf8.RuneSelf }) < 0 ||
		strings.Contains(v.typed, strings.TrimSpace(between))
}

// allowHeadings adds the headings of the documents of a result.
func (e *expedition) allowHeadings(found *retrieve.Result) {
	for _, d := range found.Documents {
		e.vocabulary.addHeadings(d.Blocks)
	}
}
