// Package research answers what one search does not: it searches, looks what is still
// missing, and searches again.
//
// A [Researcher] takes a question apart into queries and into [Slot]s, the facts that an
// answer needs, each of a [Kind]: a person, a date, a number. All queries run at once, and
// what they bring is put into one order without duplicates. A slot is filled by a quote of
// what was found, which occurs there word for word, or it is open. The next round asks for
// what the first one brought up: the names next to the words of the question lead
// to the files that are called by them. There is none where each of several slots is filled.
// In the end there is one [retrieve.Result], which answers are written from and checked
// against as those of any other question.
//
// The rules make 3 to 5 queries of a question: of its parts and its names, and where these
// are few, of the things that it speaks of and of its words. What the last of these bring
// counts only where the question itself finds nothing. A question of few words, or in
// another language than English, may have fewer.
//
// Everything is done by rules, with a model or without. A model, where there is one,
// proposes queries and slots besides, says which slots are filled, and is believed
// nothing: a quote of it that is not found leaves its slot open, and a reply that cannot
// be read costs that reply alone. [Limits] bound all of it.
//
// What leaves the machine: a query to the web may have the words of the question and of the
// searches that are planned from it, and names that are titles or headings of files; any other
// query is held, and the user is asked. Names that a page of the web brings up may go back there.
//
// The room reads no file, and knows no index and no protocol.
package research

import (
	"context"
	"errors"
	"fmt"
	"time"

	"docuquest/core/language/text"
	"docuquest/core/search/retrieve"
	"docuquest/core/search/stage"
	"docuquest/core/services/llm"
	"docuquest/prompts"
)

// A Researcher is what research works with. It is a value; any number of questions may
// use it at once.
type Researcher struct {
	// Workspace is always searched. Its Terms are better nil: the queries are planned.
	Workspace *retrieve.Retriever
	// Elsewhere are further sources of evidence, none unless the user turned them on.
	Elsewhere []Source

	Model   llm.Model // nil leaves everything to the rules
	Prompts prompts.Set
	Limits  Limits

	// Release asks the user whether a query that is held, and why, may go to the
	// other sources all the same; nil holds all of them. It may take as long as it likes:
	// that time does not count towards the limit.
	Release func(ctx context.Context, query, why string) bool
	// Notify, which may be nil, is called with what is being done, in the user's words.
	Notify func(message string)
}

// A Source brings evidence that is not in the workspace: documents with their
// passages for a query, best first, as [retrieve.Retriever] gives those of files. Path
// and URI of a document name it to a reader, and Text is what its quotes are searched for
// in. A document that several queries bring is the same pointer each time. What of a query
// could not be had is in Steps of the result, and in Failed, in words that are the
// same for all queries which the same thing befell.
//
// It may be asked several queries at once, and limits them by nothing that is about files,
// such as Within. Its error is one line for the user, and costs that query alone.
type Source interface {
	Name() string // for people, in a sentence: "the web"
	Find(ctx context.Context, q retrieve.Query) (*retrieve.Result, error)
}

// A Query is one of the searches that were made.
type Query struct {
	Text  string
	Round int    // from 1
	Why   string // for people: "the question", "a name in it", "named in Oslo office"
	// Elsewhere says that it went to the other sources, too.
	Elsewhere bool
	// Kept is why the query is held; "" for one that is not. Where Elsewhere is set
	// all the same, the user has released it.
	Kept string

	onlyElsewhere bool // the workspace is not searched for it
	isPublic      bool // it has words of the question and a name of a page alone
	isName        bool // what the workspace has for it are the files that are called so
	// isVague says that what it brings counts only where the question itself finds nothing
	// that probably answers it and, of other sources, where no other query finds a page.
	isVague bool
}

// IsMade reports whether anything was searched for a query: one that is for the other
// sources alone, and is held, is not made.
func (q Query) IsMade() bool { return q.Elsewhere || !q.onlyElsewhere }

// A Report is what research came to. Its slices are the caller's.
type Report struct {
	// Found is the evidence: the chosen documents with the passages that bear on the
	// question. Those of the workspace and of other sources take turns; where the workspace
	// probably says nothing of the question, it comes last.
	Found *retrieve.Result
	// Ranked are the paths of the files of the workspace, the evidence first, and behind
	// it the others that a single search for the question gives.
	Ranked  []string
	Queries []Query
	Slots   []Slot
	Rounds  int // that were made
	// Stopped is the limit that ended it while something was missing: "the limit of 2
	// rounds"; "" for none.
	Stopped string
	Steps   stage.Tree // what each stage did, what a model or a source failed at among it
}

// Open are the slots that nothing was found for.
func (r *Report) Open() []Slot {
	var open []Slot
	for _, s := range r.Slots {
		if !s.Filled() {
			open = append(open, s)
		}
	}
	return open
}

// Evidence is how many documents come before those of the single search in the order of
// a Report.
const Evidence = 5

// Run researches the question of a query, whose other fields say how many documents and
// passages the evidence has and of which files it is. The only errors are that of ctx and
// one of the workspace. When ctx ends after something was found, what was found until then
// comes together with its error.
func (r *Researcher) Run(ctx context.Context, q retrieve.Query) (*Report, error) {
	e := &expedition{
		Researcher: r, query: q, meter: newMeter(r.Limits), pool: &pool{scores: map[string]float64{}, copies: map[string]bool{}}, vocabulary: newVocabulary(q.Question),
		next: plannedQueries(q.Question), seeded: map[string]bool{}, report: Report{Slots: slotsOf(q.Question)},
	}
	if r.Model != nil {
		e.planByModel(ctx)
	}
	e.next = filledUp(e.next, q.Question, len(r.Elsewhere) > 0)
	if err := e.firstRound(ctx); err != nil {
		return nil, err
	}
	for e.report.Rounds = 1; e.goesOn(ctx); e.report.Rounds++ {
		if err := e.nextRound(ctx); err != nil {
			break
		}
	}
	// What has begun is finished: evidence that was found is worth more than the moment
	// that its last search takes.
	stopped := ctx.Err()
	if err := e.gather(context.WithoutCancel(ctx)); err != nil {
		return nil, errors.Join(stopped, err)
	}
	if !e.report.Found.IsStrange() && !e.reflected {
		f := newFilling(q.Question, e.report.Found, e.named)
		for i := range e.report.Slots {
			if s := &e.report.Slots[i]; !s.Filled() {
				s.Fill = f.best(s)
			}
		}
	}
	if len(e.next) > 0 || len(e.report.Open()) > 0 {
		e.report.Stopped = e.limit
	}
	e.report.Ranked = e.pool.order()
	return &e.report, stopped
}

// An expedition is one question on its way.
type expedition struct {
	*Researcher
	query     retrieve.Query
	meter     *meter
	pool      *pool
	single    *retrieve.Result   // of the question by itself
	parts     []*retrieve.Result // of other queries
	elsewhere []*retrieve.Result // what other sources found
	sent      int                // queries that went to them
	// vocabulary is what these may hold.
	vocabulary *vocabulary
	failed     []string // what they could not do, each once
	next       []Query  // for the next round, as a model wants them
	enough     bool     // a model wants nothing more
	limit      string   // the one that ended the rounds, "" for none
	// reflected says that a model has last searched for the slots, and was understood.
	reflected bool
	seeded    map[string]bool // the paths of the documents whose names were followed
	named     []lead          // that documents brought up
	leads     []lead          // of these, those that led to files
	report    Report
}

// goesOn reports whether there is another round. Where it is a limit that forbids it, that
// is noted.
func (e *expedition) goesOn(ctx context.Context) bool {
	e.reflect(ctx)
	if ctx.Err() != nil || e.enough {
		return false
	}
	switch {
	case e.meter.Rounds <= e.report.Rounds:
		e.limit = "the limit of " + text.Counted(e.meter.Rounds, "round")
		return false
	case !time.Now().Before(e.meter.end):
		e.limit = fmt.Sprintf("the limit of %s", e.meter.Time)
		return false
	}
	if e.Model == nil {
		// By the rules, nothing is missing where each of several slots is filled. A question with
		// one slot goes on all the same, and so do things that are compared: the sentence that
		// fills a slot so early is often one name away from the answer.
		found := e.report.Found
		isKept := e.report.Rounds > 1 || len(e.elsewhere) > 0
		if isKept {
			if e.gather(ctx) != nil {
				return false
			}
			found = e.report.Found
		}
		if slots := e.report.Slots; len(slots) > 1 && !slots[0].Compared {
			if !isKept {
				var err error
				if found, err = e.evidence(ctx); err != nil {
					return false
				}
			}
			if !e.lacksSlot(found) {
				return false
			}
		}
	}
	return len(e.next) > 0 || len(e.seeds()) > 0
}

func (e *expedition) notify(format string, args ...any) {
	if e.Notify != nil {
		e.Notify(fmt.Sprintf(format, args...))
	}
}
