package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"docuquest/core/agent/fault"
	"docuquest/core/code/codemap"
)

// drawMap draws the code base of a folder.
func (c *call) drawMap(ctx context.Context) error {
	c.folderFlag()
	c.jsonFlag()
	if err := c.parse(1); err != nil {
		return err
	}
	folder := strings.Join(c.args, "")
	code, inside, done, err := c.codeBase(ctx, folder)
	if err != nil {
		return err
	}
	defer done()
	m, err := code.Map(inside)
	if fault.KindOf(err) == fault.NotFound {
		if !filepath.IsAbs(folder) {
			folder = filepath.Join(c.folder, folder, ".")
		}
		if _, err := os.Stat(folder); errors.Is(err, fs.ErrNotExist) {
			return fmt.Errorf("there is no folder %s", printable(filepath.ToSlash(folder)))
		}
		return fmt.Errorf("there is no program in %s", printable(filepath.ToSlash(folder)))
	}
	switch {
	case err != nil:
		return err
	case c.json:
		return writeJSON(c.out, m)
	}
	_, err = io.WriteString(c.out, strings.TrimSuffix(m.Document(codemap.LinkByPath), "\n")+"\n")
	return err
}

// codeBase makes an agent that reads the programs of what the flags name, and gives a path
// in it as answers write it. done ends the agent.
func (c *call) codeBase(ctx context.Context, path string) (code *codemap.CodeBase, inside string, done func(), err error) {
	s, err := c.openPlain()
	if err != nil {
		return nil, "", nil, err
	}
	if inside, err = s.inside(path); err == nil {
		line := c.progress()
		defer line.clear()
		code, err = s.agent.ReadCodeBase(ctx, line.files)
	}
	if err != nil {
		s.agent.Close()
		return nil, "", nil, err
	}
	return code, inside, s.agent.Close, nil
}
