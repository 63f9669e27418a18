package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"

	"docuquest/core/answer/render"
	"docuquest/core/code/notebook"
)

// annotate has a model write notes about the files of a folder. It prints what that will
// cost first, and asks; who gives --yes agrees to all that the limits allow.
func (c *call) annotate(ctx context.Context) error {
	c.folderFlag()
	c.jsonFlag()
	c.keyFlag()
	yes := c.flags.Bool("yes", false, "begin without a question")
	onlyEstimate := c.flags.Bool("estimate", false, "print what it will cost, and do nothing else")
	if err := cmp.Or(c.parse(1), c.oneFolder()); err != nil {
		return err
	}
	s, err := c.open()
	if err != nil {
		return err
	}
	defer s.agent.Close()
	if !s.agent.Annotates() {
		return notebook.ErrNoAnnotator
	}
	if err := c.read(ctx, s); err != nil {
		return err
	}
	estimate, err := s.agent.EstimateNotes(ctx, "")
	switch {
	case err != nil:
		return err
	case *onlyEstimate && c.json:
		return writeJSON(c.out, estimate)
	case *onlyEstimate:
		_, err := io.WriteString(c.out, render.Wrap(estimate.Text(), c.screens.width, "")+"\n")
		return err
	}
	if err := s.agent.CheckAnnotate(); err != nil {
		return err
	}
	if !*yes && estimate.Left > 0 {
		fmt.Fprintln(c.stderr, render.Wrap(printable(estimate.Text()), c.screens.width, ""))
		if !c.screens.stdin || !c.screens.stderr {
			return errors.New("nothing was sent: --yes begins without a question")
		}
		if agreed, err := c.confirm(ctx, c.stderr, "Begin?", "Nothing was sent."); err != nil || !agreed {
			return err
		}
	}
	if *yes {
		estimate = nil // no bound but the limits
	}
	line := c.progress()
	defer line.clear()
	state, err := s.agent.Annotate(ctx, "", estimate, func(s notebook.AnnotateState) { line.say(s.Text()) })
	line.clear()
	switch {
	case c.json:
		return cmp.Or(err, writeJSON(c.out, state))
	case err != nil && state.Chunks == 0: // it never began
		return err
	}
	if _, broken := io.WriteString(c.out, render.Wrap(state.Text(), c.screens.width, "")+"\n"); broken != nil {
		return broken
	}
	return err
}
