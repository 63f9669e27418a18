package agent

import (
	"context"
	"errors"

	"docuquest/core/agent/fault"
	"docuquest/core/answer/history"
	"docuquest/core/answer/replies"
	"docuquest/core/answer/sent"
	"docuquest/core/answer/why"
	"docuquest/core/file"
)

// account returns how a reply came about or, for nil, why no reply did once passages were found.
func (a *asking) account(r *replies.Answer) *why.Account {
	q := a.question
	return why.NewAccount(why.Run{
		ID: q.ID, Question: q.Text, Encoding: q.Encoding, Folders: a.options.Workspace.Folders(),
		Asked: why.Asked{
			URI: q.URI, Limit: a.trail.Query.Limit, Passages: a.trail.Query.Passages, Threshold: q.Threshold, Notes: q.Notes,
			Retrieval: a.trail.Query.Mode.String(), Conversation: a.talk,
		},
		Interpretation: a.interpretation(a.found), Found: a.found, Trail: a.trail, Sent: sent.ByHost(a.ledger, a.found), Steps: a.steps,
	}, r)
}

// Explain returns how an answer came about: the account of its own run, where one was kept,
// else that of a second run, which is marked as one. An answer of this session need not be kept.
// The error is of the kind [fault.NotFound] where there is no such answer, or is that of the second
// run.
func (a *Agent) Explain(ctx context.Context, id string) (*why.Account, error) {
	if x := a.accounts.Last(id); x != nil {
		return x, nil
	}
	r, err := a.Answer(id)
	if err != nil {
		return nil, err
	}
	if x := a.accounts.Load(id); x != nil {
		return x, nil
	}
	// As far as the answer reports how it was asked; the document of the account says what it
	// does not report.
	x, err := a.accountOf(ctx, Request{Text: why.Limited(r.Question, r.Filters), URI: r.URI, carried: r.Carried})
	if err != nil {
		return nil, err
	}
	again := *x
	again.Answer, again.Question, again.Again = r.ID, r.Question, true
	return &again, nil
}

// accountOf asks a question for its account alone, without a model: nothing leaves the
// machine. That nothing matches is no error.
func (a *Agent) accountOf(ctx context.Context, q Request) (*why.Account, error) {
	q.Writer, q.Conversation = replies.Extractive, history.NoConversation
	reply, asked, err := a.ask(ctx, q, nil)
	if reply == nil && !errors.Is(err, ErrNoMatch) {
		return nil, err
	}
	return asked.account(reply), nil
}

// WhyNot names the step at which a question lost a file. What it reports of the file itself
// true now; what the question did is as its run had it, see [Agent.Explain]. Errors: a
// URI that names no file, neither an answer nor a question or both, and those of Explain
// and Ask.
func (a *Agent) WhyNot(ctx context.Context, w why.WhyNot) (*why.WhyNotReply, error) {
	u, err := file.ParseURI(w.URI)
	if err != nil {
		return nil, err
	}
	var x *why.Account
	switch {
	case (w.Answer == "") == (w.Question == ""):
		err = fault.New(fault.Invalid, "why not in what? The id of an answer, or a question")
	case w.Answer != "":
		x, err = a.Explain(ctx, w.Answer)
	default:
		x, err = a.accountOf(ctx, Request{Text: w.Question})
	}
	if err != nil {
		return nil, err
	}
	scope, err := newScope(scopeRequest{what: "question", text: why.Limited(x.Question, x.Filters), uri: x.Asked.URI})
	if err != nil {
		return nil, err
	}
	v := a.Sync(ctx)
	c := why.Case{
		View: v, Disk: a.options.Workspace, Within: scope.within,
		Match: a.retriever().MatchFile(x.Sought(), scope.within, u),
	}
	return c.Explain(ctx, x, w, u), ctx.Err()
}
