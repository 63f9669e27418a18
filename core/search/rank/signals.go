package rank

import (
	"maps"
	pathpkg "path"
	"slices"
	"strings"

	"docuquest/core/language/analysis"
	"docuquest/core/language/text"
)

// A Candidate is one text that may answer a question, with what speaks for it.
// What Combine makes of each is said there.
type Candidate struct {
	Body  float64 // BM25 of the body, from the postings
	Title float64 // BM25 of the title and the path
	Pairs float64 // neighbours in the question that are neighbours here, as BM25
	Near  float64 // pairs of words of the question that are near each other
	// Heading is BM25 of headings, and of the names that lines of programs define.
	Heading float64
	// TitleShare is how much of the title the question holds, by weight: 0 to 1.
	TitleShare float64
	// Verbatim is how much of the question's numbers, of its codes and acronyms,
	// and of its names is written here as it is there: 0 to 1 for each, added up.
	Verbatim float64
	// Cosine and Soft are what vectors say, 0 where there are none.
	Cosine, Soft float64
	// Vector is the best cosine of the question and a passage, by vectors that a
	// service makes of whole texts: -1 to 1. It counts where HasVector is set.
	Vector    float64
	HasVector bool
}

// Weights are how much each signal counts beside the BM25 of the body.
type Weights struct {
	Pairs, Title, Near, Heading, TitleShare, Verbatim, Cosine, Soft, Vector float64
}

// Simple are the weights that are used. They are round, and were found by leaving
// out one of 15 collections in turn and confirmed on others.
var Simple = Weights{Pairs: 0.2, Title: 0.3, Near: 0.2, Heading: 0.2, TitleShare: 0.2, Verbatim: 0.2, Cosine: 1, Soft: 1, Vector: 1}

// named are the weights by the names that people call their signals.
func (w *Weights) named() map[string]*float64 {
	return map[string]*float64{
		"pairs": &w.Pairs, "title": &w.Title, "near": &w.Near, "heading": &w.Heading, "titleshare": &w.TitleShare,
		"verbatim": &w.Verbatim, "cosine": &w.Cosine, "soft": &w.Soft,
		"vector": &w.Vector,
	}
}

// Signals are the names of the signals that can be left out, sorted.
func Signals() []string { return slices.Sorted(maps.Keys(new(Weights).named())) }

// Without returns the weights with one signal left out. It is false for a name that
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
// question is divided by its best among the candidates. Parts takes the scores apart.
func Combine(cs []Candidate, w Weights) []float64 {
	f := newFormula(cs, w)
	scores := make([]float64, len(cs))
	for i, c := range cs {
		parts := f.parts(c)
		scores[i] = sum(parts[:])
	}
	return scores
}

func share(part, whole float64) float64 {
	if whole <= 0 {
		return 0
	}
	return part / whole
}

// A Title is what a matcher finds in a title, see TitleOf.
type Title struct {
	Length int      // words that are no stop words
	Stems  []string // of those, each once

	counts []int32 // by term
}

// Title reads a title.
func (m *Matcher) Title(s string) Title {
	counts, length := m.Count(s, true)
	t := Title{Length: length, counts: slices.Clone(counts)}
	for w := range text.Words(s) {
		if stem := m.stem(w.Span.Of(s)); stem != "" && !slices.Contains(t.Stems, stem) {
			t.Stems = append(t.Stems, stem)
		}
	}
	return t
}

// stem is that of a word, "" for a stop word. It is remembered: the titles of a workspace
// are made of few words.
func (m *Matcher) stem(word string) string {
	stem, known := m.stems[word]
	if !known {
		if form := analysis.Exact(word); !analysis.IsStop(form) {
			stem = m.forms.Stem(form)
		}
		m.stems[word] = stem
	}
	return stem
}

// TitleSignals gives the signals of a title: Title and TitleShare. average is the
// mean length of titles, weight the weight of a stem in the collection.
func (q *Query) TitleSignals(t Title, average float64, weight func(stem string) float64) Candidate {
	var c Candidate
	for i, n := range t.counts {
		if n > 0 && !q.Terms[i].Added {
			c.Title += q.Terms[i].Mass() * BM25(float64(n), float64(t.Length), average)
		}
	}
	var asked, all float64
	for _, stem := range t.Stems {
		w := weight(stem)
		all += w
		if i, ok := q.byStem[stem]; ok && !q.Terms[i].Added {
			asked += w
		}
	}
	c.TitleShare = share(asked, all)
	return c
}

// TitleOf is the title of a text, or else what its path says: its names without
// the ending, and without those that only distinguish files.
func TitleOf(title, path string) string {
	if title != "" {
		return title
	}
	path = strings.TrimSuffix(path, pathpkg.Ext(path))
	names := strings.Split(path, "/")
	return strings.Join(slices.DeleteFunc(names, func(name string) bool { // long numbers, as of a commit or a checksum
		return len(name) >= 16 && strings.Trim(strings.ToLower(name), "0123456789abcdef#-_") == ""
	}), " ")
}
