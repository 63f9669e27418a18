package history

import (
	"math"

	"docuquest/core/answer/replies"
	"docuquest/core/language/analysis"
	"docuquest/core/language/text"
	"docuquest/core/search/embed"
	"docuquest/core/search/meaning"
	"docuquest/core/search/question"
)

// An exchange is a question that was asked before, with its answer.
type exchange struct{ question, answer string }

// How much the question and the beginning of its answer say of what an exchange is on. The
// answer names what the question only pointed at, and much more.
const (
	answerShare  = 0.9
	answerLength = 600 // bytes of it that are looked at
)

// leastNear is how near an earlier question has to be to a question to have to do with it.
// TestNearness has the pairs that it is taken from.
const leastNear = 0.35

// fewestTexts is among how many texts a word is taken to be rare or common: in a handful of
// them a word that occurs in none would count for three that occur in some.
const fewestTexts = 1000

// nearness returns how near each of some exchanges is to a question: from 0 for one that
// has nothing in common with it to 1 for the same question. It is the mean of three
// numbers, each 0 to 1: the share of the question's words that occur there, the share that
// occurs there or has something like it, and the cosine of both; without vectors the first
// alone. What many of the exchanges hold counts little, as in [meaning.Weights]: they are
// what it is rare or common among, so that no workspace has to be read for it.
func (h *History) nearness(asked *question.Question, past []exchange) []float64 {
	texts := make([]string, 0, 2*len(past))
	for _, e := range past {
		texts = append(texts, e.question, e.question+"\n"+replies.Clip(e.answer, answerLength))
	}
	words := newWordShares(asked.Text, texts)
	meant := newMeant(h.Lexicon(), asked.Text, texts)
	near := make([]float64, len(past))
	for i := range past {
		first, both := 2*i, 2*i+1 // the question alone, and with its answer
		near[i] = max(likeness(words[first], meant, texts[first]), answerShare*likeness(words[both], meant, texts[both]))
	}
	return near
}

// likeness is how near one text is, of which the share of words is known.
func likeness(words float64, meant *meaning.Question, s string) float64 {
	if meant == nil {
		return words
	}
	cosine, soft := meant.Score("", s, false)
	return (words + soft + max(0, cosine)) / 3
}

// newMeant takes a question apart by its pieces, which weigh the more the fewer of the texts
// hold them; nil without a lexicon.
func newMeant(l embed.Lexicon, typed string, texts []string) *meaning.Question {
	if l == nil {
		return nil
	}
	holding := map[int]int{}
	for _, s := range texts {
		seen := map[int]bool{}
		for p := range l.Pieces(s, false) {
			if !seen[p.ID] {
				seen[p.ID] = true
				holding[p.ID]++
			}
		}
	}
	return meaning.NewWeights(l, max(len(texts), fewestTexts), func(piece int) int { return holding[piece] }).Question(typed, false)
}

// newWordShares returns for each text which share of the question's words occurs in it, by
// their stems and their rarity among the texts; 0 for a question of stop words alone.
func newWordShares(typed string, texts []string) []float64 {
	asked := stemsIn(typed)
	held := make([]map[string]bool, len(texts))
	holding := map[string]int{}
	for i, s := range texts {
		held[i] = stemsIn(s)
		for stem := range asked {
			if held[i][stem] {
				holding[stem]++
			}
		}
	}
	shares := make([]float64, len(texts))
	total := 0.0
	for stem := range asked {
		weight := math.Log(1 + (float64(max(len(texts), fewestTexts)-holding[stem])+0.5)/(float64(holding[stem])+0.5))
		total += weight
		for i := range texts {
			if held[i][stem] {
				shares[i] += weight
			}
		}
	}
	for i := range shares {
		shares[i] /= max(total, 1e-9)
	}
	return shares
}

// stemsIn are the stems of a text's words, without stop words.
func stemsIn(s string) map[string]bool {
	stems := map[string]bool{}
	analyzer := analysis.NewAnalyzer()
	for w := range text.Words(s) {
		if folded := text.Fold(w.Span.Of(s)); !analysis.IsStop(folded) {
			stems[analyzer.Stem(folded)] = true
		}
	}
	return stems
}
