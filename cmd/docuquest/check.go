package main

import (
	"context"
	"errors"
	"fmt"

	"docuquest/core/agent"
	"docuquest/core/answer/replies"
	"docuquest/core/file"
	"docuquest/core/file/disk"
	"docuquest/core/language/text"
)

// A checkedCitation is a citation with the file that cites, as the command prints it for
// programs. Positions count characters from 0.
type checkedCitation struct {
	File string `json:"file,omitempty"`
	replies.Evidence
}

// check prints what has become of the citations of Markdown files, or of the answers that are
// kept.
func (c *call) check(ctx context.Context) error {
	c.folderFlag()
	c.jsonFlag()
	answers := c.flags.Bool("answers", false, "check the answers that are kept, not files")
	lenient := c.flags.Bool("lenient", false, "accept what has only moved")
	if err := c.parse(anyNumber); err != nil {
		return err
	}
	if *answers == (len(c.args) > 0) {
		return usageError{"which files? Name some, or give --answers"}
	}
	s, err := c.reading(ctx, c.openPlain)
	if err != nil {
		return err
	}
	defer s.agent.Close()
	all := []checkedCitation{}
	add := func(name string, found []replies.Evidence) {
		for _, e := range found {
			all = append(all, checkedCitation{name, e})
		}
	}
	if *answers {
		found, err := s.agent.KeptEvidence(ctx, text.UTF32)
		if err != nil {
			return err
		}
		add("", found)
	}
	for _, name := range c.args {
		found, err := evidenceIn(ctx, s.agent, name)
		if err != nil {
			return err
		}
		add(name, found)
	}
	if c.json {
		if err := writeJSON(c.out, all); err != nil {
			return err
		}
	}
	passes := true
	for _, one := range all {
		passes = passes && (one.State == replies.StateOK || *lenient && one.State == replies.StateMoved)
		if c.json {
			continue
		}
		where := fmt.Sprintf("%s:%d:%d", printableLine(one.File), one.Range.Start.Line+1, one.Range.Start.Character+1)
		if one.File == "" {
			where = fmt.Sprintf("answer %s [%d]", one.Answer, one.Number)
		}
		if _, err := fmt.Fprintf(c.out, "%s: %s: %s\n", where, one.State, printableLine(one.Message())); err != nil {
			return err
		}
	}
	if !passes {
		return exit(exitFailed)
	}
	return nil
}

// evidenceIn checks one file that the user named.
func evidenceIn(ctx context.Context, a *agent.Agent, name string) ([]replies.Evidence, error) {
	t, err := single(name)
	if err != nil {
		return nil, err
	}
	if file.LanguageOf(name) != "markdown" {
		return nil, fmt.Errorf("%s: only Markdown files are checked for citations", name)
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
