package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io/fs"
	"path/filepath"

	"docuquest/core/agent"
	"docuquest/core/file"
)

// A target is what a command reads: the files of a folder, or one of them alone.
type target struct {
	folder string   // an absolute path
	file   file.URI // "" for all files of the folder
}

// fileFlag defines --file.
func (c *common) fileFlag(flags *flag.FlagSet) {
	flags.StringVar(&c.file, "file", "", "read `FILE` alone, wherever it lies, in place of a folder")
}

// target is what the flags name.
func (c *common) target() (target, error) {
	if c.file == "" {
		abs, err := filepath.Abs(c.folder)
		if err != nil {
			return target{}, fmt.Errorf("folder %q: %w", c.folder, err)
		}
		return target{folder: abs}, nil
	}
	if c.folder != "" {
		return target{}, usageError{"-C and --file exclude each other: a file is named as seen from where you are"}
	}
	return single(c.file)
}

// single is one file that the user named. Where that is a symbolic link, its
// user means what it leads to.
func single(name string) (target, error) {
	abs, err := filepath.Abs(name)
	if err == nil {
		abs, err = filepath.EvalSymlinks(abs)
	}
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return target{}, fmt.Errorf("%s: there is no such file", name)
	case err != nil:
		return target{}, fmt.Errorf("%s: %w", name, cause(err))
	}
	return target{folder: filepath.Dir(abs), file: file.FromPath(abs)}, nil
}

// read has the agent read a target, and shows how far that is.
func (p *program) read(ctx context.Context, t target, a *agent.Agent) error {
	line := p.progress()
	defer line.clear()
	return t.read(ctx, a, line)
}

// read has the agent read the target.
func (t target) read(ctx context.Context, a *agent.Agent, line *progressLine) error {
	if t.file == "" {
		return a.Load(ctx, line.files)
	}
	line.say("Reading " + filepath.Base(t.file.Path()))
	return a.Include(ctx, t.file)
}
