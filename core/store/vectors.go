package store

import (
	"crypto/sha256"
	"encoding/hex"
	"os"
	"path/filepath"
)

// Vectors keeps what one model made of texts. Each model has a kind of blobs of its own,
// so that vectors of two models never meet. Its methods may be called from any number
// of goroutines and processes.
type Vectors struct {
	blobs *Blobs
	kind  string
}

// NewVectors keeps the vectors of the model with a name among blobs.
func NewVectors(blobs *Blobs, model string) *Vectors {
	sum := sha256.Sum256([]byte(model))
	return &Vectors{blobs, "vectors" + hex.EncodeToString(sum[:8])}
}

// Load gives what is kept under a key; the bytes are the caller's. It is false where
// there is nothing, or nothing that is whole.
func (v *Vectors) Load(key string) ([]byte, bool) {
	content, err := v.blobs.Get(v.kind, key)
	return content, err == nil
}

// Keep keeps bytes under a key of lower-case letters and digits. The errors are of the
// file system.
func (v *Vectors) Keep(key string, content []byte) error { return v.blobs.Put(v.kind, key, content) }

// Has reports whether something is kept under a key, without reading it: it may turn
// out to be damaged.
func (v *Vectors) Has(key string) bool {
	if !isID(key) {
		return false
	}
	info, err := os.Stat(v.blobs.path(v.kind, key))
	return err == nil && info.Mode().IsRegular()
}

// Drop forgets what is kept under a key. A file that cannot be removed stays.
func (v *Vectors) Drop(key string) {
	if isID(key) {
		_ = os.Remove(v.blobs.path(v.kind, key))
	}
}

// Empty reports whether nothing was ever kept of this model.
func (v *Vectors) Empty() bool {
	_, err := os.Stat(filepath.Join(v.blobs.folder, v.kind))
	return err != nil
}
