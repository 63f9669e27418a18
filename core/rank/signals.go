package rank

import (
	"maps"
	pathpkg "path"
	"slices"
	"strings"

	"docuquest/core/analysis"
	"docuquest/core/text"
)

// A Candidate is one text that may answer a question, with what speaks for it.
// What Combine makes of each is said there.
type Candidate struct {
	Body  float64 // BM25 of the body, from the postings
	Title float64 // BM25 of the title and the path
	Pairs float64 // neighbours in the question that are neighbours here, as BM25
	Near  float64 // pairs of words of the question that stand near each other
	// TitleShare is how much of the title the question holds, by weight: 0 to 1.
	TitleShare float64
	// Verbatim is how much of the question's numbers, of its codes and acronyms,
	// and of its names stands here as it was written: 0 to 1 for each, added up.
	Verbatim float64
	// Cosine and Soft are what vectors say, 0 where there are none.
	Cosine, Soft float64
}

// Weights are how much each signal counts beside the BM25 of the body.
type Weights struct {
	Pairs, Title, Near, TitleShare, Verbatim, Cosine, Soft float64
}

// Simple are the weights that are used. They are round, and were found by leaving
// out one of 15 collections in turn and confirmed on others.
var Simple = Weights{Pairs: 0.2, Title: 0.4, Near: 0.2, TitleShare: 0.2, Verbatim: 0.2, Cosine: 1, Soft: 1}

// named are the weights by the names that people call their signals.
func (w *Weights) named() map[string]*float64 {
	return map[string]*float64{
		"pairs": &w.Pairs, "title": &w.Title, "near": &w.Near, "titleshare": &w.TitleShare,
		"verbatim": &w.Verbatim, "cosine": &w.Cosine, "soft": &w.Soft,
	}
}

// Signals are the names of the signals that can be left out, sorted.
func Signals() []string { return slices.Sorted(maps.Keys(new(Weights).named())) }

// Without gives the weights with one signal left out. It is false for a name that
// none has.
func (w Weights) Without(signal string) (Weights, bool) {
	weight, ok := w.named()[signal]
	if ok {
		*weight = 0
	}
	return w, ok
}

// Combine scores candidates of one question: BM25 with pairs and title, scaled to
// a best of 1, plus what else speaks for each. A signal whose size depends on the
// question is divided by its best among the candidates.
func Combine(cs []Candidate, w Weights) []float64 {
	best := Candidate{}
	for _, c := range cs {
		best.Body, best.Title = max(best.Body, c.Body), max(best.Title, c.Title)
		best.Pairs, best.Near = max(best.Pairs, c.Pairs), max(best.Near, c.Near)
	}
	scores := make([]float64, len(cs))
	strongest := 0.0
	for i, c := range cs {
		scores[i] = share(c.Body, best.Body) + w.Pairs*share(c.Pairs, best.Pairs) + w.Title*share(c.Title, best.Title)
		strongest = max(strongest, scores[i])
	}
	for i, c := range cs {
		scores[i] = share(scores[i], strongest) + w.Near*share(c.Near, best.Near) +
			w.TitleShare*c.TitleShare + w.Verbatim*c.Verbatim + w.Cosine*c.Cosine + w.Soft*c.Soft
	}
	return scores
}

func share(part, whole float64) float64 {
	if whole <= 0 {
		return 0
	}
	return part / whole
}

// nearness is how many words apart two words may stand to count as near.
const nearness = 8

// An occurrence is a word of the question in a text.
type occurrence struct {
	at   int // the number of the word, stop words left out
	term int
}

// See gives the signals of a text that a reading of it tells: Pairs, Near and
// Verbatim. average is the mean length of the texts of the collection, in words
// that are no stop words.
func (m *Matcher) See(s string, code bool, average float64) Candidate {
	length := m.track(s, code)
	norm := saturation * (1 - shortening + shortening*float64(length)/average)
	var c Candidate
	clear(m.near)
	clear(m.pairs)
	m.countPairs()
	for pair, n := range m.near {
		low, high := m.question.Terms[pair[0]].IDF, m.question.Terms[pair[1]].IDF
		c.Near += min(low, high) * saturated(n, norm)
	}
	for pair, n := range m.pairs {
		c.Pairs += (m.question.Terms[pair[0]].IDF + m.question.Terms[pair[1]].IDF) * saturated(n, norm)
	}
	c.Verbatim = m.question.verbatimShare(m.seen)
	return c
}

func saturated(n int, norm float64) float64 {
	return float64(n) * (saturation + 1) / (float64(n) + norm)
}

// countPairs fills near and pairs from the occurrences.
func (m *Matcher) countPairs() {
	for i, later := range m.found {
		for k := i - 1; k >= 0 && later.at-m.found[k].at < nearness; k-- {
			earlier := m.found[k]
			if earlier.term == later.term {
				continue
			}
			m.near[[2]int{min(earlier.term, later.term), max(earlier.term, later.term)}]++
			if pair := [2]int{earlier.term, later.term}; later.at-earlier.at <= 1 && m.question.neighbours[pair] {
				m.pairs[pair]++
			}
		}
	}
}

// track finds the question's words in a text, in order, notes which of its
// verbatim words stand there, and gives the number of words that are no stop
// words.
func (m *Matcher) track(s string, code bool) (length int) {
	m.found = m.found[:0]
	clear(m.seen)
	for w := range (text.Options{Underscores: code}).Words(s) {
		known := m.word(w.Span.Of(s), code)
		if known.stop {
			continue
		}
		for _, term := range known.terms {
			if !m.question.Terms[term].CodeOnly || code {
				m.found = append(m.found, occurrence{length, term})
			}
		}
		if known.verbatim >= 0 {
			m.seen[known.verbatim] = true
		}
		length++
	}
	return length
}

// A known word is what a word of a text is to the question.
type known struct {
	stop     bool
	terms    []int
	verbatim int // its number among the verbatim words, -1 for none
}

func (m *Matcher) word(word string, code bool) *known {
	key := surface{word, code}
	if k, ok := m.known[key]; ok {
		return k
	}
	k := &known{verbatim: m.question.verbatimOf(word)}
	for _, term := range m.terms(word, code) {
		if term == stopWord {
			k.stop = len(k.terms) == 0
		} else {
			k.terms, k.stop = append(k.terms, term), false
		}
	}
	m.known[key] = k
	return k
}

// TitleSignals gives the signals that a title tells, see TitleOf: Title and
// TitleShare. average is the mean length of titles, weight the weight of a stem in
// the collection.
func (m *Matcher) TitleSignals(title string, average float64, weight func(stem string) float64) Candidate {
	var c Candidate
	counts, length := m.Count(title, true)
	for i, n := range counts {
		if n > 0 {
			c.Title += m.question.Terms[i].Mass() * BM25(float64(n), float64(length), average)
		}
	}
	var asked, all float64
	for stem := range m.stems(title) {
		w := weight(stem)
		all += w
		if _, ok := m.question.byStem[stem]; ok {
			asked += w
		}
	}
	c.TitleShare = share(asked, all)
	return c
}

// TitleOf is the title of a text, or else what its path says: its names without
// the ending, and without those that only tell files apart.
func TitleOf(title, path string) string {
	if title != "" {
		return title
	}
	path = strings.TrimSuffix(path, pathpkg.Ext(path))
	names := strings.Split(path, "/")
	return strings.Join(slices.DeleteFunc(names, isHash), " ")
}

// isHash reports whether a name is a long number, as of a commit or a checksum.
func isHash(name string) bool {
	const least = 16
	return len(name) >= least && strings.Trim(strings.ToLower(name), "0123456789abcdef#-_") == ""
}

// stems are those of a title's words that are no stop words, each once.
func (m *Matcher) stems(s string) map[string]bool {
	stems := map[string]bool{}
	for w := range text.Words(s) {
		if form := analysis.Exact(w.Span.Of(s)); !analysis.IsStop(form) {
			stems[m.forms.Stem(form)] = true
		}
	}
	return stems
}

// Stems visits the stems of a title's words that are no stop words, each once:
// those that TitleSignals asks the weights of.
func (m *Matcher) Stems(title string, yield func(stem string)) {
	for stem := range m.stems(title) {
		yield(stem)
	}
}
