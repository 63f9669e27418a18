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

// A Collection is a folder with questions and what they are asked of, or one
// question file.
type Collection struct {
	Name      string // its path below the folder that has sets.tsv
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

// MarkdownCollection is the collection in a folder whose documents are Markdown, whatever
// sets.tsv says.
func MarkdownCollection(folder string) Collection {
	return Collection{Name: filepath.Base(folder), folder: folder, extension: "md"}
}

// Collections lists the collections at or below the folders, in the order of sets.tsv if one
// exists, and after them the question files. Collections that sets.tsv does not name are text. Two
// of one name are refused, since their figures could not be distinguished.
func Collections(paths []string) ([]Collection, error) {
	return collections(paths, func(c Collection) bool {
		return c.file != "" || c.has(corpusName) || c.has(queriesName) && (c.has(docsName) || c.has(pdfsName))
	}, fmt.Sprintf("a collection is a folder with %s, %s/ or %s/; --answers measures a panel, one with %s and %s/", corpusName, docsName, pdfsName, panelName, corporaName))
}

// answerCollections is Collections for those whose answers are measured: panels, and collections
// with pages of evidence.
func answerCollections(paths []string) ([]Collection, error) {
	return collections(paths, func(c Collection) bool {
		return c.file == "" && (c.isPanel() || c.has(queriesName) && c.has(gradesName) && c.has(pdfsName))
	}, fmt.Sprintf("answers are measured of a folder with %s and %s/, or with %s and %s/", panelName, corporaName, queriesName, pdfsName))
}

// collections lists what at or below the paths is one. what says in an error what that is.
func collections(paths []string, isOne func(Collection) bool, what string) ([]Collection, error) {
	var found, asked []Collection
	for _, path := range paths {
		path, err := filepath.EvalSymlinks(path)
		if err != nil {
			return nil, err
		}
		if strings.HasSuffix(path, ".jsonl") {
			name := filepath.Base(path)
			c := Collection{Name: strings.TrimSuffix(name, ".jsonl"), folder: filepath.Dir(path), file: name}
			if isOne(c) {
				asked = append(asked, c)
			}
			continue
		}
		err = filepath.WalkDir(path, func(path string, d fs.DirEntry, err error) error {
			if err != nil || !d.IsDir() {
				return err
			}
			c := Collection{folder: path}
			if isOne(c) {
				found = append(found, c)
			}
			if c.isPanel() {
				return fs.SkipDir // the folders that it asks are no collections
			}
			return nil
		})
		if err != nil {
			return nil, err
		}
	}
	if len(found)+len(asked) == 0 {
		return nil, fmt.Errorf("no collection in %s: %s", strings.Join(paths, ", "), what)
	}
	order := map[string]int{} // by the names of collections, the lines of sets.tsv
	for i := range found {
		if err := found[i].describe(order); err != nil {
			return nil, err
		}
	}
	slices.SortStableFunc(found, func(a, b Collection) int { return cmp.Compare(order[a.Name], order[b.Name]) })
	found = append(found, asked...)
	folders := map[string]string{}
	for _, c := range found {
		if other, known := folders[c.Name]; known {
			return nil, fmt.Errorf("%s and %s are both called %s", other, c.folder, c.Name)
		}
		folders[c.Name] = c.folder
	}
	return found, nil
}

// has reports whether a part of the collection exists.
func (c Collection) has(part string) bool {
	_, err := os.Stat(c.path(part))
	return err == nil
}

// path returns where a part of the collection is.
func (c Collection) path(part string) string { return filepath.Join(c.folder, part) }

// describe looks the collection up in the nearest sets.tsv above it.
func (c *Collection) describe(order map[string]int) error {
	c.Name, c.extension = filepath.Base(c.folder), "txt"
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
		c.Name = filepath.ToSlash(rel)
		order[c.Name] = len(rows)
		for i, row := range rows {
			if len(row) > 1 && row[0] == c.Name {
				c.extension, order[c.Name] = row[1], i
			}
		}
		return nil
	}
}
