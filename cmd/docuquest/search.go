package main

import (
	"context"
	"flag"

	"docuquest/core/agent"
	"docuquest/core/language/text"
)

func searchCommand() command {
	return command{
		name:    "search",
		summary: "find passages in the files of a folder",
		args:    "words...",
		about: []string{
			"Reads the files of a folder and lists the passages that fit the words best. No model is asked but those that order passages, where embed_model or rerank_url names one (see \"docuquest help settings\").",
			"With --file one file is searched, and each passage is shown whole: its context, which is the titles on the way to it, its original content, the chunk that is searched and shown to a model, and its score.",
			aboutFilters,
			aboutNotes,
			aboutExplain,
			"With --questions the questions of a file are searched for, one after the other: the lines of a text, or JSON lines of objects with a \"question\" where the name ends in .jsonl. On a terminal Enter leads to the next one. With --json each reply is one line.",
		},
		examples: []string{
			`docuquest search gold ring`,
			`docuquest search -C ~/src/project --limit 3 --json retry after`,
			`docuquest search retry after in:core -type:data`,
			`docuquest search --explain --limit 3 gold ring`,
			`docuquest search --notes --explain open a vault with a key`,
			`docuquest search --file guide.json -k 2 How is the firewall set?`,
			`docuquest search --file guide.json --questions questions.jsonl -k 1`,
		},
		exits: answerExits,
		asks:  true,
		prepare: func(flags *flag.FlagSet) action {
			c := &common{}
			s := agent.Search{Encoding: text.UTF16}
			c.folderFlag(flags)
			c.fileFlag(flags)
			c.jsonFlag(flags)
			filterFlags(flags, &s.In, &s.Types)
			c.notesFlag(flags)
			numberFlag{"limit", agent.MaxHits, "list at most `N` passages, 1 to 1000; 10 unless said otherwise"}.define(flags, &s.Limit)
			numberFlag{"k", agent.MaxHits, "another name of --limit `N`"}.define(flags, &s.Limit)
			numberFlag{"around", agent.MaxAround, "show with each passage `N` that stand on each side of it, and how its headings begin, 1 to 20"}.define(flags, &s.Around)
			thresholdFlag(flags, &s.Threshold)
			flags.BoolVar(&s.Explain, "explain", false, "tell how the passages were found, not what they say")
			c.settingFlags(flags, "rerank", "calls")
			panel := flags.String("questions", "", "search for each question of `FILE`")
			return func(ctx context.Context, p *program, out *output, args []string) error {
				queries, err := queries(*panel, args)
				if err != nil {
					return err
				}
				if err := c.checkNotes(); err != nil {
					return err
				}
				s.Notes = c.notes
				return p.search(ctx, &searcher{program: p, out: out, common: c, search: s, panel: *panel != ""}, queries)
			}
		},
	}
}

// queries are the questions of a panel, or the words of the command line.
func queries(panel string, args []string) ([]string, error) {
	if panel == "" {
		query, err := words(args, "query")
		return []string{query}, err
	}
	if err := noMore(args); err != nil {
		return nil, err
	}
	return readQuestions(panel)
}

func (p *program) search(ctx context.Context, s *searcher, queries []string) error {
	t, err := s.common.target()
	if err != nil {
		return err
	}
	a, err := p.openAlone(t, s.common.settings)
	if err != nil {
		return err
	}
	defer a.Close()
	if err := p.read(ctx, t, a); err != nil {
		return err
	}
	p.alone(ctx, a, t)
	s.agent = a
	if err := s.all(ctx, queries); err != nil {
		return err
	}
	if !s.found {
		return exit(exitNotFound)
	}
	return nil
}

// A searcher searches for one query after the other, and shows what it finds.
type searcher struct {
	*program
	out    *output
	common *common
	agent  *agent.Agent
	search agent.Search // all but the query
	panel  bool         // there may be several queries, and they are shown
	found  bool         // there was a passage for one of them
}

// one searches for a query.
func (s *searcher) one(ctx context.Context, query string) error {
	s.search.Query = query
	reply, err := s.agent.Search(ctx, s.search)
	if err != nil {
		return err
	}
	s.found = s.found || len(reply.Hits) > 0
	switch {
	case s.common.json && s.panel:
		return writeJSONLine(s.out, reply)
	case s.common.json:
		return writeJSON(s.out, reply)
	case s.search.Explain:
		return writeExplanation(s.out, reply, s.screens.width)
	case s.common.file != "":
		return writePassages(s.out, reply, s.screens.width)
	}
	return writeHits(s.out, reply, s.screens.width)
}

// aim makes the agent of a command that needs no model, for what its flags name.
func (p *program) aim(c *common) (*agent.Agent, target, error) {
	t, err := c.target()
	if err != nil {
		return nil, t, err
	}
	a, err := p.openAlone(t, c.settings)
	return a, t, err
}

// openAlone makes the agent of a command that needs no model. It knows the answers
// that were kept. flags are those that set a setting, by name.
func (p *program) openAlone(t target, flags map[string]string) (*agent.Agent, error) {
	s, err := p.load(flags, nil, p.warn)
	if err != nil {
		return nil, err
	}
	made := p.parts(s, t)
	made.answers, made.notesPatience = p.answers(), commandPatience
	if made.embeds, err = p.embeds(s); err != nil {
		return nil, err
	}
	return made.agent()
}
