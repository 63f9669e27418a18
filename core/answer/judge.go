package answer

import (
	"context"
	"slices"
	"strings"
	"unicode/utf8"

	"docuquest/core/document"
	"docuquest/core/document/chunk"
	"docuquest/core/file"
	"docuquest/core/language/analysis"
	"docuquest/core/language/text"
	"docuquest/core/search/rank"
	"docuquest/core/search/retrieve"
)

// A candidate is a sentence that may be an answer.
type candidate struct {
	piece
	hit      int
	document string  // the URI
	display  string  // as people read it
	held     []bool  // by term: stands in it
	tellsOwn bool    // it holds a term, or is a row whose columns do
	tells    []bool  // by term: stands in it, in a title above it or in the sentence before
	coverage float64 // of the question by the sentence and its titles, 0 to 1
	score    float64 // how good an answer it is, for whether it is shown
	worth    float64 // for its place among the others, see [rank.Sentence]
}

// What a term of the question counts, by where it stands. A sentence is read
// with what is above and around it: in a document that is called by a name, the
// sentence that answers seldom says the name again.
const (
	inSentence = 1.0
	inKin      = 0.7  // a word of the sentence begins with the term's stem: parser for parses
	inTitles   = 0.85 // of the document or the headings above the passage
	inFront    = 0.70 // in the sentence before
	inPassage  = 0.35 // elsewhere in the passage
)

// What else a candidate gains.
const (
	hitShare   = 0.15 // at most, by the passage's score as a share of the best passage's
	kindFactor = 1.35 // for holding the kind of thing that is asked for
)

// What a candidate loses for its shape.
const (
	headingFactor = 0.5 // a heading names what the text below it says
	lineFactor    = 0.8 // a line of a program says what is done, seldom what for
)

// The lengths of display texts, in characters.
const (
	longestSentence = 1000
	leastSentence   = 12 // what is shorter proves nothing, as the room ground sees it
)

// A judge scores the sentences of one question's passages. It belongs to one
// goroutine.
type judge struct {
	demand
	matcher   *rank.Matcher
	found     *retrieve.Result
	documents map[*document.Document]standing
	best      float64 // the greatest score of a hit
}

func newJudge(question string, found *retrieve.Result) *judge {
	j := &judge{
		demand:    newDemand(question, found),
		matcher:   rank.NewMatcher(found.Question, analysis.NewAnalyzer()),
		found:     found,
		documents: standings(found.Documents),
	}
	for _, h := range found.Hits {
		j.best = max(j.best, h.Score)
	}
	return j
}

// judgeAll scores the sentences of the hits that may be an answer.
func (j *judge) judgeAll(ctx context.Context, hits []retrieve.Hit) ([]candidate, error) {
	judged := make([][]candidate, len(hits))
	err := j.found.Spread(ctx, len(hits), func(i int, m *rank.Matcher) {
		one := *j
		one.matcher = m
		judged[i] = one.judgeHit(hits, i)
	})
	if err != nil {
		return nil, err
	}
	return slices.Concat(judged...), nil
}

// judgeHit scores the sentences of one hit, and those of the comments at the head of a
// program of which it is the first hit.
func (j *judge) judgeHit(hits []retrieve.Hit, i int) []candidate {
	all := j.judgePieces(i, hits[i], pieces(hits[i]))
	if isFirstOf(hits, i) && file.IsCode(hits[i].Document.Language) {
		head := opening(hits[i])
		all = append(all, j.judgePieces(i, head, withoutLines(pieces(head)))...)
	}
	return all
}

func isFirstOf(hits []retrieve.Hit, i int) bool {
	return !slices.ContainsFunc(hits[:i], func(h retrieve.Hit) bool { return h.Document == hits[i].Document })
}

func (j *judge) judgePieces(i int, h retrieve.Hit, of []piece) []candidate {
	var all []candidate
	r := j.read(i, h)
	for _, p := range of {
		p.span = j.quotable(p, h)
		c, ok := j.judge(p, r)
		if ok {
			all = append(all, c)
		}
		r.front = c.held
	}
	return all
}

// A reading is a hit with what its sentences are read with.
type reading struct {
	retrieve.Hit
	index    int
	code     bool
	above    string   // the titles
	headings []string // each of them as people read it
	titles   []bool   // by term: stands in one of them
	front    []bool   // by term: stands in the sentence before the one that is judged
	passage  []bool   // by term: stands in the passage
}

func (j *judge) read(i int, h retrieve.Hit) reading {
	r := reading{Hit: h, index: i}
	r.code = file.IsCode(h.Document.Language) || h.Chunk.Kind == chunk.Code
	r.front = make([]bool, len(j.terms))
	titles := append([]string{h.Document.Title}, h.Chunk.Titles...)
	for _, title := range titles {
		r.headings = append(r.headings, Display(title))
	}
	r.above = text.WithoutQuestions(strings.Join(titles, "\n"))
	r.titles = j.held(r.above, r.code)
	r.passage = j.held(text.WithoutQuestions(h.Chunk.Text), r.code)
	return r
}

// held says which terms stand in s.
func (j *judge) held(s string, code bool) []bool {
	counts, _ := j.matcher.Count(s, code)
	held := make([]bool, len(counts))
	for i, n := range counts {
		held[i] = n > 0
	}
	return held
}

// judge scores one sentence; ok is false if it cannot be an answer.
func (j *judge) judge(p piece, r reading) (c candidate, ok bool) {
	raw := p.span.Of(r.Document.Text)
	c = candidate{piece: p, hit: r.index, document: string(r.Document.URI), held: j.held(raw, r.code)}
	c.tellsOwn = slices.Contains(c.held, true) || r.isRow() && slices.Contains(r.passage, true)
	if !c.tellsOwn && !r.isProse() { // most lines of programs
		return c, false
	}
	c.display = Display(raw)
	length := utf8.RuneCountInString(c.display)
	if length < leastSentence || longestSentence < length || !hasLetter(c.display) || asks(r.Document.Text, p.span) || isQuestion(c.display) {
		c.held = make([]bool, len(j.terms)) // what it says leads to no other sentence
		return c, false
	}
	words := " " + strings.ToLower(c.display)
	c.tellsOwn = hasNumber(c.display) && j.addDimension(c.held, words) || c.tellsOwn
	c.coverage = j.coverage(func(term int) float64 {
		weight := r.weigh(term, c.held[term])
		if weight < inKin && j.hasKin(term, words) {
			return inKin
		}
		return weight
	})
	sentence := j.sentence(c, r)
	c.score = ((1-hitShare)*c.coverage + hitShare*j.share(r.Hit)) * factor(sentence)
	c.worth = sentence.Worth()
	c.tells = r.toldBy(c.held)
	return c, true
}

// toldBy says which terms a reader of a sentence has read that holds some itself.
func (r reading) toldBy(held []bool) []bool {
	told := make([]bool, len(held))
	for term := range held {
		told[term] = held[term] || r.titles[term] || r.front[term]
	}
	return told
}

// isProse says whether one sentence goes on with what the one before it says, so that
// it may answer without a word of the question.
func (r reading) isProse() bool { return !r.code && !r.isRow() && !isData(r.Document.Language) }

// isRow says whether the passage is of a table. The names of its columns stand elsewhere.
func (r reading) isRow() bool { return r.Chunk.Kind == chunk.Table }

// asks says whether a line that a span touches is a question to the workspace: who
// asks it is not answered with it.
func asks(s string, span text.Span) bool {
	lines := wholeLines(s, span).Of(s)
	return text.WithoutQuestions(lines) != lines
}

// isQuestion says whether a sentence asks: a list of questions answers none of them.
func isQuestion(sentence string) bool {
	return strings.HasSuffix(strings.TrimRight(sentence, ` )]}*_"'”’`), "?")
}

func (j *judge) share(h retrieve.Hit) float64 {
	if j.best <= 0 {
		return 0
	}
	return h.Score / j.best
}

func factor(s rank.Sentence) float64 {
	f := 1.0
	if s.IsHeading {
		f *= headingFactor
	}
	if s.IsLine {
		f *= lineFactor
	}
	if s.IsWanted {
		f *= kindFactor
	}
	return f
}

// weigh is what a term counts for a sentence that holds it or does not.
func (r reading) weigh(term int, own bool) float64 {
	switch {
	case own:
		return inSentence
	case r.titles[term]:
		return inTitles
	case r.front[term]:
		return inFront
	case r.passage[term]:
		return inPassage
	}
	return 0
}
