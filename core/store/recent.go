package store

import (
	"cmp"
	"errors"
	"io/fs"
	"os"
	"slices"
	"strings"
)

// recent gives the ids of the files of a folder that have an ending, the newest first, at
// most so many. A folder that is not there yet has none.
func recent(folder, ending string, most int) ([]string, error) {
	files, err := newestFirst(folder, ending)
	if err != nil {
		return nil, err
	}
	ids := make([]string, min(most, len(files)))
	for i := range ids {
		ids[i] = strings.TrimSuffix(files[i].Name(), ending)
	}
	return ids, nil
}

// newestFirst are the files of a folder that are an id with an ending; those of one moment
// are in the order of their names.
func newestFirst(folder, ending string) ([]fs.FileInfo, error) {
	entries, err := os.ReadDir(folder)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	var files []fs.FileInfo
	for _, e := range entries {
		id, is := strings.CutSuffix(e.Name(), ending)
		if !is || !isID(id) {
			continue
		}
		if info, err := e.Info(); err == nil && info.Mode().IsRegular() { // else it was removed meanwhile
			files = append(files, info)
		}
	}
	slices.SortFunc(files, func(a, b fs.FileInfo) int {
		return cmp.Or(b.ModTime().Compare(a.ModTime()), strings.Compare(a.Name(), b.Name()))
	})
	return files, nil
}
