package main

import (
	"cmp"
	"context"
	"fmt"
	"io"
	"path/filepath"
	"strconv"
	"strings"

	"docuquest/core/answer/replies"
	"docuquest/core/code/codemap"
	"docuquest/core/language/text"
)

// callsReply is what the command prints for programs.
type callsReply struct {
	Encoding string `json:"encoding"`
	codemap.CallList
}

// calls lists what calls a function or a type and what it calls, or with --imports who
// imports a file or a folder.
func (c *call) calls(ctx context.Context) error {
	c.folderFlag()
	c.jsonFlag()
	of := c.flags.String("of", "", "list the calls of the definition at `FILE:LINE` or FILE:LINE:COLUMN, a path as seen from the folder that is read")
	imports := c.flags.String("imports", "", "list what the file or folder `PATH` imports, and who imports it")
	if err := c.parse(anyNumber); err != nil {
		return err
	}
	isPlace, isImports := *of != "", *imports != ""
	if isPlace || isImports {
		if err := noMore(c.args); err != nil {
			return err
		}
	}
	if isPlace && isImports {
		return usageError{"--of and --imports are two questions: ask one"}
	}
	var path, name string
	var line, column int // from 1, 0 for none
	var err error
	switch {
	case isPlace:
		path, line, column, err = readPlace(*of)
	case !isImports:
		name, err = words(c.args, "name of the function or the type")
	}
	if err != nil {
		return err
	}
	code, inside, done, err := c.codeBase(ctx, *imports)
	if err != nil {
		return err
	}
	defer done()
	var found *codemap.CallList
	switch {
	case isImports:
		return c.listImports(code, *imports, inside)
	case column > 0:
		found, err = code.CallsAt(ctx, c.uriOf(path), replies.Position{Line: line - 1, Character: column - 1}, text.UTF16)
	case isPlace:
		found, err = code.CallsInLine(ctx, c.uriOf(path), line-1, text.UTF16)
	default:
		found, err = code.CallsNamed(ctx, name, text.UTF16)
	}
	switch {
	case err != nil:
		return err
	case c.json:
		err = writeJSON(c.out, callsReply{text.UTF16.String(), *found})
	default:
		err = writeCalls(c.out, found)
	}
	if err == nil && len(found.Definitions) == 0 {
		err = exit(exitNotFound)
	}
	return err
}

// readPlace reads FILE:LINE and FILE:LINE:COLUMN.
func readPlace(s string) (path string, line, column int, err error) {
	var numbers []int
	path = s
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
		return path, numbers[0], 0, nil
	case 2:
		return path, numbers[1], numbers[0], nil
	}
	return "", 0, 0, usageError{fmt.Sprintf("%q is no FILE:LINE, such as main.go:12, with lines from 1", printable(s))}
}

// writeCalls prints calls for people.
func writeCalls(to io.Writer, all *codemap.CallList) error {
	var b strings.Builder
	if len(all.Definitions) == 0 {
		b.WriteString("Nothing is defined there, or under this name.\n")
	}
	for i, one := range all.Definitions {
		if i > 0 {
			b.WriteByte('\n')
		}
		fmt.Fprintf(&b, "%s  %s\n", printableLine(one.Kind+" "+one.Name), lineOf(one.Path, one.Select))
		writeEnds(&b, "Called by", one.Callers)
		writeEnds(&b, "Calls", one.Callees)
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

// writeEnds prints the callers of a definition with the places of their calls, or the
// callees with the places of their definitions. Behind each is how often it calls and how
// sure that is.
func writeEnds(b *strings.Builder, title string, calls []codemap.Call) {
	if len(calls) == 0 {
		fmt.Fprintf(b, "  %s nothing that could be found.\n", title)
		return
	}
	fmt.Fprintf(b, "  %s:\n", title)
	for _, c := range calls {
		at := c.Select
		if title == "Called by" && len(c.At) > 0 {
			at = c.At[0]
		}
		var remarks []string
		if c.Mention {
			remarks = append(remarks, "mentions it")
		}
		if len(c.At) > 1 {
			remarks = append(remarks, fmt.Sprintf("%d times", len(c.At)))
		}
		if remark := c.Remark(); remark != "" {
			remarks = append(remarks, remark)
		}
		line := fmt.Sprintf("    %s  %s", lineOf(c.Path, at), printableLine(c.Kind+" "+c.Name))
		if remarks != nil {
			line += " (" + strings.Join(remarks, ", ") + ")"
		}
		b.WriteString(line + "\n")
	}
}

// lineOf is a line of a file as people and editors write it.
func lineOf(path string, r replies.Range) string {
	return printableLine(filepath.FromSlash(path)) + ":" + strconv.Itoa(r.Start.Line+1)
}

// listImports prints what a file or a folder imports, and who imports it.
func (c *call) listImports(code *codemap.CodeBase, typed, path string) error {
	all, err := code.Imports(path)
	switch {
	case err != nil:
		return fmt.Errorf("%s is no program, and no folder with a program right in it", printable(typed))
	case c.json:
		return writeJSON(c.out, all)
	}
	named := func(path string) string { return cmp.Or(printableLine(filepath.FromSlash(path)), ".") }
	list := func(title string, links []codemap.ImportLink) {
		if len(links) == 0 {
			fmt.Fprintf(c.out, "  %s nothing that could be found.\n", title)
			return
		}
		fmt.Fprintf(c.out, "  %s:\n", title)
		for _, l := range links {
			line := "    " + named(l.Path)
			if l.Said != l.Path {
				line += " (as " + printableLine(l.Said) + ")"
			}
			fmt.Fprintln(c.out, line)
		}
	}
	fmt.Fprintln(c.out, named(all.Path))
	list("Imports", all.Imports)
	list("Imported by", all.ImportedBy)
	if len(all.Outside) > 0 {
		fmt.Fprintf(c.out, "  Leads elsewhere: %s.\n", printableLine(strings.Join(all.Outside, ", ")))
	}
	return nil
}
