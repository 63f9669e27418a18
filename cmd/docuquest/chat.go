package main

import (
	"bufio"
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"strings"

	"docuquest/core/agent"
	"docuquest/core/settings"
	"docuquest/core/text"
)

func chatCommand() command {
	return command{
		name:    "chat",
		summary: "ask one question after the other, in the classic way",
		about: []string{
			"Reads the files of a folder, then answers questions until \"quit\" or the end of the input. In the classic way a model proposes groups of search terms, the documents that hold all terms of a group are found, and the model answers from their complete texts; terms and documents are shown.",
			"The model is the one of the settings, else one of OpenRouter. The key is the first line of --key-file, else of .orkey in your configuration folder (docuquest/.orkey), else of the environment; a key in the environment alone does not have a model used. Without any model the answers are taken from the text itself.",
			aboutFilters,
		},
		examples: []string{"docuquest chat -C testdata/sites", "docuquest chat -C ~/notes --key-file ~/keys/openrouter"},
		prepare: func(flags *flag.FlagSet) action {
			c := &common{}
			c.folderFlag(flags)
			c.keyFlag(flags)
			c.settingFlags(flags, "terms", "summarize")
			return func(ctx context.Context, p *program, out *output, args []string) error {
				if err := noMore(args); err != nil {
					return err
				}
				return p.chat(ctx, out, c)
			}
		},
	}
}

func (p *program) chat(ctx context.Context, out *output, c *common) error {
	t, err := c.target()
	if err != nil {
		return err
	}
	s, err := p.load(c.settings, nil, p.warn)
	if err != nil {
		return err
	}
	endpoint, err := p.wanted(s, c.keyFile)
	if err != nil {
		return err
	}
	made := p.parts(s, t)
	made.endpoint = endpoint
	a, err := made.agent()
	if err != nil {
		return err
	}
	defer a.Close()
	talk := &conversation{program: p, agent: a, out: out, classic: endpoint != nil}
	return talk.run(ctx)
}

// wanted is the service for a conversation: the one that the settings name, and
// OpenRouter where there is a key file; else nil.
func (p *program) wanted(s settings.Settings, keyFile string) (*settings.Endpoint, error) {
	e := s.Endpoint()
	key, err := p.key(e, keyFile)
	switch {
	case err != nil:
		return nil, err
	case !key.IsZero():
		e.Key = key
	case !e.Named:
		return nil, nil
	case e.Key.IsZero() && e.IsOpenRouter():
		return nil, fmt.Errorf("there is no key for %s: name a file with --key-file, write it into %s, or set OPENROUTER_API_KEY",
			e.Host(), settings.Locate(p.environ, p.folders).KeyFile)
	}
	return &e, nil
}

// A conversation is a person's questions and their answers.
type conversation struct {
	*program
	agent   *agent.Agent
	out     *output
	classic bool // a model answers, in the classic way
}

// run reads the files, and then answers until the person has enough.
func (c *conversation) run(ctx context.Context) error {
	c.say("Loading documents...\n\n")
	if err := c.out.finish(); err != nil {
		return err
	}
	line := c.progress()
	err := c.agent.Load(ctx, line.files)
	line.clear()
	if err != nil {
		return err
	}
	c.say("Indexed %d documents.\n\n", c.agent.Status().Files)
	if !c.classic {
		c.say("No model is configured, so answers are taken from the text itself.\n\n")
	}
	return c.loop(ctx, lines(c.stdin))
}

func (c *conversation) loop(ctx context.Context, questions <-chan question) error {
	for {
		c.say("Enter question (or 'quit' to exit): ")
		if err := c.out.finish(); err != nil {
			return err
		}
		var q question
		select {
		case q = <-questions:
		case <-ctx.Done():
			return ctx.Err()
		}
		if !c.screens.stdin || q.err != nil {
			c.say("\n") // There was no Enter key to end the line.
		}
		switch {
		case errors.Is(q.err, io.EOF) || strings.EqualFold(q.text, "quit"):
			return nil
		case q.err != nil:
			return q.err
		case q.text == "":
			continue
		}
		c.answer(ctx, q.text)
		if ctx.Err() != nil {
			return ctx.Err()
		}
	}
}

// answer answers one question. What goes wrong with it is told, and does not
// end the conversation.
func (c *conversation) answer(ctx context.Context, asked string) {
	q := agent.Question{Text: asked, Encoding: text.UTF16, Retrieval: "ranked", Writer: "extractive"}
	if c.classic {
		q.Retrieval, q.Writer = "boolean", "classic"
	}
	line := c.progress()
	reply, err := c.agent.Ask(ctx, q, line.stage)
	line.clear()
	switch {
	case err != nil:
		c.say("That did not work: %s\n\n", oneLine(err.Error()))
		return
	case c.classic:
		c.sayList("Search terms from LLM:", joined(reply.Groups))
		c.sayList("Documents matching all search terms:", reply.Documents)
	}
	_ = writeAnswer(c.out, printed{Answer: reply, verbatim: c.classic}, c.screens.width) // the output keeps its error
	c.say("\n")
}

func (c *conversation) sayList(heading string, items []string) {
	c.say("%s\n", heading)
	for _, item := range items {
		c.say("%s\n", oneLine(item))
	}
	c.say("\n")
}

func (c *conversation) say(format string, args ...any) { fmt.Fprintf(c.out, format, args...) }

// joined writes each group of terms as one line.
func joined(groups [][]string) []string {
	all := make([]string, len(groups))
	for i, group := range groups {
		all[i] = strings.Join(group, " ")
	}
	return all
}

// A question is one line of the input, trimmed, or the reason why there is none.
type question struct {
	text string
	err  error
}

// longestQuestion is far more than a person types.
const longestQuestion = 1 << 20

// lines reads the input in the background, so that waiting for a person can be
// interrupted. It ends with the input; an input that never ends is left behind
// with the process.
func lines(in io.Reader) <-chan question {
	questions := make(chan question)
	go func() {
		scanner := bufio.NewScanner(in)
		scanner.Buffer(nil, longestQuestion)
		for scanner.Scan() {
			questions <- question{text: strings.TrimSpace(strings.ToValidUTF8(scanner.Text(), "\ufffd"))}
		}
		err := scanner.Err()
		switch {
		case err == nil:
			err = io.EOF
		case errors.Is(err, bufio.ErrTooLong):
			err = errors.New("a line of the input is too long for a question")
		}
		questions <- question{err: err}
	}()
	return questions
}
