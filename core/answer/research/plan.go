package research

import (
	"cmp"
	"slices"
	"strings"
	"unicode/utf8"

	"docuquest/core/answer"
	"docuquest/core/language/analysis"
	"docuquest/core/language/lexicon"
	"docuquest/core/language/text"
	"docuquest/core/search/question"
)

// How many queries the first round has.
const (
	mostPlanned  = 5
	leastPlanned = 3 // where the question, in English, has the words for them
)

// mostSlots is how many facts a question may need.
const mostSlots = 8

// A Slot is one fact that an answer needs.
type Slot struct {
	Kind  Kind
	Asked string // what is asked for, in the words of the question or of a model
	// Fill is a passage that says it, with its place; nil where none was found.
	Fill *Fill
	// Compared says that it is one of several things that are compared. What fills it
	// speaks of that thing, which is no proof that it says by what it is compared.
	Compared bool

	own   []string // the words of its part of the question
	about []string // further ones, of what that part leans on
}

// Filled reports whether something was found for the slot.
func (s Slot) Filled() bool { return s.Fill != nil }

// A Fill is a quote that fills a slot.
type Fill struct {
	Quote answer.Quote // in Report.Found
	Path  string       // of its document
}

// plannedQueries returns the question, its parts and its names.
func plannedQueries(asked *question.Question) []Query {
	all := []Query{{Text: asked.Text, Round: 1, Why: "the question"}}
	for _, p := range asked.Parts {
		if len(asked.Parts) > 1 {
			all = addQuery(all, Query{Text: p.Query(), Round: 1, Why: "a part of it"})
		}
	}
	for _, name := range asked.AskedNames() {
		all = addQuery(all, Query{Text: name, Round: 1, Why: "a name in it", isName: true})
	}
	return all
}

// filledUp adds queries to those of a question that has few parts and names, the best first:
// the things it speaks of, which some file may be named after, unless other sources are asked
// too, where nothing is; and the words of each part as they were typed, with those that often
// occur where such a thing is written and by themselves. Many files are named after a thing of
// one word. Questions of few words, in other languages or in scripts without spaces have fewer
// than leastPlanned.
func filledUp(all []Query, asked *question.Question, hasOthers bool) []Query {
	var things, short, likely, vague []Query
	for _, thing := range asked.Things {
		q := Query{Text: thing, Round: 1, Why: "what it speaks of", isName: true}
		switch {
		case hasOthers:
		case isOneWord(analysis.Phrase(thing)):
			short = append(short, q)
		default:
			things = append(things, q)
		}
	}
	written := lexicon.Of(asked.Language).Section("written with")
	for _, s := range slotsOf(asked) {
		words := typedWords(asked, s.own)
		if words == "" {
			continue
		}
		if with := strings.Join(written.Words(string(s.Kind)), " "); with != "" {
			// Words of other kinds are in any file, where they have nothing to do with the question.
			isLikely := s.Kind == Cause || s.Kind == Definition
			noun := cmp.Or(strings.TrimPrefix(string(s.Kind), string(Free)), "fact")
			q := Query{Text: words + " " + with, Round: 1, Why: "what tells a " + noun, isVague: !isLikely}
			if isLikely {
				likely = append(likely, q)
			} else {
				vague = append(vague, q)
			}
		}
		vague = append(vague, Query{Text: words, Round: 1, Why: "its words", isVague: true})
	}
	for _, q := range slices.Concat(things, likely, short, vague) {
		if len(all) < leastPlanned {
			all = addQuery(all, q)
		}
	}
	return all
}

// typedWords returns some words of a question as they were typed, "" where one is of a
// script without spaces.
func typedWords(asked *question.Question, forms []string) string {
	typed := map[string]string{}
	for _, w := range asked.Words {
		if first, _ := utf8.DecodeRuneInString(w.Typed); !w.Bigram && !text.IsUnspaced(first) {
			typed[w.Form] = cmp.Or(typed[w.Form], w.Typed)
		}
	}
	words := make([]string, len(forms))
	for i, form := range forms {
		if words[i] = typed[form]; words[i] == "" {
			return ""
		}
	}
	return strings.Join(words, " ")
}

// addQuery adds a query that is not there yet, if there is room.
func addQuery(all []Query, q Query) []Query {
	key := analysis.Phrase(q.Text)
	known := slices.ContainsFunc(all, func(other Query) bool { return analysis.Phrase(other.Text) == key })
	if known || strings.TrimSpace(key) == "" || mostPlanned <= len(all) {
		return all
	}
	return append(all, q)
}

// slotsOf returns the slots of a question: one for each thing that is compared, else one
// for each part.
func slotsOf(asked *question.Question) []Slot {
	var slots []Slot
	for _, c := range asked.Compared[:min(len(asked.Compared), mostSlots)] {
		others := asked.SaidOfAll()
		slots = append(slots, Slot{
			Kind: kindOf(asked.ComparedBy()), Asked: strings.TrimSuffix(c.Name+": "+strings.Join(others, " "), ": "), Compared: true,
			own: c.Own, about: others,
		})
	}
	if len(slots) > 0 {
		return slots
	}
	for _, p := range asked.Parts[:min(len(asked.Parts), mostSlots)] {
		label := cmp.Or(p.Text, strings.TrimSpace(asked.Text)) // "?" alone has no words
		slots = append(slots, Slot{Kind: kindOf(p.Kind), Asked: label, own: p.Own, about: p.About})
	}
	return slots
}
