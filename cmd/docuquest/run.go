package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"strings"
	"time"

	"docuquest/core/settings"
)

// A program is one run of the command, with all that it is given from outside.
type program struct {
	args    []string // without the name of the program
	stdin   io.ReadCloser
	stdout  io.WriteCloser
	stderr  io.Writer
	environ []string
	folders settings.Folders
	screens screens

	// interrupts can be held while another program has the terminal.
	interrupts interrupts

	// formats are what can be read, made at the first call.
	formats func() *formats

	modelPatience, floorPatience time.Duration // as in agent.Options

	// silence takes the standard output and error away from everything but the
	// language server; to is the open log, or nil.
	silence func(to *os.File)
}

// screens are the standard files that are a terminal.
type screens struct {
	stdin, stdout, stderr bool
	width                 int // of a line of text
}

// Exit codes. Zero is an answer.
const (
	exitFailed      = 1
	exitUsage       = 2
	exitNotFound    = 3
	exitUncertain   = 4   // an answer that is probably not in the files
	exitInterrupted = 130 // what a shell reports for a process that SIGINT ended
)

// An exit is an error that needs no message, only its code.
type exit int

func (e exit) Error() string { return fmt.Sprintf("exit code %d", int(e)) }

// usageError is an error of the command line.
type usageError struct{ problem string }

func (e usageError) Error() string { return e.problem }

// run runs the command that the arguments name, and returns the exit code.
func run(ctx context.Context, p *program) int {
	out := &output{to: p.stdout}
	name, err := "", error(usageError{"which command?"})
	if len(p.args) > 0 {
		switch name = p.args[0]; name {
		case "-h", "-help", "--help":
			name = "help"
		case "-v", "-version", "--version":
			name = "version"
		}
		var found command
		if found, err = find(name); err != nil {
			name = ""
		} else {
			c := p.newCall(found, out, p.args[1:])
			if err = c.run(c, ctx); errors.Is(err, flag.ErrHelp) {
				err = c.writeHelp()
			}
		}
	}
	if broken := out.finish(); err == nil || broken != nil {
		err = broken
	}
	if err != nil && ctx.Err() != nil && !errors.As(err, new(exit)) {
		return exitInterrupted
	}
	return p.report(name, err)
}

// report prints on the standard error what went wrong, in one line, and returns the exit
// code.
func (p *program) report(name string, err error) int {
	var code exit
	var usage usageError
	var setting *settings.Error
	switch {
	case err == nil || isBrokenPipe(err):
		return 0
	case errors.As(err, &code):
		return int(code)
	case errors.As(err, &usage):
		if name == "help" {
			name = "" // the overview is of more use than the help of help
		}
		p.complain(err)
		fmt.Fprintf(p.stderr, "Try \"%s\".\n", strings.TrimSpace("docuquest help "+name))
		return exitUsage
	}
	p.complain(err)
	if errors.As(err, &setting) && setting.Source == settings.Flags {
		return exitUsage
	}
	return exitFailed
}

// complain prints one line on the standard error.
func (p *program) complain(problem any) {
	fmt.Fprintf(p.stderr, "docuquest: %s\n", printableLine(fmt.Sprint(problem)))
}

// confirm asks a person at the terminal for a yes. It prints the question where the person
// reads, and refused where the reply is anything else.
func (p *program) confirm(ctx context.Context, to io.Writer, question, refused string) (bool, error) {
	fmt.Fprint(to, question+" (yes or no): ")
	if out, ok := to.(*output); ok {
		if err := out.finish(); err != nil {
			return false, err
		}
	}
	reply := newLineReader(p.stdin).next(ctx)
	if ctx.Err() != nil {
		return false, ctx.Err()
	}
	if strings.EqualFold(strings.TrimSpace(reply.text), "yes") {
		return true, nil
	}
	_, err := fmt.Fprintln(to, refused)
	return false, err
}
