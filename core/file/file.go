// Package file says what a file is to the rest of the program: a URI, the hash
// of a text, the text itself, and where it came from.
//
// Two things can say what a file holds: the disk, and an editor that has the
// file open. The disk is a Source, implemented elsewhere; the open buffers are
// an Overlay on top of it, and a buffer always wins. Everything else that this
// package exports is a value that is never written after it has been handed
// out, so all of it may be shared between goroutines.
//
// The package reads nothing by itself: it knows neither the operating system
// nor the protocol of an editor.
package file

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"strings"
	"time"
	"unsafe"
)

// A File is one text at one moment. It is owned by nobody: Content is a string
// and nothing in a File is written once it has been handed out.
type File struct {
	Identity
	// Path names the file for people: relative to its workspace folder, with
	// slashes. With several folders the folder's name comes first.
	Path string
	// Content is the raw bytes of the disk in whatever encoding they have, or
	// the text of the editor, which is UTF-8, when Open is set.
	Content string
	// Language is an LSP language identifier such as "go" or "markdown", given
	// by the editor or else by the name of the file; "" when neither knows.
	Language string
	// Version is the editor's version of an open buffer, and 0 otherwise.
	Version int32
	// Open says that Content is the text of an editor's buffer.
	Open bool
	// OutOfStep says why the editor may show another text than Content, for people; "" in an
	// open buffer whose changes fit together.
	OutOfStep string
	// Modified is the time stamp of the disk, and zero for an open buffer.
	Modified time.Time
}

// Identity distinguishes two texts: work that was done for one Identity is worth
// nothing for another.
type Identity struct {
	URI  URI
	Hash Hash
}

// Hash is the first 16 bytes of the SHA-256 of a content.
type Hash [16]byte

// HashOf computes the hash of a content.
func HashOf(content string) Hash {
	// A conversion would copy the content, and the hash only reads it.
	raw := unsafe.Slice(unsafe.StringData(content), len(content))
	sum := sha256.Sum256(raw)
	return Hash(sum[:len(Hash{})])
}

// String gives the hash as 32 hexadecimal digits.
func (h Hash) String() string { return hex.EncodeToString(h[:]) }

// A Source says what a file holds now.
type Source interface {
	// Read gives the file at u. The error wraps fs.ErrNotExist when there is no
	// such file, is a Skip when there is one that may not be read, and is the
	// error of ctx when that ended first. It may be called by several
	// goroutines at once.
	Read(ctx context.Context, u URI) (File, error)
}

// A Namer knows the workspace's folders and so what File.Path should be.
// Sources may implement it; Overlay uses it for the files that are open.
type Namer interface {
	// NameOf gives the path of u relative to its folder, or the absolute path
	// with slashes when no folder has it.
	NameOf(u URI) string
}

// NameOf returns what people call a file of a source: as the source names it, if it is a Namer,
// else its absolute path.
func NameOf(s Source, u URI) string {
	if namer, ok := s.(Namer); ok {
		return namer.NameOf(u)
	}
	return u.Path()
}

// A Change says that a file is not what it was.
type Change struct {
	Kind ChangeKind
	// File is complete for Written. For Removed it has URI and Path alone.
	File File
}

// ChangeKind says what happened to a file.
type ChangeKind uint8

const (
	// Written is a file that was created or has another content now.
	Written ChangeKind = iota + 1
	// Removed is a file that is gone, or may not be read any more.
	Removed
)

// String returns the kind in one word.
func (k ChangeKind) String() string {
	switch k {
	case Written:
		return "written"
	case Removed:
		return "removed"
	}
	return "unknown"
}

// A Skip is a file or a folder that was left out, and why. It is an error as
// well, so that a Source can return it.
type Skip struct {
	// Path is as File.Path, for a folder without a slash at its end.
	Path   string
	Reason Reason
}

// Error gives the path and the reason in one line.
func (s Skip) Error() string { return s.Path + ": " + string(s.Reason) }

// Reason says in a few words for people why something was left out. Details
// follow the fixed words in parentheses or after a colon.
type Reason string

// Kind gives the reason without its details, which makes reasons countable:
// that of "too large (3.1 MiB > 2 MiB)" is "too large".
func (r Reason) Kind() Reason {
	text := string(r)
	for _, mark := range []string{" (", ": "} {
		if at := strings.Index(text, mark); at > 0 {
			text = text[:at]
		}
	}
	return Reason(text)
}
