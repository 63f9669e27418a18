package main

import (
	"math/rand/v2"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"docuquest/core/document"
	"docuquest/core/document/chunk"
	"docuquest/core/eval"
)

// A pool is what statements are drawn from: the documents of one collection.
type pool struct {
	papers []*paper
	names  []string // words with a capital letter inside of sentences
}

// A paper is a document with its sentences.
type paper struct {
	document  *document.Document
	chunks    []chunk.Chunk
	sentences []string
}

// A drawing is a sentence that was drawn, with what else is drawn from.
type drawing struct {
	r *rand.Rand
	*pool
	sentence
}

// A sentence is one of a paper.
type sentence struct {
	*paper
	text string
	at   int // its number in the paper
}

// The sentences that statements are made of, in characters.
const (
	shortestSentence = 40
	longestSentence  = 400
)

// readPool reads the documents of a collection with their sentences. Sentences that
// do not occur in their document as they are given are left out, and so are
// documents without any.
func readPool(c eval.Collection, parsers document.Parsers) (*pool, error) {
	entries, err := c.Entries()
	if err != nil {
		return nil, err
	}
	sentences, err := c.Sentences()
	if err != nil {
		return nil, err
	}
	p := &pool{}
	for _, e := range entries {
		p.add(parsers.Parse(c.File(e)).AsRead(), sentences[e.ID])
	}
	common := map[string]bool{} // words that are no names
	for _, one := range p.papers {
		for _, w := range wordsOf(one.document.Text) {
			if w.text == strings.ToLower(w.text) {
				common[w.text] = true
			}
		}
	}
	p.names = slices.DeleteFunc(p.names, func(name string) bool { return common[strings.ToLower(name)] })
	return p, nil
}

func (p *pool) add(d *document.Document, sentences []string) {
	one := &paper{document: d}
	for _, s := range sentences {
		s = strings.TrimSpace(s)
		n := utf8.RuneCountInString(s)
		if shortestSentence <= n && n <= longestSentence && strings.Contains(d.Text, s) {
			one.sentences = append(one.sentences, s)
			p.names = append(p.names, namesIn(s)...)
		}
	}
	if len(one.sentences) > 0 {
		one.chunks = chunk.Split(d, chunk.Options{})
		p.papers = append(p.papers, one)
	}
}

// sentence draws one of any paper.
func (p *pool) sentence(r *rand.Rand) sentence {
	one := p.papers[r.IntN(len(p.papers))]
	at := r.IntN(len(one.sentences))
	return sentence{one, one.sentences[at], at}
}

// found are some papers as a search might have found them: those that are given and
// others.
func (d drawing) found(papers ...*paper) []*paper {
	const others = 3
	for range others {
		papers = append(papers, d.papers[d.r.IntN(len(d.papers))])
	}
	return papers
}

// other draws a sentence of another paper.
func (d drawing) other() (sentence, bool) {
	const tries = 20
	for range tries {
		if s := d.pool.sentence(d.r); s.paper != d.paper && !strings.Contains(d.document.Text, s.text) {
			return s, true
		}
	}
	return sentence{}, false
}

// of makes a trial of the drawn sentence's paper, unless the statement is the one
// that it was made from.
func (d drawing) of(statement, quote string) (trial, bool) {
	return trial{statement, quote, d.found(d.paper)}, statement != d.text
}

// pick draws one of a list, "" from an empty one.
func pick(r *rand.Rand, list []string) string {
	if len(list) == 0 {
		return ""
	}
	return list[r.IntN(len(list))]
}

// A wordAt is a word of a sentence as blanks part it, without the marks around it.
type wordAt struct {
	start, end int
	text       string
}

func wordsOf(s string) []wordAt {
	var words []wordAt
	at := 0
	for field := range strings.FieldsSeq(s) {
		start := at + strings.Index(s[at:], field)
		at = start + len(field)
		inner := strings.TrimFunc(field, func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) })
		if inner != "" {
			start += strings.Index(field, inner)
			words = append(words, wordAt{start, start + len(inner), inner})
		}
	}
	return words
}

// replaced is s with other text in place of a word.
func (w wordAt) replaced(s, by string) string { return s[:w.start] + by + s[w.end:] }

// saysWord reports whether s has a word, whatever its case.
func saysWord(s, word string) bool {
	for _, w := range wordsOf(s) {
		if strings.EqualFold(w.text, word) {
			return true
		}
	}
	return false
}

// namesIn are the words of a sentence, but for its first, that begin with a capital
// letter and are no dates.
func namesIn(s string) []string {
	var names []string
	for _, w := range wordsOf(s) {
		first, _ := utf8.DecodeRuneInString(w.text)
		isPlain := strings.IndexFunc(w.text, func(r rune) bool { return !unicode.IsLetter(r) }) < 0
		before := strings.TrimRight(s[:w.start], " ")
		isLead := before == "" || strings.ContainsAny(before[len(before)-1:], ".!?:\"'`(;") // it may begin a sentence
		if !isLead && unicode.IsUpper(first) && isPlain && len(w.text) > 3 && monthNumber(w.text) == 0 {
			names = append(names, w.text)
		}
	}
	return names
}
