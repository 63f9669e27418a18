package main

import (
	"context"
	"flag"
	"fmt"
	"strconv"
	"strings"

	"docuquest/core/settings"
)

// A command is one of the things that the program can be told to do.
type command struct {
	name     string
	summary  string   // a few words, for the list of commands
	args     string   // what follows the flags, "" if nothing does
	about    []string // paragraphs
	examples []string
	exits    []string // what the exit codes mean, "" if they are the usual ones

	// asks means that the arguments are the words of a question. A word that
	// begins with a dash, follows another and names no flag is one of them.
	asks bool

	// prepare defines the flags and gives what the command does once they are
	// set.
	prepare func(flags *flag.FlagSet) action
}

// An action does the work of a command. args is what follows the flags.
type action func(ctx context.Context, p *program, out *output, args []string) error

// commands are all of them, in the order of the help text.
func commands() []command {
	return []command{
		askCommand(), researchCommand(), searchCommand(), chatCommand(), indexCommand(),
		mapCommand(), callsCommand(), annotateCommand(), notesCommand(), parseCommand(), pageCommand(), lspCommand(), evalCommand(),
		historyCommand(), showCommand(), explainCommand(), whyNotCommand(),
		checkCommand(), forgetCommand(),
		sentCommand(), consentCommand(), versionCommand(), helpCommand(),
	}
}

// common are the flags that several commands have.
type common struct {
	folder   string // "" for the current one
	file     string // "" for all files of the folder
	json     bool
	form     string // of the answer, "" for the one for people
	keyFile  string
	notes    string            // as agent.Question.Notes
	settings map[string]string // those that set a setting, by name
}

// folderFlag defines -C.
func (c *common) folderFlag(flags *flag.FlagSet) {
	flags.StringVar(&c.folder, "C", "", "read the files of `DIR`, not those of the current folder")
}

// jsonFlag defines --json.
func (c *common) jsonFlag(flags *flag.FlagSet) {
	flags.BoolVar(&c.json, "json", false, "print JSON, for programs")
}

// A numberFlag is a flag for a number from 1 to most.
type numberFlag struct {
	name  string
	most  int
	usage string
}

// define has the flag set a number, which stays as it is where the flag is not
// given.
func (f numberFlag) define(flags *flag.FlagSet, number *int) {
	flags.Func(f.name, f.usage, func(value string) error {
		n, err := strconv.Atoi(value)
		if err != nil || n < 1 || f.most < n {
			return fmt.Errorf("it may be 1 to %d", f.most)
		}
		*number = n
		return nil
	})
}

// filterFlags defines --in and --type, which may be given more than once.
func filterFlags(flags *flag.FlagSet, in, types *[]string) {
	define := func(name, usage string, values *[]string) {
		flags.Func(name, usage, func(value string) error {
			*values = append(*values, value)
			return nil
		})
	}
	define("in", "search the files in the folder `DIR` alone, at the top or anywhere, as in:DIR in the question does; -DIR leaves it out", in)
	define("type", "search files of `TYPE` alone: an extension, a language, or code, docs, data, table, office, text, shell or web; -TYPE leaves it out", types)
}

// aboutFilters explains what limits a question.
const aboutFilters = "The question itself may name the files to search: in:docs, in:\"my notes\", type:pdf, file:report, each with commas between several, and -in:vendor, -type:code for those to leave out. A name is a whole one: file:report means report.md and old/report.pdf, but not reports.md, which file:report* does. It may be a path such as core/search/rank and hold * and ?, and that of a folder may begin at the top with /."

// keyFlag defines --key-file.
func (c *common) keyFlag(flags *flag.FlagSet) {
	flags.StringVar(&c.keyFile, "key-file", "", "read the key for the model's service from the first line of `FILE`")
}

// settingFlags defines the flags of settings, documented as the settings are.
func (c *common) settingFlags(flags *flag.FlagSet, names ...string) {
	c.settings = map[string]string{}
	for _, f := range settings.Fields() {
		for _, name := range names {
			if f.Flag == name {
				flags.Func(name, settingUsage(f), func(value string) error {
					c.settings[name] = value
					return nil
				})
			}
		}
	}
}

// settingUsage is the help text of a setting's flag, which names its value in
// backquotes as package flag wants it.
func settingUsage(f settings.Field) string {
	value := "FILE"
	switch {
	case f.Allowed != nil:
		value = strings.Join(f.Allowed, "|")
	case f.Range != "":
		value = "N"
	}
	return fmt.Sprintf("`%s`\n%s", value, f.Doc)
}

// words joins what follows the flags to the text that a command wants.
func words(args []string, what string) (string, error) {
	text := strings.TrimSpace(strings.Join(args, " "))
	if text == "" {
		return "", usageError{"what is the " + what + "?"}
	}
	return text, nil
}

// oneFile is the one argument of a command that wants a file.
func oneFile(args []string) (string, error) {
	if len(args) == 0 || args[0] == "" {
		return "", usageError{"which file?"}
	}
	return args[0], noMore(args[1:])
}

// oneFolder takes the folder from the arguments of a command that may name it there or
// with -C.
func (c *common) oneFolder(args []string) error {
	switch {
	case len(args) == 0:
		return nil
	case c.folder != "":
		return usageError{"-C and an argument both name a folder: give one of them"}
	}
	c.folder = args[0]
	return noMore(args[1:])
}

// noMore refuses arguments where none are wanted.
func noMore(args []string) error {
	if len(args) > 0 {
		return usageError{fmt.Sprintf("%q is one argument too many", printable(args[0]))}
	}
	return nil
}

// dashed is a flag as we write it: two dashes in front of a word, one in front
// of a letter.
func dashed(name string) string {
	if len(name) == 1 {
		return "-" + name
	}
	return "--" + name
}
