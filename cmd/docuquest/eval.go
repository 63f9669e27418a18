package main

import (
	"context"
	"flag"
	"fmt"

	"docuquest/core/eval"
)

func evalCommand() command {
	return command{
		name:    "eval",
		summary: "measure retrieval on test collections",
		args:    "DIR...",
		about: []string{
			"Searches test collections, folders with corpus.jsonl, queries.jsonl and qrels.tsv at or below each DIR, and prints how well the wanted documents were found: nDCG@10, recall in the first 10, and the mean reciprocal rank, for each set and as the plain mean over the sets.",
		},
		examples: []string{"docuquest eval ~/collections", "docuquest eval --json ~/collections/a ~/collections/b"},
		prepare: func(flags *flag.FlagSet) action {
			c := &common{}
			c.jsonFlag(flags)
			return func(ctx context.Context, p *program, out *output, args []string) error {
				if len(args) == 0 {
					return usageError{"which folders?"}
				}
				return p.eval(ctx, out, c, args)
			}
		},
	}
}

func (p *program) eval(ctx context.Context, out *output, c *common, folders []string) error {
	line := p.progress()
	defer line.clear()
	report, err := eval.Run(ctx, folders, eval.Options{
		Parsers:  parsers(),
		Progress: func(s eval.Set) { line.say(fmt.Sprintf("%s: nDCG@10 %.3f", s.Name, s.NDCG)) },
	})
	line.clear()
	if err != nil {
		return err
	}
	if c.json {
		return report.WriteJSON(out)
	}
	return report.WriteTable(out)
}
