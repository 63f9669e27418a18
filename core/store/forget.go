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

// Remove removes an answer: its record, its document and its account. The error wraps
// fs.ErrNotExist when there is none.
func (a *Answers) Remove(id string) error {
	if !isID(id) {
		return badID(id)
	}
	// The record goes last: as long as it is there, the answer can be removed again.
	for _, part := range []string{a.File(id), a.accountFile(id)} {
		if err := os.Remove(part); err != nil && !errors.Is(err, fs.ErrNotExist) {
			return err
		}
	}
	return os.Remove(filepath.Join(a.folder, id+recordEnding))
}
