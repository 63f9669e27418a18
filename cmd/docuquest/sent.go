package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"io/fs"
	"strings"
	"time"

	"docuquest/core/agent"
)

func sentCommand() command {
	return command{
		name:    "sent",
		summary: "show what was sent for an answer, byte for byte",
		args:    "[id]",
		about: []string{
			"Shows each request that went out for an answer: when, to which host, what for, with which parts of which files, and its whole body. Secrets were taken out of it before it went. Without an id it lists the latest questions for which anything was sent.",
			"The bodies are JSON, and set out with line breaks for reading; --raw shows them as they went out, on a terminal without hidden characters. What the last 100 questions sent is kept, up to 64 MiB, and of one question up to 4 MiB.",
		},
		examples: []string{"docuquest sent", "docuquest sent k7f3q2x9m4pa", "docuquest sent --raw k7f3q2x9m4pa"},
		prepare: func(flags *flag.FlagSet) action {
			c := &common{}
			c.jsonFlag(flags)
			raw := flags.Bool("raw", false, "show bodies byte for byte as they went out")
			return func(_ context.Context, p *program, out *output, args []string) error {
				if len(args) == 0 {
					return p.listSent(out, c.json)
				}
				if err := noMore(args[1:]); err != nil {
					return err
				}
				form := agent.SetOut
				if *raw {
					form = agent.AsItWent
				}
				return p.showSent(out, args[0], c.json, form)
			}
		},
	}
}

// showSent shows all that was sent for one answer.
func (p *program) showSent(out *output, id string, asJSON bool, form agent.BodyForm) error {
	record, err := p.loadSent(id)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return fmt.Errorf("nothing was sent for an answer with the id %q, or it is not kept any more", printable(id))
	case err != nil:
		return err
	case asJSON:
		return writeJSON(out, record)
	}
	to := io.Writer(out)
	if form == agent.AsItWent && !p.screens.stdout {
		to = out.exact()
	}
	_, err = io.WriteString(to, record.Text(form))
	return err
}

func (p *program) loadSent(id string) (*agent.SentRecord, error) {
	kept := p.sentStore()
	if kept == nil {
		return nil, fs.ErrNotExist
	}
	return agent.LoadSent(kept, id)
}

// mostSent is how many questions are listed.
const mostSent = 20

// listSent lists the latest questions for which anything was sent, the newest first.
func (p *program) listSent(out *output, asJSON bool) error {
	records, err := p.latestSent()
	if err != nil {
		return err
	}
	if asJSON {
		for i := range records {
			for j := range records[i].Requests {
				records[i].Requests[j].Body = nil // a list, not what is in it
			}
		}
		return writeJSON(out, records)
	}
	if len(records) == 0 {
		_, err := io.WriteString(out, "Nothing was sent.\n")
		return err
	}
	for _, r := range records {
		fmt.Fprintf(out, "%s  %s  %s in %d to %s  %s\n", r.ID, r.Time.Local().Format(time.DateTime),
			amount(r.Bytes()), len(r.Requests), strings.Join(r.Hosts(), ", "), oneLine(r.Question))
	}
	return nil
}

// latestSent are the latest records that can be read.
func (p *program) latestSent() ([]agent.SentRecord, error) {
	records := []agent.SentRecord{}
	kept := p.sentStore()
	if kept == nil {
		return records, nil
	}
	ids, err := kept.Recent(mostSent)
	if err != nil {
		return nil, err
	}
	for _, id := range ids {
		if r, err := agent.LoadSent(kept, id); err == nil {
			records = append(records, *r)
		}
	}
	return records, nil
}
