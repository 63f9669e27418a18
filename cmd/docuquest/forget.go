package main

import (
	"cmp"
	"context"
	"errors"
	"flag"
	"fmt"
	"io/fs"
	"strings"

	"docuquest/core/agent"
	"docuquest/lsp"
)

func forgetCommand() command {
	return command{
		name:    "forget",
		summary: "remove answers and conversations that are kept",
		args:    "[ID]",
		about: []string{
			"Removes the answer or the conversation with the id, a conversation with all its answers; with --all everything, after a question on a terminal, or without one with --yes, which a script needs. The files are gone then, and nothing brings them back. What was sent to a model for an answer stays listed by \"docuquest sent\", which keeps the last 100 questions.",
		},
		examples: []string{"docuquest forget k7f3q2x9m4pa", "docuquest forget --all", "docuquest forget --all --yes"},
		prepare: func(flags *flag.FlagSet) action {
			c := &common{}
			c.jsonFlag(flags)
			all := flags.Bool("all", false, "remove every answer and every conversation")
			yes := flags.Bool("yes", false, "with --all: remove without a question")
			return func(ctx context.Context, p *program, out *output, args []string) error {
				if *all {
					if err := noMore(args); err != nil {
						return err
					}
					return p.forgetAll(ctx, out, c.json, *yes)
				}
				id, err := oneID(args)
				if err != nil {
					return err
				}
				return p.forget(out, c.json, agent.Forgetting{Answer: id}, agent.Forgetting{Conversation: id})
			}
		},
	}
}

// forgetAll removes everything that was agreed to. A person at a terminal is asked;
// where nobody can be, it takes agreed.
func (p *program) forgetAll(ctx context.Context, out *output, asJSON, agreed bool) error {
	if !agreed {
		if !p.screens.stdin || !p.screens.stdout {
			return usageError{"every answer and every conversation would be removed, and there is no terminal to ask at: --yes removes them"}
		}
		fmt.Fprint(out, "Remove every answer and every conversation? Nothing brings them back (yes or no): ")
		if err := out.finish(); err != nil {
			return err
		}
		said := newLineReader(p.stdin).next(ctx)
		if ctx.Err() != nil {
			return ctx.Err()
		}
		if !strings.EqualFold(said.text, "yes") {
			_, err := fmt.Fprintln(out, "Nothing is removed.")
			return err
		}
	}
	return p.forget(out, asJSON, agent.Forgetting{All: true})
}

// forget removes the first of some things that there is.
func (p *program) forget(out *output, asJSON bool, things ...agent.Forgetting) error {
	kept := agent.Memory{Answers: p.answers(), Conversations: p.talks()}
	var ids []string
	var err error
	for _, thing := range things {
		if ids, err = kept.Forget(thing); !errors.Is(err, fs.ErrNotExist) {
			err = cmp.Or(err, lsp.ForgetTexts(p.texts(), thing))
			break
		}
	}
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return nothingKept(things[0].Answer)
	case err != nil:
		return err
	case asJSON:
		return writeJSON(out, forgotten{len(ids)})
	}
	fmt.Fprintf(out, "%s forgotten.\n", counted(len(ids), "answer is", "answers are"))
	return nil
}

// forgotten is the reply for programs.
type forgotten struct {
	Forgotten int `json:"forgotten"`
}
