package store

import (
	"encoding/binary"
	"errors"
	"hash/crc32"
	"os"
	"path/filepath"
)

// Blobs keeps bytes that were costly to make and can be made again, each under a
// kind and a key. It is a cache: anything in it may be deleted at any time. Its
// methods may be called from any number of goroutines and processes.
type Blobs struct {
	folder string
}

// NewBlobs keeps blobs in a folder, which is made with the first of them.
func NewBlobs(folder string) *Blobs { return &Blobs{folder: folder} }

// ErrNoBlob says that there is no blob, or none that is whole.
var ErrNoBlob = errors.New("no such blob")

// Get gives the bytes of a blob, which are the caller's. The error is ErrNoBlob,
// also for a file that was damaged; it is removed then.
func (b *Blobs) Get(kind, key string) ([]byte, error) {
	if !isID(kind) || !isID(key) {
		return nil, ErrNoBlob
	}
	path := b.path(kind, key)
	raw, err := os.ReadFile(path)
	if err != nil {
		return nil, ErrNoBlob
	}
	content, ok := unsealed(raw)
	if !ok {
		_ = os.Remove(path)
		return nil, ErrNoBlob
	}
	return content, nil
}

// Put keeps the bytes of a blob. Kind and key are made of lower-case letters and
// digits, 64 at most; the errors are of the file system.
func (b *Blobs) Put(kind, key string, content []byte) error {
	if !isID(kind) || !isID(key) {
		return badID(kind + "/" + key)
	}
	path := b.path(kind, key)
	if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
		return err
	}
	raw := make([]byte, crc32.Size, crc32.Size+len(content)) // the checksum, and the content behind it
	binary.BigEndian.PutUint32(raw, crc32.Checksum(content, castagnoli))
	return write(filepath.Dir(path), filepath.Base(path), append(raw, content...))
}

// path spreads the blobs of a kind over folders by the beginnings of their keys.
func (b *Blobs) path(kind, key string) string {
	return filepath.Join(b.folder, kind, key[:min(2, len(key))], key)
}

var castagnoli = crc32.MakeTable(crc32.Castagnoli)

func unsealed(raw []byte) ([]byte, bool) {
	if len(raw) < crc32.Size {
		return nil, false
	}
	content := raw[crc32.Size:]
	return content, binary.BigEndian.Uint32(raw) == crc32.Checksum(content, castagnoli)
}
