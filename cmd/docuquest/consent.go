package main

import (
	"context"
	"errors"
	"fmt"
	"io"

	"docuquest/core/store"
	"docuquest/lsp"
)

// consent lists what hosts were allowed in editors, or forgets what was chosen for one.
func (c *call) consent(context.Context) error {
	c.jsonFlag()
	host := c.flags.String("forget", "", "forget what was chosen for `HOST`")
	if err := c.parse(0); err != nil {
		return err
	}
	path := c.places().Consents
	if path == "" {
		return errors.New("there is no folder to keep consents in: set DOCUQUEST_HOME")
	}
	kept := store.NewConsents(path)
	if *host != "" {
		forgotten, err := kept.Forget(*host)
		switch {
		case err != nil:
			return err
		case forgotten == 0:
			return fmt.Errorf("nothing is kept about %q", printable(*host))
		}
		_, err = fmt.Fprintf(c.out, "What was chosen for %s is forgotten: the next question asks again.\n", printable(*host))
		return err
	}
	all, err := kept.All()
	switch {
	case err != nil:
		return err
	case c.json:
		return writeJSON(c.out, append([]store.Consent{}, all...))
	case len(all) == 0:
		_, err := io.WriteString(c.out, "No host was allowed anything, and none was refused for good.\n")
		return err
	}
	for _, one := range all {
		verdict, purpose := "never", "parts of files, for answers"
		if one.Said == lsp.SaidAllow {
			verdict = "allowed"
		}
		switch one.Use {
		case lsp.UseVectors:
			purpose = "the text of all files, for vectors"
		case lsp.UseNotes:
			purpose = "the text of files, for notes"
		case lsp.UseWeb:
			purpose = "queries, for searching the web"
		}
		fmt.Fprintf(c.out, "%s  %s: %s, since %s\n", printable(one.Host), verdict, purpose, one.Time.Local().Format("2006-01-02 15:04"))
	}
	return nil
}
