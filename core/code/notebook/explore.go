package notebook

import (
	"cmp"
	"context"
	"fmt"
	"time"

	"docuquest/core/agent/view"
	"docuquest/core/file"
	"docuquest/core/language/text"
	"docuquest/core/search/retrieve"
	"docuquest/core/search/stage"
	"docuquest/core/services/llm"
)

// An Explorer looks a question up in the notes on files.
type Explorer struct {
	Notebook *Notebook
	Choice   Choice
	Model    llm.Model                        // makes the query; nil leaves it to rules
	History  string                           // earlier questions, as the prompt contains them
	Notify   func(format string, args ...any) // shows a person what is done; nil for none

	steps  stage.Tree
	failed []string // in the user's words
}

// Explore searches the notes for a query, and returns nil where they do not count. The
// question goes on without what goes wrong.
func (x *Explorer) Explore(ctx context.Context, v *view.View, q retrieve.Query) *retrieve.Exploration {
	if !x.Choice.On || q.Mode != retrieve.Ranked {
		return nil
	}
	noted := x.noted(ctx, v)
	start := time.Now()
	if noted == nil || noted.index.Sizes().Files == 0 {
		x.steps.Add("explore", start, "nothing is noted, so no query was made")
		return nil
	}
	query, by, err := x.plan(ctx, noted.rules, q.Question.With(q.Context.Words))
	if err != nil {
		x.steps.Add("explore", start, "%s: %v", x.Model.Name(), err)
	}
	if q.Within != nil { // notes know files by their URIs
		admitted := map[file.URI]bool{}
		for e := range v.Snapshot.All {
			if q.Within(e) {
				admitted[e.URI] = true
			}
		}
		query.Within = func(u file.URI) bool { return admitted[u] }
	}
	found := &retrieve.Exploration{Query: query, Found: noted.index.Search(query)}
	hits := 0
	for _, of := range found.Found.Hits {
		hits += len(of)
	}
	x.steps.Add("explore", start, "%s to %s of %s, query by %s", text.Counted(hits, "note leads", "notes lead"),
		text.Counted(len(found.Found.Chunks), "piece"), text.Counted(len(found.Found.Files()), "file"), by)
	return found
}

// noted waits a moment for the notes on all files, and reports how many files have some.
func (x *Explorer) noted(ctx context.Context, v *view.View) *noted {
	start, of := time.Now(), v.Snapshot.Len()
	patience := cmp.Or(x.Notebook.Patience, notesPatience)
	noted, complete := x.Notebook.await(ctx, patience, func(files int) {
		if x.Notify != nil {
			x.Notify("Making notes: %d of %d files", files, of)
		}
	})
	x.steps.Add("notes", start, "%d of %s noted", noted.len(), text.Counted(of, "file is", "files are"))
	switch {
	case complete && noted == nil:
		x.failed = append(x.failed, "Notes had no say: they are compared by the built-in vectors, and there are none")
	case !complete && noted.len() < of:
		x.failed = append(x.failed, fmt.Sprintf("Notes led from %d of %s alone: the others are still being noted", noted.len(), text.Counted(of, "file")))
	}
	if noted == nil {
		return nil
	}
	noted.mu.Lock()
	brief := len(noted.brief)
	noted.mu.Unlock()
	if brief > 0 {
		x.failed = append(x.failed, fmt.Sprintf("Notes lead to no piece of %s: there is room for %d notes, and there are more", text.Counted(brief, "file"), noted.room))
	}
	return noted
}

// Into puts what was done in front of the steps of a search.
func (x *Explorer) Into(found *retrieve.Result) {
	found.Steps = append(x.steps, found.Steps...)
	found.Failed = append(x.failed, found.Failed...)
}
