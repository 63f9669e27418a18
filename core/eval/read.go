package eval

import (
	"bufio"
	"bytes"
	"encoding/json"
	"fmt"
	"os"
	"strconv"
	"strings"
)

// A labelled question is a line of queries.jsonl. The rest of the line is read by the
// measure that needs it, since collections differ in it.
type labelled struct {
	ID   string
	Text string

	line   json.RawMessage    // all of it
	grades map[string]float64 // above 0, by the name of what is relevant
}

func (q labelled) name() string { return q.ID }

// decode reads more of the question's line.
func (q labelled) decode(into any) error {
	if err := json.Unmarshal(q.line, into); err != nil {
		return fmt.Errorf("%s: question %s: %w", queriesName, q.ID, err)
	}
	return nil
}

// readQuestions reads queries.jsonl.
func (c Collection) readQuestions() ([]labelled, error) {
	var all []labelled
	err := eachLine(c.path(queriesName), func(line []byte) error {
		q := labelled{line: bytes.Clone(line)}
		err := json.Unmarshal(line, &q)
		all = append(all, q)
		return err
	})
	return all, err
}

// judged returns the questions with a grade above 0, each with its grades.
func judged(questions []labelled, grades map[string]map[string]float64) []labelled {
	var all []labelled
	for _, q := range questions {
		if q.grades = grades[q.ID]; len(q.grades) > 0 {
			all = append(all, q)
		}
	}
	return all
}

// readGrades reads a table of question, document and grade; suffix is added to
// the names of the documents.
func readGrades(name, suffix string) (map[string]map[string]float64, error) {
	rows, err := readTable(name)
	if err != nil {
		return nil, err
	}
	grades := map[string]map[string]float64{}
	for i, row := range rows {
		if len(row) != 3 {
			return nil, fmt.Errorf("%s:%d: %d columns, not question, document and grade", name, i+1, len(row))
		}
		grade, err := strconv.ParseFloat(row[2], 64)
		if err != nil {
			return nil, fmt.Errorf("%s:%d: grade %q is no number", name, i+1, row[2])
		}
		if grade <= 0 {
			continue
		}
		if grades[row[0]] == nil {
			grades[row[0]] = map[string]float64{}
		}
		grades[row[0]][row[1]+suffix] = grade
	}
	return grades, nil
}

// readTable reads lines of columns with tabs between them.
func readTable(name string) ([][]string, error) {
	var rows [][]string
	err := eachLine(name, func(line []byte) error {
		rows = append(rows, strings.Split(string(line), "\t"))
		return nil
	})
	return rows, err
}

// readLines reads a file of JSON values, one a line.
func readLines[T any](name string) ([]T, error) {
	var all []T
	err := eachLine(name, func(line []byte) error {
		var one T
		if err := json.Unmarshal(line, &one); err != nil {
			return err
		}
		all = append(all, one)
		return nil
	})
	return all, err
}

// eachLine calls do for the lines of a file that are not blank, without the byte
// order mark of the first. An error of do comes back with the file's name and the
// line.
func eachLine(name string, do func(line []byte) error) error {
	f, err := os.Open(name)
	if err != nil {
		return err
	}
	defer f.Close()
	lines := bufio.NewScanner(f)
	lines.Buffer(nil, 64<<20)
	for n := 1; lines.Scan(); n++ {
		line := bytes.TrimRight(lines.Bytes(), "\r")
		if n == 1 {
			line = bytes.TrimPrefix(line, []byte("\ufeff"))
		}
		if len(bytes.TrimSpace(line)) > 0 {
			if err := do(line); err != nil {
				return fmt.Errorf("%s:%d: %w", name, n, err)
			}
		}
	}
	return lines.Err()
}
