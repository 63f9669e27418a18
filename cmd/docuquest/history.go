package main

import (
	"cmp"
	"context"
	"flag"
	"fmt"
	"io"
	"strings"
	"time"

	"docuquest/core/agent"
	"docuquest/core/text"
)

func historyCommand() command {
	return command{
		name:    "history",
		summary: "list the questions whose answers are kept",
		about: []string{
			"Lists the latest questions that were asked here or in an editor, the newest first, each with the id of its answer and, where it belongs to one, of its conversation. \"docuquest show ID\" prints an answer or a conversation, \"docuquest chat --conversation ID\" goes on with one.",
			"With --like it tells whether a question was asked before: it lists the earlier questions that are like it, by their words and by the built-in vectors, the nearest first, each with the first line of its answer and whether its citations still stand. Questions that files of other folders alone answered stand last, without their answers, and their citations are not looked up; the folder is the current one or that of -C. Nothing is sent for it. \"docuquest ask Have I asked about jade before?\" answers from the history, too.",
			aboutKept,
		},
		examples: []string{"docuquest history", "docuquest history --most 100 --json", `docuquest history --like "Where was jade found?"`},
		prepare: func(flags *flag.FlagSet) action {
			c := &common{}
			c.folderFlag(flags)
			c.jsonFlag(flags)
			most := 0
			numberFlag{"most", agent.MaxHistory, fmt.Sprintf("list at most `N` questions, 1 to %d; %d unless said otherwise. With --like, 1 to %d", agent.MaxHistory, listedQuestions, agent.MaxRemembered)}.define(flags, &most)
			var like *string // nil where it is not given
			flags.Func("like", "list the questions that are like `QUESTION`", func(value string) error {
				like = &value
				return nil
			})
			return func(ctx context.Context, p *program, out *output, args []string) error {
				if err := noMore(args); err != nil {
					return err
				}
				if err := checkHistory(c, like, most); err != nil {
					return err
				}
				if like != nil {
					return p.askedBefore(ctx, out, c, *like, cmp.Or(most, listedQuestions))
				}
				return p.history(out, c.json, cmp.Or(most, listedQuestions))
			}
		},
	}
}

// listedQuestions is how many questions are listed where nobody says.
const listedQuestions = 20

// checkHistory refuses flags that do not go together; like is nil where it is not given, and
// most 0.
func checkHistory(c *common, like *string, most int) error {
	switch {
	case like == nil && c.folder != "":
		return usageError{"-C goes with --like: without it the questions on all folders are listed"}
	case like != nil && strings.TrimSpace(*like) == "":
		return usageError{"--like lists the questions that are like one: which one?"}
	case like != nil && agent.MaxRemembered < most:
		return usageError{fmt.Sprintf("--most is %d: with --like it may be 1 to %d", most, agent.MaxRemembered)}
	}
	return nil
}

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

// askedBefore lists the earlier questions that are like one.
func (p *program) askedBefore(ctx context.Context, out *output, c *common, like string, most int) error {
	a, _, err := p.aim(c)
	if err != nil {
		return err
	}
	defer a.Close()
	found, err := a.AskedBefore(ctx, like, most, text.UTF16)
	switch {
	case err != nil:
		return err
	case c.json:
		return writeJSON(out, found)
	}
	return writeRemembered(out, found, p.screens.width)
}

// writeRemembered prints earlier questions for people: when each was asked and the id of its
// answer, how that begins, and whether its citations stand.
func writeRemembered(to io.Writer, all []agent.Remembered, width int) error {
	if len(all) == 0 {
		_, err := io.WriteString(to, "No earlier question is like this one.\n")
		return err
	}
	var b strings.Builder
	for _, one := range all {
		fmt.Fprintf(&b, "%s  %s  %s%s\n", one.ID, one.Time.Local().Format(time.DateTime), oneLine(one.Question), asOften(one.Times))
		if one.Says != "" {
			b.WriteString(wrap(oneLine(one.Says), width, "    ") + "\n")
		}
		b.WriteString(wrap("("+one.Standing.String()+")", width, "    ") + "\n")
	}
	_, err := io.WriteString(to, b.String())
	return err
}

// asOften says how often a question was asked, if that was more than once.
func asOften(times int) string {
	if times < 2 {
		return ""
	}
	return fmt.Sprintf("  (asked %d times)", times)
}
