package research

import (
	"cmp"
	"context"
	"maps"
	"slices"
	"strings"
	"time"

	"docuquest/core/answer"
	"docuquest/core/answer/ground"
	"docuquest/core/language/text"
	"docuquest/core/search/retrieve"
)

// gather reads the best documents that were found so far as one result: the question once
// more, of these alone, together with the names that led to them. The quotes that fill slots get
// their places in it; one that does not occur there any more fills nothing.
func (e *expedition) gather(ctx context.Context) error {
	start := time.Now()
	found, err := e.evidence(ctx)
	if err != nil {
		return err
	}
	e.report.Found = found
	e.allowHeadings(found)
	for i := range e.report.Slots {
		if s := &e.report.Slots[i]; s.Filled() {
			s.Fill = quoted(s.Fill.Quote.Text, answer.NoHit, found)
		}
	}
	e.report.Steps.Add("evidence", start, "%s of %s", text.Counted(len(found.Hits), "passage"), text.Counted(len(found.Documents), "document"))
	return nil
}

// evidence is what gather reads.
func (e *expedition) evidence(ctx context.Context) (*retrieve.Result, error) {
	paths := map[string]bool{} // of the documents of the workspace
	for _, path := range e.pool.order() {
		if len(paths) < e.query.Limit {
			paths[path] = true
		}
	}
	// The best names that led to these documents are searched for too, first those that led to
	// documents that the question itself does not find.
	elsewhere := maps.Clone(paths)
	for _, path := range e.pool.single {
		delete(elsewhere, path)
	}
	var names []string
	for _, among := range []map[string]bool{elsewhere, paths} {
		for _, t := range e.Workspace.FindByTitle(namesOf(e.leads), e.query.Among(among)) {
			if name := e.leads[t.Name].name; len(names) < mostCarried && !slices.Contains(names, name) {
				names = append(names, name)
			}
		}
	}
	query := e.query.Among(paths)
	query.Context.Words = append(slices.Clone(e.query.Context.Words), strings.Fields(strings.Join(names, " "))...)
	found, err := e.Workspace.Find(ctx, query)
	if err != nil {
		return nil, err
	}

	// Those names are no words of the question, and make no document more or less likely to
	// answer it: what its own search found out about both stays.
	found.Groups, found.Added, found.Missing = e.single.Groups, e.single.Added, e.single.Missing
	found.Asked, found.Corrected, found.Suggested = e.single.Asked, e.single.Corrected, e.single.Suggested
	found.Ranked, found.Failed = e.single.Ranked, e.single.Failed
	confidence := map[string]float64{}
	for _, d := range e.single.Documents {
		confidence[d.Path] = d.Confidence
	}
	for i := range found.Documents {
		if c, ok := confidence[found.Documents[i].Path]; ok {
			found.Documents[i].Confidence = c
		}
	}
	slices.SortStableFunc(found.Documents, func(a, b retrieve.Document) int { return cmp.Compare(b.Confidence, a.Confidence) })

	for _, other := range e.parts {
		join(found, other, paths)
	}
	e.addElsewhere(found)
	return found, nil
}

// mostCarried is how many names of leads the evidence is also searched for.
const mostCarried = 4

// mostOfPart is how many passages of one document another query adds to the evidence.
const mostOfPart = 3

// join adds to a result what another one has of the documents at some paths: those
// documents that it lacks, and the best passages of each.
func join(found, other *retrieve.Result, paths map[string]bool) {
	for _, d := range other.Documents {
		if !paths[d.Path] {
			continue
		}
		in := slices.IndexFunc(found.Documents, func(known retrieve.Document) bool { return known.URI == d.URI })
		if in < 0 {
			in = len(found.Documents)
			found.Documents = append(found.Documents, d)
		}
		known := found.Documents[in]
		if known.Hash != d.Hash {
			continue
		}
		added := 0
		for _, h := range other.Hits {
			if h.Document != d.Document || added == mostOfPart {
				continue
			}
			if h.Document = known.Document; !hasHit(found.Hits, h) {
				found.Add(h)
				added++
			}
		}
	}
}

// quoted finds a quote in evidence, nil if it does not occur there. hit is the passage that
// should contain it.
func quoted(text string, hit int, found *retrieve.Result) *Fill {
	claim := answer.Statement{Text: text, Quotes: []answer.Quote{{Text: text, Hit: hit}}}
	checker := ground.NewChecker(answer.Report, found)
	if checker.Add(claim).Verdict == ground.Unsupported {
		return nil
	}
	at := checker.Checked().Citations[0]
	in := slices.IndexFunc(found.Hits, func(h retrieve.Hit) bool { return h.Document == at.Document })
	return &Fill{Quote: answer.Quote{Text: at.Quote, Hit: in, Span: at.Span}, Path: at.Document.Path}
}
