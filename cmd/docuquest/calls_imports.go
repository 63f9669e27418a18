package main

import (
	"cmp"
	"context"
	"fmt"
	"io"
	"path/filepath"
	"strings"

	"docuquest/core/agent"
)

// listImports reads the programs of the folder and lists what a file or a folder in it
// imports, and who imports it.
func (p *program) listImports(ctx context.Context, out *output, c *common, path string) error {
	code, inside, done, err := p.codeBase(ctx, c, path)
	if err != nil {
		return err
	}
	defer done()
	all, err := code.Imports(inside)
	switch {
	case err != nil:
		return fmt.Errorf("%s is no program, and no folder that one lies right in", printable(path))
	case c.json:
		return writeJSON(out, all)
	}
	return writeImports(out, all)
}

// writeImports prints imports for people.
func writeImports(to io.Writer, all *agent.Imports) error {
	var b strings.Builder
	b.WriteString(shownFolder(all.Path) + "\n")
	writeLinks(&b, "Imports", all.Imports)
	writeLinks(&b, "Imported by", all.ImportedBy)
	if len(all.Outside) > 0 {
		fmt.Fprintf(&b, "  Leads elsewhere: %s.\n", oneLine(strings.Join(all.Outside, ", ")))
	}
	_, err := io.WriteString(to, b.String())
	return err
}

// writeLinks prints the imports of one direction, a line each.
func writeLinks(b *strings.Builder, title string, links []agent.ImportLink) {
	if len(links) == 0 {
		fmt.Fprintf(b, "  %s nothing that could be found.\n", title)
		return
	}
	fmt.Fprintf(b, "  %s:\n", title)
	for _, l := range links {
		line := "    " + shownFolder(l.Path)
		if l.Said != l.Path {
			line += " (as " + oneLine(l.Said) + ")"
		}
		b.WriteString(line + "\n")
	}
}

// shownFolder is the path of a file or a folder as people write it.
func shownFolder(path string) string { return cmp.Or(oneLine(filepath.FromSlash(path)), ".") }
