package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"

	"docuquest/core/agent"
	"docuquest/core/file"
)

func whyNotCommand() command {
	return command{
		name:    "whynot",
		summary: "tell why a file is not in an answer",
		args:    "PATH ID | PATH question words...",
		about: []string{
			"Names the step that lost a file: it is not indexed, and why; it is outside of the filters; it holds no term of the question; others were ranked before it, and by what; it repeats another file; its passages were cut or below the threshold; the question was refused; or the writer was given it and quoted others.",
			"With the ID of a kept answer that is told of the run that gave the answer. A question is asked for it, without a model: nothing leaves the machine. The files of the folder are read for both, and PATH is as seen from there; without -C that is the folder of the answer where PATH lies there and not here.",
		},
		examples: []string{
			`docuquest whynot docs/review.md When is the review?`,
			`docuquest whynot docs/review.md k7f3q2x9m4pa`,
			`docuquest whynot -C ~/notes --json review.md "When is the review?"`,
		},
		asks: true,
		prepare: func(flags *flag.FlagSet) action {
			c := &common{}
			c.folderFlag(flags)
			c.jsonFlag(flags)
			c.settingFlags(flags, "retrieval")
			return func(ctx context.Context, p *program, out *output, args []string) error {
				if len(args) == 0 || args[0] == "" {
					return usageError{"which file?"}
				}
				asked, err := words(args[1:], "question, or the id of an answer")
				if err != nil {
					return err
				}
				return p.whyNot(ctx, out, c, args[0], asked)
			}
		},
	}
}

// whyNot tells why a file is not in an answer. Its path is as seen from the folder that
// is read.
func (p *program) whyNot(ctx context.Context, out *output, c *common, path, asked string) error {
	w := agent.WhyNot{Question: asked}
	if kept := p.answers(); kept != nil && isKept(kept, asked) || isAnswerID(asked) {
		w.Answer, w.Question = asked, ""
		c.lookWhereAsked(kept, asked, path)
	}
	w.URI = c.uriOf(path)
	a, done, err := p.reading(ctx, c)
	if err != nil {
		return err
	}
	defer done()
	reply, err := a.WhyNot(ctx, w)
	switch {
	case errors.Is(err, fs.ErrNotExist) && w.Answer != "":
		return noAnswer(asked)
	case err != nil:
		return err
	case c.json:
		return writeJSON(out, reply)
	}
	_, err = fmt.Fprintf(out, "%s: %s\n%s\n%s", oneLine(reply.Path), reply.Step,
		wrap(oneLine(reply.Detail), p.screens.width, ""), termsHere(reply.Terms, p.screens.width))
	return err
}

// lookWhereAsked has the folder of an answer be read where no folder is named, if the file
// lies there and not where the user is.
func (c *common) lookWhereAsked(kept agent.AnswerStore, id, path string) {
	here, err := filepath.Abs("")
	if kept == nil || c.folder != "" || err != nil || isIn(here, path) {
		return
	}
	x, err := agent.LoadAccount(kept, id)
	if err != nil {
		return // nobody knows where it was asked
	}
	for _, folder := range x.Folders {
		if isIn(folder, path) {
			c.folder = folder
			return
		}
	}
}

// isIn reports whether there is a file of a path, as seen from a folder, in that folder.
func isIn(folder, path string) bool {
	if !filepath.IsAbs(path) {
		path = filepath.Join(folder, path)
	}
	within, err := filepath.Rel(folder, path)
	if err != nil || !filepath.IsLocal(within) {
		return false
	}
	_, err = os.Lstat(path)
	return err == nil
}

func isKept(kept agent.AnswerStore, id string) bool {
	_, err := kept.Kept(id)
	return err == nil
}

// uriOf is the URI of a file by its path in the folder that is read.
func (c *common) uriOf(path string) string {
	if !filepath.IsAbs(path) {
		path = filepath.Join(c.folder, path)
	}
	abs, err := filepath.Abs(path)
	if err != nil {
		abs = path
	}
	return string(file.FromPath(abs))
}

// termsHere is a table of the terms of a question with what a file holds of them; ""
// without terms.
func termsHere(terms []agent.WhyNotTerm, width int) string {
	if len(terms) == 0 {
		return ""
	}
	g := grid{left: 1}
	g.row("Terms", "times here", "files", "counts", "")
	for _, t := range terms {
		near := ""
		if t.Nearest != "" {
			near = "nearest here: " + t.Nearest
		}
		g.row("  "+cut(t.Term, explainedWord), fmt.Sprint(t.Times), fmt.Sprint(t.Files), decimal(t.Counts), near)
	}
	return "\n" + g.text(width)
}
