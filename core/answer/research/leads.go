package research

import (
	"cmp"
	"maps"
	"slices"
	"strings"
	"unicode"

	"docuquest/core/document"
	"docuquest/core/language/analysis"
	"docuquest/core/language/text"
	"docuquest/core/search/question"
	"docuquest/core/search/rank"
)

// How leads are weighed.
const (
	// leadBase is the weight of a name in a sentence without any word of the question; all
	// its words add 1.
	leadBase = 0.3
	// laterSeed is the factor for the names of any document but the best.
	laterSeed = 0.5
	// mostLeads is the number of names that are followed in one round. With 12 one of 100 questions
	// that need two files is lost, with 40 none more is won.
	mostLeads = 20
	// mostSeeds is the number of documents that are read for names in one round.
	mostSeeds = 3
	// longestSeed is the part of a document that is read for names, in bytes.
	longestSeed = 64 << 10
)

// A lead is a name that occurs in a document together with words of the question.
type lead struct {
	name    string
	key     string // as it is compared, with a space on each side
	in      string // the title of the document that brings it up
	weight  float64
	context map[string]bool // the words of the question in that sentence, which the name may mean
	opens   bool            // it is the first word of that sentence, and may be any word
}

// leadsOf returns the names in some documents, the best first, that neither the question
// nor the title of the document contains; those next to words of its open part are better.
func leadsOf(asked, open *question.Question, seeds []*document.Document) []lead {
	known := analysis.Phrase(asked.Text)
	words := open.Content()
	byName := map[string]lead{}
	for i, d := range seeds {
		weight := 1.0
		if i > 0 {
			weight = laterSeed
		}
		title := titleOf(d)
		for _, l := range leadsIn(d, known+analysis.Phrase(title), words) {
			l.in, l.weight = title, l.weight*weight
			if byName[l.key].weight < l.weight {
				byName[l.key] = l
			}
		}
	}
	leads := slices.SortedFunc(maps.Values(byName), func(a, b lead) int {
		return cmp.Or(cmp.Compare(b.weight, a.weight), cmp.Compare(a.name, b.name))
	})
	return leads[:min(mostLeads, len(leads))]
}

// leadsIn returns the names in one document that are not known yet. A word that only occurs
// at the start of sentences, "Since" or "Patient", is no name.
func leadsIn(d *document.Document, known string, words []string) []lead {
	const (
		shortest = 5  // bytes of a key: three letters
		longest  = 80 // bytes of a name; a longer line in capitals is none
	)
	content := d.Readable()
	content = content[:min(len(content), longestSeed)]
	var all []lead
	inside := map[string]bool{} // the words of names behind the first word of a sentence
	for span := range text.Sentences(content) {
		sentence := span.Of(content)
		names := question.NamesIn(sentence)
		for i, name := range names {
			if i > 0 || !isOpening(name, sentence) {
				for _, w := range plainWords(name) {
					inside[w] = true
				}
			}
		}
		var context map[string]bool // the words of the question in the sentence, once it has a lead
		for i, name := range names {
			key := analysis.Phrase(name)
			if len(key) < shortest || longest < len(name) || strings.Contains(known, key) {
				continue
			}
			if context == nil {
				context = map[string]bool{}
				folded := analysis.Phrase(sentence)
				for _, w := range words {
					if strings.Contains(folded, " "+w+" ") {
						context[w] = true
					}
				}
			}
			share := float64(len(context)) / max(1, float64(len(words)))
			all = append(all, lead{name: name, key: key, weight: leadBase + share, context: context, opens: i == 0 && isOpening(name, sentence)})
		}
	}
	return slices.DeleteFunc(all, func(l lead) bool { return l.opens && !inside[strings.TrimSpace(l.key)] })
}

// isOpening reports whether a name is the first word of a sentence and no more than that.
func isOpening(name, sentence string) bool {
	return isOneWord(analysis.Phrase(name)) && strings.HasPrefix(sentence[max(0, strings.IndexFunc(sentence, unicode.IsLetter)):], name)
}

// longestTitle is how long a title may be, in bytes. What is longer, or a sentence, is the
// first line of a text that has none.
const longestTitle = 80

// titleOf returns the name of a document.
func titleOf(d *document.Document) string {
	if len(d.Title) <= longestTitle && !strings.HasSuffix(d.Title, ".") {
		return rank.TitleOf(d.Title, d.Path)
	}
	return rank.TitleOf("", d.Path)
}

// isOneWord reports whether the key of a name is one word, which many unrelated titles
// contain.
func isOneWord(key string) bool { return strings.Count(key, " ") <= 2 }
