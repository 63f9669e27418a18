package disk

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"time"

	"docuquest/core/file"
)

// A reader reads files one after another into the same memory. It is used by
// one goroutine at a time.
type reader struct {
	options *Options
	limit   int64 // size of the largest file of the kind that is being read
	buffer  []byte
}

// read reads the file of that name in dir and gives it without its URI, or the
// reason to leave it out. Path is how the file is shown. The caller has seen a
// regular file at that name, but by now anything may be there: it is opened
// without waiting and looked at again.
func (r *reader) read(dir *os.Root, name, path string) (file.File, stamp, file.Reason) {
	started := time.Now()
	f, err := dir.OpenFile(name, readFlags, 0)
	if err != nil {
		return file.File{}, stamp{}, readError(err)
	}
	defer f.Close()
	info, err := f.Stat()
	if reason := typeReason(info, err); reason != "" {
		return file.File{}, stamp{}, reason
	}
	r.limit = r.options.limitFor(path)
	raw, reason := r.content(f, info.Size())
	if reason == "" {
		reason = byContent(path, raw)
	}
	if reason != "" {
		return file.File{}, stamp{}, reason
	}
	content := string(raw)
	return file.File{
		Identity: file.Identity{Hash: file.HashOf(content)},
		Path:     path,
		Content:  content,
		Language: file.LanguageOf(path),
		Modified: info.ModTime(),
	}, stampOf(info, started), ""
}

// content reads an open file up to the limit. The slice is good until the next
// call.
func (r *reader) content(f io.Reader, size int64) ([]byte, file.Reason) {
	if size > r.limit {
		return nil, tooLarge(size, r.limit)
	}
	r.grow(size + 1)
	n := int64(0)
	for {
		read, err := f.Read(r.buffer[n:])
		n += int64(read)
		switch {
		case n > r.limit:
			return nil, file.Reason(fmt.Sprintf("too large (it grows beyond %s)", humanSize(r.limit)))
		case err == io.EOF, err == nil && n == size && size > 0:
			// There was room for one byte more: this is the end of the file.
			return r.buffer[:n], ""
		case err != nil:
			return nil, readError(err)
		case n == int64(len(r.buffer)):
			r.grow(2 * n)
		}
	}
}

// grow makes room for n bytes, or for as many as a file may have and one more.
func (r *reader) grow(n int64) {
	const least = 512
	if int64(len(r.buffer)) >= min(n, r.limit+1) {
		return
	}
	n = min(max(n, 2*int64(len(r.buffer)), least), r.limit+1)
	larger := make([]byte, n)
	copy(larger, r.buffer)
	r.buffer = larger
}

// A stamp is what tells without reading that a file is the same as before.
type stamp struct {
	size              int64
	modified, changed time.Time
	// racy is set when the file changed so shortly before it was read that a
	// second change could have left the same times.
	racy bool
}

// coarse is the resolution of the worst clock that a file system keeps, FAT's.
const coarse = 2 * time.Second

// stampOf gives the stamp of a file that is read at that moment or later.
func stampOf(info fs.FileInfo, read time.Time) stamp {
	s := stamp{size: info.Size(), modified: info.ModTime(), changed: changeTime(info)}
	safe := read.Add(-coarse)
	s.racy = s.modified.After(safe) || s.changed.After(safe)
	return s
}

// same says whether a file with the stamp now is the one that had the stamp s.
func (s stamp) same(now stamp) bool {
	return !s.racy && s.size == now.size && s.modified.Equal(now.modified) && s.changed.Equal(now.changed)
}

// typeReason gives the reason not to read what is no regular file, or "".
func typeReason(info fs.FileInfo, err error) file.Reason {
	switch {
	case err != nil:
		return readError(err)
	case info.Mode().Type()&fs.ModeSymlink != 0:
		return link
	case !info.Mode().IsRegular():
		return notRegular
	}
	return ""
}

// readError gives the reason for an error of the file system, without the path
// that it holds, and "" for none.
func readError(err error) file.Reason {
	var wrapped *fs.PathError
	switch {
	case err == nil:
		return ""
	case errors.Is(err, fs.ErrNotExist):
		return gone
	case errors.As(err, &wrapped):
		err = wrapped.Err
	}
	return file.Reason("not readable: " + err.Error())
}

// readSmall reads a regular file of at most one MiB, which ignore rules are.
// What is longer is cut.
func readSmall(dir *os.Root, name string) (string, bool) {
	const limit = 1 << 20
	if info, err := dir.Lstat(name); typeReason(info, err) != "" {
		return "", false
	}
	f, err := dir.OpenFile(name, readFlags, 0)
	if err != nil {
		return "", false
	}
	defer f.Close()
	if info, err := f.Stat(); typeReason(info, err) != "" {
		return "", false
	}
	text, err := io.ReadAll(io.LimitReader(f, limit))
	return string(text), err == nil
}
