package agent

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"strings"

	"docuquest/core/search/retrieve"
)

// keptAccounts is how many accounts are at hand without the store.
const keptAccounts = 16

// Explain tells how an answer came about: the account of its own run, where one was kept,
// else that of a second one, which says so. An answer of this session need not be kept.
// The error wraps fs.ErrNotExist where there is no such answer, or is that of the second
// run.
func (a *Agent) Explain(ctx context.Context, id string) (*Account, error) {
	if account, ok := a.accounts.Get(id); ok {
		return account, nil
	}
	r, err := a.Answer(id)
	if err != nil {
		return nil, err
	}
	if a.options.Answers != nil {
		if x, err := LoadAccount(a.options.Answers, id); err == nil {
			a.accounts.Add(id, x)
			return x, nil
		}
	}
	return a.accountAgain(ctx, r)
}

// LoadAccount is the kept account of an answer, for whoever has the store and no agent.
// The error wraps fs.ErrNotExist where none is kept.
func LoadAccount(kept AnswerStore, id string) (*Account, error) {
	raw, err := kept.LoadAccount(id)
	if err != nil {
		return nil, err
	}
	x := &Account{}
	err = json.Unmarshal(raw, x)
	if err == nil && (x.Search == nil && x.Exact == nil || x.Files == nil) {
		err = errors.New("it tells of no search, or names no files")
	}
	if err != nil {
		return nil, fmt.Errorf("how the answer %s came about cannot be read: %w", id, err)
	}
	return x, nil
}

// keepAccount writes the account of an answer, if this session made it. An answer is as
// good without, so that what goes wrong is for the log alone.
func (a *Agent) keepAccount(id string) {
	account, ok := a.accounts.Get(id)
	if !ok {
		return
	}
	raw, err := json.Marshal(account)
	if err == nil {
		err = a.options.Answers.KeepAccount(id, raw)
	}
	if err != nil {
		a.log.Warn("how an answer came about could not be kept", "id", id, "err", err)
	}
}

// accountAgain asks the question of an answer once more, as far as the answer says how it
// was asked; [Account.Notice] says what it does not.
func (a *Agent) accountAgain(ctx context.Context, r *Answer) (*Account, error) {
	x, err := a.accountOf(ctx, Question{Text: limited(r.Question, r.Filters), URI: r.URI, carried: r.Carried})
	if err != nil {
		return nil, err
	}
	again := *x
	again.Answer, again.Question, again.Again = r.ID, r.Question, true
	return &again, nil
}

// limited is a question with all its filters written in it, those too that were chosen
// beside it.
func limited(question string, filters []string) string {
	words, _ := retrieve.Filters(question)
	return strings.Join(append([]string{words}, filters...), " ")
}

// accountOf asks a question for its account alone, without a model: nothing leaves the
// machine. That nothing matches is no error.
func (a *Agent) accountOf(ctx context.Context, q Question) (*Account, error) {
	q.Writer, q.Conversation = extractive, NoConversation
	reply, asked, err := a.ask(ctx, q, nil)
	if reply == nil && !errors.Is(err, ErrNoMatch) {
		return nil, err
	}
	return asked.account(reply), nil
}
