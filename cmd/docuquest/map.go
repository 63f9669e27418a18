package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"io/fs"
	"os"
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
			"Draws the programs of a folder as Markdown: its rooms, which are the folders in it, with their sizes, what they are about, their main types and functions by how many others use them, and which room needs which, as a table and as a drawing for Mermaid. Each line is a link to its place, as seen from the folder that is read, so that \"docuquest map > MAP.md\" makes a page of the project; elsewhere than in that folder its links lead nowhere. A folder that is most of the code gives way to those in it, and one that is most of it by what lies right in it to its files; a folder without others is drawn by its files. Calls that may mean several definitions are not counted, and files that are too large to be read are named at the end.",
			"FOLDER is a folder in the one that is read, to look at it more closely. What a name means is found without checking types, by what can be seen: imports, folders, and the types that variables are declared with. Nothing is sent and nothing is written.",
		},
		examples: []string{"docuquest map", "docuquest map core/agent", "docuquest map -C ~/src/project > ~/src/project/MAP.md", "docuquest map --json"},
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
	code, inside, done, err := p.codeBase(ctx, c, folder)
	if err != nil {
		return err
	}
	defer done()
	m, err := code.Map(inside)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return c.nothingToDraw(folder)
	case err != nil:
		return err
	case c.json:
		return writeJSON(out, m)
	}
	_, err = io.WriteString(out, strings.TrimSuffix(m.Document(agent.LinkByPath), "\n")+"\n")
	return err
}

// nothingToDraw says why there is no map of a folder in the one that is read.
func (c *common) nothingToDraw(folder string) error {
	if !filepath.IsAbs(folder) {
		folder = filepath.Join(c.folder, folder, ".")
	}
	if _, err := os.Stat(folder); errors.Is(err, fs.ErrNotExist) {
		return fmt.Errorf("there is no folder %s", printable(filepath.ToSlash(folder)))
	}
	return fmt.Errorf("there is no program in %s", printable(filepath.ToSlash(folder)))
}

// codeBase makes an agent that reads the programs of what the flags name, and gives a path
// in it as answers call it. done ends the agent.
func (p *program) codeBase(ctx context.Context, c *common, path string) (code *agent.CodeBase, inside string, done func(), err error) {
	a, t, err := p.aim(c)
	if err != nil {
		return nil, "", nil, err
	}
	if inside, err = t.inside(path); err == nil {
		line := p.progress()
		defer line.clear()
		code, err = a.ReadCodeBase(ctx, line.files)
	}
	if err != nil {
		a.Close()
		return nil, "", nil, err
	}
	return code, inside, a.Close, nil
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
