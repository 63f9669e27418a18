package store

import (
	"cmp"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"
)

// Texts keeps texts as files, for editors that can show nothing else. They were
// taken out of other files and can be again, so the oldest make room for new
// ones. Its methods may be called from any number of goroutines and processes.
type Texts struct {
	folder string
	most   int // files
}

const mostTexts = 500

// NewTexts keeps texts in a folder, which is made with the first of them.
func NewTexts(folder string) *Texts { return &Texts{folder: folder, most: mostTexts} }

// Keep writes a text and gives the path of its file, whose name begins with what
// can be used of name, and ends with .md where name does. The same text by the same name
// is the same file. The errors are of the file system.
func (t *Texts) Keep(name, content string) (path string, err error) {
	if err := os.MkdirAll(t.folder, 0o700); err != nil {
		return "", err
	}
	sum := sha256.Sum256([]byte(name + "\x00" + content))
	ending := ".txt" // by which editors know what to make of a text
	if strings.HasSuffix(name, documentEnding) {
		ending = documentEnding
	}
	base := plainName(strings.TrimSuffix(name, documentEnding)) + "-" + hex.EncodeToString(sum[:markBytes]) + ending
	path = filepath.Join(t.folder, base)
	if old, err := os.ReadFile(path); err == nil && string(old) == content {
		now := time.Now()
		_ = os.Chtimes(path, now, now) // one that is in use is not old
		return path, nil
	}
	if err := write(t.folder, base, []byte(content)); err != nil {
		return "", err
	}
	t.forget()
	return path, nil
}

// markBytes is how many bytes of a sum distinguish texts with one name.
const markBytes = 6

// Name is the name by which the file of a document was kept, as far as it could be used:
// one that ends with .md. It is false for any other file.
func (t *Texts) Name(path string) (name string, ok bool) {
	base, ok := strings.CutSuffix(filepath.Base(path), documentEnding)
	at := len(base) - 2*markBytes - 1
	if !ok || filepath.Dir(path) != filepath.Clean(t.folder) || at < len(textPrefix) || base[at] != '-' {
		return "", false
	}
	name, ok = strings.CutPrefix(base[:at], textPrefix)
	return name + documentEnding, ok
}

// Remove removes the files of all documents that were kept by a name which begins with
// some words: those before a dash. What is not there is removed already; other errors are
// of the file system, and the rest is gone then.
func (t *Texts) Remove(words string) error {
	entries, err := os.ReadDir(t.folder)
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	for _, e := range entries {
		path := filepath.Join(t.folder, e.Name())
		if name, ok := t.Name(path); !ok || !strings.HasPrefix(strings.TrimSuffix(name, documentEnding)+"-", words+"-") {
			continue
		}
		if failed := os.Remove(path); !errors.Is(failed, fs.ErrNotExist) {
			err = cmp.Or(err, failed)
		}
	}
	return err
}

// textPrefix begins the names of all files.
const textPrefix = "text-"

// plainName makes a name that every file system takes.
func plainName(name string) string {
	const longest = 60
	plain := strings.Map(func(r rune) rune {
		switch {
		case 'a' <= r && r <= 'z', 'A' <= r && r <= 'Z', '0' <= r && r <= '9', r == '.', r == '_':
			return r
		}
		return '-'
	}, name)
	return textPrefix + strings.Trim(plain[:min(len(plain), longest)], ".-")
}

// forget removes the oldest files when there are too many. What cannot be removed
// stays.
func (t *Texts) forget() {
	entries, err := os.ReadDir(t.folder)
	if err != nil || len(entries) <= t.most {
		return
	}
	var files []fs.FileInfo
	for _, e := range entries {
		if info, err := e.Info(); err == nil && info.Mode().IsRegular() {
			files = append(files, info)
		}
	}
	slices.SortFunc(files, func(a, b fs.FileInfo) int {
		return cmp.Or(b.ModTime().Compare(a.ModTime()), strings.Compare(a.Name(), b.Name()))
	})
	for _, old := range files[min(t.most, len(files)):] {
		_ = os.Remove(filepath.Join(t.folder, old.Name()))
	}
}
