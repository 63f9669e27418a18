package main

import (
	"context"
	"io"

	"docuquest/core/agent"
	"docuquest/core/answer/history"
	"docuquest/core/answer/render"
	"docuquest/core/answer/why"
	"docuquest/core/language/text"
)

// explain prints how an answer came about: that of a kept answer, or of a question that is
// asked for it.
func (c *call) explain(ctx context.Context) error {
	c.folderFlag()
	c.jsonFlag()
	c.keyFlag()
	c.settingFlags("retrieval", "writer", "rerank")
	if err := c.parse(anyNumber); err != nil {
		return err
	}
	asked, err := words(c.args, "question, or the id of an answer")
	if err != nil {
		return err
	}
	kept := c.answers()
	isAnswer := false
	if kept != nil {
		if x, err := why.LoadAccount(kept, asked); err == nil {
			return c.writeAccount(x)
		}
		_, err := kept.Kept(asked)
		isAnswer = err == nil
	}
	if !isAnswer && isAnswerID(asked) {
		return noAnswer(asked)
	}
	s, err := c.reading(ctx, c.open)
	if err != nil {
		return err
	}
	defer s.agent.Close()
	id := asked
	if !isAnswer {
		r, err := s.agent.Ask(ctx, agent.Request{Text: asked, Conversation: history.NoConversation, Encoding: text.UTF16}, nil)
		if err != nil {
			return err
		}
		id = r.ID
	}
	x, err := s.agent.Explain(ctx, id)
	if err != nil {
		return err
	}
	return c.writeAccount(x)
}

// writeAccount prints how an answer came about.
func (c *call) writeAccount(x *why.Account) error {
	if c.json {
		return writeJSON(c.out, x)
	}
	return c.writeMarkdown(x.Markdown())
}

// writeMarkdown prints a document of ours for people.
func (c *call) writeMarkdown(document string) error {
	_, err := io.WriteString(c.out, render.Terminal(document, c.screens.width)+"\n")
	return err
}
