package retrieve

import (
	"slices"

	"docuquest/core/document"
	"docuquest/core/document/chunk"
	"docuquest/core/file"
	"docuquest/core/index"
	"docuquest/core/language/text"
	"docuquest/core/search/rank"
)

// tracing is what a Trace is made of, noted by the stages of a question as they end. What takes
// more than a reference is noted only where a trace is wanted.
type tracing struct {
	wanted   bool
	own      int                    // terms of the question itself, which are in front
	carried  int                    // the end of the terms of the conversation, which follow
	replaced map[string]replacement // by the stems of added terms
	forms    []index.List           // of the terms
	lists    [][]index.Posting      // of these, one each
	files    FileCounts
	lost     []LostFile
	ranked   map[file.URI]ranked
	course   Course
	counts   PassageCounts
	found    []Hit                          // as they were before the reranking
	of       map[*document.Document]float64 // what documents add to the scores of their passages
	said     []float64                      // by the reranker, of the first passages
	ordered  []Hit                          // as they were after it, before any was left out
}

// A replacement is the word that an added term replaces, and where the term is from.
type replacement struct {
	word string
	by   Origin
}

// A ranked entry is one with the parts of its score.
type ranked struct {
	entry *index.Entry
	parts []rank.Part
}

func newTracing(q Query) tracing {
	return tracing{
		wanted: q.Explain, replaced: map[string]replacement{},
		ranked: map[file.URI]ranked{}, of: map[*document.Document]float64{},
		course: Course{Files: map[string]file.URI{}},
	}
}

// counting returns a filter that counts what it is asked about, and what it admits.
func (t *tracing) counting(within func(*index.Entry) bool) func(*index.Entry) bool {
	if !t.wanted {
		return within
	}
	return func(e *index.Entry) bool {
		t.files.Holding++
		admitted := within == nil || within(e)
		if admitted {
			t.files.Admitted++
		}
		return admitted
	}
}

// weighed notes the entries that were weighed by their titles, in the order that came of
// it.
func (t *tracing) weighed(found []scored) {
	if !t.wanted {
		return
	}
	t.files.Weighed, t.course.Weighed = len(found), pathsOf(found)
	for _, s := range found {
		t.course.Files[s.entry.Path] = s.entry.URI
	}
}

// looked notes the entries that were looked at in their order, each with its signals, and what
// they owe to the conversation if the question inherits anything from one, and to notes if
// there are any.
func (t *tracing) looked(found []scored, w rank.Weights, c Context, l *leads) {
	if !t.wanted {
		return
	}
	signals := make([]rank.Candidate, len(found))
	for i, s := range found {
		signals[i] = s.signals
	}
	t.files.Looked, t.course.Looked = len(found), make([]TracedPlace, len(found))
	// Each has the same parts: what one of them has, and else a question seldom has to do with.
	hasSource := slices.ContainsFunc(found, func(s scored) bool { return s.source.Part().Value != 0 })
	hasDefines := slices.ContainsFunc(found, func(s scored) bool { return s.defines != 0 })
	for i, parts := range rank.Parts(signals, w) {
		e := found[i].entry
		if hasSource {
			parts = append(parts, found[i].source.Part())
		}
		if hasDefines {
			parts = append(parts, rank.DefinesPart(found[i].defines))
		}
		if len(c.Near) > 0 {
			parts = append(parts, c.conversation(e.URI))
		}
		if l != nil {
			parts = append(parts, l.part(e.Identity))
		}
		t.ranked[e.URI] = ranked{e, parts}
		t.course.Looked[i] = TracedPlace{e.Path, parts, found[i].meant}
	}
}

// offered notes from how many passages some were chosen. The last call counts.
func (t *tracing) offered(read []Document, offered int) {
	if !t.wanted {
		return
	}
	t.files.Read, t.counts.Read, t.counts.Offered = len(read), 0, offered
	t.course.Read = make([]string, len(read))
	for i, d := range read {
		t.course.Read[i] = d.Path
		t.course.Files[d.Path] = d.URI
		t.counts.Read += len(d.passages)
		t.of[d.Document] = documentShare * d.share
	}
}

// trace is what was collected for a result that is complete; nil if nothing was.
func (r *Retriever) trace(q Query, result *Result) *Trace {
	t := &result.tracing
	if !t.wanted {
		return nil
	}
	t.files.Indexed, t.files.Kept = result.Snapshot.Len(), len(result.Documents)
	t.counts.Chosen, t.counts.Kept = len(t.found), len(result.Hits)
	trace := &Trace{
		Words: q.Question.Text, Terms: t.terms(result.Question), Files: t.files, Lost: t.lost,
		Documents: t.documents(result), Counts: t.counts, Passages: t.passages(q, result),
	}
	if t.said != nil {
		trace.Reranker = r.Reranker.Name()
	}
	trace.Notes = q.Notes
	trace.Course = t.course
	for _, h := range t.ordered {
		for _, path := range h.Copies {
			trace.Course.Copies = append(trace.Course.Copies, TracedCopy{path, h.Document.Path})
		}
	}
	return trace
}

func (t *tracing) terms(q *rank.Query) []TracedTerm {
	all := make([]TracedTerm, len(q.Terms))
	for i, term := range q.Terms {
		all[i] = TracedTerm{
			Term: term, Origin: FromQuestion, Holding: len(t.lists[i]),
			Counts: orderMass(term),
		}
		for _, f := range t.forms[i].Forms {
			all[i].Forms = append(all[i].Forms, TracedForm{f.Text, f.Part, len(f.Postings)})
		}
		switch s, added := t.replaced[term.Stem]; {
		case added && term.Added:
			all[i].Origin, all[i].For = s.by, s.word
		case i >= t.carried:
			all[i].Origin = FromModel
		case i >= t.own:
			all[i].Origin = FromConversation
		}
	}
	return all
}

func (t *tracing) documents(result *Result) []TracedDocument {
	all := make([]TracedDocument, len(result.Documents))
	for i, d := range result.Documents {
		all[i] = TracedDocument{Path: d.Path, Confidence: d.Confidence}
		if r, ok := t.ranked[d.URI]; ok {
			all[i].Parts, all[i].Length = r.parts, r.entry.Length
			all[i].Body = t.body(r.entry, result)
			for _, p := range r.parts {
				all[i].Score += p.Adds()
			}
		}
	}
	return all
}

// body returns what each term adds to the BM25 of an entry.
func (t *tracing) body(e *index.Entry, result *Result) []BodyPart {
	var parts []BodyPart
	average := result.Snapshot.AverageLength()
	for i := range result.Question.Terms {
		term := &result.Question.Terms[i]
		if p, holds := postingOf(e, t.lists[i]); holds && mayHold(e, term) {
			parts = append(parts, BodyPart{term.Text, int(p.Count()), orderMass(*term) * saturated(p, e, average)})
		}
	}
	return parts
}

func (t *tracing) passages(q Query, result *Result) []TracedPassage {
	found, kept := placesOf(t.found), placesOf(result.Hits)
	all := make([]TracedPassage, len(t.ordered))
	for i, h := range t.ordered {
		before := found[keyOf(h)]
		p := TracedPassage{Hit: h, Rank: i + 1, Found: before + 1, Fate: Kept, OfDocument: t.of[h.Document]}
		p.OfNotes = h.Lead.adds()
		p.OfPassage = t.found[before].Score - p.OfDocument - p.OfNotes
		if before < len(t.said) {
			p.Said = &t.said[before]
		}
		if _, ok := kept[keyOf(h)]; !ok {
			p.Fate = BeyondLimit
			switch {
			case h.Confidence < q.Threshold:
				p.Fate = BelowThreshold
			case q.Cutoff && i-result.Rejected < q.Passages: // it has room, since those below the threshold have none
				p.Fate = BehindCutoff
			}
		}
		all[i] = p
	}
	return all
}

// A passageKey is what distinguishes the passages of a question.
type passageKey struct {
	document *document.Document
	kind     chunk.Kind
	span     text.Span
	text     string
}

func keyOf(h Hit) passageKey {
	return passageKey{h.Document, h.Chunk.Kind, h.Chunk.Span, h.Chunk.Text}
}

// placesOf are the numbers of passages in a list.
func placesOf(hits []Hit) map[passageKey]int {
	places := make(map[passageKey]int, len(hits))
	for i, h := range hits {
		places[keyOf(h)] = i
	}
	return places
}
