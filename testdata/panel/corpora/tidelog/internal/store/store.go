// Package store keeps levels in files, one a day.
package store

import (
	"fmt"
	"os"
	"path/filepath"
	"sync"
	"time"
)

// fileMode is that of the files of days.
const fileMode = 0o640

// A Store appends levels to the file of their day. It may be used by several goroutines.
type Store struct {
	Dir string

	mu sync.Mutex // held while a line is written
}

// Append adds a level to the file of its day.
func (s *Store) Append(at time.Time, level float64) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	f, err := os.OpenFile(s.path(at), os.O_APPEND|os.O_CREATE|os.O_WRONLY, fileMode)
	if err != nil {
		return err
	}
	defer f.Close()
	_, err = fmt.Fprintf(f, "%s %.3f\n", at.UTC().Format(time.RFC3339), level)
	return err
}

// path returns the name of the file of a day.
func (s *Store) path(at time.Time) string {
	return filepath.Join(s.Dir, at.UTC().Format("2006-01-02")+".tide")
}
