package answer

import (
	"context"
	"slices"
	"strings"
	"unicode/utf8"

	"docuquest/core/answer/accounts"
	"docuquest/core/answer/values"
	"docuquest/core/document"
	"docuquest/core/document/chunk"
	"docuquest/core/file"
	"docuquest/core/language/analysis"
	"docuquest/core/language/text"
	"docuquest/core/search/question"
	"docuquest/core/search/rank"
	"docuquest/core/search/retrieve"
)

// A candidate is a sentence that may be an answer.
type candidate struct {
	piece
	hit      int
	of       *ratedEntry // that it was taken from; nil where it is judged by itself
	document string      // the URI
	path     string      // of the document
	source   rank.Source
	copies   []string      // the paths of other documents that have the same words
	display  string        // its visible text
	contains []bool        // by term: it occurs in the sentence
	heading  bool          // it only repeats a title above it
	isList   bool          // it introduces a list that is asked for
	answers  text.Span     // the value in it that is asked for; zero for none
	leads    bool          // that value stands out among those of the others
	matches  bool          // it contains a term, or is a row whose columns do
	covers   []bool        // by term: it occurs in the sentence, in a title above it or in the sentence before
	coverage float64       // of the question by the sentence and its titles, 0 to 1
	score    float64       // how good an answer it is; decides whether it is part of one
	worth    float64       // decides its place among the others, see [rank.Sentence]
	lineItem *accounts.Row // that it is a row with; nil for none
}

// The weights of a term of the question, by where it occurs. What is above and around a
// sentence counts too: in a document that is called by a name, the sentence that answers
// seldom repeats the name.
const (
	inSentence = 1.0
	inKin      = 0.7  // a word of the sentence begins with the term's stem: parser for parses
	inTitles   = 0.85 // of the document or the headings above the passage
	inFront    = 0.70 // in the sentence before
	inPassage  = 0.35 // elsewhere in the passage

	leastKin = 4 // bytes of a stem, below which a common beginning is chance
)

// The factors of a candidate's score.
const (
	hitShare      = 0.15 // at most, by the passage's score as a share of the best passage's
	kindFactor    = 1.35 // for containing the kind of thing that is asked for
	headingFactor = 0.5  // a heading names what the text below it says
	lineFactor    = 0.8  // a line of a program shows what is done, seldom what for
)

// The lengths of display texts, in characters.
const (
	longestSentence = 1000
	leastSentence   = 12 // a shorter quote proves nothing in the room ground
)

// A judge scores the sentences of one question's passages. It belongs to one
// goroutine.
type judge struct {
	demand
	matcher   *rank.Matcher
	found     *retrieve.Result
	documents map[*document.Document]documentRank
	best      float64 // the greatest score of a hit
	// asksForTests reports that the question names tests, which come behind other programs otherwise.
	asksForTests bool
}

// A documentRank is what a document contributes to the worth of its sentences.
type documentRank struct {
	confidence float64
	place      int // the number of better documents
	source     rank.Source
	names      []bool  // by term: a name that the title page has
	unnamed    float64 // see [rank.Entry]
	period     float64 // see [rank.Entry]
}

func newJudge(asked *question.Question, found *retrieve.Result) *judge {
	j := &judge{
		demand:    newDemand(asked, found),
		matcher:   rank.NewMatcher(found.Question, analysis.NewAnalyzer()),
		found:     found,
		documents: make(map[*document.Document]documentRank, len(found.Documents)),
	}
	// The documents are sorted. Those of equal scores share a place: the classic rule scores
	// all alike, and sorts them by their names.
	place := 0
	most, shares := 0.0, make([]float64, len(found.Documents))
	names := make([][]bool, len(found.Documents))
	for i, d := range found.Documents {
		names[i], shares[i] = j.matcher.NamesIn(accounts.TitlePage(d.Document))
		most = max(most, shares[i])
	}
	for i, d := range found.Documents {
		if i > 0 && d.Score != found.Documents[i-1].Score {
			place = i
		}
		j.documents[d.Document] = documentRank{
			confidence: d.Confidence, place: place, source: d.Source,
			names: names[i], unnamed: most - shares[i], period: accounts.Period(asked, d.Document),
		}
	}
	for _, h := range found.Hits {
		j.best = max(j.best, h.Score)
	}
	j.asksForTests = slices.ContainsFunc(asked.Words, func(w question.Word) bool { return question.CodeNoun(w.Folded) == "test" })
	return j
}

// headBytes is the length of the head of a program, which describes it as a whole.
const headBytes = 4 << 10

// judgeAll scores the sentences of the hits that may be an answer. With the first hit of a
// program it scores the comments at the head of the program as well: whatever part was found,
// these explain what it is a part of.
func (j *judge) judgeAll(ctx context.Context, hits []retrieve.Hit) ([]candidate, error) {
	judged := make([][]candidate, len(hits))
	err := j.found.EachWithMatcher(ctx, len(hits), func(i int, m *rank.Matcher) {
		one, h := *j, hits[i]
		one.matcher = m
		judged[i] = one.judgePieces(i, h, pieces(h))
		isFirst := !slices.ContainsFunc(hits[:i], func(other retrieve.Hit) bool { return other.Document == h.Document })
		if !isFirst || !file.IsCode(h.Document.Language) {
			return
		}
		span := text.Span{End: min(headBytes, len(h.Document.Text))}
		span.End += lineEnd(h.Document.Text[span.End:])
		h.Chunk = chunk.Chunk{Kind: chunk.Code, Span: span, Text: span.Of(h.Document.Text)}
		comments := slices.DeleteFunc(pieces(h), func(p piece) bool { return p.line })
		judged[i] = append(judged[i], one.judgePieces(i, h, comments)...)
	})
	if err != nil {
		return nil, err
	}
	return slices.Concat(judged...), nil
}

// A surrounding is a hit with what its sentences inherit from it.
type surrounding struct {
	retrieve.Hit
	index    int
	code     bool
	above    string   // the titles
	headings []string // the visible text of each title
	titles   []bool   // by term: it occurs in a title
	before   []bool   // by term: it occurs in the sentence before the one that is judged
	passage  []bool   // by term: it occurs in the passage
}

func (j *judge) judgePieces(i int, h retrieve.Hit, pieces []piece) []candidate {
	titles := append([]string{h.Document.Title}, h.Chunk.Titles...)
	s := surrounding{
		Hit:    h,
		index:  i,
		code:   file.IsCode(h.Document.Language) || h.Chunk.Kind == chunk.Code,
		above:  text.WithoutQuestions(strings.Join(titles, "\n")),
		before: make([]bool, len(j.terms)),
	}
	for _, title := range titles {
		s.headings = append(s.headings, Display(title))
	}
	s.titles = j.above(h.Document, s.above, s.code)
	s.passage = j.contained(text.WithoutQuestions(h.Chunk.Text), s.code)
	var all []candidate
	for _, p := range pieces {
		p.span = j.quotable(p, h)
		c, ok := j.judge(p, s)
		if ok {
			all = append(all, c)
		}
		s.before = c.contains
	}
	return all
}

// contained reports for each term whether it occurs in s.
func (j *judge) contained(s string, code bool) []bool {
	counts, _ := j.matcher.Count(s, code)
	contained := make([]bool, len(counts))
	for i, n := range counts {
		contained[i] = n > 0
	}
	return contained
}

// judge scores one sentence; ok is false if it cannot be an answer.
func (j *judge) judge(p piece, s surrounding) (c candidate, ok bool) {
	d := s.Document
	raw := p.span.Of(d.Text)
	isRow := s.Chunk.Kind == chunk.Table // the names of its columns occur elsewhere
	c = candidate{piece: p, hit: s.index, document: string(d.URI), path: d.Path, source: j.documents[d].source, contains: j.contained(raw, s.code)}
	c.matches = p.asked || slices.Contains(c.contains, true) || isRow && slices.Contains(s.passage, true)
	// A sentence of prose continues the one before, so that it may answer without a word of
	// the question. Most lines of programs end here.
	if isProse := !s.code && !isRow && !IsData(d.Language); !c.matches && !isProse {
		return c, false
	}

	c.display = Display(raw)
	length := utf8.RuneCountInString(c.display)
	lines := wholeLines(d.Text, p.span).Of(d.Text)
	if length < leastSentence || longestSentence < length || !hasLetter(c.display) ||
		text.WithoutQuestions(lines) != lines || strings.HasSuffix(strings.TrimRight(c.display, ` )]}*_"'”’`), "?") {
		c.contains = make([]bool, len(j.terms)) // a question, for one, is no context for the next sentence
		return c, false
	}

	// To ask how high something is is to ask for a height.
	words := " " + strings.ToLower(c.display)
	isNamed := func(noun string) bool { return strings.Contains(words, " "+noun) }
	measure := slices.IndexFunc(j.terms, func(t rank.Term) bool { return t.Text == j.asked.Measure })
	if measure >= 0 && slices.ContainsFunc(j.asked.MeasureNouns(), isNamed) && question.HasNumber(question.WordsIn(c.display)) {
		c.contains[measure], c.matches = true, true
	}

	c.covers = make([]bool, len(c.contains))
	for term := range c.covers {
		c.covers[term] = c.contains[term] || s.titles[term] || s.before[term]
	}
	c.coverage = j.coverage(func(term int) float64 {
		stem := j.terms[term].Stem
		switch {
		case c.contains[term]:
			return inSentence
		case s.titles[term]:
			return inTitles
		case s.before[term]:
			return inFront
		case leastKin <= len(stem) && strings.Contains(words, " "+stem):
			return inKin
		case s.passage[term]:
			return inPassage
		}
		return 0
	})
	j.rate(&c, s)
	return c, true
}

// rate sets the score and the worth of a candidate whose coverage is known.
func (j *judge) rate(c *candidate, s surrounding) {
	d := j.documents[s.Document]
	sentence := rank.Sentence{
		Coverage:   c.coverage,
		Soft:       j.found.Similarity(s.above, c.display, s.code),
		Confidence: d.confidence,
		Place:      d.place,
		IsWanted:   !c.line && values.Has(j.asked, c.display), // any line of a program contains numbers
		IsCounted:  !c.line && j.asked.Counts(c.display),
		IsHeading:  slices.Contains(s.headings, c.display),
		IsLine:     c.line,
	}
	c.worth, c.heading = sentence.Worth(), sentence.IsHeading

	share, factor := 0.0, 1.0
	if j.best > 0 {
		share = s.Score / j.best
	}
	if sentence.IsHeading {
		factor *= headingFactor
	}
	if sentence.IsLine {
		factor *= lineFactor
	}
	if sentence.IsWanted {
		factor *= kindFactor
	}
	c.score = ((1-hitShare)*c.coverage + hitShare*share) * factor
}

// order takes up to most candidates, each time the one that is worth most together with
// its novelty. One that does not match the question itself continues another of its document,
// and is taken after that. Of equal ones it takes the first, and of those with the same text
// or overlapping spans only one: copies of a file, passages that overlap, and stretches of
// one long sentence. It does not change the candidates.
func (j *judge) order(candidates []candidate, most int) []candidate {
	rest := distinct(candidates)
	covered := make([]bool, len(j.needs))
	begun := map[string]bool{} // the documents of the candidates that were taken
	var ordered []candidate
	for len(ordered) < most {
		best, greatest := -1, 0.0
		for i, c := range rest {
			if !c.matches && !begun[c.document] {
				continue
			}
			if value := c.worth + rank.NewsWorth*j.novelty(c, covered); best < 0 || greatest < value {
				best, greatest = i, value
			}
		}
		if best < 0 {
			break
		}
		c := rest[best]
		ordered = append(ordered, c)
		begun[c.document] = true
		for i, n := range j.needs {
			covered[i] = covered[i] || slices.ContainsFunc(n, func(term int) bool { return c.covers[term] })
		}
		rest = slices.DeleteFunc(rest, func(other candidate) bool {
			return other.document == c.document && touches(other.span, c.span)
		})
	}
	return ordered
}

// novelty returns the share of the question that a candidate covers, without the needs that
// were covered before.
func (j *judge) novelty(c candidate, covered []bool) float64 {
	if j.mass <= 0 {
		return 0
	}
	sum := 0.0
	for i, n := range j.needs {
		if !covered[i] {
			sum += j.heaviest(n, only(c.covers))
		}
	}
	return sum / j.mass
}

// unmarked drops what formats put around words.
var unmarked = strings.NewReplacer("`", "", "*", "", "_", "", `"`, "", "“", "", "”", "", "’", "'")

// distinct keeps the best of the candidates that say the same, in the place of the first, with the
// paths of the others.
func distinct(candidates []candidate) []candidate {
	kept := make([]candidate, 0, len(candidates))
	at := make(map[string]int, len(candidates))
	for _, c := range candidates {
		said := strings.Trim(text.Fold(unmarked.Replace(c.display)), ".:; ")
		i, known := at[said]
		if !known {
			at[said] = len(kept)
			kept = append(kept, c)
			continue
		}
		best, other := &kept[i], c
		if best.worth < c.worth {
			other, c.copies = *best, best.copies
			*best = c
		}
		if other.path != best.path && !slices.Contains(best.copies, other.path) {
			best.copies = append(slices.Clip(best.copies), other.path)
		}
		best.copies = slices.DeleteFunc(best.copies, func(p string) bool { return p == best.path })
	}
	return kept
}
