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

// extend writes behind what a file has, which is made where there is none. It is on the disk
// when extend returns nil; what a crash cut stays.
func extend(name string, content []byte) error {
	f, err := os.OpenFile(name, os.O_APPEND|os.O_CREATE|os.O_WRONLY, 0o600)
	if err != nil {
		return err
	}
	if _, err = f.Write(content); err == nil {
		err = f.Sync()
	}
	return errors.Join(err, f.Close())
}
