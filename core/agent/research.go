package agent

import (
	"cmp"
	"context"
	"slices"
	"strings"

	"docuquest/core/agent/fault"
	"docuquest/core/answer"
	"docuquest/core/answer/ground"
	"docuquest/core/answer/replies"
	"docuquest/core/answer/research"
	"docuquest/core/search/retrieve"
)

// Research answers a question that needs several searches: it searches for the parts and
// the names of the question, looks which of the facts that the answer needs are still
// missing, and searches again; see [research.Researcher]. The answer reports how that went.
// A question about the files themselves is counted, as Ask does it, without further searches.
//
// The web is searched, too, where the question or the configuration has it; see
// [Request].
//
// It takes what Ask takes, but for boolean retrieval and the classic writer, and fails as
// Ask does. A model that fails at planning or at looking what is missing is replaced by
// rules, which a step reports. When ctx ends, what was proven until then is the answer, and
// comes with its error.
func (a *Agent) Research(ctx context.Context, q Request, progress func(Stage)) (*replies.Answer, error) {
	switch {
	case q.Retrieval == "boolean":
		return nil, fault.New(fault.Refused, "research ranks what it finds: boolean retrieval is for questions by themselves")
	case q.Writer == classic:
		return nil, fault.New(fault.Refused, "research needs quotes, which the classic writer does not give: writer is extractive or generative")
	}
	if a.usesWeb(q) && a.options.Web == nil {
		return nil, errNoWeb
	}
	q.Retrieval = "ranked"
	if q.Writer = cmp.Or(q.Writer, a.preferences().Writer); q.Writer == classic {
		q.Writer = generative
	}
	q.Rounds = cmp.Or(q.Rounds, a.options.Research.Rounds, research.DefaultRounds)
	return a.answer(ctx, q, progress)
}

// research searches in rounds; a model takes part where one writes. Where the user does not
// allow the web, research goes on without it, which the answer reports.
func (a *asking) research(ctx context.Context, finder *retrieve.Retriever, query retrieve.Query, writer answer.Writer) (*retrieve.Result, error) {
	finder.Terms = nil // the plan has the queries
	r := &research.Researcher{
		Workspace: finder,
		Prompts:   a.options.Prompts,
		Limits:    a.options.Research,
		Release:   a.options.Release,
		Notify:    func(message string) { a.stage("search", "%s", message) },
	}
	r.Limits.Rounds = a.question.Rounds
	if _, quotes := writer.(answer.Generative); quotes {
		r.Model = a.options.Model
	}
	var failed []string
	if a.usesWeb(a.question) {
		web, err := a.options.Web.Begin(ctx)
		if err == nil {
			r.Elsewhere, a.onWeb = []research.Source{web}, true
		} else {
			failed = []string{"The web was not searched: " + err.Error()}
		}
	}
	report, err := r.Run(ctx, query)
	if report == nil || err != nil && len(report.Open()) == len(report.Slots) {
		return nil, err
	}
	a.report = report
	report.Found.Steps = report.Steps
	report.Found.Failed = append(report.Found.Failed, failed...)
	return report.Found, nil // where ctx has ended, the slots are what was proven
}

// mostResearched is how many statements an answer has that is taken from the text.
const mostResearched = 4

// withSlots puts the quotes that fill slots into a draft: in front of sentences that were
// taken from the text, or in their place where there are several slots and all are
// surely filled; and behind what a model wrote, as far as it does not quote them. What a
// model refuses stays refused.
func (a *asking) withSlots(d answer.Draft, found *retrieve.Result) answer.Draft {
	if a.report == nil || d.Refused && d.Writer != replies.Extractive {
		return d
	}
	filled := a.filled()
	switch {
	case len(filled) == 0:
		return d
	case d.Writer == replies.Extractive || d.Writer == "":
		d.Writer, d.Form, d.Refused = replies.Extractive, answer.Excerpts, false
		d.Statements = slices.Concat(filled, withoutQuoted(d.Statements, filled))
		most := max(len(filled), mostResearched)
		if slots := a.report.Slots; len(slots) > 1 && len(a.report.Open()) == 0 && !slots[0].Compared {
			most, d.Note = len(filled), "" // on how the sentences were cut that these replace
		}
		d.Statements = d.Statements[:min(most, len(d.Statements))]
	default:
		d.Statements = slices.Concat(d.Statements, withoutQuoted(filled, d.Statements))
	}
	return d.Within(a.request(found))
}

// withProven adds to a draft the quotes that fill slots and that no supported statement
// quotes, as far as there is room: what was proven is not lost with a model's sentence on it.
func (a *asking) withProven(d answer.Draft, findings []ground.Finding, found *retrieve.Result) answer.Draft {
	if a.report == nil || len(d.Statements) == 0 {
		return d
	}
	var proven []answer.Statement
	for i, s := range d.Statements {
		if findings[i].Verdict != ground.Unsupported {
			proven = append(proven, s)
		}
	}
	d.Statements = slices.Concat(d.Statements, withoutQuoted(a.filled(), proven))
	return d.Within(a.request(found))
}

// filled are the quotes that fill slots as statements, each once.
func (a *asking) filled() []answer.Statement {
	var all []answer.Statement
	for _, s := range a.report.Slots {
		if s.Filled() && !isQuoted(s.Fill.Quote, all) {
			all = append(all, answer.Statement{Text: answer.Display(s.Fill.Quote.Text), Quotes: []answer.Quote{s.Fill.Quote}})
		}
	}
	return all
}

// withoutQuoted are the statements whose first quotes others do not contain.
func withoutQuoted(all, others []answer.Statement) []answer.Statement {
	return slices.DeleteFunc(slices.Clone(all), func(s answer.Statement) bool {
		return len(s.Quotes) > 0 && isQuoted(s.Quotes[0], others)
	})
}

// isQuoted reports whether a statement quotes the same as a quote, or a part of it.
func isQuoted(q answer.Quote, statements []answer.Statement) bool {
	wanted := answer.Display(q.Text)
	return slices.ContainsFunc(statements, func(s answer.Statement) bool {
		return slices.ContainsFunc(s.Quotes, func(other answer.Quote) bool {
			said := answer.Display(other.Text)
			return strings.Contains(wanted, said) || strings.Contains(said, wanted)
		})
	})
}

// researched returns how research went, nil without research. A slot whose quote no
// citation of the answer has is open, unless it is the limits that left it out. fresh is
// what was found, as the files have it now.
func (a *asking) researched(c ground.Checked, fresh *retrieve.Result) *replies.Researched {
	if a.report == nil {
		return nil
	}
	r := &replies.Researched{
		Queries: []replies.ResearchQuery{}, Slots: []replies.ResearchSlot{}, Open: []string{},
		Rounds: a.report.Rounds, Stopped: a.report.Stopped, Web: a.onWeb,
	}
	for _, q := range a.report.Queries {
		r.Queries = append(r.Queries, replies.ResearchQuery{Query: q.Text, Round: q.Round, Why: q.Why, Web: q.Elsewhere, Kept: q.Kept, Unmade: !q.IsMade()})
	}
	for _, s := range a.report.Slots {
		slot := replies.ResearchSlot{Type: s.Kind, Asked: s.Asked}
		for _, cited := range c.Citations {
			if f := s.Fill; f != nil && cited.Document.Path == f.Path && (strings.Contains(f.Quote.Text, cited.Quote) || strings.Contains(cited.Quote, f.Quote.Text)) {
				slot.Citation = cited.Number
				break
			}
		}
		if slot.Citation == 0 {
			slot.LeftOut = a.beyondLimits(s.Fill, fresh)
		}
		if slot.Citation == 0 && slot.LeftOut == nil {
			r.Open = append(r.Open, s.Asked)
		}
		r.Slots = append(r.Slots, slot)
	}
	return r
}

// beyondLimits is what fills a slot where the limits of the answer kept it from the draft, and
// its file still contains it; nil elsewhere. withSlots puts all that fills slots into a
// draft, unless that is a refusal.
func (a *asking) beyondLimits(f *research.Fill, fresh *retrieve.Result) *replies.Citation {
	words, cited := a.limits()
	draft := a.trail.Draft
	if f == nil || words+cited == 0 || len(draft.Statements) == 0 || isQuoted(f.Quote, draft.Statements) {
		return nil
	}
	checker := ground.NewChecker(answer.Report, fresh)
	checker.Add(answer.Statement{Text: f.Quote.Text, Quotes: []answer.Quote{f.Quote}})
	found := replies.NewCitations(checker.Checked().Citations, a.question.Encoding)
	if len(found) == 0 {
		return nil
	}
	found[0].Number = 0
	return &found[0]
}

// A WebSearch searches the web for research; *web.Search is one, and documents its
// methods.
type WebSearch interface {
	Begin(ctx context.Context) (research.Source, error)
	Services() []string
}

// errNoWeb is the error of a search of the web without a service.
var errNoWeb = fault.New(fault.Refused, "the web cannot be searched, since no service for it is set: set SERPAPI_API_KEY, or searxng_url in config.toml")

// usesWeb reports whether a question is to be put to the web, too.
func (a *Agent) usesWeb(q Request) bool {
	if q.Web != nil {
		return *q.Web
	}
	return a.options.WebOn
}

// A WebState is what research searches the web with.
type WebState struct {
	Services []string `json:"services"`
	On       bool     `json:"on"` // unless a question chooses otherwise
}
