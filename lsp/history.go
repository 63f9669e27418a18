package lsp

import (
	"cmp"
	"context"
	"errors"
	"net/url"
	"strings"

	"docuquest/core/agent"
	"docuquest/core/answer/history"
	"docuquest/core/answer/replies"
	"docuquest/core/language/text"
)

// The earlier questions that are like one are a document, too: docuquest:/asked/ with the
// question behind it. It is made anew each time that it is asked for.
const (
	askedFolder = documentScheme + ":/asked/"
	askedName   = "asked-"
)

// histories are the questions whose answers are kept.
type histories interface {
	History(most int, all bool) ([]replies.PastQuestion, error)
	SimilarQuestions(ctx context.Context, question string, most int, e text.Encoding) ([]replies.Remembered, error)
}

// A historyArgument is what docuquest.history takes; it may be left out. A plain string is
// its Like.
type historyArgument struct {
	// Limit is the number of questions, 1 to history.MaxHistory; 0 means historyLimit. With
	// Like it is 1 to replies.MaxRemembered, and 0 means likeLimit.
	Limit int    `json:"limit"`
	Like  string `json:"like"` // lists the questions that are like this one, and not the newest
	Show  bool   `json:"show"` // open these in the editor
	All   bool   `json:"all"`  // list the newest questions of other folders, too
	background
}

// How many questions are listed where the client does not say.
const (
	historyLimit = 100
	likeLimit    = 10
)

// history lists the questions whose answers are kept: the newest that the folders of the
// session were asked, newest first, or the questions that are like one, the nearest first.
func (s *server) history(ctx context.Context, call commandCall) (any, error) {
	var wanted historyArgument
	if call.argument != nil {
		if err := call.read(&wanted, &wanted.Like); err != nil {
			return nil, err
		}
	}
	if strings.TrimSpace(wanted.Like) != "" {
		return s.askedBefore(ctx, call, wanted)
	}
	switch {
	case wanted.Show:
		return nil, invalid("docuquest.history shows the questions that are like one: which one?")
	case wanted.Limit < 0 || history.MaxHistory < wanted.Limit:
		return nil, invalid("docuquest.history: limit is a number of questions from 1 to %d", history.MaxHistory)
	}
	release(ctx)
	return s.agent.History(cmp.Or(wanted.Limit, historyLimit), wanted.All)
}

// askedBefore lists the questions that are like one.
func (s *server) askedBefore(ctx context.Context, call commandCall, wanted historyArgument) (any, error) {
	if wanted.Limit < 0 || replies.MaxRemembered < wanted.Limit {
		return nil, invalid("docuquest.history: with like, limit is a number of questions from 1 to %d", replies.MaxRemembered)
	}
	if err := agent.CheckText("question", wanted.Like); err != nil {
		return nil, invalid("docuquest.history: %v", err)
	}
	s.agent.Settle()
	release(ctx)
	return wanted.run(ctx, s, call, func(ctx context.Context, _ commandCall) (any, error) {
		found, err := s.remembered(ctx, wanted.Like, cmp.Or(wanted.Limit, likeLimit))
		if err != nil || !wanted.Show {
			return found, err
		}
		text := replies.RememberedDocument(wanted.Like, found)
		_, err = s.present(made{askedFolder, url.PathEscape(wanted.Like), text}, true)
		return found, err
	})
}

// remembered finds the questions that are like one, when it is the request's turn.
func (s *server) remembered(ctx context.Context, like string, most int) ([]replies.Remembered, error) {
	leave, err := s.glances.enter(ctx, patiently)
	if err != nil {
		return nil, err
	}
	defer leave()
	s.agent.AwaitLoad(ctx, loadPatience)
	return s.agent.SimilarQuestions(ctx, like, most, s.encoding)
}

// askedText is the document at an address; false for another address.
func (s *server) askedText(ctx context.Context, address string) (text string, isAsked bool, err error) {
	id, ok := documentName(address, askedFolder)
	if !ok {
		return "", false, nil
	}
	like, err := url.PathUnescape(id)
	like = withoutTitle(like, "Asked before: ")
	if err != nil || agent.CheckText("question", like) != nil {
		return "", true, errors.New("the address names no question")
	}
	found, err := s.remembered(ctx, like, likeLimit)
	if err != nil {
		return "", true, err
	}
	return replies.RememberedDocument(like, found), true, nil
}
