package retrieve

import (
	"cmp"
	"context"
	"slices"

	"docuquest/core/index"
	"docuquest/core/language/analysis"
	"docuquest/core/language/text"
)

// A probe reads texts to see which phrases occur near the words of a question.
type probe struct {
	others map[string]int // terms of the question, by their stems
	lists  map[int][]index.Posting
	stems  map[string]string // of the words that were read; "" for stop words
	forms  *analysis.Analyzer
}

// newProbe makes a probe with those terms of a question that some entries contain, and not
// every fifth one where there are several of these.
func newProbe(result *Result, lists [][]index.Posting) *probe {
	p := &probe{others: map[string]int{}, lists: map[int][]index.Posting{}, stems: map[string]string{}, forms: analysis.NewAnalyzer()}
	add := func(admits func(entries int) bool) {
		for i, list := range lists {
			if t := result.Question.Terms[i]; len(list) > 0 && !t.CodeOnly && !t.Figure && admits(len(list)) {
				p.others[t.Stem], p.lists[i] = i, list
			}
		}
	}
	add(func(entries int) bool { return !isFrequent(entries, result) })
	if len(p.lists) < 2 {
		add(func(int) bool { return true })
	}
	return p
}

// hasOthers reports whether there is any term besides one.
func (p *probe) hasOthers(term int) bool {
	_, own := p.lists[term]
	return len(p.lists) > 1 || len(p.lists) == 1 && !own
}

// probe counts how often candidates occur, and how often near other words of the question, in
// the entries that contain most of both. Whether the words of a phrase are next to each other is
// seen in texts alone.
func (r *Retriever) probe(ctx context.Context, p *probe, all []candidate, result *Result) {
	type total struct {
		entry              *index.Entry
		others, candidates int
	}
	totals := map[uint32]*total{} // of entries with candidates
	for _, c := range all {
		for _, number := range c.holding {
			t := totals[number]
			if t == nil {
				t = &total{entry: result.Snapshot.Entry(number)}
				totals[number] = t
			}
			t.candidates++
		}
	}
	for _, list := range p.lists {
		for _, posting := range list {
			if t := totals[posting.Entry()]; t != nil {
				t.others++
			}
		}
	}
	for i := range all {
		all[i].beside = slices.ContainsFunc(all[i].holding, func(number uint32) bool { return totals[number].others > 0 })
	}
	var best []*total
	for _, t := range totals {
		if t.entry != nil && r.isAtHand(t.entry) {
			best = append(best, t)
		}
	}
	slices.SortFunc(best, func(a, b *total) int {
		return cmp.Or(cmp.Compare(b.others*b.candidates, a.others*a.candidates), cmp.Compare(b.candidates, a.candidates), cmp.Compare(a.entry.Path, b.entry.Path))
	})
	for _, t := range best[:min(contextEntries, len(best))] {
		f, err := r.Source.Read(ctx, t.entry.URI)
		if err != nil {
			continue // which whoever ranks it reports
		}
		p.read(t.entry.Title, r.Parsers.Readable(f, t.entry.Marked, contextLength), all)
	}
}

// read counts in one text. What its title names all of the text is about.
func (p *probe) read(title, s string, all []candidate) {
	byFirst := map[string][]int{} // candidates, by the stems of their first words
	for i, c := range all {
		byFirst[c.stems[0]] = append(byFirst[c.stems[0]], i)
	}
	titled, stems := p.stemsOf(title), p.stemsOf(s)
	for at, stem := range stems {
		for _, i := range byFirst[stem] {
			c := &all[i]
			if end := at + len(c.stems); end > len(stems) || !slices.Equal(stems[at:end], c.stems) {
				continue
			}
			c.seen++
			isOther := func(stem string) bool {
				term, ok := p.others[stem]
				return ok && term != c.term
			}
			around := stems[max(0, at-contextWords):min(len(stems), at+contextWords+1)]
			if slices.ContainsFunc(around, isOther) || slices.ContainsFunc(titled, isOther) {
				c.near++
			}
		}
	}
}

// stemsOf returns the stems of the words of a text, "" for stop words.
func (p *probe) stemsOf(s string) []string {
	var stems []string
	for w := range text.Words(s) {
		word := w.Span.Of(s)
		stem, known := p.stems[word]
		if !known {
			if form := analysis.Exact(word); !analysis.IsStop(form) {
				stem = p.forms.Stem(form)
			}
			p.stems[word] = stem
		}
		stems = append(stems, stem)
	}
	return stems
}
