package main

import (
	"context"
	"fmt"
	"io"
	"strings"
	"time"

	"docuquest/core/answer/sent"
)

// sent shows what was sent for an answer, or lists the latest questions for which anything
// was sent.
func (c *call) sent(context.Context) error {
	c.jsonFlag()
	raw := c.flags.Bool("raw", false, "show bodies byte for byte as they went out")
	if err := c.parse(1); err != nil {
		return err
	}
	kept := c.sentStore()
	if len(c.args) == 0 {
		return c.listSent(kept)
	}
	record, err := (*sent.Record)(nil), sent.NotKept(c.args[0])
	if kept != nil {
		record, err = sent.Load(kept, c.args[0])
	}
	switch {
	case err != nil:
		return err
	case c.json:
		return writeJSON(c.out, record)
	}
	form, to := sent.SetOut, io.Writer(c.out)
	if *raw {
		form = sent.AsItWent
		if !c.screens.stdout {
			to = c.out.exact()
		}
	}
	_, err = io.WriteString(to, record.Text(form))
	return err
}

// listSent lists the latest questions for which anything was sent, the newest first.
func (c *call) listSent(kept sent.Store) error {
	const most = 20
	records := []sent.Record{}
	if kept != nil {
		ids, err := kept.Recent(most)
		if err != nil {
			return err
		}
		for _, id := range ids {
			if r, err := sent.Load(kept, id); err == nil {
				records = append(records, *r)
			}
		}
	}
	if c.json {
		for i := range records {
			for j := range records[i].Requests {
				records[i].Requests[j].Body = nil // the list is without contents
			}
		}
		return writeJSON(c.out, records)
	}
	if len(records) == 0 {
		_, err := io.WriteString(c.out, "Nothing was sent.\n")
		return err
	}
	for _, r := range records {
		fmt.Fprintf(c.out, "%s  %s  %s in %d to %s  %s\n", r.ID, r.Time.Local().Format(time.DateTime),
			amount(r.Bytes()), len(r.Requests), strings.Join(r.Hosts(), ", "), printableLine(r.Question))
	}
	return nil
}
