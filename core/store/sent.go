package store

import (
	"os"
	"path/filepath"
	"slices"
)

// Sent keeps records of what was sent for a question, each under the id of its answer.
// The oldest make room for new ones. Its methods may be called from any number of
// goroutines and processes.
type Sent struct {
	folder string
	files  int   // at most
	bytes  int64 // at most, of all files together
}

// The most that is kept.
const (
	mostSentFiles = 100
	mostSentBytes = 64 << 20
)

// NewSent keeps records in a folder, which is made with the first of them.
func NewSent(folder string) *Sent {
	return &Sent{folder: folder, files: mostSentFiles, bytes: mostSentBytes}
}

// Keep writes a record. The errors of the file system come back as they are, an id that
// is no name of ours as an error that wraps fs.ErrNotExist.
func (s *Sent) Keep(id string, record []byte) error {
	return s.put(id, func() error { return write(s.folder, id+recordEnding, record) })
}

// Add writes a part of a record on a line of its own behind those that are there, with the
// errors of Keep. A line that a crash has cut stays as it is.
func (s *Sent) Add(id string, part []byte) error {
	line := slices.Concat([]byte("\n"), part)
	return s.put(id, func() error { return extend(filepath.Join(s.folder, id+recordEnding), line) })
}

func (s *Sent) put(id string, write func() error) error {
	if !isID(id) {
		return badID(id)
	}
	if err := os.MkdirAll(s.folder, 0o700); err != nil {
		return err
	}
	if err := write(); err != nil {
		return err
	}
	return s.forget()
}

// Load reads a record. The error wraps fs.ErrNotExist when there is none.
func (s *Sent) Load(id string) ([]byte, error) {
	if !isID(id) {
		return nil, badID(id)
	}
	return os.ReadFile(filepath.Join(s.folder, id+recordEnding))
}

// Recent gives the ids of the latest records, the newest first, at most so many.
func (s *Sent) Recent(most int) ([]string, error) {
	return recent(s.folder, recordEnding, most)
}

// forget removes the oldest records that are too many or too much. The newest stays,
// however large it is; what cannot be removed stays, too.
func (s *Sent) forget() error {
	files, err := newestFirst(s.folder, recordEnding)
	if err != nil {
		return err
	}
	var bytes int64
	for i, f := range files {
		if bytes += f.Size(); i > 0 && (i >= s.files || bytes > s.bytes) {
			_ = os.Remove(filepath.Join(s.folder, f.Name()))
		}
	}
	return nil
}
