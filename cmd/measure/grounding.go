package main

import (
	"context"
	"fmt"
	"io"
	"math/rand/v2"
	"strconv"

	"docuquest/core/answer"
	"docuquest/core/answer/ground"
	"docuquest/core/document"
	"docuquest/core/eval"
	"docuquest/core/language/text"
	"docuquest/core/search/retrieve"
)

// GroundingOptions are what the check of quotes and statements is measured with.
type GroundingOptions struct {
	Parsers document.Parsers
	Seed    uint64 // of all that is drawn: equal seeds give equal statements
	Count   int    // of the statements, at least one for each kind
	// Show is how many of the statements of each kind that were judged wrong are kept.
	Show int
}

// A GroundingReport says of each kind of statement how many were judged right.
type GroundingReport struct {
	Seed  uint64
	Kinds []GroundingKind // the true ones first
	Wrong []WrongVerdict  // in the order of the kinds
}

// A GroundingKind is what came of the statements of one kind.
type GroundingKind struct {
	Name     string
	IsTrue   bool   // they should be supported; else they should not
	Verdicts [3]int // how many got each, by ground.Verdict
}

// A WrongVerdict is a statement that was judged wrong.
type WrongVerdict struct {
	Kind      string   `json:"kind"`
	Statement string   `json:"statement"`
	Quote     string   `json:"quote"`
	Verdict   string   `json:"verdict"`
	Lacks     []string `json:"lacks"`
}

// Grounding takes sentences of the collections' documents as statements, as they
// are and reworded, and spoils others mechanically; each is checked with a quote
// of its document. How many of the true ones are supported and how many of the
// spoiled ones are not is reported. The paths are folders, each a collection with
// corpus.jsonl and sents.jsonl or one above such.
func Grounding(ctx context.Context, paths []string, o GroundingOptions) (GroundingReport, error) {
	collections, err := eval.Collections(paths)
	if err != nil {
		return GroundingReport{}, err
	}
	var pools []*pool
	for _, c := range collections {
		p, err := readPool(c, o.Parsers)
		if err != nil {
			return GroundingReport{}, fmt.Errorf("%s: statements are taken from corpus.jsonl and sents.jsonl: %w", c.Name, err)
		}
		pools = append(pools, p)
	}
	report := GroundingReport{Seed: o.Seed}
	for i, k := range kinds {
		r := rand.New(rand.NewPCG(o.Seed, uint64(i)))
		// The pools take turns. Sentences that do not allow the kind are skipped; there are fewer
		// trials if hardly any does.
		const tries = 2000 // for one trial
		count := max(1, o.Count/len(kinds))
		var trials []trial
		for i := 0; i < count*tries && len(trials) < count; i++ {
			p := pools[(len(trials)+i/tries)%len(pools)]
			if t, ok := k.make(drawing{r, p, p.sentence(r)}); ok {
				trials = append(trials, t)
			}
		}
		if err := report.add(ctx, k, trials, o.Show); err != nil {
			return GroundingReport{}, err
		}
	}
	return report, nil
}

// A trial is a statement with its quote, and the documents that were found.
type trial struct {
	statement string
	quote     string
	found     []*paper
}

// add checks the trials of a kind.
func (g *GroundingReport) add(ctx context.Context, k kind, trials []trial, show int) error {
	findings, err := eval.AskAll(trials, func(t trial) (ground.Finding, error) { return t.check(), ctx.Err() })
	if err != nil {
		return err
	}
	row := GroundingKind{Name: k.name, IsTrue: k.isTrue}
	shown := 0
	for i, f := range findings {
		row.Verdicts[f.Verdict]++
		if k.isTrue != (f.Verdict == ground.Supported) && shown < show {
			shown++
			g.Wrong = append(g.Wrong, WrongVerdict{k.name, trials[i].statement, trials[i].quote, f.Verdict.String(), f.Lacks})
		}
	}
	g.Kinds = append(g.Kinds, row)
	return nil
}

// check gives the statement to the product's own checker.
func (t trial) check() ground.Finding {
	found := &retrieve.Result{}
	for _, p := range t.found {
		found.Documents = append(found.Documents, retrieve.Document{Document: p.document})
		for _, c := range p.chunks {
			found.Hits = append(found.Hits, retrieve.Hit{Document: p.document, Chunk: c})
		}
	}
	checker := ground.NewChecker(answer.Report, found)
	return checker.Add(answer.Statement{Text: t.statement, Quotes: []answer.Quote{{Text: t.quote, Hit: answer.NoHit}}})
}

// count is how many statements there were.
func (k GroundingKind) count() int { return k.Verdicts[0] + k.Verdicts[1] + k.Verdicts[2] }

// Right is the share of the statements that were judged right, from 0 to 1; 0 where
// there are none.
func (k GroundingKind) Right() float64 {
	right := k.Verdicts[ground.Supported]
	if !k.IsTrue {
		right = k.count() - right
	}
	if k.count() == 0 {
		return 0
	}
	return float64(right) / float64(k.count())
}

// total adds the kinds that are true, or those that are not.
func (g GroundingReport) total(isTrue bool) GroundingKind {
	sum := GroundingKind{Name: "spoiled", IsTrue: isTrue}
	if isTrue {
		sum.Name = "true"
	}
	for _, k := range g.Kinds {
		for v, n := range k.Verdicts {
			if k.IsTrue == isTrue {
				sum.Verdicts[v] += n
			}
		}
	}
	return sum
}

// WriteTables prints a row for each kind, with the share that was judged right: of
// the true ones those that are supported, of the spoiled ones those that are not. The
// seed is above, and below are the statements that were kept.
func (g GroundingReport) WriteTables(w io.Writer, form eval.Form) error {
	t := eval.Table{Head: []string{"statements", "count", "right", "supported", "partly", "unsupported"}}
	for _, isTrue := range []bool{true, false} {
		for _, k := range append([]GroundingKind{g.total(isTrue)}, g.Kinds...) {
			if k.IsTrue != isTrue {
				continue
			}
			cells := []string{k.Name, strconv.Itoa(k.count()), fmt.Sprintf("%.4f", k.Right())}
			for _, n := range k.Verdicts {
				cells = append(cells, strconv.Itoa(n))
			}
			t.Add(cells...)
		}
	}
	if _, err := fmt.Fprintf(w, "seed %d\n\n", g.Seed); err != nil {
		return err
	}
	if err := eval.WriteTables(w, form, t); err != nil {
		return err
	}
	for _, f := range g.Wrong {
		_, err := fmt.Fprintf(w, "\n%s: %s %q\n  %s\n  %s\n", f.Kind, f.Verdict, f.Lacks, text.OneLine(f.Statement), text.OneLine(f.Quote))
		if err != nil {
			return err
		}
	}
	return nil
}

// WriteJSON prints the seed, by the names of the kinds their counts, and the statements
// that were kept.
func (g GroundingReport) WriteJSON(w io.Writer) error {
	all := map[string]any{}
	for _, k := range append(g.Kinds, g.total(true), g.total(false)) {
		all[k.Name] = map[string]any{
			"true": k.IsTrue, "count": k.count(), "right": k.Right(),
			"supported": k.Verdicts[ground.Supported], "partly": k.Verdicts[ground.Partly], "unsupported": k.Verdicts[ground.Unsupported],
		}
	}
	return eval.WriteJSON(w, struct {
		Seed  uint64         `json:"seed"`
		Kinds map[string]any `json:"statements"`
		Wrong []WrongVerdict `json:"wrong,omitempty"`
	}{g.Seed, all, g.Wrong})
}
