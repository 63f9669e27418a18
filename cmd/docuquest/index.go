package main

import (
	"context"
	"flag"
	"time"

	"docuquest/core/agent"
)

func indexCommand() command {
	return command{
		name:    "index",
		summary: "show how many files of a folder can be searched, and why others cannot",
		about: []string{
			"Reads the files of a folder as every other command does, and says how many of how many are searched, in what time, and what is left out for which reason. Nothing is written.",
		},
		examples: []string{"docuquest index", "docuquest index -C ~/src/project --json"},
		prepare: func(flags *flag.FlagSet) action {
			c := &common{}
			c.folderFlag(flags)
			c.jsonFlag(flags)
			return func(ctx context.Context, p *program, out *output, args []string) error {
				if err := noMore(args); err != nil {
					return err
				}
				return p.index(ctx, out, c)
			}
		},
	}
}

// indexReply is what the command prints for programs.
type indexReply struct {
	agent.Status
	ElapsedMs float64 `json:"elapsed_ms"`
}

func (p *program) index(ctx context.Context, out *output, c *common) error {
	t, err := c.target()
	if err != nil {
		return err
	}
	a, err := p.openAlone(t)
	if err != nil {
		return err
	}
	defer a.Close()
	line := p.progress()
	defer line.clear()
	start := time.Now()
	if err := a.Load(ctx, line.files); err != nil {
		return err
	}
	elapsed := time.Since(start)
	line.clear()
	status := a.Status()
	if c.json {
		return writeJSON(out, indexReply{status, float64(elapsed.Microseconds()) / 1000})
	}
	return writeIndex(out, status, elapsed, p.screens.width)
}
