package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"docuquest/core/agent"
	"docuquest/core/answer/replies"
	"docuquest/core/code/notebook"
	"docuquest/core/language/fuzzy"
	"docuquest/core/settings"
)

// A command is one thing that the program does. help/NAME.md explains it.
type command struct {
	name string

	// run defines the flags, parses what was typed, does the work and prints the result.
	run func(c *call, ctx context.Context) error

	// asks means that the arguments are the words of a question. A word that begins with a
	// dash, follows another and names no flag is one of them.
	asks bool
}

// commands are all of them, in the order of the overview.
func commands() []command {
	return []command{
		{"ask", (*call).ask, true},
		{"research", (*call).research, true},
		{"search", (*call).search, true},
		{"chat", (*call).chat, false},
		{"index", (*call).index, false},
		{"map", (*call).drawMap, false},
		{"calls", (*call).calls, false},
		{"annotate", (*call).annotate, false},
		{"notes", (*call).listNotes, false},
		{"parse", (*call).parseFile, false},
		{"page", (*call).page, false},
		{"lsp", (*call).lsp, false},
		{"eval", (*call).eval, false},
		{"history", (*call).history, false},
		{"show", (*call).show, false},
		{"explain", (*call).explain, true},
		{"whynot", (*call).whyNot, true},
		{"check", (*call).check, false},
		{"forget", (*call).forget, false},
		{"sent", (*call).sent, false},
		{"consent", (*call).consent, false},
		{"version", (*call).version, false},
		{"help", (*call).help, false},
	}
}

// find returns the command with a name.
func find(name string) (command, error) {
	var names []string
	for _, c := range commands() {
		if c.name == name {
			return c, nil
		}
		names = append(names, c.name)
	}
	return command{}, unknown(name, "not a command", names)
}

// unknown is the error for a name that is not what it should be. It names the nearest known
// one.
func unknown(name, problem string, known []string) error {
	text := fmt.Sprintf("%q is %s", printable(name), problem)
	if meant, ok := fuzzy.Nearest(name, known); ok {
		text += "; did you mean " + meant + "?"
	}
	return usageError{text}
}

// A call is one use of a command.
type call struct {
	*program
	command
	out   *output
	flags *flag.FlagSet
	args  []string // what was typed behind the name; after parse, without the flags
	given []string // the flags as they were typed, after parse

	// The values of flags that several commands have.
	folder   string // "" for the current one
	file     string // "" for all files of the folder
	json     bool
	form     string            // of the answer, "" for the one for people
	keyFile  string            // "" where none is named
	notes    string            // as agent.Request.Notes
	settings map[string]string // the settings that flags set, by the name of the flag
}

// newCall prepares a use of a command with what was typed behind its name.
func (p *program) newCall(c command, out *output, args []string) *call {
	flags := flag.NewFlagSet(c.name, flag.ContinueOnError)
	flags.SetOutput(io.Discard)
	return &call{program: p, command: c, out: out, flags: flags, args: args}
}

// anyNumber of arguments may follow the flags.
const anyNumber = -1

// parse sets the flags, wherever they occur among the arguments, and leaves the arguments,
// which may be at most so many. The error is flag.ErrHelp or a usageError.
func (c *call) parse(most int) error {
	typed := c.args
	c.args = nil
	for len(typed) > 0 && typed[0] != "--" {
		word := typed[0]
		name, _, hasValue := strings.Cut(strings.TrimPrefix(strings.TrimPrefix(word, "-"), "-"), "=")
		known := c.flags.Lookup(name)
		isWord := !strings.HasPrefix(word, "-") || word == "-"
		if c.asks && len(c.args) > 0 && known == nil && name != "h" && name != "help" {
			_, isSlip := c.nearestFlag(name)
			isWord = !isSlip || !strings.HasPrefix(word, "--")
		}
		if isWord {
			c.args = append(c.args, word)
			typed = typed[1:]
			continue
		}
		length := 1
		if known != nil && !hasValue {
			if b, ok := known.Value.(interface{ IsBoolFlag() bool }); !ok || !b.IsBoolFlag() {
				length = min(2, len(typed))
			}
		}
		err := c.flags.Parse(typed[:length])
		if err == nil {
			c.given = append(c.given, typed[:length]...)
			typed = typed[length:]
			continue
		}
		if errors.Is(err, flag.ErrHelp) {
			return err
		}
		// The error of package flag, with the dashes that we document.
		problem := oneDash.ReplaceAllString(err.Error(), "$1 --$2")
		if unknown, ok := strings.CutPrefix(err.Error(), "flag provided but not defined: -"); ok {
			problem = dashed(unknown) + " is not a flag of this command"
			if meant, ok := c.nearestFlag(unknown); ok {
				problem += "; did you mean " + dashed(meant) + "?"
			}
		}
		if c.asks && known == nil {
			problem += " (put -- before words that begin with a dash)"
		}
		return usageError{problem}
	}
	if len(typed) > 0 {
		c.args = append(c.args, typed[1:]...) // behind "--"
	}
	if err := notebook.CheckChoice(c.notes); err != nil {
		return usageError{fmt.Sprintf("--notes=%s: %v", printable(c.notes), err)}
	}
	if most >= 0 && len(c.args) > most {
		return noMore(c.args[most:])
	}
	return nil
}

// again returns the command line that asks a question as this call did.
func (c *call) again(question string) string {
	line := "docuquest " + c.name
	for _, word := range append(slices.Clone(c.given), question) {
		switch {
		case word != "" && strings.Trim(word, plainInShells) == "":
		case !strings.ContainsAny(word, "\"$`\\!%"):
			word = `"` + word + `"`
		default:
			word = "'" + strings.ReplaceAll(word, "'", `'\''`) + "'"
		}
		line += " " + word
	}
	return line
}

// plainInShells are characters that mean themselves in every shell.
const plainInShells = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_./:="

// oneDash matches a flag of several letters in an error of package flag.
var oneDash = regexp.MustCompile(`(flag|argument:) -([a-z-]{2,})`)

// nearestFlag returns the flag whose name is spelled nearly like a word.
func (c *call) nearestFlag(word string) (string, bool) {
	var names []string
	c.flags.VisitAll(func(f *flag.Flag) { names = append(names, f.Name) })
	return fuzzy.Nearest(word, names)
}

// words joins arguments to the text that a command wants.
func words(args []string, what string) (string, error) {
	text := strings.TrimSpace(strings.Join(args, " "))
	if text == "" {
		return "", usageError{"what is the " + what + "?"}
	}
	return text, nil
}

// one is the argument of a command that needs one; question asks for it where it is
// missing.
func (c *call) one(question string) (string, error) {
	if len(c.args) == 0 || c.args[0] == "" {
		return "", usageError{question}
	}
	return c.args[0], nil
}

// noMore refuses arguments where none are wanted.
func noMore(args []string) error {
	if len(args) > 0 {
		return usageError{fmt.Sprintf("%q is one argument too many", printable(args[0]))}
	}
	return nil
}

// dashed is a flag as we write it: two dashes before a word, one before a letter.
func dashed(name string) string {
	if len(name) == 1 {
		return "-" + name
	}
	return "--" + name
}

// folderFlag defines -C.
func (c *call) folderFlag() {
	c.flags.StringVar(&c.folder, "C", "", "read the files of `DIR`, not those of the current folder")
}

// oneFolder reads the folder from the argument of a command that takes it there or with -C.
func (c *call) oneFolder() error {
	switch {
	case len(c.args) == 0:
		return nil
	case c.folder != "":
		return usageError{"-C and an argument both name a folder: give one of them"}
	}
	c.folder = c.args[0]
	return nil
}

// fileFlag defines --file.
func (c *call) fileFlag() {
	c.flags.StringVar(&c.file, "file", "", "read only `FILE`, which may be in any folder")
}

// jsonFlag defines --json.
func (c *call) jsonFlag() {
	c.flags.BoolVar(&c.json, "json", false, "print JSON, for programs")
}

// formatFlags defines --json and --format; the last of them counts.
func (c *call) formatFlags() {
	c.jsonFlag()
	const usage = "`md|json|html|text`\nprint the answer as Markdown with links to its sources, as JSON like --json, as one page of HTML, or as plain text without line wrapping, in which a source is path:line:column as seen from where you are"
	c.flags.Func("format", usage, func(value string) error {
		switch value {
		case formMarkdown, formJSON, formHTML, formText:
			c.form, c.json = value, value == formJSON
			return nil
		}
		return errors.New("it may be md, json, html or text")
	})
}

// keyFlag defines --key-file.
func (c *call) keyFlag() {
	c.flags.StringVar(&c.keyFile, "key-file", "", "read the key for the model's service from the first line of `FILE`")
}

// notesFlag defines --notes, whose value may be left out. parse checks it, since the errors
// of package flag speak of true and false.
func (c *call) notesFlag() {
	const usage = "use notes on the files to find more; --notes=hits=20,summaries=2 also says how, and --notes=off uses none"
	c.flags.BoolFunc("notes", usage, func(value string) error {
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

// limitFlags define --limit, --words and --citations of an answer.
func (c *call) limitFlags(q *agent.Request) {
	c.numberFlag(&q.Limit, "limit", replies.MaxDocuments, "read at most `N` documents for the answer, 1 to 100; default 10")
	c.numberFlag(&q.Words, "words", agent.MaxAnswerWords, "answer in about `N` words, 1 to 10000: at most a quarter more, but at least one statement; no limit unless settings have one")
	c.numberFlag(&q.Citations, "citations", agent.MaxAnswerCitations, "cite at most `N` places, 1 to 1000; no limit unless settings have one")
}

// numberFlag defines a flag for a number from 1 to most, which stays as it is where the
// flag is not given.
func (c *call) numberFlag(number *int, name string, most int, usage string) {
	c.flags.Func(name, usage, func(value string) error {
		n, err := strconv.Atoi(value)
		if err != nil || n < 1 || most < n {
			return fmt.Errorf("it may be 1 to %d", most)
		}
		*number = n
		return nil
	})
}

// filterFlags defines --in and --type, which may be given more than once.
func (c *call) filterFlags(in, types *[]string) {
	c.listFlag(in, "in", "search only files in the folder `DIR`, at the top or anywhere, like in:DIR in the question; -DIR leaves it out")
	c.listFlag(types, "type", "search only files of `TYPE`: an extension, a language, or code, docs, data, table, office, text, shell or web; -TYPE leaves them out")
}

func (c *call) listFlag(values *[]string, name, usage string) {
	c.flags.Func(name, usage, func(value string) error {
		*values = append(*values, value)
		return nil
	})
}

// wayFlag defines --way.
func (c *call) wayFlag(way *string) {
	names := strings.Join(agent.Ways(), "|")
	c.flags.Func("way", "`"+names+"`\nanswer in this way, whatever the question looks like; way:prose in the question does the same", func(value string) error {
		if !slices.Contains(agent.Ways(), value) {
			return errors.New("it may be " + strings.Join(agent.Ways(), ", "))
		}
		*way = value
		return nil
	})
}

// thresholdFlag defines --threshold.
func (c *call) thresholdFlag(threshold *float64) {
	c.flags.Func("threshold", "leave out passages whose confidence is below `T`, 0 to 1", func(value string) error {
		t, err := strconv.ParseFloat(value, 64)
		if err != nil || !(0 <= t && t <= 1) {
			return errors.New("it may be 0 to 1")
		}
		*threshold = t
		return nil
	})
}

// settingFlags defines the flags of settings, with the help of the settings.
func (c *call) settingFlags(names ...string) {
	c.settings = map[string]string{}
	for _, name := range names {
		for _, f := range settings.Fields() {
			if f.Flag != name {
				continue
			}
			value := "FILE"
			switch {
			case f.Allowed != nil:
				value = strings.Join(f.Allowed, "|")
			case f.Range != "":
				value = "N"
			}
			c.flags.Func(name, "`"+value+"`\n"+f.Doc, func(value string) error {
				c.settings[name] = value
				return nil
			})
		}
	}
}
