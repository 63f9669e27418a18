package research

import (
	"context"
	"slices"
	"time"

	"docuquest/core/answer"
	"docuquest/core/document"
	"docuquest/core/language/text"
	"docuquest/core/search/question"
	"docuquest/core/search/retrieve"
)

// FindParts finds what a question is answered from that asks for several things, see
// [question.Question.Searches]: besides what the question finds, what each of its parts finds
// by itself, in files of its own. A part that goes on with those before it, as in "and when was
// it sold?", inherits their words and the files that answer them, as a question of a
// conversation does. known, which may be nil, gives the places that answer a part for sure. A
// question that asks for one thing is searched for once.
func FindParts(ctx context.Context, workspace *retrieve.Retriever, q retrieve.Query, known func(*question.Question, *retrieve.Result) []retrieve.Hit) (*retrieve.Result, error) {
	found, err := workspace.Find(ctx, q)
	if err != nil || q.Mode == retrieve.Boolean {
		return found, err
	}
	parts := found.Asked.Searches()
	plain := *workspace // the services have put what the question finds in order
	plain.Terms, plain.Reranker, plain.Vectors = nil, nil, nil
	var before []retrieve.Past     // the latest first
	var leading *document.Document // that answers the part before
	for i, asked := range parts {
		carried := retrieve.Follow(asked, before)
		part := retrieve.Query{
			Question: asked, Limit: q.Limit, Passages: q.Passages, Cutoff: q.Cutoff, Within: q.Within, Threshold: q.Threshold,
			Context: retrieve.Context{Words: slices.Concat(carried.Words, q.Context.Words), Near: slices.Concat(carried.Near, q.Context.Near)},
		}
		start := time.Now()
		one, err := plain.Find(ctx, part)
		if err != nil {
			return nil, err
		}
		found.Steps.Add("part", start, "%s: %s", asked.Text, text.Counted(len(one.Hits), "passage"))
		if known != nil {
			if one.Known = known(asked, one); len(one.Known) == 0 && leading != nil {
				if named := asked.Naming(titleOf(leading)); named != nil { // "it" is what the part before found
					one.Known = known(named, one)
				}
			}
		}
		found.AddPart(one)
		isLeantOn := slices.ContainsFunc(parts[i+1:], func(later *question.Question) bool { return later.Dependence != question.ByItself })
		if !isLeantOn {
			continue
		}
		past, by, err := answered(ctx, one, carried.Words)
		if err != nil {
			return nil, err
		}
		leading = by
		before = append([]retrieve.Past{past}, before...)
	}
	return found, nil
}

// answered returns a part of a question with what answers it, which later parts may mean, and the
// document that has the best of it.
func answered(ctx context.Context, found *retrieve.Result, carried []string) (past retrieve.Past, by *document.Document, err error) {
	past = retrieve.Past{Question: found.Asked, Carried: carried}
	draft, err := answer.Extractive{}.Write(ctx, answer.Request{Question: found.Asked, Found: found})
	for i, s := range draft.Statements {
		d := found.Evidence()[s.Quotes[0].Hit].Document
		if i == 0 {
			past.Said, by = s.Quotes[0].Text, d
		}
		if !slices.Contains(past.Documents, d.URI) {
			past.Documents = append(past.Documents, d.URI)
		}
	}
	return past, by, err
}
