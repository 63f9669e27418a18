package main

import (
	"context"
	"flag"
	"fmt"
	"io"
	"path/filepath"
	"strconv"
	"strings"

	"docuquest/core/agent"
	"docuquest/core/file"
	"docuquest/core/language/text"
)

func callsCommand() command {
	return command{
		name:    "calls",
		summary: "list what calls a function or a type, and what it calls",
		args:    "NAME",
		about: []string{
			"Lists for each definition with the name what calls or mentions it, and what it calls and mentions itself, each with its place. The name may have that of its type, its folder or its file in front: Put, Library.Put, index.New, core/index.New. With --of it is what the line of a file calls or defines, or else what is defined around it. With --imports it is instead what a file, or the files of a folder, import within the folder that is read, and who imports them.",
			"What a name means is found without checking types, by what can be seen: imports, folders, and the types that variables are declared with. Where several definitions may be meant, each of them is listed, with how many they are; where the name alone speaks for one, that is said. Calls of methods with a name that many types have may be missing, and calls through variables that hold functions are. What an import leads to is found by paths and names, without the tools of the language. Nothing is sent and nothing is written.",
		},
		examples: []string{"docuquest calls Library.Put", "docuquest calls --of core/index/library.go:66", "docuquest calls --imports core/index", "docuquest calls -C ~/src/project --json parse"},
		exits:    answerExits,
		prepare: func(flags *flag.FlagSet) action {
			c := &common{}
			c.folderFlag(flags)
			c.jsonFlag(flags)
			of := flags.String("of", "", "list the calls of what stands at `FILE:LINE` or FILE:LINE:COLUMN, a path as seen from the folder that is read")
			imports := flags.String("imports", "", "list what the file or folder `PATH` imports, and who imports it")
			return func(ctx context.Context, p *program, out *output, args []string) error {
				if *of != "" || *imports != "" {
					if err := noMore(args); err != nil {
						return err
					}
				}
				switch {
				case *of != "" && *imports != "":
					return usageError{"--of and --imports are two questions: ask one"}
				case *of != "":
					return p.callsAt(ctx, out, c, *of)
				case *imports != "":
					return p.listImports(ctx, out, c, *imports)
				}
				name, err := words(args, "name of the function or the type")
				if err != nil {
					return err
				}
				return p.listCalls(ctx, out, c, func(ctx context.Context, code *agent.CodeBase) (*agent.CallList, error) {
					return code.CallsNamed(ctx, name, text.UTF16)
				})
			}
		},
	}
}

// callsAt lists the calls of what stands at a place.
func (p *program) callsAt(ctx context.Context, out *output, c *common, place string) error {
	at, err := readPlace(place)
	if err != nil {
		return err
	}
	u := file.URI(c.uriOf(at.path))
	return p.listCalls(ctx, out, c, func(ctx context.Context, code *agent.CodeBase) (*agent.CallList, error) {
		if at.column > 0 {
			return code.CallsAt(ctx, u, agent.Position{Line: at.line - 1, Character: at.column - 1}, text.UTF16)
		}
		return code.CallsInLine(ctx, u, at.line-1, text.UTF16)
	})
}

// A filePlace is a line of a file, from 1, and a column in it, 0 for none.
type filePlace struct {
	path         string
	line, column int
}

// readPlace reads FILE:LINE and FILE:LINE:COLUMN.
func readPlace(s string) (filePlace, error) {
	var numbers []int
	path := s
	for len(numbers) < 2 {
		at := strings.LastIndexByte(path, ':')
		n, err := strconv.Atoi(path[at+1:])
		if at <= 0 || err != nil || n < 1 {
			break
		}
		path, numbers = path[:at], append(numbers, n)
	}
	switch len(numbers) {
	case 1:
		return filePlace{path: path, line: numbers[0]}, nil
	case 2:
		return filePlace{path: path, line: numbers[1], column: numbers[0]}, nil
	}
	return filePlace{}, usageError{fmt.Sprintf("%q is no FILE:LINE, such as main.go:12, with lines from 1", printable(s))}
}

// listCalls reads the programs of the folder and lists the calls that are asked of them.
func (p *program) listCalls(ctx context.Context, out *output, c *common, ask func(context.Context, *agent.CodeBase) (*agent.CallList, error)) error {
	code, _, done, err := p.codeBase(ctx, c, "")
	if err != nil {
		return err
	}
	defer done()
	all, err := ask(ctx, code)
	if err != nil {
		return err
	}
	if c.json {
		err = writeJSON(out, callsReply{text.UTF16.String(), *all})
	} else {
		err = writeCalls(out, all, p.screens.width)
	}
	if err == nil && len(all.Definitions) == 0 {
		err = exit(exitNotFound)
	}
	return err
}

// callsReply is what the command prints for programs.
type callsReply struct {
	Encoding string `json:"encoding"`
	agent.CallList
}

// writeCalls prints calls for people.
func writeCalls(to io.Writer, all *agent.CallList, width int) error {
	var b strings.Builder
	if len(all.Definitions) == 0 {
		b.WriteString("Nothing is defined there, or under this name.\n")
	}
	for i, one := range all.Definitions {
		if i > 0 {
			b.WriteByte('\n')
		}
		fmt.Fprintf(&b, "%s  %s\n", headOf(one.Callable), callPlace(one.Path, one.Select))
		writeEnds(&b, "Called by", one.Callers, width)
		writeEnds(&b, "Calls", one.Callees, width)
		if one.More > 0 {
			fmt.Fprintf(&b, "  And %d more.\n", one.More)
		}
	}
	if all.More > 0 {
		fmt.Fprintf(&b, "\nAnd %d more: put its type, its folder or its file in front of the name.\n", all.More)
	}
	_, err := io.WriteString(to, b.String())
	return err
}

func headOf(c agent.Callable) string { return oneLine(c.Kind + " " + c.Name) }

// writeEnds prints the callers or the callees of a definition, a line each.
func writeEnds(b *strings.Builder, title string, calls []agent.Call, width int) {
	if len(calls) == 0 {
		fmt.Fprintf(b, "  %s nothing that could be found.\n", title)
		return
	}
	fmt.Fprintf(b, "  %s:\n", title)
	for _, c := range calls {
		line := fmt.Sprintf("    %s  %s", callPlace(c.Path, firstPlace(c, title)), headOf(c.Callable))
		if remark := remarkOn(c); remark != "" {
			line += " (" + remark + ")"
		}
		b.WriteString(line + "\n")
	}
}

// firstPlace is the place that is shown of a call: of a caller that of the call, of a
// callee where it is defined.
func firstPlace(c agent.Call, title string) agent.Range {
	if title == "Calls" || len(c.At) == 0 {
		return c.Select
	}
	return c.At[0]
}

// remarkOn tells how a call is sure and how often it stands there.
func remarkOn(c agent.Call) string {
	var all []string
	if c.Mention {
		all = append(all, "mentions it")
	}
	if len(c.At) > 1 {
		all = append(all, fmt.Sprintf("%d times", len(c.At)))
	}
	if remark := c.Remark(); remark != "" {
		all = append(all, remark)
	}
	return strings.Join(all, ", ")
}

// callPlace is a line of a file as people and editors write it.
func callPlace(path string, r agent.Range) string {
	return oneLine(filepath.FromSlash(path)) + ":" + strconv.Itoa(r.Start.Line+1)
}
