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
	// recentFiles is how many files are remembered at most after they were read one by
	// one, and recentBytes how much of their contents: what forty questions read, since
	// questions of one hour mostly read the same files.
	recentFiles = 4096
	recentBytes = 32 << 20
	// recentSize is the size of the largest that is.
	recentSize = 256 << 10
)

// A recent remembers the files that were read last, so that the next hover or
// question finds out with one look at the disk that they are as they were. Its
// methods may be called at the same time.
type recent struct {
	files *lru.Cache[file.URI, remembered]
	mu    sync.Mutex   // held while a file is added
	bytes atomic.Int64 // of their contents
}

// A remembered file is good as long as the same file with the same stamp stands
// at its path.
type remembered struct {
	file  file.File
	info  fs.FileInfo
	stamp stamp
}

func (r *recent) init() {
	// It fails for sizes below 1 alone.
	r.files, _ = lru.NewWithEvict(recentFiles, func(_ file.URI, m remembered) { r.bytes.Add(-int64(len(m.file.Content))) })
}

// remember takes a file that was read with that stamp, if it is still the one at
// its place.
func (r *recent) remember(f file.File, at place, s stamp) {
	if len(f.Content) > recentSize || s.racy {
		return
	}
	info, err := os.Lstat(at.native())
	if typeReason(info, err) == "" && s.same(stampOf(info, time.Now())) {
		r.add(remembered{f, info, s})
	}
}

// add takes a file in, and the oldest out where that is too much.
func (r *recent) add(m remembered) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.files.Remove(m.file.URI) // of what Add replaces nobody is told
	r.files.Add(m.file.URI, m)
	r.bytes.Add(int64(len(m.file.Content)))
	for r.bytes.Load() > recentBytes {
		r.files.RemoveOldest()
	}
}

// still gives the file at a place as it was read before, if it was and nothing
// has changed since: neither the file nor which one stands there nor how it is
// shown.
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
