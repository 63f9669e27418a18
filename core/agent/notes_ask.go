package agent

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"strings"
	"time"

	"docuquest/core/answer"
	"docuquest/core/code/notes"
	"docuquest/core/file"
	"docuquest/core/index"
	"docuquest/core/search/retrieve"
	"docuquest/core/services/llm"
)

// An explorer looks a question up in the notes on files.
type explorer struct {
	*Agent
	choice  noteChoice
	model   llm.Model                        // makes the query; nil leaves it to rules
	history string                           // what the model is told of the questions before
	tell    func(format string, args ...any) // nil for nobody

	steps  []retrieve.Step
	failed []string // in the user's words
}

// explore finds what the notes say of a query, nil where they have no say. The question
// goes on without what goes wrong.
func (x *explorer) explore(ctx context.Context, q retrieve.Query) *retrieve.Exploration {
	if !x.choice.on || q.Mode != retrieve.Ranked {
		return nil
	}
	noted := x.noted(ctx)
	start := time.Now()
	if noted.isEmpty() {
		x.step("explore", start, "nothing is noted, so no query was made")
		return nil
	}
	planner := notePlanner{rules: noted.rules, choice: x.choice, model: x.model, prompt: x.options.Prompts.Explore, history: x.history}
	query, by, err := planner.plan(ctx, strings.Join(append([]string{q.Text}, q.Context.Words...), " "))
	if err != nil {
		x.step("explore", start, "%s: %v", x.model.Name(), err)
	}
	query.Within = x.admitted(q.Within)
	found := &retrieve.Exploration{Query: query, Found: noted.index.Search(query)}
	x.step("explore", start, "%s to %s of %s, query by %s", plural(hitsOf(found), "note leads", "notes lead"),
		plural(len(found.Found.Chunks), "piece"), plural(len(found.Found.Files()), "file"), by)
	return found
}

// noted waits a moment for the notes on all files, and says how many there are.
func (x *explorer) noted(ctx context.Context) *noted {
	start, of := time.Now(), x.library.Snapshot().Len()
	patience := cmp.Or(x.options.NotesPatience, notesPatience)
	noted, complete := x.noting.await(ctx, patience, func(files int) {
		if x.tell != nil {
			x.tell("Making notes: %d of %d files", files, of)
		}
	})
	x.step("notes", start, "%d of %s noted", noted.len(), plural(of, "file is", "files are"))
	switch {
	case complete && noted == nil:
		x.failed = append(x.failed, "Notes had no say: they are compared by the built-in vectors, and there are none")
	case !complete && noted.len() < of:
		x.failed = append(x.failed, fmt.Sprintf("Notes led from %d of %s alone: the others are still being noted", noted.len(), plural(of, "file")))
	}
	if brief := noted.inBrief(); brief > 0 {
		x.failed = append(x.failed, fmt.Sprintf("Notes lead to no piece of %s: there is room for %d notes, and there are more", plural(brief, "file"), noted.room))
	}
	return noted
}

func (x *explorer) step(name string, start time.Time, format string, args ...any) {
	x.steps = append(x.steps, retrieve.Step{Name: name, Elapsed: time.Since(start), Detail: fmt.Sprintf(format, args...)})
}

// into puts what was done in front of the steps of a search.
func (x *explorer) into(found *retrieve.Result) {
	found.Steps = append(x.steps, found.Steps...)
	found.Failed = append(x.failed, found.Failed...)
}

// admitted tells by their URIs which files a query admits; nil where it admits all.
func (a *Agent) admitted(within func(*index.Entry) bool) func(file.URI) bool {
	if within == nil {
		return nil
	}
	admitted := map[file.URI]bool{}
	for e := range a.library.Snapshot().All {
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

// withNotes takes the choice of notes in: where they have a say, as many passages go on as
// pieces that they lead to, of which a writer reads those that it has room for. Errors: a
// choice that is none, and notes where they have no say.
func (a *asking) withNotes(q retrieve.Query) (_ retrieve.Query, err error) {
	if a.notes, err = parseNotes(cmp.Or(a.question.Notes, a.prefer.Notes)); err != nil {
		return q, err
	}
	if q.Mode != retrieve.Ranked || a.question.Rounds > 0 {
		if chosen, _ := parseNotes(a.question.Notes); chosen.on {
			return q, errors.New("notes have a say in questions with ranked retrieval alone, and none in research")
		}
		a.notes.on = false
	}
	if a.notes.on {
		q.Knee = false
		if a.question.Passages == 0 {
			q.Passages = cmp.Or(a.notes.chunks, notes.DefaultBest)
		}
	}
	return q, nil
}

// explorer is who looks the question at hand up in notes. A model makes the query where one
// writes.
func (a *asking) explorer(writer answer.Writer) *explorer {
	x := &explorer{
		Agent: a.Agent, choice: a.notes, history: a.history,
		tell: func(format string, args ...any) { a.tell("search", format, args...) },
	}
	if _, isExtractive := writer.(answer.Extractive); !isExtractive {
		x.model = a.options.TermsModel
	}
	return x
}
