package store

import (
	"errors"
	"os"
	"path/filepath"
)

// write puts a file into a folder that exists, whole or not at all.
func write(folder, name string, content []byte) (err error) {
	f, err := os.CreateTemp(folder, name+".*") // readable by the user alone
	if err != nil {
		return err
	}
	defer func() {
		if err != nil {
			_ = os.Remove(f.Name())
		}
	}()
	if _, err = f.Write(content); err == nil {
		err = f.Sync()
	}
	if err = errors.Join(err, f.Close()); err != nil {
		return err
	}
	return os.Rename(f.Name(), filepath.Join(folder, name))
}
