package main

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"docuquest/core/agent"
	"docuquest/core/answer/history"
	"docuquest/core/answer/replies"
	"docuquest/core/file"
	"docuquest/core/language/text"
	"docuquest/core/settings"
)

// ask answers a question from the files of a folder.
func (c *call) ask(ctx context.Context) error {
	q := agent.Request{Encoding: text.UTF16}
	c.folderFlag()
	c.fileFlag()
	c.formatFlags()
	c.keyFlag()
	c.filterFlags(&q.In, &q.Types)
	c.notesFlag()
	c.wayFlag(&q.Way)
	c.settingFlags("retrieval", "writer", "terms", "summarize", "rerank", "history", "history-minutes", "history-nearest", "calls")
	c.limitFlags(&q)
	c.numberFlag(&q.Passages, "k", agent.MaxHits, "read at most `N` passages for the answer, 1 to 1000; default 20, and 5 of a file with pages")
	c.thresholdFlag(&q.Threshold)
	talk := c.flags.String("conversation", "", "ask as a question of the conversation `ID`, of the \"last\" one, or of a \"new\" one; without it the question is asked by itself")
	if err := c.parse(anyNumber); err != nil {
		return err
	}
	var err error
	if q.Text, err = words(c.args, "question"); err != nil {
		return err
	}
	q.Notes = c.notes
	switch *talk {
	case "":
		q.Conversation = history.NoConversation
	case "new": // which the agent begins where none is named
	default:
		q.Conversation = *talk
	}
	return c.answer(ctx, q, (*agent.Agent).Ask, c.writeReply)
}

// A way is a method of the agent that answers questions.
type way func(a *agent.Agent, ctx context.Context, q agent.Request, progress func(agent.Stage)) (*replies.Answer, error)

// answer answers a question in one way, and prints the answer. What was proven before an
// error or an interrupt is printed all the same.
func (c *call) answer(ctx context.Context, q agent.Request, by way, write func(printed) error) error {
	s, err := c.reading(ctx, c.open)
	if err != nil {
		return err
	}
	defer s.agent.Close()
	q.URI = string(s.file)
	d := c.document(ctx, s)
	e := c.newEarly(c.screens.stdout && !c.json && c.form == "", s.target)
	defer e.line.clear()
	answer, stopped := by(s.agent, ctx, q, e.stage)
	e.line.clear()
	if errors.Is(stopped, agent.ErrNoMatch) {
		answer, stopped = &replies.Answer{
			Question: q.Text, Answer: stopped.Error(), Markdown: stopped.Error(),
			Document: fmt.Sprintf("# %s\n\n%s\n", printableLine(q.Text), stopped),
			Standing: replies.Absent, Refused: true, Indexed: s.agent.Status().IndexState, Encoding: q.Encoding.String(),
			Citations: []replies.Citation{}, Documents: []string{}, Groups: [][]string{}, Missing: []string{},
			Added: []string{}, Unsupported: []string{}, Steps: []replies.Step{}, Sent: []replies.Sent{},
		}, nil
		if d != nil && replies.HasPages(d) {
			answer.Paged = &replies.Paged{Substrings: []string{}, Blocks: []replies.PagedBlock{}}
		}
	}
	if answer == nil {
		return stopped
	}
	if failure := answer.ModelFailure(); failure != "" {
		c.complain(failure)
	}
	if drawable := c.keep(s.agent, answer, s.settings); !e.isAll(answer) {
		err := write(printed{Answer: answer, verbatim: s.agent.Status().Writer == "classic", kept: drawable, source: s.target, again: c.again})
		if err != nil {
			return err
		}
	}
	switch {
	case answer.Refused:
		return exit(exitNotFound)
	case stopped == nil && answer.Standing == replies.Uncertain:
		return exit(exitUncertain)
	}
	return stopped
}

// keep keeps an answer where the settings want it or where it cites pages of a PDF, and
// reports whether these can be drawn: the command that draws them needs the answer. An
// answer that cannot be kept is shown all the same.
func (p *program) keep(a *agent.Agent, answer *replies.Answer, s settings.Settings) (drawable bool) {
	cites := slices.ContainsFunc(answer.Citations, func(c replies.Citation) bool {
		return c.Page > 0 && file.LanguageOf(c.Path) == "pdf"
	})
	if answer.ID == "" || p.answers() == nil || !cites && s.KeepAnswers == "off" {
		return false
	}
	if err := a.Keep(answer); err != nil {
		p.complain("this answer is not kept: " + err.Error())
		return false
	}
	return cites
}
