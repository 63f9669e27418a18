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
			"Reads the files of a folder as every other command does, and says how many of how many are searched, in what time, and what is left out for which reason.",
			"With --vectors it also makes the vectors of meaning that files lack, by the service that embed_model names (see \"docuquest help settings\"), and keeps them in the cache. What ask and search find is ordered by them, too. Passages of the files are sent to that service. Without it nothing is sent and nothing is written.",
		},
		examples: []string{"docuquest index", "docuquest index -C ~/src/project --json", "docuquest index --vectors"},
		prepare: func(flags *flag.FlagSet) action {
			c := &common{}
			c.folderFlag(flags)
			c.jsonFlag(flags)
			vectors := flags.Bool("vectors", false, "make the vectors that files lack, by the service of embed_model")
			return func(ctx context.Context, p *program, out *output, args []string) error {
				if err := noMore(args); err != nil {
					return err
				}
				return p.index(ctx, out, indexing{c, *vectors})
			}
		},
	}
}

// indexReply is what the command prints for programs.
type indexReply struct {
	agent.Status
	ElapsedMs float64 `json:"elapsed_ms"`
}

// indexing is what the flags ask for.
type indexing struct {
	*common
	vectors bool // are made
}

func (p *program) index(ctx context.Context, out *output, c indexing) error {
	a, _, err := p.aim(c.common)
	if err != nil {
		return err
	}
	defer a.Close()
	if c.vectors && a.Status().Vectors == nil {
		return errNoEmbedder
	}
	line := p.progress()
	defer line.clear()
	start := time.Now()
	if err := a.Load(ctx, line.files); err != nil {
		return err
	}
	elapsed := time.Since(start)
	if c.vectors {
		if err := a.MakeVectors(ctx, line.vectors); err != nil {
			return err
		}
	}
	line.clear()
	status := a.Status()
	if c.json {
		return writeJSON(out, indexReply{status, float64(elapsed.Microseconds()) / 1000})
	}
	return writeIndex(out, status, elapsed, p.screens.width)
}
