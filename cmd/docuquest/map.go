package main

import (
	"context"
	"flag"
	"fmt"
	"io"
	"path"
	"path/filepath"
	"strings"

	"docuquest/core/agent"
)

func mapCommand() command {
	return command{
		name:    "map",
		summary: "draw the code base of a folder: its rooms, and who depends on whom",
		args:    "[FOLDER]",
		about: []string{
			"Draws the programs of a folder as Markdown: its rooms, which are the folders in it, with their sizes, what they are about, their main types and functions by how many others use them, and which room needs which, as a table and as a drawing for Mermaid. Each line is a link to its place, as seen from the folder that is read, so that \"docuquest map > MAP.md\" makes a page of the project. A folder that is most of the code gives way to those in it; a folder without others is drawn by its files.",
			"FOLDER is a folder in the one that is read, to look at it more closely. What a name means is found without checking types, by what can be seen: imports, folders, and the types that variables are declared with. Nothing is sent and nothing is written.",
		},
		examples:      []string{"docuquest map", "docuquest map core/agent", "docuquest map -C ~/src/project > MAP.md", "docuquest map --json"},
		flagsAnywhere: true,
		prepare: func(flags *flag.FlagSet) action {
			c := &common{}
			c.folderFlag(flags)
			c.jsonFlag(flags)
			return func(ctx context.Context, p *program, out *output, args []string) error {
				folder := ""
				if len(args) > 0 {
					folder = args[0]
					if err := noMore(args[1:]); err != nil {
						return err
					}
				}
				return p.drawMap(ctx, out, c, folder)
			}
		},
	}
}

func (p *program) drawMap(ctx context.Context, out *output, c *common, folder string) error {
	t, err := c.target()
	if err != nil {
		return err
	}
	inside, err := t.inside(folder)
	if err != nil {
		return err
	}
	code, done, err := p.codeBase(ctx, t)
	if err != nil {
		return err
	}
	defer done()
	m, err := code.Map(inside)
	switch {
	case err != nil:
		return fmt.Errorf("there is no program in %s", printable(path.Join(c.folder, folder, ".")))
	case c.json:
		return writeJSON(out, m)
	}
	_, err = io.WriteString(out, strings.TrimSuffix(m.Document(agent.LinkByPath), "\n")+"\n")
	return err
}

// codeBase makes an agent that reads the programs of a target. done ends it.
func (p *program) codeBase(ctx context.Context, t target) (code *agent.CodeBase, done func(), err error) {
	a, err := p.openAlone(t, nil)
	if err != nil {
		return nil, nil, err
	}
	line := p.progress()
	defer line.clear()
	if code, err = a.ReadCodeBase(ctx, line.files); err != nil {
		a.Close()
		return nil, nil, err
	}
	return code, a.Close, nil
}

// inside is the path of a folder in the target as answers call it. One that is named by
// an absolute path has to lie there.
func (t target) inside(folder string) (string, error) {
	if folder == "" {
		return "", nil
	}
	if !filepath.IsAbs(folder) {
		folder = filepath.Join(t.folder, folder)
	}
	within, err := filepath.Rel(t.folder, folder)
	if err != nil || !filepath.IsLocal(within) {
		return "", fmt.Errorf("%s does not lie in %s: -C reads another folder", printable(folder), printable(t.folder))
	}
	if within == "." {
		return "", nil
	}
	return filepath.ToSlash(within), nil
}
