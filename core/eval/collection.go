package eval

import (
	"cmp"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
)

// A collection is a folder with questions and what they are asked of, or one
// question file.
type collection struct {
	name      string // its path below the folder that holds sets.tsv
	folder    string
	file      string // the name of the question file; "" for a folder
	extension string // of its documents as files, without a dot
}

// The parts of a collection.
const (
	queriesName   = "queries.jsonl"
	corpusName    = "corpus.jsonl"
	gradesName    = "qrels.tsv"
	sentencesName = "sents.jsonl"
	rowsName      = "row_corpus.jsonl"
	rowGradesName = "row_qrels.tsv"
	docsName      = "docs"
	pdfsName      = "pdfs"
)

// find lists the collections at or below the folders, in the order of sets.tsv
// where there is one, and behind them the question files; collections that
// sets.tsv does not name are text.
func find(paths []string) ([]collection, error) {
	var found, asked []collection
	for _, path := range paths {
		path, err := filepath.EvalSymlinks(path)
		if err != nil {
			return nil, err
		}
		if strings.HasSuffix(path, ".jsonl") {
			name := filepath.Base(path)
			asked = append(asked, collection{name: strings.TrimSuffix(name, ".jsonl"), folder: filepath.Dir(path), file: name})
			continue
		}
		below, err := findBelow(path)
		if err != nil {
			return nil, err
		}
		found = append(found, below...)
	}
	if len(found)+len(asked) == 0 {
		return nil, fmt.Errorf("no collection in %s: a collection is a folder with %s, %s/ or %s/",
			strings.Join(paths, ", "), corpusName, docsName, pdfsName)
	}
	found, err := describeAll(found)
	if err != nil {
		return nil, err
	}
	found = append(found, asked...)
	return found, checkNames(found)
}

// findBelow lists the collections at or below a folder.
func findBelow(folder string) ([]collection, error) {
	var found []collection
	err := filepath.WalkDir(folder, func(path string, d fs.DirEntry, err error) error {
		if err != nil || !d.IsDir() {
			return err
		}
		if c := (collection{folder: path}); c.isOne() {
			found = append(found, c)
		}
		return nil
	})
	return found, err
}

func (c collection) isOne() bool {
	return c.has(corpusName) || c.has(queriesName) && (c.has(docsName) || c.has(pdfsName))
}

// has says whether a part of the collection is there.
func (c collection) has(part string) bool {
	_, err := os.Stat(c.path(part))
	return err == nil
}

// path is where a part of the collection stands.
func (c collection) path(part string) string { return filepath.Join(c.folder, part) }

// describeAll names the collections and puts them in order.
func describeAll(found []collection) ([]collection, error) {
	order := map[string]int{}
	for i := range found {
		if err := found[i].describe(order); err != nil {
			return nil, err
		}
	}
	slices.SortStableFunc(found, func(a, b collection) int { return cmp.Compare(order[a.name], order[b.name]) })
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
