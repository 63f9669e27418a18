package eval

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"docuquest/core/file"
)

// A collection is a folder with documents, questions and judgements.
type collection struct {
	name      string // its path below the folder that holds sets.tsv
	folder    string
	extension string // of its documents as files, without a dot
}

const corpusName = "corpus.jsonl"

// find lists the collections at or below the folders, in the order of sets.tsv
// where there is one; collections that it does not name are text.
func find(folders []string) ([]collection, error) {
	var found []collection
	for _, folder := range folders {
		folder, err := filepath.EvalSymlinks(folder)
		if err != nil {
			return nil, err
		}
		err = filepath.WalkDir(folder, func(name string, d fs.DirEntry, err error) error {
			if err != nil || d.Name() != corpusName {
				return err
			}
			found = append(found, collection{folder: filepath.Dir(name)})
			return nil
		})
		if err != nil {
			return nil, err
		}
	}
	if len(found) == 0 {
		return nil, fmt.Errorf("no collection in %s: a collection is a folder with %s", strings.Join(folders, ", "), corpusName)
	}
	order := map[string]int{}
	for i := range found {
		if err := found[i].describe(order); err != nil {
			return nil, err
		}
	}
	if err := checkNames(found); err != nil {
		return nil, err
	}
	slices.SortStableFunc(found, func(a, b collection) int { return order[a.name] - order[b.name] })
	return found, nil
}

// checkNames refuses two collections of one name, whose figures nobody could tell
// apart.
func checkNames(found []collection) error {
	folders := map[string]string{}
	for _, c := range found {
		if other, taken := folders[c.name]; taken {
			return fmt.Errorf("%s and %s are both called %s", other, c.folder, c.name)
		}
		folders[c.name] = c.folder
	}
	return nil
}

// describe looks the collection up in the nearest sets.tsv above it.
func (c *collection) describe(order map[string]int) error {
	c.name, c.extension = filepath.Base(c.folder), "txt"
	abs, err := filepath.Abs(c.folder)
	if err != nil {
		return err
	}
	for top := filepath.Dir(abs); ; top = filepath.Dir(top) {
		rows, err := readTable(filepath.Join(top, "sets.tsv"))
		if errors.Is(err, fs.ErrNotExist) && top != filepath.Dir(top) {
			continue
		}
		if errors.Is(err, fs.ErrNotExist) {
			return nil
		}
		if err != nil {
			return err
		}
		rel, _ := filepath.Rel(top, abs)
		c.name = filepath.ToSlash(rel)
		order[c.name] = len(rows)
		for i, row := range rows {
			if len(row) > 1 && row[0] == c.name {
				c.extension, order[c.name] = row[1], i
			}
		}
		return nil
	}
}

// data is a collection in memory. It is a file.Source of its documents.
type data struct {
	files     []file.File
	byURI     map[file.URI]file.File
	questions []question
}

type question struct {
	id     string
	text   string
	grades map[string]float64 // above 0, by document
}

// Read makes a collection a source of files.
func (d *data) Read(_ context.Context, u file.URI) (file.File, error) {
	f, ok := d.byURI[u]
	if !ok {
		return file.File{}, fs.ErrNotExist
	}
	return f, nil
}

func (c collection) load() (*data, error) {
	d := &data{byURI: map[file.URI]file.File{}}
	err := eachLine(filepath.Join(c.folder, corpusName), func(line []byte) error {
		var doc struct{ ID, Title, Text string }
		if err := json.Unmarshal(line, &doc); err != nil {
			return err
		}
		f := c.file(doc.ID, doc.Title, doc.Text)
		d.files = append(d.files, f)
		d.byURI[f.URI] = f
		return nil
	})
	if err != nil {
		return nil, err
	}
	grades, err := c.grades()
	if err != nil {
		return nil, err
	}
	err = eachLine(filepath.Join(c.folder, "queries.jsonl"), func(line []byte) error {
		var q struct{ ID, Text string }
		if err := json.Unmarshal(line, &q); err != nil {
			return err
		}
		if g := grades[q.ID]; len(g) > 0 {
			d.questions = append(d.questions, question{q.ID, q.Text, g})
		}
		return nil
	})
	return d, err
}

// file is a document as a person would have it in a folder: its title stands on
// top unless the text begins with it.
func (c collection) file(id, title, content string) file.File {
	if title != "" && !strings.HasPrefix(content, title) {
		if c.extension == "md" {
			title = "# " + title
		}
		content = title + "\n\n" + content
	}
	name := id + "." + c.extension
	return file.File{
		Identity: file.Identity{URI: file.FromPath("/" + name), Hash: file.HashOf(content)},
		Path:     name,
		Content:  content,
		Language: file.LanguageOf(name),
	}
}

// grades reads qrels.tsv: question, document, grade.
func (c collection) grades() (map[string]map[string]float64, error) {
	name := filepath.Join(c.folder, "qrels.tsv")
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
		grades[row[0]][row[1]+"."+c.extension] = grade
	}
	return grades, nil
}

func readTable(name string) ([][]string, error) {
	var rows [][]string
	err := eachLine(name, func(line []byte) error {
		rows = append(rows, strings.Split(string(line), "\t"))
		return nil
	})
	return rows, err
}

// eachLine calls do for the lines of a file that are not blank. An error of do
// comes back with the file's name and the line.
func eachLine(name string, do func(line []byte) error) error {
	f, err := os.Open(name)
	if err != nil {
		return err
	}
	defer f.Close()
	lines := bufio.NewScanner(f)
	lines.Buffer(nil, 64<<20)
	for n := 1; lines.Scan(); n++ {
		if line := bytes.TrimRight(lines.Bytes(), "\r"); len(bytes.TrimSpace(line)) > 0 {
			if err := do(line); err != nil {
				return fmt.Errorf("%s:%d: %w", name, n, err)
			}
		}
	}
	return lines.Err()
}
