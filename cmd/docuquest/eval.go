package main

import (
	"context"
	"flag"
	"fmt"
	"strings"

	"docuquest/core/agent"
	"docuquest/core/embed/static"
	"docuquest/core/eval"
	"docuquest/core/rank"
)

func evalCommand() command {
	return command{
		name:    "eval",
		summary: "measure retrieval on test collections",
		args:    "PATH...",
		about: []string{
			"Searches test collections, folders with questions and judgements at or below each PATH, and prints how well what is wanted was found. Documents (corpus.jsonl, queries.jsonl, qrels.tsv) give nDCG@10, recall in the first 10 and the mean reciprocal rank, for each set and as the plain mean over the sets. Rows of tables (row_corpus.jsonl, row_qrels.tsv), sentences (sents.jsonl), spans of Markdown files (docs/) and pages of PDF files (pdfs/) are measured where a collection has them.",
			"A PATH that ends in .jsonl is a question file, with lines {question, want: [{path, quote}], refuse}. It is asked of the folder of its own name beside it or beside its folder, or else of its own folder, without a model: printed are the wanted documents and quotes among the first five, the wanted quotes that are cited, and the questions that are refused.",
		},
		examples: []string{
			"docuquest eval ~/collections", "docuquest eval --json ~/collections/a ~/collections/b",
			"docuquest eval --files ~/notes questions.jsonl",
		},
		prepare: func(flags *flag.FlagSet) action {
			c := &common{}
			c.jsonFlag(flags)
			files := flags.String("files", "", "ask question files of the files of `DIR`")
			ablate := flags.String("ablate", "", "rank documents without these `SIGNALS`, with commas between: "+strings.Join(rank.Signals(), ", "))
			return func(ctx context.Context, p *program, out *output, args []string) error {
				if len(args) == 0 {
					return usageError{"which folders?"}
				}
				return p.eval(ctx, out, c, evalFlags{*files, *ablate}, args)
			}
		},
	}
}

// evalFlags are the flags that eval alone has.
type evalFlags struct{ files, ablate string }

func (p *program) eval(ctx context.Context, out *output, c *common, f evalFlags, paths []string) error {
	weights, err := ablated(f.ablate)
	if err != nil {
		return err
	}
	line := p.progress()
	defer line.clear()
	report, err := eval.Run(ctx, paths, eval.Options{
		Parsers:  p.formats().parsers,
		Open:     p.openFolder,
		Files:    f.files,
		Weights:  weights,
		Lexicon:  static.BuiltIn(),
		Nouns:    nouns,
		Progress: func(s eval.Set) { line.say(fmt.Sprintf("%s: %d questions", s.Name, s.Queries)) },
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

// ablated gives the weights without some signals.
func ablated(signals string) (*rank.Weights, error) {
	w := rank.Simple
	for name := range strings.SplitSeq(signals, ",") {
		name = strings.TrimSpace(name)
		if name == "" {
			continue
		}
		without, ok := w.Without(name)
		if !ok {
			return nil, usageError{fmt.Sprintf("there is no signal %q: it may be %s", name, strings.Join(rank.Signals(), ", "))}
		}
		w = without
	}
	return &w, nil
}

// openFolder makes the agent of a folder's questions.
func (p *program) openFolder(folder string) (*agent.Agent, error) {
	t, err := (&common{folder: folder}).target()
	if err != nil {
		return nil, err
	}
	return p.openAlone(t)
}
