package main

import (
	"cmp"
	"context"
	"fmt"

	"docuquest/core/agent/fault"
	"docuquest/core/answer/history"
	"docuquest/core/language/text"
	"docuquest/lsp"
)

// forgotten is the reply for programs.
type forgotten struct {
	Forgotten int `json:"forgotten"`
}

// forget removes an answer or a conversation, or everything that is kept of them. Before it
// removes everything, it asks a person at a terminal.
func (c *call) forget(ctx context.Context) error {
	c.jsonFlag()
	all := c.flags.Bool("all", false, "remove every answer and every conversation")
	yes := c.flags.Bool("yes", false, "with --all: remove without a question")
	if err := c.parse(1); err != nil {
		return err
	}
	var things []history.Forgetting // of which the first that exists is removed
	id := ""
	switch {
	case !*all:
		var err error
		if id, err = c.one(whichID); err != nil {
			return err
		}
		things = []history.Forgetting{{Answer: id}, {Conversation: id}}
	case len(c.args) > 0:
		return noMore(c.args)
	case !*yes && (!c.screens.stdin || !c.screens.stdout):
		return usageError{"every answer and every conversation would be removed, and there is no terminal to ask at: --yes removes them"}
	default:
		if !*yes {
			agreed, err := c.confirm(ctx, c.out, "Remove every answer and every conversation? This cannot be undone", "Nothing is removed.")
			if err != nil || !agreed {
				return err
			}
		}
		things = []history.Forgetting{{All: true}}
	}
	kept := history.Memory{Answers: c.answers(), Conversations: c.talks()}
	var ids []string
	var err error
	for _, thing := range things {
		if ids, err = kept.Forget(thing); fault.KindOf(err) != fault.NotFound {
			err = cmp.Or(err, lsp.ForgetTexts(c.texts(), thing))
			break
		}
	}
	switch {
	case fault.KindOf(err) == fault.NotFound:
		return nothingKept(id)
	case err != nil:
		return err
	case c.json:
		return writeJSON(c.out, forgotten{len(ids)})
	}
	fmt.Fprintf(c.out, "%s forgotten.\n", text.Counted(len(ids), "answer is", "answers are"))
	return nil
}
