package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"path/filepath"
	"strings"

	"docuquest/core/agent"
	"docuquest/core/language/text"
)

// search lists the passages that fit words best, or those for each question of a file. On a
// terminal it waits between two questions.
func (c *call) search(ctx context.Context) error {
	search := agent.Search{Encoding: text.UTF16}
	c.folderFlag()
	c.fileFlag()
	c.jsonFlag()
	c.filterFlags(&search.In, &search.Types)
	c.notesFlag()
	c.numberFlag(&search.Limit, "limit", agent.MaxHits, "list at most `N` passages, 1 to 1000; default 10")
	c.numberFlag(&search.Limit, "k", agent.MaxHits, "list at most `N` passages, like --limit")
	c.numberFlag(&search.Around, "around", agent.MaxAround, "print with each passage the `N` passages on each side of it, and how its headings begin, 1 to 20")
	c.thresholdFlag(&search.Threshold)
	c.flags.BoolVar(&search.Explain, "explain", false, "print how the passages were found, not their text")
	c.settingFlags("rerank", "calls")
	list := c.flags.String("questions", "", "search for each question of `FILE`")
	if err := c.parse(anyNumber); err != nil {
		return err
	}
	search.Notes = c.notes
	queries, err := []string(nil), noMore(c.args)
	switch {
	case *list == "":
		queries = make([]string, 1)
		queries[0], err = words(c.args, "query")
	case err == nil:
		var content []byte
		if content, err = readChosen("questions", *list); err == nil {
			queries, err = questionsIn(*list, string(content))
		}
	}
	if err != nil {
		return err
	}
	s, err := c.reading(ctx, c.openPlain)
	if err != nil {
		return err
	}
	defer s.agent.Close()
	c.document(ctx, s) // warns of what could not be read of one file
	return c.searchEach(ctx, s, search, queries, *list != "")
}

// searchEach searches for each query and prints what it finds; isList means that the queries
// are those of a file.
func (c *call) searchEach(ctx context.Context, s *session, search agent.Search, queries []string, isList bool) error {
	var keys *lineReader
	if c.screens.stdin && c.screens.stdout && len(queries) > 1 {
		keys = newLineReader(c.stdin)
	}
	found := false
	for i, query := range queries {
		if i > 0 && keys != nil {
			fmt.Fprint(c.out, "Enter for the next question (or 'q' to quit): ")
			if err := c.out.finish(); err != nil {
				return err
			}
			key := keys.next(ctx)
			if errors.Is(key.err, io.EOF) {
				fmt.Fprintln(c.out) // there was no Enter key to end the line
				return nil
			}
			if key.err != nil || isQuit(key.text) {
				return key.err
			}
		}
		if isList && !c.json {
			fmt.Fprintf(c.out, "Question %d of %d: %s\n\n", i+1, len(queries), printableLine(query))
		}
		search.Query = query
		reply, err := s.agent.Search(ctx, search)
		if err != nil {
			return err
		}
		found = found || len(reply.Hits) > 0
		switch {
		case c.json && isList:
			err = writeJSONLine(c.out, reply)
		case c.json:
			err = writeJSON(c.out, reply)
		case search.Explain:
			err = c.writeMarkdown(reply.Explain.Markdown(reply.Filters, reply.Groups, reply.Remarks()))
		case c.file != "":
			err = writePassages(c.out, reply, c.screens.width)
		default:
			err = writeHits(c.out, reply, c.screens.width)
		}
		if err == nil && reply.Suggested != "" && !c.json && !search.Explain {
			_, err = fmt.Fprintf(c.out, "Did you mean: %s\n", printableLine(c.again(reply.Suggested)))
		}
		if err != nil {
			return err
		}
	}
	if !found {
		return exit(exitNotFound)
	}
	return nil
}

// questionsIn returns the questions in a file: JSON lines where its name ends in .jsonl,
// else one a line. An error names the line that contains none.
func questionsIn(path, content string) ([]string, error) {
	isJSON := strings.EqualFold(filepath.Ext(path), ".jsonl")
	var questions []string
	number := 0
	for line := range strings.Lines(strings.TrimPrefix(content, "\ufeff")) {
		number++
		line = strings.TrimSpace(strings.ToValidUTF8(line, "\ufffd"))
		if line == "" {
			continue
		}
		if isJSON {
			var asked struct {
				Question string `json:"question"`
			}
			if err := json.Unmarshal([]byte(line), &asked); err != nil || strings.TrimSpace(asked.Question) == "" {
				return nil, fmt.Errorf("questions %s: line %d is no JSON object with a \"question\"", path, number)
			}
			line = strings.TrimSpace(asked.Question)
		}
		questions = append(questions, line)
	}
	if len(questions) == 0 {
		return nil, fmt.Errorf("questions %s: there is none", path)
	}
	return questions, nil
}
