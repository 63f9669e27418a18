package main

import (
	"flag"
	"fmt"
	"time"

	"docuquest/core/agent"
)

// commandPatience is how long the one question of a command waits until all files are
// noted. Its user asked for the notes, and for nothing after it.
const commandPatience = time.Minute

// notesFlag defines --notes, whose value may be left out. Whether it makes sense is for
// checkNotes to say, since the words of package flag speak of true and false.
func (c *common) notesFlag(flags *flag.FlagSet) {
	const usage = "let notes on the files have a say in what is found; --notes=hits=20,summaries=2 also says how, and --notes=off has none"
	flags.BoolFunc("notes", usage, func(value string) error {
		switch value {
		case "true":
			value = "on"
		case "false":
			value = "off"
		}
		c.notes = value
		return nil
	})
}

// checkNotes refuses a value of --notes that makes no sense.
func (c *common) checkNotes() error {
	if err := agent.CheckNotes(c.notes); err != nil {
		return usageError{fmt.Sprintf("--notes=%s: %v", printable(c.notes), err)}
	}
	return nil
}

// aboutNotes explains --notes.
const aboutNotes = "With --notes, notes on the files and on the classes, functions and sections in them have a say: a summary, keywords, tags, synonyms and dependencies of each, made by rules, and by a model where \"docuquest annotate\" had it make some. They lead to places that other words describe than those of the question. Of each kind the 10 notes that are nearest to the question are taken (hits=N), with a cosine above 0 (min=X). The files of the best 30 pieces that they lead to are read besides those that words find, at most 10 of them, and the best 30 passages go on to an answer; chunks=N has it be N pieces, at most 30 files and N passages; summaries=2 has a kind count double, tags=0 leaves it out. Where a model writes, it makes the query for each kind. Answers quote files, never notes. Notes by rules cost no money, but time and memory: each command makes them anew, for 10,000 files in some 20 s of processor time with 500 MB; a session makes them once."
