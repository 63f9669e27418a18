package main

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"io/fs"
	"strings"

	"docuquest/core/agent/fault"
	"docuquest/core/answer/history"
)

// whichID asks for an id.
const whichID = "which one? \"docuquest history\" lists the ids"

// show prints what is kept under an id: an answer, or of a conversation each question with
// its answer and the places that it cites.
func (c *call) show(context.Context) error {
	c.jsonFlag()
	if err := c.parse(1); err != nil {
		return err
	}
	id, err := c.one(whichID)
	if err != nil {
		return err
	}
	if kept := c.answers(); kept != nil {
		record, document, err := kept.Load(id)
		switch {
		case err == nil && c.json:
			return writeJSON(c.out, json.RawMessage(record))
		case err == nil:
			_, err := io.WriteString(c.out, strings.TrimSpace(printable(document))+"\n")
			return err
		case fault.KindOf(err) != fault.NotFound:
			return err
		}
	}
	records, err := [][]byte(nil), error(fs.ErrNotExist)
	if kept := c.talks(); kept != nil {
		records, err = kept.Load(id)
	}
	switch {
	case fault.KindOf(err) == fault.NotFound:
		return nothingKept(id)
	case err != nil:
		return err
	}
	turns := []history.Turn{}
	for _, record := range records {
		var turn history.Turn
		if json.Unmarshal(record, &turn) == nil {
			turns = append(turns, turn)
		}
	}
	if c.json {
		return writeJSON(c.out, turns)
	}
	for i, turn := range turns {
		if i > 0 {
			fmt.Fprintln(c.out)
		}
		fmt.Fprintf(c.out, "# %s\n\n%s\n", printableLine(turn.Question), strings.TrimSpace(printable(turn.Answer)))
		if len(turn.References) > 0 {
			fmt.Fprintln(c.out)
		}
		for _, r := range turn.References {
			at := fmt.Sprintf("%s:%d", printableLine(r.Path), r.Line)
			if r.Page > 0 {
				at = fmt.Sprintf("%s, page %d", printableLine(r.Path), r.Page)
			}
			fmt.Fprintf(c.out, "[%d] %s\n", r.Number, at)
		}
	}
	return nil
}
