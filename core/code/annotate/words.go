package annotate

import (
	"cmp"
	"math"
	"slices"
	"sort"
	"strings"
	"unicode/utf8"

	"docuquest/core/code/languages"
	"docuquest/core/code/notes"
	"docuquest/core/language/analysis"
	"docuquest/core/language/text"
	"docuquest/core/search/embed"
	"docuquest/core/search/question"
	"docuquest/core/search/vector"
)

const (
	mostKeywords  = 10
	nameCounts    = 3  // times that a word in the name of a node counts
	shortestWord  = 3  // characters of a keyword
	longestWord   = 40 // bytes of a keyword: what is longer is a hash or a key
	mostSynonyms  = 8
	synonymsOf    = 2 // of one word, of each source
	keywordsAsked = 5 // that synonyms are searched for
	shortestNoun  = 4 // bytes: the thesaurus takes shorter ones for the initials of something
	nearEnough    = 0.6

	// mostKnown is how many words a reader knows until it begins anew.
	mostKnown = 1 << 17
)

// A reader finds the words of texts that may be keywords, one text after another. What it
// has found out about a word it keeps for the next file, where most words occur again.
type reader struct {
	rules    *Rules
	analyzer *analysis.Analyzer
	stemmer  analysis.Stemmer
	words    map[dialect]map[string][]int32 // the forms of a word, by number
	numbers  map[string]int32               // of forms
	forms    []form
	known    int // how many words it knows

	long, short []term // the last ones found in a text and in a name
}

// A dialect is how a text is to be read.
type dialect struct {
	code     bool
	language string // whose keywords are left out, "" for that of a name
}

// A form of a word, with what is the same wherever it occurs, and for the node at hand how
// often it occurs there, mostly 0, and how much it is worth.
type form struct {
	text, stem string
	rarity     float64 // how much it is worth that a document contains the word
	count      int
	weight     float64
}

// A term is a word of a text, or a part of an identifier, at its place.
type term struct {
	at   int   // where its word begins, in bytes
	form int32 // its number
}

// borrow returns a reader that nobody else has until it is given back.
func (r *Rules) borrow() *reader {
	if known, ok := r.readers.Get().(*reader); ok {
		return known
	}
	return &reader{
		rules: r, analyzer: analysis.NewAnalyzer(),
		words: map[dialect]map[string][]int32{}, numbers: map[string]int32{},
	}
}

// giveBack leaves a reader to others. One that a fault interrupted is not given back.
func (r *Rules) giveBack(known *reader) {
	if known.known < mostKnown {
		r.readers.Put(known)
	}
}

// brief is whole for a name, whose terms are valid beside those of a text.
func (r *reader) brief(s string, d dialect) []term {
	r.short = r.append(r.short[:0], s, d)
	return r.short
}

func (r *reader) append(terms []term, s string, d dialect) []term {
	words := r.words[d]
	if words == nil {
		words = map[string][]int32{}
		r.words[d] = words
	}
	for w := range (text.Options{Underscores: d.code}).Words(s) {
		word := w.Span.Of(s)
		forms, known := words[word]
		if !known {
			forms = r.learn(word, d)
			words[strings.Clone(word)] = forms
		}
		for _, f := range forms {
			terms = append(terms, term{w.Span.Start, f})
		}
	}
	return terms
}

// learn returns the numbers of those forms of a word that may be keywords: the parts of an
// identifier in place of what they are joined to.
func (r *reader) learn(word string, d dialect) []int32 {
	r.known++
	if d.language != "" && languages.Of(d.language).Keywords[word] {
		return nil
	}
	var numbers []int32
	forms := r.analyzer.Forms(word, d.code)
	for i, f := range forms {
		isWhole := f.Kind == analysis.Joined || i+1 < len(forms) && forms[i+1].Kind == analysis.Part && f.Kind == analysis.Word
		if isWhole || f.Stop || !mayBeKeyword(f.Text) {
			continue
		}
		number, known := r.numbers[f.Text]
		if !known {
			said := strings.Clone(f.Text)
			holding := max(1, r.rules.workspace.Holding(said))
			rarity := math.Log(1 + float64(r.rules.workspace.Documents)/float64(holding))
			number = int32(len(r.forms))
			r.forms = append(r.forms, form{text: said, stem: r.stemmer.Stem(said), rarity: rarity})
			r.numbers[said] = number
		}
		numbers = append(numbers, number)
	}
	return numbers
}

func mayBeKeyword(form string) bool {
	return len(form) <= longestWord && shortestWord <= utf8.RuneCountInString(form) && !strings.ContainsAny(form, "0123456789")
}

// keywords are the words of a node that set it apart, best first; of those with one stem the
// first.
func (p *page) keywords(n node) []string {
	r := p.reader
	var forms []int32
	count := func(t term, times int) {
		if r.forms[t.form].count == 0 {
			forms = append(forms, t.form)
		}
		r.forms[t.form].count += times
	}
	from := sort.Search(len(p.terms), func(i int) bool { return n.span.Start <= p.terms[i].at })
	to := sort.Search(len(p.terms), func(i int) bool { return n.span.End <= p.terms[i].at })
	for _, t := range p.terms[from:max(from, to)] {
		count(t, 1)
	}
	for _, t := range p.inTitle(n) {
		count(t, nameCounts)
	}
	for _, number := range forms {
		f := &r.forms[number]
		f.weight = (1 + math.Log(float64(f.count))) * f.rarity
		f.count = 0 // for the next node
	}
	slices.SortFunc(forms, func(a, b int32) int {
		return cmp.Or(cmp.Compare(r.forms[b].weight, r.forms[a].weight), strings.Compare(r.forms[a].text, r.forms[b].text))
	})
	var kept, stems []string
	for _, f := range forms {
		if stem := r.forms[f].stem; len(kept) < mostKeywords && !slices.Contains(stems, stem) {
			kept, stems = append(kept, r.forms[f].text), append(stems, stem)
		}
	}
	return kept
}

// inTitle are the words of a node's title. They are valid until the next call.
func (p *page) inTitle(n node) []term {
	return p.reader.brief(n.title(), dialect{code: p.language.IsProgram})
}

// synonyms are other words for the title of a node and for its first keywords, without
// those that are among its keywords anyway.
func (p *page) synonyms(n node, keywords []string) []string {
	var words []string
	for _, t := range p.inTitle(n) {
		words = append(words, p.reader.forms[t.form].text)
	}
	words = append(words, keywords[:min(len(keywords), keywordsAsked)]...)
	var all []string
	others := p.meaningTheSame
	if p.language.IsProgram {
		others = p.nearByVector // its words are names
	}
	for _, w := range words {
		for _, other := range others(w) {
			if len(all) < mostSynonyms && !slices.Contains(words, other) && !slices.Contains(all, other) {
				all = append(all, other)
			}
		}
	}
	return all
}

// meaningTheSame returns other words for one: those of the thesaurus, then those that are near
// to it by vectors.
func (r *Rules) meaningTheSame(word string) []string {
	if known, ok := r.others.Load(word); ok {
		return known.([]string)
	}
	var all []string
	if r.workspace.Nouns != nil && shortestNoun <= len(word) {
		var stemmer analysis.Stemmer
		stem := stemmer.Stem(word) // what only differs in its ending is no other word
		for _, w := range r.workspace.Nouns(word) {
			if w.Depth == 0 && len(all) < synonymsOf && mayBeKeyword(w.Text) && stemmer.Stem(w.Text) != stem {
				all = append(all, w.Text)
			}
		}
	}
	all = append(all, r.nearByVector(word)...)
	r.others.Store(word, all)
	return all
}

// nearByVector returns the words that are nearest to one by their vectors, other forms of it
// among them.
func (r *Rules) nearByVector(word string) []string {
	l := r.workspace.Lexicon
	id, pieces := 0, 0
	for p := range l.Pieces(word, false) {
		id = p.ID
		pieces++
	}
	if pieces != 1 || !l.Speaks(id) {
		return nil
	}
	var all []string
	for _, n := range l.Near(id) {
		if piece := l.Piece(n.ID); nearEnough <= n.Cosine && l.IsWord(n.ID) && mayBeKeyword(piece) && len(all) < synonymsOf {
			all = append(all, piece)
		}
	}
	return all
}

// Ask makes a question's query: the whole of it for the summaries, its words for keywords
// and tags, these and other words for them for the synonyms, and for the dependencies the
// names of programs in it, or its words where it has none. Each may still be changed.
func (r *Rules) Ask(asked *question.Question) notes.Query {
	reader := r.borrow()
	var words, others []string // each once
	for _, t := range reader.brief(asked.Text, dialect{code: true}) {
		if word := reader.forms[t.form].text; !slices.Contains(words, word) {
			words = append(words, word)
		}
	}
	names := asked.Identifiers()
	ofNames := map[string]bool{} // their words
	for _, t := range reader.brief(strings.Join(names, " "), dialect{code: true}) {
		ofNames[reader.forms[t.form].text] = true
	}
	r.giveBack(reader)
	for _, w := range words {
		near := r.meaningTheSame
		if ofNames[w] {
			near = r.nearByVector
		}
		for _, other := range near(w) {
			if !slices.Contains(words, other) && !slices.Contains(others, other) {
				others = append(others, other)
			}
		}
	}
	if names == nil {
		names = words
	}
	said := strings.Join(words, " ")
	var q notes.Query
	for k, wanted := range [notes.Kinds]string{
		notes.Summaries:    asked.Text,
		notes.Keywords:     said,
		notes.Tags:         said,
		notes.Synonyms:     strings.Join(slices.Concat(words, others), " "),
		notes.Dependencies: strings.Join(names, " "),
	} {
		q.Of[k] = notes.Ask{Text: wanted, Vector: r.pool(wanted), Weight: WeightOf(notes.Kind(k))}
	}
	return q
}

// WeightOf is the weight of a table where nobody sets another. The words of summaries and
// synonyms show what is meant; those of the others occur in the text itself, where a search
// by words finds them.
func WeightOf(k notes.Kind) float64 {
	if k == notes.Summaries || k == notes.Synonyms {
		return 1
	}
	return 0.5
}

// Vector is that of a note, a notes.Vectors.
func (r *Rules) Vector(n notes.Note) []float32 { return r.pool(n.Text) }

// A pooler makes vectors of texts, one at a time.
type pooler struct {
	cutter embed.Cutter
	pieces []int32
	terms  []embed.Term
}

// pool is the vector of a text, of length 1, made of those of its pieces by their
// weights; nil for a text without any.
func (r *Rules) pool(s string) []float32 {
	l := r.workspace.Lexicon
	p, ok := r.poolers.Get().(*pooler)
	if !ok {
		p = &pooler{cutter: l.Cutter()}
	}
	defer r.poolers.Put(p)
	p.pieces = p.cutter.Append(p.pieces[:0], s, true)
	p.terms = p.terms[:0]
	for _, id := range p.pieces {
		if weight := r.workspace.Weight(int(id)); weight > 0 && l.Speaks(int(id)) {
			p.terms = append(p.terms, embed.Term{ID: int(id), Weight: float32(weight)})
		}
	}
	sum := make([]float32, l.Dimensions())
	l.Add(sum, p.terms)
	if !vector.Unit(sum) {
		return nil
	}
	return sum
}
