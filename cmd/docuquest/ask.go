package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"path/filepath"
	"slices"

	"docuquest/core/agent"
	"docuquest/core/document"
	"docuquest/core/file"
	"docuquest/core/language/text"
	"docuquest/core/settings"
)

func askCommand() command {
	return command{
		name:    "ask",
		summary: "answer a question from the files of a folder",
		args:    "question words...",
		about: []string{
			"Reads the files of a folder, answers the question from them, and lists the places that the answer rests on. Every citation is looked for in the file as it is now, and shown only if it stands there.",
			"With --file one file is asked and no folder is read: a text, a table, a program, or a PDF, whose answer tells pages and places on them. An answer that cites pages of a PDF is kept, so that \"docuquest page\" can show them.",
			"With --conversation last a question goes on with the one before: \"And who found it?\" behind \"Where was jade found?\". What it takes over is said.",
			aboutFilters,
			aboutNotes,
			"Questions about the files themselves are counted in all of them: \"How many files mention jade?\", \"Which Go files never mention a lock?\", \"How often is 'gold ring' mentioned?\". So are questions on the cells of a table that say its headers: \"Which setting has the default Off?\", \"What is the highest price?\". \"Have I asked about jade before?\" is answered from the earlier answers that are kept; of those on other folders it names the questions alone, at the end.",
			"Without a model the answer is made of sentences of the files. With one (see \"docuquest help settings\") the model writes it, and what no quote holds is left out; where the model has not replied after 10 s, a terminal shows what the text answers first. Flags come before the question or after it; what follows -- is part of the question.",
			aboutKept,
		},
		examples: []string{
			`docuquest ask In what sites was gold or gems found?`,
			`docuquest ask -C ~/notes --json "When is the review?"`,
			`docuquest ask --format html Who signed the contract? > answer.html`,
			`docuquest ask --notes Which function retries a request?`,
			`docuquest ask --in docs,notes --type pdf What did the bridge cost?`,
			`docuquest ask --file report.pdf -k 3 What did the bridge cost?`,
		},
		exits: answerExits,
		asks:  true,
		prepare: func(flags *flag.FlagSet) action {
			c := &common{}
			q := agent.Question{Encoding: text.UTF16}
			c.folderFlag(flags)
			c.fileFlag(flags)
			c.jsonFlag(flags)
			c.formatFlag(flags)
			c.keyFlag(flags)
			filterFlags(flags, &q.In, &q.Types)
			c.notesFlag(flags)
			c.settingFlags(flags, "retrieval", "writer", "terms", "summarize", "rerank", "history", "history-minutes", "history-nearest", "calls")
			numberFlag{"limit", agent.MaxDocuments, "read at most `N` documents for the answer, 1 to 100; 10 unless said otherwise"}.define(flags, &q.Limit)
			numberFlag{"k", agent.MaxHits, "read at most `N` passages for the answer, 1 to 1000; 20 unless said otherwise, and 5 of a file with pages"}.define(flags, &q.Passages)
			numberFlag{"words", agent.MaxAnswerWords, usageOfWords}.define(flags, &q.Words)
			numberFlag{"citations", agent.MaxAnswerCitations, "cite at most `N` places, 1 to 1000; no limit unless settings have one"}.define(flags, &q.Citations)
			thresholdFlag(flags, &q.Threshold)
			talk := flags.String("conversation", "", "ask as a question of the conversation `ID`, of the \"last\" one, or of a \"new\" one; without it the question stands by itself")
			return func(ctx context.Context, p *program, out *output, args []string) (err error) {
				if q.Text, err = words(args, "question"); err != nil {
					return err
				}
				q.Conversation, q.Notes = conversationOf(*talk), c.notes
				if err := c.checkNotes(); err != nil {
					return err
				}
				return p.ask(ctx, out, c, q)
			}
		},
	}
}

// answerExits are the exit codes of the commands that look for something.
var answerExits = []string{
	"0    found", "1    it failed", "2    the command line makes no sense",
	"3    not in your files", "130  interrupted",
}

func (p *program) ask(ctx context.Context, out *output, c *common, q agent.Question) error {
	t, err := c.target()
	if err != nil {
		return err
	}
	a, s, err := p.open(c, t)
	if err != nil {
		return err
	}
	defer a.Close()
	if err := p.read(ctx, t, a); err != nil {
		return err
	}
	line := p.progress()
	defer line.clear()
	d := p.alone(ctx, a, t)
	q.URI = string(t.file)
	early := &early{program: p, out: out, line: line, shows: p.screens.stdout && !c.json && c.form == "", source: t}
	answer, err := a.Ask(ctx, q, early.stage)
	line.clear()
	if errors.Is(err, agent.ErrNoMatch) {
		answer, err = unmatched(q, err, a.Status()), nil
		if d != nil && hasPages(d) {
			answer.Paged = &agent.Paged{Substrings: []string{}, Blocks: []agent.PagedBlock{}}
		}
	}
	if answer == nil {
		return err
	}
	p.tellFailure(answer)
	stopped := err // what was proven before is shown all the same
	printed := printed{Answer: answer, verbatim: a.Status().Writer == "classic", kept: p.keep(a, answer, s), source: t}
	if !early.isAll(answer) {
		if err := p.writeReply(out, c, printed); err != nil {
			return err
		}
	}
	if answer.Refused {
		return exit(exitNotFound)
	}
	return stopped
}

// alone is the document of a target that is one file, nil for a folder. What could
// not be read of it is told on the standard error: its user asks of nothing else.
func (p *program) alone(ctx context.Context, a *agent.Agent, t target) *document.Document {
	if t.file == "" {
		return nil
	}
	d, err := a.Document(ctx, t.file)
	if err != nil {
		return nil // reading it told why
	}
	p.warnOfProblems(d, filepath.Base(t.file.Path()))
	return d
}

// keep keeps an answer, if the settings have it so or it cites pages of a PDF, and reports
// whether these can be drawn: the command that does it asks for the answer. One that
// cannot be kept is shown all the same.
func (p *program) keep(a *agent.Agent, answer *agent.Answer, s settings.Settings) (drawable bool) {
	cites := slices.ContainsFunc(answer.Citations, func(c agent.Citation) bool {
		return c.Page > 0 && file.LanguageOf(c.Path) == "pdf"
	})
	if answer.ID == "" || p.answers() == nil || !cites && s.KeepAnswers == "off" {
		return false
	}
	if err := a.Keep(answer); err != nil {
		p.complain("this answer is not kept: " + err.Error())
		return false
	}
	return cites
}

// aboutKept explains what is kept, and where.
const aboutKept = "Questions, answers and conversations are kept in your state folder: docuquest/answers and docuquest/conversations below $XDG_STATE_HOME or ~/.local/state, below ~/Library/Application Support on a Mac and %LocalAppData% on Windows, or in $DOCUQUEST_HOME. The setting keep_answers turns that off; \"docuquest history\" lists them, and \"docuquest forget\" removes them."

// conversationOf is what the value of --conversation of a single question means: nothing
// asks without any, "new" begins one.
func conversationOf(name string) string {
	switch name {
	case "":
		return agent.NoConversation
	case "new":
		return ""
	}
	return name
}

// unmatched is the refusal of a question to which no document matches.
func unmatched(q agent.Question, reason error, s agent.Status) *agent.Answer {
	return &agent.Answer{
		Question: q.Text, Answer: reason.Error(), Markdown: reason.Error(),
		Document: fmt.Sprintf("# %s\n\n%s\n", oneLine(q.Text), reason),
		Refused:  true, Indexed: s.IndexState, Encoding: q.Encoding.String(),
		Citations: []agent.Citation{}, Documents: []string{}, Groups: [][]string{}, Missing: []string{},
		Added:       []string{},
		Unsupported: []string{}, Steps: []agent.Step{}, Sent: []agent.Sent{},
	}
}

// tellFailure says on the standard error why an answer is none of the model that should
// have written it.
func (p *program) tellFailure(answer *agent.Answer) {
	if failure := answer.ModelFailure(); failure != "" {
		p.complain(failure)
	}
}

// open makes the agent of a command that answers, with the settings and the
// model that they name.
func (p *program) open(c *common, t target) (*agent.Agent, settings.Settings, error) {
	s, err := p.load(c.settings, nil, p.warn)
	if err != nil {
		return nil, s, err
	}
	endpoint, err := p.named(s, c.keyFile)
	if err != nil {
		return nil, s, err
	}
	made := p.parts(s, t)
	made.endpoint, made.answers, made.talks, made.person.release = endpoint, p.answers(), p.talks(), p.releasing()
	made.notesPatience = commandPatience
	if made.embeds, err = p.embeds(s); err != nil {
		return nil, s, err
	}
	a, err := made.agent()
	return a, s, err
}

// named is the service that the settings name, nil if they name none. A key
// alone sends nothing anywhere.
func (p *program) named(s settings.Settings, keyFile string) (*settings.Endpoint, error) {
	e := s.Endpoint()
	if !e.Named {
		if keyFile != "" {
			return nil, usageError{"--key-file is given, but no model is named: set DOCUQUEST_MODEL or DOCUQUEST_BASE_URL, or name one in config.toml"}
		}
		return nil, nil
	}
	key, err := p.key(e, keyFile)
	if err != nil {
		return nil, err
	}
	if !key.IsZero() {
		e.Key = key
	}
	return &e, nil
}
