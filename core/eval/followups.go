package eval

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"

	"docuquest/core/agent"
)

// A followup is a line of a question file whose questions come in pairs: one that is
// asked first, and one that goes on with it. Full is what the second one means, by
// itself; where it is no other question, the second one begins a new subject.
type followup struct {
	First, Then, Full string
	Want              []want
}

func (f followup) name() string { return f.First + " " + f.Then }

func (f followup) isNew() bool { return f.Full == "" || f.Full == f.Then }

// A followed pair is what came of one: the documents of the second question, the best
// first, as it was asked in three ways.
type followed struct {
	followup
	inTalk  []string // behind the first one
	alone   []string // by itself
	full    []string // in full
	carried []string // words that it took over
}

// isFollowups reports whether a question file holds pairs.
func (c collection) isFollowups() bool {
	pairs, err := readLines[followup](c.path(c.file))
	return err == nil && slices.ContainsFunc(pairs, func(f followup) bool { return f.Then != "" })
}

// measureFollowups asks the pairs of a question file as a person would, without a model:
// each pair is a conversation of its own.
func (c collection) measureFollowups(ctx context.Context, o Options, s *Set) error {
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
		one, err := pair.ask(ctx, a)
		if err != nil {
			return err
		}
		all = append(all, one)
	}
	s.Queries = len(all)
	s.addFollowed(all)
	return nil
}

// questionsOf are the pairs as questions with what they want. One that lacks a question or
// wants nothing is refused.
func questionsOf(pairs []followup) ([]fileQuestion, error) {
	var asked []fileQuestion
	for _, p := range pairs {
		if p.First == "" || p.Then == "" {
			return nil, errors.New("a pair needs both questions, \"first\" and \"then\"")
		}
		if len(p.Want) == 0 {
			return nil, fmt.Errorf("question %q: it must want something", p.name())
		}
		asked = append(asked, fileQuestion{Question: p.name(), Want: p.Want})
	}
	return asked, nil
}

// ask puts the pair, and its second question in two ways besides.
func (f followup) ask(ctx context.Context, a *agent.Agent) (followed, error) {
	if _, err := a.Converse(""); err != nil {
		return followed{}, err
	}
	one := followed{followup: f}
	if _, err := a.Ask(ctx, agent.Question{Text: f.First}, nil); err != nil {
		return one, err
	}
	then, err := a.Ask(ctx, agent.Question{Text: f.Then}, nil)
	if err != nil {
		return one, err
	}
	one.inTalk, one.carried = then.Documents, then.Carried
	for _, by := range []struct {
		text string
		into *[]string
	}{{f.Then, &one.alone}, {cmp.Or(f.Full, f.Then), &one.full}} {
		answer, err := a.Ask(ctx, agent.Question{Text: by.text, Conversation: agent.NoConversation}, nil)
		if err != nil {
			return one, err
		}
		*by.into = answer.Documents
	}
	return one, nil
}

// addFollowed adds the figures. Those that begin with followup tell of the pairs whose
// second question needs the first, those that begin with new of the others.
func (s *Set) addFollowed(all []followed) {
	leaning := slices.DeleteFunc(slices.Clone(all), func(f followed) bool { return f.isNew() })
	fresh := slices.DeleteFunc(slices.Clone(all), func(f followed) bool { return !f.isNew() })
	s.add("followup_same@1", scores(leaning, func(f followed) float64 { return one(first(f.inTalk) == first(f.full)) }))
	s.add("followup_want@1", scores(leaning, func(f followed) float64 { return one(f.wants(f.inTalk)) }))
	s.add("followup_want@1_in_full", scores(leaning, func(f followed) float64 { return one(f.wants(f.full)) }))
	s.add("followup_want@1_alone", scores(leaning, func(f followed) float64 { return one(f.wants(f.alone)) }))
	s.add("followup_taken", scores(leaning, func(f followed) float64 { return one(len(f.carried) > 0) }))
	s.add("new_untouched", scores(fresh, func(f followed) float64 { return one(len(f.carried) == 0) }))
	s.add("new_same@1", scores(fresh, func(f followed) float64 { return one(first(f.inTalk) == first(f.full)) }))
	for _, f := range all {
		s.Placings = append(s.Placings, f.placing())
	}
}

// wants reports whether the first of some documents is wanted.
func (f followed) wants(documents []string) bool {
	return slices.ContainsFunc(f.Want, func(w want) bool { return w.Path == first(documents) })
}

func (f followed) placing() Placing {
	p := Placing{Question: f.name()}
	for _, path := range (fileQuestion{Want: f.Want}).paths() {
		p.Documents = append(p.Documents, firstRank(f.inTalk, func(found string) bool { return found == path }))
	}
	return p
}

func first(documents []string) string {
	if len(documents) == 0 {
		return ""
	}
	return documents[0]
}

func one(yes bool) float64 {
	if yes {
		return 1
	}
	return 0
}
