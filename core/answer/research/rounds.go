package research

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"sync"
	"time"

	"docuquest/core/document"
	"docuquest/core/search/retrieve"
)

const (
	// mostOfQuery is how many documents a query brings that is not the question itself.
	mostOfQuery = 5
	// mostRead is how many leads without a title are searched for in what files say.
	mostRead = 3
)

// firstRound makes the planned queries, all at once. Its error is that of the question's
// own search.
func (e *expedition) firstRound(ctx context.Context) error {
	planned := e.keepPrivate(ctx, e.next) // nothing was read yet that a query could copy
	e.next = nil
	e.tell("Searching for %s%s", plural(len(planned), "query", "queries"), e.besideToo())
	start := time.Now()
	var failed error
	var group sync.WaitGroup
	group.Go(func() { e.single, failed = e.Workspace.Find(ctx, e.query) })
	aside := e.aside(ctx, planned)
	group.Go(func() { e.askBeside(ctx, aside) })
	found := e.searchAll(ctx, planned[1:])
	group.Wait()
	if failed != nil {
		return failed
	}
	e.report.Steps = append(e.report.Steps, e.single.Steps...)
	e.pool.addSingle(e.single)
	for i, f := range found {
		switch q := planned[1+i]; {
		case f != nil && (!q.isVague || e.single.IsStrange()):
			e.addFound(f)
		case q.isName:
			e.followAsked(q.Text)
		}
	}
	e.report.Queries = append(e.report.Queries, planned...)
	e.step("round 1", start, "%s, %d documents", plural(len(planned), "query", "queries"), len(e.pool.order()))
	return nil
}

// followAsked adds the files that are called by a name of the question.
func (e *expedition) followAsked(name string) {
	for _, t := range e.Workspace.Titled([]string{name}, e.query) {
		if t.Match == 1 || !isOneWord(folded(name)) {
			e.pool.add(t.Path, askedName*t.Match)
		}
	}
}

// searchAll makes queries, all at once, and gives what each found: nil for a name, which
// is looked up among the titles, and for one that was cut short with ctx, which is the only
// way in which such a search fails.
func (e *expedition) searchAll(ctx context.Context, queries []Query) []*retrieve.Result {
	found := make([]*retrieve.Result, len(queries))
	var group sync.WaitGroup
	for i, q := range queries {
		if q.isName {
			continue
		}
		group.Go(func() { found[i], _ = e.plainly().Find(ctx, e.smaller(q.Text)) })
	}
	group.Wait()
	return found
}

// addFound takes in what a query found.
func (e *expedition) addFound(found *retrieve.Result) {
	e.pool.addRanked(found)
	e.parts = append(e.parts, found)
}

// plainly is the workspace without the services that only put the evidence in order.
func (e *expedition) plainly() *retrieve.Retriever {
	r := *e.Workspace
	r.Reranker, r.Vectors = nil, nil
	return &r
}

// smaller is a query for another text, of the same files.
func (e *expedition) smaller(text string) retrieve.Query {
	return retrieve.Query{Text: text, Limit: mostOfQuery, Passages: mostOfQuery, Within: e.query.Within}
}

// nextRound follows the names that the last round brought, and makes the queries that a
// model wants. Its error is that of ctx.
func (e *expedition) nextRound(ctx context.Context) error {
	start, round := time.Now(), e.report.Rounds+1
	wanted := e.next
	e.next = nil
	leads := e.newLeads()
	e.tell("Round %d: following %s%s", round, plural(len(leads)+len(wanted), "name or query", "names and queries"), e.besideToo())
	followed := e.followTitled(ctx, leads)
	followed = append(followed, e.followRead(ctx, leads, followed)...)
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
	aside := e.keepPrivate(ctx, slices.Concat(wanted, e.asideOf(leads, round)))
	e.askBeside(ctx, e.aside(ctx, aside))
	made = slices.Concat(aside, made)
	e.leads = append(e.leads, followed...)
	e.report.Queries = append(e.report.Queries, made...)
	e.step(fmt.Sprintf("round %d", round), start, "%s of %d names and queries led on", plural(len(wanted)+len(followed), "query", "queries"), len(leads)+len(wanted))
	return ctx.Err()
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

// newLeads are the leads of the next seeds that no round has followed.
func (e *expedition) newLeads() []lead {
	seeds := e.seeds()
	for _, d := range seeds {
		e.seeded[d.Path] = true
	}
	leads := slices.DeleteFunc(leadsOf(e.query.Text, seeds), func(l lead) bool {
		return slices.ContainsFunc(e.named, func(known lead) bool { return known.key == l.key })
	})
	e.named = append(e.named, leads...)
	return leads
}

// followTitled adds the files that are called by leads, and gives the leads that some
// are called by. One look at these files tells which of them bear on the question.
func (e *expedition) followTitled(ctx context.Context, leads []lead) []lead {
	titled := slices.DeleteFunc(e.Workspace.Titled(namesOf(leads), e.query), func(t retrieve.Titled) bool {
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
	query.Limit = len(paths)
	ranked, err := e.plainly().Rank(ctx, query)
	if err != nil {
		return nil
	}
	var followed []lead
	common := e.Workspace.Commonness(namesOf(leads))
	for _, t := range titled {
		l := leads[t.Name]
		rare := max(0, 1-common[t.Name]/mostCommon)
		e.pool.add(t.Path, l.weight*rare*t.Match+rankedBonus(ranked, t.Path))
		if !slices.ContainsFunc(followed, func(f lead) bool { return f.key == l.key }) {
			followed = append(followed, l)
		}
	}
	return followed
}

// rankedBonus is what a file gains by how well it fits the question, beside the others
// that names lead to.
func rankedBonus(ranked []string, path string) float64 {
	if at := slices.Index(ranked, path); at >= 0 {
		return leadRanked * falling(at, rankedFade)
	}
	return 0
}

func namesOf(leads []lead) []string {
	names := make([]string, len(leads))
	for i, l := range leads {
		names[i] = l.name
	}
	return names
}

// followRead searches what files say for the best leads that no file is called by, and
// gives those that some file speaks of besides the one that brought them up.
func (e *expedition) followRead(ctx context.Context, leads, titled []lead) []lead {
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
			query := e.smaller(e.query.Text)
			query.Context.Words = strings.Fields(l.name)
			found[i], _ = e.plainly().Find(ctx, query)
		})
	}
	group.Wait()
	var followed []lead
	for i, l := range untitled {
		if found[i] != nil && e.addSpeaking(found[i], l) {
			followed = append(followed, l)
		}
	}
	return followed
}

// addSpeaking adds the documents whose passages speak of a lead, and says whether there
// is any that was not read for names.
func (e *expedition) addSpeaking(found *retrieve.Result, l lead) (any bool) {
	for i, d := range found.Documents {
		speaks := func(h retrieve.Hit) bool {
			return h.Document == d.Document && strings.Contains(folded(h.Chunk.Text), l.key)
		}
		if !e.seeded[d.Path] && slices.ContainsFunc(found.Hits, speaks) {
			e.pool.add(d.Path, spokenOf*l.weight*falling(i, mostOfQuery))
			any = true
		}
	}
	return any
}
