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

// Holds reports whether a file stands at a place now, whatever is in it and whether or not
// it would be let in; a directory is none. The error says that this cannot be told: the
// place lies in no folder, or the way to it cannot be looked at or ends at a directory with
// nothing in it, as where a disk or a submodule belongs that is away.
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
	case errors.Is(err, fs.ErrNotExist), errors.Is(err, syscall.ENOTDIR): // the folder above it is a file
		return false, checkFilled(root, filepath.Dir(name))
	}
	return false, err
}

// checkFilled is an error where the innermost directory on a way that is there holds
// nothing at all.
func checkFilled(root *os.Root, name string) error {
	for {
		info, err := root.Lstat(name)
		switch {
		case err == nil && info.IsDir():
			return checkHolding(root, name)
		case err == nil || name == ".":
			return err
		}
		name = filepath.Dir(name)
	}
}

func checkHolding(root *os.Root, name string) error {
	dir, err := root.Open(name)
	if err != nil {
		return err
	}
	defer dir.Close()
	if _, err = dir.Readdirnames(1); errors.Is(err, io.EOF) {
		return &fs.PathError{Op: "look into", Path: name, Err: errEmpty}
	}
	return err
}

var errEmpty = errors.New("the directory is empty")
