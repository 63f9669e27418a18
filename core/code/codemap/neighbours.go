package codemap

import (
	"cmp"
	"context"
	"slices"
	"strings"
	"time"

	"docuquest/core/code/graph"
	"docuquest/core/document"
	"docuquest/core/document/chunk"
	"docuquest/core/file"
	"docuquest/core/index"
	"docuquest/core/language/text"
	"docuquest/core/search/retrieve"
)

// MaxCalls is the greatest number of definitions that can be read behind a passage of a
// program.
const MaxCalls = 20

// longestNeighbour is how many bytes of such a definition are read, in whole lines.
const longestNeighbour = 2000

// Neighbouring is what is wanted of the neighbours of hits.
type Neighbouring struct {
	Each   int                     // for each hit, 0 for none
	Within func(*index.Entry) bool // the files that they may be of, nil for all
}

// AddNeighbours puts behind each hit in a program what it calls and what calls it: the sure
// ones first, of these what is no test, and callees and callers in turn. What was found
// itself is not shown again, nor is any definition twice. The hits and their documents are
// other slices then. The error is that of ctx.
func AddNeighbours(ctx context.Context, code func() (*CodeBase, error), found *retrieve.Result, wanted Neighbouring) error {
	isCode := func(h retrieve.Hit) bool { return file.IsCode(h.Document.Language) }
	if wanted.Each == 0 || !slices.ContainsFunc(found.Hits, isCode) {
		return nil
	}
	start := time.Now()
	base, err := code()
	if err != nil {
		return err
	}
	n := &neighbours{CodeBase: base, ctx: ctx, documents: slices.Clone(found.Documents), shown: map[file.URI][]text.Span{}}
	if wanted.Within != nil {
		n.admitted = map[file.URI]bool{}
		for e := range found.Snapshot.All {
			if wanted.Within(e) {
				n.admitted[e.URI] = true
			}
		}
	}
	for _, h := range found.Hits {
		n.shown[h.Document.URI] = append(n.shown[h.Document.URI], h.Chunk.Span)
	}
	var hits []retrieve.Hit
	for _, h := range found.Hits {
		hits = append(hits, h)
		if !isCode(h) {
			continue
		}
		added := 0
		for _, r := range n.relatives(h) {
			if added == wanted.Each {
				break
			}
			if passage, ok := n.passage(r); ok {
				n.shown[passage.Document.URI] = append(n.shown[passage.Document.URI], passage.Chunk.Span)
				hits = append(hits, passage)
				added++
			}
		}
	}
	found.Steps = slices.Clip(found.Steps)
	found.Steps.Add("calls", start, "%d definitions beside the passages", len(hits)-len(found.Hits))
	found.Hits, found.Documents = hits, n.documents
	return ctx.Err()
}

// neighbours collects the definitions next to the hits of one result.
type neighbours struct {
	*CodeBase
	ctx       context.Context
	admitted  map[file.URI]bool // nil for all files
	documents []retrieve.Document
	shown     map[file.URI][]text.Span // what of files the hits hold
}

// A relative is a definition next to a hit.
type relative struct {
	graph.Edge
	why string // "called by Deep"
}

// relatives are the definitions next to a hit, the best first.
func (n *neighbours) relatives(h retrieve.Hit) []relative {
	var callees, callers []relative
	for _, id := range n.definitionsIn(h) {
		name := n.graph.Definition(id).Title()
		for _, e := range n.graph.Callees(id) {
			callees = append(callees, relative{e, "called by " + name})
		}
		for _, e := range n.graph.Callers(id) {
			callers = append(callers, relative{e, "calls " + name})
		}
	}
	byDoubt := func(a, b relative) int { return cmp.Compare(n.doubt(a), n.doubt(b)) }
	slices.SortStableFunc(callees, byDoubt)
	slices.SortStableFunc(callers, byDoubt)
	var all []relative
	for i := range max(len(callees), len(callers)) {
		all = append(all, callees[min(i, len(callees)):min(i+1, len(callees))]...)
		all = append(all, callers[min(i, len(callers)):min(i+1, len(callers))]...)
	}
	slices.SortStableFunc(all, byDoubt)
	return all
}

// doubt is greater the less a relative is worth reading: a guess comes behind what is sure,
// one of many behind one of few, and a test behind what it tests.
func (n *neighbours) doubt(r relative) int {
	doubt := 2 * r.Among
	if r.Guess {
		doubt += 2 * mostMeanings
	}
	if n.graph.Definition(r.ID).Test {
		doubt++
	}
	return doubt
}

// mostMeanings is more than a call may mean; see graph.Edge.
const mostMeanings = 100

// definitionsIn are the definitions of which a hit has a part: the innermost one around its
// beginning, and those that begin in it; none where the file has changed since.
func (n *neighbours) definitionsIn(h retrieve.Hit) []graph.ID {
	around, ok := n.graph.At(h.Document.URI, h.Chunk.Span.Start)
	if !ok || n.graph.Definition(around).Hash != h.Document.Hash {
		return nil
	}
	var ids []graph.ID
	if n.graph.Definition(around).Kind != graph.FileKind {
		ids = append(ids, around)
	}
	for id := around + 1; int(id) < n.graph.Len(); id++ {
		d := n.graph.Definition(id)
		if d.URI != h.Document.URI || h.Chunk.Span.End <= int(d.Start) {
			break
		}
		if h.Chunk.Span.Start < int(d.End) {
			ids = append(ids, id)
		}
	}
	return ids
}

// passage is the text of a relative; false for one that is not to be shown, and where its
// file has changed.
func (n *neighbours) passage(r relative) (retrieve.Hit, bool) {
	d := n.graph.Definition(r.ID)
	span := text.Span{Start: int(d.Start), End: int(d.End)}
	isAdmitted := d.Kind != graph.FileKind && (n.admitted == nil || n.admitted[d.URI])
	isShown := slices.ContainsFunc(n.shown[d.URI], func(s text.Span) bool { return s.Contains(span.Start) || span.Contains(s.Start) })
	if !r.Call || !isAdmitted || isShown {
		return retrieve.Hit{}, false
	}
	read, ok := n.document(d.URI)
	if !ok || read.Hash != d.Hash || len(read.Text) < span.End {
		return retrieve.Hit{}, false
	}
	if span.Len() > longestNeighbour {
		span.End = span.Start + longestNeighbour
		span.End = span.Start + max(strings.LastIndexByte(span.Of(read.Text), '\n'), 0)
	}
	if span.Empty() { // one line that is longer than all that is read
		return retrieve.Hit{}, false
	}
	if !slices.ContainsFunc(n.documents, func(d retrieve.Document) bool { return d.Document == read }) {
		n.documents = append(n.documents, retrieve.Document{Document: read})
	}
	why := r.why
	if remark := (Call{Among: r.Among, Guess: r.Guess}).Remark(); remark != "" {
		why += ", " + remark
	}
	return retrieve.Hit{Document: read, Beside: why, Chunk: chunk.Chunk{
		Kind: chunk.Code, Titles: []string{d.Title()}, Span: span, Text: span.Of(read.Text),
		Parts: []chunk.Part{{Chunk: text.Span{End: span.Len()}, Source: span}},
	}}, true
}

// document is a file as the hits have it, or else as it is now.
func (n *neighbours) document(u file.URI) (*document.Document, bool) {
	for _, d := range n.documents {
		if d.URI == u {
			return d.Document, true
		}
	}
	d, err := n.view.Document(n.ctx, u)
	if err != nil {
		return nil, false
	}
	return d.AsRead(), true
}
