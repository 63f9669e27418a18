package main

import (
	"bufio"
	"cmp"
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"strings"

	"docuquest/core/agent"
	"docuquest/core/language/text"
	"docuquest/core/settings"
)

func chatCommand() command {
	return command{
		name:    "chat",
		summary: "ask one question after the other",
		about: []string{
			"Reads the files of a folder, then answers questions until \"quit\" or the end of the input. In the classic way a model proposes groups of search terms, the documents that hold all terms of a group are found, and the model answers from their complete texts; terms and documents are shown.",
			"The model is the one of the settings, else one of OpenRouter. The key is the first line of --key-file, else of .orkey in your configuration folder (docuquest/.orkey), else of the environment; a key in the environment alone does not have a model used. Without any model the answers are taken from the text itself.",
			"Such answers, and with --writer generative those of the model, go on with the conversation: after \"Where was jade found?\" one can ask \"And who found it?\". What was taken over is said. The classic way knows no question but the last.",
			"A line that begins with a colon or a slash is a command: :open 2 opens the second source of the last answer with $VISUAL or $EDITOR, :sources, :history, :like QUESTION, :notes HOW, :show ID, :new and :help. They may be cut short, as in :o 2. At a terminal, Tab completes them, file names behind in: and file:, and types behind type:, and the arrow up brings back earlier questions.",
			aboutFilters,
			aboutNotes,
			aboutKept,
		},
		examples: []string{"docuquest chat -C testdata/sites", "docuquest chat -C ~/notes --key-file ~/keys/openrouter", "docuquest chat -C ~/notes --conversation last"},
		prepare: func(flags *flag.FlagSet) action {
			c := &common{}
			c.folderFlag(flags)
			c.keyFlag(flags)
			c.notesFlag(flags)
			c.settingFlags(flags, "writer", "terms", "summarize", "history", "history-minutes", "history-nearest", "calls")
			name := flags.String("conversation", "", "go on with the conversation `ID`, or with the last one")
			return func(ctx context.Context, p *program, out *output, args []string) error {
				if err := cmp.Or(noMore(args), c.checkNotes()); err != nil {
					return err
				}
				return p.chat(ctx, out, c, *name)
			}
		},
	}
}

// chat talks. name is the conversation to go on with, "" for a new one.
func (p *program) chat(ctx context.Context, out *output, c *common, name string) error {
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
	made.endpoint, made.answers, made.talks = endpoint, p.answers(), p.talks()
	a, err := made.agent()
	if err != nil {
		return err
	}
	defer a.Close()
	turns, err := a.Converse(name)
	if err != nil {
		return err
	}
	talk := &conversation{
		program: p, agent: a, out: out, settings: s, turns: turns, source: t,
		model: endpoint != nil, writer: cmp.Or(c.settings["writer"], defaultTalker(endpoint, c.notes)),
		notes: c.notes,
	}
	return talk.run(ctx)
}

// defaultTalker is who answers in a conversation where the flags do not say. The classic
// way knows no notes.
func defaultTalker(e *settings.Endpoint, notes string) string {
	switch {
	case e == nil:
		return "extractive"
	case notes != "" && notes != "off":
		return "generative"
	}
	return "classic"
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
	agent    *agent.Agent
	out      *output
	settings settings.Settings
	source   target
	model    bool   // there is one
	writer   string // who answers
	notes    string // as agent.Question.Notes
	turns    int    // that the conversation had when it began

	last *agent.Answer // that was shown, nil before the first
}

func (c *conversation) isClassic() bool { return c.writer == "classic" }

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
	if !c.model {
		c.say("No model is configured, so answers are taken from the text itself.\n\n")
	}
	if c.turns > 0 {
		c.say("The conversation has %s so far.\n\n", counted(c.turns, "question", "questions"))
	}
	if c.screens.stdin {
		c.say("Lines that begin with a colon are commands: try :help.\n\n")
	}
	return c.loop(ctx, c.asker())
}

func (c *conversation) loop(ctx context.Context, ask asker) error {
	for {
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

// answer answers one question. What goes wrong with it is told, and does not
// end the conversation.
func (c *conversation) answer(ctx context.Context, asked string) {
	q := agent.Question{Text: asked, Encoding: text.UTF16, Retrieval: "ranked", Writer: c.writer, Notes: c.notes}
	if c.isClassic() {
		q.Retrieval = "boolean"
	}
	line := c.progress()
	early := &early{program: c.program, out: c.out, line: line, shows: c.screens.stdout, source: c.source}
	reply, err := c.agent.Ask(ctx, q, early.stage)
	line.clear()
	switch {
	case reply == nil:
		c.say("That did not work: %s\n\n", oneLine(err.Error()))
		return
	case c.isClassic():
		c.sayList("Search terms from LLM:", joined(reply.Groups))
		c.sayList("Documents matching all search terms:", reply.Documents)
	}
	if early.isAll(reply) {
		c.last = reply
	} else {
		c.show(reply)
	}
	c.keep(c.agent, reply, c.settings)
}

// show prints an answer, which :open and :sources speak of from then on.
func (c *conversation) show(reply *agent.Answer) {
	c.last = reply
	_ = writeAnswer(c.out, printed{Answer: reply, verbatim: c.isClassic()}, c.screens.width) // the output keeps its error
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

// A lineReader reads the input in the background, so that waiting for a person can be
// interrupted, and only when a line is wanted: an editor may have the terminal meanwhile.
// An input that never ends is left behind with the process.
type lineReader struct {
	wanted chan struct{}
	lines  chan question
}

func newLineReader(in io.Reader) *lineReader {
	r := &lineReader{make(chan struct{}, 1), make(chan question, 1)}
	go r.read(in)
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

// read gives lines, and at the end the reason for it again and again.
func (r *lineReader) read(in io.Reader) {
	scanner := bufio.NewScanner(in)
	scanner.Buffer(nil, longestQuestion)
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
}
