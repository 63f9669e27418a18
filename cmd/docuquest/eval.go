package main

import (
	"bytes"
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"docuquest/core/agent"
	"docuquest/core/eval"
	"docuquest/core/search/rank"
)

// eval measures retrieval on test collections, or answers on panels, or compares two runs that were kept.
func (c *call) eval(ctx context.Context) error {
	var e evaluation
	c.jsonFlag()
	c.flags.BoolVar(&e.answers, "answers", false, "measure what readers see of answers, on panels and on pages of evidence, and nothing else")
	c.flags.StringVar(&e.files, "files", "", "ask question files of the files of `DIR`")
	c.flags.StringVar(&e.ablate, "ablate", "", "rank documents without these `SIGNALS`, with commas between: "+strings.Join(rank.Signals(), ", "))
	c.flags.StringVar(&e.record, "record", "", "keep the run in `FILE`, with what each question got")
	c.flags.BoolVar(&e.vectors, "vectors", false, "make the vectors of all documents by the service of embed_model, and rank by them too")
	compare := c.flags.Bool("compare", false, "compare two runs that were kept, and measure nothing")
	markdown := c.flags.Bool("markdown", false, "print tables in Markdown, below the version of the program")
	c.flags.BoolVar(&e.ranks, "ranks", false, "print for each question where what it wants was found")
	if err := c.parse(anyNumber); err != nil {
		return err
	}
	if *markdown {
		e.form = eval.Markdown
	}
	switch {
	case c.json && *markdown, c.json && e.ranks, *markdown && e.ranks:
		return usageError{"--json, --markdown and --ranks exclude one another"}
	case e.answers && (e.files != "" || e.ablate != "" || e.vectors):
		return usageError{"--answers excludes --files, --ablate and --vectors"}
	case *compare && (e.answers || e.files != "" || e.ablate != "" || e.record != "" || e.ranks || e.vectors):
		return usageError{"--compare measures nothing: it goes with --json or --markdown alone"}
	case *compare && len(c.args) != 2:
		return usageError{"which two runs? --compare A B compares what --record wrote"}
	case *compare:
		return c.compareRuns(c.args[0], c.args[1], e.form)
	case len(c.args) == 0:
		return usageError{"which folders?"}
	}
	return c.measure(ctx, e)
}

// An evaluation is what is measured, and how it is printed.
type evaluation struct {
	files   string // the folder that question files ask, "" for that of each file
	ablate  string // signals, with commas between
	record  string // the file to keep the run in, "" for none
	answers bool   // are measured, and nothing else
	vectors bool   // of the service are made and used
	ranks   bool   // a line is printed for each question
	form    eval.Form
}

// measure measures the collections, prints the report and keeps the run.
func (c *call) measure(ctx context.Context, e evaluation) error {
	weights := rank.Simple
	var without []string
	for name := range strings.SplitSeq(e.ablate, ",") {
		if name = strings.TrimSpace(name); name == "" {
			continue
		}
		less, ok := weights.Without(name)
		if !ok {
			return usageError{fmt.Sprintf("there is no signal %q: it may be %s", name, strings.Join(rank.Signals(), ", "))}
		}
		weights, without = less, append(without, name)
	}
	if e.record != "" { // before minutes of measuring are lost
		if _, err := os.Stat(filepath.Dir(e.record)); err != nil {
			return fmt.Errorf("--record %s: %w", e.record, cause(err))
		}
	}
	settings := eval.Settings{Version: thisBuild().Version, Commit: thisBuild().commit(), Without: without}
	options := eval.Options{
		Parsers: c.formats().parsers,
		Open: func(folder string) (*agent.Agent, error) {
			s, err := (&call{program: c.program, folder: folder}).openWith(func(p *parts) error {
				p.floorPatience = 0 // a figure does not depend on how busy the machine is
				return nil
			})
			if err != nil {
				return nil, err
			}
			return s.agent, nil
		},
		Files:   e.files,
		Answers: e.answers,
		Finder:  eval.BuiltIn(&weights),
	}
	if e.vectors {
		var err error
		if options.Passages, err = c.passages(); err != nil {
			return err
		}
		settings.With = []string{"vectors of a service"}
	}
	line := c.progress()
	defer line.clear()
	options.Progress = func(s eval.Set) { line.say(fmt.Sprintf("%s: %d questions", s.Name, s.Queries)) }
	report, err := eval.Run(ctx, c.args, options)
	line.clear()
	switch {
	case err != nil:
		return err
	case c.json:
		err = report.WriteJSON(c.out)
	case e.ranks:
		err = report.WritePlacings(c.out)
	default:
		if e.form == eval.Markdown {
			what := "Retrieval"
			if e.answers {
				what = "Answers"
			}
			fmt.Fprintf(c.out, "## %s, measured with %s\n\n", what, settings)
		}
		err = report.WriteTables(c.out, e.form)
	}
	if err != nil || e.record == "" {
		return err
	}
	var b bytes.Buffer
	if err := report.Record(settings).Write(&b); err != nil {
		return err
	}
	if err := os.WriteFile(e.record, b.Bytes(), 0o644); err != nil {
		return fmt.Errorf("%s: %w", e.record, cause(err))
	}
	return nil
}

// compareRuns prints how run B differs from run A.
func (c *call) compareRuns(fileA, fileB string, form eval.Form) error {
	a, err := readRun(fileA)
	if err != nil {
		return err
	}
	b, err := readRun(fileB)
	if err != nil {
		return err
	}
	compared, err := eval.Compare(a, b)
	if err != nil {
		return fmt.Errorf("%s and %s: %w", fileA, fileB, err)
	}
	if c.json {
		return compared.WriteJSON(c.out)
	}
	mark := ""
	if form == eval.Markdown {
		mark = "- "
	}
	fmt.Fprintf(c.out, "%sA: %s, %s\n%sB: %s, %s\n\n", mark, fileA, a.Settings, mark, fileB, b.Settings)
	return compared.WriteTables(c.out, form)
}

func readRun(file string) (eval.Record, error) {
	f, err := os.Open(file)
	if err != nil {
		return eval.Record{}, err
	}
	defer f.Close()
	r, err := eval.ReadRecord(f)
	if err != nil {
		return eval.Record{}, fmt.Errorf("%s: %w", file, err)
	}
	return r, nil
}
