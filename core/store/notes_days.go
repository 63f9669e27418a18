package store

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
)

// Days are those that have an account, in order. The error is the file system's.
func (n *Notes) Days() (days []string, err error) {
	entries, err := os.ReadDir(filepath.Join(n.folder, spentFolder))
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	for _, e := range entries {
		if e.Type().IsRegular() && isID(e.Name()) {
			days = append(days, e.Name())
		}
	}
	return days, err
}

// Forget removes the accounts of days; those that are not there are ignored. The error is
// the first of the file system's, and the others are removed all the same.
func (n *Notes) Forget(days ...string) error {
	return removeAll(days, func(day string) string { return filepath.Join(n.folder, spentFolder, day) })
}

// removeAll removes the files of some ids, as far as they are there, and gives the first
// error.
func removeAll(ids []string, pathOf func(id string) string) error {
	var first error
	for _, id := range ids {
		if !isID(id) {
			continue
		}
		if err := os.Remove(pathOf(id)); err != nil && !errors.Is(err, fs.ErrNotExist) && first == nil {
			first = err
		}
	}
	return first
}
