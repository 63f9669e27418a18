package disk

import (
	"bytes"
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

// read reads the file of that name in dir and returns it without its URI, or the
// reason to leave it out. Path is the display path of the file. The caller has
// seen a regular file at that name, but by now anything may be there: it is
// opened without waiting and checked again.
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
	r.limit = r.options.MaxBytes
	if isDocument(path) {
		r.limit = r.options.MaxDocumentBytes
	}
	raw, reason := r.content(f, info.Size())
	if reason != "" {
		return file.File{}, stamp{}, reason
	}
	language := file.LanguageOf(path)
	if !isDocument(path) {
		// A NUL near the start means a binary file, as it does for git, unless
		// the text is UTF-16.
		head := raw[:min(len(raw), 8<<10)]
		if bytes.IndexByte(head, 0) >= 0 && !looksUTF16(head) {
			return file.File{}, stamp{}, binary
		}
		// Minified code is made for machines: it is not small, and its lines are
		// too long to read.
		const small, longLine = 20_000, 1000
		if len(raw) > small && file.IsCode(language) && len(raw)/(bytes.Count(raw, []byte("\n"))+1) > longLine {
			return file.File{}, stamp{}, minified
		}
	}
	content := string(raw)
	return file.File{
		Identity: file.Identity{Hash: file.HashOf(content)},
		Path:     path,
		Content:  content,
		Language: language,
		Modified: info.ModTime(),
	}, stampOf(info, started), ""
}

// content reads an open file up to the limit. The slice is good until the next
// call.
func (r *reader) content(f io.Reader, size int64) ([]byte, file.Reason) {
	if size > r.limit {
		return nil, file.Reason(fmt.Sprintf("too large (%s > %s)", humanSize(size), humanSize(r.limit)))
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

// A stamp identifies a version of a file without reading its content.
type stamp struct {
	size              int64
	modified, changed time.Time
	// racy is set when the file changed so shortly before it was read that a
	// second change could have left the same times.
	racy bool
}

// coarse is the resolution of the worst clock that a file system keeps, FAT's.
const coarse = 2 * time.Second

// stampOf returns the stamp of a file that is read at that moment or later.
func stampOf(info fs.FileInfo, read time.Time) stamp {
	s := stamp{size: info.Size(), modified: info.ModTime(), changed: changeTime(info)}
	safe := read.Add(-coarse)
	s.racy = s.modified.After(safe) || s.changed.After(safe)
	return s
}

// same reports whether a file with the stamp now is the version with the stamp s.
func (s stamp) same(now stamp) bool {
	return !s.racy && s.size == now.size && s.modified.Equal(now.modified) && s.changed.Equal(now.changed)
}

// typeReason returns the reason not to read what is no regular file, or "".
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

// readError returns the reason for an error of the file system, without the path
// in the error, and "" for nil.
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

// readSmall reads a regular file, of which it returns at most one MiB: enough
// for every file of ignore rules.
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
