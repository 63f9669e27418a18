package main

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"time"

	"docuquest/core/agent"
	"docuquest/core/answer/replies"
	"docuquest/core/document"
	"docuquest/core/file"
	"docuquest/core/settings"
)

// A session is the agent of a command, and what it reads.
type session struct {
	target
	agent    *agent.Agent
	settings settings.Settings
}

// open makes the agent of a command that answers, with the model that the settings name.
func (c *call) open() (*session, error) {
	return c.openWith(func(p *parts) (err error) {
		p.talks = c.talks()
		if c.screens.stdin && c.screens.stderr {
			p.person.release = (&releaser{stdin: c.stdin, stderr: c.stderr}).ask
		}
		p.endpoint, err = c.named(p.settings, c.keyFile)
		return err
	})
}

// openPlain makes the agent of a command that needs no model.
func (c *call) openPlain() (*session, error) {
	return c.openWith(func(*parts) error { return nil })
}

// openWith makes an agent for the files that the flags name, from the parts that every
// command needs and those that add sets.
func (c *call) openWith(add func(*parts) error) (*session, error) {
	const patience = time.Minute // until all files have notes: the user asked for these, and for nothing after them
	t, err := c.target()
	if err != nil {
		return nil, err
	}
	s, err := c.load(c.settings, nil, c.warn)
	if err != nil {
		return nil, err
	}
	made := c.parts(s)
	made.folders, made.alone = []string{t.folder}, t.file != ""
	made.answers, made.notesPatience = c.answers(), patience
	if err := add(&made); err != nil {
		return nil, err
	}
	if made.embeds, err = c.embeds(s, c.warn); err != nil {
		return nil, err
	}
	a, err := made.agent()
	return &session{target: t, agent: a, settings: s}, err
}

// reading opens a session and reads its files.
func (c *call) reading(ctx context.Context, open func() (*session, error)) (*session, error) {
	s, err := open()
	if err != nil {
		return nil, err
	}
	if err := c.read(ctx, s); err != nil {
		s.agent.Close()
		return nil, err
	}
	return s, nil
}

// read reads the files of a session, and shows the progress.
func (c *call) read(ctx context.Context, s *session) error {
	line := c.progress()
	defer line.clear()
	if s.file == "" {
		return s.agent.Load(ctx, line.files)
	}
	line.say("Reading " + filepath.Base(s.file.Path()))
	return s.agent.Include(ctx, s.file)
}

// document is the one file of a session, nil for a folder. It warns of what could not be
// read of it: the user asks of nothing else.
func (c *call) document(ctx context.Context, s *session) *document.Document {
	if s.file == "" {
		return nil
	}
	d, err := s.agent.Document(ctx, s.file)
	if err != nil {
		return nil // reading it reported why
	}
	c.warnOfProblems(d, filepath.Base(s.file.Path()))
	return d
}

// warnOfProblems prints what could not be read of a document.
func (p *program) warnOfProblems(d *document.Document, name string) {
	for _, problem := range d.Problems {
		p.complain(fmt.Sprintf("warning: %s: %s", name, problem.Message))
	}
}

// A target is what a command reads: the files of a folder, or only one of them.
type target struct {
	folder string   // an absolute path
	file   file.URI // "" for all files of the folder
}

// target is what the flags name.
func (c *call) target() (target, error) {
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

// single is one file that the user named; of a symbolic link what it leads to.
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

// inside is the path of a file or folder as answers write it, "" for the folder that is
// read. An absolute path has to be in that folder.
func (t target) inside(path string) (string, error) {
	if path == "" {
		return "", nil
	}
	if !filepath.IsAbs(path) {
		path = filepath.Join(t.folder, path)
	}
	within, err := filepath.Rel(t.folder, path)
	if err != nil || !filepath.IsLocal(within) {
		return "", fmt.Errorf("%s is not in %s: -C reads another folder", printable(path), printable(t.folder))
	}
	if within == "." {
		return "", nil
	}
	return filepath.ToSlash(within), nil
}

// uriOf is the URI of a file by its path in the folder that is read.
func (c *call) uriOf(path string) file.URI {
	if !filepath.IsAbs(path) {
		path = filepath.Join(c.folder, path)
	}
	if abs, err := filepath.Abs(path); err == nil {
		path = abs
	}
	return file.FromPath(path)
}

// pathOf is the absolute path of the file that contains a place: its URI may name a text
// that was taken out of the file.
func (t target) pathOf(uri file.URI, path string) string {
	if t.file != "" {
		return t.file.Path()
	}
	if named, err := file.ParseURI(string(uri)); err == nil {
		return named.Path()
	}
	return filepath.Join(t.folder, filepath.FromSlash(path))
}

// placeOf is the place of a citation, as a person can open it: a place in a file as seen from
// the current folder, or the address of a page of the web that leads to the quote. The zero
// target leaves paths as they are in the folder that was asked.
func (t target) placeOf(c replies.Citation) string {
	if replies.OnWeb(c.URI) {
		return string(c.URI)
	}
	path := c.Path
	if t != (target{}) {
		path = t.pathOf(c.URI, c.Path)
		if here, err := os.Getwd(); err == nil {
			if near, err := filepath.Rel(here, path); err == nil && filepath.IsLocal(near) {
				path = near
			}
		}
	}
	return place(path, c.Range, c.Page)
}

// isAnswerID reports whether a person means an answer, and not a question. A question of one
// word has a question mark.
func isAnswerID(s string) bool {
	const letters, digits = "abcdefghijklmnopqrstuvwxyz", "0123456789"
	return strings.Trim(s, letters+digits) == ""
}

func nothingKept(id string) error {
	return fmt.Errorf("nothing is kept under the id %q: \"docuquest history\" lists what is", printable(id))
}

// noAnswer is nothingKept for a command that takes a question in the place of an id.
func noAnswer(id string) error {
	return fmt.Errorf("%w; a question of one word needs a question mark", nothingKept(id))
}
