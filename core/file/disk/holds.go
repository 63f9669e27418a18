package disk

import (
	"errors"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"syscall"

	"docuquest/core/file"
)

// Holds reports whether a file is at a place now, whatever its content and whether or not
// it would be let in; a directory is no file. An error means that the answer is unknown:
// the place is in no folder, or the way to it cannot be read or ends at an empty directory,
// as where a disk is not mounted or a submodule is not checked out.
func (d *Disk) Holds(u file.URI) (bool, error) {
	f, rel, ok := d.folders.Load().locate(u.Path())
	if !ok {
		return false, file.Skip{Path: u.Path(), Reason: d.folders.Load().outside()}
	}
	root, err := os.OpenRoot(f.native)
	if err != nil {
		return false, err
	}
	defer root.Close()
	name := place{f, rel}.inRoot()
	info, err := root.Lstat(name)
	switch {
	case err == nil:
		return !info.IsDir(), nil
	case !errors.Is(err, fs.ErrNotExist) && !errors.Is(err, syscall.ENOTDIR): // ENOTDIR: the folder above it is a file
		return false, err
	}
	// The innermost directory that exists on the way must not be empty.
	for err != nil || !info.IsDir() {
		if err == nil || name == "." {
			return false, err
		}
		name = filepath.Dir(name)
		info, err = root.Lstat(name)
	}
	dir, err := root.Open(name)
	if err != nil {
		return false, err
	}
	defer dir.Close()
	if _, err = dir.Readdirnames(1); errors.Is(err, io.EOF) {
		return false, &fs.PathError{Op: "look into", Path: name, Err: errEmpty}
	}
	return false, err
}

var errEmpty = errors.New("the directory is empty")
