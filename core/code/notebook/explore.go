package notebook

import (
	"cmp"
	"context"
	"fmt"
	"time"

	"docuquest/core/agent/view"
	"docuquest/core/file"
	"docuquest/core/index"
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
	History  string                           // what the model is told of the questions before
	Tell     func(format string, args ...any) // nil for nobody

	steps  stage.Tree
	failed []string // in the user's words
}

// Explore finds what the notes say of a query, nil where they have no say. The question
// goes on without what goes wrong.
func (x *Explorer) Explore(ctx context.Context, v *view.View, q retrieve.Query) *retrieve.Exploration {
	if !x.Choice.On || q.Mode != retrieve.Ranked {
		return nil
	}
	noted := x.noted(ctx, v)
	start := time.Now()
	if noted.isEmpty() {
		x.steps.Add("explore", start, "nothing is noted, so no query was made")
		return nil
	}
	planner := notePlanner{rules: noted.rules, choice: x.Choice, model: x.Model, prompt: x.Notebook.Prompt, history: x.History}
	query, by, err := planner.plan(ctx, q.Question.With(q.Context.Words))
	if err != nil {
		x.steps.Add("explore", start, "%s: %v", x.Model.Name(), err)
	}
	query.Within = admitted(v, q.Within)
	found := &retrieve.Exploration{Query: query, Found: noted.index.Search(query)}
	x.steps.Add("explore", start, "%s to %s of %s, query by %s", text.Counted(hitsOf(found), "note leads", "notes lead"),
		text.Counted(len(found.Found.Chunks), "piece"), text.Counted(len(found.Found.Files()), "file"), by)
	return found
}

// noted waits a moment for the notes on all files, and says how many there are.
func (x *Explorer) noted(ctx context.Context, v *view.View) *noted {
	start, of := time.Now(), v.Snapshot.Len()
	patience := cmp.Or(x.Notebook.Patience, notesPatience)
	noted, complete := x.Notebook.await(ctx, patience, func(files int) {
		if x.Tell != nil {
			x.Tell("Making notes: %d of %d files", files, of)
		}
	})
	x.steps.Add("notes", start, "%d of %s noted", noted.len(), text.Counted(of, "file is", "files are"))
	switch {
	case complete && noted == nil:
		x.failed = append(x.failed, "Notes had no say: they are compared by the built-in vectors, and there are none")
	case !complete && noted.len() < of:
		x.failed = append(x.failed, fmt.Sprintf("Notes led from %d of %s alone: the others are still being noted", noted.len(), text.Counted(of, "file")))
	}
	if brief := noted.inBrief(); brief > 0 {
		x.failed = append(x.failed, fmt.Sprintf("Notes lead to no piece of %s: there is room for %d notes, and there are more", text.Counted(brief, "file"), noted.room))
	}
	return noted
}

// Into puts what was done in front of the steps of a search.
func (x *Explorer) Into(found *retrieve.Result) {
	found.Steps = append(x.steps, found.Steps...)
	found.Failed = append(x.failed, found.Failed...)
}

// admitted tells by their URIs which files a query admits; nil where it admits all.
func admitted(v *view.View, within func(*index.Entry) bool) func(file.URI) bool {
	if within == nil {
		return nil
	}
	admitted := map[file.URI]bool{}
	for e := range v.Snapshot.All {
		if within(e) {
			admitted[e.URI] = true
		}
	}
	return func(u file.URI) bool { return admitted[u] }
}

func hitsOf(x *retrieve.Exploration) int {
	n := 0
	for _, hits := range x.Found.Hits {
		n += len(hits)
	}
	return n
}
