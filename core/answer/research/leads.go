package research

import (
	"cmp"
	"slices"
	"strings"
	"unicode"

	"docuquest/core/document"
	"docuquest/core/language/analysis"
	"docuquest/core/language/text"
	"docuquest/core/search/rank"
)

// How leads are weighed.
const (
	// leadBase is what a name counts that stands in a sentence without any word of the
	// question; all words of it would add 1.
	leadBase = 0.3
	// laterSeed is what the names of a document count that is not the best.
	laterSeed = 0.5
	// mostLeads is how many names are followed in one round. With 12 one of 100 questions
	// that need two files is lost, with 40 none more is won.
	mostLeads = 20
	// mostSeeds is how many documents are read for names in one round.
	mostSeeds = 3
	// longestSeed is how much of a document is read for names, in bytes.
	longestSeed = 64 << 10
)

// A lead is a name that a document brings up beside words of the question.
type lead struct {
	name   string
	key    string // as it is compared, with a space on each side
	in     string // the title of the document that brings it up
	weight float64
	beside map[string]bool // the words of the question in that sentence, which the name may stand for
	opens  bool            // it is the first word of that sentence, and may be any word
}

// leadsOf gives the names in some documents, the best first, that neither the question
// nor the title of the document holds.
func leadsOf(question string, seeds []*document.Document) []lead {
	asked := folded(question)
	words := contentWords(question)
	byName := map[string]lead{}
	for i, d := range seeds {
		weight := 1.0
		if i > 0 {
			weight = laterSeed
		}
		title := titleOf(d)
		for _, l := range leadsIn(d, asked+folded(title), words) {
			l.in, l.weight = title, l.weight*weight
			if byName[l.key].weight < l.weight {
				byName[l.key] = l
			}
		}
	}
	return best(byName)
}

// leadsIn are the names in one document that are not known yet. A word that only stands
// in front of sentences, "Since" or "Patient", is no name.
func leadsIn(d *document.Document, known string, words []string) []lead {
	said := d.Readable()
	said = said[:min(len(said), longestSeed)]
	var all []lead
	inside := map[string]bool{} // the words of names that stand behind the first word of a sentence
	for span := range text.Sentences(said) {
		sentence := span.Of(said)
		names := namesIn(sentence)
		for i, name := range names {
			if i > 0 || !isOpening(name, sentence) {
				addWords(inside, name)
			}
		}
		all = append(all, leadsAmong(names, sentence, known, words)...)
	}
	return slices.DeleteFunc(all, func(l lead) bool { return l.opens && !inside[strings.TrimSpace(l.key)] })
}

// isOpening reports whether a name is the first word of a sentence and no more than that.
func isOpening(name, sentence string) bool {
	return isOneWord(folded(name)) && strings.HasPrefix(strings.TrimLeftFunc(sentence, isNoLetter), name)
}

func isNoLetter(r rune) bool { return !unicode.IsLetter(r) }

// addWords adds the words of a name as they are compared.
func addWords(set map[string]bool, name string) {
	for _, w := range plainWords(name) {
		set[w] = true
	}
}

// longestTitle is how long a title may be, in bytes. What is longer, or a sentence, is the
// first line of a text that has none.
const longestTitle = 80

// titleOf is what a document is called.
func titleOf(d *document.Document) string {
	if len(d.Title) <= longestTitle && !strings.HasSuffix(d.Title, ".") {
		return rank.TitleOf(d.Title, d.Path)
	}
	return rank.TitleOf("", d.Path)
}

// leadsAmong are those of the names of one sentence that are not known yet.
func leadsAmong(names []string, sentence, known string, words []string) []lead {
	const (
		shortest = 5  // bytes of a key: three letters
		longest  = 80 // bytes of a name; a line in capitals that has more is none
	)
	var all []lead
	beside := map[string]bool(nil)
	for i, name := range names {
		key := folded(name)
		if len(key) < shortest || longest < len(name) || strings.Contains(known, key) {
			continue
		}
		if beside == nil {
			beside = heldIn(folded(sentence), words)
		}
		share := float64(len(beside)) / max(1, float64(len(words)))
		all = append(all, lead{name: name, key: key, weight: leadBase + share, beside: beside, opens: i == 0 && isOpening(name, sentence)})
	}
	return all
}

// heldIn are those of some words that stand in a folded text.
func heldIn(said string, words []string) map[string]bool {
	held := map[string]bool{}
	for _, w := range words {
		if strings.Contains(said, " "+w+" ") {
			held[w] = true
		}
	}
	return held
}

func best(byName map[string]lead) []lead {
	var all []lead
	for _, l := range byName {
		all = append(all, l)
	}
	slices.SortFunc(all, func(a, b lead) int {
		return cmp.Or(cmp.Compare(b.weight, a.weight), cmp.Compare(a.name, b.name))
	})
	return all[:min(mostLeads, len(all))]
}

// isOneWord reports whether the key of a name is one word, which many titles hold that
// have nothing to do with it.
func isOneWord(key string) bool { return strings.Count(key, " ") <= 2 }

// contentWords are the different words of a text that say something, as they are
// compared.
func contentWords(s string) []string {
	var words []string
	for w := range strings.FieldsSeq(folded(s)) {
		if !analysis.IsStop(w) && !slices.Contains(words, w) {
			words = append(words, w)
		}
	}
	return words
}
