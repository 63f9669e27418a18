package store

import (
	"bytes"
	"compress/gzip"
	"fmt"
	"io"
	"os"
	"path/filepath"
)

// The account of an answer says how it came about. It lies beside the answer and goes with
// it, compressed: it is a few times as large as the answer itself, and most of it repeats.

const accountEnding = ".account.gz"

// mostAccount is far more than any account is long, in bytes.
const mostAccount = 64 << 20

// KeepAccount writes the account of an answer. It is not flushed to the disk, since it can
// be made again and nobody should wait for it: what was cut short is no account any more.
// The errors of the file system come back as they are, an id that is no name of ours as an
// error that wraps fs.ErrNotExist.
func (a *Answers) KeepAccount(id string, record []byte) error {
	if !isID(id) {
		return badID(id)
	}
	var packed bytes.Buffer
	w, _ := gzip.NewWriterLevel(&packed, gzip.BestSpeed) // fails for unknown levels alone
	if _, err := w.Write(record); err != nil {
		return err
	}
	if err := w.Close(); err != nil {
		return err
	}
	return os.WriteFile(a.accountFile(id), packed.Bytes(), 0o600)
}

// LoadAccount reads the account of an answer. The error wraps fs.ErrNotExist where none is
// kept, and says so of one that is not whole.
func (a *Answers) LoadAccount(id string) ([]byte, error) {
	if !isID(id) {
		return nil, badID(id)
	}
	packed, err := os.ReadFile(a.accountFile(id))
	if err != nil {
		return nil, err
	}
	record, err := unpacked(packed)
	if err != nil {
		return nil, fmt.Errorf("the account of the answer %s is not whole: %w", id, err)
	}
	return record, nil
}

// unpacked returns a record that is no longer than any of ours.
func unpacked(packed []byte) ([]byte, error) {
	r, err := gzip.NewReader(bytes.NewReader(packed))
	if err != nil {
		return nil, err
	}
	return io.ReadAll(io.LimitReader(r, mostAccount))
}

func (a *Answers) accountFile(id string) string { return filepath.Join(a.folder, id+accountEnding) }
