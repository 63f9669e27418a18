package main

import (
	"context"
	"flag"
	"fmt"
	"io"
	"strings"

	"docuquest/core/agent"
	"docuquest/core/language/text"
)

func explainCommand() command {
	return command{
		name:    "explain",
		summary: "tell how an answer came about",
		args:    "ID | question words...",
		about: []string{
			"Tells of an answer that is kept how its question was taken, which terms were looked for and which files hold them, how files and passages were ranked, why passages were left out, which of them the writer was given, what the check found of each statement, and what was sent. It is the account of the run that gave the answer. An answer that was kept without one is asked once more, of the files of the folder as they are now and without a model, and that is said.",
			"With a question it answers that, as \"docuquest ask\" does, and tells how in the place of the answer; nothing is kept.",
			"Of each stage it shows what decided; with --json all of it. \"docuquest whynot\" tells why a file is not in an answer.",
		},
		examples: []string{
			"docuquest explain k7f3q2x9m4pa",
			"docuquest explain --json k7f3q2x9m4pa",
			"docuquest explain -C ~/notes When is the review?",
		},
		asks: true,
		prepare: func(flags *flag.FlagSet) action {
			c := &common{}
			c.folderFlag(flags)
			c.jsonFlag(flags)
			c.keyFlag(flags)
			c.settingFlags(flags, "retrieval", "writer", "rerank")
			return func(ctx context.Context, p *program, out *output, args []string) error {
				asked, err := words(args, "question, or the id of an answer")
				if err != nil {
					return err
				}
				x, err := p.account(ctx, c, asked)
				if err != nil {
					return err
				}
				if c.json {
					return writeJSON(out, x)
				}
				return writeAccount(out, x, p.screens.width)
			}
		},
	}
}

// account is that of a kept answer, or of a question that is asked for it.
func (p *program) account(ctx context.Context, c *common, asked string) (*agent.Account, error) {
	kept := p.answers()
	if kept != nil {
		x, err := agent.LoadAccount(kept, asked)
		if err == nil {
			return x, nil
		}
		if _, err := kept.Kept(asked); err == nil {
			return p.withFiles(ctx, c, func(a *agent.Agent) (*agent.Account, error) { return a.Explain(ctx, asked) })
		}
	}
	if isAnswerID(asked) {
		return nil, noAnswer(asked)
	}
	return p.withFiles(ctx, c, func(a *agent.Agent) (*agent.Account, error) {
		r, err := a.Ask(ctx, agent.Question{Text: asked, Conversation: agent.NoConversation, Encoding: text.UTF16}, nil)
		if err != nil {
			return nil, err
		}
		return a.Explain(ctx, r.ID)
	})
}

// withFiles reads the files of a folder for what is asked of an agent.
func (p *program) withFiles(ctx context.Context, c *common, ask func(*agent.Agent) (*agent.Account, error)) (*agent.Account, error) {
	a, done, err := p.reading(ctx, c)
	if err != nil {
		return nil, err
	}
	defer done()
	return ask(a)
}

// reading makes the agent of a command, with the settings, and has it read the folder.
// done ends it.
func (p *program) reading(ctx context.Context, c *common) (a *agent.Agent, done func(), err error) {
	t, err := c.target()
	if err != nil {
		return nil, nil, err
	}
	if a, _, err = p.open(c, t); err != nil {
		return nil, nil, err
	}
	if err := p.read(ctx, t, a); err != nil {
		a.Close()
		return nil, nil, err
	}
	return a, a.Close, nil
}

// isAnswerID reports whether a person means an answer, and not a question. A question of
// one word has a question mark.
func isAnswerID(s string) bool {
	const letters, digits = "abcdefghijklmnopqrstuvwxyz", "0123456789"
	return strings.Trim(s, letters+digits) == ""
}

func nothingKept(id string) error {
	return fmt.Errorf("nothing is kept under the id %q: \"docuquest history\" lists what is", printable(id))
}

// noAnswer is nothingKept for a command that takes a question in the place of an id.
func noAnswer(id string) error {
	return fmt.Errorf("%w; a question of one word needs a question mark", nothingKept(id))
}

// writeAccount prints for people how an answer came about.
func writeAccount(to io.Writer, x *agent.Account, width int) error {
	if notice := x.Notice(); notice != "" {
		fmt.Fprint(to, wrap(notice, width, "")+"\n\n")
	}
	if err := writeSearched(to, x, width); err != nil {
		return err
	}
	e := explanation{width: width}
	e.written(x)
	_, err := io.WriteString(to, e.String())
	return err
}

// writeSearched prints the stages of the search, or that there was none.
func writeSearched(to io.Writer, x *agent.Account, width int) error {
	taken := took{x.Limits(), x.Groups, x.Remarks()}
	if x.Search == nil {
		counted := explanation{width: width}
		counted.say("Question: " + x.Question)
		counted.took(taken)
		for _, said := range x.Counted() {
			counted.say(said)
		}
		_, err := io.WriteString(to, counted.String())
		return err
	}
	search := *x.Search
	search.Steps = x.Steps
	return writeStages(to, &search, taken, width)
}

// written prints what the writer made, what the check left of it, and what was sent.
func (e *explanation) written(x *agent.Account) {
	e.WriteByte('\n')
	e.say("Answer: " + x.Said())
	if len(x.Written.Read)+len(x.Written.Whole) > 0 {
		e.say(x.Written.Given())
	}
	for _, s := range x.Written.Statements {
		e.say("- " + s.Line())
	}
	for _, c := range x.Course.Copies {
		e.say("- " + c.Path + " says the same as " + c.Of)
	}
	e.WriteByte('\n')
	if len(x.Sent) == 0 {
		e.say("Sent: nothing left this machine.")
	}
	for _, s := range x.Sent {
		e.say(fmt.Sprintf("Sent: %s to %s: docuquest sent %s", amount(s.Bytes), s.Host, x.Answer))
	}
}
