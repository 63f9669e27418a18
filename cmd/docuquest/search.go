package main

import (
	"context"
	"flag"

	"docuquest/core/agent"
	"docuquest/core/text"
)

func searchCommand() command {
	return command{
		name:    "search",
		summary: "find passages in the files of a folder",
		args:    "words...",
		about: []string{
			"Reads the files of a folder and lists the passages that fit the words best. No model is asked.",
		},
		examples: []string{
			`docuquest search gold ring`,
			`docuquest search -C ~/src/project --limit 3 --json retry after`,
		},
		exits: answerExits,
		prepare: func(flags *flag.FlagSet) action {
			c := &common{}
			c.folderFlag(flags)
			c.jsonFlag(flags)
			limit := limitFlag(flags, agent.MaxHits, "list at most `N` passages, 1 to 1000; 10 unless said otherwise")
			return func(ctx context.Context, p *program, out *output, args []string) error {
				query, err := words(args, "query")
				if err != nil {
					return err
				}
				return p.search(ctx, out, c, agent.Search{Query: query, Limit: *limit, Encoding: text.UTF16})
			}
		},
	}
}

func (p *program) search(ctx context.Context, out *output, c *common, s agent.Search) error {
	a, err := p.openAlone(c)
	if err != nil {
		return err
	}
	defer a.Close()
	line := p.progress()
	defer line.clear()
	if err := a.Load(ctx, line.files); err != nil {
		return err
	}
	found, err := a.Search(ctx, s)
	line.clear()
	if err != nil {
		return err
	}
	if c.json {
		err = writeJSON(out, found)
	} else {
		err = writeHits(out, found, p.screens.width)
	}
	if err == nil && len(found.Hits) == 0 {
		err = exit(exitNotFound)
	}
	return err
}

// openAlone makes the agent of a command that needs no model.
func (p *program) openAlone(c *common) (*agent.Agent, error) {
	root, err := c.root()
	if err != nil {
		return nil, err
	}
	s, err := p.load(nil, nil, p.warn)
	if err != nil {
		return nil, err
	}
	return parts{settings: s, folders: []string{root}}.agent()
}
