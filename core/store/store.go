// Package store keeps what outlives a session: the answers, which are the user's
// own, and what was costly to make and can be made again. It alone reads and
// writes the program's folders in the user's state and cache.
//
// A file is written beside its place, flushed and renamed, so that whatever ends
// the program leaves the old file or the new one. Folders and files are the
// user's alone.
package store

import (
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
)

// Answers keeps each answer as a record for programs and as a document for
// people. Its methods may be called from any number of goroutines; two writes of
// one answer leave one of them whole.
type Answers struct {
	folder string
}

// NewAnswers keeps answers in a folder, which is made when the first is kept.
func NewAnswers(folder string) *Answers { return &Answers{folder: folder} }

// The files of an answer, by the endings of their names.
const (
	recordEnding   = ".json"
	documentEnding = ".md"
)

// Keep writes an answer. One that is kept already is written anew and stays as old as
// it is. The errors of the file system come back as they are, an id that is no name of
// ours as an error of its own.
func (a *Answers) Keep(id string, record []byte, document string) error {
	if !isID(id) {
		return badID(id)
	}
	if err := os.MkdirAll(a.folder, 0o700); err != nil {
		return err
	}
	since, unknown := a.Kept(id)
	// The record comes first: what has a document can be cited.
	if err := write(a.folder, id+recordEnding, record); err != nil {
		return err
	}
	if unknown == nil {
		if err := os.Chtimes(filepath.Join(a.folder, id+recordEnding), since, since); err != nil {
			return err
		}
	}
	return write(a.folder, id+documentEnding, []byte(document))
}

// Load reads an answer. The error wraps fs.ErrNotExist when there is none.
func (a *Answers) Load(id string) (record []byte, document string, err error) {
	if !isID(id) {
		return nil, "", badID(id)
	}
	record, err = os.ReadFile(filepath.Join(a.folder, id+recordEnding))
	if err != nil {
		return nil, "", err
	}
	text, err := os.ReadFile(filepath.Join(a.folder, id+documentEnding))
	return record, string(text), err
}

// Recent gives the ids of the answers that were kept last, the newest first, at most
// so many. A folder that is not there yet has none.
func (a *Answers) Recent(most int) ([]string, error) {
	return recent(a.folder, recordEnding, most)
}

// File is where an answer's document lies.
func (a *Answers) File(id string) string {
	return filepath.Join(a.folder, id+documentEnding)
}

// isID reports whether an id is a plain name: no path, nothing hidden.
func isID(id string) bool {
	for _, c := range []byte(id) {
		if (c < 'a' || 'z' < c) && (c < '0' || '9' < c) {
			return false
		}
	}
	return 0 < len(id) && len(id) <= 64
}

func badID(id string) error { return fmt.Errorf("answer %.80q: %w", id, fs.ErrNotExist) }
