package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"path/filepath"
	"strings"
)

// all searches for each query. Between two a person on a terminal is waited for,
// and nobody else.
func (s *searcher) all(ctx context.Context, queries []string) error {
	var keys *lineReader
	if s.screens.stdin && s.screens.stdout && len(queries) > 1 {
		keys = newLineReader(s.stdin)
	}
	for i, query := range queries {
		if i > 0 && keys != nil {
			if more, err := s.pause(ctx, keys); err != nil || !more {
				return err
			}
		}
		if s.panel && !s.common.json {
			fmt.Fprintf(s.out, "Question %d of %d: %s\n\n", i+1, len(queries), oneLine(query))
		}
		if err := s.one(ctx, query); err != nil {
			return err
		}
	}
	return nil
}

// pause waits for Enter, and reports whether the person wants to see more.
func (s *searcher) pause(ctx context.Context, keys *lineReader) (more bool, err error) {
	fmt.Fprint(s.out, "Enter for the next question (or 'q' to quit): ")
	if err := s.out.finish(); err != nil {
		return false, err
	}
	key := keys.next(ctx)
	if errors.Is(key.err, io.EOF) {
		fmt.Fprintln(s.out) // There was no Enter key to end the line.
		return false, nil
	}
	return !strings.EqualFold(key.text, "q") && !strings.EqualFold(key.text, "quit"), key.err
}

// readQuestions reads the questions of a file: JSON lines where its name ends in
// .jsonl, else one a line.
func readQuestions(path string) ([]string, error) {
	content, err := readChosen("questions", path)
	if err != nil {
		return nil, err
	}
	questionOf := plainQuestion
	if strings.EqualFold(filepath.Ext(path), ".jsonl") {
		questionOf = questionOfJSON
	}
	questions, err := questionsIn(string(content), questionOf)
	if err != nil {
		return nil, fmt.Errorf("questions %s: %w", path, err)
	}
	return questions, nil
}

// questionsIn takes a question out of each line that is not empty. The error says
// in which line there is none, or that there is none at all.
func questionsIn(content string, questionOf func(line string) string) ([]string, error) {
	var questions []string
	number := 0
	for line := range strings.Lines(strings.TrimPrefix(content, "\ufeff")) {
		number++
		line = strings.TrimSpace(strings.ToValidUTF8(line, "\ufffd"))
		if line == "" {
			continue
		}
		question := questionOf(line)
		if question == "" {
			return nil, fmt.Errorf("line %d is no JSON object with a \"question\"", number)
		}
		questions = append(questions, question)
	}
	if len(questions) == 0 {
		return nil, errors.New("there is none")
	}
	return questions, nil
}

func plainQuestion(line string) string { return line }

// questionOfJSON is the question of a line of JSON, "" if it has none.
func questionOfJSON(line string) string {
	var asked struct {
		Question string `json:"question"`
	}
	if err := json.Unmarshal([]byte(line), &asked); err != nil {
		return ""
	}
	return strings.TrimSpace(asked.Question)
}
