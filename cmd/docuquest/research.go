package main

import (
	"context"
	"errors"
	"fmt"
	"path"
	"strconv"
	"strings"

	"docuquest/core/agent"
	"docuquest/core/answer/history"
	"docuquest/core/answer/replies"
	"docuquest/core/language/text"
)

// research answers a question that needs several searches.
func (c *call) research(ctx context.Context) error {
	q := agent.Request{Encoding: text.UTF16, Conversation: history.NoConversation}
	c.folderFlag()
	c.formatFlags()
	c.keyFlag()
	c.filterFlags(&q.In, &q.Types)
	c.settingFlags("writer", "rerank")
	c.limitFlags(&q)
	c.numberFlag(&q.Rounds, "rounds", agent.MaxRounds, "search in at most `N` rounds, 1 to 10; default 2, or what the settings say")
	c.flags.BoolFunc("web", "search the web, too, with the services that the settings name", func(value string) error {
		on, err := strconv.ParseBool(value)
		if err != nil {
			return errors.New("it may be true or false")
		}
		q.Web = &on
		return nil
	})
	trace := c.flags.Bool("trace", false, "print every search with its reason, too")
	if err := c.parse(anyNumber); err != nil {
		return err
	}
	var err error
	if q.Text, err = words(c.args, "question"); err != nil {
		return err
	}
	searched, proven := false, false
	err = c.answer(ctx, q, func(a *agent.Agent, ctx context.Context, q agent.Request, progress func(agent.Stage)) (*replies.Answer, error) {
		answer, err := a.Research(ctx, q, progress)
		searched, proven = true, answer != nil
		return answer, err
	}, func(answer printed) error {
		answer.verbatim = false
		return c.writeResearch(answer, *trace)
	})
	if searched && !proven && ctx.Err() != nil {
		c.complain("the search was interrupted, and nothing that answers the question was proven until then")
	}
	return err
}

// writeResearch prints an answer of research in the form that was asked for. For people it
// adds the facts that were asked for, every search where trace asks for them, and what was
// sent where the web was searched.
func (c *call) writeResearch(answer printed, trace bool) error {
	if c.json {
		return writeJSON(c.out, newResearchReply(answer.Answer, trace))
	}
	if err := c.writeReply(answer); err != nil || c.form == formHTML || c.form == formMarkdown {
		return err
	}
	r := answer.Research
	if r == nil {
		return nil
	}
	if c.form != formText && !c.screens.stdout {
		answer.source = target{} // as in writeReply
	}
	var b strings.Builder
	// An answer that gives the one fact that was asked for needs no list.
	if len(r.Slots) > 1 || len(r.Slots) == 1 && r.Slots[0].Citation == 0 {
		b.WriteString("\nAsked for:\n")
		for _, s := range r.Slots {
			fmt.Fprintf(&b, "- %s (%s): %s\n", printableLine(s.Asked), s.Type, s.Source(answer.source.placeOf))
		}
		if r.Stopped != "" {
			fmt.Fprintf(&b, "The search ended at %s.\n", r.Stopped)
		}
	}
	if trace {
		writeSearches(&b, r)
	}
	if r.Web && len(answer.Sent) > 0 {
		b.WriteString("\n" + strings.Join(answer.SentLines(), "\n") + "\n")
	}
	_, err := c.out.Write([]byte(b.String()))
	return err
}

// writeSearches prints the searches of each round: what was searched for and why, whether
// the web was asked, and where it was not, the reason.
func writeSearches(b *strings.Builder, r *replies.Researched) {
	b.WriteString("\nSearched for:\n")
	for round := 1; round <= r.Rounds; round++ {
		made := false
		for _, q := range r.Queries {
			if q.Round != round {
				continue
			}
			made = true
			where := ""
			switch {
			case q.Web && q.Kept != "":
				where = ", in the web too, as you allowed: " + printableLine(q.Kept)
			case q.Web:
				where = ", in the web too"
			case q.Unmade:
				where = ", not searched for: " + printableLine(q.Kept)
			case q.Kept != "":
				where = ", only in the files: " + printableLine(q.Kept)
			}
			fmt.Fprintf(b, "- round %d: %s (%s)%s\n", round, printableLine(q.Query), printableLine(q.Why), where)
		}
		if !made {
			fmt.Fprintf(b, "- round %d: no name in what was found led to a further file\n", round)
		}
	}
}

// A researchReply is an answer of research for programs: that of ask, with a title for each
// citation.
type researchReply struct {
	*replies.Answer
	Citations []titledCitation    `json:"citations"`
	Research  *replies.Researched `json:"research,omitempty"`
	Steps     []replies.Step      `json:"steps"`
}

type titledCitation struct {
	replies.Citation
	Title string `json:"title"`
}

// newResearchReply leaves the searches and the steps out unless trace asks for them.
func newResearchReply(a *replies.Answer, trace bool) researchReply {
	r := researchReply{Answer: a, Citations: []titledCitation{}, Research: a.Research, Steps: a.Steps}
	for _, c := range a.Citations {
		title := path.Base(c.Path)
		if len(c.Titles) > 0 {
			title = c.Titles[0]
		}
		r.Citations = append(r.Citations, titledCitation{c, title})
	}
	if !trace {
		r.Steps = []replies.Step{}
		if a.Research != nil {
			short := *a.Research
			short.Queries = []replies.ResearchQuery{}
			r.Research = &short
		}
	}
	return r
}
