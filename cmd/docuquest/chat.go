package main

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"strings"

	"docuquest/core/agent"
	"docuquest/core/answer/replies"
	"docuquest/core/language/text"
	"docuquest/core/settings"
)

// chat answers one question after the other.
func (c *call) chat(ctx context.Context) error {
	c.folderFlag()
	c.keyFlag()
	c.notesFlag()
	c.settingFlags("writer", "terms", "summarize", "history", "history-minutes", "history-nearest", "calls")
	name := c.flags.String("conversation", "", "go on with the conversation `ID`, or with the last one")
	if err := c.parse(0); err != nil {
		return err
	}
	t, err := c.target()
	if err != nil {
		return err
	}
	s, err := c.load(c.settings, nil, c.warn)
	if err != nil {
		return err
	}
	endpoint, err := c.wanted(s, c.keyFile)
	if err != nil {
		return err
	}
	made := c.parts(s)
	made.folders, made.endpoint, made.answers, made.talks = []string{t.folder}, endpoint, c.answers(), c.talks()
	a, err := made.agent()
	if err != nil {
		return err
	}
	defer a.Close()
	turns, err := a.Converse(*name)
	if err != nil {
		return err
	}
	writer := "classic"
	switch {
	case c.settings["writer"] != "":
		writer = c.settings["writer"]
	case endpoint == nil:
		writer = "extractive"
	case c.notes != "" && c.notes != "off": // which the classic way does not use
		writer = "generative"
	}
	talk := &conversation{call: c, agent: a, settings: s, turns: turns, source: t, hasModel: endpoint != nil, writer: writer}
	return talk.run(ctx)
}

// wanted is the service for a conversation: the one that the settings name, and OpenRouter
// where there is a key file; else nil.
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
			e.Host(), p.places().KeyFile)
	}
	return &e, nil
}

// A conversation is a person's questions and their answers.
type conversation struct {
	*call
	agent    *agent.Agent
	settings settings.Settings
	source   target
	hasModel bool
	writer   string // who answers
	turns    int    // that the conversation had when it began

	last *replies.Answer // that was printed, nil before the first
}

func (c *conversation) isClassic() bool { return c.writer == "classic" }

// run reads the files, and then answers until the person ends it.
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
	if !c.hasModel {
		c.say("No model is configured, so answers are taken from the text itself.\n\n")
	}
	if c.turns > 0 {
		c.say("The conversation has %s so far.\n\n", text.Counted(c.turns, "question", "questions"))
	}
	if c.screens.stdin {
		c.say("Lines that begin with a colon are commands: try :help.\n\n")
	}
	for ask := c.asker(); ; {
		q := ask(ctx, "Enter question (or 'quit' to exit): ")
		if ctx.Err() != nil {
			return ctx.Err()
		}
		switch {
		case errors.Is(q.err, io.EOF) || isQuit(q.text):
			return nil
		case q.err != nil:
			return q.err
		case q.text == "":
			continue
		}
		if command, ok := commandIn(q.text); ok {
			c.command(ctx, command)
		} else {
			c.answer(ctx, q.text)
		}
		if ctx.Err() != nil {
			return ctx.Err()
		}
	}
}

// answer answers one question. An error is printed, and does not end the conversation.
func (c *conversation) answer(ctx context.Context, asked string) {
	q := agent.Request{Text: asked, Encoding: text.UTF16, Retrieval: "ranked", Writer: c.writer, Notes: c.notes}
	if c.isClassic() {
		q.Retrieval = "boolean"
	}
	e := c.newEarly(c.screens.stdout, c.source)
	reply, err := c.agent.Ask(ctx, q, e.stage)
	e.line.clear()
	switch {
	case reply == nil:
		c.fail(err)
		return
	case c.isClassic():
		var terms []string
		for _, group := range reply.Groups {
			terms = append(terms, strings.Join(group, " "))
		}
		c.sayList("Search terms from LLM:", terms)
		c.sayList("Documents matching all search terms:", reply.Documents)
	}
	if e.isAll(reply) {
		c.last = reply
	} else {
		c.show(reply)
	}
	c.keep(c.agent, reply, c.settings)
}

// show prints an answer, which :open and :sources use from then on.
func (c *conversation) show(reply *replies.Answer) {
	c.last = reply
	_ = writeAnswer(c.out, printed{Answer: reply, verbatim: c.isClassic()}, c.screens.width) // the output keeps its error
	c.say("\n")
}

func (c *conversation) sayList(heading string, items []string) {
	c.say("%s\n", heading)
	for _, item := range items {
		c.say("%s\n", printableLine(item))
	}
	c.say("\n")
}

func (c *conversation) say(format string, args ...any) { fmt.Fprintf(c.out, format, args...) }

// fail prints why a question or a command has no result.
func (c *conversation) fail(err error) {
	c.say("That did not work: %s\n\n", printableLine(err.Error()))
}

// A question is one line of the input, trimmed, or the reason why there is none.
type question struct {
	text string
	err  error
}

// longestQuestion is far more than a person types.
const longestQuestion = 1 << 20

// A lineReader reads the input in the background, so that waiting for a person can be
// interrupted, and only when a line is wanted: an editor may have the terminal meanwhile.
// An input that never ends is left behind with the process.
type lineReader struct {
	wanted chan struct{}
	lines  chan question
}

// newLineReader reads in the background until there is nothing more to read; then it gives
// the reason again and again.
func newLineReader(in io.Reader) *lineReader {
	r := &lineReader{make(chan struct{}, 1), make(chan question, 1)}
	scanner := bufio.NewScanner(in)
	scanner.Buffer(nil, longestQuestion)
	go func() {
		for range r.wanted {
			if scanner.Scan() {
				r.lines <- question{text: strings.TrimSpace(strings.ToValidUTF8(scanner.Text(), "\ufffd"))}
				continue
			}
			err := scanner.Err()
			switch {
			case err == nil:
				err = io.EOF
			case errors.Is(err, bufio.ErrTooLong):
				err = errors.New("a line of the input is too long for a question")
			}
			r.lines <- question{err: err}
		}
	}()
	return r
}

// next waits for a line, or for the end of ctx. It is not called again after that.
func (r *lineReader) next(ctx context.Context) question {
	r.wanted <- struct{}{}
	select {
	case q := <-r.lines:
		return q
	case <-ctx.Done():
		return question{err: ctx.Err()}
	}
}
