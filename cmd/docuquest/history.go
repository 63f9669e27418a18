package main

import (
	"cmp"
	"context"
	"fmt"
	"io"
	"strings"
	"time"

	"docuquest/core/answer/history"
	"docuquest/core/answer/render"
	"docuquest/core/answer/replies"
	"docuquest/core/language/text"
)

// listedQuestions is how many questions are listed by default.
const listedQuestions = 20

// history lists the latest questions whose answers are kept, or those like a question.
func (c *call) history(ctx context.Context) error {
	c.folderFlag()
	c.jsonFlag()
	all := c.flags.Bool("all", false, "list the questions that any folder was asked")
	most := 0
	c.numberFlag(&most, "most", history.MaxHistory, "list at most `N` questions, 1 to 1000; default 20. With --like, 1 to 100")
	var like *string // nil where it is not given
	c.flags.Func("like", "list the questions that are like `QUESTION`", func(value string) error {
		like = &value
		return nil
	})
	if err := c.parse(0); err != nil {
		return err
	}
	switch {
	case like == nil:
		return c.listHistory(cmp.Or(most, listedQuestions), *all)
	case *all:
		return usageError{"--all and --like exclude each other: those that are like one are of all folders, this one first"}
	case strings.TrimSpace(*like) == "":
		return usageError{"--like lists the questions that are like one: which one?"}
	case replies.MaxRemembered < most:
		return usageError{fmt.Sprintf("--most is %d: with --like it may be 1 to %d", most, replies.MaxRemembered)}
	}
	s, err := c.openPlain()
	if err != nil {
		return err
	}
	defer s.agent.Close()
	found, err := s.agent.SimilarQuestions(ctx, *like, cmp.Or(most, listedQuestions), text.UTF16)
	switch {
	case err != nil:
		return err
	case c.json:
		return writeJSON(c.out, found)
	}
	return writeRemembered(c.out, found, c.screens.width)
}

// listHistory lists the latest questions, of all folders or of one.
func (c *call) listHistory(most int, all bool) error {
	var folders []string
	if !all {
		t, err := c.target()
		if err != nil {
			return err
		}
		folders = []string{t.folder}
	}
	past, err := history.List(c.answers(), most, folders)
	switch {
	case err != nil:
		return err
	case c.json:
		return writeJSON(c.out, past)
	case len(past) == 0 && all:
		_, err := io.WriteString(c.out, "Nothing is kept.\n")
		return err
	case len(past) == 0:
		_, err := fmt.Fprintf(c.out, "Nothing is kept of %s. Questions of other folders: docuquest history --all\n", printableLine(folders[0]))
		return err
	}
	for _, one := range past {
		fmt.Fprintf(c.out, "%s  %s  %s", one.ID, one.Time.Local().Format(time.DateTime), printableLine(one.Question))
		if len(one.Folders) > 0 {
			fmt.Fprint(c.out, "  in "+printableLine(strings.Join(one.Folders, ", ")))
		}
		if one.Conversation != "" {
			fmt.Fprint(c.out, "  (conversation "+printable(one.Conversation)+")")
		}
		fmt.Fprintln(c.out)
	}
	return nil
}

// writeRemembered prints earlier questions for people: when each was asked and the id of its
// answer, how the answer begins, and what has become of its citations.
func writeRemembered(to io.Writer, all []replies.Remembered, width int) error {
	if len(all) == 0 {
		_, err := io.WriteString(to, "No earlier question is like this one.\n")
		return err
	}
	var b strings.Builder
	for _, one := range all {
		fmt.Fprintf(&b, "%s  %s  %s", one.ID, one.Time.Local().Format(time.DateTime), printableLine(one.Question))
		if one.Times > 1 {
			fmt.Fprintf(&b, "  (asked %d times)", one.Times)
		}
		b.WriteByte('\n')
		if one.Says != "" {
			b.WriteString(render.Wrap(printableLine(one.Says), width, "    ") + "\n")
		}
		b.WriteString(render.Wrap("("+one.Standing.String()+")", width, "    ") + "\n")
	}
	_, err := io.WriteString(to, b.String())
	return err
}
