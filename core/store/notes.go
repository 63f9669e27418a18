package store

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"iter"
	"os"
	"path/filepath"
	"strings"
)

// Notes keeps what a model wrote about texts, each record under a key, and an account of
// what that cost for each day. Its methods may be called from any number of goroutines and
// processes; keys and days are made of lower-case letters and digits, 64 at most.
//
// These are no cache: they were paid for. So every record and every line of an account is
// on the disk when the method that wrote it returns.
type Notes struct {
	blobs  *Blobs
	folder string
}

// The folders of Notes.
const (
	notesKind   = "kept"
	spentFolder = "spent"
	lockName    = "lock"
)

// NewNotes keeps notes in a folder, which is made with the first of them.
func NewNotes(folder string) *Notes { return &Notes{NewBlobs(folder), folder} }

// Lock keeps every other caller, in whichever process, from locking the same folder until
// unlock is called or the process ends, however that happens. It waits for nobody: ok is
// false where another has it. The errors are of the file system.
func (n *Notes) Lock() (unlock func(), ok bool, err error) {
	if err := os.MkdirAll(n.folder, 0o700); err != nil {
		return nil, false, err
	}
	// The file stays: whoever removed it could remove one that another has just locked.
	f, err := tryLock(filepath.Join(n.folder, lockName))
	if err != nil || f == nil {
		return nil, false, err
	}
	return func() { _ = f.Close() }, true, nil // nothing was written to it
}

// Get gives the record of a key, whose bytes are the caller's. It is false where there is
// none, or none that is whole.
func (n *Notes) Get(key string) (record []byte, ok bool) {
	if !isID(key) {
		return nil, false
	}
	raw, err := os.ReadFile(n.blobs.path(notesKind, key))
	if err != nil {
		return nil, false
	}
	return unsealed(raw)
}

// Put keeps a record, in place of the one that the key has. The errors are of the file
// system, or say that the key is none.
func (n *Notes) Put(key string, record []byte) error { return n.blobs.Put(notesKind, key, record) }

// All returns all keys with their records, in the order of the keys; the record is nil where
// it is not whole or cannot be read, and stays as it is. What is kept or dropped meanwhile
// may be among them or not.
func (n *Notes) All() iter.Seq2[string, []byte] {
	return func(yield func(string, []byte) bool) {
		top := filepath.Join(n.folder, notesKind)
		_ = filepath.WalkDir(top, func(path string, d fs.DirEntry, err error) error {
			if err != nil || !d.Type().IsRegular() || !isID(d.Name()) {
				return nil // a folder that is not there yet, or what a killed program left
			}
			raw, err := os.ReadFile(path)
			if errors.Is(err, fs.ErrNotExist) {
				return nil
			}
			record, ok := unsealed(raw)
			if !ok {
				record = nil
			}
			if !yield(d.Name(), record) {
				return fs.SkipAll
			}
			return nil
		})
	}
}

// Drop removes the records of keys; those that are not there are ignored. The error is the
// first of the file system's, and the others are dropped all the same.
func (n *Notes) Drop(keys ...string) error {
	return removeAll(keys, func(key string) string { return n.blobs.path(notesKind, key) })
}

// Spend adds amounts, which may be negative, to the account of a day.
func (n *Notes) Spend(day string, amounts [4]int64) error {
	if !isID(day) {
		return badID(day)
	}
	folder := filepath.Join(n.folder, spentFolder)
	if err := os.MkdirAll(folder, 0o700); err != nil {
		return err
	}
	// A line is appended at once, so that those of two programs never mix. It begins by
	// ending the one before it, which a crash may have cut; that lacks the point then.
	line := fmt.Sprintf("\n%d %d %d %d .", amounts[0], amounts[1], amounts[2], amounts[3])
	return extend(filepath.Join(folder, day), []byte(line))
}

// Spent is the account of a day, all zero for one without any. A line that is not whole,
// as after a crash, counts for nothing.
func (n *Notes) Spent(day string) (sum [4]int64, err error) {
	if !isID(day) {
		return sum, badID(day)
	}
	raw, err := os.ReadFile(filepath.Join(n.folder, spentFolder, day))
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return sum, err
	}
	for line := range bytes.Lines(raw) { // of any length: a bad disk may write anything behind one
		var amounts [4]int64
		var end string
		if _, err := fmt.Sscan(string(line), &amounts[0], &amounts[1], &amounts[2], &amounts[3], &end); err != nil || !strings.HasPrefix(end, ".") {
			continue
		}
		for i, amount := range amounts {
			sum[i] += amount
		}
	}
	return sum, nil
}
