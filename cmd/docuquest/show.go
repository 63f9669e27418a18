package main

import (
	"context"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"io"
	"io/fs"
	"strings"

	"docuquest/core/agent"
)

func showCommand() command {
	return command{
		name:    "show",
		summary: "print an answer or a conversation that is kept",
		args:    "ID",
		about: []string{
			"Prints an answer that is kept, as it was given: the question, the answer and its sources, in Markdown. The files may say something else by now. Of a conversation it prints all questions with their answers. \"docuquest history\" lists the ids.",
		},
		examples: []string{"docuquest show k7f3q2x9m4pa", "docuquest show --json k7f3q2x9m4pa"},
		prepare: func(flags *flag.FlagSet) action {
			c := &common{}
			c.jsonFlag(flags)
			return func(_ context.Context, p *program, out *output, args []string) error {
				id, err := oneID(args)
				if err != nil {
					return err
				}
				return p.show(out, id, c.json)
			}
		},
	}
}

// oneID is the one argument of a command that wants an id.
func oneID(args []string) (string, error) {
	if len(args) == 0 || args[0] == "" {
		return "", usageError{"which one? \"docuquest history\" lists the ids"}
	}
	return args[0], noMore(args[1:])
}

// show prints what is kept under an id.
func (p *program) show(out *output, id string, asJSON bool) error {
	err := p.showAnswer(out, id, asJSON)
	if errors.Is(err, fs.ErrNotExist) {
		err = p.showConversation(out, id, asJSON)
	}
	if errors.Is(err, fs.ErrNotExist) {
		return nothingKept(id)
	}
	return err
}

func (p *program) showAnswer(out *output, id string, asJSON bool) error {
	kept := p.answers()
	if kept == nil {
		return fs.ErrNotExist
	}
	record, document, err := kept.Load(id)
	switch {
	case err != nil:
		return err
	case asJSON:
		return writeJSON(out, json.RawMessage(record))
	}
	_, err = io.WriteString(out, strings.TrimSpace(printable(document))+"\n")
	return err
}

func (p *program) showConversation(out *output, id string, asJSON bool) error {
	kept := p.talks()
	if kept == nil {
		return fs.ErrNotExist
	}
	records, err := kept.Load(id)
	if err != nil {
		return err
	}
	turns := []agent.Turn{}
	for _, record := range records {
		var turn agent.Turn
		if json.Unmarshal(record, &turn) == nil {
			turns = append(turns, turn)
		}
	}
	if asJSON {
		return writeJSON(out, turns)
	}
	for i, turn := range turns {
		if i > 0 {
			fmt.Fprintln(out)
		}
		writeTurn(out, turn)
	}
	return nil
}

// writeTurn prints a question with its answer and the places that it cites.
func writeTurn(out io.Writer, turn agent.Turn) {
	fmt.Fprintf(out, "# %s\n\n%s\n", oneLine(turn.Question), strings.TrimSpace(printable(turn.Answer)))
	if len(turn.References) > 0 {
		fmt.Fprintln(out)
	}
	for _, r := range turn.References {
		fmt.Fprintf(out, "[%d] %s\n", r.Number, referenced(r))
	}
}

// referenced is the place of a reference: its file with the page or else the line.
func referenced(r agent.Reference) string {
	if r.Page > 0 {
		return fmt.Sprintf("%s, page %d", oneLine(r.Path), r.Page)
	}
	return fmt.Sprintf("%s:%d", oneLine(r.Path), r.Line)
}
