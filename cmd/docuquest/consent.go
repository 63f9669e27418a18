package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"

	"docuquest/core/settings"
	"docuquest/core/store"
	"docuquest/lsp"
)

func consentCommand() command {
	return command{
		name:    "consent",
		summary: "list the hosts that editors were allowed to send to, or take that back",
		about: []string{
			"Before anything of your files is sent to another machine, the editor asks, once for each host: for its answers, once more for vectors of all files, once for notes that a model writes about files, and once for searches of the web, which read the pages that are found. \"Allow\" and \"Never\" are kept and listed here; \"Allow this time\" is not kept. With --forget the next question asks again.",
			"On the command line a service that the settings name is used without a question: there you have just named it, and no workspace can.",
		},
		examples: []string{"docuquest consent", "docuquest consent --forget api.example.com"},
		prepare: func(flags *flag.FlagSet) action {
			c := &common{}
			c.jsonFlag(flags)
			host := flags.String("forget", "", "forget what was said about `HOST`")
			return func(_ context.Context, p *program, out *output, args []string) error {
				if err := noMore(args); err != nil {
					return err
				}
				if *host != "" {
					return p.forgetConsent(out, *host)
				}
				return p.listConsents(out, c.json)
			}
		},
	}
}

// keptConsents is where consents are kept. The error says that there is no such place.
func (p *program) keptConsents() (*store.Consents, error) {
	path := settings.Locate(p.environ, p.folders).Consents
	if path == "" {
		return nil, errors.New("there is no folder to keep consents in: set DOCUQUEST_HOME")
	}
	return store.NewConsents(path), nil
}

func (p *program) listConsents(out *output, asJSON bool) error {
	kept, err := p.keptConsents()
	if err != nil {
		return err
	}
	all, err := kept.All()
	switch {
	case err != nil:
		return err
	case asJSON:
		return writeJSON(out, append([]store.Consent{}, all...))
	case len(all) == 0:
		_, err := io.WriteString(out, "No host was allowed anything, and none was refused for good.\n")
		return err
	}
	for _, one := range all {
		fmt.Fprintf(out, "%s  %s: %s, since %s\n", printable(one.Host), verdictOf(one), purposeOf(one.Use), one.Time.Local().Format("2006-01-02 15:04"))
	}
	return nil
}

// verdictOf is what was chosen, in words.
func verdictOf(c store.Consent) string {
	if c.Said == lsp.SaidAllow {
		return "allowed"
	}
	return "never"
}

// purposeOf is a use, in words.
func purposeOf(use string) string {
	switch use {
	case lsp.UseVectors:
		return "the text of all files, for vectors"
	case lsp.UseNotes:
		return "the text of files, for notes"
	case lsp.UseWeb:
		return "queries, for searching the web"
	}
	return "parts of files, for answers"
}

func (p *program) forgetConsent(out *output, host string) error {
	kept, err := p.keptConsents()
	if err != nil {
		return err
	}
	forgotten, err := kept.Forget(host)
	switch {
	case err != nil:
		return err
	case forgotten == 0:
		return fmt.Errorf("nothing is kept about %q", printable(host))
	}
	_, err = fmt.Fprintf(out, "What was said about %s is forgotten: the next question asks again.\n", printable(host))
	return err
}
