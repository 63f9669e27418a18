package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"slices"
	"strconv"
	"strings"
	"unicode"

	"docuquest/core/agent/fault"
	"docuquest/core/answer/replies"
	"docuquest/core/code/notebook"
	"docuquest/core/language/text"
)

// A talkCommand is a command of a conversation.
type talkCommand struct {
	name  string
	args  string // its arguments, "" for none
	about string
	run   func(c *conversation, ctx context.Context, argument string)
}

// talkCommands are all of them, in the order of :help.
func talkCommands() []talkCommand {
	return []talkCommand{
		{"open", "N", "open source N of the last answer in your editor, and print its place", (*conversation).open},
		{"sources", "", "print the sources of the last answer", (*conversation).sources},
		{"history", "", "print the questions of this conversation with the ids of their answers", (*conversation).history},
		{"like", "QUESTION", "print earlier questions, of other conversations, too, that are like this one or the last one", (*conversation).like},
		{"notes", "HOW", "use notes from now on: on, off, or numbers as --notes has them", (*conversation).useNotes},
		{"show", "ID", "print an answer again", (*conversation).showAgain},
		{"new", "", "begin a new conversation", func(c *conversation, _ context.Context, _ string) {
			_, _ = c.agent.Converse("") // a new conversation can always begin
			c.last = nil
			c.say("A new conversation.\n\n")
		}},
		{"help", "", "print this", func(c *conversation, _ context.Context, _ string) {
			for _, command := range talkCommands() {
				c.say("%-14s %s\n", strings.TrimSpace(":"+command.name+" "+command.args), command.about)
			}
			c.say("%-14s %s\n\n", "quit", "end the conversation")
		}},
	}
}

// isQuit reports whether a line ends a conversation, however it is spelled.
func isQuit(line string) bool {
	switch strings.ToLower(strings.TrimLeft(line, ":/")) {
	case "q", "quit", "exit":
		return true
	}
	return false
}

// commandIn returns the command in a line that is no question: after a colon, after a
// slash unless that begins a path, and help by itself.
func commandIn(line string) (command string, ok bool) {
	if strings.EqualFold(line, "help") || line == "?" {
		return "help", true
	}
	if command, ok = strings.CutPrefix(line, ":"); ok {
		return command, true
	}
	command, ok = strings.CutPrefix(line, "/")
	name, _, _ := strings.Cut(command, " ")
	isPath := strings.ContainsFunc(name, func(r rune) bool { return !unicode.IsLetter(r) })
	return command, ok && !isPath
}

// command runs a command, which may be cut short as long as one alone begins so.
func (c *conversation) command(ctx context.Context, line string) {
	name, argument, _ := strings.Cut(line, " ")
	var meant []talkCommand
	var names []string
	for _, command := range talkCommands() {
		if name != "" && strings.HasPrefix(command.name, strings.ToLower(name)) {
			meant = append(meant, command)
			names = append(names, ":"+command.name)
		}
	}
	switch len(meant) {
	case 0:
		c.say("There is no command :%s; :help lists them.\n\n", printableLine(name))
	case 1:
		meant[0].run(c, ctx, strings.TrimSpace(argument))
	default:
		c.say("Which one, %s?\n\n", strings.Join(names, " or "))
	}
}

func (c *conversation) sources(context.Context, string) {
	switch {
	case c.last == nil:
		c.say("There is no answer yet.\n\n")
		return
	case len(c.last.Citations) == 0:
		c.say("The last answer has no sources.\n\n")
		return
	}
	for _, cited := range c.last.Citations {
		c.say("[%d] %s  %q\n", cited.Number, target{}.placeOf(cited), quotable(cited.Quote))
	}
	c.say("\n")
}

func (c *conversation) history(context.Context, string) {
	turns := c.agent.Turns()
	if len(turns) == 0 {
		c.say("Nothing was asked yet.\n\n")
		return
	}
	for i, turn := range turns {
		c.say("%2d. %s  %s\n", i+1, turn.ID, printableLine(turn.Question))
	}
	c.say("\n")
}

// like prints the earlier questions that are like one, or else like the last one.
func (c *conversation) like(ctx context.Context, question string) {
	if question == "" && c.last != nil {
		question = c.last.Question
	}
	if question == "" {
		c.say("Like which question? None was asked yet.\n\n")
		return
	}
	found, err := c.agent.SimilarQuestions(ctx, question, listedQuestions, text.UTF16)
	if err != nil {
		c.fail(err)
		return
	}
	_ = writeRemembered(c.out, found, c.screens.width) // the output keeps its error
	c.say("\n")
}

// useNotes sets how notes are used for the questions that follow, and prints it.
func (c *conversation) useNotes(_ context.Context, how string) {
	err := notebook.CheckChoice(how)
	switch {
	case c.isClassic():
		c.say("The classic way does not use notes.\n\n")
		return
	case err != nil:
		c.fail(err)
		return
	case how != "":
		c.notes = how
	}
	c.say("Notes are %s.\n\n", cmp.Or(c.notes, c.settings.Notes))
}

// showAgain prints an answer, whose sources can be opened then.
func (c *conversation) showAgain(_ context.Context, id string) {
	if id == "" {
		c.say("Which one? :history lists the ids.\n\n")
		return
	}
	again, err := c.agent.Answer(id)
	switch {
	case fault.KindOf(err) == fault.NotFound:
		c.say("No answer is kept under the id %q.\n\n", printable(id))
	case err != nil:
		c.fail(err)
	default:
		c.say("%s\n\n", printableLine(again.Question))
		c.show(again)
	}
}

// open prints the place of a source, and opens it in the editor that the environment names,
// if that is known, a person is at the terminal, and the place is a line of a file. Ctrl-C
// belongs to the editor while it runs.
func (c *conversation) open(_ context.Context, number string) {
	if c.last == nil || len(c.last.Citations) == 0 {
		c.fail(errors.New("there is no answer with sources yet"))
		return
	}
	n, err := strconv.Atoi(strings.Trim(number, "[]"))
	at := slices.IndexFunc(c.last.Citations, func(cited replies.Citation) bool { return err == nil && cited.Number == n })
	if at < 0 {
		c.fail(fmt.Errorf("which source? The last is %d", c.last.Citations[len(c.last.Citations)-1].Number))
		return
	}
	cited := c.last.Citations[at]
	c.say("%s\n\n", c.source.placeOf(cited))
	if err := c.out.finish(); err != nil {
		return // the loop gets the same error
	}
	command := c.source.editorCommand(c.environ, cited)
	if command == nil || !c.screens.stdin || !c.screens.stdout {
		return
	}
	run := exec.Command(command[0], command[1:]...)
	run.Stdin, run.Stdout, run.Stderr = os.Stdin, os.Stdout, os.Stderr
	c.interrupts.hold()
	defer c.interrupts.release()
	if err := run.Run(); err != nil {
		c.say("The editor did not open it: %s\n\n", printableLine(err.Error()))
	}
}
