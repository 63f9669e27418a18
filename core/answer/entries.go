package answer

import (
	"cmp"
	"context"
	"slices"
	"strings"

	"docuquest/core/answer/accounts"
	"docuquest/core/answer/values"
	"docuquest/core/code/graph"
	"docuquest/core/document"
	"docuquest/core/document/chunk"
	"docuquest/core/document/entry"
	"docuquest/core/file"
	"docuquest/core/language/text"
	"docuquest/core/search/question"
	"docuquest/core/search/rank"
	"docuquest/core/search/retrieve"
)

const (
	mostRated     = 120     // entries that are looked at more closely than by counting words
	mostEntries   = 40      // whose sentences are judged
	averageEntry  = 60      // words that are no stop words
	softBytes     = 800     // of an entry, that are compared by vectors
	shortText     = 4 << 10 // bytes of a document, below which the place of an entry means less
	withoutNoun   = 0.5     // of what introduces a list, where it does not name the things that are asked for
	titledDefines = 0.6     // how surely the first paragraph below a title says what that names
	leastTitled   = 0.5     // of the first entry below a title that answers without a word of the question
	valueWorth    = 0.3     // of a sentence among those of its entry that states the value asked for
)

// judgeEntries returns the best sentence of each of the best entries of the documents that
// have hits, the best entry first, and where the question has several parts further ones of the
// entry that have a word of it which those before lack. A sentence is worth what its entry is, which
// is shown with it.
func (j *judge) judgeEntries(ctx context.Context, hits []retrieve.Hit) ([]candidate, error) {
	rated := make([][]ratedEntry, len(hits))
	err := j.found.EachWithMatcher(ctx, len(hits), func(i int, m *rank.Matcher) {
		one := *j
		one.matcher = m
		rated[i] = one.rateEntries(hits, i)
	})
	if err != nil {
		return nil, err
	}
	entries := best(slices.Concat(rated...), mostRated)
	err = j.found.EachWithMatcher(ctx, len(entries), func(i int, m *rank.Matcher) {
		one, e := *j, &entries[i]
		one.matcher = m
		d := hits[e.hit].Document
		said := e.Span.Of(d.Text)
		e.rated.Soft = j.found.Similarity(e.above, said[:min(len(said), softBytes)], file.IsCode(d.Language))
		_, e.rated.Lacks = m.Lacking(append(one.around(d, e), said), file.IsCode(d.Language))
		if e.rated.IsWanted = values.Has(j.asked, said); j.asked.Kind == question.List {
			one.readList(d, e) // not the middle of one
			e.rated.IsWanted = e.list != nil || e.enumerates
		}
		if !e.rated.IsWanted && j.asked.Kind.IsRecognized() {
			e.rated.Titled = 0 // it introduces the subject, without what is asked of it
		}
		if subject, ok := m.Subject(j.asked); ok {
			e.rated.Defines, e.defines = m.Defines(subject, said, file.IsCode(d.Language))
			e.defines = e.defines.Shift(e.Span.Start)
			if e.Kind == entry.Prose && !strings.HasPrefix(said, "..") && leastTitled <= e.rated.Titled { // the first paragraph below it
				e.rated.Defines = max(e.rated.Defines, titledDefines*e.rated.Titled)
			}
		}
		e.worth = e.rated.Worth()
	})
	if err != nil {
		return nil, err
	}
	entries = best(entries, mostEntries)

	judged := make([][]candidate, len(entries))
	err = j.found.EachWithMatcher(ctx, len(entries), func(i int, m *rank.Matcher) {
		one := *j
		one.matcher = m
		judged[i] = one.judgeEntry(hits[entries[i].hit], &entries[i])
	})
	all := slices.Concat(judged...)
	slices.SortStableFunc(all, func(a, b candidate) int { return cmp.Compare(b.worth, a.worth) })
	return laterLineItems(all), err
}

// judgeEntry returns the best sentence of an entry, and further ones for a question with several parts.
func (j *judge) judgeEntry(h retrieve.Hit, e *ratedEntry) []candidate {
	if items := j.judgeLineItems(h, e); len(items) > 0 {
		return items
	}
	h.Chunk = chunk.Chunk{Kind: e.chunkKind(), Titles: e.Titles, Span: e.Span, Text: e.Span.Of(h.Document.Text)}
	sentences := slices.DeleteFunc(piecesOf(h.Document, h.Chunk.Kind, e.Span), func(p piece) bool { return touches(p.span, e.Header) })
	all := j.judgePieces(e.hit, h, sentences)
	asksAbove := leastTitled <= e.rated.Titled && !slices.ContainsFunc(all, func(c candidate) bool { return c.matches })
	var judged []candidate
	for _, c := range all {
		c.isList = e.list != nil && e.introducesList(c.span) || e.enumerates && values.Enumerates(c.display)
		c.matches = c.matches || asksAbove || c.isList // by its heading
		c.worth += rank.NewsWorth * j.novelty(c, make([]bool, len(j.needs)))
		said := c.span.Of(h.Document.Text)
		if len(values.In(j.asked, said, c.line)) > 0 { // an entry is shown for its value
			c.worth += valueWorth
			if j.asked.AsksSetting() && len(values.Settings(said)) > 0 {
				c.worth += valueWorth
			}
		}
		if c.matches {
			judged = append(judged, c)
		}
	}
	slices.SortStableFunc(judged, func(a, b candidate) int { return cmp.Compare(b.worth, a.worth) })
	judged = partition(judged, func(c candidate) bool { // what the entry is shown for
		return c.isList || e.rated.Defines > 0 && touches(c.span, e.defines)
	})
	kept, said := 0, make([]bool, len(j.terms))
	for _, c := range judged {
		isNew := false
		for term, has := range c.contains {
			isNew = isNew || has && !said[term]
		}
		c.of = e
		if c.worth = e.worth; c.heading {
			c.worth -= rank.HeadingLoss
		}
		if kept == 0 || len(j.asked.Parts) > 1 && isNew && !c.heading {
			judged[kept] = c
			kept++
			for term, has := range c.contains {
				said[term] = said[term] || has
			}
		}
	}
	return judged[:kept]
}

// best returns the entries that are worth most, in order.
func best(entries []ratedEntry, most int) []ratedEntry {
	slices.SortStableFunc(entries, func(a, b ratedEntry) int { return cmp.Compare(b.worth, a.worth) })
	return entries[:min(len(entries), most)]
}

// A ratedEntry is an entry of a document that was found.
type ratedEntry struct {
	entry.Entry
	hit   int         // of its document
	above string      // the titles
	list  *entry.List // that it begins, where one is asked for; nil for none
	// enumerates is true of one without such a list, of which a sentence names several things.
	enumerates bool
	defines    text.Span // the sentence that says what is asked the meaning of; empty if none does
	rated      rank.Entry
	worth      float64
	// lineItems are the rows of a table that the question asks for; see [accounts.Rows].
	lineItems []accounts.Row
}

func (e ratedEntry) chunkKind() chunk.Kind {
	switch e.Kind {
	case entry.Table:
		return chunk.Table
	case entry.Program, entry.Declaration:
		return chunk.Code
	}
	return chunk.Prose
}

// introducesList reports whether a sentence is part of what introduces the list of the entry, or of
// its first item where nothing does. In a program that may be the line that both are on.
func (e ratedEntry) introducesList(sentence text.Span) bool {
	switch list := e.list; {
	case list.Intro.Empty():
		return touches(sentence, list.Items[0])
	case e.Kind == entry.Program, e.Kind == entry.Declaration:
		return touches(sentence, text.Span{Start: list.Intro.Start, End: list.Items[0].End})
	default:
		return touches(sentence, list.Intro)
	}
}

// rateEntries rates the entries of a document that have a word of the question: all of them
// with the first of its hits. Of a document without entries, which is a very long one, and of
// a passage that is only a neighbour of others, each hit counts as an entry.
func (j *judge) rateEntries(hits []retrieve.Hit, hit int) []ratedEntry {
	h := hits[hit]
	var entries []entry.Entry
	if h.Beside == "" {
		isFirst := !slices.ContainsFunc(hits[:hit], func(o retrieve.Hit) bool { return o.Document == h.Document && o.Beside == "" })
		if entries = entry.Of(h.Document); len(entries) > 0 && !isFirst {
			return nil
		}
	}
	if len(entries) == 0 {
		kind := entry.Prose
		switch h.Chunk.Kind {
		case chunk.Table:
			kind = entry.Table
		case chunk.Code:
			kind = entry.Program
		}
		entries = []entry.Entry{{Kind: kind, Span: h.Chunk.Span, Titles: h.Chunk.Titles}}
	}
	isCode := file.IsCode(h.Document.Language)
	above := map[string][]bool{} // by the titles, which many entries share
	declared := j.declarations(h.Document)
	isTest := isCode && graph.IsTest(h.Document.Path) && !j.asksForTests
	var all []ratedEntry
	for _, e := range entries {
		each := append([]string{h.Document.Title}, e.Titles...)
		titles := text.WithoutQuestions(strings.Join(each, "\n"))
		titled := 0.0
		if above[titles] == nil { // the first entry below them
			above[titles] = j.above(h.Document, titles, isCode)
			for _, title := range each {
				if !isCode { // below the name of a definition is its body
					titled = max(titled, j.titled(title))
				}
			}
		}
		items := accounts.Rows(j.asked, h.Document, e)
		rated, ok := j.rateEntry(h.Document, e, above[titles], items)
		for _, item := range items {
			if rated.LineItem.Worth() < item.Fit.Worth() {
				rated.LineItem = item.Fit
			}
		}
		if ok || leastTitled <= titled || len(items) > 0 {
			rated.Titled, rated.IsTest = titled, isTest
			for _, d := range declared {
				isHere := touches(d.Span, e.Span)
				rated.Declares = rated.Declares || isHere
				rated.Sets = rated.Sets || isHere && !d.IsFunction() && !d.IsType()
			}
			all = append(all, ratedEntry{Entry: e, hit: hit, above: titles, rated: rated, worth: rated.Worth(), lineItems: items})
		}
	}
	return all
}

// readList reads the list that an entry begins, or else the sentence that names several things, and
// rates how far what introduces it says what is asked for: by the words of that and of the titles, or
// in an outline of the title alone. Who asks for what is denied wants a list that is introduced so.
func (j *judge) readList(d *document.Document, e *ratedEntry) {
	isCode := file.IsCode(d.Language)
	above := j.contained(e.above, isCode)
	title := cmp.Or(strings.Join(e.Titles[max(0, len(e.Titles)-1):], ""), d.Title)
	things := slices.IndexFunc(j.terms, func(t rank.Term) bool { return t.Text == j.asked.Listed })
	covered := func(intro, title string) float64 {
		last := intro
		for sentence := range text.Sentences(intro) {
			last = sentence.Of(intro)
		}
		if j.asked.Denies != j.denies(last) {
			return 0
		}
		said := j.contained(intro, isCode)
		coverage := j.coverage(func(term int) float64 {
			switch {
			case said[term]:
				return inSentence
			case above[term]:
				return inTitles
			}
			return 0
		})
		if things >= 0 && !said[things] && !j.contained(title, isCode)[things] {
			coverage *= withoutNoun
		}
		return coverage
	}
	for _, list := range entry.ListsOf(d, e.Entry) {
		intro := list.Intro.Of(d.Text)
		if list.IsOutline {
			intro = title
		}
		coverage := covered(intro, title)
		if list.Intro.Empty() && coverage < leastTitled {
			continue // its headings do not say what is asked for
		}
		if e.list == nil || e.rated.Lists < coverage {
			e.list, e.rated.Lists = &list, coverage
			e.rated.IsProgram, e.rated.IsHead = false, false
		}
	}
	if e.list != nil || isCode {
		return
	}
	said := e.Span.Of(d.Text)
	for sentence := range text.Sentences(said) {
		if one := sentence.Of(said); values.Enumerates(one) {
			coverage := covered(one, "")
			if things >= 0 && j.contained(one, false)[things] || things < 0 && leastTitled <= coverage {
				e.enumerates, e.rated.Lists = true, max(e.rated.Lists, coverage)
			}
		}
	}
}

// denies reports whether a text has a word of denial, but for "or not".
func (j *judge) denies(s string) bool {
	words := question.WordsIn(s)
	for i, w := range words {
		if j.asked.IsDenial(w.Folded) && (i == 0 || !values.JoinsThings(words[i-1])) {
			return true
		}
	}
	return false
}

// declarations returns those of a program of names of the question that are spelled as in
// programs, without parameters.
func (j *judge) declarations(d *document.Document) []graph.Declaration {
	names := j.asked.Identifiers()
	if len(names) == 0 || !file.IsCode(d.Language) {
		return nil
	}
	all := graph.Declarations(d, func(name string) bool { return slices.Contains(names, name) })
	return slices.DeleteFunc(all, func(one graph.Declaration) bool { return one.Kind == "parameter" })
}

// titled returns how far a title says what the question asks, and nothing else: the share of
// the question that it covers, times the share of its words that are of the question.
func (j *judge) titled(title string) float64 {
	counts, length := j.matcher.Count(text.WithoutQuestions(title), false)
	said, contained := int32(0), make([]bool, len(counts))
	for term, n := range counts {
		said += n
		contained[term] = n > 0
	}
	if said == 0 {
		return 0
	}
	return j.coverage(only(contained)) * min(1, float64(said)/float64(max(1, length)))
}

// rateEntry returns what speaks for an entry as far as counting words shows it; false if it
// has no word of the question.
func (j *judge) rateEntry(d *document.Document, e entry.Entry, above []bool, items []accounts.Row) (rated rank.Entry, ok bool) {
	isCode := file.IsCode(d.Language)
	said := e.Span.Of(d.Text)
	counts, length := j.matcher.Count(text.WithoutQuestions(said), isCode)
	inside := make([]bool, len(counts))
	frequency, whole := 0.0, 0.0
	for term, n := range counts {
		whole += j.masses[term]
		if n > 0 {
			inside[term], ok = true, true
			frequency += j.masses[term] * rank.BM25(float64(n), float64(length), averageEntry)
		}
	}
	rated = rank.Entry{
		Coverage: j.coverage(func(term int) float64 {
			switch {
			case inside[term], slices.ContainsFunc(items, func(i accounts.Row) bool { return i.Says(j.asked, j.terms[term].Text) }):
				return inSentence
			case above[term]:
				return inTitles
			}
			return 0
		}),
		Confidence: j.documents[d].confidence,
		Place:      j.documents[d].place,
		IsCopy:     j.documents[d].source != rank.Original,
		Unnamed:    j.documents[d].unnamed,
		Period:     j.documents[d].period,
		Late:       float64(e.Span.Start) / float64(max(shortText, len(d.Text))),
	}
	if whole > 0 {
		rated.Frequency = frequency / whole
	}
	for _, h := range j.found.Hits {
		if h.Document == d && j.best > 0 && touches(h.Chunk.Span, e.Span) {
			rated.Passage = max(rated.Passage, h.Score/j.best)
		}
	}
	if isCode && len(j.asked.Identifiers()) == 0 {
		rated.IsProgram, rated.IsHead = e.Kind == entry.Program, e.Kind == entry.Declaration
	}
	return rated, ok
}
