package store

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"time"
)

// Kept is when an answer was kept. The error wraps fs.ErrNotExist when there is none.
func (a *Answers) Kept(id string) (time.Time, error) {
	if !isID(id) {
		return time.Time{}, badID(id)
	}
	info, err := os.Stat(filepath.Join(a.folder, id+recordEnding))
	if err != nil {
		return time.Time{}, err
	}
	return info.ModTime(), nil
}

// Remove removes an answer, both its record and its document. The error wraps
// fs.ErrNotExist when there is none.
func (a *Answers) Remove(id string) error {
	if !isID(id) {
		return badID(id)
	}
	// The record goes last: as long as it is there, the answer can be removed again.
	if err := os.Remove(a.File(id)); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	return os.Remove(filepath.Join(a.folder, id+recordEnding))
}
