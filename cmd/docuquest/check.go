package main

import (
	"context"
	"errors"
	"flag"
	"fmt"

	"docuquest/core/agent"
	"docuquest/core/file"
	"docuquest/core/file/disk"
	"docuquest/core/language/text"
)

func checkCommand() command {
	return command{
		name:    "check",
		summary: "tell which citations in Markdown files still hold",
		args:    "FILE...",
		about: []string{
			"Looks up every citation in Markdown files: links to a line such as notes.md#L12, paths with one such as notes.md:12, notes.md:12:3 and notes.md:12-20, and what they quote, which is the quotation below or words between quotation marks beside them. A path is seen from its file or from the folder. One line is printed for each: where it stands, its state, and where the quote stands now.",
			"ok is a quote that stands where the citation says, or a line that is there where nothing is quoted; moved is one that stands elsewhere in the file, or in a file of another name; changed is one that has something like it there, 75 % or more; gone is one that has nothing like it, or no file.",
			"With --answers the citations of the answers that are kept are looked up, those of the files in the folder.",
		},
		examples: []string{"docuquest check README.md docs/*.md", "docuquest check --lenient --json notes.md", "docuquest check --answers -C ~/notes"},
		exits: []string{
			"0  every citation is ok, or moved with --lenient",
			"1  a citation is not, or something went wrong",
			"2  the command line makes no sense",
		},
		prepare: func(flags *flag.FlagSet) action {
			c := &checker{}
			c.folderFlag(flags)
			c.jsonFlag(flags)
			flags.BoolVar(&c.answers, "answers", false, "check the answers that are kept, not files")
			flags.BoolVar(&c.lenient, "lenient", false, "let pass what has only moved")
			return func(ctx context.Context, p *program, out *output, args []string) error {
				if c.answers == (len(args) > 0) {
					return usageError{"which files? Name some, or give --answers"}
				}
				return p.check(ctx, out, c, args)
			}
		},
	}
}

// A checker is what the flags ask for.
type checker struct {
	common
	answers bool // that are kept are checked
	lenient bool // what has moved passes
}

// A checkedCitation is a citation with the file that cites, as the command prints it
// for programs. Positions count characters from 0.
type checkedCitation struct {
	File string `json:"file,omitempty"`
	agent.Evidence
}

// check prints the states of citations.
func (p *program) check(ctx context.Context, out *output, c *checker, names []string) error {
	a, t, err := p.aim(&c.common)
	if err != nil {
		return err
	}
	defer a.Close()
	if err := p.read(ctx, t, a); err != nil {
		return err
	}
	all, err := c.evidence(ctx, a, names)
	if err != nil {
		return err
	}
	if c.json {
		err = writeJSON(out, all)
	} else {
		err = writeChecked(out, all)
	}
	if err == nil && !c.passes(all) {
		err = exit(exitFailed)
	}
	return err
}

// evidence checks the kept answers or the named files.
func (c *checker) evidence(ctx context.Context, a *agent.Agent, names []string) ([]checkedCitation, error) {
	all := []checkedCitation{}
	if c.answers {
		found, err := a.KeptEvidence(ctx, text.UTF32)
		for _, e := range found {
			all = append(all, checkedCitation{Evidence: e})
		}
		return all, err
	}
	for _, name := range names {
		found, err := evidenceIn(ctx, a, name)
		if err != nil {
			return nil, err
		}
		for _, e := range found {
			all = append(all, checkedCitation{name, e})
		}
	}
	return all, nil
}

// evidenceIn checks one file that the user named.
func evidenceIn(ctx context.Context, a *agent.Agent, name string) ([]agent.Evidence, error) {
	t, err := single(name)
	if err != nil {
		return nil, err
	}
	if file.LanguageOf(name) != "markdown" {
		return nil, fmt.Errorf("%s: citations are looked for in Markdown files alone", name)
	}
	d, err := a.Document(ctx, t.file)
	var skipped file.Skip
	switch {
	case errors.As(err, &skipped) && skipped.Reason.Kind() == disk.Outside:
		return nil, fmt.Errorf("%w: -C names the folder to read", err)
	case err != nil:
		return nil, err
	}
	return a.Evidence(ctx, t.file, d.Text, text.UTF32)
}

// passes reports whether no citation is worse than allowed.
func (c *checker) passes(all []checkedCitation) bool {
	for _, one := range all {
		if one.State != agent.StateOK && !(c.lenient && one.State == agent.StateMoved) {
			return false
		}
	}
	return true
}

// writeChecked prints one line for each citation.
func writeChecked(out *output, all []checkedCitation) error {
	for _, one := range all {
		where := fmt.Sprintf("%s:%d:%d", oneLine(one.File), one.Range.Start.Line+1, one.Range.Start.Character+1)
		if one.File == "" {
			where = fmt.Sprintf("answer %s [%d]", one.Answer, one.Number)
		}
		if _, err := fmt.Fprintf(out, "%s: %s: %s\n", where, one.State, oneLine(one.Message())); err != nil {
			return err
		}
	}
	return nil
}
