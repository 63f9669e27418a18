package disk

import (
	"io/fs"
	"os"
	"sync"
	"sync/atomic"
	"time"

	lru "github.com/hashicorp/golang-lru/v2"

	"docuquest/core/file"
)

const (
	// recentFiles is the most files that are remembered after they were read one by one,
	// and recentBytes the most bytes of their contents: about what forty questions read,
	// since questions of one hour mostly read the same files.
	recentFiles = 4096
	recentBytes = 32 << 20
	// recentSize is the size of the largest file that is remembered.
	recentSize = 256 << 10
)

// A recent remembers the files that were read last, so that the next hover or
// question needs only one Lstat to see that a file is unchanged. Its
// methods may be called at the same time.
type recent struct {
	files *lru.Cache[file.URI, remembered]
	mu    sync.Mutex   // held while a file is added
	bytes atomic.Int64 // of their contents
}

// A remembered file is valid as long as the same file with the same stamp is at
// its path.
type remembered struct {
	file  file.File
	info  fs.FileInfo
	stamp stamp
}

// remember keeps a file that was read with that stamp, if it is still at its
// place, and drops the oldest files when their contents become too large.
func (r *recent) remember(f file.File, at place, s stamp) {
	if len(f.Content) > recentSize || s.racy {
		return
	}
	info, err := os.Lstat(at.native())
	if typeReason(info, err) != "" || !s.same(stampOf(info, time.Now())) {
		return
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	r.files.Remove(f.URI) // Add does not report what it replaces.
	r.files.Add(f.URI, remembered{f, info, s})
	r.bytes.Add(int64(len(f.Content)))
	for r.bytes.Load() > recentBytes {
		r.files.RemoveOldest()
	}
}

// still returns the file at a place as it was read before, unless the file, its
// identity or its display path has changed since.
func (r *recent) still(at place, path string) (file.File, bool) {
	was, ok := r.files.Get(at.uri())
	if !ok || was.file.Path != path {
		return file.File{}, false
	}
	info, err := os.Lstat(at.native())
	if typeReason(info, err) != "" || !os.SameFile(info, was.info) || !was.stamp.same(stampOf(info, time.Now())) {
		r.files.Remove(at.uri())
		return file.File{}, false
	}
	return was.file, true
}
