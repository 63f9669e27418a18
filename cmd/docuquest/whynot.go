package main

import (
	"context"
	"os"
	"path/filepath"

	"docuquest/core/agent/fault"
	"docuquest/core/answer/why"
)

// whyNot prints why a file is not in an answer. Its path is as seen from the folder that is
// read.
func (c *call) whyNot(ctx context.Context) error {
	c.folderFlag()
	c.jsonFlag()
	c.settingFlags("retrieval")
	if err := c.parse(anyNumber); err != nil {
		return err
	}
	path, err := c.one("which file?")
	if err != nil {
		return err
	}
	asked, err := words(c.args[1:], "question, or the id of an answer")
	if err != nil {
		return err
	}
	w := why.WhyNot{Question: asked}
	isAnswer := isAnswerID(asked)
	if kept := c.answers(); kept != nil && !isAnswer {
		_, err := kept.Kept(asked)
		isAnswer = err == nil
	}
	if isAnswer {
		w.Answer, w.Question = asked, ""
		c.useFolderOf(asked, path)
	}
	w.URI = string(c.uriOf(path))
	s, err := c.reading(ctx, c.open)
	if err != nil {
		return err
	}
	defer s.agent.Close()
	reply, err := s.agent.WhyNot(ctx, w)
	switch {
	case fault.KindOf(err) == fault.NotFound && isAnswer:
		return noAnswer(asked)
	case err != nil:
		return err
	case c.json:
		return writeJSON(c.out, reply)
	}
	return c.writeMarkdown(reply.Explanation)
}

// useFolderOf has the folder of an answer be read where no folder is named, if it contains
// the file and the current folder does not.
func (c *call) useFolderOf(id, path string) {
	contains := func(folder string) bool {
		within := path
		if !filepath.IsAbs(path) {
			within = filepath.Join(folder, path)
		}
		below, err := filepath.Rel(folder, within)
		if err != nil || !filepath.IsLocal(below) {
			return false
		}
		_, err = os.Lstat(within)
		return err == nil
	}
	kept := c.answers()
	here, err := filepath.Abs("")
	if kept == nil || c.folder != "" || err != nil || contains(here) {
		return
	}
	x, err := why.LoadAccount(kept, id)
	if err != nil {
		return // nothing says where it was asked
	}
	for _, folder := range x.Folders {
		if contains(folder) {
			c.folder = folder
			return
		}
	}
}
