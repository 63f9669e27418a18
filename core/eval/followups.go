package eval

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"

	"docuquest/core/agent"
	"docuquest/core/answer/history"
)

// A followup is a line of a question file whose questions come in pairs: one that is
// asked first, and one that continues it. Full is what the second one means by
// itself; if it is the second question once more, that begins a new subject.
type followup struct {
	First, Then, Full string
	Want              []want
}

func (f followup) name() string { return f.First + " " + f.Then }

// A followed pair is the result of one: the documents of the second question, the best
// first, as it was asked in three ways.
type followed struct {
	followup
	inConversation []string // after the first one
	alone          []string // by itself
	full           []string // in full
	carried        []string // words that it inherited
}

// measureFollowups asks the pairs of a question file as a person would, without a model:
// each pair is a conversation of its own.
func (c Collection) measureFollowups(ctx context.Context, o Options, s *Set) error {
	pairs, err := readLines[followup](c.path(c.file))
	if err != nil {
		return err
	}
	questions, err := questionsOf(pairs)
	if err != nil {
		return err
	}
	a, err := c.openFiles(ctx, o, questions)
	if err != nil {
		return err
	}
	defer a.Close()
	var all []followed
	for _, pair := range pairs { // one after the other, as the agent has one conversation
		f, err := pair.ask(ctx, a)
		if err != nil {
			return err
		}
		all = append(all, f)
	}
	s.Queries = len(all)
	s.addFollowed(all)
	return nil
}

// addFollowed adds the figures. Those that begin with followup are of the pairs whose second
// question needs the first, those that begin with new of the others.
func (s *Set) addFollowed(all []followed) {
	var dependent, fresh []followed
	for _, f := range all {
		if f.Full == "" || f.Full == f.Then {
			fresh = append(fresh, f)
		} else {
			dependent = append(dependent, f)
		}
		p := Placing{Question: f.name()}
		for _, path := range (fileQuestion{Want: f.Want}).paths() {
			p.Documents = append(p.Documents, firstRank(f.inConversation, func(found string) bool { return found == path }))
		}
		s.Placings = append(s.Placings, p)
	}
	s.add("followup_same@1", scores(dependent, func(f followed) float64 { return one(first(f.inConversation) == first(f.full)) }))
	s.add("followup_want@1", scores(dependent, func(f followed) float64 { return one(f.wants(f.inConversation)) }))
	s.add("followup_want@1_in_full", scores(dependent, func(f followed) float64 { return one(f.wants(f.full)) }))
	s.add("followup_want@1_alone", scores(dependent, func(f followed) float64 { return one(f.wants(f.alone)) }))
	s.add("followup_taken", scores(dependent, func(f followed) float64 { return one(len(f.carried) > 0) }))
	s.add("new_untouched", scores(fresh, func(f followed) float64 { return one(len(f.carried) == 0) }))
	s.add("new_same@1", scores(fresh, func(f followed) float64 { return one(first(f.inConversation) == first(f.full)) }))
}

// questionsOf returns the pairs as questions with what they want. A pair that lacks a question
// or wants nothing is an error.
func questionsOf(pairs []followup) ([]fileQuestion, error) {
	var asked []fileQuestion
	for _, p := range pairs {
		switch {
		case p.First == "" || p.Then == "":
			return nil, errors.New("a pair needs both questions, \"first\" and \"then\"")
		case len(p.Want) == 0:
			return nil, fmt.Errorf("question %q: it must want something", p.name())
		}
		asked = append(asked, fileQuestion{Question: p.name(), Want: p.Want})
	}
	return asked, nil
}

// ask asks the pair, and its second question alone and in full.
func (f followup) ask(ctx context.Context, a *agent.Agent) (followed, error) {
	if _, err := a.Converse(""); err != nil {
		return followed{}, err
	}
	result := followed{followup: f}
	if _, err := a.Ask(ctx, agent.Request{Text: f.First}, nil); err != nil {
		return result, err
	}
	then, err := a.Ask(ctx, agent.Request{Text: f.Then}, nil)
	if err != nil {
		return result, err
	}
	result.inConversation, result.carried = then.Documents, then.Carried
	for _, by := range []struct {
		text string
		into *[]string
	}{{f.Then, &result.alone}, {cmp.Or(f.Full, f.Then), &result.full}} {
		answer, err := a.Ask(ctx, agent.Request{Text: by.text, Conversation: history.NoConversation}, nil)
		if err != nil {
			return result, err
		}
		*by.into = answer.Documents
	}
	return result, nil
}

// wants reports whether the first of some documents is wanted.
func (f followed) wants(documents []string) bool {
	return slices.ContainsFunc(f.Want, func(w want) bool { return w.Path == first(documents) })
}

func first(documents []string) string {
	if len(documents) == 0 {
		return ""
	}
	return documents[0]
}

// one is 1 for yes and 0 for no.
func one(yes bool) float64 {
	if yes {
		return 1
	}
	return 0
}
