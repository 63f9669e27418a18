package main

import (
	"context"
	"flag"
	"fmt"
	"io"
	"time"

	"docuquest/core/agent"
)

func historyCommand() command {
	return command{
		name:    "history",
		summary: "list the questions whose answers are kept",
		about: []string{
			"Lists the latest questions that were asked here or in an editor, the newest first, each with the id of its answer and, where it belongs to one, of its conversation. \"docuquest show ID\" prints an answer or a conversation, \"docuquest chat --conversation ID\" goes on with one.",
			aboutKept,
		},
		examples: []string{"docuquest history", "docuquest history --most 100 --json"},
		prepare: func(flags *flag.FlagSet) action {
			c := &common{}
			c.jsonFlag(flags)
			most := listedQuestions
			numberFlag{"most", agent.MaxHistory, fmt.Sprintf("list at most `N` questions, 1 to %d; %d unless said otherwise", agent.MaxHistory, listedQuestions)}.define(flags, &most)
			return func(_ context.Context, p *program, out *output, args []string) error {
				if err := noMore(args); err != nil {
					return err
				}
				return p.history(out, c.json, most)
			}
		},
	}
}

// listedQuestions is how many questions are listed where nobody says.
const listedQuestions = 20

// history lists the latest questions.
func (p *program) history(out *output, asJSON bool, most int) error {
	past, err := agent.History(p.answers(), most)
	switch {
	case err != nil:
		return err
	case asJSON:
		return writeJSON(out, past)
	case len(past) == 0:
		_, err := io.WriteString(out, "Nothing is kept.\n")
		return err
	}
	for _, one := range past {
		fmt.Fprintf(out, "%s  %s  %s%s\n", one.ID, one.Time.Local().Format(time.DateTime), oneLine(one.Question), ofConversation(one))
	}
	return nil
}

// ofConversation names the conversation of a question, if it belongs to one.
func ofConversation(one agent.PastQuestion) string {
	if one.Conversation == "" {
		return ""
	}
	return "  (conversation " + printable(one.Conversation) + ")"
}
