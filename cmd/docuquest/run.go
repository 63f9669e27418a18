package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"regexp"
	"strings"
	"time"

	"docuquest/core/language/fuzzy"
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

	modelPatience time.Duration // as agent.Options has it

	// interrupts can be held while another program has the terminal.
	interrupts interrupts

	// formats are what can be read, made when they are first asked for.
	formats func() *formats

	// floorPatience is as agent.Options has it: tests wait until the floor is found.
	floorPatience time.Duration

	// silence takes the standard output and error away from everything but the
	// language server; to is the open log, or nil.
	silence func(to *os.File)
}

// screens say where a person reads and types.
type screens struct {
	stdin, stdout, stderr bool
	width                 int // of a line of text
}

// Exit codes. Zero is an answer.
const (
	exitFailed      = 1
	exitUsage       = 2
	exitNotFound    = 3
	exitInterrupted = 130 // as a shell has it for a process that SIGINT ended
)

// An exit is an error that needs no words, since all is said: its code alone is
// left.
type exit int

func (e exit) Error() string { return fmt.Sprintf("exit code %d", int(e)) }

// usageError says that the command line makes no sense.
type usageError struct{ problem string }

func (e usageError) Error() string { return e.problem }

// run runs the command that the arguments name, and returns the exit code.
func run(ctx context.Context, p *program) int {
	out := &output{to: p.stdout}
	name, err := p.dispatch(ctx, out)
	if broken := out.finish(); err == nil || broken != nil {
		err = broken
	}
	if err != nil && ctx.Err() != nil && !errors.As(err, new(exit)) {
		return exitInterrupted
	}
	return p.report(name, err)
}

// dispatch finds the command and runs it. It gives the command's name, "" if
// there is none.
func (p *program) dispatch(ctx context.Context, out *output) (name string, err error) {
	if len(p.args) == 0 {
		return "", usageError{"which command?"}
	}
	name, args := p.args[0], p.args[1:]
	switch name {
	case "-h", "-help", "--help":
		name = "help"
	case "-v", "-version", "--version":
		name = "version"
	}
	c, err := find(name)
	if err != nil {
		return "", err
	}
	flags := flag.NewFlagSet(name, flag.ContinueOnError)
	flags.SetOutput(io.Discard)
	run := c.prepare(flags)
	rest, err := c.read(flags, args)
	switch {
	case errors.Is(err, flag.ErrHelp):
		return name, c.writeHelp(out, p.screens.width)
	case err != nil:
		return name, err
	}
	return name, run(ctx, p, out, rest)
}

// read sets the flags, wherever they are among the arguments, and returns the
// arguments. The error is flag.ErrHelp or a usageError.
func (c command) read(flags *flag.FlagSet, args []string) ([]string, error) {
	var arguments []string
	for len(args) > 0 {
		word := args[0]
		if word == "--" {
			return append(arguments, args[1:]...), nil
		}
		name, _, hasValue := strings.Cut(strings.TrimPrefix(strings.TrimPrefix(word, "-"), "-"), "=")
		known := flags.Lookup(name)
		isWord := !strings.HasPrefix(word, "-") || word == "-"
		if c.asks && len(arguments) > 0 && known == nil && name != "h" && name != "help" {
			_, slip := nearestFlag(name, flags)
			isWord = !slip || !strings.HasPrefix(word, "--")
		}
		if isWord {
			arguments = append(arguments, word)
			args = args[1:]
			continue
		}
		length := 1
		if known != nil && !hasValue && !isSwitch(known) {
			length = min(2, len(args))
		}
		switch err := flags.Parse(args[:length]); {
		case errors.Is(err, flag.ErrHelp):
			return nil, err
		case err != nil:
			problem := flagProblem(err, flags)
			if c.asks && known == nil {
				problem += " (put -- before words that begin with a dash)"
			}
			return nil, usageError{problem}
		}
		args = args[length:]
	}
	return arguments, nil
}

// isSwitch reports whether a flag needs no value.
func isSwitch(f *flag.Flag) bool {
	value, ok := f.Value.(interface{ IsBoolFlag() bool })
	return ok && value.IsBoolFlag()
}

// find gives the command of that name.
func find(name string) (command, error) {
	var names []string
	for _, c := range commands() {
		if c.name == name {
			return c, nil
		}
		names = append(names, c.name)
	}
	if meant, ok := fuzzy.Nearest(name, names); ok {
		return command{}, usageError{fmt.Sprintf("%q is not a command; did you mean %s?", printable(name), meant)}
	}
	return command{}, usageError{fmt.Sprintf("%q is not a command", printable(name))}
}

// flagProblem is an error of package flag with the dashes that we document, and
// for a flag that does not exist with the nearest that does.
func flagProblem(err error, flags *flag.FlagSet) string {
	unknown, ok := strings.CutPrefix(err.Error(), "flag provided but not defined: -")
	if !ok {
		return oneDash.ReplaceAllString(err.Error(), "$1 --$2")
	}
	problem := dashed(unknown) + " is not a flag of this command"
	if meant, ok := nearestFlag(unknown, flags); ok {
		problem += "; did you mean " + dashed(meant) + "?"
	}
	return problem
}

// nearestFlag returns the flag whose name is spelled nearly like a word.
func nearestFlag(word string, flags *flag.FlagSet) (string, bool) {
	var names []string
	flags.VisitAll(func(f *flag.Flag) { names = append(names, f.Name) })
	return fuzzy.Nearest(word, names)
}

// oneDash matches a flag of several letters in an error of package flag.
var oneDash = regexp.MustCompile(`(flag|argument:) -([a-z-]{2,})`)

// report tells on the standard error what went wrong, in one line, and gives
// the exit code.
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
			name = "" // to explain help helps nobody who asks for it
		}
		p.complain(err)
		fmt.Fprintf(p.stderr, "Try \"%s\".\n", strings.TrimSpace("docuquest help "+name))
		return exitUsage
	case errors.As(err, &setting) && setting.Source == settings.Flags:
		p.complain(err)
		return exitUsage
	}
	p.complain(err)
	return exitFailed
}

// complain prints one line on the standard error.
func (p *program) complain(problem any) {
	fmt.Fprintf(p.stderr, "docuquest: %s\n", oneLine(fmt.Sprint(problem)))
}
