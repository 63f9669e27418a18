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
	"docuquest/core/language/text"
)

func historyCommand() command {
	return command{
		name:    "history",
		summary: "list the questions whose answers are kept",
		about: []string{
			"Lists the latest questions that were asked of this folder or of one in it, here or in an editor, the newest first, each with the id of its answer, the folder and, where it belongs to one, its conversation. With --all it lists those of all folders, and those from before folders were kept. \"docuquest show ID\" prints an answer or a conversation, \"docuquest chat --conversation ID\" goes on with one.",
			"With --like it tells whether a question was asked before: it lists the earlier questions that are like it, by their words and by the built-in vectors, the nearest first, each with the first line of its answer and whether its citations still stand. Questions that files of other folders alone answered stand last, without their answers, and their citations are not looked up; the folder is the current one or that of -C. Nothing is sent for it. \"docuquest ask Have I asked about jade before?\" answers from the history, too.",
			aboutKept,
		},
		examples: []string{"docuquest history", "docuquest history --all", "docuquest history --most 100 --json", `docuquest history --like "Where was jade found?"`},
		prepare: func(flags *flag.FlagSet) action {
			c := &common{}
			c.folderFlag(flags)
			c.jsonFlag(flags)
			all := flags.Bool("all", false, "list the questions that any folder was asked")
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
				if err := checkHistory(like, most, *all); err != nil {
					return err
				}
				if like != nil {
					return p.askedBefore(ctx, out, c, *like, cmp.Or(most, listedQuestions))
				}
				return p.history(out, c, cmp.Or(most, listedQuestions), *all)
			}
		},
	}
}

// listedQuestions is how many questions are listed where nobody says.
const listedQuestions = 20

// checkHistory refuses flags that do not go together; like is nil where it is not given, and
// most 0.
func checkHistory(like *string, most int, all bool) error {
	switch {
	case like != nil && all:
		return usageError{"--all and --like exclude each other: those that are like one are of all folders, this one first"}
	case like != nil && strings.TrimSpace(*like) == "":
		return usageError{"--like lists the questions that are like one: which one?"}
	case like != nil && agent.MaxRemembered < most:
		return usageError{fmt.Sprintf("--most is %d: with --like it may be 1 to %d", most, agent.MaxRemembered)}
	}
	return nil
}

// history lists the latest questions, of all folders or of one.
func (p *program) history(out *output, c *common, most int, all bool) error {
	var folders []string
	if !all {
		t, err := c.target()
		if err != nil {
			return err
		}
		folders = []string{t.folder}
	}
	past, err := agent.History(p.answers(), most, folders)
	switch {
	case err != nil:
		return err
	case c.json:
		return writeJSON(out, past)
	case len(past) == 0 && all:
		_, err := io.WriteString(out, "Nothing is kept.\n")
		return err
	case len(past) == 0:
		_, err := fmt.Fprintf(out, "Nothing is kept of %s. Questions of other folders: docuquest history --all\n", oneLine(folders[0]))
		return err
	}
	for _, one := range past {
		fmt.Fprintf(out, "%s  %s  %s%s%s\n", one.ID, one.Time.Local().Format(time.DateTime), oneLine(one.Question), ofFolders(one), ofConversation(one))
	}
	return nil
}

// ofFolders names the folders that a question was asked of, where they are kept.
func ofFolders(one agent.PastQuestion) string {
	if len(one.Folders) == 0 {
		return ""
	}
	return "  in " + oneLine(strings.Join(one.Folders, ", "))
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
