package research

import (
	"maps"
	"slices"
	"strings"

	"docuquest/core/answer"
	"docuquest/core/answer/ground"
	"docuquest/core/file"
	"docuquest/core/language/analysis"
	"docuquest/core/language/lexicon"
	"docuquest/core/language/quantity"
	"docuquest/core/language/text"
	"docuquest/core/search/question"
	"docuquest/core/search/retrieve"
)

// When a sentence fills a slot by the rules.
const (
	// leastNear is the share of the words of the slot, by their weights, that must occur
	// in the sentence, in the titles above it, or be what a name in it means.
	leastNear = 0.5
	// leastNearFree is the same where no kind of thing distinguishes the answer from the rest.
	leastNearFree = 0.55
	// throughTitle and throughName are what a word counts that only a title holds, or that
	// was next to a name in the document that brought the name up.
	throughTitle = 0.9
	throughName  = 0.8
	// aboutShare is what the words count that a part of a question only leans on.
	aboutShare = 0.1
	// leastAbout is the share of those words, by their weights, that a sentence bears on
	// at least which fills a part of one word.
	leastAbout = 0.25
	// leastWeight is that of a word that every file contains, and of one that is no term.
	leastWeight = 1
)

// A filling is a look for slots in evidence. It is for one goroutine.
type filling struct {
	found    *retrieve.Result
	asked    string              // the question, folded
	figures  []quantity.Quantity // of the question
	weights  map[string]float64  // of its terms, by their stems
	leads    []lead
	analyzer *analysis.Analyzer
	known    map[string]string // stems of words
	used     map[use]bool
}

// A use is a sentence that fills a slot of a kind.
type use struct {
	quote answer.Quote
	kind  Kind
}

func newFilling(asked *question.Question, found *retrieve.Result, leads []lead) *filling {
	f := &filling{
		found: found, asked: analysis.Phrase(asked.Text), figures: quantity.Find(asked.Text), weights: map[string]float64{}, leads: leads,
		analyzer: analysis.NewAnalyzer(), known: map[string]string{}, used: map[use]bool{},
	}
	for _, t := range found.Question.Terms {
		f.weights[t.Stem] = t.IDF
	}
	return f
}

// best is the sentence that fills a slot best, nil for none. One that fills a slot of its
// kind already fills no other, and neither does a worse one in its place, which would say it
// of something else. But one sentence often says when and where, or counts several things.
func (f *filling) best(s *Slot) *Fill {
	var best *Fill
	score := leastNear
	if s.Kind == Free {
		score = leastNearFree
	}
	for i, h := range f.found.Hits {
		// Where a version is asked for, the heading of one is the answer: "2.0.4" is not about HTTP/2.
		titles := strings.Join(slices.DeleteFunc(append(slices.Clone(h.Chunk.Titles), titleOf(h.Document)), func(title string) bool {
			return s.Kind == Version && ground.IsVersion(title)
		}), " ")
		passage := h.Chunk.Span.Of(h.Document.Text)
		for span := range text.Sentences(passage) {
			sentence := span.Of(passage)
			near := f.near(s, sentence, titles)
			if near <= score || !f.holds(s, sentence, h) {
				continue
			}
			quote := answer.Quote{Text: sentence, Hit: i, Span: span.Shift(h.Chunk.Span.Start)}
			score, best = near, &Fill{Quote: quote, Path: h.Document.Path}
		}
	}
	if best == nil {
		return nil
	}
	fills := use{best.Quote, s.Kind}
	if f.used[fills] && s.Kind != Date && s.Kind != Place {
		counted := f.counted(s)
		countsIt := counted != "" && slices.ContainsFunc(quantity.Find(best.Quote.Text), func(q quantity.Quantity) bool {
			return slices.Contains(f.behind(best.Quote.Text, q), counted)
		})
		if !countsIt {
			return nil
		}
	}
	f.used[fills] = true
	return best
}

// isBelowVersion reports whether a passage is below the heading of a version or, as in
// "Changes in lamp 2.0", below an outermost one that names a version. Answers show these.
func (f *filling) isBelowVersion(h retrieve.Hit) bool {
	return !ground.BeginsWithVersion(h.Document) && slices.ContainsFunc(h.Chunk.Titles, func(title string) bool {
		isNumbered := strings.IndexAny(title, "0123456789") == 0 // "1.2 Scope"
		isNamed := title == h.Chunk.Titles[0] && !isNumbered && f.holdsVersion(title)
		return (isNamed || ground.IsVersion(title)) && f.isNews(title)
	})
}

// near returns how much of the words of a slot a sentence below some titles bears on, 0 to 1.
// At least one of the slot's own words must occur there, or in a title. Where it has but one,
// "who dug it", so must leastAbout of what it leans on: else whatever was dug anywhere would
// fill it.
func (f *filling) near(s *Slot, sentence, titles string) float64 {
	here := &bearing{f.stems(sentence), f.stems(titles), map[string]bool{}}
	said := analysis.Phrase(sentence + " " + titles)
	for _, l := range f.leads {
		if strings.Contains(said, l.key) {
			maps.Copy(here.implied, l.context)
		}
	}
	own, direct := f.shares(s.own, here)
	if !direct {
		return 0
	}
	if len(s.about) == 0 {
		return own
	}
	about, _ := f.shares(s.about, here)
	if about < leastAbout && len(s.own) < 2 {
		return 0
	}
	return (1-aboutShare)*own + aboutShare*about
}

// shares is how much of some words a sentence bears on, by their weights, and whether it
// has any of them itself or below a title that does.
func (f *filling) shares(words []string, here *bearing) (share float64, direct bool) {
	all, held := 0.0, 0.0
	for _, w := range words {
		stem := f.stem(w)
		weight := max(f.weights[stem], leastWeight)
		all += weight
		switch {
		case here.sentence[stem]:
			held, direct = held+weight, true
		case here.above[stem]:
			held, direct = held+weight*throughTitle, true
		case here.implied[w]:
			held += weight * throughName
		}
	}
	if all == 0 {
		return 0, false
	}
	return held / all, direct
}

// A bearing is what a sentence bears on: the stems of its words and of the titles above
// it, and the words that names among them mean.
type bearing struct {
	sentence, above, implied map[string]bool
}

// stems are those of the words of a text, and of the parts of the names that only programs
// have: readHeaders speaks of headers.
func (f *filling) stems(s string) map[string]bool {
	all := map[string]bool{}
	for _, w := range plainWords(s) {
		all[f.stem(w)] = true
	}
	for w := range (text.Options{Underscores: true}).Words(s) {
		if word := w.Span.Of(s); question.IsIdentifier(word) || hasHump(word) {
			for _, form := range f.analyzer.Forms(word, true) {
				all[f.stem(form.Text)] = true
			}
		}
	}
	return all
}

// stem remembers the stems that it has made.
func (f *filling) stem(w string) string {
	stem, known := f.known[w]
	if !known {
		stem = f.analyzer.Stem(w)
		f.known[w] = stem
	}
	return stem
}

// holds reports whether a sentence has a thing of the kind of a slot that the question
// does not.
func (f *filling) holds(s *Slot, sentence string, h retrieve.Hit) bool {
	switch s.Kind {
	case Date:
		return f.holdsDate(sentence)
	case Number:
		return slices.ContainsFunc(quantity.Find(sentence), func(q quantity.Quantity) bool { return f.isAmount(sentence, q, s) })
	case Person:
		return f.holdsPerson(sentence, s)
	case Place:
		return f.holdsPlace(sentence)
	case List:
		return strings.Count(sentence, ",") > 1 || strings.Contains(sentence, " and ") || text.LineMarks(sentence) > 0
	case Cause:
		return holdsAny(sentence, "cause")
	case Definition:
		return holdsAny(sentence, "definition")
	case CodePlace:
		return file.IsCode(h.Document.Language) && showsCode(sentence)
	case Version:
		return f.holdsVersion(sentence) || f.isBelowVersion(h)
	}
	return true
}

// saying are the words by which a sentence says why, what something is, or where.
var saying = lexicon.Any("saying")

// holdsAny reports whether one of the words for a kind occurs in a text.
func holdsAny(s, kind string) bool {
	said := analysis.Phrase(s)
	return slices.ContainsFunc(saying.Words(kind), func(p string) bool { return strings.Contains(said, " "+p+" ") })
}

// isNews reports whether a name is none of the question.
func (f *filling) isNews(name string) bool { return !strings.Contains(f.asked, analysis.Phrase(name)) }

// holdsPerson finds a name of several words, or one that says who did what is asked for: behind
// "by", or in front of the verb. A word that begins its sentence may be any word.
func (f *filling) holdsPerson(s string, slot *Slot) bool {
	at := 0
	for _, name := range question.NamesIn(s) {
		i := strings.Index(s[at:], name)
		if i < 0 {
			continue
		}
		before, behind := plainWords(s[:at+i]), plainWords(s[at+i+len(name):])
		at += i + len(name)
		if !f.isNews(name) || quantity.Month(text.Fold(name)) > 0 || strings.ContainsAny(name, "0123456789") {
			continue
		}
		isDoer := len(before) > 0 && before[len(before)-1] == "by" ||
			len(behind) > 0 && len(slot.own) > 0 && !isOpening(name, s) && f.stem(behind[0]) == f.stem(slot.own[0])
		if isDoer || strings.Contains(name, " ") {
			return true
		}
	}
	return false
}

// holdsPlace reports whether a sentence has a name behind a word such as "in" or "near".
func (f *filling) holdsPlace(s string) bool {
	before := ""
	at := 0
	for _, name := range question.NamesIn(s) {
		i := strings.Index(s[at:], name)
		if i < 0 {
			continue
		}
		words := strings.Fields(s[:at+i])
		at += i + len(name)
		if len(words) > 0 {
			before = strings.ToLower(words[len(words)-1])
		}
		if before == "the" && len(words) > 1 {
			before = strings.ToLower(words[len(words)-2])
		}
		if slices.Contains(saying.Words("place"), before) && f.isNews(name) {
			return true
		}
	}
	return false
}
