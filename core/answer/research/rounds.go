package research

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"sync"
	"time"

	"docuquest/core/document"
	"docuquest/core/language/analysis"
	"docuquest/core/language/text"
	"docuquest/core/search/question"
	"docuquest/core/search/retrieve"
)

const (
	// mostOfQuery is how many documents a query brings that is not the question itself.
	mostOfQuery = 5
	// mostRead is how many leads without a title are searched for in the text of files.
	mostRead = 3
)

// firstRound makes the planned queries, all at once. Its error is that of the question's
// own search.
func (e *expedition) firstRound(ctx context.Context) error {
	planned := e.next
	e.next = nil
	for _, q := range planned {
		e.vocabulary.addWords(q.Text) // no file was read yet that it could copy
	}
	e.notify("Searching for %s%s", text.Counted(len(planned), "query", "queries"), e.andElsewhere())
	start := time.Now()
	var failed error
	var group sync.WaitGroup
	group.Go(func() { e.single, failed = e.Workspace.Find(ctx, e.query) })
	permitted := e.permitted(ctx, planned)
	group.Go(func() { e.searchElsewhere(ctx, permitted) })
	found := e.searchAll(ctx, planned[1:])
	group.Wait()
	if failed != nil {
		return failed
	}
	e.report.Steps = append(e.report.Steps, e.single.Steps...)
	e.pool.single = e.single.Ranked
	for _, path := range e.single.Ranked {
		e.pool.copies[path] = true
	}
	for _, d := range e.single.Documents {
		delete(e.pool.copies, d.Path)
	}
	if len(e.Elsewhere) > 0 {
		for entry := range e.Workspace.Library.Snapshot().All {
			e.vocabulary.addName(entry.Title)
		}
		e.allowHeadings(e.single)
	}
	for i, f := range found {
		q := planned[1+i]
		if f != nil && (!q.isVague || e.single.IsStrange()) {
			e.addFound(f)
		} else if q.isName { // the files with the name as their title
			for _, t := range e.Workspace.FindByTitle([]string{q.Text}, e.query) {
				if t.Match == 1 || !isOneWord(analysis.Phrase(q.Text)) {
					e.pool.add(t.Path, askedName*t.Match)
				}
			}
		}
	}
	e.report.Queries = append(e.report.Queries, planned...)
	e.report.Steps.Add("round 1", start, "%s, %d documents", text.Counted(len(planned), "query", "queries"), len(e.pool.order()))
	return nil
}

// searchAll makes queries, all at once, and returns what each found: nil for a name, which
// is compared with the titles, and for one that was cut short with ctx, which is the only
// way in which such a search fails.
func (e *expedition) searchAll(ctx context.Context, queries []Query) []*retrieve.Result {
	found := make([]*retrieve.Result, len(queries))
	var group sync.WaitGroup
	for i, q := range queries {
		if q.isName {
			continue
		}
		group.Go(func() { found[i], _ = e.plainly().Find(ctx, e.smaller(question.Of(q.Text))) })
	}
	group.Wait()
	return found
}

// addFound adds what a query found.
func (e *expedition) addFound(found *retrieve.Result) {
	for i, d := range found.Documents {
		e.pool.add(d.Path, ofQuery*falling(i, len(e.pool.single)))
	}
	e.parts = append(e.parts, found)
}

// plainly returns the workspace without the services that only put the evidence in order.
func (e *expedition) plainly() *retrieve.Retriever {
	r := *e.Workspace
	r.Reranker, r.Vectors = nil, nil
	return &r
}

// smaller returns a query for another question, of the same files.
func (e *expedition) smaller(asked *question.Question) retrieve.Query {
	return retrieve.Query{Question: asked, Limit: mostOfQuery, Passages: mostOfQuery, Within: e.query.Within}
}

// nextRound follows the names that the last round brought, and makes the queries that a
// model wants. Its error is that of ctx.
func (e *expedition) nextRound(ctx context.Context) error {
	start, round := time.Now(), e.report.Rounds+1
	wanted := e.next
	e.next = nil
	seeds := e.seeds()
	for _, d := range seeds {
		e.seeded[d.Path] = true
	}
	open := e.openPart()
	leads := slices.DeleteFunc(leadsOf(e.query.Question, open, seeds), func(l lead) bool { // that no round has followed
		return slices.ContainsFunc(e.named, func(known lead) bool { return known.key == l.key })
	})
	e.named = append(e.named, leads...)
	e.notify("Round %d: following %s%s", round, text.Counted(len(leads)+len(wanted), "name or query", "names and queries"), e.andElsewhere())
	followed := e.followTitles(ctx, open, leads)
	followed = append(followed, e.followRead(ctx, open, leads, followed)...)
	var made []Query
	for _, l := range followed {
		made = append(made, Query{Text: l.name, Round: round, Why: "named in " + l.in, isName: true})
	}
	for i := range wanted {
		wanted[i].Round = round
	}
	for _, found := range e.searchAll(ctx, wanted) {
		if found != nil {
			e.addFound(found)
		}
	}
	elsewhere := slices.Concat(wanted, e.queriesElsewhere(leads, round))
	e.searchElsewhere(ctx, e.permitted(ctx, elsewhere))
	made = slices.Concat(elsewhere, made)
	e.leads = append(e.leads, followed...)
	e.report.Queries = append(e.report.Queries, made...)
	e.report.Steps.Add(fmt.Sprintf("round %d", round), start, "%s of %d names and queries led on", text.Counted(len(wanted)+len(followed), "query", "queries"), len(leads)+len(wanted))
	return ctx.Err()
}

// openPart returns the question that the next round asks: the parts for which nothing was found
// yet, with the words that they lean on, where others have something; else the whole question.
func (e *expedition) openPart() *question.Question {
	found := e.report.Found
	if found == nil {
		found = e.single
	}
	if slots := e.report.Slots; len(slots) < 2 || slots[0].Compared || found.IsStrange() {
		return e.query.Question
	}
	f := newFilling(e.query.Question, found, e.named)
	var asked []string
	for _, s := range e.report.Slots {
		if !s.Filled() && (e.reflected || f.best(&s) == nil) {
			asked = append(asked, s.Asked+" "+strings.Join(s.about, " "))
		}
	}
	if len(asked) == 0 || len(asked) == len(e.report.Slots) {
		return e.query.Question
	}
	return question.Of(strings.Join(asked, "; "))
}

// seeds are the documents whose names the next round follows.
func (e *expedition) seeds() []*document.Document {
	read := e.single
	if e.report.Found != nil {
		read = e.report.Found
	}
	var seeds []*document.Document
	for _, d := range read.Documents {
		if !e.seeded[d.Path] && len(seeds) < mostSeeds {
			seeds = append(seeds, d.Document)
		}
	}
	return seeds
}

// followTitles adds the files whose titles are leads, and returns the leads that some title
// is. One search of these files finds which of them bear on the open part of the question.
func (e *expedition) followTitles(ctx context.Context, open *question.Question, leads []lead) []lead {
	titled := slices.DeleteFunc(e.Workspace.FindByTitle(namesOf(leads), e.query), func(t retrieve.ByTitle) bool {
		return t.Match < 1 && isOneWord(leads[t.Name].key)
	})
	if len(titled) == 0 {
		return nil
	}
	paths := map[string]bool{}
	for _, t := range titled {
		paths[t.Path] = true
	}
	query := e.query.Among(paths)
	query.Question, query.Limit = open, len(paths)
	ranked, err := e.plainly().Rank(ctx, query)
	if err != nil {
		return nil
	}
	var followed []lead
	common := e.Workspace.Commonness(namesOf(leads))
	for _, t := range titled {
		l := leads[t.Name]
		rare := max(0, 1-common[t.Name]/mostCommon)
		score := l.weight * rare * t.Match
		if at := slices.Index(ranked, t.Path); at >= 0 { // how well it fits the question, among these files
			score += leadRanked * falling(at, rankedFade)
		}
		e.pool.add(t.Path, score)
		if !slices.ContainsFunc(followed, func(f lead) bool { return f.key == l.key }) {
			followed = append(followed, l)
		}
	}
	return followed
}

func namesOf(leads []lead) []string {
	names := make([]string, len(leads))
	for i, l := range leads {
		names[i] = l.name
	}
	return names
}

// followRead searches the text of files for the best leads that are no titles, and returns
// those that occur in another file than the one that brought them up. It adds these files.
func (e *expedition) followRead(ctx context.Context, open *question.Question, leads, titled []lead) []lead {
	var untitled []lead
	for _, l := range leads {
		isTitled := slices.ContainsFunc(titled, func(t lead) bool { return t.key == l.key })
		if !isTitled && len(untitled) < mostRead {
			untitled = append(untitled, l)
		}
	}
	found := make([]*retrieve.Result, len(untitled))
	var group sync.WaitGroup
	for i, l := range untitled {
		group.Go(func() {
			query := e.smaller(open)
			query.Context.Words = strings.Fields(l.name)
			found[i], _ = e.plainly().Find(ctx, query)
		})
	}
	group.Wait()
	var followed []lead
	for i, l := range untitled {
		if found[i] == nil {
			continue
		}
		leadsOn := false
		for rank, d := range found[i].Documents {
			isNamed := slices.ContainsFunc(found[i].Hits, func(h retrieve.Hit) bool {
				return h.Document == d.Document && strings.Contains(analysis.Phrase(h.Chunk.Text), l.key)
			})
			if isNamed && !e.seeded[d.Path] {
				e.pool.add(d.Path, spokenOf*l.weight*falling(rank, mostOfQuery))
				leadsOn = true
			}
		}
		if leadsOn {
			followed = append(followed, l)
		}
	}
	return followed
}
